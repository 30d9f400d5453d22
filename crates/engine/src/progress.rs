//! How long work tells how far it is.

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
    /// What people read.
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

/// Told about progress; called from several threads.
pub trait Progress: Sync {
    /// A phase starts; `total` is 0 where it is not counted.
    fn start(&self, phase: Phase, total: usize);
    /// One more file is done.
    fn step(&self);
    /// Another process is writing the index; this one waits. Its number, if it is known.
    fn waiting(&self, _process: Option<u32>) {}
    /// Something that whoever asked should know, and that is no error.
    fn note(&self, _message: &str) {}
    /// All is done.
    fn finish(&self) {}
}

/// Says nothing.
pub struct NoProgress;

impl Progress for NoProgress {
    fn start(&self, _: Phase, _: usize) {}
    fn step(&self) {}
}
