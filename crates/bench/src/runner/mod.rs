//! A run: every system is asked every task, and every answer is recorded.
//!
//! A run is a folder: `manifest.json` records what was run where, `raw/` has one [`Record`] per
//! system and task. It goes repository by repository, so that the results of an interrupted run are
//! comparable; a resumed run skips existing records. Nothing a system does stops a run: failures,
//! timeouts and failed installations are recorded.
//!
//! Systems never see each other's work nor the checkouts: each works in a
//! [`Site`](crate::corpus::Site) of its own in a temporary folder.

mod manifest;
mod ranker;
mod raw;
mod repositories;
pub(crate) use repositories::main_language;
mod visit;

pub use manifest::{Machine, Manifest, SystemRun};
pub use ranker::RankerRecord;
pub(crate) use ranker::learned_from;
pub use raw::record_path;
pub(crate) use repositories::{Group, groups};

use crate::corpus::{Checkouts, Corpus};
use crate::systems::{System, SystemError, Tools, check_names, install, pin};
use crate::tasks::Task;
use crate::tasks::hints::Hints;
use anyhow::{Context, Result, bail};
use raw::AnswerFolder;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;
use visit::Visit;

/// A repository gets this long from a system, indexing and questions together;
/// questions that are repeated for their time do not count.
pub const LIMIT: Duration = Duration::from_mins(30);

/// The plan of a run.
#[derive(Debug)]
pub struct Plan {
    /// Names of systems, in the order they run.
    pub systems: Vec<String>,
    /// The tasks.
    pub tasks: Vec<Task>,
    /// Repositories that tasks may name.
    pub corpus: Corpus,
    /// Where repositories are.
    pub checkouts: Checkouts,
    /// Where systems are installed.
    pub tools: Tools,
    /// The `fathom` that is measured.
    pub program: PathBuf,
    /// The limit of one repository.
    pub limit: Duration,
    /// Hints by task id, for the systems that take them.
    pub hints: Hints,
    /// Other budgets that systems are asked for, in tokens.
    pub budgets: Vec<usize>,
    /// How often each index is made and each question repeated for its time; the median counts. With 1
    /// nothing is repeated, and no system is asked which expected symbols its index holds.
    pub runs: usize,
    /// Whether records keep the raw answers; their hash and size they keep always.
    pub keep_text: bool,
    /// What a reader should know of the run, such as that the machine was busy.
    pub remark: Option<String>,
    /// How the run was asked for, without paths of this machine.
    pub command: String,
    /// When it was asked for.
    pub started: String,
}

/// Receives the progress of a run or a trial.
pub trait Progress {
    /// The total number of answers or rounds.
    fn total(&self, steps: usize);
    /// The current activity.
    fn doing(&self, what: &str);
    /// More answers or rounds are done.
    fn step(&self, steps: usize);
    /// A message on a line of its own.
    fn note(&self, what: &str);
}

/// How a run went.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct RunSummary {
    /// Answers that this run wrote.
    pub written: usize,
    /// Answers that were there already.
    pub kept: usize,
    /// Tasks that no system could be asked, and why.
    pub left_out: Vec<String>,
}

/// Runs a plan into a folder, or goes on with it.
pub fn run(plan: &Plan, folder: &Path, progress: &dyn Progress) -> Result<RunSummary> {
    check(plan)?;
    let raw = AnswerFolder::new(folder)?;
    let (groups, left_out) = groups(&plan.corpus, &plan.checkouts, &plan.tasks);
    for what in &left_out {
        progress.note(&format!("left out: {what}"));
    }
    let asked: usize = groups.iter().map(|group| group.tasks.len()).sum();
    progress.total(asked * plan.systems.len());

    let systems: Vec<InstalledSystem> = plan
        .systems
        .iter()
        .map(|name| {
            progress.doing(&format!("{name}: installing"));
            let system = install(name, &plan.tools, &plan.program);
            if let Err(trouble) = &system {
                progress.note(&format!("{name}: {trouble}"));
            }
            InstalledSystem { name: name.clone(), system }
        })
        .collect();
    let mut went = RunSummary { left_out, ..RunSummary::default() };
    let mut manifest = Manifest::new(plan, asked, &went.left_out);
    manifest.systems = systems.iter().map(InstalledSystem::ran).collect();
    if let Ok(earlier) = Manifest::load(folder) {
        one_program(&manifest, &earlier, &raw, plan)?;
        manifest.keep(earlier);
    }
    manifest.write(folder)?;

    for group in &groups {
        for system in &systems {
            let visit = Visit { plan, raw: &raw, progress, group, system };
            let (written, kept) = visit.run()?;
            went.written += written;
            went.kept += kept;
        }
        manifest.add(group);
        manifest.write(folder)?;
    }
    Ok(went)
}

/// A system that was asked for: ready, or why not.
pub(crate) struct InstalledSystem {
    name: String,
    system: Result<Box<dyn System>, SystemError>,
}

impl InstalledSystem {
    fn version(&self) -> String {
        match &self.system {
            Ok(system) => system.version().to_owned(),
            Err(_) => pin(&self.name).map_or_else(|| "unknown".to_owned(), |pin| pin.version),
        }
    }

    fn ran(&self) -> SystemRun {
        let pin = pin(&self.name);
        SystemRun {
            name: self.name.clone(),
            version: self.version(),
            registry: pin.as_ref().map(|pin| pin.registry.clone()).unwrap_or_default(),
            install: pin.map(|pin| pin.install.iter().map(|one| one.join(" ")).collect()).unwrap_or_default(),
            installed: self.system.is_ok(),
        }
    }
}

/// The answers of Fathom in one run are those of one program with one ranker.
fn one_program(manifest: &Manifest, earlier: &Manifest, raw: &AnswerFolder, plan: &Plan) -> Result<()> {
    let (Some(new), Some(old)) = (&manifest.ranker, &earlier.ranker) else { return Ok(()) };
    let of_fathom = plan.systems.iter().filter(|name| name.starts_with("fathom"));
    let has_answers = of_fathom.flat_map(|name| plan.tasks.iter().map(move |task| raw.has(name, &task.id)));
    if !new.is_same(old) && has_answers.into_iter().any(|has| has) {
        bail!(
            "the run has answers of another build of Fathom or of another ranker; remove its folders raw/fathom*, \
             or start a run in another folder"
        );
    }
    Ok(())
}

fn check(plan: &Plan) -> Result<()> {
    if plan.systems.is_empty() || plan.tasks.is_empty() {
        bail!("a run needs at least one system and one task");
    }
    let mut ids = BTreeSet::new();
    for task in &plan.tasks {
        let name = raw::file_name(&task.id);
        if !ids.insert(name) {
            bail!("two tasks are called {}; ids have to be unique in a run", task.id);
        }
    }
    check_names(&plan.systems)
}

/// A folder for a run that starts now.
pub fn folder(results: &Path, started: &str) -> Result<PathBuf> {
    let folder = results.join(format!("run-{started}"));
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(folder)
}
