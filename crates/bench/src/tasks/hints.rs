//! Hints: words and identifiers that a caller expects in the code, by the id of a task.

use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::path::Path;

/// Hints by the id of their task.
pub type Hints = BTreeMap<String, Vec<String>>;

/// Reads a file that lists hints by task id.
pub fn load(file: &Path) -> Result<Hints> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    serde_saphyr::from_str(&text).with_context(|| format!("{} lists no hints by task id", file.display()))
}

#[cfg(test)]
mod tests {
    use super::load;
    use crate::tasks::yaml;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn the_shipped_hints_are_for_tasks_that_exist() {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
        let tasks = yaml::load(&corpus.join("tasks")).unwrap();
        let known: BTreeSet<&str> = tasks.iter().map(|one| one.task.id.as_str()).collect();
        let hints = load(&corpus.join("hints/own.yaml")).unwrap();
        assert!(hints.len() > 80);
        for (task, hints) in &hints {
            assert!(known.contains(task.as_str()), "{task}");
            assert!((3..=12).contains(&hints.len()), "{task}");
        }
    }
}
