//! Questions into examples: the candidates of each with their features, and
//! which of them are right.

use crate::checkout::checkout;
use crate::questions::Question;
use anyhow::Result;
use fathom_engine::{NoProgress, Refresh, View, Workspace};
use fathom_graph::Graph;
use fathom_rank::{Candidates, Task};
use fathom_syntax::{Flags, Kind};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

#[derive(Serialize)]
struct Group<'a> {
    id: &'a str,
    text: &'a str,
    rows: usize,
    /// Expected symbols, found or not.
    expected: usize,
    names: Vec<String>,
    files: Vec<&'a str>,
    expected_names: &'a [String],
    expected_files: Vec<&'a str>,
    expected_symbols: Vec<String>,
}

/// Writes `OUT.jsonl` (groups), `OUT.f32` (features), `OUT.u8` (labels).
pub(crate) fn gather(tree: &Path, questions: &[Question], out: &Path) -> Result<()> {
    let mut groups = BufWriter::new(File::create(out.with_extension("jsonl"))?);
    let mut features = BufWriter::new(File::create(out.with_extension("f32"))?);
    let mut labels = BufWriter::new(File::create(out.with_extension("u8"))?);
    let mut at: Option<&str> = None;
    let mut opened = None;
    for question in questions {
        if let Some(commit) = question.commit.as_deref().filter(|commit| Some(*commit) != at) {
            if let Err(error) = checkout(tree, commit) {
                eprintln!("{}: {error}", question.id);
                continue;
            }
            at = Some(commit);
            opened = None;
        }
        if opened.is_none() {
            let workspace = Workspace::at(tree)?;
            opened = Some(workspace.open(Refresh::Update, &NoProgress)?);
        }
        let Some(snapshot) = &opened else { continue };
        let view = snapshot.view()?;
        write(&view, question, &mut groups, &mut features, &mut labels)?;
    }
    Ok(())
}

fn write(
    view: &View<'_>,
    question: &Question,
    groups: &mut impl Write,
    features: &mut impl Write,
    labels: &mut impl Write,
) -> Result<()> {
    let graph = &view.graph;
    let touched: BTreeSet<u32> =
        question.changed.iter().flat_map(|(path, lines)| holders(graph, path, lines)).collect();
    if question.names.is_empty() && question.changed.is_empty() {
        return Ok(());
    }
    let candidates = Candidates::find(graph, &view.words, view.past().as_ref(), &Task::read(&question.text));
    let symbols: Vec<u32> = candidates.symbols().collect();
    let names: Vec<String> = symbols.iter().map(|symbol| graph.qualified_name(*symbol)).collect();
    for (symbol, name) in symbols.iter().zip(&names) {
        let right = touched.contains(symbol) || question.names.iter().any(|expected| same(name, expected));
        labels.write_all(&[u8::from(right)])?;
    }
    for row in &candidates.features {
        for value in row {
            features.write_all(&value.to_le_bytes())?;
        }
    }
    let group = Group {
        id: &question.id,
        text: &question.text,
        rows: symbols.len(),
        expected: question.names.len() + touched.len(),
        files: symbols.iter().map(|symbol| graph.path(*symbol)).collect(),
        names,
        expected_names: &question.names,
        expected_files: question.changed.keys().map(String::as_str).collect(),
        expected_symbols: touched.iter().map(|symbol| graph.id(*symbol)).collect(),
    };
    serde_json::to_writer(&mut *groups, &group)?;
    groups.write_all(b"\n")?;
    Ok(())
}

/// The innermost definitions that hold the lines; none in tests.
fn holders(graph: &Graph<'_>, path: &str, lines: &[(u32, u32)]) -> Vec<u32> {
    let Some(file) = graph.file_at(path) else { return Vec::new() };
    let base = graph.file_symbol(file);
    let count = graph.files()[file].facts.definitions.len() as u32;
    let mut found = Vec::new();
    for (first, last) in lines {
        let mut line = *first;
        while line <= *last {
            let innermost = (base..base + count)
                .filter(|symbol| {
                    let definition = graph.definition(*symbol);
                    definition.line <= line && line <= definition.end_line
                })
                .min_by_key(|symbol| {
                    let definition = graph.definition(*symbol);
                    (definition.end_line - definition.line, u32::MAX - symbol)
                });
            if let Some(symbol) = innermost {
                let kind = graph.kind(symbol);
                let code = !matches!(kind, Kind::File | Kind::Section | Kind::Key);
                if code && !graph.flags(symbol).has(Flags::TEST) && !found.contains(&symbol) {
                    found.push(symbol);
                }
            }
            line += 1;
        }
    }
    found
}

/// Whether two spellings of a name mean the same: equal, or one the ending of
/// the other.
fn same(found: &str, expected: &str) -> bool {
    let found = dotted(found);
    let expected = dotted(expected);
    found == expected || ends(&found, &expected) || ends(&expected, &found)
}

fn ends(long: &str, short: &str) -> bool {
    long.strip_suffix(short).is_some_and(|rest| rest.ends_with('.'))
}

fn dotted(name: &str) -> String {
    name.to_lowercase().replace("::", ".").replace("->", ".").replace(['#', '\\', '/'], ".")
}
