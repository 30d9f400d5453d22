//! The dependents of a symbol: everything that refers to it, directly or not.

use crate::ids::{FileId, SymbolId};
use crate::model::{Edge, EdgeKind};
use crate::receivers::Receivers;
use crate::view::Graph;
use fathom_syntax::Kind;
use rustc_hash::{FxHashMap, FxHashSet};

/// Probability that a call of a member means a given one of those that override it.
pub(crate) const DISPATCH: f32 = 0.8;

/// One symbol that a change may reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impacted {
    /// The symbol.
    pub symbol: SymbolId,
    /// The symbol it depends on directly.
    pub via: SymbolId,
    /// The one before it on the way: what it depends on directly, or at the first step the changed
    /// symbol that this is or is a part of.
    pub parent: SymbolId,
    /// References between it and the changed symbol.
    pub depth: u32,
    /// The edge it was reached by; its line is the evidence.
    pub edge: Edge,
    /// Product of the confidences on the way.
    pub confidence: f32,
}

/// Options of a walk.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// References to follow in a row.
    pub depth: u32,
    /// Only edges of this kind.
    pub kind: Option<EdgeKind>,
    /// Paths with a lower confidence are not followed.
    pub least_confidence: f32,
}

impl Default for Options {
    fn default() -> Options {
        Options { depth: 3, kind: None, least_confidence: 0.1 }
    }
}

/// Everything that depends on `changed`, by depth, then confidence, then place.
///
/// A changed type also changes its members; a changed member may be called
/// through the member it overrides.
pub fn impact(graph: &Graph<'_>, changed: &[SymbolId], options: &Options) -> Vec<Impacted> {
    let start = all_with_members(graph, changed);
    let mut level: Vec<(SymbolId, Option<SymbolId>, f32)> =
        start.iter().map(|(symbol, _)| (*symbol, None, 1.0)).collect();
    let start: FxHashMap<SymbolId, SymbolId> = start.into_iter().collect();
    let mut walk = Walk {
        graph,
        options,
        start,
        reached: FxHashMap::default(),
        called: FxHashMap::default(),
        expanded: FxHashMap::default(),
        receivers: Receivers::new(graph),
    };
    for depth in 1..=options.depth {
        // Each symbol is reached once, whatever the depth.
        if level.is_empty() {
            break;
        }
        let mut next: Vec<(SymbolId, Option<SymbolId>, f32)> = Vec::new();
        for (symbol, on, confidence) in level {
            walk.step((symbol, on), confidence, depth, &mut next);
        }
        next.sort_unstable_by_key(|(symbol, on, _)| (*symbol, *on));
        level = next;
    }
    let mut all: Vec<Impacted> = walk.reached.into_values().collect();
    all.sort_by(|a, b| {
        a.depth.cmp(&b.depth).then(b.confidence.total_cmp(&a.confidence)).then(a.symbol.cmp(&b.symbol))
    });
    all
}

/// A walk upstream.
struct Walk<'w, 'a> {
    graph: &'w Graph<'a>,
    options: &'w Options,
    /// The changed symbols, each with the symbol it is part of.
    start: FxHashMap<SymbolId, SymbolId>,
    reached: FxHashMap<SymbolId, Impacted>,
    /// Members whose callers were reached through what overrides them for a type, and the
    /// confidence of the surest way.
    called: FxHashMap<SymbolId, Vec<(Option<SymbolId>, f32)>>,
    /// The types of objects for which the callers of a symbol were followed; `None` for all objects.
    expanded: FxHashMap<SymbolId, Vec<Option<SymbolId>>>,
    receivers: Receivers<'w, 'a>,
}

/// Types of objects for which one symbol is followed; beyond them it is followed for all objects.
const TYPES: usize = 8;

impl Walk<'_, '_> {
    /// Follows the edges to a symbol, and the calls to what it overrides. `on` is the type of the objects
    /// on which the symbol reaches what was changed, where it only does so for objects of one type.
    fn step(
        &mut self,
        (symbol, on): (SymbolId, Option<SymbolId>),
        confidence: f32,
        depth: u32,
        next: &mut Vec<(SymbolId, Option<SymbolId>, f32)>,
    ) {
        let graph = self.graph;
        for edge in graph.incoming(symbol).filter(|edge| edge.kind() != EdgeKind::Mentions) {
            if on.is_none_or(|on| self.receivers.may_receive(edge, on)) {
                self.follow((symbol, on), edge, confidence, depth, next);
            }
        }
        let own = on.or_else(|| graph.container(symbol));
        for over in graph.outgoing(symbol).iter().filter(|edge| edge.kind() == EdgeKind::Overrides) {
            // The caller may mean another of the members that override the same one.
            let confidence = confidence * over.confidence() * DISPATCH;
            // A thousand methods may override one that is called a thousand times: once its
            // callers are reached, a path with no higher confidence adds nothing.
            let called = self.called.entry(over.to).or_default();
            let own =
                own.filter(|own| called.len() < TYPES || called.iter().any(|(of, _)| *of == Some(*own)));
            let covers = |of: Option<SymbolId>| of.is_none() || of == own;
            if called.iter().any(|(of, surest)| covers(*of) && *surest >= confidence) {
                continue;
            }
            called.retain(|(of, _)| *of != own);
            called.push((own, confidence));
            for edge in graph.incoming(over.to).filter(|edge| edge.kind() == EdgeKind::Call) {
                if own.is_none_or(|own| self.receivers.may_receive(edge, own)) {
                    self.follow((symbol, own), &edge.through(over), confidence, depth, next);
                }
            }
        }
    }

    fn follow(
        &mut self,
        (via, on): (SymbolId, Option<SymbolId>),
        edge: &Edge,
        confidence: f32,
        depth: u32,
        next: &mut Vec<(SymbolId, Option<SymbolId>, f32)>,
    ) {
        let fits = self.options.kind.is_none_or(|kind| edge.kind() == kind);
        let sure = confidence * edge.confidence();
        if !fits || sure < self.options.least_confidence || self.start.contains_key(&edge.from) {
            return;
        }
        let parent = self.start.get(&via).copied().unwrap_or(via);
        let found = Impacted { symbol: edge.from, via, parent, depth, edge: *edge, confidence: sure };
        match self.reached.get_mut(&edge.from) {
            Some(known) if known.depth < depth || !is_stronger(&found, known) => {}
            Some(known) => *known = found,
            None => {
                self.reached.insert(edge.from, found);
            }
        }
        // A member of a base class that calls one of the object itself reaches it for these objects alone.
        let on = on.filter(|on| self.receivers.inherits(*on, edge.from));
        let expanded = self.expanded.entry(edge.from).or_default();
        let on = on.filter(|_| expanded.len() < TYPES);
        if !expanded.contains(&on) && !expanded.contains(&None) {
            expanded.push(on);
            next.push((edge.from, on, sure));
        }
    }
}

/// The path with the higher confidence wins; of two equal ones, the path through inheritance, since a
/// reference to a base class also reads it.
fn is_stronger(found: &Impacted, known: &Impacted) -> bool {
    let inherits = |one: &Impacted| {
        matches!(
            one.edge.kind(),
            EdgeKind::Extends | EdgeKind::Implements | EdgeKind::Mixes | EdgeKind::Overrides
        )
    };
    match found.confidence.total_cmp(&known.confidence) {
        std::cmp::Ordering::Equal => inherits(found) && !inherits(known),
        order => order.is_gt(),
    }
}

/// Symbols with everything inside them, each once, and the one of them that each is or is inside of.
fn all_with_members(graph: &Graph<'_>, symbols: &[SymbolId]) -> Vec<(SymbolId, SymbolId)> {
    let mut files: FxHashMap<FileId, Nesting> = FxHashMap::default();
    let mut seen: FxHashSet<SymbolId> = FxHashSet::default();
    let mut all = Vec::new();
    for &symbol in symbols {
        let mut parts = vec![symbol];
        let kind = graph.kind(symbol);
        if kind == Kind::File || kind.is_type() || kind == Kind::Module {
            let file = graph.file_of(symbol);
            let nesting = files.entry(file).or_insert_with(|| Nesting::new(graph, file));
            let mut next = 0;
            // Only a cycle in a damaged file can give more parts than the file has.
            while next < parts.len() && parts.len() <= nesting.inner.len() {
                parts.extend(nesting.inside(parts[next]));
                next += 1;
            }
        }
        all.extend(parts.into_iter().filter(|part| seen.insert(*part)).map(|part| (part, symbol)));
    }
    all
}

/// What is written directly inside each definition of a file.
struct Nesting {
    /// The symbol of the file.
    base: SymbolId,
    /// Where each definition's list starts, and the end of the last one.
    starts: Vec<usize>,
    inner: Vec<SymbolId>,
}

impl Nesting {
    fn new(graph: &Graph<'_>, file: FileId) -> Nesting {
        let definitions = graph.files().get(file.index()).map_or(&[][..], |file| file.facts.definitions);
        let base = graph.file_symbol(file);
        let mut pairs: Vec<(u32, SymbolId)> = definitions
            .iter()
            .zip(base.following())
            .map(|(definition, symbol)| (definition.parent, symbol))
            .collect();
        pairs.sort_by_key(|(parent, _)| *parent);
        let count = definitions.len() as u32;
        let starts = (0..=count).map(|parent| pairs.partition_point(|(of, _)| *of < parent)).collect();
        Nesting { base, starts, inner: pairs.into_iter().map(|(_, symbol)| symbol).collect() }
    }

    fn inside(&self, symbol: SymbolId) -> impl Iterator<Item = SymbolId> + '_ {
        let local = symbol.local(self.base) as usize;
        let range = self.starts.get(local).zip(self.starts.get(local.saturating_add(1)));
        range.and_then(|(start, end)| self.inner.get(*start..*end)).unwrap_or(&[]).iter().copied()
    }
}
