//! Which files exist, what they are, and which of them changed.
//!
//! Owns the walk over a folder, the ignore rules, the detection of noise (vendored, generated,
//! minified, binary), the safe reading of one file, and the comparison of two walks. It also finds a
//! repository's git directory and the commit that `HEAD` names, because that takes a few small files
//! and no git library.
//!
//! It does not parse code, stores nothing on disk and reads no commits: `syntax`, `store` and
//! `history` do.

mod changes;
mod error;
mod listing;
pub mod noise;
mod read;
mod repository;
mod rules;
mod skipped;
mod small;
mod stamp;
mod stamps;
mod text;
mod tracked;
mod walk;

pub use changes::{Changes, RecordedFile, Status, changes};
pub use error::SourceError;
pub use noise::Noise;
pub use read::{Content, ContentHash, read};
pub use repository::Repository;
pub use skipped::{SkipReason, Skipped};
pub use small::{open_regular, read_small};
pub use stamp::Stamp;
pub use stamps::{PathKind, PathState, Stamps};
pub use text::text;
pub use tracked::TrackedPaths;
pub use walk::{FileEntry, FolderEntry, Walk, WalkOptions, walk, walk_since};
