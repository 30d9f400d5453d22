//! A validation as text for people.

use super::{Presence, Validation};
use std::fmt;

impl fmt::Display for Validation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum = |count: fn(&super::RepoCount) -> usize| self.repos.values().map(count).sum::<usize>();
        let (labels, there) = (sum(|repo| repo.labels), sum(|repo| repo.there));
        writeln!(f, "{} tasks, {labels} labels looked for, {there} there", self.tasks)?;
        if !self.repos.is_empty() {
            writeln!(
                f,
                "\n{:20} {:>7} {:>6} {:>10} {:>8}  commit",
                "repository", "labels", "there", "elsewhere", "missing"
            )?;
        }
        for (name, repo) in &self.repos {
            writeln!(
                f,
                "{name:20} {:>7} {:>6} {:>10} {:>8}  {}",
                repo.labels,
                repo.there,
                repo.elsewhere,
                repo.missing,
                repo.commit.get(..10).unwrap_or(&repo.commit)
            )?;
        }
        if !self.doubtful.is_empty() {
            writeln!(f, "\nlabels that are not simply there")?;
        }
        for doubtful in &self.doubtful {
            let presence = match &doubtful.presence {
                Presence::There { place, .. } => format!("at {place}"),
                Presence::Elsewhere { inherited: true, near } => {
                    format!("inherited? Its qualifier is there, the name is at {}", near.join(", "))
                }
                Presence::Elsewhere { inherited: false, near } => {
                    format!("only under another qualifier: {}", near.join(", "))
                }
                Presence::Missing => "missing: nothing bears that name".to_owned(),
            };
            writeln!(f, "  {}: {}: {presence}", doubtful.task, doubtful.symbol)?;
        }
        if !self.remarks.is_empty() {
            writeln!(f, "\nremarks")?;
        }
        for (task, remark) in &self.remarks {
            writeln!(f, "  {task}: {remark}")?;
        }
        for (repo, why) in &self.unchecked {
            writeln!(f, "\nnot checked: {repo}: {why}")?;
        }
        Ok(())
    }
}
