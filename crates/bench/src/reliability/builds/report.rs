//! Equal answers of two builds, and the first differences.

use super::difference::{Aspect, Difference};
use crate::trials::table::table;
use serde::Serialize;
use std::fmt;

/// Questions with differences that a report for people lists of one repository; all are in the JSON.
const SHOWN: usize = 5;

/// How two builds compare on all repositories.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// One entry for each.
    pub repositories: Vec<Repository>,
}

/// How they compare on one.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Repository {
    /// The name of its folder.
    pub name: String,
    /// The commit that was asked about.
    pub commit: Option<String>,
    /// Questions.
    pub asked: usize,
    /// Of these, how many were answered alike.
    pub equal: usize,
    /// Of the equal ones, how many neither build could answer.
    pub unanswered: usize,
    /// The others.
    pub different: Vec<DifferentAnswer>,
}

/// A question that was answered differently.
#[derive(Clone, Debug, Serialize)]
pub struct DifferentAnswer {
    /// It, as it was asked.
    pub question: String,
    /// In what, the gravest first.
    pub differences: Vec<Difference>,
}

impl Report {
    /// Whether all answers were equal.
    pub fn held(&self) -> bool {
        self.repositories.iter().all(|one| one.different.is_empty())
    }

    /// Questions that were asked so far.
    pub(super) fn asked(&self) -> usize {
        self.repositories.iter().map(|one| one.asked).sum()
    }
}

impl Repository {
    /// Questions that differ in this above all.
    fn differing_in(&self, aspect: Aspect) -> usize {
        let gravest =
            |one: &&DifferentAnswer| one.differences.first().is_some_and(|first| first.aspect == aspect);
        self.different.iter().filter(gravest).count()
    }

    fn row(&self) -> Vec<String> {
        let commit = self.commit.as_deref().unwrap_or("no commit");
        let commit = commit.get(..10).unwrap_or(commit).to_owned();
        let numbers = [self.asked, self.equal, self.unanswered].into_iter();
        let numbers = numbers.chain(Aspect::ALL.map(|aspect| self.differing_in(aspect)));
        [self.name.clone(), commit].into_iter().chain(numbers.map(|number| number.to_string())).collect()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = ["repository", "commit", "asked", "equal", "unanswered"].into_iter();
        let head: Vec<&str> = head.chain(Aspect::ALL.map(Aspect::word)).collect();
        let rows: Vec<Vec<String>> = self.repositories.iter().map(Repository::row).collect();
        f.write_str(&table(&head, &rows))?;
        for repository in self.repositories.iter().filter(|one| !one.different.is_empty()) {
            writeln!(f, "\n{}:", repository.name)?;
            for one in repository.different.iter().take(SHOWN) {
                writeln!(f, "  fathom {}", one.question)?;
                if let Some(Difference { aspect, place, what }) = one.differences.first() {
                    let place = if place.is_empty() { String::new() } else { format!(" at {place}") };
                    writeln!(f, "    {}{place}: {what}", aspect.word())?;
                }
                if let more @ 1.. = one.differences.len().saturating_sub(1) {
                    writeln!(f, "    and {more} more")?;
                }
            }
            if let more @ 1.. = repository.different.len().saturating_sub(SHOWN) {
                writeln!(f, "  and {more} more questions, see --json")?;
            }
        }
        let asked = self.asked();
        match self.repositories.iter().map(|one| one.different.len()).sum() {
            0 => writeln!(f, "\nall {asked} answers are equal"),
            different => writeln!(f, "\n{different} of {asked} answers differ"),
        }
    }
}
