//! A choice of past commits.

use fathom_experts::evaluate::WARM_UP;
use fathom_experts::past::Past;
use fathom_experts::replay::Replay;
use serde::{Deserialize, Serialize};

/// Which commits, oldest excluded first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// Most commits; the newest ones.
    pub commits: Option<usize>,
    /// None before this time, in seconds since 1970.
    pub since: Option<i64>,
    /// None after this time.
    pub until: Option<i64>,
}

impl Window {
    /// Its commits, after those that the gate warms up on; and the number of those.
    pub(crate) fn commits(self, past: &Past<'_>) -> (Vec<usize>, usize) {
        let end = self.until.map_or(past.len(), |until| {
            (0..past.len()).rev().find(|commit| past.time(*commit) <= until).map_or(0, |last| last + 1)
        });
        let all = Replay::commits(past, end, self.commits.unwrap_or(usize::MAX).saturating_add(WARM_UP));
        let is_inside = |commit: &usize| self.since.is_none_or(|since| past.time(*commit) >= since);
        let first = all.iter().position(is_inside).unwrap_or(all.len());
        let most = self.commits.map_or(0, |commits| all.len().saturating_sub(commits));
        let start = first.max(most);
        let warm_up = start.min(WARM_UP);
        (all[start - warm_up..].to_vec(), warm_up)
    }
}
