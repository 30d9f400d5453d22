//! `fathom bench run`: ask systems tasks and write every answer down.

// The comments here are the help people read in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use super::machine::{self, Repositories, Setting};
use super::progress::RunBar;
use super::report;
use crate::output;
use anyhow::{Context, Result, bail};
use clap::Args;
use fathom_bench::corpus::{Checkouts, Corpus};
use fathom_bench::mine;
use fathom_bench::report::{FINDINGS, PAGE, WrittenReport};
use fathom_bench::runner::{self, Manifest, Plan};
use fathom_bench::spelling::no_such;
use fathom_bench::systems::check_names;
use fathom_bench::tasks::hints::{self, Hints};
use fathom_bench::tasks::yaml::LabelledTask;
use fathom_bench::tasks::{Task, issues, sample, yaml};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct RunCommand {
    /// The systems: fathom (concept packs off), fathom+concepts, fathom+shipped, fathom+learned, grep,
    /// grep-generous, ctags, knowing, codegraph, codegraph+explore, gitnexus, aider, codegraphcontext,
    /// codebase-memory, gortex, scip, semble, probe, serena, ast-grep, ck, colgrep,
    /// grepai
    #[arg(long, value_delimiter = ',', required_unless_present = "resume")]
    systems: Vec<String>,
    #[command(flatten)]
    questions: Questions,
    #[command(flatten)]
    hinted: Hinted,
    #[command(flatten)]
    setting: Setting,
    /// The folder of results; each run creates a folder in it
    #[arg(long, value_name = "DIR", default_value = "results")]
    out: PathBuf,
    /// Also request answers of at most this many tokens, from systems that support a budget
    #[arg(long, value_delimiter = ',', value_name = "TOKENS")]
    budgets: Vec<usize>,
    /// Number of times each index is built and each question repeated to measure its time; the median
    /// is reported. An index that takes more than a minute is built once. With 1 nothing is repeated, and
    /// systems are not asked which of the expected symbols their index holds
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Keep the raw answers in the records; their hash and size are always kept
    #[arg(long)]
    keep_text: bool,
    /// A sentence about the run for its report, such as that the machine was busy
    #[arg(long, value_name = "TEXT")]
    remark: Option<String>,
    /// Resume the run in this folder; the other options must be those of that run
    #[arg(long, value_name = "RUN", conflicts_with = "out")]
    resume: Option<PathBuf>,
    /// Write the run to this folder; a run that is there already is resumed
    #[arg(long, value_name = "RUN", conflicts_with_all = ["out", "resume"])]
    folder: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Questions {
    /// A folder of labelled tasks, or one task file
    #[arg(long, value_name = "DIR")]
    tasks: Option<PathBuf>,
    /// Issues with the changes that fixed them, as JSON Lines
    #[arg(long, value_name = "FILE.jsonl")]
    issues: Option<PathBuf>,
    /// Restrict to tasks about these repositories
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    repos: Vec<String>,
    /// Draw this many of the tasks, spread evenly over repositories; the same ones every time
    #[arg(long, value_name = "TASKS")]
    sample: Option<usize>,
}

/// What callers expect in the code.
#[derive(Args)]
pub(crate) struct Hinted {
    /// Hints by task id (YAML); each system that takes hints gets those of the task
    #[arg(long, value_name = "FILE")]
    hints: Option<PathBuf>,
}

impl Hinted {
    pub(super) fn load(&self) -> Result<Hints> {
        self.hints.as_deref().map_or_else(|| Ok(Hints::new()), hints::load)
    }
}

impl Questions {
    /// The folder of labelled tasks.
    pub(super) fn folder(&self) -> Option<&Path> {
        self.tasks.as_deref()
    }

    /// The tasks, in the order of their files.
    pub(super) fn load(&self, repositories: &Repositories) -> Result<Vec<Task>> {
        if self.tasks.is_none() && self.issues.is_none() {
            bail!("no tasks given; give --tasks DIR or --issues FILE.jsonl");
        }
        let mut tasks = Vec::new();
        let mut mined: Vec<LabelledTask> = Vec::new();
        if let Some(folder) = &self.tasks {
            for labelled in yaml::load(folder)? {
                for remark in &labelled.remarks {
                    output::message(&format!("{}: {remark}", labelled.file));
                }
                if labelled.is_mined() {
                    mined.push(labelled);
                } else {
                    tasks.push(labelled.task);
                }
            }
        }
        let mut of_issues = Vec::new();
        if let Some(file) = &self.issues {
            let issues = issues::load(file)?;
            if !issues.left_out.is_empty() {
                let count = issues.left_out.len();
                output::message(&format!(
                    "{count} issues are left out: their fix touches nothing that could be found"
                ));
            }
            of_issues = issues.tasks;
        }
        // Before the commits of mined tasks are read, which clones their repositories.
        let all = tasks.iter().chain(&of_issues).chain(mined.iter().map(|labelled| &labelled.task));
        self.check_repos(all)?;
        mined.retain(|labelled| self.asks_about(&labelled.task));
        if !mined.is_empty() {
            tasks.extend(read_commits(&mined, &repositories.corpus()?, &repositories.checkouts()?)?);
        }
        tasks.extend(of_issues);
        tasks.retain(|task| self.asks_about(task));
        if let Some(count) = self.sample {
            tasks = sample(tasks, count);
        }
        if tasks.is_empty() {
            bail!("no task matches");
        }
        Ok(tasks)
    }

    fn asks_about(&self, task: &Task) -> bool {
        self.repos.is_empty() || self.repos.iter().any(|name| name.eq_ignore_ascii_case(&task.repo))
    }

    /// Every repository that is named must have a task.
    fn check_repos<'t>(&self, tasks: impl Iterator<Item = &'t Task>) -> Result<()> {
        let known: BTreeSet<&str> = tasks.map(|task| task.repo.as_str()).collect();
        for name in &self.repos {
            if !known.iter().any(|repo| repo.eq_ignore_ascii_case(name)) {
                let known: Vec<&str> = known.into_iter().collect();
                bail!(no_such("task about the repository", name, &known));
            }
        }
        Ok(())
    }
}

/// The words and expectations of mined tasks, read from the commits they name.
pub(super) fn read_commits(
    mined: &[LabelledTask],
    corpus: &Corpus,
    checkouts: &Checkouts,
) -> Result<Vec<Task>> {
    let mut by_repo: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for labelled in mined {
        by_repo.entry(&labelled.task.repo).or_default().extend(labelled.source_ref.clone());
    }
    let mut tasks = Vec::new();
    for (repo, commits) in by_repo {
        let repository = corpus
            .find(repo)
            .with_context(|| format!("the corpus has no repository `{repo}`; give --corpus FILE"))?;
        checkouts.sync_one(repository)?;
        let mut found = mine::of_commits(&checkouts.path(repository), &commits)?;
        for labelled in mined.iter().filter(|labelled| labelled.task.repo == repo) {
            let commit = labelled.source_ref.as_deref().unwrap_or_default();
            let task = found
                .remove(commit)
                .and_then(|mined| mined.into_task(labelled.task.id.clone(), repo.to_owned()));
            match task {
                Some(task) => tasks.push(task),
                None => {
                    output::message(&format!("{}: skipped, commit {commit} gives no task", labelled.file));
                }
            }
        }
    }
    Ok(tasks)
}

pub(super) fn run(command: &RunCommand) -> Result<ExitCode> {
    check_names(&command.systems)?;
    // The requested systems and tasks have to exist before a folder is made for the answers.
    let tasks = command.questions.load(&command.setting.repositories)?;
    let corpus = command.setting.repositories.corpus()?;
    let mut started = machine::now();
    let folder = match (&command.resume, &command.folder) {
        (Some(folder), _) => {
            started = Manifest::load(folder)?.started;
            folder.clone()
        }
        (None, Some(folder)) => {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
            started = Manifest::load(folder).map_or(started, |earlier| earlier.started);
            folder.clone()
        }
        (None, None) => runner::folder(&command.out, &started)?,
    };
    let mut systems = command.systems.clone();
    if systems.is_empty() {
        systems = Manifest::load(&folder)?.systems.into_iter().map(|one| one.name).collect();
    }
    let plan = Plan {
        systems,
        tasks,
        corpus,
        checkouts: command.setting.repositories.checkouts()?,
        tools: command.setting.tools()?,
        program: command.setting.program()?,
        limit: command.setting.limit(),
        hints: command.hinted.load()?,
        budgets: command.budgets.clone(),
        runs: command.runs,
        keep_text: command.keep_text,
        remark: command.remark.clone(),
        command: machine::command_line(),
        started,
    };
    let (reported, line) = carry_out(&plan, &folder)?;
    let show = |file: &str| folder.join(file).display().to_string();
    let mut lines = vec![line];
    lines.push(format!("{} has the findings, {} the pictures", show(FINDINGS), show(PAGE)));
    let held = report::check(&reported.analysis, &report::beside(&folder)?, &mut lines)?;
    output::text(&lines.join("\n"))?;
    Ok(ExitCode::from(u8::from(!held)))
}

/// Runs a plan into a folder with a progress bar and writes its reports; with one line on how it went.
pub(super) fn carry_out(plan: &Plan, folder: &Path) -> Result<(WrittenReport, String)> {
    machine::heed_interruption()?;
    let bar = RunBar::new();
    let went = runner::run(plan, folder, &bar)
        .with_context(|| format!("the run stopped; resume it with --resume {}", folder.display()));
    bar.finish();
    let line = went?.line();
    Ok((fathom_bench::report::report(folder)?, line))
}
