//! The commands and options of the command line.

// clap prints these comments as help in a terminal, where backticks are noise; each flag is
// independent of the others.
#![allow(clippy::doc_markdown, clippy::struct_excessive_bools)]

use crate::commands::endpoints::EndpointsCommand;
use crate::commands::experts::ExpertsCommand;
use crate::commands::files::FilesCommand;
use crate::commands::flow::FlowCommand;
use crate::commands::init::agents::Agent;
use crate::commands::predict::{Paths, PredictCommand, paths};
use crate::commands::serve::{self, ServeCommand};
use crate::commands::states::StatesCommand;
use crate::commands::tests::TestsCommand;
use crate::terminal::TerminalArguments;
use clap::{Args, Parser, Subcommand, ValueEnum};
use fathom_engine::build::Options;
use fathom_protocol::{impact, query, show, trace};
use std::path::PathBuf;

/// Find the code a task needs and the code a change affects, in repositories of any size.
///
/// The first command in a repository builds an index in your cache folder
/// (set FATHOM_HOME to use another folder). Later commands update it
/// automatically. Nothing is written into the repository.
#[derive(Parser)]
#[command(
    name = "fathom",
    version,
    after_help = "Exit codes: 0 found, 1 nothing found, 2 an error.\n\nStart with:\n  fathom context \"where are failed requests retried?\"\n  fathom impact Client.send"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) terminal: TerminalArguments,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Rank the symbols a task needs, with code, within a token budget
    #[command(
        after_help = "Examples:\n  fathom context add a retry to the upload job\n  fathom context \"fix the crash in parse_header\" --budget 2000\n  fathom context rate limiting --path src/server --lang py\n  fathom context rate limiting --path 'app/**/*_job.rb' --limit 10 --json\n  git diff | fathom context \"make it retry\" --diff - --format xml"
    )]
    Context(ContextCommand),
    /// Rank the files a task needs
    #[command(after_help = "Example:\n  fathom files add a retry to the upload job --limit 5")]
    Files(FilesCommand),
    /// Explain a symbol's rank in the answer to a task: every signal and its effect
    #[command(after_help = "Example:\n  fathom explain \"add a retry to the upload job\" Uploader.run")]
    Explain(ExplainCommand),
    /// Record which symbols of an answer were useful, to improve answers to similar tasks
    #[command(
        long_about = "Record which symbols of an answer were useful for the task, and which were not.\n\nAnswers to similarly worded tasks then rank used symbols higher and unused symbols lower. The effect grows with the similarity of the tasks and with repetition. An entry is outdated, and has no effect, once the code of its symbol changes. Feedback is stored only on this machine, in your state folder, and shared by all worktrees of the repository.",
        after_help = "Examples:\n  fathom feedback \"add a retry to the upload job\" --used Uploader.run --unused Uploader.name\n  fathom feedback --list\n  fathom feedback --export > feedback.jsonl\n  fathom feedback \"add a retry to the upload job\" --forget\n\nGive symbols as ids from `context --json`, or as names that match one symbol only. The exit code is 1 if nothing was recorded, listed or deleted."
    )]
    Feedback(FeedbackCommand),
    /// List the concept packs that apply to the repository; with a task, the concepts that match it
    #[command(
        after_help = "Examples:\n  fathom concepts\n  fathom concepts \"send the reminder mail in the background\"\n  fathom concepts --check"
    )]
    Concepts(ConceptsCommand),
    /// Search symbols and prose for words
    #[command(
        after_help = "Examples:\n  fathom query retry backoff\n  fathom query order --path app/models --lang ruby"
    )]
    Query(QueryCommand),
    /// Find definitions by name (Class#m, Class.m, ns::Type, a fragment), or outline a file or folder
    #[command(
        after_help = "Examples:\n  fathom symbols Client.send\n  fathom symbols send --kind method --path src\n  fathom symbols app/mailers/order_mailer.rb     all symbols of the file\n  fathom symbols app/mailers/order_mailer.rb:80  the symbol at line 80\n  fathom symbols src/                            its files and their top-level symbols"
    )]
    Symbols(SymbolsCommand),
    /// Show a symbol's code, docs, callers and callees, or the signatures of a file
    #[command(
        after_help = "Examples:\n  fathom show Client.send\n  fathom show order_mailer.rb:80\n  fathom show src/client.py               signatures with line numbers\n  fathom show Client --budget 1000"
    )]
    Show(ShowCommand),
    /// Follow the calls that a symbol makes
    Trace(TraceCommand),
    /// List what depends on a symbol, a file or a diff: callers, subclasses, tests
    #[command(
        after_help = "Examples:\n  fathom impact Session.close\n  fathom impact src/session.py --depth 2\n  git diff | fathom impact --diff -\n  fathom impact --staged"
    )]
    Impact(ImpactCommand),
    /// Show what an entry point runs, in execution order
    #[command(
        long_about = "Show what an entry point runs, in execution order: filters, calls, callbacks, jobs, changes of state and calls that leave the repository. An entry point is a route or a URL, a job, a task, a command, or any symbol. `fathom endpoints` lists those that frameworks declare.",
        after_help = "Examples:\n  fathom flow 'POST /orders/:id/cancel'\n  fathom flow /orders/42\n  fathom flow CleanupJob\n  fathom flow Client.send --depth 3 --format mermaid\n\nThe exit code is 1 if the entry point does not exist."
    )]
    Flow(FlowCommand),
    /// List routes, jobs, commands, tasks and events, with their handlers
    #[command(
        after_help = "Examples:\n  fathom endpoints\n  fathom endpoints orders --kind route\n  fathom endpoints --kind job --json"
    )]
    Endpoints(EndpointsCommand),
    /// Show the states of a model, their transitions, and the code that sets them; or list the models
    #[command(
        after_help = "Examples:\n  fathom states\n  fathom states Order\n  fathom states Order --field payment_state --format mermaid"
    )]
    States(StatesCommand),
    /// List the tests to run for a change
    #[command(
        after_help = "Examples:\n  fathom tests --files src/client.py,src/retry.py\n  git diff | fathom tests --diff -\n  fathom tests --diff HEAD~2\n  fathom tests --staged"
    )]
    Tests(TestsCommand),
    /// Predict the files of a task, failing tests, the source of an error, and what a change still lacks
    Predict {
        #[command(subcommand)]
        predict: PredictCommand,
    },
    /// Train, measure and inspect the experts behind `predict`; record outcomes
    Experts {
        #[command(subcommand)]
        experts: ExpertsCommand,
    },
    /// Serve all queries over HTTP, for many repositories
    #[command(long_about = serve::ABOUT, after_help = serve::EXAMPLES)]
    Serve(ServeCommand),
    /// Build or update the index
    Index(IndexCommand),
    /// Show what the index contains and how fresh it is
    Status {
        /// The repository [default: the one that contains the current folder]
        #[arg(long, env = "FATHOM_REPO")]
        repo: Option<PathBuf>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Serve coding agents over standard input and output (Model Context Protocol)
    #[command(
        long_about = "Serve coding agents over standard input and output, as a server of the Model Context Protocol. Agents start it themselves; `fathom init` prints their configuration.\n\nThe server starts at once and indexes the repository that contains the current folder in the background. Every tool takes a `workspace` argument to select another repository. Set FATHOM_TOOLS to offer only some tools, e.g. FATHOM_TOOLS=context,impact.",
        after_help = "Example:\n  claude mcp add fathom -- fathom mcp"
    )]
    Mcp(McpCommand),
    /// Print or write the configuration that adds Fathom to coding agents
    #[command(
        long_about = "Print the configuration that adds Fathom to each coding agent found on this machine, and a paragraph for AGENTS.md or CLAUDE.md. No file is changed without --write or --undo.",
        after_help = "Examples:\n  fathom init\n  fathom init --write cursor,vscode\n  fathom init --undo cursor,vscode"
    )]
    Init(InitCommand),
    /// Remove the index of a repository, or all indexes
    #[command(
        long_about = "Remove the index of a repository in all its worktrees, or the indexes of all repositories.\n\nIndexes are stored in your cache folder (~/.cache/fathom on Linux, ~/Library/Caches/fathom on macOS, %LOCALAPPDATA%\\fathom on Windows; set FATHOM_HOME to use another folder). Fathom removes an index automatically after 90 days without use, or after 30 days if its repository no longer exists. Feedback is kept unless --state is given.",
        after_help = "Examples:\n  fathom clean\n  fathom clean --all"
    )]
    Clean(CleanCommand),
    /// Verify the checksums of the index
    #[command(
        after_help = "Examples:\n  fathom doctor\n  fathom doctor --repair\n\nThe exit code is 1 if something is damaged and was not repaired."
    )]
    Doctor(DoctorCommand),
    /// Measure Fathom and compare it with other systems: ranking, call edges, speed, reliability
    #[cfg(feature = "bench")]
    Bench {
        #[command(subcommand)]
        bench: crate::commands::bench::arguments::BenchCommand,
    },
    /// Show the settings in effect, their sources, and the path of the config file
    #[command(
        long_about = "Show the settings in effect, their sources, and the path of the config file.\n\nCommand-line options override environment variables, which override the config file, which overrides the defaults. The file is fathom/config.toml in your config folder (XDG_CONFIG_HOME if set, else ~/.config on Linux, ~/Library/Application Support on macOS, %APPDATA% on Windows). Set FATHOM_CONFIG to use another file. Fathom reads no settings from a repository.",
        after_help = "A config file with every setting at its default:\n  budget = 8000              # tokens of `context`                    FATHOM_BUDGET\n  limit = 0                  # results of query, symbols, show, trace\n                             # and impact; 0: the command's default   FATHOM_LIMIT\n  color = \"auto\"             # auto, always, never                    FATHOM_COLOR\n  hyperlinks = \"auto\"        # auto, always, never                    FATHOM_HYPERLINKS\n  pager = \"auto\"             # a command; auto: PAGER, else less;\n                             # \"\": none                               FATHOM_PAGER\n  concepts = \"on\"            # on, off, or \"team,shipped\"             FATHOM_CONCEPTS\n\n  [index]\n  include_generated = false  # files that new indexes include         FATHOM_INCLUDE_GENERATED\n  include_vendored = false   #                                        FATHOM_INCLUDE_VENDORED"
    )]
    Config {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Print the manual page of fathom or of one of its commands
    #[command(
        after_help = "Examples:\n  fathom man | man -l -\n  fathom man context | man -l -\n  fathom man --write ~/.local/share/man/man1   then: man fathom-context"
    )]
    Man(ManCommand),
    /// Print shell completions
    #[command(
        after_help = "Example:\n  fathom completions bash > ~/.local/share/bash-completion/completions/fathom"
    )]
    Completions {
        /// bash, zsh, fish, elvish or powershell
        shell: clap_complete::Shell,
    },
}

#[derive(Args)]
pub(crate) struct Common {
    /// The repository [default: the one that contains the current folder]
    #[arg(long, env = "FATHOM_REPO")]
    pub(crate) repo: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Use the index as it is, without checking for changed files
    #[arg(long)]
    pub(crate) as_is: bool,
    /// The build options of a first index: a setting.
    #[arg(skip)]
    pub(crate) first_index: Options,
}

#[derive(Args)]
pub(crate) struct ContextCommand {
    /// The task in plain words, with or without quotes; `-` reads it from standard input
    #[arg(required = true, value_name = "TASK")]
    pub(crate) task: Vec<String>,
    /// Maximum size of the answer in cl100k_base tokens, in its format [default: 8000]
    #[arg(long, value_name = "TOKENS")]
    pub(crate) budget: Option<usize>,
    /// The default budget: a setting.
    #[arg(skip)]
    pub(crate) default_budget: usize,
    /// Number of symbols to return; those that fit the default budget include code. With --budget, the
    /// maximum number of symbols
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) limit: Option<u32>,
    /// Output format; --json is short for --format json
    #[arg(long, value_enum, default_value_t = ContextFormat::Text, conflicts_with = "json")]
    pub(crate) format: ContextFormat,
    #[command(flatten)]
    pub(crate) filter: FilterArguments,
    #[command(flatten)]
    pub(crate) ranking: RankingArguments,
    /// Skip code that earlier answers of this session contained, unless its file changed
    #[arg(long, value_name = "NAME")]
    pub(crate) session: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Restricts an answer to some files.
#[derive(Args)]
pub(crate) struct FilterArguments {
    /// Restrict to a file, folder or glob, relative to the root or the current folder; may be repeated
    #[arg(long = "path", value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// Restrict to a language: python, ruby, … or py, rb, ts, c++; may be repeated
    #[arg(long = "lang", value_name = "LANGUAGE", value_delimiter = ',')]
    pub(crate) languages: Vec<String>,
}

/// Input of the ranking other than the task.
#[derive(Args)]
pub(crate) struct RankingArguments {
    /// Files you are working on, treated as if the task named them: a.rs,b.rs
    #[arg(long, value_delimiter = ',', value_name = "PATHS")]
    pub(crate) files: Vec<String>,
    /// A unified diff you are working on, treated as if the task named the changed code; `-` reads it from
    /// standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) diff: Option<PathBuf>,
    /// A word or identifier that you expect in the code; may be repeated
    #[arg(long = "hint", value_name = "WORD")]
    pub(crate) hints: Vec<String>,
    /// A relevant symbol of an earlier answer: related symbols rank higher, and it is left out; may be repeated
    #[arg(long = "more-like", value_name = "NAME")]
    pub(crate) more_like: Vec<String>,
    /// An irrelevant symbol of an earlier answer: its siblings rank lower, and it is left out; may be repeated
    #[arg(long = "not", value_name = "NAME")]
    pub(crate) not: Vec<String>,
    /// Ignore feedback
    #[arg(long)]
    pub(crate) no_feedback: bool,
    /// Use this ranker, written by `fathom-train fit`, instead of the built-in one
    #[arg(long, value_name = "FILE", env = "FATHOM_RANKER")]
    pub(crate) ranker: Option<PathBuf>,
    /// Use this ranker of files, written by `fathom-train files fit`, instead of the built-in one
    #[arg(long, value_name = "FILE", env = "FATHOM_FILE_RANKER")]
    pub(crate) file_ranker: Option<PathBuf>,
    /// Concept packs to use: on, off, or some of team,shipped,learned [default: on]
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KINDS", hide_possible_values = true)]
    pub(crate) concepts: Vec<ConceptKind>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ConceptKind {
    /// Those enabled by default
    On,
    /// None
    Off,
    /// The pack in `.fathom/concepts.toml`
    Team,
    /// Packs of the frameworks that the repository depends on
    Shipped,
    /// Concepts learned from the repository's docs, tests and commits
    Learned,
}

#[derive(Args)]
pub(crate) struct ConceptsCommand {
    /// List only the concepts that match this task; `-` reads it from standard input
    #[arg(value_name = "TASK")]
    pub(crate) task: Vec<String>,
    /// Check .fathom/concepts.toml and report mistakes as an error
    #[arg(long)]
    pub(crate) check: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ContextFormat {
    /// Numbered lines for people
    Text,
    /// Headings and fenced code
    Markdown,
    /// All fields, for programs
    Json,
    /// Tagged symbols for prompts
    Xml,
}

#[derive(Args)]
pub(crate) struct ExplainCommand {
    /// The task, as given to `context`; `-` reads it from standard input
    pub(crate) task: String,
    /// A symbol, by any form of its name; if several match, the best ranked is explained
    pub(crate) symbol: String,
    #[command(flatten)]
    pub(crate) ranking: RankingArguments,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct FeedbackCommand {
    /// The task, as given to `context`; `-` reads it from standard input
    #[arg(required_unless_present_any = ["list", "export", "forget"])]
    pub(crate) task: Option<String>,
    /// A symbol that was useful; may be repeated
    #[arg(long, value_name = "SYMBOL")]
    pub(crate) used: Vec<String>,
    /// A symbol that was not useful; may be repeated
    #[arg(long, value_name = "SYMBOL")]
    pub(crate) unused: Vec<String>,
    /// List recorded feedback, and mark entries that are outdated because the code changed
    #[arg(long, conflicts_with_all = ["task", "used", "unused"])]
    pub(crate) list: bool,
    /// Print recorded feedback as JSON Lines
    #[arg(long, conflicts_with_all = ["task", "used", "unused", "list"])]
    pub(crate) export: bool,
    /// Delete the feedback for the task, or all feedback if no task is given
    #[arg(long, conflicts_with_all = ["used", "unused", "list", "export"])]
    pub(crate) forget: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// The help of an option whose default the operation sets, so that all front ends share it.
pub(crate) fn with_default(help: &str, value: usize) -> String {
    format!("{help} [default: {value}]")
}

#[derive(Args)]
pub(crate) struct QueryCommand {
    /// Words to search for
    #[arg(required = true)]
    pub(crate) words: Vec<String>,
    #[arg(long, help = with_default("Maximum number of results", query::DEFAULT_LIMIT))]
    pub(crate) limit: Option<usize>,
    #[command(flatten)]
    pub(crate) filter: FilterArguments,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct SymbolsCommand {
    /// A name in any form, a fragment of a name, a line (app.rb:80), or a file or folder to outline
    pub(crate) name: String,
    /// Restrict to a kind: class, function, method, field, …
    #[arg(long)]
    pub(crate) kind: Option<String>,
    /// Maximum number of results [default: 20; 1000 for a file, 200 for a folder]
    #[arg(long)]
    pub(crate) limit: Option<usize>,
    #[command(flatten)]
    pub(crate) filter: FilterArguments,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct ShowCommand {
    /// A name in any form, a line (app.rb:80), or a file
    pub(crate) symbol: String,
    #[arg(long, help = with_default("Maximum number of callers, and of callees", show::DEFAULT_LIMIT))]
    pub(crate) limit: Option<usize>,
    /// Maximum size of the answer in cl100k_base tokens; code is cut first
    #[arg(long)]
    pub(crate) budget: Option<usize>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct TraceCommand {
    /// A name in any form
    pub(crate) symbol: String,
    /// Maximum length of a chain of calls
    #[arg(long, default_value_t = trace::DEFAULT_DEPTH)]
    pub(crate) depth: u32,
    #[arg(long, help = with_default("Maximum number of steps", trace::DEFAULT_LIMIT))]
    pub(crate) limit: Option<usize>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct ImpactCommand {
    /// A name in any form, or the path of a file
    #[arg(required_unless_present_any = ["files", "diff", "since", "staged"])]
    pub(crate) node: Option<String>,
    /// Files to analyse instead: a.rs,b.rs; a comma in a path is written \\,
    #[arg(long, value_name = "PATHS", value_parser = paths, conflicts_with_all = ["node", "diff"])]
    pub(crate) files: Option<Paths>,
    /// A unified diff to analyse instead; `-` reads it from standard input
    #[arg(long, conflicts_with = "node")]
    pub(crate) diff: Option<PathBuf>,
    /// Analyse the commits since the merge base with this branch or commit
    #[arg(long, value_name = "BRANCH", conflicts_with_all = ["node", "files", "diff"])]
    pub(crate) since: Option<String>,
    /// Analyse the staged changes
    #[arg(long, conflicts_with_all = ["node", "files", "diff", "since"])]
    pub(crate) staged: bool,
    /// Maximum length of a chain of references
    #[arg(long, default_value_t = impact::DEFAULT_DEPTH)]
    pub(crate) depth: u32,
    #[arg(long, help = with_default("Maximum number of results", impact::DEFAULT_LIMIT))]
    pub(crate) limit: Option<usize>,
    /// Follow only edges of this kind: calls, creates, "uses type", extends, implements, …
    #[arg(long)]
    pub(crate) edge_type: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct ManCommand {
    /// The command, such as context or show [default: fathom itself]
    #[arg(conflicts_with = "write")]
    pub(crate) command: Vec<String>,
    /// Write a page for each command into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) write: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct IndexCommand {
    /// The repository [default: the one that contains the current folder]
    pub(crate) path: Option<PathBuf>,
    /// Include minified files and lock files, and rank generated files like others
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) include_generated: Option<bool>,
    /// Include vendored files
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) include_vendored: Option<bool>,
    /// Parse every file, even if it is cached
    #[arg(long)]
    pub(crate) rebuild: bool,
    /// Merge a SCIP index made by a compiler; its edges take precedence
    #[arg(long, value_name = "INDEX.SCIP")]
    pub(crate) scip: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct McpCommand {
    /// The default repository [default: the one that contains the current folder]
    #[arg(long, env = "FATHOM_REPO")]
    pub(crate) repo: Option<PathBuf>,
    /// The build options of a first index: a setting.
    #[arg(skip)]
    pub(crate) first_index: Options,
}

#[derive(Args)]
pub(crate) struct InitCommand {
    /// Add Fathom to the configuration of these agents and keep their other settings
    #[arg(long, value_name = "AGENTS", value_delimiter = ',', value_enum, conflicts_with = "undo")]
    pub(crate) write: Vec<Agent>,
    /// Remove Fathom from the configuration of these agents; with --hooks, remove the hook
    #[arg(long, value_name = "AGENTS", value_delimiter = ',', value_enum, num_args = 0..)]
    pub(crate) undo: Option<Vec<Agent>>,
    /// Add a post-commit hook of git that records commits as outcomes of predictions
    #[arg(long, conflicts_with = "write")]
    pub(crate) hooks: bool,
    /// The repository to configure [default: the one that contains the current folder]
    #[arg(long, env = "FATHOM_REPO")]
    pub(crate) repo: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct CleanCommand {
    /// The repository [default: the one that contains the current folder]
    #[arg(long, env = "FATHOM_REPO", conflicts_with = "all")]
    pub(crate) repo: Option<PathBuf>,
    /// Remove the indexes of all repositories
    #[arg(long)]
    pub(crate) all: bool,
    /// Also remove feedback, which cannot be rebuilt
    #[arg(long)]
    pub(crate) state: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct DoctorCommand {
    /// The repository [default: the one that contains the current folder]
    #[arg(long, env = "FATHOM_REPO")]
    pub(crate) repo: Option<PathBuf>,
    /// Rebuild the index if it is damaged
    #[arg(long)]
    pub(crate) repair: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
