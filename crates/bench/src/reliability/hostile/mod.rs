//! No repository harms, blocks or misleads its user.
//!
//! Each case makes a repository as an attacker would ([`cases`]), asks every
//! question in it, and looks whether:
//!
//! - anything outside of the repository, or in it, was changed, made or removed, byte for byte;
//! - a program that the repository names was run;
//! - a command took longer or more memory than it may, panicked, was ended by a signal, or ended with a
//!   code other than 0, 1 and 2;
//! - an answer shows a file from outside, a control character as it is, or a line that the repository forged.

mod cases;
mod output;
mod scene;
mod untouched;

use super::answers::lasting;
use super::fathom::{Answer, Fathom, heed_interruption};
use crate::runner::Progress;
use crate::trials::table::table;
use anyhow::{Context, Result, bail};
use cases::Case;
use scene::{Invocation, Scene, Step};
use serde::Serialize;
use serde_json::Value;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use untouched::FolderState;

/// Most problems that are reported for one case; later ones follow from the first.
const REPORTED: usize = 5;

/// The options of the trial.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Names of cases, or parts of them; all if empty.
    pub only: Vec<String>,
    /// The `fathom` that is tried.
    pub program: PathBuf,
    /// Time for each of its commands.
    pub limit: Duration,
    /// Address space for each of its commands, in bytes.
    pub memory: u64,
    /// Whether the folders of cases that did not hold stay.
    pub keep: bool,
}

/// How one case went.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// The case.
    pub name: String,
    /// The content of the repository.
    pub about: String,
    /// Commands that were run in it.
    pub commands: usize,
    /// Milliseconds of the slowest.
    pub slowest_ms: f64,
    /// Most memory of any.
    pub peak_memory_bytes: Option<u64>,
    /// The failures.
    pub problems: Vec<String>,
    /// Why the case could not be made here.
    pub left_out: Option<String>,
    /// Where the folder of the case stays, if it does.
    pub folder: Option<String>,
}

/// All of them.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// In the order of the registry.
    pub cases: Vec<Outcome>,
}

/// The names of all cases, with what they are about.
pub fn names() -> Vec<(&'static str, &'static str)> {
    cases::all().into_iter().map(|case| (case.name, case.about)).collect()
}

/// Makes every repository and asks in it.
pub fn run(plan: &Plan, progress: &dyn Progress) -> Result<Report> {
    let is_wanted =
        |case: &Case| plan.only.is_empty() || plan.only.iter().any(|part| case.name.contains(part.as_str()));
    let wanted: Vec<Case> = cases::all().into_iter().filter(is_wanted).collect();
    if wanted.is_empty() {
        bail!("no case has such a name; `fathom bench trial hostile --list` names all");
    }
    progress.total(wanted.len());
    let mut report = Report { cases: Vec::new() };
    for case in wanted {
        heed_interruption()?;
        progress.doing(case.name);
        let outcome = play(plan, &case)?;
        for problem in &outcome.problems {
            progress.note(&format!("{}: {problem}", outcome.name));
        }
        report.cases.push(outcome);
        progress.step(1);
    }
    Ok(report)
}

fn play(plan: &Plan, case: &Case) -> Result<Outcome> {
    let mut place = tempfile::Builder::new()
        .prefix("fathom-hostile-")
        .tempdir()
        .context("cannot make a folder for the case")?;
    let mut outcome = Outcome {
        name: case.name.to_owned(),
        about: case.about.to_owned(),
        commands: 0,
        slowest_ms: 0.0,
        peak_memory_bytes: None,
        problems: Vec::new(),
        left_out: None,
        folder: None,
    };
    let mut scene = Scene::new(place.path(), &plan.program)?;
    if let Err(error) = (case.make)(&mut scene) {
        outcome.left_out = Some(format!("{error:#}"));
        return Ok(outcome);
    }
    if scene.steps.is_empty() {
        scene.ask_all();
    }
    let fathom = Fathom::new(&plan.program, &scene.place.join("home"), plan.limit).with_memory(plan.memory);
    act(&fathom, &scene, &mut outcome)?;
    if outcome.problems.is_empty() && scene.same_without_folder {
        compare_without_folder(&fathom, &scene, &mut outcome)?;
    }
    outcome.problems.truncate(REPORTED);
    if plan.keep && !outcome.problems.is_empty() {
        place.disable_cleanup(true);
        outcome.folder = Some(scene.place.display().to_string());
    }
    open_up(&scene.root);
    Ok(outcome)
}

/// Goes through the steps, looking after each command.
fn act(fathom: &Fathom, scene: &Scene, outcome: &mut Outcome) -> Result<()> {
    let mut outside = FolderState::look(&scene.victim)?;
    let mut inside = FolderState::look(&scene.root)?;
    for step in &scene.steps {
        let asked = match step {
            Step::Ask(asked) => asked,
            Step::Change(change) => {
                change(scene)?;
                inside = FolderState::look(&scene.root)?;
                continue;
            }
        };
        let answer = ask(fathom, asked)?;
        outcome.commands += 1;
        outcome.slowest_ms = outcome.slowest_ms.max(answer.ms);
        outcome.peak_memory_bytes = outcome.peak_memory_bytes.max(answer.peak_bytes);
        let mut report = |problem: String| outcome.problems.push(format!("`{}` {problem}", asked.typed()));
        if let Some(problem) = output::wrong(&answer, &asked.arguments, &scene.forged) {
            report(problem);
        }
        if let Ok(words) = fs::read_to_string(&scene.marker) {
            report(format!("runs a program of the repository: {}", super::short(words.trim())));
            fs::remove_file(&scene.marker)?;
        }
        let (outside_now, inside_now) = (FolderState::look(&scene.victim)?, FolderState::look(&scene.root)?);
        if let Some(change) = outside.difference(&outside_now) {
            report(format!("changes what lies outside: victim/{change}"));
        }
        if let Some(change) = inside.difference(&inside_now) {
            report(format!("writes in the repository: {change}"));
        }
        // Each command answers for what it did itself.
        (outside, inside) = (outside_now, inside_now);
        if outcome.problems.len() >= REPORTED {
            break;
        }
    }
    Ok(())
}

fn ask(fathom: &Fathom, asked: &Invocation) -> Result<Answer> {
    match &asked.input {
        Some(input) => fathom.run_with(&asked.folder, &asked.arguments, input),
        None => fathom.run(&asked.folder, &asked.arguments),
    }
}

/// Whether the same questions get the same answers once the repository has no `.fathom/` and the
/// program a new home.
fn compare_without_folder(fathom: &Fathom, scene: &Scene, outcome: &mut Outcome) -> Result<()> {
    let questions: [&[&str]; 2] =
        [&["context", "say hello to the parcel", "--json"], &["impact", "greet", "--json"]];
    let answers = |home: &str| -> Result<Vec<Value>> {
        let fathom = fathom.at_home(&scene.place.join(home));
        let answer = |words: &&[&str]| {
            let mut answer = lasting(fathom.run(&scene.root, words)?.json().unwrap_or_default());
            // A tree without a file that was committed is another state.
            if let Some(answer) = answer.as_object_mut() {
                answer.remove("index");
            }
            Ok(answer)
        };
        questions.iter().map(answer).collect()
    };
    let with = answers("home-with")?;
    fs::remove_dir_all(scene.root.join(".fathom")).context("cannot remove .fathom")?;
    if with != answers("home-without")? {
        outcome.problems.push("answers differ from those without the repository's `.fathom/`".to_owned());
    }
    Ok(())
}

/// Folders that may not be listed could not be removed either.
fn open_up(root: &Path) {
    let _ = std::process::Command::new("chmod").args(["-R", "u+rwX"]).arg(root).output();
}

impl Report {
    /// Whether every case held.
    pub fn held(&self) -> bool {
        self.cases.iter().all(|case| case.problems.is_empty())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<Vec<String>> = self
            .cases
            .iter()
            .map(|case| {
                let verdict = match (&case.left_out, case.problems.first()) {
                    (Some(why), _) => format!("left out: {}", super::short(why)),
                    (None, None) => "held".to_owned(),
                    (None, Some(problem)) => super::short(problem),
                };
                let peak = case.peak_memory_bytes.unwrap_or_default() as f64 / 1e6;
                vec![
                    case.name.clone(),
                    case.commands.to_string(),
                    format!("{:.0}", case.slowest_ms),
                    format!("{peak:.0}"),
                    verdict,
                ]
            })
            .collect();
        f.write_str(&table(&["case", "commands", "slowest ms", "peak MB", "verdict"], &rows))?;
        let count = |is: fn(&Outcome) -> bool| self.cases.iter().filter(|case| is(case)).count();
        let failed = count(|case| !case.problems.is_empty());
        let left_out = count(|case| case.left_out.is_some());
        writeln!(
            f,
            "\n{} hostile repositories: {} held, {failed} did not hold, {left_out} could not be made here",
            self.cases.len(),
            self.cases.len() - failed - left_out
        )?;
        for case in self.cases.iter().filter(|case| case.folder.is_some()) {
            writeln!(f, "{}: {}", case.name, case.folder.as_deref().unwrap_or_default())?;
        }
        Ok(())
    }
}
