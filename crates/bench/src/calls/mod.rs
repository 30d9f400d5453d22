//! Precision of call edges where no compiler can be the oracle: call sites that people judged.
//!
//! [`sample`] draws call sites at random whose name some definition of the repository has. A person
//! reads each and writes down what is called: the qualified name of a definition, `outside` for what
//! is not in the repository, or `unclear`. [`measure`] compares these labels with the edges of the
//! current build.

mod score;

pub use score::{Report, Share};

use crate::statistics::bootstrap::SplitMix64;
use anyhow::{Context, Result};
use fathom_engine::build::Options;
use fathom_engine::{Folders, NoProgress, Refresh, Workspace};
use fathom_graph::{EdgeKind, Graph, Resolution, SymbolId};
use fathom_syntax::{Kind, ReferenceKind, hash_name, is_test_path};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// One call site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallSite {
    /// The file.
    pub path: String,
    /// The line.
    pub line: u32,
    /// What is called.
    pub name: String,
    /// Its place among the calls by this name on the line, from 0.
    #[serde(default, skip_serializing_if = "is_first")]
    pub place: usize,
    /// What it calls, by a person's judgement: names of definitions, separated by ` | ` if any of them
    /// is right, `outside`, or `unclear`.
    #[serde(default)]
    pub target: String,
    /// What Fathom claims: in a sample only, to be judged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// The line's text: in a sample only.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub code: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_first(place: &usize) -> bool {
    *place == 0
}

/// One edge of a call site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// The qualified name of what is called.
    pub to: String,
    /// How it was resolved; `exact` where a compiler states it.
    pub resolution: fathom_protocol::Resolution,
}

/// A call site and its place in the graph.
struct LocatedCall {
    site: CallSite,
    caller: SymbolId,
    reference: u32,
    is_local: bool,
}

/// Draws call sites of a language, tests left out.
pub fn sample(path: &Path, language: &str, count: usize, seed: u64) -> Result<Vec<CallSite>> {
    with_graph(path, |root, graph| {
        let mut all = sites(graph, language);
        all.retain(|one| !one.is_local);
        let mut random = SplitMix64(seed);
        let mut drawn = Vec::new();
        while drawn.len() < count && !all.is_empty() {
            drawn.push(all.swap_remove(random.below(all.len())));
        }
        drawn.sort_by(|a, b| {
            let key = |one: &LocatedCall| (one.site.path.clone(), one.site.line, one.reference);
            key(a).cmp(&key(b))
        });
        let mut texts: BTreeMap<String, String> = BTreeMap::new();
        let filled = drawn.into_iter().map(|one| {
            let claims = claims(graph, &one);
            let text = texts
                .entry(one.site.path.clone())
                .or_insert_with(|| std::fs::read_to_string(root.join(&one.site.path)).unwrap_or_default());
            let code = text.lines().nth(one.site.line as usize - 1).unwrap_or_default().trim().to_owned();
            CallSite { claims, code, ..one.site }
        });
        filled.collect()
    })
}

/// Compares labels with the edges of the current build.
pub fn measure(path: &Path, labels: &Path) -> Result<Report> {
    let text =
        std::fs::read_to_string(labels).with_context(|| format!("cannot read {}", labels.display()))?;
    let mut labelled: Vec<CallSite> = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let label = serde_json::from_str(line)
            .with_context(|| format!("line {} of {} is not a label", number + 1, labels.display()))?;
        labelled.push(label);
    }
    with_graph(path, |_, graph| {
        let files: BTreeSet<&str> = labelled.iter().map(|label| label.path.as_str()).collect();
        let languages: BTreeSet<&str> = files
            .iter()
            .filter_map(|path| Some(graph.files()[graph.file_at(path)?.index()].language.name))
            .collect();
        let all = languages.iter().flat_map(|language| sites(graph, language));
        let known: BTreeMap<(String, u32, String, usize), LocatedCall> = all
            .map(|one| {
                let site = &one.site;
                ((site.path.clone(), site.line, site.name.clone(), site.place), one)
            })
            .collect();
        let mut report = Report::default();
        for label in &labelled {
            let key = (label.path.clone(), label.line, label.name.clone(), label.place);
            let claims = known.get(&key).map(|one| claims(graph, one));
            report.add(label, claims.as_deref());
        }
        report
    })
}

fn with_graph<T>(path: &Path, then: impl FnOnce(&Path, &Graph<'_>) -> T) -> Result<T> {
    let home = tempfile::tempdir().context("cannot make a folder for the index")?;
    let workspace = Workspace::find(path, &Folders::under(home.path()))?;
    workspace.index(Some(&Options::default()), &NoProgress)?;
    let opened = workspace.open(Refresh::AsIs, &NoProgress)?;
    Ok(then(workspace.root(), opened.view().graph))
}

/// The call sites of a language, in order, whose name a definition of the repository has.
fn sites(graph: &Graph<'_>, language: &str) -> Vec<LocatedCall> {
    let is_own = |symbol: SymbolId| {
        graph.language(symbol).name == language
            && (graph.kind(symbol).is_callable() || graph.kind(symbol) == Kind::Field)
            && !is_test_path(graph.path(symbol))
    };
    let names: BTreeSet<u64> =
        graph.symbols().filter(|symbol| is_own(*symbol)).map(|one| hash_name(graph.name(one))).collect();
    let mut found = Vec::new();
    for (number, file) in graph.files().iter().enumerate() {
        if file.language.name != language || is_test_path(file.path) {
            continue;
        }
        let first = graph.file_symbol(fathom_graph::FileId::from_index(number));
        let bindings = file.facts.bindings.iter();
        let locals: BTreeSet<(u32, u64)> =
            bindings.map(|one| (one.scope, file.facts.strings.hash(one.name))).collect();
        let mut places: BTreeMap<(u32, u64), usize> = BTreeMap::new();
        for (reference, one) in (0..).zip(file.facts.references) {
            let hash = file.facts.strings.hash(one.name);
            if one.kind() != ReferenceKind::Call || !names.contains(&hash) {
                continue;
            }
            let place = places.entry((one.line, hash)).or_default();
            let site = CallSite {
                path: file.path.to_owned(),
                line: one.line,
                name: file.facts.text(one.name).to_owned(),
                place: *place,
                target: String::new(),
                claims: Vec::new(),
                code: String::new(),
            };
            *place += 1;
            // A name alone that its body binds is a local.
            let site_of = file.facts.call_of(reference);
            let is_given = site_of.is_some_and(|site| !file.facts.arguments_of(&site).is_empty());
            let is_local = one.receiver == 0 && !is_given && locals.contains(&(one.from, hash));
            found.push(LocatedCall { site, caller: first + one.from, reference, is_local });
        }
    }
    found
}

/// What the graph claims for a call site, what frameworks run for it included.
fn claims(graph: &Graph<'_>, site: &LocatedCall) -> Vec<Claim> {
    let resolution = |to: SymbolId| {
        let edges = graph.outgoing(site.caller).iter();
        let edge = edges.filter(|edge| edge.to == to && edge.kind() != EdgeKind::Read);
        edge.map(fathom_graph::Edge::resolution).min().unwrap_or(Resolution::Ambiguous)
    };
    let calls = graph.calls(site.caller).iter().filter(|call| call.reference == site.reference);
    let mut all: Vec<(SymbolId, Resolution)> = calls.map(|call| (call.to, resolution(call.to))).collect();
    let is_called =
        |kind: EdgeKind| matches!(kind, EdgeKind::Async | EdgeKind::Delegate | EdgeKind::Transition);
    let hops = graph.hops(site.caller).iter();
    let hops = hops.filter(|hop| hop.reference() == Some(site.reference) && is_called(hop.kind()));
    all.extend(hops.map(|hop| (hop.to, hop.resolution())));
    all.sort_unstable();
    all.dedup_by_key(|(to, _)| *to);
    let claims = all.into_iter().map(|(to, resolution)| Claim {
        to: graph.qualified_name(to),
        resolution: match resolution {
            Resolution::Compiler | Resolution::Exact => fathom_protocol::Resolution::Exact,
            Resolution::Inferred => fathom_protocol::Resolution::Inferred,
            Resolution::Ambiguous => fathom_protocol::Resolution::Ambiguous,
        },
    });
    claims.collect()
}
