//! Which symbols a diff touches.
//!
//! `diffy` parses the diff: it counts the lines of each hunk, reads git's extended headers, quoted
//! paths and binary patches, and works on bytes, so that a removed line `- x;` (shown as `-- x;`) is
//! no header and a Latin-1 file is not an error. This module finds the files and the innermost symbols.

use super::named::from_root;
use crate::{EngineError, View};
use diffy::patch_set::{FileOperation, FilePatch, ParseOptions, PatchSet};
use diffy::{Hunk, Line};
use fathom_graph::{FileId, Graph, SymbolId};
use fathom_history::FileChange;
use fathom_protocol::Change;
use fathom_syntax::{Definition, Kind};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The largest diff that is read, in bytes.
pub const MAX_DIFF_BYTES: u64 = 64 * 1024 * 1024;

/// Larger files of the worktree are not compared with the commit.
const LARGEST_COMPARED: u64 = 500_000;

/// The longest `diff --git` line. Two paths share it without a separator, and finding where the
/// second begins takes time that grows with the square of the length.
const LONGEST_HEADER: usize = 4096;

/// The prefixes that git puts before the paths of both sides, `diff.mnemonicPrefix` included.
const PREFIXES: &[&str] = &["a", "b", "c", "i", "o", "w", "1", "2"];

/// Why a diff cannot be read, with the next step.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum DiffError {
    /// Text without a file header.
    #[error("it names no file; give a unified diff, as `git diff` prints it")]
    NotADiff,
    /// One column per parent of a merge.
    #[error("it is the combined diff of a merge; give a diff to one commit, as `git diff HEAD` prints it")]
    Combined,
    /// Escape sequences around every line.
    #[error("it is coloured; give a plain one, as `git diff --no-color` prints it")]
    Coloured,
    /// A header or hunk that breaks off.
    #[error("its file {file} is not a valid unified diff ({why})")]
    Malformed {
        /// Which file of the diff, from 1.
        file: usize,
        /// The parser's own words.
        why: String,
    },
}

/// The innermost symbols around the lines that a diff changes, sorted; none for an empty diff.
///
/// Lines are those of the new side, because the index shows the files as they are now.
pub(crate) fn touched(graph: &Graph<'_>, diff: &[u8]) -> Result<Vec<SymbolId>, DiffError> {
    let mut found = Vec::new();
    for changed in changed_files(diff)? {
        let Some(file) = changed.paths.iter().find_map(|path| graph.file_at(path)) else { continue };
        found.extend(symbols_at(graph, file, changed.lines));
    }
    Ok(sorted(found))
}

/// The innermost symbols around the lines that changes between two commits touch, sorted. All
/// symbols of a file that was created, or whose lines were not compared, are touched.
pub(crate) fn touched_by(graph: &Graph<'_>, changes: &[FileChange]) -> Vec<SymbolId> {
    let mut found = Vec::new();
    for change in changes {
        let Some(file) = change.path.as_deref().and_then(|path| graph.file_at(path)) else { continue };
        if change.hunks.is_empty() {
            let first = graph.file_symbol(file);
            let all = first.up_to(first + graph.files()[file.index()].facts.definitions.len() as u32);
            found.extend(all.filter(|symbol| graph.kind(*symbol) != Kind::File));
            continue;
        }
        let lines = change.hunks.iter().flat_map(fathom_history::Hunk::place).map(|line| line + 1).collect();
        found.extend(symbols_at(graph, file, lines));
    }
    sorted(found)
}

/// The innermost symbols around lines of a file, which must be in order.
fn symbols_at(graph: &Graph<'_>, file: FileId, lines: Vec<u32>) -> Vec<SymbolId> {
    let definitions = graph.files()[file.index()].facts.definitions;
    let symbols = innermost(definitions, lines).map(|at| graph.file_symbol(file) + at as u32);
    symbols.filter(|symbol| graph.kind(*symbol) != Kind::File).collect()
}

/// Each symbol once, in order.
fn sorted(mut symbols: Vec<SymbolId>) -> Vec<SymbolId> {
    symbols.sort_unstable();
    symbols.dedup();
    symbols
}

/// The symbols that a change touches, sorted, and notes for the reader. A named file is touched as a
/// whole. Ways of giving a change add up.
pub(crate) fn touched_by_change(
    view: &View<'_>,
    change: &Change,
) -> Result<(Vec<SymbolId>, Vec<String>), EngineError> {
    let mut found = Vec::new();
    let mut notes = Vec::new();
    for path in &change.files.0 {
        let path = from_root(view.root(), path);
        match view.graph.file_at(&path) {
            Some(file) => found.push(view.graph.file_symbol(file)),
            None => notes.push(format!("`{path}` is not in the index.")),
        }
    }
    if let Some(diff) = &change.diff {
        let touched = touched(view.graph, &diff.0)
            .map_err(|why| EngineError::Request(format!("cannot read the diff: {why}")))?;
        if touched.is_empty() {
            notes.push(format!("{}.", untouched(&diff.0)));
        }
        found.extend(touched);
    }
    let others = [
        change.since.as_deref().map(|since| touched_since(view, since)).transpose()?,
        change.staged.then(|| touched_by_staged(view)).transpose()?,
    ];
    for (touched, more) in others.into_iter().flatten() {
        found.extend(touched);
        notes.extend(more);
    }
    Ok((sorted(found), notes))
}

/// The symbols that the commits since a branch, a tag or a commit touch, and notes for the reader.
pub(crate) fn touched_since(
    view: &View<'_>,
    since: &str,
) -> Result<(Vec<SymbolId>, Vec<String>), EngineError> {
    let changes = changes_since(view, since)?;
    let touched = touched_by(view.graph, &changes);
    let mut notes = Vec::new();
    if changes.is_empty() {
        notes.push(format!("Nothing was committed since `{since}`."));
    } else if touched.is_empty() {
        notes.push(format!("The commits since `{since}` touch no symbol of the index."));
    }
    if view.state.dirty {
        notes.push("Local changes that are not committed are not counted.".to_owned());
    }
    Ok((touched, notes))
}

/// The changes since the merge base with a branch, a tag or a commit.
pub(crate) fn changes_since(view: &View<'_>, since: &str) -> Result<Vec<FileChange>, EngineError> {
    match fathom_history::changes_since(view.root(), since)? {
        Some(found) => Ok(found.changes),
        None => Err(EngineError::Request(format!(
            "`{since}` is no branch or commit that has a commit in common with this one; give the name of a \
             branch or the whole id of a commit"
        ))),
    }
}

/// The symbols that the staged changes touch, and notes for the reader. A staged file is compared as it
/// is in the worktree, because the index shows that.
pub(crate) fn touched_by_staged(view: &View<'_>) -> Result<(Vec<SymbolId>, Vec<String>), EngineError> {
    let paths = fathom_history::staged(view.root())?;
    let commit = view.state.commit.as_deref().unwrap_or_default();
    let mut found = Vec::new();
    for path in &paths {
        let Some(file) = view.graph.file_at(path) else { continue };
        let Some((before, after)) = uncommitted(view, commit, path) else { continue };
        let patch = diffy::create_patch_bytes(&before, &after);
        let changed = patch.hunks().iter().flat_map(|hunk| lines(hunk, false)).collect();
        found.extend(symbols_at(view.graph, file, changed));
    }
    let notes = match (paths.is_empty(), found.is_empty()) {
        (true, _) => vec!["Nothing is staged.".to_owned()],
        (false, true) => vec!["The staged changes touch no symbol of the index.".to_owned()],
        (false, false) => Vec::new(),
    };
    Ok((sorted(found), notes))
}

/// A file as it is in a commit and in the worktree, if it differs and is not too large to compare.
pub(crate) fn uncommitted(view: &View<'_>, commit: &str, path: &str) -> Option<(Vec<u8>, Vec<u8>)> {
    let place = view.root().join(path);
    if std::fs::metadata(&place).ok()?.len() > LARGEST_COMPARED {
        return None;
    }
    let after = std::fs::read(place).ok()?;
    let before = fathom_history::file_at(view.root(), commit, path).ok().flatten().unwrap_or_default();
    (before != after).then_some((before, after))
}

/// The possible paths of each file of a diff in the repository, most likely first.
pub(crate) fn changed_paths(diff: &[u8]) -> Result<Vec<Vec<String>>, DiffError> {
    Ok(changed_files(diff)?.into_iter().map(|file| file.paths).collect())
}

/// Why a diff that can be read touches nothing, as the beginning of a sentence.
pub(crate) fn untouched(diff: &[u8]) -> &'static str {
    if is_empty(&normalised(diff)) { "The diff is empty" } else { "The diff touches no symbol of the index" }
}

fn is_empty(diff: &[u8]) -> bool {
    diff.trim_ascii().is_empty()
}

/// One file of a diff.
#[derive(Debug, PartialEq, Eq)]
struct ChangedFile {
    /// Its possible paths in the repository, most likely first.
    paths: Vec<String>,
    /// The lines that were added, and those before which some were removed; in order.
    lines: Vec<u32>,
}

fn changed_files(diff: &[u8]) -> Result<Vec<ChangedFile>, DiffError> {
    let diff = normalised(diff);
    if is_empty(&diff) {
        return Ok(Vec::new());
    }
    // Lines of a hunk begin with a space, `+`, `-` or `\`: these are headers at any position.
    let lines = || diff.split(|byte| *byte == b'\n');
    if lines().any(|line| line.starts_with(b"diff --cc ") || line.starts_with(b"diff --combined ")) {
        return Err(DiffError::Combined);
    }
    let is_git = |line: &[u8]| line.starts_with(b"diff --git ");
    if let Some(at) = lines().filter(|line| is_git(line)).position(|line| line.len() > LONGEST_HEADER) {
        return Err(DiffError::Malformed { file: at + 1, why: "its header line is too long".to_owned() });
    }
    let options = if lines().any(is_git) { ParseOptions::gitdiff() } else { ParseOptions::unidiff() };
    let mut files = Vec::new();
    for patch in PatchSet::parse_bytes(&diff, options) {
        match patch {
            Ok(patch) => files.push(changed_file(&patch)),
            // The parser calls text without any file an error of its own.
            Err(_) if files.is_empty() && !lines().any(is_header) => {
                let coloured = diff.contains(&b'\x1b');
                return Err(if coloured { DiffError::Coloured } else { DiffError::NotADiff });
            }
            Err(error) => {
                return Err(DiffError::Malformed { file: files.len() + 1, why: error.to_string() });
            }
        }
    }
    Ok(files)
}

fn is_header(line: &[u8]) -> bool {
    [&b"diff --git "[..], b"--- ", b"+++ "].iter().any(|start| line.starts_with(start))
}

/// Windows shells re-encode what they pipe: as UTF-16, or with CRLF after headers too. In a diff of
/// CRLF files only the lines of the hunks end in CRLF, and stay as they are.
fn normalised(diff: &[u8]) -> Cow<'_, [u8]> {
    let diff = match diff {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => {
            Cow::Owned(fathom_source::text(diff).0.into_owned().into_bytes())
        }
        _ => Cow::Borrowed(diff.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(diff)),
    };
    let first = diff.split(|byte| *byte == b'\n').next().unwrap_or_default();
    if !first.ends_with(b"\r") {
        return diff;
    }
    let mut plain = Vec::with_capacity(diff.len());
    for line in diff.split_inclusive(|byte| *byte == b'\n') {
        match line.strip_suffix(b"\r\n") {
            Some(text) => plain.extend([text, b"\n"].concat()),
            None => plain.extend(line),
        }
    }
    Cow::Owned(plain)
}

fn changed_file(patch: &FilePatch<'_, [u8]>) -> ChangedFile {
    // The old path serves where the index does not have the change yet.
    let paths: Vec<&[u8]> = match patch.operation() {
        FileOperation::Delete(path) | FileOperation::Create(path) => vec![path],
        FileOperation::Modify { original, modified } => vec![modified, original],
        FileOperation::Rename { from, to } | FileOperation::Copy { from, to } => vec![to, from],
    };
    let is_prefixed = !matches!(patch.operation(), FileOperation::Rename { .. } | FileOperation::Copy { .. });
    let mut likely = Vec::new();
    for path in paths.into_iter().filter_map(|path| std::str::from_utf8(path).ok()) {
        let inner = path.split_once('/').filter(|(prefix, _)| is_prefixed && PREFIXES.contains(prefix));
        likely.extend(inner.map(|(_, inner)| inner.to_owned()));
        likely.push(path.to_owned());
    }
    let removed = patch.operation().is_delete();
    let hunks = patch.patch().as_text().map(diffy::Patch::hunks).unwrap_or_default();
    ChangedFile { paths: likely, lines: hunks.iter().flat_map(|hunk| lines(hunk, removed)).collect() }
}

/// The changed lines of a hunk; those of the old side where the file is removed.
fn lines(hunk: &Hunk<'_, [u8]>, removed: bool) -> Vec<u32> {
    let mut line = if removed { hunk.old_range().start() } else { hunk.new_range().start() };
    let mut changed = Vec::new();
    for one in hunk.lines() {
        let is_change = !matches!(one, Line::Context(_));
        if let Some(number) = u32::try_from(line).ok().filter(|_| is_change) {
            changed.push(number);
        }
        if matches!(one, Line::Delete(_)) == removed || !is_change {
            line += 1;
        }
    }
    changed
}

/// The innermost definition around each line, as [`Graph::innermost`] finds it, for many lines of a
/// file at once: one sweep over both, so that a rewritten file of many definitions takes no
/// quadratic time. `lines` must be in order.
fn innermost(definitions: &[Definition], lines: Vec<u32>) -> impl Iterator<Item = usize> {
    let mut starts: Vec<usize> = (0..definitions.len()).collect();
    starts.sort_by_key(|at| definitions[*at].line);
    let mut starts = starts.into_iter().peekable();
    let mut open: BinaryHeap<Reverse<(u32, Reverse<usize>)>> = BinaryHeap::new();
    lines.into_iter().filter_map(move |line| {
        while let Some(at) = starts.next_if(|at| definitions[*at].line <= line) {
            let length = definitions[at].end_line.saturating_sub(definitions[at].line);
            open.push(Reverse((length, Reverse(at))));
        }
        // An ended entry is removed once it comes first: only the first is read.
        while let Some(Reverse((_, Reverse(at)))) = open.peek() {
            if definitions[*at].end_line >= line {
                return Some(*at);
            }
            open.pop();
        }
        None
    })
}

#[cfg(test)]
mod tests;
