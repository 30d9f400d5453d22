//! Which symbol of the last linking is which symbol now.
//!
//! A file that was not edited keeps its definitions, and their numbers move
//! with the file. Of an edited file, definitions before and after the edit that
//! look the same to other files are the same symbol. Order is kept: what was
//! sorted by symbol stays sorted.

use super::FileInput;
use crate::ids::{FileId, SymbolId};
use fathom_syntax::FactsView;
use std::ops::Range;

/// Numbers of the last linking turned into those of now.
pub(crate) struct Renumber {
    symbols: Vec<SymbolId>,
    count_now: u32,
}

impl Renumber {
    /// `starts` are where the last linking's files started, `edited` the files
    /// that changed with the facts they had. `None` if these are not the files
    /// that were linked.
    pub(crate) fn new(
        files: &[FileInput<'_>],
        starts: &[SymbolId],
        edited: &[(FileId, FactsView<'_>)],
    ) -> Option<Renumber> {
        if starts.len() != files.len() + 1 {
            return None;
        }
        let mut symbols: Vec<SymbolId> = Vec::with_capacity(starts.last()?.index());
        let mut base_now = SymbolId::default();
        let mut edited = edited.iter().peekable();
        for (index, (file, range)) in files.iter().zip(starts.windows(2)).enumerate() {
            let now = file.facts.definitions.len() as u32;
            let before = range[1].number().checked_sub(range[0].number())?;
            if symbols.len() != range[0].index() {
                return None;
            }
            let number = symbols.len();
            match edited.next_if(|(at, _)| at.index() == index) {
                Some((_, old)) => {
                    if old.definitions.len() as u32 != before {
                        return None;
                    }
                    let (head, tail) = same(old, &file.facts);
                    symbols.resize(number + before as usize, SymbolId::NONE);
                    for local in head {
                        symbols[number + local as usize] = base_now + local;
                    }
                    for local in tail {
                        symbols[number + local as usize] = base_now + (local + now - before);
                    }
                }
                None if before == now => symbols.extend(base_now.up_to(base_now + now)),
                None => return None,
            }
            base_now = base_now + now;
        }
        edited.next().is_none().then_some(Renumber { symbols, count_now: base_now.number() })
    }

    /// The number a symbol or package has now; `None` if it is gone.
    pub(crate) fn number(&self, before: SymbolId) -> Option<SymbolId> {
        match self.symbols.get(before.index()) {
            Some(&now) => (now != SymbolId::NONE).then_some(now),
            None => {
                (before.number() - self.symbols.len() as u32).checked_add(self.count_now).map(SymbolId::new)
            }
        }
    }

    /// Each symbol of the last linking, and its number now.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (SymbolId, Option<SymbolId>)> + '_ {
        self.symbols
            .iter()
            .enumerate()
            .map(|(before, &now)| (SymbolId::from_index(before), (now != SymbolId::NONE).then_some(now)))
    }
}

/// The definitions at the start and at the end of a file, by their old numbers, that look unchanged
/// to other files.
fn same(old: &FactsView<'_>, new: &FactsView<'_>) -> (Range<u32>, Range<u32>) {
    let (before, now) = (old.definitions.len(), new.definitions.len());
    let most = before.min(now);
    let head = (0..most)
        .take_while(|&at| alike(old, at, new, at) && old.definitions[at].parent == new.definitions[at].parent)
        .count();
    let mut tail = 0;
    while tail < most - head {
        let (at, at_now) = (before - tail - 1, now - tail - 1);
        if !alike(old, at, new, at_now) {
            break;
        }
        tail += 1;
    }
    // A definition counts as another one if its container changed or is gone.
    let mut first = before - tail;
    for at in before - tail..before {
        let parent = old.definitions[at].parent as usize;
        let parent_now = new.definitions[at + now - before].parent as usize;
        let in_head = parent < head && parent == parent_now;
        let in_tail = parent >= first && parent + now == parent_now + before;
        if !in_head && !in_tail {
            first = at + 1;
        }
    }
    (0..head as u32, first as u32..before as u32)
}

/// Whether two definitions look the same to other files, apart from their nesting.
fn alike(old: &FactsView<'_>, at: usize, new: &FactsView<'_>, at_now: usize) -> bool {
    let (before, now) = (&old.definitions[at], &new.definitions[at_now]);
    before.kind() == now.kind()
        && before.flags() == now.flags()
        && before.visibility() == now.visibility()
        && old.text(before.name) == new.text(now.name)
        && old.text(before.owner) == new.text(now.owner)
        && old.text(before.value_type) == new.text(now.value_type)
        && old.text(before.signature) == new.text(now.signature)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fathom_syntax::{extract, languages};

    fn numbers(before: &str, now: &str) -> Vec<Option<u32>> {
        let python = languages::by_name("python").unwrap();
        let (old, new) = (extract(python, "a.py", before), extract(python, "a.py", now));
        let files = [FileInput { path: "a.py", language: python, facts: new.view() }];
        let starts = [0, old.definitions.len()].map(SymbolId::from_index);
        let renumber = Renumber::new(&files, &starts, &[(FileId::default(), old.view())]).unwrap();
        starts[0].up_to(starts[1]).map(|symbol| renumber.number(symbol).map(SymbolId::number)).collect()
    }

    #[test]
    fn what_follows_an_added_definition_moves() {
        let before = "def a(): pass\ndef b(): pass\n";
        assert_eq!(numbers(before, &before.replace("def b", "def x(): pass\ndef b")), [0, 1, 3].map(Some));
        assert_eq!(numbers(before, "def b(): pass\n"), [Some(0), None, Some(1)]);
    }

    #[test]
    fn members_of_a_renamed_class_are_others() {
        let before = "class A:\n    def m(self): pass\ndef f(): pass\n";
        assert_eq!(numbers(before, &before.replace('A', "B")), [Some(0), None, None, Some(3)]);
    }

    #[test]
    fn another_result_makes_another_function() {
        let before = "def f() -> int: pass\ndef g(): pass\n";
        assert_eq!(numbers(before, &before.replace("int", "A")), [Some(0), None, Some(2)]);
    }
}
