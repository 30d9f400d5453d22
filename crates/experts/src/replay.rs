//! Past commits as questions: what an expert would have been asked before a commit, and what the
//! commit then changed.
//!
//! Nothing of the commit or of what is not reachable from its parent is used: the horizon is that of
//! the parent, candidates and their content are the parent's tree.

use crate::ExpertId;
use crate::baseline;
use crate::content::PastContent;
use crate::past::{Past, task_words, without_trailers};
use crate::paths::{PathBook, PathInfo, PathKind};
use crate::scene::{Candidate, Scene};
use crate::signals::files::file_signals;
use crate::signals::pairs::pair_signals;
use crate::signals::{FeatureRow, Features, Group};
use fathom_history::{HistoryError, PastFiles, TreeFile};
use fathom_text::{Term, Tokenizer};
use rustc_hash::FxHashSet;
use std::path::Path;
use std::sync::Arc;

/// Files of a commit that is asked about, at most.
pub const MOST_FILES: usize = 30;
/// Larger files are not compared.
const LARGEST_DIFF: usize = 500_000;
/// Bytes of changed lines that are read.
const LONGEST_DIFF: usize = 40_000;

/// One question and its answer.
pub struct Question {
    /// The features of the candidates in the pool.
    pub rows: Vec<FeatureRow>,
    /// The names of the features.
    pub names: Vec<(String, Group)>,
    /// The candidates that the commit changed.
    pub expected: Vec<Expected>,
    /// The candidates in the order of the decayed baseline, best first.
    pub decayed: Vec<usize>,
    /// Number of candidates.
    pub candidates: usize,
}

/// A candidate that the commit changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    /// Its place in the tree.
    pub candidate: usize,
    /// Number of commits that had touched it before.
    pub touches: usize,
}

/// Whether the test expert is given the changed lines, or the names of the changed files alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diffs {
    /// The names alone.
    Never,
    /// The lines of every second commit, by its id: to learn from both.
    Half,
    /// The lines of every commit.
    Always,
}

/// Asks about the commits of a repository.
pub struct Replay<'p> {
    past: &'p Past<'p>,
    diffs: Diffs,
    files: PastFiles,
    content: PastContent,
    book: PathBook,
    tokenizer: Tokenizer,
}

impl<'p> Replay<'p> {
    /// Of the repository at `root`.
    pub fn new(root: &Path, past: &'p Past<'p>, diffs: Diffs) -> Result<Replay<'p>, HistoryError> {
        Ok(Replay {
            past,
            diffs,
            files: PastFiles::open(root)?,
            content: PastContent::new(root),
            book: PathBook::default(),
            tokenizer: Tokenizer::new(),
        })
    }

    /// The last `count` commits that can be asked about before the place `end`, oldest first.
    pub fn commits(past: &Past<'_>, end: usize, count: usize) -> Vec<usize> {
        let is_asked = |commit: &usize| {
            (1..=MOST_FILES).contains(&past.size(*commit))
                && !past.is_by_bot(*commit)
                && past.parent(*commit).is_some()
                && !past.changed_paths(*commit).is_empty()
        };
        let mut commits: Vec<usize> = (0..end).rev().filter(is_asked).take(count).collect();
        commits.reverse();
        commits
    }

    /// The files of the tree of a commit.
    fn candidates(&mut self, commit: &str) -> Result<Vec<Candidate>, HistoryError> {
        let tree = self.files.tree(commit)?;
        let contents = self.content.set_tree(&tree)?;
        let candidate = |(file, content): (&TreeFile, Option<u32>)| Candidate {
            info: self.book.read(&file.path),
            file: self.past.file(&file.path),
            content,
        };
        Ok(tree.iter().zip(contents).map(candidate).collect())
    }

    /// The question to the test expert about a change on top of the commit `base`: the `given` files
    /// change, with these lines, and the `failing` ones are expected. `None` if the tree of `base` has
    /// none of those.
    pub fn ask_about_tests(
        &mut self,
        base: &str,
        given: &[String],
        lines: &str,
        failing: &[String],
    ) -> Result<Option<Question>, HistoryError> {
        let candidates = self.candidates(base)?;
        let given: Vec<Arc<PathInfo>> = given.iter().map(|path| self.book.read(path)).collect();
        let failing: Vec<Arc<PathInfo>> = failing.iter().map(|path| self.book.read(path)).collect();
        let words = change_words(&mut self.tokenizer, lines);
        let horizon = self.past.horizon(Some(base));
        let scene = Scene::new(self.past, &horizon, &candidates, &self.content, &self.book);
        let expected = expected(&scene, failing.iter());
        Ok(tests(&scene, &given, &words, expected))
    }

    /// The lines of a file at a commit, by number from 1; those past its end are left out.
    pub fn lines_at(&self, commit: &str, path: &str, ranges: &[(usize, usize)]) -> String {
        let text = self.files.text_at(commit, path, LARGEST_DIFF).unwrap_or_default();
        let is_inside = |number: usize| ranges.iter().any(|(first, last)| (*first..=*last).contains(&number));
        let lines = text.lines().enumerate().filter(|(at, _)| is_inside(at + 1));
        lines.map(|(_, line)| format!("{line}\n")).collect()
    }

    /// The question to each expert about a commit; `None` if there is none.
    pub fn ask(
        &mut self,
        commit: usize,
        experts: &[ExpertId],
    ) -> Result<Vec<Option<Question>>, HistoryError> {
        let past = self.past;
        let Some(parent) = past.parent(commit) else { return Ok(experts.iter().map(|_| None).collect()) };
        let candidates = self.candidates(parent)?;
        let changed: Vec<Arc<PathInfo>> =
            past.paths_of(commit).into_iter().map(|path| self.book.read(path)).collect();
        let horizon = past.horizon(Some(parent));
        let scene = Scene::new(past, &horizon, &candidates, &self.content, &self.book);
        let message = self.files.message(past.id(commit)).unwrap_or_default();
        let mut asked = Vec::new();
        for expert in experts {
            asked.push(match expert {
                ExpertId::Files => {
                    let text = without_trailers(&message);
                    files(&scene, &mut self.tokenizer, text, &changed)
                }
                ExpertId::Tests => {
                    let is_given = match self.diffs {
                        Diffs::Never => false,
                        Diffs::Half => Term::of(past.id(commit)).hash().is_multiple_of(2),
                        Diffs::Always => true,
                    };
                    let words = if is_given {
                        let lines = changed_lines(&self.files, parent, past.id(commit), &changed);
                        change_words(&mut self.tokenizer, &lines)
                    } else {
                        Vec::new()
                    };
                    let is_test = |info: &&Arc<PathInfo>| info.kind == PathKind::Test;
                    let expected = expected(&scene, changed.iter().filter(is_test));
                    let given: Vec<Arc<PathInfo>> =
                        changed.iter().filter(|info| is_source(info)).cloned().collect();
                    tests(&scene, &given, &words, expected)
                }
                ExpertId::Next => next(&scene, past.id(commit), &changed),
                ExpertId::Error | ExpertId::Refactor => None,
            });
        }
        Ok(asked)
    }
}

/// The message is the task; the files of the tree that the commit changed are expected.
fn files(
    scene: &Scene<'_>,
    tokenizer: &mut Tokenizer,
    text: &str,
    changed: &[Arc<PathInfo>],
) -> Option<Question> {
    let expected = expected(scene, changed.iter());
    if expected.is_empty() {
        return None;
    }
    let words = task_words(tokenizer, text);
    let is_allowed = vec![true; scene.tree.len()];
    let signals = file_signals(scene, text, &words, is_allowed.clone());
    Some(question(scene, &signals.features, &signals.decayed, &is_allowed, expected))
}

/// Changed files that are not tests are given, tests of the tree are expected.
fn tests(
    scene: &Scene<'_>,
    given: &[Arc<PathInfo>],
    words: &[(Term, f32)],
    expected: Vec<Expected>,
) -> Option<Question> {
    if expected.is_empty() || given.is_empty() {
        return None;
    }
    let is_allowed: Vec<bool> = scene.tree.iter().map(|one| one.info.kind == PathKind::Test).collect();
    let signals = pair_signals(scene, given, words, is_allowed.clone());
    Some(question(scene, &signals.features, &signals.decayed, &is_allowed, expected))
}

/// The lines that a commit adds to and removes from the source files that it changes.
fn changed_lines(files: &PastFiles, parent: &str, commit: &str, changed: &[Arc<PathInfo>]) -> String {
    let mut lines = String::new();
    for info in changed.iter().filter(|info| is_source(info)) {
        let text = |commit| files.text_at(commit, &info.path, LARGEST_DIFF).unwrap_or_default();
        let (before, after) = (text(parent), text(commit));
        lines.push_str(&different_lines(&before, &after));
    }
    lines
}

/// The lines that only one of two texts has: those of the second, then those of the first.
pub fn different_lines(before: &str, after: &str) -> String {
    let (old, new): (FxHashSet<&str>, FxHashSet<&str>) = (before.lines().collect(), after.lines().collect());
    let removed = before.lines().filter(|line| !new.contains(line));
    let changed = after.lines().filter(|line| !old.contains(line)).chain(removed);
    changed.map(|line| format!("{line}\n")).collect()
}

/// The words of changed lines, each once, with weights that add up to 1.
pub fn change_words(tokenizer: &mut Tokenizer, lines: &str) -> Vec<(Term, f32)> {
    let lines = &lines[..lines.floor_char_boundary(LONGEST_DIFF)];
    let mut counts: Vec<(Term, u32)> = Vec::new();
    tokenizer.terms(lines, |term, _, _| counts.push((term, 1)));
    counts.sort_unstable_by_key(|(term, _)| *term);
    let mut words: Vec<(Term, f32)> = counts
        .chunk_by(|a, b| a.0 == b.0)
        .map(|of_one| (of_one[0].0, 1.0 + (of_one.len() as f32).ln()))
        .collect();
    let total: f32 = words.iter().map(|(_, weight)| weight).sum();
    for (_, weight) in &mut words {
        *weight /= total;
    }
    words
}

fn is_source(info: &PathInfo) -> bool {
    matches!(info.kind, PathKind::Source | PathKind::Migration)
}

/// One half of the changed files is given, the other half is expected. Which is which is decided by a
/// hash of the commit and the path, so that neither order nor kind decides.
fn next(scene: &Scene<'_>, id: &str, changed: &[Arc<PathInfo>]) -> Option<Question> {
    let mut shuffled: Vec<Arc<PathInfo>> = changed.to_vec();
    shuffled.sort_by_key(|info| Term::of(&format!("{id} {}", info.path)).hash());
    let half = shuffled.len().div_ceil(2);
    let (given, rest) = shuffled.split_at(half);
    let expected = expected(scene, rest.iter());
    if expected.is_empty() {
        return None;
    }
    let is_given = |candidate: &Candidate| given.iter().any(|info| info.path == candidate.info.path);
    let is_allowed: Vec<bool> = scene.tree.iter().map(|one| !is_given(one)).collect();
    let signals = pair_signals(scene, given, &[], is_allowed.clone());
    Some(question(scene, &signals.features, &signals.decayed, &is_allowed, expected))
}

fn expected<'c>(scene: &Scene<'_>, changed: impl Iterator<Item = &'c Arc<PathInfo>>) -> Vec<Expected> {
    let touches = |candidate: usize| {
        scene.tree[candidate].file.map_or(0, |file| scene.horizon.touches(scene.past, file))
    };
    let places = changed.filter_map(|info| scene.at_path(&info.path));
    places.map(|candidate| Expected { candidate, touches: touches(candidate) }).collect()
}

fn question(
    scene: &Scene<'_>,
    features: &Features,
    decayed: &[f64],
    is_allowed: &[bool],
    expected: Vec<Expected>,
) -> Question {
    let popularity = baseline::popularity(scene);
    Question {
        rows: features.rows(),
        names: features.names().to_vec(),
        expected,
        decayed: baseline::order(scene, decayed, &popularity, is_allowed),
        candidates: is_allowed.iter().filter(|allowed| **allowed).count(),
    }
}
