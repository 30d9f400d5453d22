//! How whole files match a query: the documents of a file, counted together.
//!
//! A search ranks definitions; a file matches by the sum of its definitions, docs and names. Terms are
//! weighted by the number of *files* that contain them, so that a word that occurs throughout a product
//! (its own name, its technology) has little weight here although few definitions contain it.

use crate::field::{FIELDS, Field};
use crate::index::Index;
use crate::scoring::idf;
use crate::{Query, Term};

/// Term frequency saturation (k1) of a file.
const K1: f32 = 1.6;
/// The weight of each field in [`FileEvidence::score`], by [`Field::index`].
const WEIGHTS: [f32; FIELDS] = [2.5, 0.0, 6.0, 0.8, 1.5, 1.0];
/// Length normalisation (b) of each field.
const B: [f32; FIELDS] = [0.6, 0.0, 0.4, 0.6, 0.6, 0.7];

/// How one file matches a query.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct FileEvidence {
    /// The symbol of the file: its document 0.
    pub symbol: u32,
    /// The BM25F score of the file as one document.
    pub score: f32,
    /// The BM25 score of each field alone.
    pub scores: [f32; FIELDS],
    /// The weight of the terms in each field, independent of their counts.
    pub masses: [f32; FIELDS],
    /// The weight of the terms anywhere in the file.
    pub covered: f32,
    /// The weight of the terms that its path, names, signatures or docs have.
    pub declared: f32,
    /// The weight of the strongest term that each field has.
    pub strongest: [f32; FIELDS],
    /// Occurrences of the terms in names, docs and bodies, each multiplied by the weight
    /// of its term.
    pub occurrences: f32,
    /// Words of its names, docs and bodies.
    pub length: f32,
    /// Documents of the file.
    pub documents: u32,
    /// The sum over terms of the documents that have the term.
    pub matches: u32,
}

/// How the files of an index match a query.
#[derive(Debug, Clone, Default)]
pub struct FilesEvidence {
    /// The files with at least one term, in the order of their symbols.
    pub files: Vec<FileEvidence>,
    /// The weight of all terms that occur in any file.
    pub total: f32,
    /// The weight of each term of the query, in its order: 0 if no file contains it.
    pub weights: Vec<(Term, f32)>,
}

/// The occurrences of one term in a file.
struct Count {
    file: u32,
    fields: [u32; FIELDS],
    documents: u32,
}

impl Index<'_> {
    /// How each file matches a query.
    pub fn file_evidence(&self, query: &Query) -> FilesEvidence {
        let LiveFiles { slots, means } = self.live_files();
        let mut files: Vec<FileEvidence> = Vec::new();
        // The place of each slot in the list, from 1; most files have no term of a query.
        let mut places: Vec<u32> = vec![0; slots.len()];
        let mut evidence = FilesEvidence::default();
        let mut counts: Vec<Count> = Vec::new();
        for term in &query.terms {
            counts.clear();
            self.count_by_file(slots, term.term, &mut counts);
            let factor = match counts.len() {
                0 => 0.0,
                having => term.weight * idf(slots.len() as f64, having as u64),
            };
            evidence.total += factor;
            evidence.weights.push((term.term, factor));
            for count in &counts {
                let slot = &slots[count.file as usize];
                let place = &mut places[count.file as usize];
                if *place == 0 {
                    files.push(slot.evidence());
                    *place = files.len() as u32;
                }
                files[*place as usize - 1].add(factor, count, &slot.lengths, means);
            }
        }
        files.retain(|file| file.covered > 0.0);
        files.sort_unstable_by_key(|file| file.symbol);
        evidence.files = files;
        evidence
    }

    /// The files that are alive, in the order of their documents.
    fn live_files(&self) -> &LiveFiles {
        self.files.get_or_init(|| {
            let slots = self.read_live_files();
            LiveFiles { means: means(&slots), slots }
        })
    }

    fn read_live_files(&self) -> Vec<FileSlot> {
        let mut slots = Vec::new();
        for layer in &self.layers {
            for (slot, symbol) in layer.live_slots_numbered() {
                let documents = layer.segment.slot(slot);
                let (sums, having) = (layer.segment.length_sums[slot], layer.segment.with_field[slot]);
                let mut lengths: [f32; FIELDS] = std::array::from_fn(|field| sums[field] as f32);
                // Each document repeats the path.
                let path = Field::Path.index();
                lengths[path] /= having[path].max(1) as f32;
                slots.push(FileSlot {
                    symbol,
                    end: layer.base + documents.end as usize,
                    documents: documents.len() as u32,
                    lengths,
                });
            }
        }
        slots
    }

    /// The occurrences of a term by file; documents are ascending, so those of a file are adjacent.
    fn count_by_file(&self, slots: &[FileSlot], term: Term, counts: &mut Vec<Count>) {
        let mut at = 0;
        self.for_each_match(term, |found| {
            while slots.get(at).is_some_and(|slot| slot.end <= found.dense) {
                at += 1;
            }
            if counts.last().is_none_or(|count| count.file as usize != at) {
                counts.push(Count { file: at as u32, fields: [0; FIELDS], documents: 0 });
            }
            let Some(count) = counts.last_mut() else { return };
            count.documents += 1;
            for (field, occurrences) in found.counts.fields().filter(|(field, _)| *field < FIELDS) {
                if field == Field::Path.index() {
                    count.fields[field] = u32::from(occurrences);
                } else {
                    count.fields[field] += u32::from(occurrences);
                }
            }
        });
        counts.retain(|count| (count.file as usize) < slots.len());
    }
}

/// The live files of an index; read when a question first needs them.
#[derive(Debug, Clone)]
pub(crate) struct LiveFiles {
    slots: Vec<FileSlot>,
    /// The mean length of each field.
    means: [f32; FIELDS],
}

/// One live file.
#[derive(Debug, Clone)]
struct FileSlot {
    symbol: u32,
    /// The dense number behind its last document.
    end: usize,
    documents: u32,
    lengths: [f32; FIELDS],
}

impl FileSlot {
    fn evidence(&self) -> FileEvidence {
        let length: f32 =
            [Field::Name, Field::Doc, Field::Body].map(|field| self.lengths[field.index()]).iter().sum();
        FileEvidence { symbol: self.symbol, documents: self.documents, length, ..FileEvidence::default() }
    }
}

/// The mean length of each field over the files that have it.
fn means(slots: &[FileSlot]) -> [f32; FIELDS] {
    std::array::from_fn(|field| {
        let having = slots.iter().filter(|slot| slot.lengths[field] > 0.0);
        let (sum, count) =
            having.fold((0.0, 0.0), |(sum, count), slot| (sum + slot.lengths[field], count + 1.0));
        if count > 0.0 { sum / count } else { 1.0 }
    })
}

impl FileEvidence {
    fn add(&mut self, factor: f32, count: &Count, lengths: &[f32; FIELDS], means: &[f32; FIELDS]) {
        let mut together = 0.0;
        let mut is_declared = false;
        for field in Field::ALL.map(Field::index) {
            let occurrences = count.fields[field] as f32;
            if occurrences > 0.0 {
                is_declared |= field != Field::Body.index();
                self.strongest[field] = self.strongest[field].max(factor);
                let normalised =
                    occurrences / (1.0 - B[field] + B[field] * lengths[field].max(1.0) / means[field]);
                self.scores[field] += factor * normalised / (K1 + normalised);
                self.masses[field] += factor;
                together += WEIGHTS[field] * normalised;
            }
        }
        self.score += factor * together / (K1 + together);
        self.covered += factor;
        self.declared += if is_declared { factor } else { 0.0 };
        self.matches += count.documents;
        for field in [Field::Name, Field::Doc, Field::Body] {
            self.occurrences += factor * count.fields[field.index()] as f32;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{AlignedBytes, Bag, Document, Field, FilesEvidence, Index, Query, Segment, Tokenizer, bag};

    /// Files of one definition each: path, name of the definition, body.
    fn evidence(files: &[(&str, &str, &str)], query: &str) -> FilesEvidence {
        let mut tokenizer = Tokenizer::new();
        let bags: Vec<Bag> = files
            .iter()
            .map(|&(path, name, body)| {
                let file = Document { end: u32::MAX, path, ..Document::default() };
                bag(&mut tokenizer, body, &[file, Document { name, path, ..Document::default() }])
            })
            .collect();
        let views: Vec<_> = bags.iter().map(Bag::view).collect();
        let bytes = AlignedBytes::copy_of(&Segment::build(&views));
        let symbols: Vec<Option<u32>> = (0..files.len() as u32).map(|file| Some(2 * file)).collect();
        let index = Index::new(vec![(Segment::read(bytes.as_bytes()).unwrap(), symbols)]).unwrap();
        index.file_evidence(&Query::parse(&mut tokenizer, query))
    }

    fn best(evidence: &FilesEvidence) -> u32 {
        let best = evidence.files.iter().max_by(|a, b| a.score.total_cmp(&b.score));
        best.map_or(u32::MAX, |file| file.symbol)
    }

    #[test]
    fn a_file_is_found_by_what_all_its_documents_have_together() {
        let files =
            [("a.py", "parse", "a date"), ("b.py", "other", "parse parse parse"), ("c.py", "none", "")];
        let found = evidence(&files, "parse dates");
        assert_eq!(found.files.iter().map(|file| file.symbol).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(best(&found), 0);
    }

    #[test]
    fn the_path_counts_once_however_many_documents_repeat_it() {
        let found = evidence(&[("cookies.py", "x1", ""), ("other.py", "x2", "")], "cookies");
        assert_eq!(found.files.len(), 1);
        assert!(found.files[0].masses[Field::Path.index()] > 0.0);
        assert_eq!(found.files[0].matches, 2, "both documents have it");
    }

    #[test]
    fn a_word_that_all_files_have_counts_less_than_one_of_a_single_file() {
        let files = [("a.py", "x1", "app retry"), ("b.py", "x2", "app app app app"), ("c.py", "x3", "app")];
        assert_eq!(best(&evidence(&files, "app retry")), 0);
    }

    #[test]
    fn a_term_that_no_file_has_weighs_nothing() {
        let found = evidence(&[("a.py", "x1", "app")], "zebra");
        assert!(found.files.is_empty() && found.total.abs() < f32::EPSILON);
        assert_eq!(found.weights.len(), 1);
    }
}
