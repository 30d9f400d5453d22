//! Where a symbol stands in a ranking, and what put it there.
//!
//! Asks the same candidates and the same model as [`rank`](crate::rank), so
//! that what is told is what happened; kept apart because an answer must not
//! pay for reasons nobody asked for.

use crate::advice::{self, Advice};
use crate::features::{FEATURES, feature_name};
use crate::model::Model;
use crate::past::Past;
use crate::pool::{SIGNALS, Signal, is_answer};
use crate::ranking::Candidates;
use crate::reasons::ReasonFormatter;
use crate::task::Task;
use fathom_graph::{Graph, SymbolId};
use fathom_syntax::{Flags, Kind};
use fathom_text::{Index, SearchOptions, TermContribution};

/// All that is known of a symbol in a ranking.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The symbol.
    pub symbol: SymbolId,
    /// How many were compared.
    pub candidates: usize,
    /// Where it stands, or why it does not.
    pub standing: Result<Standing, Absence>,
    /// Which terms of the task it has, and where.
    pub terms: Vec<TermContribution>,
}

/// Why a symbol is not among the candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// Tests are answered as tests.
    Test,
    /// Prose, keys and whole files vote for symbols and are none.
    NoCode,
    /// Too little of the task is in or around it.
    TooLittle,
}

/// Where a candidate stands, and why.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Its place in the answer, from 1.
    pub rank: usize,
    /// Its place by what was believed before the model looked, from 1.
    pub prior_rank: usize,
    /// Its place by the model alone, from 1.
    pub model_rank: usize,
    /// What it is ordered by: the two places joined.
    pub score: f32,
    /// What the model says.
    pub model_score: f32,
    /// The probability of being needed.
    pub probability: f32,
    /// Whether another with the same id comes first, which puts it at the end.
    pub overload: bool,
    /// What has the same name and comes first, which puts it later.
    pub repeats: Option<SymbolId>,
    /// How many members of its type come before it, which puts it a little later.
    pub crowd: usize,
    /// What was advised on it.
    pub advice: Vec<Advice>,
    /// Every signal, those that speak first, by what they changed.
    pub signals: Vec<SignalPart>,
    /// The other features that changed the score, largest change first.
    pub features: Vec<FeaturePart>,
}

/// What one signal says of a symbol.
#[derive(Clone, Debug)]
pub struct SignalPart {
    /// The signal.
    pub signal: Signal,
    /// Its value as a share of the task's best; 0 if it is silent.
    pub share: f32,
    /// Its rank among the candidates, from 1; `None` if it is silent.
    pub rank: Option<usize>,
    /// What it changed in the model's score; silence can change it too.
    pub change: f32,
    /// In a few words, if there are any.
    pub reason: Option<String>,
}

/// What one other feature changed.
#[derive(Clone, Debug)]
pub struct FeaturePart {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: f32,
    /// What it changed in the model's score.
    pub change: f32,
}

/// Explains the best ranked of some symbols; `None` for an empty list.
pub fn explain(
    graph: &Graph<'_>,
    words: &Index<'_>,
    past: Option<&Past<'_>>,
    model: &Model,
    task: &Task,
    symbols: &[SymbolId],
) -> Option<Explanation> {
    let candidates = Candidates::find(graph, words, past, task);
    let placed = candidates.place(graph, model, task);
    let symbol_at = |rank: usize| candidates.pool.rows[placed[rank].candidate].symbol;
    let best = (0..placed.len()).find(|rank| symbols.contains(&symbol_at(*rank)));
    let symbol = best.map(symbol_at).or_else(|| symbols.first().copied())?;
    let standing = best.map(|rank| {
        let here = placed[rank];
        let row = &candidates.pool.rows[here.candidate];
        let features = &candidates.features[here.candidate];
        let parts = model.explain(features);
        let formatter = ReasonFormatter::new(graph, past, task, &candidates);
        let reason = |signal: Signal| formatter.text(signal, row.causes[signal as usize]?);
        // Equal scores stand in the order of what was believed before.
        let before = |at: &&crate::CandidatePosition| {
            at.learned > here.learned
                || at.learned.total_cmp(&here.learned).is_eq() && at.candidate < here.candidate
        };
        let id = graph.shared_id(symbol);
        Standing {
            rank: rank + 1,
            prior_rank: here.candidate + 1,
            model_rank: placed.iter().filter(before).count() + 1,
            score: here.score,
            model_score: here.learned,
            probability: here.probability,
            overload: (0..rank).any(|rank| graph.shared_id(symbol_at(rank)) == id),
            repeats: here.repeats.map(|candidate| candidates.pool.rows[candidate].symbol),
            crowd: here.crowd,
            advice: advice::on(&task.advice, symbol).cloned().collect(),
            signals: signal_parts(features, &parts, reason),
            features: feature_parts(features, &parts),
        }
    });
    let mut terms = words.explain(&candidates.matched.query, &SearchOptions::default(), symbol.number());
    terms.sort_by(|a, b| b.score.total_cmp(&a.score));
    Some(Explanation {
        symbol,
        candidates: placed.len(),
        standing: standing.ok_or_else(|| absence(graph, symbol)),
        terms,
    })
}

fn absence(graph: &Graph<'_>, symbol: SymbolId) -> Absence {
    if is_answer(graph, symbol) {
        Absence::TooLittle
    } else if graph.flags(symbol).has(Flags::TEST) && !matches!(graph.kind(symbol), Kind::Section | Kind::Key)
    {
        Absence::Test
    } else {
        Absence::NoCode
    }
}

fn signal_parts(
    features: &[f32; FEATURES],
    parts: &[f32; FEATURES],
    reason: impl Fn(Signal) -> Option<String>,
) -> Vec<SignalPart> {
    let mut signals: Vec<SignalPart> = Signal::ALL
        .into_iter()
        .map(|signal| {
            let at = 2 * signal as usize;
            let speaks = features[at] > 0.0;
            SignalPart {
                signal,
                share: features[at],
                // The feature is the logarithm of the rank.
                rank: speaks.then(|| features[at + 1].exp_m1().round() as usize + 1),
                change: parts[at] + parts[at + 1],
                reason: if speaks { reason(signal) } else { None },
            }
        })
        .collect();
    signals.sort_by(|a, b| b.rank.is_some().cmp(&a.rank.is_some()).then(b.change.total_cmp(&a.change)));
    signals
}

fn feature_parts(features: &[f32; FEATURES], parts: &[f32; FEATURES]) -> Vec<FeaturePart> {
    let mut others: Vec<FeaturePart> = (2 * SIGNALS..FEATURES)
        .filter(|feature| parts[*feature].abs() > 0.0)
        .map(|feature| FeaturePart {
            name: feature_name(feature),
            value: features[feature],
            change: parts[feature],
        })
        .collect();
    others.sort_by(|a, b| b.change.abs().total_cmp(&a.change.abs()));
    others
}

#[cfg(test)]
mod tests {
    use super::{FEATURES, feature_parts, signal_parts};
    use crate::pool::{SIGNALS, Signal};

    #[test]
    fn signals_that_speak_come_first_and_have_a_rank() {
        let mut features = [0.0; FEATURES];
        let mut parts = [0.0; FEATURES];
        let docs = 2 * Signal::Docs as usize;
        features[docs] = 0.5;
        features[docs + 1] = 6.0_f32.ln_1p();
        parts[docs] = 0.25;
        parts[docs + 1] = 0.5;
        parts[2 * Signal::Words as usize] = 2.0;
        let signals = signal_parts(&features, &parts, |_| Some("why".to_owned()));
        assert_eq!(signals.len(), SIGNALS);
        assert_eq!((signals[0].signal, signals[0].rank), (Signal::Docs, Some(7)));
        assert!((signals[0].change - 0.75).abs() < 1e-6);
        assert_eq!((signals[1].signal, signals[1].rank, &signals[1].reason), (Signal::Words, None, &None));
    }

    #[test]
    fn features_that_change_nothing_are_left_out() {
        let mut parts = [0.0; FEATURES];
        parts[2 * SIGNALS + 1] = -0.5;
        parts[2 * SIGNALS + 4] = 0.25;
        let names: Vec<String> =
            feature_parts(&[0.0; FEATURES], &parts).into_iter().map(|part| part.name).collect();
        assert_eq!(names, ["prior rank", "field path"]);
    }
}
