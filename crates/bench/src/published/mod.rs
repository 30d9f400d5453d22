//! The published tables: which there are, and their text from the records of their runs.
//!
//! `corpus/published.yaml` lists them. A table is a folder that one or more steps write, each of which is a
//! command of `fathom bench`; [`text`] needs nothing but the records in these folders.

use crate::filesearch;
use crate::report::findings::published_table;
use crate::report::{RAW, report};
use crate::runner::Manifest;
use anyhow::{Context, Result};
use serde::Deserialize;
use std::fmt::Write;
use std::path::Path;

/// The list of tables.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// In the order of publication.
    pub tables: Vec<Table>,
}

/// One table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The name of its folder.
    pub name: String,
    /// Its heading.
    pub title: String,
    /// What is asked, in a sentence.
    pub about: String,
    /// What writes its folder.
    pub steps: Vec<Step>,
}

/// One command of `fathom bench`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Which command.
    pub command: StepCommand,
    /// Its arguments without folders, systems and rankers. `{public}` is the folder of public tasks.
    pub arguments: Vec<String>,
    /// The folder of rankers that have not seen what is measured, in that of all rankers.
    #[serde(default)]
    pub rankers: Option<String>,
    /// The systems that are asked.
    pub systems: Vec<String>,
}

/// The command of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StepCommand {
    /// `fathom bench run`.
    Run,
    /// `fathom bench filesearch`.
    Filesearch,
}

/// The marker for the folder of public tasks.
pub const PUBLIC: &str = "{public}";

impl Tables {
    /// The list that this program was built with.
    pub fn own() -> Result<Tables> {
        Ok(serde_saphyr::from_str(include_str!("../../../../corpus/published.yaml"))?)
    }
}

impl Step {
    /// Whether it needs the public tasks.
    pub fn needs_public(&self) -> bool {
        self.arguments.iter().any(|one| one.contains(PUBLIC))
    }
}

/// The text of every table whose folder has records.
pub fn text(tables: &Tables, out: &Path) -> Result<String> {
    let mut text = String::from("# Published tables\n");
    for table in &tables.tables {
        let folder = out.join(&table.name);
        if let Some(found) = of_folder(&folder).with_context(|| format!("the table {}", table.name))? {
            let _ = write!(text, "\n## {}\n\n{}\n\n{found}", table.title, table.about);
        }
    }
    Ok(text)
}

/// The table of one folder; `None` if it has no records. A run's reports are written, too.
fn of_folder(folder: &Path) -> Result<Option<String>> {
    if folder.join(RAW).is_dir() {
        let manifest = Manifest::load(folder)?;
        let analysis = report(folder)?.analysis;
        let mut text = String::new();
        for warning in manifest.warnings() {
            let _ = writeln!(text, "> **{warning}**\n");
        }
        for line in manifest.provenance() {
            let _ = writeln!(text, "- {line}");
        }
        let _ = write!(text, "\n{}", published_table(&analysis));
        return Ok(Some(text));
    }
    let stored = filesearch::stored(folder)?;
    Ok(stored.map(|report| report.to_string()))
}

#[cfg(test)]
mod tests {
    use super::{StepCommand, Tables};
    use crate::filesearch;
    use crate::systems::check_names;
    use std::collections::BTreeSet;

    #[test]
    fn every_step_names_systems_that_there_are() {
        let tables = Tables::own().unwrap().tables;
        let names: BTreeSet<&str> = tables.iter().map(|table| table.name.as_str()).collect();
        assert_eq!(names.len(), tables.len());
        for step in tables.iter().flat_map(|table| &table.steps) {
            match step.command {
                StepCommand::Run => check_names(&step.systems).unwrap(),
                StepCommand::Filesearch => {
                    assert!(step.systems.iter().all(|name| filesearch::names().contains(&name.as_str())));
                }
            }
        }
    }

    #[test]
    fn steps_of_one_table_ask_a_system_only_to_complete_a_sample() {
        for table in Tables::own().unwrap().tables {
            for (at, step) in table.steps.iter().enumerate() {
                let again = |name: &&String| table.steps[..at].iter().any(|one| one.systems.contains(name));
                let repeated = step.systems.iter().any(|name| again(&name));
                let is_sample = |one: &super::Step| one.arguments.iter().any(|word| word == "--sample");
                assert!(
                    !repeated || (!is_sample(step) && table.steps[..at].iter().all(is_sample)),
                    "{}",
                    table.name
                );
            }
        }
    }
}
