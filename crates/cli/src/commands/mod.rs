//! Each command: its arguments into a request, its response into text.

#[cfg(feature = "bench")]
pub(crate) mod bench;
mod concepts;
mod config;
mod context;
pub(crate) mod endpoints;
pub(crate) mod experts;
mod explain;
mod feedback;
pub(crate) mod files;
pub(crate) mod flow;
mod index;
pub(crate) mod init;
mod man;
mod mcp;
mod places;
pub(crate) mod predict;
mod relations;
mod search;
pub(crate) mod serve;
pub(crate) mod states;
mod status;
pub(crate) mod tests;
mod upkeep;

use crate::arguments::{Arguments, Command, Common, FilterArguments, RankingArguments};
use crate::output::{self, Output};
use crate::progress::Bar;
use crate::settings::Settings;
use anyhow::{Context, Result, bail};
use clap::CommandFactory;
use fathom_engine::operations::{MAX_DIFF_BYTES, Ranker};
use fathom_engine::{EngineError, Folders, Refresh, View, Workspace};
use fathom_protocol::{Diff, Filter, OneOrMany};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Nothing was found.
const NOTHING: u8 = 1;

pub(crate) fn run(arguments: Arguments) -> Result<ExitCode> {
    let json = arguments.command.wants_json();
    let Arguments { mut command, mut terminal } = arguments;
    if command.has_settings() {
        let settings = settings()?;
        settings.fill(&mut command);
        settings.fill_terminal(&mut terminal);
    }
    let output = Output::new(terminal);
    match command {
        Command::Context(command) => context::run(&command, &output),
        Command::Files(command) => files::run(&command, &output, json),
        Command::Explain(command) => explain::run(&command, &output, json),
        Command::Feedback(command) => feedback::run(&command, &output, json),
        Command::Concepts(command) => concepts::run(&command, &output, json),
        Command::Query(command) => search::query(&command, &output, json),
        Command::Symbols(command) => search::symbols(&command, &output, json),
        Command::Show(command) => relations::show(&command, &output, json),
        Command::Trace(command) => relations::trace(&command, &output, json),
        Command::Impact(command) => relations::impact(&command, &output, json),
        Command::Flow(command) => flow::run(&command, &output, json),
        Command::Endpoints(command) => endpoints::run(&command, &output, json),
        Command::States(command) => states::run(&command, &output, json),
        Command::Tests(command) => tests::run(&command, &output, json),
        Command::Experts { experts } => experts::run(&experts, &output, json),
        Command::Predict { predict } => predict::run(&predict, &output, json),
        Command::Serve(command) => serve::run(command),
        Command::Index(command) => index::run(&command, &output),
        Command::Status { repo, .. } => status::run(repo.as_deref(), &output, json),
        Command::Mcp(command) => mcp::run(command),
        Command::Init(command) => init::run(&command),
        Command::Clean(command) => upkeep::clean(&command, json),
        Command::Doctor(command) => upkeep::doctor(&command, json),
        Command::Config { .. } => config::run(&settings()?, json),
        #[cfg(feature = "bench")]
        Command::Bench { bench } => bench::run(&bench),
        Command::Man(command) => man::run(&command),
        Command::Completions { shell } => {
            // Into memory first: a closed pipe is not an error.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "fathom", &mut script);
            output::write(&String::from_utf8_lossy(&script))?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// The repository that was named, or the one around the current folder.
pub(crate) fn workspace(repo: Option<&Path>) -> Result<Workspace> {
    let current = || std::env::current_dir().context("cannot determine the current folder; give --repo PATH");
    let path = repo.map_or_else(current, |path| Ok(path.to_owned()))?;
    Ok(Workspace::find(&path, &folders()?)?)
}

fn settings() -> Result<Settings> {
    Settings::load(|name| std::env::var_os(name))
}

/// Where everything is kept.
fn folders() -> Result<Folders> {
    Ok(Folders::from_environment(|name| std::env::var_os(name))?)
}

fn ask<T>(common: &Common, answer: impl Fn(&View<'_>) -> Result<T, EngineError>) -> Result<T> {
    QueryTarget::new(common)?.ask(answer)
}

/// A repository that is asked, and from where.
struct QueryTarget {
    workspace: Workspace,
    refresh: Refresh,
    /// The current folder, if it can be found.
    current: PathBuf,
}

impl QueryTarget {
    fn new(common: &Common) -> Result<QueryTarget> {
        let workspace = workspace(common.repo.as_deref())?.with_first_options(&common.first_index);
        let refresh = if common.as_is { Refresh::AsIs } else { Refresh::Update };
        let current = std::env::current_dir().unwrap_or_else(|_| workspace.root().to_owned());
        Ok(QueryTarget { workspace, refresh, current })
    }

    /// A name as the engine takes it.
    fn name(&self, name: &str) -> String {
        places::name_from_root(self.workspace.root(), &self.current, name)
    }

    /// The files that may answer.
    fn filter(&self, filter: &FilterArguments) -> Filter {
        let from_root = |path: &String| places::pattern_from_root(self.workspace.root(), &self.current, path);
        Filter {
            path: OneOrMany(filter.paths.iter().map(from_root).collect()),
            lang: OneOrMany(filter.languages.clone()),
        }
    }

    fn ask<T>(&self, answer: impl Fn(&View<'_>) -> Result<T, EngineError>) -> Result<T> {
        Ok(self.workspace.ask(self.refresh, &Bar::new(), answer)?)
    }
}

fn found(any: bool) -> ExitCode {
    if any { ExitCode::SUCCESS } else { ExitCode::from(NOTHING) }
}

/// A task with what has to be read for it.
struct TaskInput {
    task: String,
    diff: Option<Diff>,
    ranker: Ranker,
}

/// The task and what the caller works on.
fn read_task(task: &str, ranking: &RankingArguments) -> Result<TaskInput> {
    let input = Path::new("-");
    if task == "-" && ranking.diff.as_deref() == Some(input) {
        bail!("standard input can be the task or the diff; give the other one as an argument or a file");
    }
    let task = if task == "-" { read_input(input)? } else { task.to_owned() };
    let diff = ranking.diff.as_deref().map(read_diff).transpose()?;
    let ranker = Ranker { symbols: ranking.ranker.clone(), files: ranking.file_ranker.clone() };
    Ok(TaskInput { task, diff: diff.map(Diff), ranker })
}

/// The text of a file, or of standard input for `-`.
fn read_input(path: &Path) -> Result<String> {
    if path == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
        return Ok(text);
    }
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// A diff, which may hold lines in any encoding, from a file or from standard input for `-`.
fn read_diff(path: &Path) -> Result<Vec<u8>> {
    let mut diff = Vec::new();
    // One byte more shows that there is more.
    let most = MAX_DIFF_BYTES + 1;
    let (name, read) = if path == Path::new("-") {
        ("standard input".to_owned(), std::io::stdin().take(most).read_to_end(&mut diff))
    } else {
        let read = File::open(path).and_then(|file| file.take(most).read_to_end(&mut diff));
        (path.display().to_string(), read)
    };
    read.with_context(|| format!("cannot read {name}"))?;
    if diff.len() as u64 > MAX_DIFF_BYTES {
        let most = MAX_DIFF_BYTES / 1024 / 1024;
        bail!(
            "the diff in {name} is larger than {most} MiB; give it in parts, as `git diff -- FOLDER` prints it"
        );
    }
    Ok(diff)
}
