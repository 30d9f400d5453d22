//! Reads files with rules in a worktree.

use std::path::Path;

use fathom_source::read_small;

use crate::special::read_followed;

/// Maximum size of a file with rules, in bytes; larger files have no rules.
const MAX_BYTES: u64 = 4 << 20;

/// The rules in a folder of the worktree. Like git, follows no link.
pub(super) fn in_folder(folder: &Path, name: &str) -> Vec<u8> {
    read_small(folder, name, MAX_BYTES).unwrap_or_default()
}

/// The rules in a file of git or of the user.
pub(super) fn in_file(file: &Path) -> Vec<u8> {
    read_followed(file, MAX_BYTES).ok().flatten().unwrap_or_default()
}
