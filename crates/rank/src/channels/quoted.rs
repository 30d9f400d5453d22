//! Quoted messages: string literals of the code that the task repeats.
//!
//! A bug report often contains the text of an error message. The words of the message occur in many
//! places, but in this order only in the literal that was printed.

use crate::pool::{Pool, Signal};
use crate::task::Task;
use fathom_graph::{FileId, Graph, SymbolId};
use fathom_text::{Term, Tokenizer};
use rustc_hash::{FxHashMap, FxHashSet};

/// Fewest pairs of neighbouring words that a message and the task share: three words in a row, or
/// two in two places.
const PAIRS: usize = 2;
/// Most literals that are read for one symbol; a table of texts has thousands.
const LITERALS: usize = 64;

/// Searches the literals of the candidates.
pub(crate) fn quoted(graph: &Graph<'_>, task: &Task, pool: &mut Pool) {
    let mut tokenizer = Tokenizer::of_thread();
    let mut task_pairs: FxHashSet<(Term, Term)> = FxHashSet::default();
    for (text, _) in task.parts() {
        for_each_pair(&mut tokenizer, text, |pair| {
            task_pairs.insert(pair);
        });
    }
    if task_pairs.len() < PAIRS {
        return;
    }
    let mut initials = Initials::default();
    task.parts().iter().for_each(|(text, _)| initials.add(text));
    let mut candidates: FxHashMap<FileId, FxHashMap<SymbolId, usize>> = FxHashMap::default();
    for row in &pool.rows {
        candidates.entry(graph.file_of(row.symbol)).or_default().insert(row.symbol, 0);
    }
    let mut found: Vec<(SymbolId, f32, u32)> = Vec::new();
    for (file, mut symbols) in candidates {
        let facts = &graph.files()[file.index()].facts;
        let first = graph.file_symbol(file);
        for literal in facts.literals {
            let Some(read) = symbols.get_mut(&(first + literal.scope)).filter(|read| **read < LITERALS)
            else {
                continue;
            };
            *read += 1;
            let text = facts.strings.get(literal.text);
            if initials.most_shared(text) <= PAIRS {
                continue;
            }
            let (mut own, mut shared) = (0_usize, 0_usize);
            for_each_pair(&mut tokenizer, text, |pair| {
                own += 1;
                shared += usize::from(task_pairs.contains(&pair));
            });
            if shared >= PAIRS {
                // A whole message is stronger evidence than a part of a long one.
                let score = shared as f32 * shared as f32 / own as f32;
                found.push((first + literal.scope, score, literal.line));
            }
        }
    }
    found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)).then(a.2.cmp(&b.2)));
    let mut seen: FxHashSet<SymbolId> = FxHashSet::default();
    for (symbol, score, line) in found {
        if seen.insert(symbol) {
            pool.add(symbol, Signal::Quoted, score, symbol, line, None);
        }
    }
}

/// The first letters of words.
#[derive(Default)]
struct Initials(u128);

impl Initials {
    fn add(&mut self, text: &str) {
        for byte in beginnings(text) {
            self.0 |= 1 << (byte & 0x7f);
        }
    }

    /// Upper bound on the words of a text that are in the set: all forms of a word have the same
    /// first letter. This excludes nearly all literals without tokenizing them.
    fn most_shared(&self, text: &str) -> usize {
        beginnings(text).filter(|byte| !byte.is_ascii() || self.0 >> byte & 1 == 1).count()
    }
}

/// The first letter of every word and of every part of a name, in lower case. It may give too many:
/// every upper-case letter and every byte outside ASCII counts.
fn beginnings(text: &str) -> impl Iterator<Item = u8> {
    let before = std::iter::once(b' ').chain(text.bytes());
    let begins = |before: u8, byte: u8| {
        byte.is_ascii_uppercase()
            || !byte.is_ascii()
            || byte.is_ascii_alphanumeric() && !before.is_ascii_alphanumeric()
    };
    before
        .zip(text.bytes())
        .filter(move |(before, byte)| begins(*before, *byte))
        .map(|(_, byte)| byte.to_ascii_lowercase())
}

/// Calls `found` with the neighbouring words of a text.
fn for_each_pair(tokenizer: &mut Tokenizer, text: &str, mut found: impl FnMut((Term, Term))) {
    let mut before: Option<Term> = None;
    tokenizer.for_each_part(text, |part| {
        if let Some(before) = before.replace(part.term) {
            found((before, part.term));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::Initials;

    #[test]
    fn words_are_counted_by_their_first_letters() {
        let mut initials = Initials::default();
        initials.add("Cannot openFile: no_such thing");
        assert_eq!(initials.most_shared("could not open the file"), 5, "could, not, open, the, file");
        assert_eq!(initials.most_shared("maximum depth exceeded by xOpen"), 1, "only Open");
        assert_eq!(initials.most_shared("é"), 2, "what is not ASCII may be anything");
    }
}
