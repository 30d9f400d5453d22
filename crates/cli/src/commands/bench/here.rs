//! `fathom bench here`: measure on a repository's own history, in one command.

// The comments here are the help people read in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use super::folders;
use super::machine::{self, Setting};
use super::run::{carry_out, read_commits};
use crate::output;
use anyhow::{Context, Result, bail};
use clap::Args;
use fathom_bench::corpus::Corpus;
use fathom_bench::mine;
use fathom_bench::report::analysis::{Analysis, System};
use fathom_bench::report::findings::{claims, headline, per_task};
use fathom_bench::report::measure::Measure;
use fathom_bench::report::{FINDINGS, PAGE};
use fathom_bench::runner::{self, Plan};
use fathom_bench::systems::check_names;
use fathom_bench::tasks::hints::Hints;
use fathom_bench::tasks::yaml;
use fathom_engine::render::escape;
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// Longest part of a commit's message on a line.
const SUBJECT: usize = 60;

/// Folders of a run that hold names and words of the repository.
const WITH_NAMES: [&str; 2] = ["raw", "analysis"];

#[derive(Args)]
pub(crate) struct HereCommand {
    /// The repository, with its history
    #[arg(default_value = ".")]
    repo: PathBuf,
    /// Maximum number of tasks, each made of one commit
    #[arg(long, default_value_t = 40)]
    commits: usize,
    /// The systems, as in fathom bench run
    #[arg(long, value_delimiter = ',', default_value = "fathom,grep")]
    systems: Vec<String>,
    /// The folder of results; with results in the repository the web pages show the run
    /// [default: in your cache folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Keep the raw answers, which hold names and commit messages of the repository
    #[arg(long)]
    names: bool,
    /// Do not open the report in a browser
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    setting: Setting,
}

pub(super) fn run(command: &HereCommand) -> Result<ExitCode> {
    check_names(&command.systems)?;
    let root =
        command.repo.canonicalize().with_context(|| format!("cannot find {}", command.repo.display()))?;
    let place = tempfile::tempdir().context("cannot create a temporary folder")?;
    output::message("reading the history");
    let written = mine::write(&root, command.commits, place.path())?;
    let corpus = Corpus::load(&written.corpus)?;
    let checkouts = command.setting.repositories.checkouts()?;
    let tasks = read_commits(&yaml::load(&written.tasks)?, &corpus, &checkouts)?;
    if tasks.is_empty() {
        bail!("no commit of {} makes a task", root.display());
    }
    let started = machine::now();
    let out = folders::given_or_cached(command.out.as_ref(), "here")?;
    let folder = runner::folder(&out, &started)?;
    let plan = Plan {
        systems: command.systems.clone(),
        tasks,
        corpus,
        checkouts,
        tools: command.setting.tools()?,
        program: command.setting.program()?,
        limit: command.setting.limit(),
        hints: Hints::new(),
        budgets: Vec::new(),
        runs: 1,
        keep_text: false,
        remark: None,
        command: machine::command_line(),
        started,
    };
    let questions: BTreeMap<String, String> =
        plan.tasks.iter().map(|task| (task.id.clone(), task.description.clone())).collect();
    let count = questions.len();
    output::message(&format!("asking {} about {count} commits", plan.systems.join(", ")));
    let (reported, _) = carry_out(&plan, &folder)?;
    if !command.names {
        for name in WITH_NAMES {
            let _ = std::fs::remove_dir_all(folder.join(name));
        }
    }
    output::text(&table(&reported.analysis, &questions))?;
    let page = folder.join(PAGE);
    output::text(&format!("findings  {}\npage      {}\n", folder.join(FINDINGS).display(), page.display()))?;
    if !command.no_open && std::io::stdout().is_terminal() {
        open(&page);
    }
    Ok(ExitCode::SUCCESS)
}

/// Every task with the score of each system, and what the number of tasks allows to claim. The words of
/// commits are printed and nowhere written.
fn table(analysis: &Analysis, questions: &BTreeMap<String, String>) -> String {
    let measure = per_task(analysis);
    let width = |system: &System| system.name.chars().count();
    let row = |cell: &dyn Fn(&System) -> Option<f64>, last: &str| {
        let cells: Vec<String> = analysis
            .systems
            .iter()
            .map(|system| {
                let text = cell(system).map_or_else(|| "–".to_owned(), |value| format!("{value:.2}"));
                format!("{text:>width$}", width = width(system).max(4))
            })
            .collect();
        format!("{}  {last}", cells.join("  ")).trim_end().to_owned()
    };
    let names: Vec<String> = analysis.systems.iter().map(|system| format!("{:>4}", system.name)).collect();
    let mut lines = vec![
        format!("{} by task, best system first; `git show COMMIT` shows a task\n", measure.title()),
        format!("{}  commit        message", names.join("  ")),
    ];
    for (at, task) in analysis.tasks.iter().enumerate() {
        let commit = task.id.rsplit('-').next().unwrap_or(&task.id);
        let question = questions.get(&task.id).map_or("", String::as_str);
        let subject: String =
            escape::line(question.lines().next().unwrap_or("")).chars().take(SUBJECT).collect();
        lines.push(row(
            &|system| system.values(measure, &|answer| answer.task == at).first().copied(),
            &format!("{commit}  {subject}"),
        ));
    }
    lines.push(String::new());
    for measure in [Measure::SECOND, Measure::FIRST, Measure::Files(5)] {
        if analysis.has(measure) {
            lines.push(row(&|system| Some(system.mean(measure)), &format!("mean {}", measure.title())));
        }
    }
    lines.push(format!("\n{}\n{}\n", headline(analysis), claims(analysis)));
    lines.join("\n")
}

/// Opens a page where there is a desktop; otherwise nothing happens.
fn open(page: &Path) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let has_desktop = cfg!(target_os = "macos")
        || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if has_desktop {
        let _ = Command::new(program).arg(page).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    }
}
