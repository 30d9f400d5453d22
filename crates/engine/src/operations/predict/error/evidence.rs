//! The evidence in a text for each file: frames, the ranking, literals, calls and past fixes.

use super::frames::{MappedFrame, is_test_file};
use crate::operations::RankingInputs;
use crate::{EngineError, View};
use fathom_experts::error::message;
use fathom_experts::error::model::{Signal, Signals};
use fathom_graph::{EdgeKind, FileId, Graph, SymbolId};
use fathom_protocol::Filter;
use fathom_protocol::predict::error::Fix;
use fathom_text::traces::Trace;
use fathom_text::{Query, SearchOptions, Tokenizer};
use std::collections::BTreeMap;

/// Symbols of the ranking whose files are candidates.
const RANKED: usize = 60;
/// Definitions that the words of a message find, whose files are searched for literals.
const SEARCHED: usize = 40;
/// Literals of one file that are compared with a message.
const LITERALS: usize = 20_000;
/// Frames whose calls are followed.
const CALLERS: usize = 3;
/// Past commits that are read.
const FIXES: usize = 10;
/// Files in a past commit above which it names nothing in particular.
const LARGEST: usize = 30;

/// The evidence for a file.
#[derive(Clone, Debug, Default)]
pub(super) struct FileEvidence {
    pub(super) signals: Signals,
    /// Symbols in it, each with its weight.
    symbols: Vec<(SymbolId, f64)>,
    /// Each with its importance.
    reasons: Vec<(f64, String)>,
}

impl FileEvidence {
    fn add(&mut self, signal: Signal, value: f64, symbol: Option<SymbolId>, importance: f64, reason: String) {
        self.signals.raise(signal, value);
        self.symbols.extend(symbol.map(|symbol| (symbol, importance * value)));
        self.reasons.push((importance * value, reason));
    }

    /// The symbol with the highest weight.
    pub(super) fn symbol(&self) -> Option<SymbolId> {
        let best = self.symbols.iter().max_by(|a, b| a.1.total_cmp(&b.1).then_with(|| b.0.cmp(&a.0)));
        best.map(|(symbol, _)| *symbol)
    }

    /// Why, most important first.
    pub(super) fn reasons(&self, limit: usize) -> Vec<String> {
        let mut reasons = self.reasons.clone();
        reasons.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        reasons.dedup_by(|a, b| a.1 == b.1);
        reasons.into_iter().take(limit).map(|(_, reason)| reason).collect()
    }
}

/// All evidence in a text.
#[derive(Default)]
pub(super) struct Evidence {
    pub(super) files: BTreeMap<FileId, FileEvidence>,
    pub(super) fixes: Vec<Fix>,
    pub(super) notes: Vec<String>,
}

pub(super) fn gather(
    view: &View<'_>,
    text: &str,
    traces: &[Trace],
    frames: &[MappedFrame],
) -> Result<Evidence, EngineError> {
    let mut evidence = Evidence::default();
    evidence.frames(view.graph, traces, frames);
    evidence.ranking(view, text)?;
    evidence.literals(view, traces);
    evidence.calls(view.graph, frames);
    evidence.past_fixes(view, text, traces, frames);
    for (file, one) in &mut evidence.files {
        one.signals.raise(Signal::Test, f64::from(is_test_file(view.graph, *file)));
    }
    Ok(evidence)
}

impl Evidence {
    fn file(&mut self, file: FileId) -> &mut FileEvidence {
        self.files.entry(file).or_default()
    }

    fn frames(&mut self, graph: &Graph<'_>, traces: &[Trace], frames: &[MappedFrame]) {
        let own: Vec<&MappedFrame> = frames.iter().filter(|frame| frame.file.is_some()).collect();
        // A test that fails is seldom what is wrong.
        let code: Vec<&MappedFrame> = own.iter().copied().filter(|frame| !frame.is_test(graph)).collect();
        let code = if code.is_empty() { &own } else { &code };
        let mut order: Vec<FileId> = Vec::new();
        for frame in code {
            order.extend(frame.file.filter(|file| !order.contains(file)));
        }
        for frame in &own {
            let Some(file) = frame.file else { continue };
            let place = order.iter().position(|one| *one == file);
            let value = place.map_or(0.1, |place| 1.0 / (1 + place) as f64);
            let name = frame.symbol.map_or_else(
                || graph.path(graph.file_symbol(file)).to_owned(),
                |symbol| graph.qualified_name(symbol),
            );
            let line =
                if frame.frame.line > 0 { format!(", line {}", frame.frame.line) } else { String::new() };
            let reason = match &frame.renamed_from {
                Some(before) => format!("stack frame {name}{line} (was {before})"),
                None => format!("stack frame {name}{line}"),
            };
            let first = place == Some(0) && !self.files.contains_key(&file);
            let one = self.file(file);
            one.add(Signal::Frame, value, frame.symbol, 3.0, reason);
            if first {
                one.signals.raise(Signal::Innermost, 1.0);
                let is_innermost =
                    traces.get(frame.trace).and_then(|trace| trace.frames.first()) == Some(&frame.frame);
                one.signals.raise(Signal::Raised, f64::from(is_innermost));
            }
        }
        let total = own.len().max(1) as f64;
        for file in order {
            let count = own.iter().filter(|frame| frame.file == Some(file)).count();
            self.file(file).signals.raise(Signal::FrameShare, count as f64 / total);
        }
    }

    fn ranking(&mut self, view: &View<'_>, text: &str) -> Result<(), EngineError> {
        let (ranking, notes) = RankingInputs::default().rank(view, text, &Filter::default(), RANKED)?;
        self.notes.extend(notes);
        let best = ranking.files.first().map_or(1.0, |file| f64::from(file.score).max(f64::MIN_POSITIVE));
        for (place, ranked_file) in ranking.files.iter().enumerate() {
            let file = ranked_file.file;
            let inside = ranking.symbols.iter().find(|ranked| view.graph.file_of(ranked.symbol) == file);
            let reason = match inside.and_then(|ranked| ranked.reasons.first()) {
                Some(reason) => format!("ranked {} for the words: {}", place + 1, reason.text),
                None => format!("ranked {} for the words", place + 1),
            };
            let one = self.file(file);
            one.add(
                Signal::Ranking,
                1.0 / (1 + place) as f64,
                inside.map(|ranked| ranked.symbol),
                1.5,
                reason,
            );
            one.signals.raise(Signal::RankingScore, f64::from(ranked_file.score) / best);
        }
        Ok(())
    }

    /// String literals that give a message.
    fn literals(&mut self, view: &View<'_>, traces: &[Trace]) {
        let graph = view.graph;
        for trace in traces.iter().filter(|trace| !trace.message.is_empty()) {
            let query = Query::parse(&mut Tokenizer::new(), &trace.message);
            let hits =
                view.words.search(&query, &SearchOptions { limit: SEARCHED, ..SearchOptions::default() });
            let mut files: Vec<FileId> =
                hits.iter().map(|hit| graph.file_of(SymbolId::new(hit.symbol))).collect();
            files.extend(self.files.keys());
            files.sort_unstable();
            files.dedup();
            for file in files {
                let facts = &graph.files()[file.index()].facts;
                let shares = facts
                    .literals
                    .iter()
                    .take(LITERALS)
                    .map(|literal| (message::share(facts.text(literal.text), &trace.message), literal));
                let best = shares.filter(|(share, _)| *share > 0.0).max_by(|a, b| a.0.total_cmp(&b.0));
                let Some((share, literal)) = best else { continue };
                let symbol = graph.innermost(file, literal.line);
                let path = graph.files()[file.index()].path;
                let reason = format!("the message is written here ({path}:{})", literal.line);
                self.file(file).add(Signal::Literal, share, symbol, 1.2, reason);
            }
        }
    }

    /// Callees of the innermost own frames: a wrong value may come from there.
    fn calls(&mut self, graph: &Graph<'_>, frames: &[MappedFrame]) {
        let callers = frames.iter().filter(|frame| !frame.is_test(graph)).filter_map(|frame| frame.symbol);
        for (place, caller) in callers.take(CALLERS).enumerate() {
            let name = graph.qualified_name(caller);
            for edge in graph.outgoing(caller) {
                let used =
                    matches!(edge.kind(), EdgeKind::Call | EdgeKind::New | EdgeKind::Type | EdgeKind::Read);
                let file = graph.file_of(edge.to);
                if !used || file == graph.file_of(caller) {
                    continue;
                }
                let value = f64::from(edge.confidence()) / (1 + place) as f64;
                let reason = format!(
                    "{name}, which has a frame, {} {}",
                    edge.kind().word(),
                    graph.qualified_name(edge.to)
                );
                self.file(file).add(Signal::Called, value, Some(edge.to), 0.6, reason);
            }
        }
    }

    /// Commits with messages like this text, and the files that they changed.
    fn past_fixes(&mut self, view: &View<'_>, text: &str, traces: &[Trace], frames: &[MappedFrame]) {
        let Some(past) = view.past() else { return };
        let messages: Vec<&str> = traces
            .iter()
            .flat_map(|trace| [trace.error.as_deref().unwrap_or_default(), trace.message.as_str()])
            .collect();
        let functions: Vec<&str> = frames
            .iter()
            .filter(|frame| frame.file.is_some())
            .filter_map(|frame| frame.frame.function.as_deref())
            .take(CALLERS)
            .collect();
        let title = text.lines().next().unwrap_or_default();
        let (messages, functions) = (messages.join(" "), functions.join(" "));
        let query =
            Query::weighted(&mut Tokenizer::new(), &[(title, 1.0), (&messages, 1.0), (&functions, 0.7)]);
        for (place, share) in past.matching(&query, FIXES) {
            let commit = &past.commits[place];
            let paths: Vec<&str> =
                commit.changes.iter().filter_map(|change| change.path.as_deref()).collect();
            if paths.is_empty() || paths.len() > LARGEST {
                continue;
            }
            let subject = commit.message.lines().next().unwrap_or_default();
            let short = commit.id.get(..7).unwrap_or(&commit.id);
            for file in paths.iter().filter_map(|path| view.graph.file_at(path)) {
                let value = f64::from(share) / (paths.len() as f64).sqrt();
                let reason = format!("changed by {short} “{subject}”");
                self.file(file).add(Signal::Fixes, value, None, 0.5, reason);
            }
            self.fixes.push(Fix {
                commit: commit.id.clone(),
                subject: subject.to_owned(),
                files: paths.into_iter().map(str::to_owned).collect(),
            });
        }
    }
}
