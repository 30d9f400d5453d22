//! The subcommands of `fathom bench` and their arguments.

use super::agreement::AgreementCommand;
use super::answers::AnswersCommand;
use super::capability::CapabilityCommand;
use super::compare::CompareCommand;
use super::corpus::CorpusCommand;
use super::diagnose::DiagnoseCommand;
use super::errors::ErrorsCommand;
use super::filesearch::FilesearchCommand;
use super::foresight::ForesightCommand;
use super::here::HereCommand;
use super::load::LoadCommand;
use super::mine::MineCommand;
use super::published::PublishedCommand;
use super::report::ReportCommand;
use super::run::RunCommand;
use super::trial::TrialCommand;
use super::validate::ValidateCommand;
use clap::Subcommand;
use std::path::PathBuf;

#[derive(Subcommand)]
pub(crate) enum BenchCommand {
    /// Compare the answers of two builds of fathom on real repositories
    #[command(
        long_about = "Compare the answers of two builds of fathom on real repositories.\n\nUse it before you merge a change that must not change answers. Each repository is cloned twice, and each build indexes its clone in a separate FATHOM_HOME. Then both builds get the same questions with --json: context, query, symbols, show, trace and impact, about names, doc comments and commit subjects of the repository. The sample is deterministic: the same commit gives the same questions.\n\nThe table counts equal answers, and classifies the others by their most important difference: the outcome (one build fails), the symbols, their order, their scores, or other fields. Timings, versions and notes about the index are ignored. Questions that neither build can answer count as equal and are shown as unanswered.",
        after_help = "Examples:\n  fathom bench answers --before ./fathom-1.2 --repos ~/src/flask ~/src/gin\n  fathom bench answers --before old/fathom --after new/fathom --repos ~/src/redis --each 50\n  fathom bench answers --before old/fathom --repos ~/src/flask --questions asked.txt --ignore tokens\n\nA file of questions has one question per line:\n  symbols Client.send\n  context retry a request that timed out\n\nThe exit code is 1 if any answer differs."
    )]
    Answers(AnswersCommand),
    /// Fetch, verify, pack and restore the repositories of the benchmark
    Corpus {
        #[command(subcommand)]
        corpus: CorpusCommand,
    },
    /// Run systems on tasks and record every answer
    #[command(
        after_help = "Example:\n  fathom bench run --systems fathom,grep,knowing --tasks corpus/tasks --repos flask"
    )]
    Run(RunCommand),
    /// Run every published table, or write the tables again from records
    #[command(
        long_about = "Run every published table, or write the tables again from records.\n\nThe tables are those of docs/benchmarks.md, listed in corpus/published.yaml. Run it in a checkout of Fathom. Each step is a command of its own, which is printed before it starts. What --out has already is not asked again, so after an interruption the same command goes on. All tables take most of a day on a laptop.\n\nThe public tasks and issues are not part of the repository: --public names their folder. Without it their tables are left out.",
        after_help = "Examples:\n  fathom bench published held-out --out /tmp/published\n  fathom bench published --public ~/public --rankers ~/rankers --out /tmp/published\n  tar -xJf results/published/held-out.tar.xz -C /tmp/published && fathom bench published --report --out /tmp/published"
    )]
    Published(PublishedCommand),
    /// Score the files that short queries find: NDCG@10 overall, by category and by repository
    #[command(
        long_about = "Score the files that short queries find.\n\nThe corpus is a folder with repos.json (name, language, url, revision, root) and queries/NAME.json (query, category, relevant, secondary). The folder `root` of each repository is exported at its revision without git and indexed alone. Each system is asked every query; the score is NDCG@10 over files, relevant and secondary alike. A path matches if one is the end of the other.",
        after_help = "Examples:\n  fathom bench filesearch --corpus ~/filesearch --work /tmp/filesearch\n  fathom bench filesearch --corpus ~/filesearch --work /tmp/filesearch --repos flask,gin --json"
    )]
    Filesearch(FilesearchCommand),
    /// Generate tasks from a repository's history: commit messages with the symbols the commits changed
    #[command(after_help = "The tasks contain commit ids and no text of the repository.")]
    Mine(MineCommand),
    /// Measure systems on this repository's own history: one command from commits to a report
    #[command(
        long_about = "Measure systems on this repository's own history.\n\nEach task is a commit: its message is the question, the tree before it is searched, and the code it changed is the answer. Commits that only change formatting, imports, comments or versions are left out, by their diff. The report lists every task with its score and states how many tasks a claim needs. Names and messages of the repository are not kept unless you ask for it.",
        after_help = "Examples:\n  fathom bench here\n  fathom bench here ~/src/shop --commits 100 --systems fathom,grep,ctags --out results"
    )]
    Here(HereCommand),
    /// Show one task at every stage of the ranking: what each stage found, the rank of each expected
    /// symbol, and why wrong symbols ranked first
    #[command(
        after_help = "Example:\n  fathom bench diagnose httpx-easy-002 --tasks corpus/tasks\n\nThe stages are the signals in the order they run; `gathered`, all candidates; `prior`, the candidates\nthat are kept; `model`, their order by the ranker alone; `answer`, both orders combined."
    )]
    Diagnose(DiagnoseCommand),
    /// Run trials of behaviour (staleness, robustness, determinism, learning) and of reliability (kill,
    /// damage, hostile, edits, switches, trees)
    Trial {
        #[command(subcommand)]
        trial: TrialCommand,
    },
    /// Measure precision and recall of call edges against a compiler's SCIP index or call pairs
    Edges {
        /// A repository and its oracle: a SCIP index, or a list of call pairs (.jsonl); may be repeated
        #[arg(required = true, value_name = "PATH=ORACLE")]
        projects: Vec<String>,
        /// Judge the edges of another system in place of Fathom's, one JSON object per line
        #[arg(long, value_name = "FILE")]
        claims: Option<PathBuf>,
        /// Number of wrong and missed edges to show per project
        #[arg(long, default_value_t = 0)]
        examples: usize,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Draw call sites to be judged by people, or compare their judgements with the current build
    #[command(
        long_about = "Draw call sites to be judged by people, or compare their judgements with the current build.\n\nWithout --labels, prints call sites drawn at random, one JSON object per line, with what Fathom claims. Write what is called to `target`: the qualified name of a definition (several with ` | ` between them), `outside`, or `unclear`. With --labels, prints the precision of exact and inferred claims and the share of call sites that are resolved.",
        after_help = "Examples:\n  fathom bench calls ~/src/shop --language ruby --sample 100 > labels.jsonl\n  fathom bench calls ~/src/shop --labels labels.jsonl"
    )]
    Calls {
        /// The repository
        path: PathBuf,
        /// The language of the files
        #[arg(long, required_unless_present = "labels")]
        language: Option<String>,
        /// Number of call sites to draw
        #[arg(long, default_value_t = 100)]
        sample: usize,
        /// The seed: the same one draws the same call sites
        #[arg(long, default_value_t = 7)]
        seed: u64,
        /// Judged call sites to compare with
        #[arg(long, value_name = "FILE")]
        labels: Option<PathBuf>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Measure the speed of full indexing, updates, and cold and warm queries
    Speed {
        /// The repository; a copy is used
        path: PathBuf,
        /// Number of rounds per measurement; the median is reported
        #[arg(long, default_value_t = 5)]
        rounds: usize,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Measure a server under many concurrent clients, with and without pauses between questions
    #[command(
        after_help = "Examples:\n  fathom bench load ~/src/shop\n  fathom bench load ~/src/shop --url http://127.0.0.1:7420 --clients 16"
    )]
    Load(LoadCommand),
    /// Measure how well a running server helps to understand an application
    #[command(
        long_about = "Measure how well a running server helps to understand an application.\n\nA dataset has questions in eight categories (flow, impact, trace, symbol-lookup, search-qa, support-root-cause, state-transition, multi-tool). For each, the prescribed calls are made over HTTP, and the names and paths in their answers are compared with the expected ones: a case-insensitive substring matches, --strict requires whole names. The agent pass adds searches for the question, the input and the names in them. A call that fails adds nothing. Fields that repeat the request do not count.\n\nThe command writes results_current.json and report.html, and with --freeze baseline_v1.json. It exits with 1 if the overall recall falls more than 0.001 below the baseline. If no server answers, the run is skipped.",
        after_help = "Examples:\n  fathom bench capability --dataset corpus/capability/redmine.json --workspace ~/src/redmine --out results/redmine\n  fathom bench capability --dataset shop.json --url http://127.0.0.1:7420 --workspace shop --freeze\n  fathom bench capability --dataset shop.json --validate ~/src/shop"
    )]
    Capability(CapabilityCommand),
    /// Only read and parse the files: the floor that `speed` compares indexing with
    #[command(hide = true)]
    Floor {
        /// The repository
        path: PathBuf,
    },
    /// Measure the error expert on issues with stack traces
    Errors(ErrorsCommand),
    /// Measure what history adds to the tests and files of context, on issues with their fixes
    Foresight(ForesightCommand),
    /// Measure the agreement of two people who labelled the same tasks: Cohen's kappa and disputes
    Agreement(AgreementCommand),
    /// Check that labels exist in the source at the pinned commit
    Validate(ValidateCommand),
    /// Regenerate the reports of a run from its records
    Report(ReportCommand),
    /// Compare two runs
    Compare(CompareCommand),
}
