//! Fathom's claims against the oracle's edges.

use super::cause::{MissCause, WrongCause};
use super::counts::Counts;
use super::oracle::{Call, CallTarget, Callee, Oracle};
use super::places::{CalleeMap, caller, caller_of};
use super::{Example, oracle};
use fathom_graph::{Edge, EdgeKind, Graph, Outcome, ReferenceOutcome, Resolution, SymbolId};
use fathom_syntax::{Kind, Reference, ReferenceKind};
use std::collections::{BTreeMap, BTreeSet};

const UNKNOWN_CALLEE: &str = "the oracle has no function or class there";

/// The caller in Fathom's numbers, the callee in the oracle's.
type Pair = (SymbolId, Callee);

/// The result of a comparison.
#[derive(Default)]
pub(super) struct ComparisonResult {
    /// Counts by the caller's language.
    pub(super) counts: BTreeMap<String, Counts>,
    /// Some claims that are wrong.
    pub(super) wrong: Vec<Example>,
    /// Some edges that are missed.
    pub(super) missed: Vec<Example>,
}

/// Compares Fathom's edges, or those of another system, with the oracle's; at most `examples` of
/// each sort are kept, spread over all causes.
pub(super) fn compare(
    graph: &Graph<'_>,
    claimed: &[Edge],
    oracle: &Oracle,
    examples: usize,
) -> ComparisonResult {
    let comparison = Comparison {
        graph,
        claimed,
        oracle,
        places: CalleeMap::new(graph, oracle),
        outcomes: fathom_graph::outcomes(graph.files()),
    };
    comparison.run(examples)
}

struct Comparison<'c, 'a> {
    graph: &'c Graph<'a>,
    claimed: &'c [Edge],
    oracle: &'c Oracle,
    places: CalleeMap,
    outcomes: Vec<Vec<ReferenceOutcome>>,
}

impl Comparison<'_, '_> {
    fn run(&self, examples: usize) -> ComparisonResult {
        let mut compared = ComparisonResult::default();
        let (truth, unread) = self.truth();
        let callers: BTreeSet<SymbolId> = truth.keys().map(|(caller, _)| *caller).collect();
        let mut claims: BTreeMap<Pair, Edge> = BTreeMap::new();
        let mut offers: BTreeSet<Pair> = BTreeSet::new();
        // Claims of callees that the oracle does not have, by Fathom's numbers.
        let mut strangers: BTreeMap<(SymbolId, SymbolId), Edge> = BTreeMap::new();
        for edge in self.claimed.iter().filter(|edge| self.is_call(edge)) {
            match self.pair(edge, &callers) {
                Err(reason) if self.is_contradicted(reason, edge) => {
                    strangers.insert((caller_of(self.graph, edge.from), edge.to), *edge);
                }
                Err(reason) => {
                    *self.counts(&mut compared, edge.from).left_out.entry(reason).or_default() += 1;
                }
                Ok(pair) if edge.resolution() == Resolution::Ambiguous => {
                    offers.insert(pair);
                }
                Ok(pair) => {
                    let surest = claims.entry(pair).or_insert(*edge);
                    if edge.resolution() < surest.resolution() {
                        *surest = *edge;
                    }
                }
            }
        }
        let mut wrong = Vec::new();
        let known = claims.iter().map(|(pair, edge)| (Some(*pair), edge));
        for (pair, edge) in known.chain(strangers.values().map(|edge| (None, edge))) {
            let right = pair.is_some_and(|pair| truth.contains_key(&pair));
            let counts = self.counts(&mut compared, edge.from);
            if right {
                counts.true_positives += 1;
                counts.by_resolution.entry(edge.resolution().word()).or_default().right += 1;
                continue;
            }
            let (cause, example) = self.wrong(pair, edge);
            if cause == WrongCause::OracleMisnamed {
                *counts.left_out.entry(cause.words()).or_default() += 1;
                continue;
            }
            let claims = counts.by_resolution.entry(edge.resolution().word()).or_default();
            claims.wrong += 1;
            claims.unresolved += usize::from(cause == WrongCause::OracleUnresolved);
            counts.false_positives += 1;
            *counts.wrong_causes.entry(cause).or_default() += 1;
            counts.contradicted += usize::from(cause != WrongCause::OracleUnresolved);
            wrong.push(example);
        }
        for pair in offers.iter().filter(|pair| !claims.contains_key(pair)) {
            let ambiguous = &mut self.counts(&mut compared, pair.0).ambiguous;
            if truth.contains_key(pair) { ambiguous.right += 1 } else { ambiguous.wrong += 1 }
        }
        let mut missed = Vec::new();
        for (pair, calls) in truth.iter().filter(|(pair, _)| !claims.contains_key(pair)) {
            let (cause, example) = self.missed(*pair, calls[0]);
            let counts = self.counts(&mut compared, pair.0);
            counts.misses += 1;
            *counts.miss_causes.entry(cause).or_default() += 1;
            missed.push(example);
        }
        for (path, edges) in unread {
            let language = language_of(&path);
            let counts = compared.counts.entry(language).or_default();
            counts.misses += edges;
            *counts.miss_causes.entry(MissCause::NoFile).or_default() += edges;
        }
        compared.wrong = spread(wrong, examples);
        compared.missed = spread(missed, examples);
        compared
    }

    fn counts<'o>(&self, compared: &'o mut ComparisonResult, from: SymbolId) -> &'o mut Counts {
        compared.counts.entry(self.graph.language(from).name.to_owned()).or_default()
    }

    /// The oracle's edges with their calls, and how many edges start in each
    /// file that Fathom does not have.
    fn truth(&self) -> (BTreeMap<Pair, Vec<&Call>>, BTreeMap<String, usize>) {
        let mut truth: BTreeMap<Pair, Vec<&Call>> = BTreeMap::new();
        let mut unread: BTreeMap<&str, BTreeSet<Callee>> = BTreeMap::new();
        for call in &self.oracle.calls {
            match self.graph.file_at(&call.path) {
                Some(file) => {
                    let from = caller(self.graph, file, call.offset);
                    truth.entry((from, call.callee)).or_default().push(call);
                }
                None => {
                    unread.entry(&call.path).or_default().insert(call.callee);
                }
            }
        }
        (truth, unread.into_iter().map(|(path, callees)| (path.to_owned(), callees.len())).collect())
    }

    /// Calls, instantiations and decorators that are called.
    fn is_call(&self, edge: &Edge) -> bool {
        match edge.kind() {
            EdgeKind::Call | EdgeKind::New => !self.is_literal(edge),
            // Annotations of other languages call nothing.
            EdgeKind::Decorate
                if !matches!(
                    self.graph.language(edge.from).name,
                    "python" | "javascript" | "typescript" | "tsx"
                ) =>
            {
                false
            }
            EdgeKind::Decorate => {
                let source = self.oracle.documents.get(self.graph.path(edge.from));
                let name = self.graph.name(edge.to);
                let code = source.map_or("", |source| source.line(edge.line));
                code.match_indices(name).any(|(at, _)| code[at + name.len()..].trim_start().starts_with('('))
            }
            _ => false,
        }
    }

    /// Whether an edge makes a value without calling a function: literals and conversions in
    /// languages without constructors, variants of enums.
    fn is_literal(&self, edge: &Edge) -> bool {
        matches!(self.graph.language(edge.from).name, "rust" | "go" | "c")
            && (self.graph.kind(edge.to).is_type() || self.graph.kind(edge.to) == Kind::Variant)
    }

    fn pair(&self, edge: &Edge, callers: &BTreeSet<SymbolId>) -> Result<Pair, &'static str> {
        if !self.oracle.documents.contains_key(self.graph.path(edge.from)) {
            return Err("the caller's file is not in the oracle's index");
        }
        if !self.oracle.documents.contains_key(self.graph.path(edge.to)) {
            return Err("the callee's file is not in the oracle's index");
        }
        let caller = caller_of(self.graph, edge.from);
        if self.is_undefined(caller) && !callers.contains(&caller) {
            return Err("the oracle did not compile the caller");
        }
        let callee = self.places.callee(self.graph, edge.to).or_else(|| self.alternative(edge));
        Ok((caller, callee.ok_or(UNKNOWN_CALLEE)?))
    }

    /// The callee that the oracle has for a call, if it is another definition of the same name in
    /// the same type or module: of two definitions under `#if`, `cfg` or `if sys.version_info`, a
    /// compiler sees one.
    fn alternative(&self, edge: &Edge) -> Option<Callee> {
        if !matches!(self.graph.language(edge.to).name, "c" | "cpp" | "rust" | "python") {
            return None;
        }
        let path = self.graph.path(edge.from);
        let container = |symbol: SymbolId| self.graph.container(symbol).map(|at| self.graph.name(at));
        let is_same = |callee: Callee| {
            self.places.symbols_of(callee).any(|symbol| {
                self.graph.name(symbol) == self.graph.name(edge.to) && container(symbol) == container(edge.to)
            })
        };
        self.references(edge).into_iter().find_map(|(line, name)| {
            let targets = self.oracle.targets.get(&(path.to_owned(), line, name))?;
            targets.iter().find_map(|target| match target {
                CallTarget::Inside(callee) if is_same(*callee) => Some(*callee),
                _ => None,
            })
        })
    }

    /// Whether the oracle has no definition of a function: it is in code that its compiler left out,
    /// under another `#ifdef` or `cfg`, or comes from the expansion of a macro.
    fn is_undefined(&self, caller: SymbolId) -> bool {
        matches!(self.graph.language(caller).name, "c" | "cpp" | "rust")
            && self.graph.kind(caller).is_callable()
            && self.places.callee(self.graph, caller).is_none()
    }

    /// Whether an edge to a callee that is not in the oracle is wrong all the same, because the
    /// oracle has another target for the call.
    fn is_contradicted(&self, reason: &str, edge: &Edge) -> bool {
        reason == UNKNOWN_CALLEE
            && edge.resolution() != Resolution::Ambiguous
            && matches!(self.wrong(None, edge).0, WrongCause::Outside | WrongCause::OtherTarget)
    }

    fn wrong(&self, pair: Option<Pair>, edge: &Edge) -> (WrongCause, Example) {
        let path = self.graph.path(edge.from);
        let calls = self.references(edge);
        let mut is_unresolved = true;
        let mut found: Option<(WrongCause, u32, String)> = None;
        for (line, name) in calls {
            let Some(targets) = self.oracle.targets.get(&(path.to_owned(), line, name)) else { continue };
            is_unresolved = false;
            for one in targets {
                let (cause, words) = match one {
                    CallTarget::Inside(callee) if pair.is_some_and(|pair| pair.1 == *callee) => {
                        (WrongCause::OtherCaller, self.symbol(*callee))
                    }
                    CallTarget::Inside(callee) => (WrongCause::OtherTarget, self.symbol(*callee)),
                    CallTarget::Value(symbol) => (WrongCause::Value, symbol.clone()),
                    CallTarget::Outside(symbol) => (WrongCause::Outside, symbol.clone()),
                    CallTarget::Misnamed(symbol) => (WrongCause::OracleMisnamed, symbol.clone()),
                };
                found.get_or_insert((cause, line, words));
            }
        }
        let nothing = (WrongCause::OracleUnresolved, edge.line, "nothing".to_owned());
        let (cause, line, words) = found.filter(|_| !is_unresolved).unwrap_or(nothing);
        let fathom = format!("{} ({})", self.graph.id(edge.to), edge.resolution().word());
        (cause, self.example(cause.words(), path, line, fathom, words))
    }

    /// Lines and names of all references behind an edge.
    fn references(&self, edge: &Edge) -> Vec<(u32, String)> {
        let file = self.graph.file_of(edge.from);
        let facts = self.graph.files()[file.index()].facts;
        let own = edge.from - self.graph.file_symbol(file);
        let pairs = facts.references.iter().zip(&self.outcomes[file.index()]);
        let behind = pairs
            .filter(|(reference, resolved)| reference.from == own && resolved.targets.contains(&edge.to));
        let mut out: Vec<(u32, String)> =
            behind.map(|(reference, _)| (reference.line, facts.text(reference.name).to_owned())).collect();
        if out.is_empty() {
            out.push((edge.line, self.graph.name(edge.to).to_owned()));
        }
        out
    }

    fn missed(&self, pair: Pair, call: &Call) -> (MissCause, Example) {
        let (cause, words) = self.miss_cause(pair, call);
        (cause, self.example(cause.words(), &call.path, call.line, words, self.symbol(call.callee)))
    }

    fn miss_cause(&self, pair: Pair, call: &Call) -> (MissCause, String) {
        if !self.places.is_defined[call.callee] {
            return (MissCause::NoDefinition, "nothing".to_owned());
        }
        let file = self.graph.file_of(pair.0);
        let facts = self.graph.files()[file.index()].facts;
        let on_line: Vec<(&Reference, &ReferenceOutcome)> = facts
            .references
            .iter()
            .zip(&self.outcomes[file.index()])
            .filter(|(reference, _)| reference.line == call.line && facts.text(reference.name) == call.name)
            .collect();
        let is_call =
            |kind| matches!(kind, ReferenceKind::Call | ReferenceKind::New | ReferenceKind::Decorate);
        let called = on_line.iter().find(|(reference, _)| is_call(reference.kind()));
        let Some((reference, resolved)) = called else {
            let cause = if on_line.is_empty() { MissCause::NoReference } else { MissCause::NotACall };
            return (cause, "nothing".to_owned());
        };
        let receiver = facts.text(reference.receiver);
        let right =
            resolved.targets.iter().any(|to| self.places.callee(self.graph, *to) == Some(call.callee));
        let cause = match resolved.outcome {
            Outcome::Resolved if right => MissCause::OtherCaller,
            Outcome::Resolved => MissCause::OtherTarget,
            Outcome::Ambiguous if right => MissCause::AmbiguousWithRight,
            Outcome::Ambiguous => MissCause::AmbiguousWithoutRight,
            Outcome::UnknownReceiver => MissCause::UnknownReceiver,
            Outcome::Missing => MissCause::Missing,
            Outcome::External | Outcome::Uncounted => MissCause::External,
        };
        let targets: Vec<String> = resolved.targets.iter().map(|to| self.graph.id(*to)).collect();
        let words = if targets.is_empty() { "nothing".to_owned() } else { targets.join(", ") };
        (cause, format!("{words} for receiver `{receiver}`"))
    }

    fn symbol(&self, callee: Callee) -> String {
        let oracle::CalleeName { symbol } = &self.oracle.callees[callee];
        symbol.clone()
    }

    fn example(&self, cause: &'static str, path: &str, line: u32, fathom: String, oracle: String) -> Example {
        let code = self.oracle.documents.get(path).map_or("", |source| source.line(line)).to_owned();
        Example { cause, path: path.to_owned(), line, code, fathom, oracle }
    }
}

/// The language of a file that Fathom did not read.
fn language_of(path: &str) -> String {
    match fathom_syntax::detect(path, b"") {
        fathom_syntax::DetectedLanguage::Known(language) => language.name.to_owned(),
        fathom_syntax::DetectedLanguage::Data | fathom_syntax::DetectedLanguage::Other => "other".to_owned(),
    }
}

/// At most `most` examples: round robin over the causes, evenly from each list.
fn spread(examples: Vec<Example>, most: usize) -> Vec<Example> {
    let mut by_cause: BTreeMap<&'static str, Vec<Example>> = BTreeMap::new();
    for example in examples {
        by_cause.entry(example.cause).or_default().push(example);
    }
    let total: usize = by_cause.values().map(Vec::len).sum();
    let mut out = Vec::new();
    for (_, mut list) in by_cause {
        list.sort();
        // Larger causes show more, and each shows at least one.
        let share = (most * list.len()).div_ceil(total.max(1)).min(list.len());
        let step = list.len() / share.max(1);
        out.extend(list.into_iter().step_by(step.max(1)).take(share));
    }
    out
}
