//! The rank of a symbol, and the signals and features that led to it.
//!
//! Uses the same candidates and model as [`rank`](crate::rank), so an explanation describes the
//! actual ranking. It is separate because an answer must not pay for reasons that nobody requested.

use crate::advice::{self, Advice};
use crate::features::{FEATURES, feature_name};
use crate::model::Model;
use crate::pool::{SIGNALS, Signal, is_answer};
use crate::ranking::Candidates;
use crate::reasons::ReasonFormatter;
use crate::repository::Repository;
use crate::task::Task;
use fathom_graph::{Graph, SymbolId};
use fathom_syntax::{Flags, Kind};
use fathom_text::{SearchOptions, TermContribution};

/// The explanation of one symbol.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The symbol.
    pub symbol: SymbolId,
    /// Number of candidates.
    pub candidates: usize,
    /// Its standing in the ranking, or why it has none.
    pub standing: Result<Standing, Absence>,
    /// The terms of the task that it contains, and in which fields.
    pub terms: Vec<TermContribution>,
}

/// Why a symbol is not among the candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// It is a test; tests are listed separately.
    Test,
    /// Prose, configuration keys and whole files vote for symbols but are not ranked.
    NoCode,
    /// It and its surroundings match too little of the task.
    TooLittle,
}

/// The rank of a candidate, and its causes.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Its rank in the answer, from 1.
    pub rank: usize,
    /// Its rank by the prior alone, from 1.
    pub prior_rank: usize,
    /// Its rank by the model alone, from 1.
    pub model_rank: usize,
    /// The score that the answer is sorted by: both ranks merged.
    pub score: f32,
    /// The model's score.
    pub model_score: f32,
    /// The probability of being needed.
    pub probability: f32,
    /// Whether another symbol with the same id ranks before it, which moves it to the end.
    pub overload: bool,
    /// The symbol of the same name before it, which moves it down.
    pub repeats: Option<SymbolId>,
    /// Number of members of its type before it, which moves it down a little.
    pub crowd: usize,
    /// The advice on it.
    pub advice: Vec<Advice>,
    /// Every signal: those with a value first, then by their effect on the score.
    pub signals: Vec<SignalPart>,
    /// The other features with an effect on the score, largest first.
    pub features: Vec<FeaturePart>,
}

/// The value and effect of one signal.
#[derive(Clone, Debug)]
pub struct SignalPart {
    /// The signal.
    pub signal: Signal,
    /// Its value as a share of the task's best; 0 if it is absent.
    pub share: f32,
    /// Its rank among the candidates, from 1; `None` if it is absent.
    pub rank: Option<usize>,
    /// Its effect on the model's score; an absent signal can have one too.
    pub change: f32,
    /// The reason as a short phrase, if there is one.
    pub reason: Option<String>,
}

/// The effect of one other feature.
#[derive(Clone, Debug)]
pub struct FeaturePart {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: f32,
    /// Its effect on the model's score.
    pub change: f32,
}

/// Explains the best-ranked of some symbols; `None` for an empty list.
pub fn explain(
    repository: Repository<'_>,
    model: &Model,
    task: &Task,
    symbols: &[SymbolId],
) -> Option<Explanation> {
    let Repository { graph, words, past, .. } = repository;
    let candidates = Candidates::find(repository, task);
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
        // Equal scores are sorted by prior.
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
            let is_present = features[at] > 0.0;
            SignalPart {
                signal,
                share: features[at],
                // The feature is the logarithm of the rank.
                rank: is_present.then(|| features[at + 1].exp_m1().round() as usize + 1),
                change: parts[at] + parts[at + 1],
                reason: if is_present { reason(signal) } else { None },
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
    fn present_signals_come_first_and_have_a_rank() {
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
