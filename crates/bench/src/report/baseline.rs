//! A frozen result that later runs must not fall below.
//!
//! Values are kept task by task, so that a later run over more or fewer tasks
//! is compared on the tasks both have.

use super::analysis::{Analysis, System};
use super::measure::{Measure, MeasureKind};
use crate::matching::Matching;
use crate::statistics::mean;
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;

/// The file's name, beside the runs.
pub const FILE: &str = "baseline.json";
/// A mean may fall by this much: rounding and the order of ties.
pub const TOLERANCE: f64 = 0.001;

/// The frozen figures: precision and recall, leniently and strictly matched.
const FROZEN: [Measure; 4] = [
    Measure::Symbols(Matching::Lenient, MeasureKind::Precision(10)),
    Measure::Symbols(Matching::Lenient, MeasureKind::Recall(10)),
    Measure::Symbols(Matching::Strict, MeasureKind::Precision(10)),
    Measure::Symbols(Matching::Strict, MeasureKind::Recall(10)),
];

/// Frozen values: system, measure, repository and task.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Baseline {
    /// The run it was taken from.
    pub run: String,
    /// The values.
    pub systems: BTreeMap<String, BTreeMap<String, BTreeMap<String, f64>>>,
}

/// One mean against its frozen one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BaselineCheck {
    /// The system.
    pub system: String,
    /// The measure.
    pub measure: String,
    /// Tasks that both have.
    pub tasks: usize,
    /// The frozen mean over them.
    pub frozen: f64,
    /// The mean now.
    pub now: f64,
}

impl BaselineCheck {
    /// Whether it fell further than it may.
    pub fn fell(&self) -> bool {
        self.now < self.frozen - TOLERANCE
    }
}

impl fmt::Display for BaselineCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.fell() { "FELL" } else { "held" };
        write!(
            f,
            "{verdict}  {} {}: {:.4}, frozen {:.4} ({:+.4}, {} tasks)",
            self.system,
            self.measure,
            self.now,
            self.frozen,
            self.now - self.frozen,
            self.tasks
        )
    }
}

/// Freezes the systems named.
pub fn freeze(analysis: &Analysis, systems: &[String]) -> Result<Baseline> {
    let mut baseline = Baseline { run: analysis.name.clone(), systems: BTreeMap::new() };
    for name in systems {
        let Some(system) = analysis.systems.iter().find(|system| system.name == *name) else {
            bail!("{} has no system `{name}` to freeze", analysis.name);
        };
        let measures = FROZEN.map(|measure| (title(measure), values(analysis, system, measure)));
        baseline.systems.insert(name.clone(), measures.into_iter().collect());
    }
    Ok(baseline)
}

/// Compares a run with a baseline on the tasks both have.
pub fn check(analysis: &Analysis, baseline: &Baseline) -> Vec<BaselineCheck> {
    let mut all = Vec::new();
    for (name, measures) in &baseline.systems {
        let Some(system) = analysis.systems.iter().find(|system| system.name == *name) else { continue };
        for measure in FROZEN {
            let Some(frozen) = measures.get(&title(measure)) else { continue };
            let now = values(analysis, system, measure);
            let (before, after): (Vec<f64>, Vec<f64>) =
                frozen.iter().filter_map(|(task, before)| Some((*before, *now.get(task)?))).unzip();
            if !before.is_empty() {
                all.push(BaselineCheck {
                    system: name.clone(),
                    measure: title(measure),
                    tasks: before.len(),
                    frozen: mean(&before),
                    now: mean(&after),
                });
            }
        }
    }
    all
}

/// Reads a baseline; `None` if there is none.
pub fn load(path: &Path) -> Result<Option<Baseline>> {
    match fs::read_to_string(path) {
        Ok(text) => {
            let baseline =
                serde_json::from_str(&text).with_context(|| format!("{} is no baseline", path.display()))?;
            Ok(Some(baseline))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Writes a baseline.
pub fn save(baseline: &Baseline, path: &Path) -> Result<()> {
    let text = serde_json::to_string_pretty(baseline)? + "\n";
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn title(measure: Measure) -> String {
    format!("{} {}", measure.matching(), measure.name())
}

fn values(analysis: &Analysis, system: &System, measure: Measure) -> BTreeMap<String, f64> {
    let value = |answer: &super::analysis::Answer| {
        let task = &analysis.tasks[answer.task];
        Some((format!("{}/{}", task.repo, task.id), measure.value(&answer.score)?))
    };
    system.answers.iter().filter_map(value).collect()
}
