//! Frozen figures that later runs must not fall below.

use super::report::{Figures, Report};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// The file's name.
pub const BASELINE_FILE: &str = "baseline_v1.json";
/// A mean may fall by this much.
const TOLERANCE: f64 = 0.001;

/// Frozen figures.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Baseline {
    /// The dataset's name.
    pub dataset: String,
    /// Over all tasks.
    pub overall: Figures,
    /// By category.
    pub categories: Vec<Figures>,
}

impl Baseline {
    /// The figures of a run.
    pub fn of(report: &Report) -> Baseline {
        Baseline {
            dataset: report.dataset.clone(),
            overall: report.overall.clone(),
            categories: report.categories.clone(),
        }
    }

    /// Reads a file; none if there is no file.
    pub fn load(path: &Path) -> Result<Option<Baseline>> {
        match fs::read_to_string(path) {
            Ok(text) => {
                let baseline = serde_json::from_str(&text);
                baseline.map(Some).with_context(|| format!("{} is not a baseline", path.display()))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
        }
    }

    /// Compares a run with the frozen figures: what to report, and whether the overall figures held.
    pub fn check(&self, report: &Report) -> (Vec<String>, bool) {
        if self.dataset != report.dataset {
            let other = format!("the baseline is of the dataset {}; not compared", self.dataset);
            return (vec![other], true);
        }
        let strict = report.strict;
        let mut pairs = vec![("fixed", self.overall.headline(strict), Some(report.overall.headline(strict)))];
        let agent = |figures: &Figures| if strict { figures.agent_strict } else { figures.agent };
        if let (Some(frozen), Some(now)) = (agent(&self.overall), agent(&report.overall)) {
            pairs.push(("agent", frozen, Some(now)));
        }
        let mut held = true;
        let mut lines = Vec::new();
        for (name, frozen, now) in pairs {
            let now = now.unwrap_or(0.0);
            let fell = now < frozen - TOLERANCE;
            held &= !fell;
            let verdict = if fell { "fell below" } else { "holds" };
            lines.push(format!("{name} {now:.3} {verdict} the baseline {frozen:.3}"));
        }
        (lines, held)
    }
}

/// Writes figures to a file, as JSON for people and programs.
pub fn save(path: &Path, value: &impl Serialize) -> Result<()> {
    let text = serde_json::to_string_pretty(value)? + "\n";
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
