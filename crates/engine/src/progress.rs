//! Progress of long operations.

/// A stage of indexing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Listing files.
    Walk,
    /// Reading and parsing files.
    Parse,
    /// Resolving references and building the text index, side by side.
    Link,
    /// Writing the snapshot.
    Write,
    /// Reading commits from git.
    History,
    /// Learning from past commits.
    Training,
}

impl Phase {
    /// The name in output.
    pub fn words(self) -> &'static str {
        match self {
            Phase::Walk => "listing files",
            Phase::Parse => "reading files",
            Phase::Link => "linking",
            Phase::Write => "writing the index",
            Phase::History => "reading history",
            Phase::Training => "learning from history",
        }
    }
}

/// Receives progress, from several threads.
pub trait Progress: Sync {
    /// A phase starts; `total` is 0 where it is not counted.
    fn start(&self, phase: Phase, total: usize);
    /// One more file is done.
    fn step(&self);
    /// Another process is writing the index; this one waits. Its number, if it is known.
    fn waiting(&self, _process: Option<u32>) {}
    /// A note for the user that is not an error.
    fn note(&self, _message: &str) {}
    /// All is done.
    fn finish(&self) {}
}

/// Discards progress.
pub struct NoProgress;

impl Progress for NoProgress {
    fn start(&self, _: Phase, _: usize) {}
    fn step(&self) {}
}
