//! The names of all symbols in ASCII lower case, in one text: a part of a name is found by one search of
//! it, without a look at any file's facts.

use crate::ids::SymbolId;
use crate::link::FileInput;
use memchr::memmem;

/// Ends each name.
const END: u8 = 0;

/// The folded names of symbols in the order of their numbers.
#[derive(Clone, Copy)]
pub(crate) struct FoldedNames<'a> {
    pub(crate) text: &'a [u8],
    /// Where each name starts, and where the last one ends.
    pub(crate) starts: &'a [u32],
}

impl<'a> FoldedNames<'a> {
    /// The text and the starts of the names of all definitions.
    pub(crate) fn write(files: &[FileInput<'_>]) -> (Vec<u8>, Vec<u32>) {
        let (mut text, mut starts) = (Vec::new(), vec![0]);
        for file in files {
            for definition in file.facts.definitions {
                text.extend(file.facts.text(definition.name).bytes().map(|byte| byte.to_ascii_lowercase()));
                text.push(END);
                starts.push(text.len() as u32);
            }
        }
        (text, starts)
    }

    /// The folded name of a symbol.
    pub(crate) fn of(&self, symbol: SymbolId) -> &'a [u8] {
        let (start, end) = (self.starts.get(symbol.index()), self.starts.get(symbol.index() + 1));
        let range =
            start.zip(end).and_then(|(start, end)| Some(*start as usize..end.checked_sub(1)? as usize));
        range.and_then(|range| self.text.get(range)).unwrap_or_default()
    }

    /// The symbols whose name holds `part`, in order; `part` is in lower case and not empty.
    pub(crate) fn holding<'p>(self, part: &'p [u8]) -> impl Iterator<Item = SymbolId> + use<'a, 'p> {
        let finder = memmem::Finder::new(part);
        let mut from = 0;
        std::iter::from_fn(move || {
            loop {
                let at = from + finder.find(self.text.get(from..)?)?;
                let symbol = self.starts.partition_point(|start| *start as usize <= at).checked_sub(1)?;
                // Past this name; in a damaged text at least past this place.
                let end = self.starts.get(symbol + 1).map_or(self.text.len(), |end| *end as usize);
                from = end.max(at + 1);
                if at + part.len() < end {
                    return Some(SymbolId::from_index(symbol));
                }
            }
        })
    }
}

/// Symbols by the length and the first letter of their folded names: those among which a name in another
/// case can be.
#[derive(Clone)]
pub(crate) struct NameBuckets {
    starts: Box<[u32]>,
    symbols: Box<[SymbolId]>,
}

/// Names of this length or longer share buckets.
const LONG: usize = 64;

impl NameBuckets {
    pub(crate) fn new(names: FoldedNames<'_>, symbols: u32) -> NameBuckets {
        let bucket = |symbol: u32| bucket(names.of(SymbolId::new(symbol)));
        let mut starts = vec![0u32; (LONG + 1) * 256 + 1];
        for symbol in 0..symbols {
            starts[bucket(symbol) + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut sorted = vec![SymbolId::default(); symbols as usize];
        for symbol in 0..symbols {
            let place = &mut next[bucket(symbol)];
            sorted[*place as usize] = SymbolId::new(symbol);
            *place += 1;
        }
        NameBuckets { starts: starts.into(), symbols: sorted.into() }
    }

    /// Those that may have this name, in order.
    pub(crate) fn like(&self, name: &str) -> &[SymbolId] {
        let at = bucket(name.as_bytes());
        &self.symbols[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

fn bucket(name: &[u8]) -> usize {
    name.len().min(LONG) * 256 + usize::from(name.first().map_or(0, u8::to_ascii_lowercase))
}

/// The letters of a folded name, one bit each; `None` if it has characters beyond ASCII, whose lower case
/// is not known here.
pub(crate) fn letters(folded: &[u8]) -> Option<u64> {
    folded.iter().try_fold(0, |letters, byte| byte.is_ascii().then(|| letters | 1 << (byte & 0x3f)))
}

#[cfg(test)]
mod tests {
    use super::{FoldedNames, NameBuckets, SymbolId, letters};

    fn folded(names: &[&str]) -> (Vec<u8>, Vec<u32>) {
        let (mut text, mut starts) = (Vec::new(), vec![0]);
        for name in names {
            text.extend(name.bytes().chain([0]));
            starts.push(text.len() as u32);
        }
        (text, starts)
    }

    #[test]
    fn a_part_is_found_inside_of_names_and_not_across_them() {
        let (text, starts) = folded(&["getuser", "user", "", "us", "er_user_user"]);
        let names = FoldedNames { text: &text, starts: &starts };
        let holding =
            |part: &str| names.holding(part.as_bytes()).map(SymbolId::index).collect::<Vec<usize>>();
        assert_eq!(holding("user"), [0, 1, 4]);
        assert_eq!(holding("us"), [0, 1, 3, 4]);
        assert_eq!(holding("r\0u"), [0; 0]);
        assert_eq!(holding("none"), [0; 0]);
        assert_eq!(names.of(SymbolId::new(3)), b"us");
        assert_eq!(names.of(SymbolId::new(9)), b"");
    }

    #[test]
    fn damaged_starts_end_a_search() {
        let names = FoldedNames { text: b"user\0user\0", starts: &[9, 2, u32::MAX, 0] };
        assert!(names.holding(b"user").count() <= 2);
        assert_eq!(names.of(SymbolId::new(1)), b"");
    }

    #[test]
    fn a_name_is_in_the_bucket_of_its_length_and_first_letter() {
        let (text, starts) = folded(&["user", "uses", "get", "", "used"]);
        let buckets = NameBuckets::new(FoldedNames { text: &text, starts: &starts }, 5);
        let like =
            |name: &str| buckets.like(name).iter().map(|symbol| symbol.index()).collect::<Vec<usize>>();
        assert_eq!(like("USER"), [0, 1, 4]);
        assert_eq!((like("Get"), like(""), like("gets")), (vec![2], vec![3], vec![]));
    }

    #[test]
    fn letters_are_a_set() {
        assert_eq!(letters(b"abba"), letters(b"ba"));
        assert_ne!(letters(b"ab"), letters(b"ac"));
        assert_eq!(letters("é".as_bytes()), None);
    }
}
