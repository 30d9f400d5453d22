//! The figures of a run: by task, by category and overall.

use super::dataset::{CATEGORIES, Dataset};
use super::score::Score;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// Width of the first column.
const WIDE: usize = 20;

/// The measurements of a run. They contain nothing about the machine or the workspace, so they can be published.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The dataset's name.
    pub dataset: String,
    /// The dataset's version.
    pub version: Value,
    /// The application.
    pub repository: String,
    /// The commit that the answers were written for.
    pub commit: String,
    /// Whether the headline counts whole names only.
    pub strict: bool,
    /// Over all tasks.
    pub overall: Figures,
    /// By category, in the order of reports.
    pub categories: Vec<Figures>,
    /// By task, in the order of the dataset.
    pub tasks: Vec<TaskReport>,
}

/// Means over tasks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// The category, or `overall`.
    pub name: String,
    /// How many tasks.
    pub tasks: usize,
    /// Recall of the fixed calls.
    pub fixed: f64,
    /// The same for whole names.
    pub fixed_strict: f64,
    /// Recall of what the input does not contain.
    pub beyond_input: Option<f64>,
    /// Recall with the agent pass.
    pub agent: Option<f64>,
    /// The same for whole names.
    pub agent_strict: Option<f64>,
    /// Precision of the fixed calls.
    pub precision: Option<f64>,
    /// Ordered pairs kept, over tasks that have an order.
    pub order: Option<f64>,
    /// Names in answers that must not be there, in all tasks.
    pub unwanted: usize,
    /// Fixed calls that failed, in all tasks.
    pub failed_calls: usize,
    /// Tokens of a task's fixed answers.
    pub tokens: f64,
    /// Milliseconds of a task's fixed calls.
    pub ms: f64,
}

/// One task.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TaskReport {
    /// Its id.
    pub id: String,
    /// Its category.
    pub category: String,
    /// As a person asks it.
    pub question: String,
    /// How many names and files it expects.
    pub expected: usize,
    /// The fixed calls alone.
    pub fixed: Score,
    /// With the agent pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<Score>,
    /// The fixed calls.
    pub calls: Vec<CallReport>,
    /// The calls of the agent pass.
    pub agent_calls: Vec<CallReport>,
}

/// One call.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CallReport {
    /// The tool.
    pub tool: String,
    /// How long it took.
    pub ms: f64,
    /// Tokens (`cl100k_base`) of the answer.
    pub tokens: usize,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl TaskReport {
    /// Tokens of the fixed answers.
    pub fn tokens(&self) -> usize {
        self.calls.iter().map(|call| call.tokens).sum()
    }

    /// Milliseconds of the fixed calls.
    pub fn ms(&self) -> f64 {
        self.calls.iter().map(|call| call.ms).sum()
    }
}

impl Report {
    pub(super) fn new(name: &str, dataset: &Dataset, strict: bool, tasks: Vec<TaskReport>) -> Report {
        let mut names: Vec<&str> = CATEGORIES.to_vec();
        for task in &tasks {
            if !names.contains(&task.category.as_str()) {
                names.push(&task.category);
            }
        }
        let categories = names
            .iter()
            .filter_map(|name| {
                let of: Vec<&TaskReport> = tasks.iter().filter(|task| task.category == *name).collect();
                (!of.is_empty()).then(|| Figures::over(name, &of))
            })
            .collect();
        Report {
            dataset: name.to_owned(),
            version: dataset.version.clone(),
            repository: dataset.repository.clone(),
            commit: dataset.commit.clone(),
            strict,
            overall: Figures::over("overall", &tasks.iter().collect::<Vec<_>>()),
            categories,
            tasks,
        }
    }
}

impl Figures {
    fn over(name: &str, tasks: &[&TaskReport]) -> Figures {
        let agent =
            |value: fn(&Score) -> f64| mean(tasks.iter().filter_map(|task| task.agent.as_ref()).map(value));
        Figures {
            name: name.to_owned(),
            tasks: tasks.len(),
            fixed: mean(tasks.iter().map(|task| task.fixed.recall)).unwrap_or(0.0),
            fixed_strict: mean(tasks.iter().map(|task| task.fixed.strict)).unwrap_or(0.0),
            beyond_input: mean(tasks.iter().filter_map(|task| task.fixed.beyond_input)),
            agent: agent(|score| score.recall),
            agent_strict: agent(|score| score.strict),
            precision: mean(tasks.iter().filter_map(|task| task.fixed.precision)),
            order: mean(tasks.iter().filter_map(|task| task.fixed.order)),
            unwanted: tasks.iter().map(|task| task.fixed.unwanted.len()).sum(),
            failed_calls: tasks
                .iter()
                .flat_map(|task| &task.calls)
                .filter(|call| call.error.is_some())
                .count(),
            tokens: mean(tasks.iter().map(|task| task.tokens() as f64)).unwrap_or(0.0),
            ms: mean(tasks.iter().map(|task| task.ms())).unwrap_or(0.0),
        }
    }

    /// The figure that a baseline holds: of parts of names, or of whole names.
    pub fn headline(&self, strict: bool) -> f64 {
        if strict { self.fixed_strict } else { self.fixed }
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let values: Vec<f64> = values.collect();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// A figure as tables show it.
pub(super) fn shown(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.3}"))
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = ["tasks", "fixed", "strict", "agent", "precision", "order", "tokens", "ms"];
        write!(f, "{:WIDE$}", self.dataset)?;
        for column in columns {
            write!(f, " {column:>9}")?;
        }
        writeln!(f)?;
        for figures in self.categories.iter().chain([&self.overall]) {
            write!(f, "{:WIDE$} {:>9}", figures.name, figures.tasks)?;
            let shares = [
                Some(figures.fixed),
                Some(figures.fixed_strict),
                figures.agent,
                figures.precision,
                figures.order,
            ];
            for value in shares {
                write!(f, " {:>9}", shown(value))?;
            }
            writeln!(f, " {:>9.0} {:>9.1}", figures.tokens, figures.ms)?;
        }
        let incomplete = self.tasks.iter().filter(|task| {
            let score = &task.fixed;
            !score.missed.is_empty() || !score.unwanted.is_empty() || (self.strict && score.strict < 1.0)
        });
        for task in incomplete {
            let score = &task.fixed;
            let value = if self.strict { score.strict } else { score.recall };
            writeln!(f, "\n{} {value:.2}", task.id)?;
            let missed: Vec<&str> = if self.strict {
                score.missed.iter().chain(&score.missed_strictly).map(String::as_str).collect()
            } else {
                score.missed.iter().map(String::as_str).collect()
            };
            if !missed.is_empty() {
                writeln!(f, "  missed: {}", missed.join(", "))?;
            }
            if !score.unwanted.is_empty() {
                writeln!(f, "  unwanted: {}", score.unwanted.join(", "))?;
            }
            for call in task.calls.iter().filter(|call| call.error.is_some()) {
                writeln!(f, "  {} failed: {}", call.tool, call.error.as_deref().unwrap_or_default())?;
            }
        }
        Ok(())
    }
}
