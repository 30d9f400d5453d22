//! `experts`: training, and how good the experts are on this repository.

use crate::foresight::{Foresight, GATED};
use crate::{EngineError, Phase, Progress, View};
use fathom_experts::ExpertId;
use fathom_experts::evaluate::{Evaluation, evaluate as run_evaluation};
use fathom_experts::gate::COMPONENTS;
use fathom_experts::paths::PathKind;
use fathom_experts::replay::Diffs;
use serde::Serialize;

pub use crate::foresight::Window;
pub use fathom_experts::evaluate::{Calibration, Report, Sample};

/// Predictions below which no verdict on calibration is given.
pub const FEWEST_SAMPLES: usize = 10;

/// The state of an expert.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stats {
    /// The expert.
    pub expert: ExpertId,
    /// The version of its model.
    pub version: String,
    /// The commit whose history it has seen.
    pub git_hash: String,
    /// Commits analysed; merges are not counted.
    pub commits: usize,
    /// Source files of the commit.
    pub source_files: usize,
    /// Test files of the commit.
    pub test_files: usize,
    /// Pairs of a source file and a test file that changed together.
    pub mappings: usize,
    /// Commits that its gate learned from.
    pub adapted_on: usize,
    /// The components of its mixture, with their weights; empty if it has none.
    pub weights: Vec<(String, f64)>,
    /// The size of the cached model in bytes.
    pub model_bytes: usize,
}

/// Reads the history that is not read yet, and learns from it; gives the number of new commits.
pub fn train(view: &View<'_>, progress: &dyn Progress) -> Result<usize, EngineError> {
    Ok(view.foresight_with(progress)?.new_commits)
}

/// Reads new commits and learns ahead what later predictions need, if the experts were ever asked in this
/// repository. For the background: on a large history it takes seconds.
pub fn prepare(view: &View<'_>) -> Result<bool, EngineError> {
    view.prepare_experts()
}

/// The same, with the commits that the gates adapt to instead of the newest ones. The choice holds for
/// later predictions; the empty window takes it back, and lets them learn ahead.
pub fn train_on(view: &View<'_>, window: Window, progress: &dyn Progress) -> Result<usize, EngineError> {
    let commit = view.state.commit.as_deref();
    let foresight = Foresight::load_with(view.workspace(), commit, Some(window), progress)?;
    foresight.prepare(view.workspace(), progress)?;
    Ok(foresight.new_commits)
}

/// The state of the experts for the repository.
pub fn stats(view: &View<'_>, expert: Option<ExpertId>) -> Result<Vec<Stats>, EngineError> {
    let foresight = view.foresight()?;
    let count = |kind| foresight.paths().iter().filter(|info| info.kind == kind).count();
    let mappings = mappings(view)?;
    let of = |expert: ExpertId| {
        let model = foresight.model(expert);
        let state = foresight.gate(expert);
        let is_gated = GATED.contains(&expert);
        let weights = COMPONENTS.iter().zip(&state.weights);
        let weights =
            weights.filter(|_| is_gated).map(|(one, weight)| (format!("{expert}.{}", one.word), *weight));
        Stats {
            expert,
            version: model.version,
            git_hash: model.git_hash,
            commits: model.trained_on_commits,
            source_files: count(PathKind::Source),
            test_files: count(PathKind::Test),
            mappings,
            adapted_on: state.commits,
            weights: weights.collect(),
            model_bytes: view.home().part(crate::foresight::FILE).map_or(0, |bytes| bytes.len()),
        }
    };
    Ok(ExpertId::ALL.into_iter().filter(|one| expert.is_none_or(|expert| expert == *one)).map(of).collect())
}

/// Pairs of a source file and a test file that some commit of at most 30 files changed both.
fn mappings(view: &View<'_>) -> Result<usize, EngineError> {
    let foresight = view.foresight()?;
    let past = foresight.past();
    let mut kinds = vec![None; past.files()];
    for info in foresight.paths() {
        if let Some(file) = past.file(&info.path) {
            kinds[file.index()] = Some(info.kind);
        }
    }
    let mut pairs: Vec<(u32, u32)> = Vec::new();
    for commit in 0..past.len() {
        let files: Vec<usize> = past.files_of(commit).map(fathom_experts::past::FileId::index).collect();
        if files.len() > 30 {
            continue;
        }
        let kinds = &kinds;
        let of = |kind| files.iter().filter(move |file| kinds[**file] == Some(kind));
        for source in of(PathKind::Source) {
            pairs.extend(of(PathKind::Test).map(|test| (*source as u32, *test as u32)));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    Ok(pairs.len())
}

/// Replays past commits: each is predicted from what came before it, and then learned.
pub fn evaluate(
    view: &View<'_>,
    experts: &[ExpertId],
    window: Window,
    with_diffs: bool,
    progress: &dyn Progress,
) -> Result<Vec<Report>, EngineError> {
    let past = view.foresight_with(progress)?.past();
    let (commits, warm_up) = window.commits(past);
    if commits.len() == warm_up {
        return Err(EngineError::Request(
            "no commit can be evaluated: each needs a parent, 1 to 30 changed files and a person as author; widen --commits, --since and --until".into(),
        ));
    }
    progress.start(Phase::Training, commits.len());
    let diffs = if with_diffs { Diffs::Always } else { Diffs::Never };
    let evaluation = Evaluation { experts, commits: &commits, warm_up, diffs, models: None };
    let evaluated = run_evaluation(view.root(), past, &evaluation, &mut |_| progress.step())?;
    progress.finish();
    Ok(evaluated.reports)
}

/// The start of a day such as 2026-01-31, in seconds since 1970.
pub fn day(text: &str) -> Result<i64, EngineError> {
    let date: jiff::civil::Date = text
        .parse()
        .map_err(|_| EngineError::Request(format!("`{text}` is not a date; write it as 2026-01-31")))?;
    let zoned = date.to_zoned(jiff::tz::TimeZone::UTC);
    zoned.map(|zoned| zoned.timestamp().as_second()).map_err(|error| EngineError::Request(error.to_string()))
}

/// The expert that a word names.
pub fn expert(word: &str) -> Result<ExpertId, EngineError> {
    ExpertId::from_word(word).ok_or_else(|| {
        let all: Vec<&str> = ExpertId::ALL.iter().map(|expert| expert.word()).collect();
        EngineError::Request(format!("there is no expert `{word}`; name one of {}", all.join(", ")))
    })
}

/// The experts that can be evaluated.
pub fn evaluated(expert: Option<ExpertId>) -> Result<Vec<ExpertId>, EngineError> {
    match expert {
        None => Ok(GATED.to_vec()),
        Some(expert) if GATED.contains(&expert) => Ok(vec![expert]),
        Some(expert) => Err(EngineError::Request(format!(
            "the expert `{expert}` has no past outcomes in git; evaluate files, tests or next"
        ))),
    }
}
