//! A task in, ranked symbols out, packed into a budget of tokens.
//!
//! *Channels* gather candidates, each for its own reason: the words match, the task names it, prose
//! that matches mentions it, a test that matches calls it, a match is next to it in the graph.
//! Their signals and the symbol's own traits become *features*, numbers that are comparable across
//! repositories. A ranker that is trained on the history of other repositories sorts the
//! candidates.
//!
//! This crate reads the graph and the text index, never files.

mod advice;
mod anchors;
mod channels;
pub mod concepts;
mod explain;
mod features;
mod feedback;
mod files;
mod hints;
mod lookup;
mod model;
mod names;
mod pack;
mod past;
mod phrases;
mod place;
mod pool;
mod ranking;
mod reasons;
mod refinement;
mod repeats;
mod repository;
mod search_results;
mod stages;
mod task;
mod tokens;
mod traits;
mod within;
mod wording;

pub use advice::Advice;
pub use anchors::Anchors;
pub use explain::{Absence, Explanation, FeaturePart, SignalPart, Standing, explain};
pub use features::{FEATURES, ablate, feature_name, is_type, prior_share, signal_features};
pub use feedback::{Likeness, PastVerdict, learned};
pub use files::{
    FILE_FEATURES, FILE_INPUTS, FILE_KINDS, FileCalibration, FileCandidates, FileModel, RankedFile,
    file_feature_name, file_inputs, is_long,
};
pub use hints::{advice_of_hints, unmatched_hints};
pub use model::{BENDS, Calibration, Model, ModelError, Slopes, steps};
pub use names::Definitions;
pub use pack::{ContainedText, Detail, Item, Limits, Lines, List, PackedText, Page, Presentation, pack};
pub use past::Past;
pub use pool::{Signal, is_answer};
pub use ranking::{
    CandidatePosition, Candidates, FileFilter, Ranking, ScoredSymbol, file_candidates, files_of_symbols,
    place, rank,
};
pub use reasons::Reason;
pub use refinement::Refinement;
pub use repository::{Rankers, Repository};
pub use search_results::SearchResults;
pub use stages::{Stages, SymbolRank, stages};
pub use task::{Frame, Kinds, LONGEST_PROSE, MOST_MENTIONS, Task};
pub use tokens::count_tokens;
pub use traits::Traits;
