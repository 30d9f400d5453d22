//! The subcommands of `fathom bench` and their arguments.

use super::agreement::AgreementCommand;
use super::answers::AnswersCommand;
use super::compare::CompareCommand;
use super::corpus::CorpusCommand;
use super::diagnose::DiagnoseCommand;
use super::load::LoadCommand;
use super::mine::MineCommand;
use super::report::ReportCommand;
use super::run::RunCommand;
use super::trial::TrialCommand;
use super::validate::ValidateCommand;
use clap::Subcommand;
use std::path::PathBuf;

#[derive(Subcommand)]
pub(crate) enum BenchCommand {
    /// Whether two builds of fathom give the same answers on real repositories
    #[command(
        long_about = "Whether two builds of fathom give the same answers on real repositories.\n\nUse it before a change is merged that must not change an answer. Each repository is cloned twice, once for each build, and indexed by both, each in a FATHOM_HOME of its own. Then both are asked the same questions with --json: context, query, symbols, show, trace and impact, about names, doc comments and commit subjects of the repository. They are drawn at equal distances, so that the same commit gives the same questions.\n\nThe table counts the answers that are equal, and of the others in what they differ above all: the outcome (one build fails), the symbols, their order, their scores, or other fields. Timings, versions and notes about the index are not compared. Questions that neither build can answer count as equal and are shown as unanswered.",
        after_help = "Examples:\n  fathom bench answers --before ./fathom-1.2 --repos ~/src/flask ~/src/gin\n  fathom bench answers --before old/fathom --after new/fathom --repos ~/src/redis --each 50\n  fathom bench answers --before old/fathom --repos ~/src/flask --questions asked.txt --ignore tokens\n\nA file of questions has one a line:\n  symbols Client.send\n  context retry a request that timed out\n\nExit code 1 if any answer differs."
    )]
    Answers(AnswersCommand),
    /// The repositories that tasks are about: get, check, pack, unpack
    Corpus {
        #[command(subcommand)]
        corpus: CorpusCommand,
    },
    /// Ask systems tasks and write every answer down
    #[command(
        after_help = "Example:\n  fathom bench run --systems fathom,grep,knowing --tasks corpus/tasks --repos flask"
    )]
    Run(RunCommand),
    /// Make tasks out of a repository's own history: a commit's message asks, what it changed answers
    #[command(after_help = "The tasks store commits, no text: nothing of the repository leaves it.")]
    Mine(MineCommand),
    /// One task through every stage of the ranking: what each stage found, where each expected symbol
    /// ranked, why the first wrong ones came first
    #[command(
        after_help = "Example:\n  fathom bench diagnose httpx-easy-002 --tasks corpus/tasks\n\nSignals come first, in the order they speak; `gathered` is all they found, `prior` the part of it\nthat is kept, `model` its order by the ranker alone, `answer` the two orders joined."
    )]
    Diagnose(DiagnoseCommand),
    /// What an average does not show (staleness, robustness, determinism, learning) and what must
    /// always hold (kill, damage, hostile, edits,
    /// switches, trees)
    Trial {
        #[command(subcommand)]
        trial: TrialCommand,
    },
    /// Precision and recall of call edges, with a compiler's SCIP index as the oracle
    Edges {
        /// A repository and its index, as PATH=INDEX.scip; may be repeated
        #[arg(required = true, value_name = "PATH=INDEX.scip")]
        projects: Vec<String>,
        /// Show this many wrong and missed edges of each project
        #[arg(long, default_value_t = 0)]
        examples: usize,
        /// JSON on standard output
        #[arg(long)]
        json: bool,
    },
    /// Full index against only reading and parsing; no-change and one-edit updates; cold and warm queries
    Speed {
        /// The repository; it is copied, never changed
        path: PathBuf,
        /// Rounds of each measurement; the median is reported
        #[arg(long, default_value_t = 5)]
        rounds: usize,
        /// JSON on standard output
        #[arg(long)]
        json: bool,
    },
    /// Many clients at once: how a server answers, with pauses between questions and without
    #[command(
        after_help = "Examples:\n  fathom bench load ~/src/shop\n  fathom bench load ~/src/shop --url http://127.0.0.1:7420 --clients 16"
    )]
    Load(LoadCommand),
    /// Only read and parse: the floor that `speed` measures next to the index
    #[command(hide = true)]
    Floor {
        /// The repository
        path: PathBuf,
    },
    /// How well two people who labelled the same tasks agree: Cohen's kappa and disputes
    Agreement(AgreementCommand),
    /// Whether labels exist in the tree at the pinned commit, by parsing it
    Validate(ValidateCommand),
    /// Write every report of a run again, from its records alone
    Report(ReportCommand),
    /// What changed between two runs
    Compare(CompareCommand),
}
