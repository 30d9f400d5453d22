//! The floor: reading and parsing, and nothing else.

use anyhow::Result;
use fathom_source::{Content, FileEntry, WalkOptions, noise, read, walk};
use fathom_syntax::{DetectedLanguage, detect, parse_only, readable};
use rayon::prelude::*;
use std::path::Path;

/// The files an index would look at.
pub(super) fn files(root: &Path) -> Result<Vec<FileEntry>> {
    let found = walk(root, &WalkOptions::default())?.files.into_iter();
    Ok(found.filter(|file| !matches!(detect(&file.path, b""), DetectedLanguage::Data)).collect())
}

/// Walks, reads and parses on all threads, as an index does, and keeps
/// nothing; returns the number of syntax nodes.
pub fn floor(root: &Path) -> Result<usize> {
    Ok(files(root)?.par_iter().map(|file| nodes(root, file)).sum())
}

/// The content of a file that an index includes; minified files, for example, are left out.
pub(super) fn kept(root: &Path, file: &FileEntry) -> Option<Content> {
    let options = WalkOptions::default();
    let content = read(root, file, options.max_file_bytes).ok()?;
    let noise = noise::by_content(&file.path, &content.bytes);
    noise.is_none_or(|noise| options.keeps(noise)).then_some(content)
}

fn nodes(root: &Path, file: &FileEntry) -> usize {
    let Some(content) = kept(root, file) else { return 0 };
    let text = fathom_source::text(&content.bytes).0;
    readable(&file.path, &text).map_or(0, |language| parse_only(language, &text))
}
