//! The commits before one commit, and the weight of each.

use super::{FileId, Past};

/// Commits after which a commit counts half.
pub const HALF_LIFE: f64 = 1_000.0;

/// The commits that lead to one, with their weights. The age of a commit is the number of seen
/// commits that are later.
pub struct Horizon {
    /// By place: `0.5^(age / HALF_LIFE)`, 0 if it is not seen.
    decay: Vec<f64>,
    /// By place: the decay divided by `log2(1 + files)`, 0 if it is not seen.
    value: Vec<f64>,
    /// By place: the number of seen commits that are later.
    age: Vec<u32>,
    seen: usize,
}

impl Horizon {
    /// Of the commits that are seen, or of all.
    pub(super) fn new(past: &Past<'_>, is_seen: Option<&[bool]>) -> Horizon {
        let count = past.len();
        let sees = |commit: usize| is_seen.is_none_or(|seen| seen[commit]);
        let mut horizon =
            Horizon { decay: vec![0.0; count], value: vec![0.0; count], age: vec![u32::MAX; count], seen: 0 };
        for commit in (0..count).rev().filter(|commit| sees(*commit)) {
            let decay = 0.5_f64.powf(horizon.seen as f64 / HALF_LIFE);
            let files = past.files_of(commit).len();
            horizon.age[commit] = horizon.seen as u32;
            horizon.decay[commit] = decay;
            horizon.value[commit] = if files == 0 { 0.0 } else { decay / (1.0 + files as f64).log2() };
            horizon.seen += 1;
        }
        horizon
    }

    /// Number of commits that are seen.
    pub fn len(&self) -> usize {
        self.seen
    }

    /// Whether nothing is seen.
    pub fn is_empty(&self) -> bool {
        self.seen == 0
    }

    /// Whether a commit is seen.
    pub fn sees(&self, commit: u32) -> bool {
        self.age[commit as usize] != u32::MAX
    }

    /// Number of seen commits that are later than a seen one.
    pub fn age(&self, commit: u32) -> u32 {
        self.age[commit as usize]
    }

    /// The weight of a commit by age; 0 if it is not seen.
    pub fn decay(&self, commit: u32) -> f64 {
        self.decay[commit as usize]
    }

    /// The weight of a commit by age and number of files; 0 if it is not seen.
    pub fn value(&self, commit: u32) -> f64 {
        self.value[commit as usize]
    }

    /// Number of seen commits that changed a file.
    pub fn touches(&self, past: &Past<'_>, file: FileId) -> usize {
        past.commits_with_file(file).iter().filter(|commit| self.sees(**commit)).count()
    }
}
