//! What an order of tests can reach at all, and what the baseline reaches: a commit with three expected
//! tests never has all of them in the first.
//!
//! No content is read, so that it takes a small part of the time of a full measurement.

use super::Repository;
use super::gather::past;
use anyhow::Result;
use fathom_experts::baseline;
use fathom_experts::content::PastContent;
use fathom_experts::evaluate::{Measure, Quality};
use fathom_experts::past::Past;
use fathom_experts::paths::{PathBook, PathInfo, PathKind};
use fathom_experts::replay::{Expected, Replay};
use fathom_experts::scene::{Candidate, Scene};
use fathom_history::PastFiles;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Prints one row per repository, and one for all.
pub(super) fn print(roots: &[(Repository, PathBuf)], commits: usize) -> Result<()> {
    println!("| repository | questions | bound of all in 1 / 5 / 10 | decayed | decayed MRR / R@10 |");
    println!("| --- | --- | --- | --- | --- |");
    let mut all: Vec<Measure> = Vec::new();
    for (repository, root) in roots {
        let past = past(root, &repository.commit)?;
        let measures = decayed(root, &past, &Replay::commits(&past, past.len(), commits))?;
        println!("{}", line(&repository.name, &measures));
        all.extend(measures);
    }
    println!("{}", line("**all**", &all));
    Ok(())
}

/// What the baseline reaches on the commits that are questions to the test expert.
fn decayed(root: &Path, past: &Past<'_>, commits: &[usize]) -> Result<Vec<Measure>> {
    let files = PastFiles::open(root)?;
    let content = PastContent::new(root);
    let mut book = PathBook::default();
    let mut measures = Vec::new();
    for commit in commits {
        let Some(parent) = past.parent(*commit) else { continue };
        let changed: Vec<Arc<PathInfo>> =
            past.paths_of(*commit).into_iter().map(|path| book.read(path)).collect();
        let (given, rest): (Vec<Arc<PathInfo>>, Vec<Arc<PathInfo>>) = (changed.into_iter())
            .partition(|info| matches!(info.kind, PathKind::Source | PathKind::Migration));
        if given.is_empty() || rest.iter().all(|info| info.kind != PathKind::Test) {
            continue;
        }
        let tree = files.tree(parent)?;
        let mut candidate =
            |path: &str| Candidate { info: book.read(path), file: past.file(path), content: None };
        let tree: Vec<Candidate> = tree.iter().map(|file| &file.path).map(|path| candidate(path)).collect();
        let horizon = past.horizon(Some(parent));
        let scene = Scene::new(past, &horizon, &tree, &content, &book);
        let tests = rest.iter().filter(|info| info.kind == PathKind::Test);
        let expected: Vec<Expected> = (tests.filter_map(|info| scene.at_path(&info.path)))
            .map(|candidate| Expected { candidate, touches: 0 })
            .collect();
        if expected.is_empty() {
            continue;
        }
        let scores = baseline::from_files(&scene, &given, &baseline::co_change(&scene, &given));
        let is_allowed: Vec<bool> = tree.iter().map(|one| one.info.kind == PathKind::Test).collect();
        let order = baseline::order(&scene, &scores, &baseline::popularity(&scene), &is_allowed);
        measures.push(Measure::of(&order, &expected));
    }
    Ok(measures)
}

fn line(name: &str, measures: &[Measure]) -> String {
    let found = Quality::of(measures.iter());
    let [one, five, ten] = found.bound;
    format!(
        "| {name} | {} | {one:.3} / {five:.3} / {ten:.3} | {:.3} / {:.3} / {:.3} | {:.3} / {:.3} |",
        measures.len(),
        found.all_in_1,
        found.all_in_5,
        found.all_in_10,
        found.mrr,
        found.recall_at_10
    )
}
