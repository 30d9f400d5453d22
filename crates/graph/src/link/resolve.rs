//! Every reference of a file to the symbols it means.

use super::eval::{Member, Name, Place, Value, World};
use super::registry::{FileFindings, FoundCall};
use crate::ids::{FileId, SymbolId};
use crate::model::{Edge, EdgeKind, Resolution, Unresolved};
use fathom_syntax::{Flags, ImportSystem, Kind, Reference, ReferenceKind, hash_name};

/// More definitions than this with one name decide nothing.
const AMBIGUOUS_MOST: usize = 4;
const INFERRED: f32 = 0.7;

/// What the references of a file lead to, and what stayed unresolved.
pub(crate) fn references(world: &World<'_, '_>, file: FileId, found: &mut FileFindings) {
    let facts = world.tables.files[file.index()].facts;
    let base = world.tables.file_symbol(file);
    let mut out = Resolver {
        world,
        file,
        base,
        edges: Vec::with_capacity(facts.references.len()),
        counts: Unresolved::default(),
    };
    for (number, reference) in (0..).zip(facts.references) {
        if facts.definitions[reference.from as usize].kind() == Kind::Section {
            out.mention(reference);
            continue;
        }
        let before = out.edges.len();
        out.reference(reference);
        if reference.kind().is_call() {
            let calls = out.edges[before..].iter();
            found.calls.extend(calls.map(|edge| FoundCall {
                from: edge.from,
                reference: number,
                to: edge.to,
            }));
        }
    }
    found.edges.append(&mut out.edges);
    found.unresolved = out.counts;
}

/// The files that a file imports.
pub(crate) fn imports(world: &World<'_, '_>, file: FileId, found: &mut FileFindings) {
    let base = world.tables.file_symbol(file);
    for (target, line) in &world.imports.of(world.tables, file).files {
        found.edges.push(Edge::new(base, *target, EdgeKind::Imports, Resolution::Exact, 1.0, *line));
    }
}

/// The edges of each reference of a file, and what stayed unresolved of it.
pub(crate) fn one_by_one(world: &World<'_, '_>, file: FileId) -> Vec<(Vec<Edge>, Unresolved)> {
    let facts = world.tables.files[file.index()].facts;
    let base = world.tables.file_symbol(file);
    facts
        .references
        .iter()
        .map(|reference| {
            let mut out = Resolver { world, file, base, edges: Vec::new(), counts: Unresolved::default() };
            out.reference(reference);
            (out.edges, out.counts)
        })
        .collect()
}

pub(crate) fn edge_kind(kind: ReferenceKind) -> EdgeKind {
    match kind {
        ReferenceKind::Call => EdgeKind::Call,
        ReferenceKind::New => EdgeKind::New,
        ReferenceKind::Type => EdgeKind::Type,
        ReferenceKind::Read => EdgeKind::Read,
        ReferenceKind::Decorate => EdgeKind::Decorate,
    }
}

struct Resolver<'r, 'w, 'a> {
    world: &'r World<'w, 'a>,
    file: FileId,
    base: SymbolId,
    edges: Vec<Edge>,
    counts: Unresolved,
}

impl Resolver<'_, '_, '_> {
    fn reference(&mut self, reference: &Reference) {
        let facts = self.world.tables.files[self.file.index()].facts;
        let place = Place { file: self.file, scope: reference.from, line: reference.line };
        let name = facts.strings.hash(reference.name);
        // Reads of locals are everywhere: only what leads to a symbol is counted.
        let counted =
            matches!(reference.kind(), ReferenceKind::Call | ReferenceKind::New | ReferenceKind::Type);
        self.counts.references += u32::from(counted);
        let receiver = facts.text(reference.receiver);
        let member = if reference.kind() == ReferenceKind::Type || reference.kind() == ReferenceKind::New {
            self.type_name(place, receiver, facts.text(reference.name))
        } else if receiver.is_empty() {
            // A local that is only passed on: what it stands for was read where it was bound.
            let passed_on = reference.kind() == ReferenceKind::Read && self.world.is_local(place, name);
            if passed_on { Member::External } else { self.bare(place, name) }
        } else {
            match self.world.member(self.world.chain(place, receiver, World::steps()), name) {
                lost @ (Member::Unknown | Member::Missing) => {
                    self.written_path(receiver, facts.text(reference.name)).unwrap_or(lost)
                }
                known => known,
            }
        };
        match member {
            Member::Found(found) if self.world.tables.is_symbol(found) => {
                self.counts.resolved += u32::from(counted);
                self.add(reference, found, Resolution::Exact, 1.0);
            }
            Member::Found(_) => {}
            Member::External => self.counts.external += u32::from(counted),
            Member::Missing if receiver.is_empty() || !counted => {
                let named = self.world.tables.named(name).next().is_some();
                self.counts.missing += u32::from(counted && named);
                self.counts.external += u32::from(counted && !named);
            }
            Member::Missing => self.counts.missing += 1,
            Member::Unknown => self.guess(reference, name, counted),
        }
    }

    /// A path that is written out, as Rust's `crate::a::b` and `Self::new`.
    fn written_path(&self, receiver: &str, name: &str) -> Option<Member> {
        let plain = !receiver.contains(['(', '[', '?', '!']);
        if !plain || self.world.tables.rules(self.file).imports != ImportSystem::Crates {
            return None;
        }
        let path = format!("{receiver}::{name}").replace('.', "::");
        self.world.imports.path(self.world.tables, self.file, &path).map(Member::Found)
    }

    fn type_name(&self, place: Place, receiver: &str, name: &str) -> Member {
        let found = if receiver.is_empty() {
            self.world.type_named(place, name, 0)
        } else {
            self.world.type_named(place, &format!("{receiver}.{name}"), 0)
        };
        match found {
            Some(found) => Member::Found(found),
            None if self.world.tables.named(hash_name(name)).next().is_none() => Member::External,
            // `new` on something held in a variable, or an enum's variant in type position.
            None if receiver.is_empty() => self.bare(place, hash_name(name)),
            None => {
                match self.world.member(self.world.chain(place, receiver, World::steps()), hash_name(name)) {
                    Member::Unknown => Member::Missing,
                    known => known,
                }
            }
        }
    }

    fn bare(&self, place: Place, name: u64) -> Member {
        match self.world.name(place, name, World::steps()) {
            Name::Thing(found) | Name::Local(Value::Function(found) | Value::Type(found)) => {
                Member::Found(found)
            }
            Name::Local(_) | Name::External => Member::External,
            Name::Missing => Member::Missing,
        }
    }

    fn add(&mut self, reference: &Reference, to: SymbolId, resolution: Resolution, confidence: f32) {
        let tables = self.world.tables;
        let from = self.base + reference.from;
        let definition = tables.definition(to);
        let mut kind = edge_kind(reference.kind());
        if kind == EdgeKind::Call && definition.kind().is_type() {
            kind = EdgeKind::New;
        }
        if from == to && kind != EdgeKind::Call {
            return;
        }
        self.edges.push(Edge::new(from, to, kind, resolution, confidence, reference.line));
    }

    /// The receiver's type is not known: the name alone may still decide.
    fn guess(&mut self, reference: &Reference, name: u64, counted: bool) {
        let tables = self.world.tables;
        if reference.kind() != ReferenceKind::Call {
            self.counts.unknown_receiver += u32::from(counted);
            return;
        }
        let facts = tables.files[self.file.index()].facts;
        let rules = tables.rules(self.file);
        if tables.files[self.file.index()].language.is_common_member(facts.text(reference.name)) {
            self.counts.unknown_receiver += 1;
            return;
        }
        let from_test = facts.definitions[reference.from as usize].flags().has(Flags::TEST);
        let candidates = self.world.memo.guesses.get((name, from_test), || {
            let candidates = self.world.shared.callable(tables, name, rules.family, from_test);
            self.common_root(&candidates)
                .map_or_else(|| candidates.iter().copied().collect(), |root| [root].into())
        });
        match candidates.len() {
            0 => self.counts.external += 1,
            1 => {
                self.counts.resolved += 1;
                self.add(reference, candidates[0], Resolution::Inferred, INFERRED);
            }
            count if count <= AMBIGUOUS_MOST => {
                self.counts.unknown_receiver += 1;
                for &candidate in &*candidates {
                    self.add(reference, candidate, Resolution::Ambiguous, INFERRED / count as f32);
                }
            }
            _ => self.counts.unknown_receiver += 1,
        }
    }

    /// The one that all others override, if there is one.
    fn common_root(&self, candidates: &[SymbolId]) -> Option<SymbolId> {
        if candidates.len() < 2 || candidates.len() > 32 {
            return None;
        }
        let tables = self.world.tables;
        let owner = |symbol: SymbolId| tables.canonical(tables.containers[symbol.index()]);
        candidates.iter().copied().find(|root| {
            candidates.iter().all(|other| self.world.bases.is_below(tables, owner(*other), owner(*root)))
        })
    }

    /// A name in prose: by name alone, and only if few have it.
    fn mention(&mut self, reference: &Reference) {
        let tables = self.world.tables;
        let facts = tables.files[self.file.index()].facts;
        let name = facts.strings.hash(reference.name);
        let receiver = facts.text(reference.receiver);
        let holder = receiver.trim_end_matches("()").rsplit('.').next().unwrap_or("");
        let candidates = self.world.shared.mentioned(tables, name);
        let held: Vec<SymbolId> = candidates
            .iter()
            .copied()
            .filter(|symbol| {
                let container = tables.containers[symbol.index()];
                container != SymbolId::NONE
                    && !holder.is_empty()
                    && tables.name(container).split('.').next() == Some(holder)
            })
            .collect();
        let meant = if held.is_empty() { &*candidates } else { &held };
        if meant.is_empty() || meant.len() > AMBIGUOUS_MOST {
            return;
        }
        let (resolution, confidence) = match meant.len() {
            1 => (Resolution::Inferred, 0.8),
            count => (Resolution::Ambiguous, 0.8 / count as f32),
        };
        for &to in meant {
            let from = self.base + reference.from;
            self.edges.push(Edge::new(from, to, EdgeKind::Mentions, resolution, confidence, reference.line));
        }
    }
}
