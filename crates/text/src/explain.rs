//! The parts of a score: by term and field for explanations, by field for the learned ranker.
//!
//! Uses the same postings and the same formula as `search`. Separate, so that a search does no extra
//! work.

use crate::field::{FIELDS, Field};
use crate::scoring::Scorer;
use crate::{Index, Query, SearchOptions};
use rustc_hash::FxHashMap;

/// What one term in one field adds to a score.
#[derive(Debug, Clone, PartialEq)]
pub struct TermContribution {
    /// The term's text.
    pub text: String,
    /// The field that contains it.
    pub field: Field,
    /// How often, at most 31.
    pub tf: u8,
    /// Its part of the score. The parts add up to the score of the document, except for rounding.
    pub score: f32,
}

/// How documents match a query.
#[derive(Debug, Clone, Default)]
pub struct Evidence {
    /// One per requested symbol.
    pub rows: Vec<FieldEvidence>,
    /// The weight of all terms that occur in any document; the masses are parts of it.
    pub total: f32,
}

/// How one document matches a query.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct FieldEvidence {
    /// The score each field would have if the document consisted of that field alone:
    /// plain BM25 per field.
    pub scores: [f32; FIELDS],
    /// The weight of the terms in each field, independent of their counts.
    pub masses: [f32; FIELDS],
    /// The weight of the terms in its name or in the names it is nested in.
    pub identity: f32,
    /// The weight of the terms in any field.
    pub covered: f32,
    /// Terms in its name.
    pub named: u16,
    /// Words of its name, if any term matched.
    pub name_length: u16,
}

impl FieldEvidence {
    fn add(&mut self, factor: f32, saturated: &[f32; FIELDS]) {
        let has = |field: Field| saturated[field.index()] > 0.0;
        for field in Field::ALL {
            if has(field) {
                self.scores[field.index()] += factor * saturated[field.index()];
                self.masses[field.index()] += factor;
            }
        }
        self.covered += factor;
        if has(Field::Name) || has(Field::Container) {
            self.identity += factor;
        }
        self.named += u16::from(has(Field::Name));
    }
}

impl Index<'_> {
    /// The parts of a symbol's score: one contribution for each term of the query and each field with
    /// that term, in the order of the query and of the fields. Empty if the symbol is not in the index
    /// or does not match.
    pub fn explain(&self, query: &Query, options: &SearchOptions<'_>, symbol: u32) -> Vec<TermContribution> {
        let Some(wanted) = self.locate(symbol) else {
            return Vec::new();
        };
        let scorer = Scorer::new(self, &[*options]);
        let mut contributions = Vec::new();
        for term in &query.terms {
            let mut having = 0;
            let mut parts: Vec<(Field, u8, f32)> = Vec::new();
            self.for_each_match(term.term, |found| {
                having += 1;
                if found.dense == wanted {
                    let [total] = scorer.weighted_count(found);
                    // All weights may be 0.
                    let share = scorer.saturate(0, total) / total.max(f32::MIN_POSITIVE);
                    for field in Field::ALL {
                        let tf = found.counts.get(field);
                        if tf > 0 {
                            let [count] = scorer.field(found, field.index(), tf);
                            parts.push((field, tf, count * share));
                        }
                    }
                }
            });
            let factor = term.weight * scorer.idf(having);
            contributions.extend(parts.into_iter().map(|(field, tf, share)| TermContribution {
                text: term.text.clone(),
                field,
                tf,
                score: factor * share,
            }));
        }
        contributions
    }

    /// For each symbol, in the given order, how it matches the query. Symbols that are not in the index
    /// match nothing.
    pub fn evidence(&self, query: &Query, options: &SearchOptions<'_>, symbols: &[u32]) -> Evidence {
        let rows = self.rows(symbols);
        let scorer = Scorer::new(self, &[SearchOptions { weights: [1.0; FIELDS], ..*options }]);
        let mut unique = vec![FieldEvidence::default(); symbols.len()];
        let mut waiting: Vec<(u32, [f32; FIELDS])> = Vec::new();
        let mut total = 0.0;
        for term in &query.terms {
            waiting.clear();
            let mut having = 0;
            self.for_each_match(term.term, |found| {
                having += 1;
                if let Some(row) = rows.of_document(found.dense) {
                    let saturated = Field::ALL.map(|field| match found.counts.get(field) {
                        0 => 0.0,
                        tf => {
                            let [count] = scorer.field(found, field.index(), tf);
                            scorer.saturate(0, count)
                        }
                    });
                    unique[row as usize].name_length = found.lengths[Field::Name.index()];
                    waiting.push((row, saturated));
                }
            });
            if having == 0 {
                continue;
            }
            let factor = term.weight * scorer.idf(having);
            total += factor;
            for (row, saturated) in &waiting {
                unique[*row as usize].add(factor, saturated);
            }
        }
        let of_row = |row: &Option<u32>| row.map_or_else(FieldEvidence::default, |row| unique[row as usize]);
        Evidence { rows: rows.of_symbol.iter().map(of_row).collect(), total }
    }

    fn rows(&self, symbols: &[u32]) -> Rows {
        let mut slots: Vec<(u32, usize, usize)> = Vec::new();
        for layer in &self.layers {
            for (first, documents) in layer.live_slots() {
                slots.push((first, layer.base + documents.start as usize, documents.len()));
            }
        }
        slots.sort_unstable();
        let locate = |symbol: u32| {
            let after = slots.partition_point(|&(first, ..)| first <= symbol);
            // Files without documents share their symbol with the next file.
            let of = |&(first, base, len): &(u32, usize, usize)| {
                let local = (symbol - first) as usize;
                (local < len).then_some(base + local)
            };
            slots[..after].iter().rev().find(|slot| slot.2 > 0).and_then(of)
        };
        let mut rows = Rows {
            asked: vec![0; self.dense_documents().div_ceil(64)],
            of_document: FxHashMap::default(),
            of_symbol: Vec::with_capacity(symbols.len()),
        };
        for (row, &symbol) in (0_u32..).zip(symbols) {
            let row = locate(symbol).map(|dense| {
                rows.asked[dense / 64] |= 1 << (dense % 64);
                // A symbol that is requested twice keeps its first row.
                *rows.of_document.entry(dense).or_insert(row)
            });
            rows.of_symbol.push(row);
        }
        rows
    }
}

/// Maps documents to rows of the result and to the given symbols.
struct Rows {
    /// One bit per document: of the many documents of a term, few are requested, and all bits fit the
    /// processor's cache.
    asked: Vec<u64>,
    of_document: FxHashMap<usize, u32>,
    of_symbol: Vec<Option<u32>>,
}

impl Rows {
    #[inline]
    fn of_document(&self, dense: usize) -> Option<u32> {
        let asked = self.asked[dense / 64] >> (dense % 64) & 1 == 1;
        if asked { self.of_document.get(&dense).copied() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AlignedBytes, Document, Segment, Tokenizer, bag};

    fn check(test: impl FnOnce(&Index<'_>, &Query)) {
        let source = "render the template, then render again";
        let docs = [
            Document { end: 20, name: "template", ..Document::default() },
            Document { start: 20, end: 50, name: "render", doc: "Renders.", ..Document::default() },
        ];
        let mut tokenizer = Tokenizer::new();
        let bag = bag(&mut tokenizer, source, &docs);
        let bytes = AlignedBytes::copy_of(&Segment::build(&[bag.view()]));
        let segment = Segment::read(bytes.as_bytes()).unwrap();
        let index = Index::new(vec![(segment, vec![Some(10)])]).unwrap();
        test(&index, &Query::parse(&mut tokenizer, "render a template"));
    }

    #[test]
    fn the_shares_of_a_document_add_up_to_its_score() {
        check(|index, query| {
            let options = SearchOptions::default();
            let hits = index.search(query, &options);
            assert_eq!(hits.len(), 2);
            for hit in hits {
                let shares = index.explain(query, &options, hit.symbol);
                let sum: f32 = shares.iter().map(|share| share.score).sum();
                assert!((sum - hit.score).abs() < 1e-5, "{shares:?} {hit:?}");
            }
        });
    }

    #[test]
    fn an_explanation_names_terms_and_fields() {
        check(|index, query| {
            let shares = index.explain(query, &SearchOptions::default(), 11);
            let named: Vec<_> =
                shares.iter().map(|share| (share.text.as_str(), share.field, share.tf)).collect();
            assert_eq!(named, [("rend", Field::Name, 1), ("rend", Field::Doc, 1), ("rend", Field::Body, 1)]);
            assert!(index.explain(query, &SearchOptions::default(), 12).is_empty());
        });
    }

    #[test]
    fn evidence_comes_in_the_order_asked_for() {
        check(|index, query| {
            let evidence = index.evidence(query, &SearchOptions::default(), &[11, 10, 99, 11]);
            let rows = &evidence.rows;
            assert_eq!(rows[0], rows[3]);
            assert!(rows[0].scores[Field::Doc.index()] > 0.0);
            assert!(rows[1].scores[Field::Doc.index()].abs() < f32::EPSILON);
            assert_eq!(rows[2], FieldEvidence::default());
        });
    }

    #[test]
    fn evidence_counts_the_words_of_a_name_in_the_query() {
        check(|index, query| {
            let evidence = index.evidence(query, &SearchOptions::default(), &[10, 11]);
            let row = evidence.rows[0];
            assert_eq!((row.named, row.name_length), (1, 1));
            assert!(row.identity < row.covered && row.covered <= evidence.total);
        });
    }
}
