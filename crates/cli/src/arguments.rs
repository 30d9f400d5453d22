//! What can be said on the command line.

// The comments here are the help people read in a terminal, where backticks are noise; each flag is
// its own question.
#![allow(clippy::doc_markdown, clippy::struct_excessive_bools)]

use crate::commands::files::FilesCommand;
use crate::commands::flow::FlowCommand;
use crate::commands::init::agents::Agent;
use crate::commands::serve::{self, ServeCommand};
use crate::commands::tests::TestsCommand;
use crate::terminal::TerminalArguments;
use clap::{Args, Parser, Subcommand, ValueEnum};
use fathom_engine::build::Options;
use std::path::PathBuf;

/// Find the code a task needs, see what a change reaches, in any large repository.
///
/// The first command in a repository builds an index in your cache folder
/// (FATHOM_HOME chooses another place); later ones bring it up to date by
/// themselves. Nothing is written into the repository.
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
    /// The symbols a task needs, ranked, with code, inside a token budget
    #[command(
        after_help = "Examples:\n  fathom context add a retry to the upload job\n  fathom context \"fix the crash in parse_header\" --budget 2000\n  fathom context rate limiting --path src/server --lang py\n  fathom context rate limiting --path 'app/**/*_job.rb' --limit 10 --json\n  git diff | fathom context \"make it retry\" --diff - --format xml"
    )]
    Context(ContextCommand),
    /// The files a task needs, ranked
    #[command(after_help = "Example:\n  fathom files add a retry to the upload job --limit 5")]
    Files(FilesCommand),
    /// Why a symbol stands where it does in the answer to a task: every signal and what it changed
    #[command(after_help = "Example:\n  fathom explain \"add a retry to the upload job\" Uploader.run")]
    Explain(ExplainCommand),
    /// Say which symbols of an answer were of use; later answers to tasks like it learn from that
    #[command(
        long_about = "Say which symbols of an answer were of use for the task, and which were not.\n\nLater answers to tasks in like words put what was used higher and what was not lower, the more so the more alike the tasks are and the more often it was said. A verdict speaks until the code it judged changes. It is kept on this machine only, in your state folder, and shared by all worktrees of the repository.",
        after_help = "Examples:\n  fathom feedback \"add a retry to the upload job\" --used Uploader.run --unused Uploader.name\n  fathom feedback --list\n  fathom feedback --export > feedback.jsonl\n  fathom feedback \"add a retry to the upload job\" --forget\n\nSymbols are ids as `context --json` prints them, or names that mean one symbol only. Exit code 1 if nothing was recorded, kept or forgotten."
    )]
    Feedback(FeedbackCommand),
    /// The concept packs that apply to the repository and why; with a task, those that speak to it
    #[command(
        after_help = "Examples:\n  fathom concepts\n  fathom concepts \"send the reminder mail in the background\"\n  fathom concepts --check"
    )]
    Concepts(ConceptsCommand),
    /// Search symbols and prose by words
    #[command(
        after_help = "Examples:\n  fathom query retry backoff\n  fathom query order --path app/models --lang ruby"
    )]
    Query(QueryCommand),
    /// Definitions by name: Class#m, Class.m, ns::Type, a bare name, a fragment; the outline of a path
    #[command(
        after_help = "Examples:\n  fathom symbols Client.send\n  fathom symbols send --kind method --path src\n  fathom symbols app/mailers/order_mailer.rb     the file, line by line\n  fathom symbols app/mailers/order_mailer.rb:80  what stands there\n  fathom symbols src/                            its files and what they hold at the top level"
    )]
    Symbols(SymbolsCommand),
    /// One symbol: its code, docs, callers and callees; a file as its signatures
    #[command(
        after_help = "Examples:\n  fathom show Client.send\n  fathom show order_mailer.rb:80\n  fathom show src/client.py               signatures with line numbers\n  fathom show Client --budget 1000"
    )]
    Show(ShowCommand),
    /// What a symbol leads to: calls downstream
    Trace(TraceCommand),
    /// What depends on a symbol, a file or a diff: callers, subclasses, tests upstream
    #[command(
        after_help = "Examples:\n  fathom impact Session.close\n  fathom impact src/session.py --depth 2\n  git diff | fathom impact --diff -"
    )]
    Impact(ImpactCommand),
    /// What happens behind an entry point, in the order of calls
    #[command(
        after_help = "Examples:\n  fathom flow Client.send\n  fathom flow Client.send --depth 3 --format mermaid"
    )]
    Flow(FlowCommand),
    /// The tests to run for a change
    #[command(
        after_help = "Examples:\n  fathom tests --files src/client.py,src/retry.py\n  git diff | fathom tests --diff -"
    )]
    Tests(TestsCommand),
    /// Answer over HTTP: every question, for many repositories
    #[command(long_about = serve::ABOUT, after_help = serve::EXAMPLES)]
    Serve(ServeCommand),
    /// Build the index or bring it up to date
    Index(IndexCommand),
    /// What the index holds and how fresh it is
    Status {
        /// The repository (default: the one around the current folder)
        #[arg(long, env = "FATHOM_REPO")]
        repo: Option<PathBuf>,
        /// JSON on standard output
        #[arg(long)]
        json: bool,
    },
    /// Serve coding agents on standard input and output (Model Context Protocol)
    #[command(
        long_about = "Serve coding agents on standard input and output, as a server of the Model Context Protocol. Agents start it themselves; `fathom init` prints their configuration.\n\nIt answers at once and indexes the repository around the current folder in the background; every tool takes a `workspace` for another one. FATHOM_TOOLS narrows the tools that are offered, e.g. FATHOM_TOOLS=context,impact.",
        after_help = "Example:\n  claude mcp add fathom -- fathom mcp"
    )]
    Mcp(McpCommand),
    /// Print the configuration that gives coding agents the tools of Fathom, or write it
    #[command(
        long_about = "Print the configuration that gives coding agents the tools of Fathom, for each agent found on this machine, and a paragraph for AGENTS.md or CLAUDE.md. Nothing is changed unless --write or --undo names the agents.",
        after_help = "Examples:\n  fathom init\n  fathom init --write cursor,vscode\n  fathom init --undo cursor,vscode"
    )]
    Init(InitCommand),
    /// Remove the index of a repository, or all indexes
    #[command(
        long_about = "Remove the index of a repository in all its worktrees, or the indexes of all repositories.\n\nIndexes are kept in your cache folder (~/.cache/fathom on Linux, ~/Library/Caches/fathom on macOS, %LOCALAPPDATA%\\fathom on Windows; FATHOM_HOME chooses another). An index that was not used for 90 days, or for 30 days if its repository is gone, is removed without asking. Feedback is kept unless --state is given.",
        after_help = "Examples:\n  fathom clean\n  fathom clean --all"
    )]
    Clean(CleanCommand),
    /// Check every byte of the index against its checksum
    #[command(
        after_help = "Examples:\n  fathom doctor\n  fathom doctor --repair\n\nExit code 1 if something is damaged and was not repaired."
    )]
    Doctor(DoctorCommand),
    /// Measure Fathom: edge accuracy against compilers, speed against the floor
    #[cfg(feature = "bench")]
    Bench {
        #[command(subcommand)]
        bench: crate::commands::bench::arguments::BenchCommand,
    },
    /// Settings that are in effect, where each comes from, and the path of the config file
    #[command(
        long_about = "Settings that are in effect, where each comes from, and the path of the config file.\n\nAn option on the command line comes first, then the environment, then the config file, then the default. The file is config.toml in the fathom folder of your config folder (~/.config on Linux, ~/Library/Application Support on macOS, %APPDATA% on Windows, XDG_CONFIG_HOME where it is set); FATHOM_CONFIG chooses another file. Nothing in a repository is read as a setting.",
        after_help = "A config file with every setting, as it is without one:\n  budget = 8000              # tokens of `context`                    FATHOM_BUDGET\n  limit = 0                  # results of query, symbols, show, trace\n                             # and impact; 0: each its own            FATHOM_LIMIT\n  color = \"auto\"             # auto, always, never                    FATHOM_COLOR\n  hyperlinks = \"auto\"        # auto, always, never                    FATHOM_HYPERLINKS\n  pager = \"auto\"             # a command; auto: PAGER, else less;\n                             # \"\": none                               FATHOM_PAGER\n  concepts = \"on\"            # on, off, or \"team,shipped\"             FATHOM_CONCEPTS\n\n  [index]\n  include_generated = false  # what `index` and first questions read  FATHOM_INCLUDE_GENERATED\n  include_vendored = false   #                                        FATHOM_INCLUDE_VENDORED"
    )]
    Config {
        /// JSON on standard output
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
    /// The repository (default: the one around the current folder)
    #[arg(long, env = "FATHOM_REPO")]
    pub(crate) repo: Option<PathBuf>,
    /// JSON on standard output
    #[arg(long)]
    pub(crate) json: bool,
    /// Answer from the index as it is, without looking for changed files to index
    #[arg(long)]
    pub(crate) as_is: bool,
    /// What an index that this question is the first to need holds: a setting.
    #[arg(skip)]
    pub(crate) first_index: Options,
}

#[derive(Args)]
pub(crate) struct ContextCommand {
    /// What you want to do, in plain words, with or without quotes; `-` reads it from standard input
    #[arg(required = true, value_name = "TASK")]
    pub(crate) task: Vec<String>,
    /// Most tokens of the answer in its format, counted as cl100k_base; never exceeded [default: 8000]
    #[arg(long, value_name = "TOKENS")]
    pub(crate) budget: Option<usize>,
    /// The budget where none is given: a setting.
    #[arg(skip)]
    pub(crate) default_budget: usize,
    /// This many symbols, of which the default budget decides which come with code; with --budget, at
    /// most so many
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) limit: Option<u32>,
    /// How the answer is written; --json is the same as --format json
    #[arg(long, value_enum, default_value_t = ContextFormat::Text, conflicts_with = "json")]
    pub(crate) format: ContextFormat,
    #[command(flatten)]
    pub(crate) filter: FilterArguments,
    #[command(flatten)]
    pub(crate) asking: AskingArguments,
    /// Remember what is given under this name, and do not give it again while its file stays the same
    #[arg(long, value_name = "NAME")]
    pub(crate) session: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Which files may answer.
#[derive(Args)]
pub(crate) struct FilterArguments {
    /// Only what lies here: a file, a folder or a glob, from the root or the current folder; may be repeated
    #[arg(long = "path", value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// Only this language: python, ruby, … or py, rb, ts, c++; may be repeated
    #[arg(long = "lang", value_name = "LANGUAGE", value_delimiter = ',')]
    pub(crate) languages: Vec<String>,
}

/// What changes a ranking, beside the words of the task.
#[derive(Args)]
pub(crate) struct AskingArguments {
    /// Files you work on, as if the task named them: a.rs,b.rs
    #[arg(long, value_delimiter = ',', value_name = "PATHS")]
    pub(crate) files: Vec<String>,
    /// A unified diff you work on, as if the task named what it touches: a file, or `-` for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) diff: Option<PathBuf>,
    /// A word or identifier you expect in the code; may be repeated
    #[arg(long = "hint", value_name = "WORD")]
    pub(crate) hints: Vec<String>,
    /// Leave earlier feedback aside
    #[arg(long)]
    pub(crate) no_feedback: bool,
    /// Another learned ranker than the built-in one, as `fathom-train fit` writes it
    #[arg(long, value_name = "FILE", env = "FATHOM_RANKER")]
    pub(crate) ranker: Option<PathBuf>,
    /// Concept packs that are heard: on, off, or some of team,shipped,learned [default: on]
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KINDS", hide_possible_values = true)]
    pub(crate) concepts: Vec<ConceptKind>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ConceptKind {
    /// Those that are heard by default
    On,
    /// None
    Off,
    /// `.fathom/concepts.toml`
    Team,
    /// Those of frameworks that the repository depends on
    Shipped,
    /// What the repository's docs, tests and commits teach
    Learned,
}

#[derive(Args)]
pub(crate) struct ConceptsCommand {
    /// A task, to see which concepts would speak to it; `-` reads it from standard input
    #[arg(value_name = "TASK")]
    pub(crate) task: Vec<String>,
    /// Only say what is wrong with .fathom/concepts.toml, as an error
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
    /// All that is known, for programs
    Json,
    /// Tagged symbols for prompts
    Xml,
}

#[derive(Args)]
pub(crate) struct ExplainCommand {
    /// The task as it was given to `context`; `-` reads it from standard input
    pub(crate) task: String,
    /// A name in any form; of several that it could mean, the best ranked is explained
    pub(crate) symbol: String,
    #[command(flatten)]
    pub(crate) asking: AskingArguments,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct FeedbackCommand {
    /// The task as it was given to `context`; `-` reads it from standard input
    #[arg(required_unless_present_any = ["list", "export", "forget"])]
    pub(crate) task: Option<String>,
    /// A symbol that was of use; may be repeated
    #[arg(long, value_name = "SYMBOL")]
    pub(crate) used: Vec<String>,
    /// A symbol that was not of use; may be repeated
    #[arg(long, value_name = "SYMBOL")]
    pub(crate) unused: Vec<String>,
    /// Show what is kept, and what of it speaks no more because the code changed
    #[arg(long, conflicts_with_all = ["task", "used", "unused"])]
    pub(crate) list: bool,
    /// Print what is kept, one JSON object a line
    #[arg(long, conflicts_with_all = ["task", "used", "unused", "list"])]
    pub(crate) export: bool,
    /// Forget what was said for the task; without a task, everything
    #[arg(long, conflicts_with_all = ["used", "unused", "list", "export"])]
    pub(crate) forget: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct QueryCommand {
    /// Words to search for
    #[arg(required = true)]
    pub(crate) words: Vec<String>,
    /// Most results [default: 20]
    #[arg(long)]
    pub(crate) limit: Option<usize>,
    #[command(flatten)]
    pub(crate) filter: FilterArguments,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct SymbolsCommand {
    /// A name in any form, a place (app.rb:80), a fragment; the path of a file or folder for its outline
    pub(crate) name: String,
    /// Only this kind: class, function, method, field …
    #[arg(long)]
    pub(crate) kind: Option<String>,
    /// Most results [default: 20; 1000 of a file, 200 of a folder]
    #[arg(long)]
    pub(crate) limit: Option<usize>,
    #[command(flatten)]
    pub(crate) filter: FilterArguments,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct ShowCommand {
    /// A name in any form, a place (app.rb:80), or a file
    pub(crate) symbol: String,
    /// Most callers and callees each [default: 20]
    #[arg(long)]
    pub(crate) limit: Option<usize>,
    /// Most tokens of the answer, counted as cl100k_base: code is cut first
    #[arg(long)]
    pub(crate) budget: Option<usize>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct TraceCommand {
    /// A name in any form
    pub(crate) symbol: String,
    /// Calls in a row
    #[arg(long, default_value_t = 3)]
    pub(crate) depth: u32,
    /// Most steps [default: 100]
    #[arg(long)]
    pub(crate) limit: Option<usize>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct ImpactCommand {
    /// A name in any form, or the path of a file
    #[arg(required_unless_present = "diff")]
    pub(crate) node: Option<String>,
    /// A unified diff instead: a file, or `-` for standard input
    #[arg(long, conflicts_with = "node")]
    pub(crate) diff: Option<PathBuf>,
    /// References in a row
    #[arg(long, default_value_t = 3)]
    pub(crate) depth: u32,
    /// Most results [default: 100]
    #[arg(long)]
    pub(crate) limit: Option<usize>,
    /// Only edges of this kind: calls, creates, "uses type", extends, implements …
    #[arg(long)]
    pub(crate) edge_type: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct ManCommand {
    /// A command, such as context or show; fathom itself if none is given
    #[arg(conflicts_with = "write")]
    pub(crate) command: Vec<String>,
    /// Write one page for each command into this folder instead
    #[arg(long, value_name = "DIR")]
    pub(crate) write: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct IndexCommand {
    /// The repository (default: the one around the current folder)
    pub(crate) path: Option<PathBuf>,
    /// Generated and minified files too
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) include_generated: Option<bool>,
    /// Vendored files too
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) include_vendored: Option<bool>,
    /// Parse every file again
    #[arg(long)]
    pub(crate) rebuild: bool,
    /// Merge a compiler's own index (SCIP); its edges take precedence
    #[arg(long, value_name = "INDEX.SCIP")]
    pub(crate) scip: Option<PathBuf>,
    /// JSON on standard output
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct McpCommand {
    /// The repository of questions that name none (default: the one around the current folder)
    #[arg(long, env = "FATHOM_REPO")]
    pub(crate) repo: Option<PathBuf>,
    /// What an index that a question is the first to need holds: a setting.
    #[arg(skip)]
    pub(crate) first_index: Options,
}

#[derive(Args)]
pub(crate) struct InitCommand {
    /// Add Fathom to the configuration of these agents; what is there stays as it is
    #[arg(long, value_name = "AGENTS", value_delimiter = ',', value_enum, conflicts_with = "undo")]
    pub(crate) write: Vec<Agent>,
    /// Take Fathom out of the configuration of these agents again
    #[arg(long, value_name = "AGENTS", value_delimiter = ',', value_enum)]
    pub(crate) undo: Vec<Agent>,
    /// The repository whose files are meant (default: the one around the current folder)
    #[arg(long, env = "FATHOM_REPO")]
    pub(crate) repo: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct CleanCommand {
    /// The repository (default: the one around the current folder)
    #[arg(long, env = "FATHOM_REPO", conflicts_with = "all")]
    pub(crate) repo: Option<PathBuf>,
    /// The indexes of all repositories
    #[arg(long)]
    pub(crate) all: bool,
    /// Also what cannot be rebuilt: feedback
    #[arg(long)]
    pub(crate) state: bool,
    /// JSON on standard output
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct DoctorCommand {
    /// The repository (default: the one around the current folder)
    #[arg(long, env = "FATHOM_REPO")]
    pub(crate) repo: Option<PathBuf>,
    /// Build the index again if it is damaged
    #[arg(long)]
    pub(crate) repair: bool,
    /// JSON on standard output
    #[arg(long)]
    pub(crate) json: bool,
}
