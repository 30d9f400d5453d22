//! A task in, ranked symbols out, packed into a budget of tokens.
//!
//! *Channels* gather candidates, each for its own reason: the words match, the
//! task names it, prose that matches mentions it, a test that matches calls
//! it, something that matches is next to it in the graph. Their signals and
//! the symbol's own traits become *features*, numbers that mean the same in
//! every repository; a ranker learned from other repositories' changes puts
//! the candidates into order.
//!
//! This crate reads the graph and the text index, never files.

mod advice;
mod at_hand;
mod beside;
mod channels;
pub mod concepts;
mod explain;
mod features;
mod feedback;
mod found;
mod model;
mod pack;
mod past;
mod pool;
mod ranking;
mod reasons;
mod repeats;
mod stages;
mod task;
mod tokens;
mod within;
mod wording;

pub use advice::Advice;
pub use at_hand::AtHand;
pub use explain::{Absence, Explanation, FeaturePart, SignalPart, Standing, explain};
pub use features::{FEATURES, feature_name, is_type, prior_share, signal_features, silence};
pub use feedback::{Judged, Likeness, learned};
pub use found::Found;
pub use model::{BENDS, Calibration, Model, ModelError, Slopes, steps};
pub use pack::{Detail, Item, Limits, Lines, List, Packed, Page, Shown, ShownIn, pack};
pub use past::Past;
pub use pool::{Signal, is_answer};
pub use ranking::{Candidates, Keeps, Placed, Ranked, Ranking, files, place, rank};
pub use reasons::Reason;
pub use stages::{Ordered, Stages, stages};
pub use task::{Frame, LONGEST_PROSE, MOST_MENTIONS, Task};
pub use tokens::count_tokens;
pub use within::rank_within;
