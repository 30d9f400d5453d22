//! `fathom bench trial`: what an average over tasks does not show, and what must always hold.

// The comments here are the help people read in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use super::machine::{self, Setting};
use super::reliability::{
    self, DamageCommand, EditsCommand, HostileCommand, KillCommand, SwitchesCommand, TreesCommand,
};
use super::run::Questions;
use super::show;
use crate::output;
use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use fathom_bench::measures::Measures;
use fathom_bench::report::report;
use fathom_bench::systems::check_names;
use fathom_bench::trials::{Ground, add_to, determinism, learning, paraphrases, robustness, staleness};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Subcommand)]
pub(crate) enum TrialCommand {
    /// Time from an edit (a function renamed, a file added, a file deleted) to the right answer
    Staleness {
        /// The repositories of the corpus to edit, in copies
        #[arg(long, value_delimiter = ',', value_name = "NAMES", required = true)]
        repos: Vec<String>,
        #[command(flatten)]
        tried: Tried,
    },
    /// Overlap of the first ten symbols over paraphrases of a task
    Robustness {
        /// Paraphrases by task id (default: the tasks' own)
        #[arg(long, value_name = "FILE")]
        paraphrases: Option<PathBuf>,
        #[command(flatten)]
        questions: Questions,
        #[command(flatten)]
        tried: Tried,
    },
    /// Whether the same question gives the same bytes again and again
    Determinism {
        /// How often each task is asked
        #[arg(long, default_value_t = determinism::RUNS)]
        runs: usize,
        #[command(flatten)]
        questions: Questions,
        #[command(flatten)]
        tried: Tried,
    },
    /// P@10 and R@10 over rounds of feedback, on the tasks it came from and on others
    Learning {
        /// Rounds of feedback
        #[arg(long, default_value_t = learning::ROUNDS)]
        rounds: usize,
        #[command(flatten)]
        questions: Questions,
        #[command(flatten)]
        tried: Tried,
    },
    /// Kill commands at random moments: the next answer must be right, no verdict lost
    #[command(
        long_about = "Kill commands at random moments, and look at what they leave behind.\n\nEach round edits a copy of the repository, gives a verdict (fathom feedback), starts a command that has to write (index, a question, a verdict) and kills it with SIGKILL: at a random moment of its usual time, or just after it began to write. Then all questions must be answered as an index made from nothing answers them, and every verdict that was ever acknowledged must be there.",
        after_help = "Examples:\n  fathom bench trial kill\n  fathom bench trial kill ~/src/flask --rounds 500 --seed 7\n\nExit code 1 if something did not hold."
    )]
    Kill(KillCommand),
    /// Damage files of an index: every answer must stay right, and doctor must report it
    #[command(
        long_about = "Damage files of an index, and look whether an answer is wrong.\n\nEach round damages one file in place: its end is cut off, a bit flipped, a page zeroed or two sectors swapped. Every kind of file gets its share. After a damage that was written, all questions must be answered as before it; in every second round `fathom doctor` is asked first, and must report the damage and name the file. One damage in four is rot, which leaves no trace in the times of the file: no question may crash or hang, doctor must report it, and after `doctor --repair` all answers must be right. Feedback, which cannot be rebuilt, may be left out of an answer that says so.",
        after_help = "Examples:\n  fathom bench trial damage\n  fathom bench trial damage ~/src/flask --rounds 1000 --json\n\nExit code 1 if something did not hold."
    )]
    Damage(DamageCommand),
    /// Ask in hostile repositories: nothing may be harmed, run, shown or hang
    #[command(
        long_about = "Make hostile repositories, and ask every question in each.\n\nThey hold links out of the tree in every place that is read or written, endless devices, FIFOs, an index of their own, settings of git that name programs, broken git directories, control characters, forged lines, and much of the same. In each nothing inside or outside may be changed (compared byte for byte), no program may run, every command must end in its time and memory with exit code 0, 1 or 2, and no answer may show a file from outside, a raw control character or a forged line.",
        after_help = "Examples:\n  fathom bench trial hostile\n  fathom bench trial hostile --list\n  fathom bench trial hostile --only git-,fathom-link --keep\n\nExit code 1 if something did not hold."
    )]
    Hostile(HostileCommand),
    /// Edit a tree at random: the index must equal one made from nothing
    #[command(
        long_about = "Edit a copy of a repository at random, and compare its index with a full build.\n\nEdits are those of people, tools and git: files come, change, go, are renamed, moved, touched, get other permissions or other bytes of the same size, are ignored, and other commits are checked out. After each edit, or every few, all answers and all counts must equal those of an index that is made from nothing in another FATHOM_HOME.",
        after_help = "Examples:\n  fathom bench trial edits\n  fathom bench trial edits ~/src/django --rounds 240 --every 4\n\nExit code 1 if something did not hold."
    )]
    Edits(EditsCommand),
    /// Switch branches while questions are asked: every answer must be of one state
    #[command(
        long_about = "Ask questions while branches are switched all the time.\n\nA repository made for the trial has two branches that differ in every file. One thread checks them out in turn; meanwhile questions are asked, with and without --as-is. All code of an answer must come from one branch, from the right lines, and the commit that the answer names must be that branch's.",
        after_help = "Example:\n  fathom bench trial switches --rounds 500\n\nExit code 1 if something did not hold."
    )]
    Switches(SwitchesCommand),
    /// Index real work trees under a limit of time, against only reading and parsing them
    #[command(
        long_about = "Index real work trees, each from nothing in a fresh FATHOM_HOME, under a limit of time.\n\nThe table shows what each index holds and left out, its time and memory, and its time divided by that of only reading and parsing the same files, the floor that no indexer can avoid. A tree that fails is written down, and the next one is tried.",
        after_help = "Examples:\n  fathom bench trial trees ~/src/flask ~/src/django\n  fathom bench trial trees --list trees.txt --rounds 3 --most-ratio 3 --json > trees.json\n\nExit code 1 if a tree could not be indexed, or not within --most-ratio."
    )]
    Trees(TreesCommand),
}

#[derive(Args)]
pub(crate) struct Tried {
    /// The systems, as for a run
    #[arg(long, value_delimiter = ',', required = true)]
    systems: Vec<String>,
    #[command(flatten)]
    setting: Setting,
    /// Put the measurements into this run, whose report shows them
    #[arg(long, value_name = "RUN")]
    run: Option<PathBuf>,
    /// JSON on standard output
    #[arg(long)]
    json: bool,
}

impl Tried {
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
    fn ground(&self) -> Result<Ground> {
        check_names(&self.systems)?;
        Ok(Ground {
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
        TrialCommand::Robustness { paraphrases, questions, tried } => {
            let words = match (paraphrases, questions.folder()) {
                (Some(file), _) => paraphrases::of_file(file)?,
                (None, Some(folder)) => paraphrases::of_tasks(folder)?,
                (None, None) => bail!("issues have no paraphrases of their own; give --paraphrases FILE"),
            };
            let report = robustness::run(
                &tried.ground()?,
                &questions.load(&tried.setting.repositories)?,
                &words,
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
        TrialCommand::Kill(command) => reliability::kill(command),
        TrialCommand::Damage(command) => reliability::damage(command),
        TrialCommand::Hostile(command) => reliability::hostile(command),
        TrialCommand::Edits(command) => reliability::edits(command),
        TrialCommand::Switches(command) => reliability::switches(command),
        TrialCommand::Trees(command) => reliability::trees(command),
    }
}
