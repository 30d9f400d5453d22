//! Questions into examples: the candidates of each with their features, and
//! which of them are right.

use crate::questions::Question;
use anyhow::{Context, Result, bail};
use fathom_bench::matching::Name;
use fathom_bench::matching::lenient::resembles;
use fathom_engine::{Folders, NoProgress, Refresh, View, Workspace};
use fathom_graph::{Graph, SymbolId};
use fathom_rank::{Candidates, FEATURES, Signal, Task, ablate, is_answer, is_type, prior_share};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// One question with its candidates, best prior first.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Example {
    pub(crate) id: String,
    /// Row by row.
    features: Vec<f32>,
    /// Which candidates are right.
    pub(crate) right: Vec<bool>,
    /// Qualified names.
    pub(crate) names: Vec<String>,
    pub(crate) files: Vec<String>,
    /// Expected symbols by name, where labelled.
    pub(crate) expected_names: Vec<String>,
    /// Expected files and symbols (`path::name`), where a change shows them.
    pub(crate) expected_files: Vec<String>,
    pub(crate) expected_symbols: Vec<String>,
}

impl Example {
    /// The features of the candidates.
    pub(crate) fn rows(&self) -> Vec<[f32; FEATURES]> {
        self.features.as_chunks::<FEATURES>().0.to_vec()
    }

    /// Which candidates are worth opening: the right ones, and types that a right
    /// one is a member of.
    pub(crate) fn needed(&self) -> Vec<bool> {
        let wanted: Vec<Name> = self.expected_names.iter().map(|name| Name::new(name)).collect();
        let resembles_one = |name: &str| {
            let name = Name::new(name);
            wanted.iter().any(|wanted| resembles(wanted, &name))
        };
        self.features
            .as_chunks::<FEATURES>()
            .0
            .iter()
            .zip(&self.right)
            .zip(&self.names)
            .map(|((features, right), name)| *right || is_type(features) && resembles_one(name))
            .collect()
    }

    /// The example without some signals: their features are empty, and the prior and its order do
    /// not contain them.
    pub(crate) fn without(&self, ablated: &[Signal]) -> Cow<'_, Example> {
        if ablated.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut rows = self.rows();
        ablate(&mut rows, ablated);
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by(|a, b| prior_share(&rows[*b]).total_cmp(&prior_share(&rows[*a])).then(a.cmp(b)));
        let pick = |list: &[String]| order.iter().map(|at| list[*at].clone()).collect();
        Cow::Owned(Example {
            features: order.iter().flat_map(|at| rows[*at]).collect(),
            right: order.iter().map(|at| self.right[*at]).collect(),
            names: pick(&self.names),
            files: pick(&self.files),
            ..self.clone()
        })
    }
}

/// Asks every question in the work tree, moving it to the commit of each.
pub(crate) fn gather(tree: &Path, questions: &[Question]) -> Result<Vec<Example>> {
    let mut examples = Vec::new();
    visit(tree, questions, |view, question| examples.extend(example(view, question)))?;
    Ok(examples)
}

/// Calls `visitor` with each question and the index of its commit, which is checked out for it.
pub(crate) fn visit(
    tree: &Path,
    questions: &[Question],
    mut visitor: impl FnMut(&View<'_>, &Question),
) -> Result<()> {
    let mut at: Option<&str> = None;
    let mut opened = None;
    for question in questions {
        if let Some(commit) = question.commit.as_deref().filter(|commit| Some(*commit) != at) {
            if let Err(error) = checkout(tree, commit) {
                eprintln!("{}: {error:#}", question.id);
                continue;
            }
            at = Some(commit);
            opened = None;
        }
        if opened.is_none() {
            let folders = Folders::under(&tree.with_extension("fathom"));
            opened = Some(Workspace::find(tree, &folders)?.open(Refresh::Update, &NoProgress)?);
        }
        let Some(snapshot) = &opened else { continue };
        visitor(&snapshot.view(), question);
    }
    Ok(())
}

/// Puts the files of a commit into the work tree, writing only what differs.
/// A file whose content is missing from the object store is passed over.
fn checkout(tree: &Path, commit: &str) -> Result<()> {
    if git(tree, &["checkout", "-q", "-f", "--detach", commit]).is_ok() {
        return Ok(());
    }
    git(tree, &["read-tree", "--reset", commit])?;
    git(tree, &["clean", "-qfd"])?;
    let _ = git(tree, &["checkout-index", "-a", "-f", "-q"]);
    git(tree, &["update-ref", "--no-deref", "HEAD", commit])
}

fn git(tree: &Path, arguments: &[&str]) -> Result<()> {
    let output =
        Command::new("git").current_dir(tree).args(arguments).output().context("cannot start git")?;
    if !output.status.success() {
        bail!("git {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(())
}

fn example(view: &View<'_>, question: &Question) -> Option<Example> {
    let graph = view.graph;
    let touched: BTreeSet<SymbolId> =
        question.changed.iter().flat_map(|(path, lines)| holders(graph, path, lines)).collect();
    if question.names.is_empty() && question.changed.is_empty() {
        return None;
    }
    let wanted: Vec<Name> = question.names.iter().map(|name| Name::new(name)).collect();
    let candidates = Candidates::find(view.repository(), &Task::read(&question.text));
    let symbols: Vec<SymbolId> = candidates.symbols().collect();
    let names: Vec<String> = symbols.iter().map(|symbol| graph.qualified_name(*symbol)).collect();
    let right = symbols
        .iter()
        .zip(&names)
        .map(|(symbol, name)| {
            let name = Name::new(name);
            touched.contains(symbol) || wanted.iter().any(|wanted| wanted.is_same_or_suffix(&name))
        })
        .collect();
    Some(Example {
        id: question.id.clone(),
        features: candidates.features.iter().flatten().copied().collect(),
        right,
        names,
        files: symbols.iter().map(|symbol| graph.path(*symbol).to_owned()).collect(),
        expected_names: question.names.clone(),
        expected_files: question.changed.keys().cloned().collect(),
        expected_symbols: touched.iter().map(|symbol| graph.shared_id(*symbol)).collect(),
    })
}

/// The innermost definitions that hold the lines, as far as they can be answers.
fn holders(graph: &Graph<'_>, path: &str, lines: &[(u32, u32)]) -> BTreeSet<SymbolId> {
    let Some(file) = graph.file_at(path) else { return BTreeSet::new() };
    let lines = lines.iter().flat_map(|(first, last)| *first..=*last);
    lines.filter_map(|line| graph.innermost(file, line)).filter(|symbol| is_answer(graph, *symbol)).collect()
}
