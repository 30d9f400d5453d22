//! Precision and recall of call edges, with a compiler as the oracle.
//!
//! An edge is a pair of definitions of the project, caller and callee. The
//! number of calls and their lines do not count. Fathom and the oracle name
//! definitions differently, so they are matched by place ([`compare`]). The
//! oracle is a SCIP index ([`scip_index`]) or a list of call pairs
//! ([`call_pairs`]); Fathom's edges are taken from its graph.

mod call_pairs;
mod cause;
mod claims;
mod compare;
mod counts;
mod oracle;
mod places;
mod report;
mod scip_index;
mod source;
#[cfg(test)]
mod tests;

pub use cause::{MissCause, WrongCause};
pub use counts::{Counts, Scores};

use crate::Watch;
use anyhow::{Context, Result, bail};
use fathom_engine::build::Options;
use fathom_engine::scip;
use fathom_engine::{Folders, NoProgress, Refresh, Workspace};
use oracle::Oracle;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A repository and its oracle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    /// The repository.
    pub path: PathBuf,
    /// A SCIP index or, if its name ends with `.jsonl`, a list of call pairs, of the same commit.
    pub index: PathBuf,
}

impl Project {
    /// Reads `PATH=INDEX.scip` or `PATH=PAIRS.jsonl`.
    pub fn parse(text: &str) -> Result<Project> {
        let Some((path, index)) =
            text.rsplit_once('=').filter(|(path, index)| !path.is_empty() && !index.is_empty())
        else {
            bail!("`{text}` is not of the form PATH=INDEX.scip or PATH=PAIRS.jsonl");
        };
        Ok(Project { path: path.into(), index: index.into() })
    }
}

/// The measurements.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Project by project, as given.
    pub projects: Vec<ProjectReport>,
    /// All projects together, by language.
    pub languages: BTreeMap<String, Scores>,
}

/// One project.
#[derive(Clone, Debug, Serialize)]
pub struct ProjectReport {
    /// The repository.
    pub path: String,
    /// The oracle's index.
    pub index: String,
    /// Who wrote it.
    pub oracle: String,
    /// The commit that was measured.
    pub commit: Option<String>,
    /// The file with the edges of another system that were judged in place of Fathom's.
    pub claims: Option<String>,
    /// Edges of the other system that have no place in Fathom's index.
    pub claims_left_out: usize,
    /// A compiler's index was merged into Fathom's, so this measures the merge.
    pub compiler_merged: bool,
    /// Called names for which the oracle gives a symbol of another name; they count on neither side.
    pub oracle_misnamed: usize,
    /// The scores, by language.
    pub languages: BTreeMap<String, Scores>,
    /// Claims that the oracle does not confirm.
    pub wrong: Vec<Example>,
    /// Edges of the oracle that Fathom does not claim.
    pub missed: Vec<Example>,
}

/// One edge that differs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Example {
    /// Why.
    pub cause: &'static str,
    /// The location of the call.
    pub path: String,
    /// Its line.
    pub line: u32,
    /// The line's text.
    pub code: String,
    /// Fathom's target.
    pub fathom: String,
    /// The oracle's target.
    pub oracle: String,
}

/// Measures projects, each with an index of its own. The report shows at most `examples` wrong and
/// missed edges of each. With `claims`, the edges of another system are judged in place of
/// Fathom's; there is one project then.
pub fn run(projects: &[Project], claims: Option<&Path>, examples: usize, watch: Watch<'_>) -> Result<Report> {
    if claims.is_some() && projects.len() != 1 {
        bail!("--claims holds the edges of one project, but {} projects are given", projects.len());
    }
    let mut reports = Vec::with_capacity(projects.len());
    let mut totals: BTreeMap<String, Counts> = BTreeMap::new();
    for project in projects {
        watch(&format!("comparing {} with {}", project.path.display(), project.index.display()));
        let (report, counts) = measure(project, claims, examples)?;
        for (language, counts) in counts {
            totals.entry(language).or_default().add(&counts);
        }
        reports.push(report);
    }
    Ok(Report { projects: reports, languages: scores(totals) })
}

fn scores(counts: BTreeMap<String, Counts>) -> BTreeMap<String, Scores> {
    counts.into_iter().map(|(language, counts)| (language, Scores::from(counts))).collect()
}

fn measure(
    project: &Project,
    claims: Option<&Path>,
    examples: usize,
) -> Result<(ProjectReport, BTreeMap<String, Counts>)> {
    let home = tempfile::tempdir().context("cannot make a folder for the index")?;
    let workspace = Workspace::find(&project.path, &Folders::under(home.path()))?;
    let (oracle, tool) = read_oracle(project, workspace.root())?;
    workspace.index(Some(&Options::default()), &NoProgress)?;
    let opened = workspace.open(Refresh::AsIs, &NoProgress)?;
    let view = opened.view();
    let others = match claims {
        Some(path) => {
            let list =
                std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            Some(claims::read(&list, view.graph, &oracle)?)
        }
        None => None,
    };
    let claimed = others.as_ref().map_or(view.graph.edges(), |others| others.edges.as_slice());
    let compared = compare::compare(view.graph, claimed, &oracle, examples);
    let report = ProjectReport {
        path: project.path.display().to_string(),
        index: project.index.display().to_string(),
        oracle: tool,
        commit: workspace.commit(),
        claims: claims.map(|path| path.display().to_string()),
        claims_left_out: others.as_ref().map_or(0, |others| others.left_out),
        compiler_merged: opened.snapshot().info().compiler_index.is_some(),
        oracle_misnamed: oracle.misnamed(),
        languages: scores(compared.counts.clone()),
        wrong: compared.wrong,
        missed: compared.missed,
    };
    Ok((report, compared.counts))
}

/// The oracle and the name of the tool that made it.
fn read_oracle(project: &Project, root: &Path) -> Result<(Oracle, String)> {
    let text = |path: &str| text_of(root, path);
    let (oracle, tool) = if project.index.extension().is_some_and(|ending| ending == "jsonl") {
        let list = std::fs::read_to_string(&project.index)
            .with_context(|| format!("cannot read {}", project.index.display()))?;
        call_pairs::read(&list, &text)
            .with_context(|| format!("{} is not a list of call pairs", project.index.display()))?
    } else {
        let index = scip::Index::read(&project.index)?;
        (scip_index::read(&index, &text), index.tool)
    };
    if oracle.documents.is_empty() {
        bail!(
            "no file of {} is in {}; is it the index of another repository?",
            project.index.display(),
            root.display()
        );
    }
    Ok((oracle, tool))
}

fn text_of(root: &Path, path: &str) -> Option<String> {
    let bytes = std::fs::read(root.join(path)).ok()?;
    Some(fathom_source::text(&bytes).0.into_owned())
}
