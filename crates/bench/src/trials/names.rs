//! Does a name find its definition?
//!
//! Names of types and functions of real work trees are asked for alone. The first symbol of `context`, the
//! first hit of `query` and the first file of `files` must be a definition of that very name. The sample is
//! spread evenly over the names of a tree, so the same tree gives the same names.

use super::table::table;
use crate::Watch;
use crate::statistics::mean;
use anyhow::Result;
use fathom_engine::operations::context::Settings;
use fathom_engine::operations::{context, files, query};
use fathom_engine::{Folders, NoProgress, Refresh, View, Workspace};
use fathom_protocol::{context as context_protocol, files as files_protocol, query as query_protocol};
use fathom_rank::is_answer;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Default number of names per tree.
pub const EACH: usize = 50;
/// Shorter names are left to people.
const SHORTEST: usize = 2;
/// Wrong answers that are listed.
const LISTED: usize = 20;

/// The result of one tree.
#[derive(Clone, Debug, Serialize)]
pub struct TreeNames {
    /// The tree.
    pub tree: String,
    /// Names that were asked for.
    pub names: usize,
    /// The share whose first symbol of `context` is a definition.
    pub context: f64,
    /// The same of the first file of `files`.
    pub files: f64,
    /// The same of the first hit of `query`.
    pub query: f64,
    /// Median time of `context` in the open index.
    pub median_ms: f64,
    /// Names whose first symbol was none: the name and what came first.
    pub wrong: Vec<(String, String)>,
}

/// All of them.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// One per tree.
    pub trees: Vec<TreeNames>,
}

/// Asks for `each` names of every tree.
pub fn run(trees: &[PathBuf], each: usize, watch: Watch<'_>) -> Result<Report> {
    let mut report = Report { trees: Vec::new() };
    for tree in trees {
        watch(&format!("{}", tree.display()));
        let place = tempfile::tempdir()?;
        let workspace = Workspace::find(tree, &Folders::under(place.path()))?;
        let opened = workspace.open(Refresh::Update, &NoProgress)?;
        report.trees.push(of_tree(&opened.view(), tree, each)?);
    }
    Ok(report)
}

fn of_tree(view: &View<'_>, tree: &Path, each: usize) -> Result<TreeNames> {
    let name = tree.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let names = sample(view, each);
    let (mut right, mut times, mut wrong) = ([Vec::new(), Vec::new(), Vec::new()], Vec::new(), Vec::new());
    for (name, paths) in &names {
        let request =
            context_protocol::Request { limit: Some(10), ..context_protocol::Request::new(name.clone()) };
        let started = Instant::now();
        let answer = context::run(view, &request, &Settings::default())?.response();
        times.push(started.elapsed().as_secs_f64() * 1000.0);
        let first = answer.symbols.first();
        let is_right = first.is_some_and(|symbol| symbol.name == *name);
        if !is_right {
            let found = first.map_or_else(|| "nothing".to_owned(), |symbol| symbol.id.clone());
            wrong.push((name.clone(), found));
        }
        let request = files_protocol::Request { task: name.clone(), ..files_protocol::Request::default() };
        let of_files = files::run(view, &request)?;
        let file_right = of_files.files.first().is_some_and(|file| paths.contains(&file.path));
        let request = query_protocol::Request { query: name.clone(), ..query_protocol::Request::default() };
        let hits = query::run(view, &request)?.results;
        let hit_right = hits
            .first()
            .is_some_and(|hit| hit.id.ends_with(name.as_str()) && paths.contains(&hit.source_path));
        for (list, is_right) in right.iter_mut().zip([is_right, file_right, hit_right]) {
            list.push(f64::from(u8::from(is_right)));
        }
    }
    times.sort_by(f64::total_cmp);
    let [context, files, query] = right.map(|list| mean(&list));
    Ok(TreeNames {
        tree: name,
        names: names.len(),
        context,
        files,
        query,
        median_ms: times.get(times.len() / 2).copied().unwrap_or(0.0),
        wrong,
    })
}

/// Names of types and functions of the product, each with the files that define it.
fn sample(view: &View<'_>, each: usize) -> Vec<(String, Vec<String>)> {
    let graph = view.graph;
    let mut names: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for symbol in graph.symbols().filter(|symbol| is_answer(graph, *symbol)) {
        let kind = graph.kind(symbol);
        let name = graph.name(symbol);
        let is_plain = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if (kind.is_type() || kind.is_callable()) && name.len() >= SHORTEST && is_plain {
            names.entry(name).or_default().push(graph.path(symbol).to_owned());
        }
    }
    let step = names.len().div_ceil(each.max(1)).max(1);
    names.into_iter().step_by(step).map(|(name, paths)| (name.to_owned(), paths)).collect()
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |one: &TreeNames| {
            let figure = |value: f64| format!("{value:.3}");
            vec![
                one.tree.clone(),
                one.names.to_string(),
                figure(one.context),
                figure(one.files),
                figure(one.query),
                format!("{:.1}", one.median_ms),
            ]
        };
        let mut rows: Vec<Vec<String>> = self.trees.iter().map(row).collect();
        let names: usize = self.trees.iter().map(|one| one.names).sum();
        let share = |value: fn(&TreeNames) -> f64| {
            let sum: f64 = self.trees.iter().map(|one| value(one) * one.names as f64).sum();
            format!("{:.3}", sum / names.max(1) as f64)
        };
        rows.push(vec![
            "all".to_owned(),
            names.to_string(),
            share(|one| one.context),
            share(|one| one.files),
            share(|one| one.query),
            String::new(),
        ]);
        out.write_str(&table(&["tree", "names", "context", "files", "query", "median ms"], &rows))?;
        for (name, found) in self.trees.iter().flat_map(|one| &one.wrong).take(LISTED) {
            writeln!(out, "{name}: first is {found}")?;
        }
        Ok(())
    }
}
