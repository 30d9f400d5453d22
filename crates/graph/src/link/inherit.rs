//! Bases of types, inherited members, and which members override which.

use super::eval::{Bindings, Member, Place, World};
use super::imports::{Imports, best};
use super::tables::Tables;
use crate::model::{Edge, EdgeKind, Resolution};
use fathom_syntax::{Flags, InheritKind, Kind, NONE};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// Types above a type are looked at up to this depth.
const DEPTH: usize = 24;

/// One base of a type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Base {
    pub(crate) of: u32,
    pub(crate) kind: InheritKind,
    pub(crate) line: u32,
    /// The definition that says so: its file holds the line.
    pub(crate) stated_in: u32,
}

/// The bases of every type.
#[derive(Default)]
pub(crate) struct Bases {
    known: FxHashMap<u32, Vec<Base>>,
    /// Types with a base outside of the repository.
    open: FxHashSet<u32>,
}

/// Resolves every stated base. Bases can be members of other types' bases, so
/// names are looked up by scopes and imports alone.
pub(crate) fn bases<'a>(tables: &Tables<'a>, imports: &Imports<'a>, bindings: &Bindings) -> Bases {
    let none = Bases::default();
    let world = World::new(tables, imports, &none, bindings);
    let stated: Vec<Vec<(u32, Option<Base>)>> =
        (0..tables.files.len() as u32).into_par_iter().map(|file| stated(&world, file)).collect();
    let mut bases = Bases::default();
    for (subject, base) in stated.into_iter().flatten() {
        match base {
            Some(base) => {
                let list = bases.known.entry(subject).or_default();
                if list.iter().all(|known| known.of != base.of) {
                    list.push(base);
                }
            }
            None => {
                bases.open.insert(subject);
            }
        }
    }
    bases
}

/// The types of a file with their bases; `None` for one outside of the repository.
fn stated(world: &World<'_, '_>, file: u32) -> Vec<(u32, Option<Base>)> {
    let tables = world.tables;
    let facts = tables.files[file as usize].facts;
    let base_symbol = tables.file_symbol(file);
    let mut found = Vec::new();
    for inherit in facts.inherits {
        let outer = Place { file, scope: 0, line: inherit.line };
        let (subject, scope, stated_in) = if inherit.subject == NONE {
            let name = facts.text(inherit.subject_name).trim_end_matches("[]");
            let Some(subject) = world.type_named(outer, name, 3) else { continue };
            (subject, 0, base_symbol)
        } else {
            let symbol = base_symbol + inherit.subject;
            (tables.canonical(symbol), facts.definitions[inherit.subject as usize].parent, symbol)
        };
        let text = facts.text(inherit.base).trim_end_matches("[]");
        match world.type_named(Place { scope, ..outer }, text, 3) {
            Some(of) if of == subject => {}
            Some(of) => {
                found.push((subject, Some(Base { of, kind: inherit.kind(), line: inherit.line, stated_in })));
            }
            None => found.push((subject, None)),
        }
    }
    found
}

impl Bases {
    /// A member of the types above `of`, nearest first.
    pub(crate) fn inherited(&self, tables: &Tables<'_>, of: u32, name: u64) -> Member {
        let mut open = self.open.contains(&of);
        if self.of(of).is_empty() {
            return if open { Member::External } else { Member::Missing };
        }
        let mut seen: Vec<u32> = vec![of];
        let mut level: Vec<u32> = self.of(of).iter().map(|base| base.of).collect();
        for _ in 0..DEPTH {
            let mut above = Vec::new();
            for at in level {
                if seen.contains(&at) {
                    continue;
                }
                seen.push(at);
                if let Some(found) = best(tables, tables.members(at, name)) {
                    return Member::Found(found);
                }
                open |= self.open.contains(&at);
                above.extend(self.of(at).iter().map(|base| base.of));
            }
            if above.is_empty() {
                break;
            }
            level = above;
        }
        if open { Member::External } else { Member::Missing }
    }

    fn of(&self, subject: u32) -> &[Base] {
        self.known.get(&subject).map_or(&[], Vec::as_slice)
    }

    /// Whether `below` is `above` or one of the types below it.
    pub(crate) fn is_below(&self, below: u32, above: u32) -> bool {
        let mut seen = vec![below];
        let mut next = 0;
        while next < seen.len() && seen.len() < 256 {
            let at = seen[next];
            next += 1;
            if at == above {
                return true;
            }
            for base in self.of(at) {
                if !seen.contains(&base.of) {
                    seen.push(base.of);
                }
            }
        }
        false
    }
}

/// Edges for stated bases, for overridden members, and for Go's unstated
/// implementation of interfaces.
pub(crate) fn edges(world: &World<'_, '_>, edges: &mut Vec<Edge>) {
    let tables = world.tables;
    let mut subjects: Vec<(&u32, &Vec<Base>)> = world.bases.known.iter().collect();
    subjects.sort_unstable_by_key(|(subject, _)| **subject);
    for (&subject, list) in subjects {
        for base in list {
            let kind = match base.kind {
                InheritKind::Extends => EdgeKind::Extends,
                InheritKind::Implements => EdgeKind::Implements,
                InheritKind::Mixes => EdgeKind::Mixes,
            };
            let from = if tables.file_of(base.stated_in) == tables.file_of(subject) {
                subject
            } else {
                base.stated_in
            };
            edges.push(Edge::new(from, base.of, kind, Resolution::Exact, 1.0, base.line));
            if from != subject {
                // Evidence lies in another file than the type: the type itself is linked too, at its own line.
                edges.push(Edge::new(
                    subject,
                    base.of,
                    kind,
                    Resolution::Exact,
                    1.0,
                    tables.definition(subject).line,
                ));
            }
        }
    }
    let implicit = implicit_implementations(world, edges);
    let overrides: Vec<Vec<Edge>> = (0..tables.files.len() as u32)
        .into_par_iter()
        .map(|file| overrides(world, file, &implicit))
        .collect();
    edges.extend(overrides.into_iter().flatten());
}

/// Members of a file that override or implement a member above.
fn overrides(world: &World<'_, '_>, file: u32, implicit: &FxHashMap<u32, Vec<u32>>) -> Vec<Edge> {
    let tables = world.tables;
    let base = tables.file_symbol(file);
    let mut edges = Vec::new();
    for (local, definition) in tables.files[file as usize].facts.definitions.iter().enumerate() {
        let symbol = base + local as u32;
        let owner = tables.containers[symbol as usize];
        if definition.kind() != Kind::Method || definition.flags().has(Flags::DECLARATION) || owner == NONE {
            continue;
        }
        let owner = tables.canonical(owner);
        let name = tables.name_hash(symbol);
        if let Member::Found(above) = world.bases.inherited(tables, owner, name)
            && tables.definition(above).kind().is_callable()
            && above != symbol
        {
            edges.push(Edge::new(
                symbol,
                above,
                EdgeKind::Overrides,
                Resolution::Exact,
                1.0,
                definition.line,
            ));
        }
        for interface in implicit.get(&owner).into_iter().flatten() {
            if let Some(above) = best(tables, tables.members(*interface, name)) {
                edges.push(Edge::new(
                    symbol,
                    above,
                    EdgeKind::Overrides,
                    Resolution::Inferred,
                    0.8,
                    definition.line,
                ));
            }
        }
    }
    edges
}

/// Go types implement an interface by having its methods.
fn implicit_implementations(world: &World<'_, '_>, edges: &mut Vec<Edge>) -> FxHashMap<u32, Vec<u32>> {
    let tables = world.tables;
    let mut methods_of: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for symbol in 0..tables.symbol_count() {
        let go = tables.rules(tables.file_of(symbol)).family == "go";
        if go
            && tables.definition(symbol).kind() == Kind::Method
            && tables.containers[symbol as usize] != NONE
        {
            methods_of.entry(tables.containers[symbol as usize]).or_default().push(symbol);
        }
    }
    let mut interfaces: Vec<u32> = methods_of
        .keys()
        .copied()
        .filter(|owner| tables.definition(*owner).kind() == Kind::Interface)
        .collect();
    interfaces.sort_unstable();
    let mut implicit: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for interface in interfaces {
        let methods = &methods_of[&interface];
        // The rarest method leaves the fewest types to look at.
        let Some(rarest) = methods.iter().min_by_key(|m| (tables.named(tables.name_hash(**m)).count(), **m))
        else {
            continue;
        };
        for candidate in tables.named(tables.name_hash(*rarest)) {
            let owner = tables.containers[candidate as usize];
            let fits = owner != NONE
                && owner != interface
                && methods_of.contains_key(&owner)
                && matches!(tables.definition(owner).kind(), Kind::Struct | Kind::Type | Kind::Class)
                && methods.iter().all(|m| tables.members(owner, tables.name_hash(*m)).next().is_some());
            if fits {
                implicit.entry(owner).or_default().push(interface);
                let line = tables.definition(owner).line;
                edges.push(Edge::new(
                    owner,
                    interface,
                    EdgeKind::Implements,
                    Resolution::Inferred,
                    0.8,
                    line,
                ));
            }
        }
    }
    implicit
}
