//! `fathom bench trial`: what an average over tasks does not show, and what must always hold.

// The comments here are the help people read in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use super::machine::{self, Setting};
use super::reliability::{
    self, DamageCommand, EditsCommand, HostileCommand, KillCommand, SwitchesCommand, TreesCommand,
};
use super::run::{Hinted, Questions};
use super::show;
use crate::output;
use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use fathom_bench::measures::Measures;
use fathom_bench::report::report;
use fathom_bench::systems::check_names;
use fathom_bench::trials::{
    TrialSetup, add_to, determinism, learning, names, paraphrases, refine, robustness, staleness,
};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Subcommand)]
pub(crate) enum TrialCommand {
    /// Measure the time from an edit (rename a function, add or delete a file) to the right answer
    Staleness {
        /// The repositories of the corpus to edit; copies are used
        #[arg(long, value_delimiter = ',', value_name = "NAMES", required = true)]
        repos: Vec<String>,
        #[command(flatten)]
        tried: TrialArguments,
    },
    /// Measure the overlap of the first ten symbols over paraphrases of a task
    Robustness {
        /// Paraphrases by task id [default: those in the tasks]
        #[arg(long, value_name = "FILE")]
        paraphrases: Option<PathBuf>,
        #[command(flatten)]
        hinted: Hinted,
        #[command(flatten)]
        questions: Questions,
        #[command(flatten)]
        tried: TrialArguments,
    },
    /// Check that repeated questions give identical bytes
    Determinism {
        /// Number of runs per task
        #[arg(long, default_value_t = determinism::RUNS)]
        runs: usize,
        #[command(flatten)]
        questions: Questions,
        #[command(flatten)]
        tried: TrialArguments,
    },
    /// Measure P@10 and R@10 over rounds of feedback, on the judged tasks and on others
    Learning {
        /// Number of rounds of feedback
        #[arg(long, default_value_t = learning::ROUNDS)]
        rounds: usize,
        #[command(flatten)]
        questions: Questions,
        #[command(flatten)]
        tried: TrialArguments,
    },
    /// Ask for names of types and functions alone: the first result must be a definition
    #[command(after_help = "Example:\n  fathom bench trial names ~/src/flask ~/src/gin --each 50")]
    Names {
        /// Work trees; they are only read
        #[arg(required = true)]
        trees: Vec<PathBuf>,
        /// Number of names per tree
        #[arg(long, default_value_t = names::EACH)]
        each: usize,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Measure recall after one and two rounds of refinement with right and wrong symbols
    Refine {
        #[command(flatten)]
        questions: Questions,
        #[command(flatten)]
        tried: TrialArguments,
    },
    /// Kill commands at random moments: the next answer must be right and no feedback lost
    #[command(
        long_about = "Kill commands at random moments and check what they leave behind.\n\nEach round edits a copy of the repository, records feedback, starts a command that writes (index, a question, feedback) and kills it with SIGKILL, either at a random moment of its usual run time or just after its first write. Then every answer must equal that of a fresh index, and all acknowledged feedback must exist.",
        after_help = "Examples:\n  fathom bench trial kill\n  fathom bench trial kill ~/src/flask --rounds 500 --seed 7\n\nThe exit code is 1 if a check failed."
    )]
    Kill(KillCommand),
    /// Damage files of an index: every answer must stay right, and doctor must report it
    #[command(
        long_about = "Damage files of an index and check for wrong answers.\n\nEach round damages one file in place: it truncates the file, flips a bit, zeroes a page or swaps two sectors. Every kind of file is covered. After damage that changes the modification time, every answer must equal that of the intact index; in every second round `fathom doctor` runs first and must report the damaged file. One damage in four is silent (bit rot: the modification time stays the same). Then no question may crash or hang, doctor must report the damage, and after `doctor --repair` all answers must be right. Feedback cannot be rebuilt; an answer may omit damaged feedback if it reports that.",
        after_help = "Examples:\n  fathom bench trial damage\n  fathom bench trial damage ~/src/flask --rounds 1000 --json\n\nThe exit code is 1 if a check failed."
    )]
    Damage(DamageCommand),
    /// Run every question in hostile repositories: no writes, no programs, no leaks, no hangs
    #[command(
        long_about = "Create hostile repositories and run every question in each.\n\nThe repositories contain links out of the tree at every path that is read or written, endless devices, FIFOs, a prepared index, git settings that name programs, broken git directories, control characters, forged lines and very large inputs. No file inside or outside may change (compared byte by byte), no program may run, every command must end within its time and memory limits with exit code 0, 1 or 2, and no answer may contain a file from outside, a raw control character or a forged line.",
        after_help = "Examples:\n  fathom bench trial hostile\n  fathom bench trial hostile --list\n  fathom bench trial hostile --only git-,fathom-link --keep\n\nThe exit code is 1 if a check failed."
    )]
    Hostile(HostileCommand),
    /// Edit a tree at random: the updated index must equal a full build
    #[command(
        long_about = "Edit a copy of a repository at random and compare its index with a full build.\n\nThe edits are those of people, tools and git: create, change, delete, rename, move or touch a file, change its permissions, replace it by other bytes of the same size, ignore it, check out another commit. After each edit, or every few edits, all answers and all counts must equal those of a fresh index in another FATHOM_HOME.",
        after_help = "Examples:\n  fathom bench trial edits\n  fathom bench trial edits ~/src/django --rounds 240 --every 4\n\nThe exit code is 1 if a check failed."
    )]
    Edits(EditsCommand),
    /// Switch branches while questions run: every answer must describe one state
    #[command(
        long_about = "Ask questions while another thread switches branches.\n\nThe trial creates a repository with two branches that differ in every file. One thread checks them out in turn while questions run, with and without --as-is. All code of an answer must come from the right lines of one branch, and the answer must name the commit of that branch.",
        after_help = "Example:\n  fathom bench trial switches --rounds 500\n\nThe exit code is 1 if a check failed."
    )]
    Switches(SwitchesCommand),
    /// Index real work trees and compare the time with only reading and parsing them
    #[command(
        long_about = "Index real work trees, each in a fresh FATHOM_HOME and under a time limit.\n\nThe table shows what each index contains and leaves out, its time and memory, and its time divided by the floor: the time to only read and parse the same files. A tree that fails is reported, and the trial continues with the next one.",
        after_help = "Examples:\n  fathom bench trial trees ~/src/flask ~/src/django\n  fathom bench trial trees --list trees.txt --rounds 3 --most-ratio 3 --json > trees.json\n\nThe exit code is 1 if a tree could not be indexed or exceeds --most-ratio."
    )]
    Trees(TreesCommand),
}

#[derive(Args)]
pub(crate) struct TrialArguments {
    /// The systems, as for `run`
    #[arg(long, value_delimiter = ',', required = true)]
    systems: Vec<String>,
    #[command(flatten)]
    setting: Setting,
    /// Add the measurements to the report of this run
    #[arg(long, value_name = "RUN")]
    run: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl TrialArguments {
    /// Half a trial is none.
    fn keep(&self, measures: Measures) -> Result<()> {
        if fathom_bench::systems::interrupted() {
            bail!("interrupted");
        }
        let Some(run) = &self.run else { return Ok(()) };
        add_to(run, measures)?;
        report(run).map(|_| ())
    }

    /// Names first: what follows clones and installs.
    fn ground(&self) -> Result<TrialSetup> {
        check_names(&self.systems)?;
        Ok(TrialSetup {
            systems: self.systems.clone(),
            corpus: self.setting.repositories.corpus()?,
            checkouts: self.setting.repositories.checkouts()?,
            tools: self.setting.tools()?,
            program: self.setting.program()?,
            limit: self.setting.limit(),
        })
    }
}

pub(super) fn run(trial: &TrialCommand) -> Result<ExitCode> {
    machine::heed_interruption()?;
    let watch = |doing: &str| output::message(doing);
    match trial {
        TrialCommand::Staleness { repos, tried } => {
            let ground = tried.ground()?;
            let repositories = ground.corpus.clone().only(repos)?.repos;
            let report = staleness::run(&ground, &repositories, &watch)?;
            tried.keep(report.measures())?;
            show(&report, tried.json)
        }
        TrialCommand::Robustness { paraphrases, hinted, questions, tried } => {
            let words = match (paraphrases, questions.folder()) {
                (Some(file), _) => paraphrases::of_file(file)?,
                (None, Some(folder)) => paraphrases::of_tasks(folder)?,
                (None, None) => bail!("issues have no paraphrases of their own; give --paraphrases FILE"),
            };
            let report = robustness::run(
                &tried.ground()?,
                &questions.load(&tried.setting.repositories)?,
                &words,
                &hinted.load()?,
                &watch,
            )?;
            tried.keep(report.measures())?;
            show(&report, tried.json)
        }
        TrialCommand::Determinism { runs, questions, tried } => {
            let report = determinism::run(
                &tried.ground()?,
                &questions.load(&tried.setting.repositories)?,
                *runs,
                &watch,
            )?;
            tried.keep(report.measures())?;
            show(&report, tried.json)
        }
        TrialCommand::Learning { rounds, questions, tried } => {
            let report = learning::run(
                &tried.ground()?,
                &questions.load(&tried.setting.repositories)?,
                *rounds,
                &watch,
            )?;
            tried.keep(report.measures())?;
            show(&report, tried.json)
        }
        TrialCommand::Names { trees, each, json } => show(&names::run(trees, *each, &watch)?, *json),
        TrialCommand::Refine { questions, tried } => {
            let tasks = questions.load(&tried.setting.repositories)?;
            show(&refine::run(&tried.ground()?, &tasks, &watch)?, tried.json)
        }
        TrialCommand::Kill(command) => reliability::kill(command),
        TrialCommand::Damage(command) => reliability::damage(command),
        TrialCommand::Hostile(command) => reliability::hostile(command),
        TrialCommand::Edits(command) => reliability::edits(command),
        TrialCommand::Switches(command) => reliability::switches(command),
        TrialCommand::Trees(command) => reliability::trees(command),
    }
}
