//! The ids that answers print: one for each symbol, and from an id back to its symbol.
//!
//! The id of a file is its path, that of a definition `path::Qualified.name`. Overloads,
//! redefinitions and the branches of an `if` may give one qualified name to several definitions of a
//! file. The first that is defined rather than declared has the plain id; the others have an ordinal
//! in the order of the text, declarations last: `path::Qualified.name~2`. A name that
//! itself ends like an ordinal always has one.

use crate::ids::{FileId, SymbolId};
use crate::view::Graph;
use fathom_syntax::{Flags, Kind, hash_name};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// Number of definitions up to which comparing them is faster than computing the ordinals of the file.
const FEW: usize = 16;

/// The ordinals of a file's definitions, by their number in the file.
pub(crate) type Ordinals = Vec<u32>;

impl Graph<'_> {
    /// The identity in output, which no other symbol has.
    pub fn id(&self, symbol: SymbolId) -> String {
        let mut id = self.shared_id(symbol);
        if self.kind(symbol) == Kind::File {
            return id;
        }
        let name = &id[self.path(symbol).len() + "::".len()..];
        let ordinal = self.ordinal_among(symbol, name);
        if ordinal > 1 || split_ordinal(name).is_some() {
            let _ = write!(id, "~{ordinal}");
        }
        id
    }

    /// The id without its ordinal: overloads and redefinitions share it.
    pub fn shared_id(&self, symbol: SymbolId) -> String {
        if self.kind(symbol) == Kind::File {
            return self.path(symbol).to_owned();
        }
        let mut id = self.path(symbol).to_owned();
        id.push_str("::");
        self.push_qualified_name(symbol, &mut id);
        id
    }

    /// The symbol with this id.
    pub fn with_id(&self, id: &str) -> Option<SymbolId> {
        if let Some(file) = self.file_at(id) {
            return Some(self.file_symbol(file));
        }
        id.match_indices("::").find_map(|(at, between)| {
            let (file, name) = (self.file_at(&id[..at])?, &id[at + between.len()..]);
            let numbered = split_ordinal(name).and_then(|(plain, ordinal)| {
                self.namesakes(file, plain).get(ordinal.checked_sub(1)? as usize).copied()
            });
            numbered.or_else(|| self.namesakes(file, name).first().copied())
        })
    }

    /// The place of a symbol among those that share its id, from 1.
    pub(crate) fn ordinal(&self, symbol: SymbolId) -> u32 {
        self.ordinal_among(symbol, &self.qualified_name(symbol))
    }

    fn ordinal_among(&self, symbol: SymbolId, qualified: &str) -> u32 {
        let file = self.file_of(symbol);
        let candidates = self.ending_alike(file, qualified, FEW);
        match candidates.len() {
            0 | 1 => 1,
            2..=FEW => place(&self.same(candidates, qualified), symbol),
            _ => {
                let local = symbol.local(self.file_symbol(file)) as usize;
                self.ordinals(file).and_then(|ordinals| ordinals.get(local)).copied().unwrap_or(1)
            }
        }
    }

    /// The definitions of a file with this qualified name, in the order of their ordinals.
    fn namesakes(&self, file: FileId, qualified: &str) -> Vec<SymbolId> {
        self.same(self.ending_alike(file, qualified, usize::MAX), qualified)
    }

    fn same(&self, mut candidates: Vec<SymbolId>, qualified: &str) -> Vec<SymbolId> {
        candidates.retain(|symbol| self.qualified_name(*symbol) == qualified);
        self.sort_by_ordinal(&mut candidates);
        candidates
    }

    fn sort_by_ordinal(&self, symbols: &mut [SymbolId]) {
        symbols.sort_unstable_by_key(|symbol| (self.flags(*symbol).has(Flags::DECLARATION), *symbol));
    }

    /// The definitions of a file that may have this qualified name: their own name is the end of it,
    /// after any separator, because names may hold separators themselves. Little more than `most`.
    fn ending_alike(&self, file: FileId, qualified: &str, most: usize) -> Vec<SymbolId> {
        let Some(spelling) = self.files().get(file.index()).map(|file| file.language.spelling) else {
            return Vec::new();
        };
        let separators = [spelling.nested, spelling.member, spelling.static_member];
        let mut found = Vec::new();
        for at in (0..=qualified.len()).filter(|at| qualified.is_char_boundary(*at)) {
            let (before, name) = qualified.split_at(at);
            if at == 0 || separators.iter().any(|separator| before.ends_with(separator)) {
                let named = self.named_in(file, hash_name(name));
                let named = named.filter(|symbol| self.name(*symbol) == name);
                found.extend(named.take(most.saturating_add(1)));
            }
        }
        found
    }

    /// The ordinals of all definitions of a file.
    pub(crate) fn find_ordinals(&self, file: FileId) -> Ordinals {
        let base = self.file_symbol(file);
        let count = self.files().get(file.index()).map_or(0, |file| file.facts.definitions.len());
        let mut named: FxHashMap<String, Vec<SymbolId>> = FxHashMap::default();
        for symbol in base.up_to(base + count as u32).skip(1) {
            named.entry(self.qualified_name(symbol)).or_default().push(symbol);
        }
        let mut ordinals = vec![1; count];
        for symbols in named.values_mut() {
            self.sort_by_ordinal(symbols);
            for (symbol, ordinal) in symbols.iter().zip(1..) {
                ordinals[(*symbol - base) as usize] = ordinal;
            }
        }
        ordinals
    }
}

fn place(symbols: &[SymbolId], symbol: SymbolId) -> u32 {
    symbols.iter().zip(1..).find(|(one, _)| **one == symbol).map_or(1, |(_, ordinal)| ordinal)
}

/// A name that ends in an ordinal, and the ordinal.
pub(crate) fn split_ordinal(name: &str) -> Option<(&str, u32)> {
    let (plain, ordinal) = name.rsplit_once('~')?;
    let is_number = ordinal.bytes().all(|byte| byte.is_ascii_digit()) && !ordinal.starts_with('0');
    Some((plain, ordinal.parse().ok().filter(|_| is_number)?))
}

#[cfg(test)]
mod tests {
    use super::split_ordinal;

    #[test]
    fn an_ordinal_is_a_number_after_a_tilde() {
        assert_eq!(split_ordinal("Shop.pay~2"), Some(("Shop.pay", 2)));
        assert_eq!(split_ordinal("step~2~1"), Some(("step~2", 1)));
        for name in ["Shop.pay", "Shop::~Shop", "a~", "a~02", "a~0", "a~+2", "a~2b", "a~99999999999"] {
            assert_eq!(split_ordinal(name), None, "{name}");
        }
    }
}
