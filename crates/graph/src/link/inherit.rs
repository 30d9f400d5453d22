//! Bases of types, inherited members, and which members override which.

use super::eval::{Member, Place, ResolutionContext};
use super::file_view::FileView;
use super::implicit;
use super::passes::{LinkInput, PassResults};
use super::registry::{FileFindings, GlobalFindings};
use crate::ids::{FileId, SymbolId};
use crate::model::{Edge, EdgeKind, Resolution};
use fathom_syntax::{Flags, InheritKind, Kind, NONE};
use rustc_hash::{FxHashMap, FxHashSet};

/// Types above a type are looked at up to this depth.
const DEPTH: usize = 24;

/// Types above a type that are looked at.
const TYPES: usize = 512;

/// Types above a type that are searched for another type.
const TYPES_BELOW: usize = 256;

/// Members of one name in one type that are compared.
const OVERLOADS: usize = 64;

/// One base of a type, as a file states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DeclaredBase {
    pub(crate) subject: SymbolId,
    /// The base; [`NONE`] for one outside of the repository.
    pub(crate) of: SymbolId,
    pub(crate) kind: InheritKind,
    pub(crate) line: u32,
    /// The definition that states the base: its file contains the line.
    pub(crate) by: SymbolId,
}

/// The bases of every type.
#[derive(Default)]
pub(crate) struct Bases {
    known: FxHashMap<SymbolId, Vec<DeclaredBase>>,
    /// Types with a base outside of the repository.
    open: FxHashSet<SymbolId>,
    /// The types that name a type as their base.
    below: FxHashMap<SymbolId, Vec<SymbolId>>,
}

/// The bases that a file states. They can be members of other types' bases, so
/// names are looked up by scopes and imports alone: `world` must not contain bases.
pub(crate) fn stated(world: &ResolutionContext<'_, '_>, file: FileId) -> Vec<DeclaredBase> {
    let tables = world.tables;
    let facts = tables.files[file.index()].facts;
    let base_symbol = tables.file_symbol(file);
    let mut found = Vec::new();
    for inherit in facts.inherits {
        let outer = Place { file, scope: 0, line: inherit.line };
        let (subject, scope, by) = if inherit.subject == NONE {
            let name = facts.text(inherit.subject_name).trim_end_matches("[]");
            let Some(subject) = world.type_named(outer, name, 3) else { continue };
            (subject, 0, base_symbol)
        } else {
            let symbol = base_symbol + inherit.subject;
            (tables.canonical(symbol), facts.definitions[inherit.subject as usize].parent, symbol)
        };
        let text = facts.text(inherit.base).trim_end_matches("[]");
        // A module is mixed in inside of the class, which may hold it.
        let is_inside = inherit.kind() == InheritKind::Mixes
            && inherit.subject != NONE
            && tables.rules(file).names_follow_types;
        let inside = is_inside.then(|| world.type_named(Place { scope: inherit.subject, ..outer }, text, 3));
        let mut of = inside.flatten().or_else(|| world.type_named(Place { scope, ..outer }, text, 3));
        if of == Some(subject) && scope != 0 {
            // Where a class names its base, it is not there yet: the name means one further out.
            of = world.type_named(outer, text, 3);
        }
        let of = of.unwrap_or(SymbolId::NONE);
        if of != subject {
            found.push(DeclaredBase { subject, of, kind: inherit.kind(), line: inherit.line, by });
        }
        // An alias of an intersection has no members of its own: those of its parts are inherited.
        for part in world.parts(of).into_iter().filter(|part| *part != subject) {
            found.push(DeclaredBase { subject, of: part, kind: inherit.kind(), line: inherit.line, by });
        }
    }
    found
}

impl Bases {
    /// Puts together what all files state, in their order.
    pub(crate) fn new<'s>(stated: impl Iterator<Item = &'s DeclaredBase>) -> Bases {
        let mut bases = Bases::default();
        let mut seen: FxHashSet<(SymbolId, SymbolId)> = FxHashSet::default();
        for base in stated {
            if base.of == SymbolId::NONE {
                bases.open.insert(base.subject);
            } else if seen.insert((base.subject, base.of)) {
                bases.known.entry(base.subject).or_default().push(*base);
                bases.below.entry(base.of).or_default().push(base.subject);
            }
        }
        bases
    }

    /// A member of the types above `of`, nearest first.
    pub(crate) fn inherited(&self, tables: FileView<'_, '_>, of: SymbolId, name: u64) -> Member {
        self.inherited_by(tables, of, |at| tables.member(at, name))
    }

    /// What `pick` finds in the types above `of`, nearest first.
    pub(crate) fn inherited_by(
        &self,
        tables: FileView<'_, '_>,
        of: SymbolId,
        pick: impl Fn(SymbolId) -> Option<SymbolId>,
    ) -> Member {
        tables.note_symbol(of);
        let mut open = self.open.contains(&of);
        if self.of(of).is_empty() {
            return if open { Member::External } else { Member::Missing };
        }
        let mut seen = Types::new(of);
        let bases = |of: SymbolId| self.of(of).iter().map(|base| base.of).take(TYPES);
        let mut level: Vec<SymbolId> = bases(of).collect();
        for _ in 0..DEPTH {
            let mut above = Vec::new();
            for at in level {
                if seen.len() > TYPES || !seen.insert(at) {
                    continue;
                }
                tables.note_symbol(at);
                if let Some(found) = pick(at) {
                    return Member::Found(found);
                }
                open |= self.open.contains(&at);
                above.extend(bases(at));
            }
            if above.is_empty() {
                break;
            }
            level = above;
        }
        if open { Member::External } else { Member::Missing }
    }

    /// The bases of a type inside of the repository.
    pub(crate) fn of(&self, subject: SymbolId) -> &[DeclaredBase] {
        self.known.get(&subject).map_or(&[], Vec::as_slice)
    }

    /// The types right below a type, in the order of the files.
    pub(crate) fn below(&self, of: SymbolId) -> &[SymbolId] {
        self.below.get(&of).map_or(&[], Vec::as_slice)
    }

    /// Types that have bases; those that have some inside and outside twice.
    pub(crate) fn subjects(&self) -> impl Iterator<Item = SymbolId> + '_ {
        self.known.keys().chain(&self.open).copied()
    }

    /// Whether a type has a base outside of the repository.
    pub(crate) fn is_open(&self, subject: SymbolId) -> bool {
        self.open.contains(&subject)
    }

    /// Whether `below` is `above` or one of the types below it.
    pub(crate) fn is_below(&self, tables: FileView<'_, '_>, below: SymbolId, above: SymbolId) -> bool {
        let mut seen = Types::new(below);
        let mut next = 0;
        while next < seen.len() && seen.len() < TYPES_BELOW {
            let at = seen.list[next];
            next += 1;
            if at == above {
                return true;
            }
            tables.note_symbol(at);
            for base in self.of(at).iter().take(TYPES_BELOW) {
                seen.insert(base.of);
            }
        }
        false
    }
}

/// Types that were looked at, in order.
struct Types {
    list: Vec<SymbolId>,
    /// All of them, once they are many.
    set: FxHashSet<SymbolId>,
}

impl Types {
    /// Number of members up to which a list is faster.
    const FEW: usize = 16;

    fn new(first: SymbolId) -> Types {
        Types { list: vec![first], set: FxHashSet::default() }
    }

    fn len(&self) -> usize {
        self.list.len()
    }

    /// Adds a type; `false` if it is there.
    fn insert(&mut self, at: SymbolId) -> bool {
        let is_new = if self.list.len() < Types::FEW {
            !self.list.contains(&at)
        } else {
            if self.set.is_empty() {
                self.set.extend(&self.list);
            }
            self.set.insert(at)
        };
        if is_new {
            self.list.push(at);
        }
        is_new
    }
}

/// Edges for the stated bases of all types.
pub(crate) fn bases(ground: &LinkInput<'_, '_>, passed: &PassResults<'_>, found: &mut GlobalFindings) {
    let tables = ground.tables;
    let edges = &mut found.edges;
    for base in passed.bases.known.values().flatten() {
        let kind = match base.kind {
            InheritKind::Extends => EdgeKind::Extends,
            InheritKind::Implements => EdgeKind::Implements,
            InheritKind::Mixes => EdgeKind::Mixes,
        };
        let elsewhere = tables.file_of(base.by) != tables.file_of(base.subject);
        let from = if elsewhere { base.by } else { base.subject };
        edges.push(Edge::new(from, base.of, kind, Resolution::Exact, 1.0, base.line));
        if elsewhere {
            // The evidence is in another file than the type: the type itself is linked too, at its own line.
            let line = tables.definition(base.subject).line;
            edges.push(Edge::new(base.subject, base.of, kind, Resolution::Exact, 1.0, line));
        }
    }
}

/// Members of a file that override or implement a member above.
pub(crate) fn overrides(world: &ResolutionContext<'_, '_>, file: FileId, found: &mut FileFindings) {
    if !implicit::concerns(&world.tables, file) {
        overridden(world, file, &mut found.edges);
    }
}

/// The same in files whose types implement interfaces implicitly: what those override may
/// change with any file.
pub(crate) fn implicit_overrides(
    ground: &LinkInput<'_, '_>,
    passed: &PassResults<'_>,
    out: &mut GlobalFindings,
) {
    let files: Vec<FileId> = FileId::all(ground.tables.files.len())
        .filter(|file| implicit::concerns(ground.tables, *file))
        .collect();
    let found = ground.each(&files, &passed.bases, &[], |world, file| {
        let mut edges = Vec::new();
        overridden(world, file, &mut edges);
        edges
    });
    out.edges.extend(found.into_iter().flat_map(|(edges, _)| edges));
}

fn overridden(world: &ResolutionContext<'_, '_>, file: FileId, edges: &mut Vec<Edge>) {
    let tables = world.tables;
    let base = tables.file_symbol(file);
    for (local, definition) in tables.files[file.index()].facts.definitions.iter().enumerate() {
        let symbol = base + local as u32;
        let owner = tables.containers[symbol.index()];
        if definition.kind() != Kind::Method
            || definition.flags().has(Flags::DECLARATION)
            || owner == SymbolId::NONE
        {
            continue;
        }
        if let Member::Found(above) = world.above(tables.canonical(owner), tables.name_hash(symbol))
            && tables.definition(above).kind().is_callable()
            && above != symbol
            && let Some(above) = overridden_by(world, symbol, above)
        {
            let kind = EdgeKind::Overrides;
            edges.push(Edge::new(symbol, above, kind, Resolution::Exact, 1.0, definition.line));
        }
    }
}

/// The member of `above`'s name and type whose parameters fit those of a member. Languages without
/// overloads compare no parameters: an override may have others.
fn overridden_by(world: &ResolutionContext<'_, '_>, member: SymbolId, above: SymbolId) -> Option<SymbolId> {
    let tables = world.tables;
    if !tables.rules(tables.file_of(member)).overloads {
        return Some(above);
    }
    let Some(own) = world.parameters(member) else { return Some(above) };
    let fits = |other: &SymbolId| world.parameters(*other).is_none_or(|other| other.overlaps(&own));
    if fits(&above) {
        return Some(above);
    }
    let (home, _) = tables.membership(above);
    tables.members(home, tables.name_hash(above)).filter(|other| *other != member).take(OVERLOADS).find(fits)
}
