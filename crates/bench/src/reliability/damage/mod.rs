//! Whatever happens to a file of the index, no answer is wrong.
//!
//! A file is damaged in place ([`Damage`]); every kind of file gets its share.
//!
//! - Bytes that were **written** to it (a crash, a full disk, another program): the next
//!   question must be answered exactly as before the damage, and so must all others. In every
//!   second round `fathom doctor` is asked first, and must report the damage and name the file.
//! - Bytes that **rot** where they lie leave no trace in the file's times, so that only reading
//!   every byte shows it: no question may crash or hang, `fathom doctor` must report the damage
//!   and name the file, and after `fathom doctor --repair` every answer must be right.
//!
//! What cannot be rebuilt (the state) may be missing from an answer, if the answer notes it.

mod damaged_index;
mod kinds;

pub use kinds::Damage;

use super::fathom::heed_interruption;
use super::{Failure, Plan, answers, failed, verdict};
use crate::runner::Progress;
use crate::statistics::bootstrap::SplitMix64;
use crate::trials::table::table;
use anyhow::Result;
use damaged_index::DamagedIndex;
use kinds::damage;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// Default number of damages.
pub const ROUNDS: usize = 200;
/// One of this many damages is rot.
const ROT: usize = 4;
const NAMES: usize = 1;

/// The results of the damages of one kind.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Outcome {
    /// Damages.
    pub damages: usize,
    /// Every answer was right, with rot after a repair.
    pub right: usize,
    /// The doctor was asked.
    pub examined: usize,
    /// It reported the damage and named the file.
    pub reported: usize,
}

/// How it went.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// How the tree was made.
    pub tree: String,
    /// The seed of every choice.
    pub seed: u64,
    /// Damages.
    pub rounds: usize,
    /// Whether the program has a doctor to ask.
    pub doctor: bool,
    /// By kind of damage.
    pub by_damage: BTreeMap<Damage, Outcome>,
    /// By kind of file: its name without what is a number or a hash.
    pub by_file: BTreeMap<String, Outcome>,
    /// Damages by rot.
    pub rotten: usize,
    /// Of these, those after which an answer was wrong until the doctor was asked.
    pub wrong_before_doctor: usize,
    /// The failures.
    pub failures: Vec<Failure>,
    /// Where the folder of the trial stays, if it does.
    pub folder: Option<String>,
}

/// Damages files of an index, or those whose name has one of these parts, and looks at the answers.
pub fn run(plan: &Plan, only: &[String], progress: &dyn Progress) -> Result<Report> {
    let copy = plan.copy()?;
    let fathom = copy.fathom(&plan.program, plan.limit);
    let mut random = SplitMix64(plan.seed);
    let questions = answers::draw(&copy.root, NAMES, &mut random)?;
    let doctor = fathom.run(&copy.root, &["doctor", "--help"])?.code == Some(0);
    if !doctor {
        progress.note("this program has no `fathom doctor`; only answers are looked at");
    }
    let mut report = Report {
        tree: copy.made.clone(),
        seed: plan.seed,
        rounds: plan.rounds,
        doctor,
        by_damage: BTreeMap::new(),
        by_file: BTreeMap::new(),
        rotten: 0,
        wrong_before_doctor: 0,
        failures: Vec::new(),
        folder: None,
    };
    let target = DamagedIndex::new(fathom, copy, questions)?;
    progress.total(plan.rounds);
    for round in 1..=plan.rounds {
        heed_interruption()?;
        let damages = |class: &str| report.by_file.get(class).map_or(0, |outcome| outcome.damages);
        let (path, class) = target.choose(only, damages, &mut random)?;
        let wanted = Damage::ALL[random.below(Damage::ALL.len())];
        let rots = doctor && random.below(ROT) == 0;
        let (done, place) = damage(&path, wanted, rots, &mut random)?;
        let did = format!("{class} {} {place}{}", done.word(), if rots { ", by rot" } else { "" });
        progress.doing(&did);
        let seen = if rots {
            target.after_rot(&path, &mut random)?
        } else {
            target.after_write(&path, doctor && round.is_multiple_of(2), &mut random)?
        };
        report.rotten += usize::from(rots);
        report.wrong_before_doctor += usize::from(seen.wrong_before_doctor);
        for outcome in [report.by_damage.entry(done).or_default(), report.by_file.entry(class).or_default()] {
            outcome.damages += 1;
            outcome.right += usize::from(seen.wrong.is_none());
            outcome.examined += usize::from(seen.examined);
            outcome.reported += usize::from(seen.examined && seen.unreported.is_none());
        }
        // State cannot be rebuilt, and one wrong index must not fail every round after it.
        let again = seen.wrong.is_some() || target.is_state(&path);
        for problem in seen.unreported.into_iter().chain(seen.wrong) {
            report.failures.push(Failure { round, did: did.clone(), problem });
        }
        if again {
            target.renew()?;
        }
        progress.step(1);
    }
    report.folder = plan.leave(target.copy);
    Ok(report)
}

/// The name of a file without what is a number or a hash: files of one class hold the same sort of
/// thing.
fn class(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut class = String::new();
    for part in name.split_inclusive(['.', '-']) {
        let (word, end) =
            part.strip_suffix(['.', '-']).map_or((part, ""), |word| (word, &part[word.len()..]));
        let is_number = word.len() > 5 && word.chars().all(|letter| letter.is_ascii_hexdigit());
        class.push_str(if is_number { "*" } else { word });
        class.push_str(end);
    }
    class
}

impl Report {
    /// Whether every damage was noticed and no answer was wrong.
    pub fn held(&self) -> bool {
        self.failures.is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} damages to an index of {}, seed {}\n", self.rounds, self.tree, self.seed)?;
        let row = |name: &str, outcome: &Outcome| {
            let reported = match outcome.examined {
                0 => "not asked".to_owned(),
                examined => format!("{} of {examined}", outcome.reported),
            };
            vec![name.to_owned(), outcome.damages.to_string(), outcome.right.to_string(), reported]
        };
        let head = ["damage", "times", "all answers right", "reported by doctor"];
        let rows: Vec<_> =
            self.by_damage.iter().map(|(damage, outcome)| row(damage.word(), outcome)).collect();
        writeln!(f, "{}", table(&head, &rows))?;
        let head = ["file", "times", "all answers right", "reported by doctor"];
        let rows: Vec<_> = self.by_file.iter().map(|(file, outcome)| row(file, outcome)).collect();
        f.write_str(&table(&head, &rows))?;
        if self.rotten > 0 {
            let (rotten, wrong) = (self.rotten, self.wrong_before_doctor);
            writeln!(f, "\nby rot: {rotten}, of these wrong until `fathom doctor` was asked: {wrong}")?;
        }
        f.write_str(&failed(&self.failures))?;
        f.write_str(&verdict(self.failures.len(), self.rounds, self.folder.as_ref()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_one_sort_are_one_class() {
        let of = |name: &str| class(Path::new(name));
        assert_eq!(of("a/db58d2481e0c901cb6facd13.pack"), "*.pack");
        assert_eq!(of("a/facts-e075c964af92da23f2ab9dba494ac761"), "facts-*");
        assert_eq!(of("a/a5a1bb0df8d7c594593b88508b57d1de"), "*");
        assert_eq!(of("a/graph.bin"), "graph.bin");
        assert_eq!(of("state.sqlite-wal"), "state.sqlite-wal");
    }
}
