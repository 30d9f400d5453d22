//! Files, ranked by evidence of their own.
//!
//! A file is more than its best symbol: its path and stem, what it defines, how its whole text
//! matches the question, how dense the matches are, and how many of its parts match. These and the
//! order of its symbols are *features*; a small learned model orders the files and gives each a
//! probability. Tests, examples, stubs and files that only re-export are candidates like any other:
//! the model has learned how much less they count.

mod evidence;
mod features;
mod model;
mod neighbourhood;
mod path;
mod reasons;
mod traits;

pub use features::{FILE_FEATURES, file_feature_name};
pub use model::{FILE_KINDS, FileCalibration, FileModel, is_long};
pub(crate) use traits::FileTraits;

use model::file_kinds;

use crate::names::Definitions;
use crate::pool::is_answer;
use crate::ranking::{CandidatePosition, FileFilter};
use crate::search_results::SearchResults;
use crate::task::Task;
use crate::traits::Traits;
use evidence::Evidence;
use fathom_graph::{FileId, Graph, SymbolId};
use fathom_text::Index;
use rustc_hash::FxHashSet;

/// Files taken from the search of whole files.
const BY_TEXT: usize = 120;
/// Files taken from the order of symbols.
const BY_SYMBOLS: usize = 80;
/// Definitions of a name whose files are taken, and users of them.
const BY_NAME: usize = 40;

/// A file with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedFile {
    /// The file.
    pub file: FileId,
    /// Comparable inside one answer only.
    pub score: f32,
    /// The probability that the task needs it.
    pub probability: f32,
    /// The evidence in plain English, strongest first.
    pub reasons: Vec<String>,
}

/// A ranked symbol.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SymbolScore {
    pub(crate) symbol: SymbolId,
    pub(crate) placed: CandidatePosition,
    /// How it matches the task, by [`crate::features::evidence_of`].
    pub(crate) evidence: [f32; SYMBOL_EVIDENCE],
}

/// Kinds of evidence that files take from their symbols.
pub(crate) const SYMBOL_EVIDENCE: usize = 7;

/// The inputs of a ranking of files.
pub(crate) struct Sources<'s> {
    pub(crate) graph: &'s Graph<'s>,
    pub(crate) index: &'s Index<'s>,
    /// What its files are whatever the question.
    pub(crate) traits: &'s Traits,
    pub(crate) task: &'s Task,
    /// The hits for the words of the task.
    pub(crate) results: &'s SearchResults,
    /// The definitions of the task if the task is a name.
    pub(crate) definitions: Option<&'s Definitions>,
    /// The order of symbols; empty if the task is a name.
    pub(crate) symbols: &'s [SymbolScore],
}

/// The candidates of a question with their features.
pub struct FileCandidates {
    /// The files, in the order of their numbers.
    pub files: Vec<FileId>,
    /// How many files the repository has.
    pub all_files: usize,
    /// The features of each.
    pub features: Vec<[f32; FILE_FEATURES]>,
    /// How much the question is of each kind of [`FILE_KINDS`].
    pub kinds: [f32; FILE_KINDS.len()],
}

impl FileCandidates {
    pub(crate) fn find(sources: &Sources<'_>) -> FileCandidates {
        FileCandidates::with_evidence(sources, &Evidence::read(sources))
    }

    fn with_evidence(sources: &Sources<'_>, evidence: &Evidence) -> FileCandidates {
        let files = candidates(sources, evidence);
        FileCandidates {
            features: features::features(sources, evidence, &files),
            files,
            kinds: file_kinds(sources.task, sources.definitions.is_some()),
            all_files: sources.graph.files().len(),
        }
    }

    /// The files that `keeps` is true for, best first.
    fn rank(self, model: &FileModel, keeps: FileFilter<'_>) -> Vec<RankedFile> {
        let mut scored: Vec<(f32, usize)> = self
            .features
            .iter()
            .enumerate()
            .filter(|(at, _)| keeps(self.files[*at]))
            .map(|(at, features)| (model.score(&self.kinds, features), at))
            .collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(self.files[a.1].cmp(&self.files[b.1])));
        let best = scored.first().map_or(0.0, |(score, _)| *score);
        let second = scored.get(1).map_or(best, |(score, _)| *score);
        let all = self.all_files;
        scored
            .into_iter()
            .enumerate()
            .map(|(rank, (score, at))| RankedFile {
                file: self.files[at],
                score: (score - best).exp(),
                probability: model
                    .calibration
                    .probability(&self.kinds, &file_inputs(score, best, second, rank, all)),
                reasons: Vec::new(),
            })
            .collect()
    }
}

/// The files that answer: the first `limit` that `keeps` is true for, with their evidence.
pub(crate) fn ranked_files(
    sources: &Sources<'_>,
    model: &FileModel,
    keeps: FileFilter<'_>,
    limit: usize,
) -> Vec<RankedFile> {
    let evidence = Evidence::read(sources);
    let mut files = FileCandidates::with_evidence(sources, &evidence).rank(model, keeps);
    files.truncate(limit);
    for file in &mut files {
        file.reasons = reasons::of_file(sources, &evidence, file.file);
    }
    files
}

/// Number of inputs of the calibration of files.
pub const FILE_INPUTS: usize = 9;
/// Repositories with more files are calibrated as if they had this many: few with more were measured.
const MOST_FILES: f32 = 1_000.0;
/// The logarithm of a usual number of files: 150.
const USUAL_SIZE: f32 = 5.0;

/// The inputs of the calibration for one file; `rank` from 0, `all` is the number of files of the repository.
///
/// The size is multiplied with the scores as well: the same score and the same distance to the next file
/// mean less among thousands of files than among ten.
pub fn file_inputs(score: f32, best: f32, second: f32, rank: usize, all: usize) -> [f32; FILE_INPUTS] {
    let size = (all as f32).min(MOST_FILES).ln_1p() - USUAL_SIZE;
    let (below, lead) = (best - score, best - second);
    [1.0, score, below, (rank as f32).ln_1p(), lead, size, size * score, size * below, size * lead]
}

/// The files that may answer, in the order of their numbers.
fn candidates(sources: &Sources<'_>, evidence: &Evidence) -> Vec<FileId> {
    let graph = sources.graph;
    let mut files: FxHashSet<FileId> = evidence.best_files(BY_TEXT).collect();
    let mut of_symbols: FxHashSet<FileId> = FxHashSet::default();
    for symbol in sources.symbols {
        of_symbols.insert(graph.file_of(symbol.symbol));
        if of_symbols.len() >= BY_SYMBOLS {
            break;
        }
    }
    files.extend(of_symbols);
    files.extend(evidence.files_with_names());
    if let Some(definitions) = sources.definitions {
        for symbol in definitions.symbols.iter().take(BY_NAME) {
            files.insert(graph.file_of(*symbol));
            let users = graph.incoming(*symbol).filter(|edge| is_answer(graph, edge.from)).take(BY_NAME);
            files.extend(users.map(|edge| graph.file_of(edge.from)));
        }
    }
    let mut files: Vec<FileId> = files.into_iter().collect();
    files.sort_unstable();
    files
}
