//! Which files have to be linked again after an edit.
//!
//! These are the edited files, and the files that looked at something that changed. Changes are
//! recorded as marks (see [`super::file_view`]). They become known pass by pass, and each pass may
//! add files for the passes after it.

use super::Previous;
use super::builds::build_constraint;
use super::ecosystem::rust::same_modules;
use super::ecosystem::{imports_for_project, is_manifest};
use super::file_view::{Mark, below_mark, name_mark};
use super::inherit::{Bases, DeclaredBase};
use super::registry::Passes;
use super::renumber::Renumber;
use super::tables::{Tables, declared_package};
use super::values::{PackedValue, ROUNDS};
use crate::ids::{FileId, SymbolId};
use crate::layout::{self, CallTarget, Sections};
use crate::model::{Edge, Unresolved};
use fathom_syntax::{FactsView, InheritKind, NONE};
use rustc_hash::FxHashMap;

/// The results of the last linking, and the files that cannot keep them.
pub(crate) struct Scope<'p> {
    last: Sections<'p>,
    renumber: Renumber,
    /// Whether each file has to be linked.
    stale: Vec<bool>,
    /// Changes for which the affected files are not yet known.
    changed: Vec<Mark>,
}

impl<'p> Scope<'p> {
    /// The changes of an edit that the tables show. `None` if everything has to be linked.
    pub(crate) fn new(previous: &Previous<'p>, tables: &Tables<'_>, passes: Passes<'_>) -> Option<Scope<'p>> {
        let last = layout::read(previous.graph).ok().filter(|last| last.kept_passes == passes.marks())?;
        let renumber = Renumber::new(tables.files, last.file_starts, &previous.edited)?;
        let mut scope = Scope { last, renumber, stale: vec![false; tables.files.len()], changed: Vec::new() };
        for (file, before) in &previous.edited {
            let now = &tables.files[file.index()];
            // Manifests, packages and module trees may decide where any import leads.
            if is_manifest(now)
                || imports_for_project(before)
                || declared_package(before) != declared_package(&now.facts)
                || build_constraint(before) != build_constraint(&now.facts)
                || !same_modules(before, &now.facts)
            {
                return None;
            }
            scope.stale[file.index()] = true;
            if !same_imports(before, &now.facts) {
                scope.changed.push(tables.imports_mark(*file));
            }
        }
        if !scope.same_types(tables) {
            return None;
        }
        scope.compare_symbols(tables, previous)?;
        let changed = scope.sorted_changes();
        for file in 0..tables.files.len() {
            let looked_at = marks(last.kept_import_mark_starts, last.kept_import_marks, file)?;
            if meet(looked_at, &changed) {
                scope.changed.push(tables.imports_mark(FileId::from_index(file)));
                scope.stale[file] = true;
            }
        }
        scope.grow()?;
        Some(scope)
    }

    /// Whether the types that several definitions make up are the same ones:
    /// what is known of one is known under its first definition's number.
    fn same_types(&self, tables: &Tables<'_>) -> bool {
        let before: FxHashMap<SymbolId, SymbolId> =
            self.last.kept_canonical.iter().map(|[of, is]| (*of, *is)).collect();
        if before.is_empty() && !tables.has_reopened() {
            return true;
        }
        self.renumber.pairs().all(|(old, new)| {
            let Some(new) = new else { return true };
            let first = before.get(&old).map_or(Some(new), |first| self.renumber.number(*first));
            first == Some(tables.canonical(new))
        })
    }

    /// Finds symbols that are gone, new, or in another place.
    fn compare_symbols(&mut self, tables: &Tables<'_>, previous: &Previous<'_>) -> Option<()> {
        let mut known = vec![false; tables.symbol_count() as usize];
        for (old, new) in self.renumber.pairs() {
            let Some(new) = new else { continue };
            *known.get_mut(new.index())? = true;
            let number = |container: SymbolId| {
                if container == SymbolId::NONE {
                    Some(SymbolId::NONE)
                } else {
                    self.renumber.number(container)
                }
            };
            let home = self.last.kept_homes[old.index()];
            let (home, attached) = if home == NONE {
                (SymbolId::NONE, false)
            } else {
                (SymbolId::new(home >> 1), home & 1 == 1)
            };
            let stays = number(self.last.containers[old.index()]) == Some(tables.containers[new.index()])
                && number(home).map(|home| (home, attached)) == Some(tables.membership(new));
            if !stays {
                self.changed.push(name_mark(tables.name_hash(new)));
                self.stale[tables.file_of(new).index()] = true;
            }
        }
        for (file, before) in &previous.edited {
            let base = *self.last.file_starts.get(file.index())?;
            for (local, definition) in before.definitions.iter().enumerate() {
                if self.renumber.number(base + local as u32).is_none() {
                    self.changed.push(name_mark(before.strings.hash(definition.name)));
                }
            }
            for symbol in tables.symbols_of(*file).filter(|symbol| !known[symbol.index()]) {
                self.changed.push(name_mark(tables.name_hash(symbol)));
            }
        }
        Some(())
    }

    fn sorted_changes(&self) -> Vec<Mark> {
        let mut changed = self.changed.clone();
        changed.sort_unstable();
        changed.dedup();
        changed
    }

    /// Adds the files that looked at what changed.
    fn grow(&mut self) -> Option<()> {
        let changed = self.sorted_changes();
        self.changed.clear();
        if changed.is_empty() {
            return Some(());
        }
        for (file, stale) in self.stale.iter_mut().enumerate().filter(|(_, stale)| !**stale) {
            *stale = meet(marks(self.last.kept_mark_starts, self.last.kept_marks, file)?, &changed);
        }
        Some(())
    }

    /// The files that have to be linked.
    pub(crate) fn files(&self) -> Vec<FileId> {
        FileId::all(self.stale.len()).filter(|file| self.stale[file.index()]).collect()
    }

    /// The bases that the last linking knew and whose definitions are still there; of the others,
    /// the base counts as changed. `None` if a file that was not to be linked would lose one, or if
    /// one is no symbol.
    pub(crate) fn bases(&mut self, tables: &Tables<'_>) -> Option<Vec<DeclaredBase>> {
        let mut bases = Vec::with_capacity(self.last.kept_bases.len());
        for base in self.last.kept_bases {
            let Some(by) = self.renumber.number(base.by) else {
                // The definition that stated it is gone: the types below its base are others now.
                let of = Some(base.of).filter(|of| *of != SymbolId::NONE);
                let of = of.and_then(|of| self.renumber.number(of)).filter(|of| tables.is_symbol(*of));
                self.changed.extend(of.map(|of| below_mark(tables.name_hash(of))));
                continue;
            };
            let subject = self.renumber.number(base.subject);
            let of =
                if base.of == SymbolId::NONE { Some(SymbolId::NONE) } else { self.renumber.number(base.of) };
            let symbols = [Some(by), subject, of.filter(|of| *of != SymbolId::NONE)];
            if symbols.into_iter().flatten().any(|symbol| !tables.is_symbol(symbol)) {
                return None;
            }
            match (subject, of) {
                (Some(subject), Some(of)) => {
                    let kind = inherit_kind(base.kind);
                    bases.push(DeclaredBase { subject, of, kind, line: base.line, by });
                }
                _ if self.is_stale(tables.file_of(by)) => {}
                _ => return None,
            }
        }
        Some(bases)
    }

    /// Adds the files that looked at types whose bases are others now.
    pub(crate) fn compare_bases(&mut self, tables: &Tables<'_>, before: &Bases, now: &Bases) -> Option<()> {
        for subject in before.subjects().chain(now.subjects()) {
            let same = before.is_open(subject) == now.is_open(subject)
                && before
                    .of(subject)
                    .iter()
                    .map(|base| base.of)
                    .eq(now.of(subject).iter().map(|base| base.of));
            if !same {
                self.changed.push(name_mark(tables.name_hash(subject)));
                let bases = before.of(subject).iter().chain(now.of(subject));
                self.changed.extend(bases.map(|base| below_mark(tables.name_hash(base.of))));
            }
        }
        self.grow()
    }

    /// The values of all symbols in each round, as the last linking left them.
    pub(crate) fn values(&self, symbols: usize) -> [Vec<PackedValue>; ROUNDS] {
        let mut rounds =
            [const { Vec::new() }; ROUNDS].map(|_: Vec<PackedValue>| vec![PackedValue::UNKNOWN; symbols]);
        for kept in self.last.kept_values {
            let Some(symbol) = self.renumber.number(kept.symbol) else { continue };
            for (round, value) in rounds.iter_mut().zip(kept.rounds) {
                let value = value.renumbered(|symbol| self.renumber.number(symbol));
                let value = value.filter(|value| value.is_of(symbols as u32));
                if let (Some(place), Some(value)) = (round.get_mut(symbol.index()), value) {
                    *place = value;
                }
            }
        }
        rounds
    }

    /// Adds the files that looked at symbols whose value is another one now.
    pub(crate) fn values_changed(
        &mut self,
        tables: &Tables<'_>,
        symbols: impl Iterator<Item = SymbolId>,
    ) -> Option<()> {
        self.changed.extend(symbols.map(|symbol| name_mark(tables.name_hash(symbol))));
        self.grow()
    }

    /// The edges of the files that are not linked, still sorted, as far as their origin is a
    /// pass for one file; with room for `more`. `None` if one leads nowhere.
    pub(crate) fn edges(&self, tables: &Tables<'_>, passes: Passes<'_>, more: usize) -> Option<Vec<Edge>> {
        let mut edges = Vec::with_capacity(self.last.edges.len() + more);
        for file in 0..self.stale.len() {
            if self.stale[file] {
                continue;
            }
            let (first, end) = (self.last.file_starts[file].index(), self.last.file_starts[file + 1].index());
            let range = *self.last.outgoing.get(first)? as usize..*self.last.outgoing.get(end)? as usize;
            for edge in self.last.edges.get(range)? {
                if passes.is_per_file(edge.origin()) {
                    let (from, to) = (self.renumber.number(edge.from)?, self.renumber.number(edge.to)?);
                    if !tables.is_symbol(from.max(to)) {
                        return None;
                    }
                    let mut edge = *edge;
                    (edge.from, edge.to) = (from, to);
                    edges.push(edge);
                }
            }
        }
        Some(edges)
    }

    /// The calls of a file that is not linked: for each of its symbols, in their order, how many,
    /// and all of them. `None` if one leads nowhere.
    pub(crate) fn calls(&self, tables: &Tables<'_>, file: FileId) -> Option<(Vec<u32>, Vec<CallTarget>)> {
        let (first, end) =
            (self.last.file_starts.get(file.index())?, self.last.file_starts.get(file.index() + 1)?);
        let starts = self.last.call_starts.get(first.index()..=end.index())?;
        let counts =
            starts.windows(2).map(|pair| pair[1].checked_sub(pair[0])).collect::<Option<Vec<u32>>>()?;
        let calls = self.last.calls.get(*starts.first()? as usize..*starts.last()? as usize)?;
        let renumbered = calls.iter().map(|call| {
            let to = self.renumber.number(call.to).filter(|to| tables.is_symbol(*to))?;
            let on = match call.on {
                SymbolId::NONE => SymbolId::NONE,
                on => self.renumber.number(on).filter(|on| tables.is_symbol(*on))?,
            };
            Some(CallTarget { to, on, ..*call })
        });
        Some((counts, renumbered.collect::<Option<_>>()?))
    }

    /// Counts of unresolved references in a file that is not linked.
    pub(crate) fn unresolved(&self, file: FileId) -> Unresolved {
        self.last.unresolved[file.index()]
    }

    /// The marks of a file that is not linked.
    pub(crate) fn marks(&self, file: FileId) -> Option<&'p [Mark]> {
        marks(self.last.kept_mark_starts, self.last.kept_marks, file.index())
    }

    /// The marks of the imports of a file that is not linked.
    pub(crate) fn import_marks(&self, file: FileId) -> Option<&'p [Mark]> {
        marks(self.last.kept_import_mark_starts, self.last.kept_import_marks, file.index())
    }

    /// Whether a file has to be linked.
    pub(crate) fn is_stale(&self, file: FileId) -> bool {
        self.stale[file.index()]
    }
}

fn marks<'p>(starts: &[u32], all: &'p [Mark], file: usize) -> Option<&'p [Mark]> {
    all.get(*starts.get(file)? as usize..*starts.get(file + 1)? as usize)
}

/// Whether two sorted lists have something in common.
fn meet(many: &[Mark], few: &[Mark]) -> bool {
    let (many, few) = if many.len() < few.len() { (few, many) } else { (many, few) };
    few.iter().any(|mark| many.binary_search(mark).is_ok())
}

fn inherit_kind(kind: u32) -> InheritKind {
    match kind {
        0 => InheritKind::Extends,
        1 => InheritKind::Implements,
        _ => InheritKind::Mixes,
    }
}

/// Whether the imports of a file are the same, on any lines.
fn same_imports(before: &FactsView<'_>, now: &FactsView<'_>) -> bool {
    let content = |facts: &FactsView<'_>, at: usize| {
        let import = facts.imports[at];
        (import.flags, [import.path, import.name, import.alias].map(|id| facts.strings.hash(id)))
    };
    before.imports.len() == now.imports.len()
        && (0..now.imports.len()).all(|at| content(before, at) == content(now, at))
}

#[cfg(test)]
mod tests {
    use super::meet;

    #[test]
    fn lists_meet_where_they_share_a_mark() {
        assert!(meet(&[1, 5, 9], &[9]));
        assert!(meet(&[4], &[1, 2, 3, 4]));
        assert!(!meet(&[1, 5, 9], &[2, 10]));
        assert!(!meet(&[], &[2]));
    }
}
