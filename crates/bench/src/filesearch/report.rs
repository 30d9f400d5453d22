//! Scores of a file search: overall, by category, by repository.

use super::{Answer, SystemRun};
use crate::statistics::mean;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The figures of every system.
#[derive(Debug, Serialize)]
pub struct Report {
    /// Notes that a reader needs before any figure.
    pub warnings: Vec<String>,
    /// One per system, best first.
    pub systems: Vec<SystemReport>,
    /// The same on the queries that all of these systems were asked, if some were asked more.
    pub common: Option<Vec<SystemReport>>,
}

/// The figures of one system.
#[derive(Debug, Serialize)]
pub struct SystemReport {
    /// The system.
    pub system: String,
    /// Queries asked.
    pub queries: usize,
    /// Mean NDCG@10.
    pub ndcg: f64,
    /// The share of queries whose first file is expected.
    pub first: f64,
    /// Median time of a question, with the start of the process.
    pub median_ms: f64,
    /// By category of query.
    pub by_category: Vec<CategoryScore>,
    /// By language.
    pub by_language: Vec<CategoryScore>,
    /// By repository.
    pub by_repository: Vec<CategoryScore>,
    /// Every query below 1.
    pub missed: Vec<ImperfectQuery>,
    /// Repositories for which the system returned no file to any query: it does not read their language.
    pub unread: Vec<String>,
    /// Mean NDCG@10 over the other repositories.
    pub ndcg_of_read: f64,
    /// Repositories that the system could not be asked about, with the reason.
    pub not_run: Vec<String>,
}

/// The mean of a part of the queries.
#[derive(Debug, Serialize)]
pub struct CategoryScore {
    /// The name of the group.
    pub name: String,
    /// How many they are.
    pub queries: usize,
    /// Mean NDCG@10.
    pub ndcg: f64,
}

/// A query that was not answered perfectly.
#[derive(Debug, Serialize)]
pub struct ImperfectQuery {
    repository: String,
    category: String,
    query: String,
    ndcg: f64,
    expected: Vec<String>,
    files: Vec<String>,
}

impl Report {
    pub(super) fn new(runs: &[SystemRun], warnings: Vec<String>) -> Report {
        Report { warnings, systems: ranked(runs), common: common(runs) }
    }
}

fn ranked(runs: &[SystemRun]) -> Vec<SystemReport> {
    let mut systems: Vec<SystemReport> = runs.iter().map(SystemReport::new).collect();
    systems.sort_by(|a, b| b.ndcg.total_cmp(&a.ndcg).then_with(|| a.system.cmp(&b.system)));
    systems
}

/// The systems with answers on the queries of the one with fewest; `None` if all have the same number.
fn common(runs: &[SystemRun]) -> Option<Vec<SystemReport>> {
    let asked: Vec<&SystemRun> = runs.iter().filter(|run| !run.answers.is_empty()).collect();
    let key = |answer: &Answer| (answer.repository.clone(), answer.query.clone());
    let keys = |run: &SystemRun| run.answers.iter().map(key).collect::<BTreeSet<_>>();
    let mut all = asked.iter().map(|run| keys(run));
    let first = all.next()?;
    let shared = all.fold(first, |shared, keys| shared.intersection(&keys).cloned().collect());
    if shared.is_empty() || asked.iter().all(|run| run.answers.len() == shared.len()) {
        return None;
    }
    let only = |run: &&SystemRun| SystemRun {
        system: run.system.clone(),
        answers: run.answers.iter().filter(|one| shared.contains(&key(one))).cloned().collect(),
        failures: Vec::new(),
    };
    Some(ranked(&asked.iter().map(only).collect::<Vec<_>>()))
}

impl SystemReport {
    fn new(run: &SystemRun) -> SystemReport {
        let answers = &run.answers;
        let by = |key: fn(&Answer) -> &String| -> Vec<CategoryScore> {
            let mut parts: BTreeMap<&String, Vec<f64>> = BTreeMap::new();
            for answer in answers {
                parts.entry(key(answer)).or_default().push(answer.ndcg);
            }
            let score = |(name, scores): (&String, Vec<f64>)| CategoryScore {
                name: name.clone(),
                queries: scores.len(),
                ndcg: mean(&scores),
            };
            parts.into_iter().map(score).collect()
        };
        let is_first = |answer: &Answer| {
            answer
                .files
                .first()
                .is_some_and(|file| answer.expected.iter().any(|label| super::is_match(label, file)))
        };
        let first: Vec<f64> = answers.iter().map(|answer| f64::from(u8::from(is_first(answer)))).collect();
        let mut times: Vec<f64> = answers.iter().map(|answer| answer.ms).collect();
        times.sort_by(f64::total_cmp);
        let is_read = |name: &str| answers.iter().any(|one| one.repository == name && !one.files.is_empty());
        let by_repository = by(|answer| &answer.repository);
        let unread: Vec<String> =
            by_repository.iter().map(|one| one.name.clone()).filter(|name| !is_read(name)).collect();
        let read = answers.iter().filter(|one| !unread.contains(&one.repository));
        SystemReport {
            ndcg_of_read: mean(&read.map(|answer| answer.ndcg).collect::<Vec<_>>()),
            unread,
            system: run.system.clone(),
            queries: answers.len(),
            ndcg: mean(&answers.iter().map(|answer| answer.ndcg).collect::<Vec<_>>()),
            first: mean(&first),
            median_ms: times.get(times.len() / 2).copied().unwrap_or(0.0),
            by_category: by(|answer| &answer.category),
            by_language: by(|answer| &answer.language),
            by_repository,
            missed: answers.iter().filter(|answer| answer.ndcg < 0.999).map(missed).collect(),
            not_run: run.failures.clone(),
        }
    }
}

fn missed(answer: &Answer) -> ImperfectQuery {
    ImperfectQuery {
        repository: answer.repository.clone(),
        category: answer.category.clone(),
        query: answer.query.clone(),
        ndcg: answer.ndcg,
        expected: answer.expected.clone(),
        files: answer.files.clone(),
    }
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for warning in &self.warnings {
            writeln!(out, "> **{warning}**\n")?;
        }
        if let Some(common) = &self.common {
            writeln!(out, "On the queries that all of these systems were asked:\n")?;
            by_category(common, out)?;
            writeln!(out, "\nEach system on the queries that it was asked:\n")?;
        }
        by_category(&self.systems, out)?;
        for (title, of) in [
            ("language", (|system| &system.by_language) as fn(&SystemReport) -> &Vec<CategoryScore>),
            ("repository", |system| &system.by_repository),
        ] {
            let systems: Vec<String> = self.systems.iter().map(|system| system.system.clone()).collect();
            writeln!(out, "\n| {title} |{}", cells(&systems))?;
            writeln!(out, "| --- |{}", " ---: |".repeat(systems.len()))?;
            for name in names(&self.systems, of) {
                let scores: Vec<String> = self.systems.iter().map(|system| cell(of(system), &name)).collect();
                writeln!(out, "| {name} |{}", cells(&scores))?;
            }
        }
        for system in self.systems.iter().filter(|system| !system.unread.is_empty()) {
            let SystemReport { system: name, unread, ndcg_of_read, .. } = system;
            let unread = unread.join(", ");
            writeln!(
                out,
                "\n{name} returned nothing in {unread}; on the others its NDCG@10 is {ndcg_of_read:.3}."
            )?;
        }
        for system in self.systems.iter().filter(|system| !system.not_run.is_empty()) {
            writeln!(out, "\n{} was not run in {} repositories:", system.system, system.not_run.len())?;
            for reason in &system.not_run {
                writeln!(out, "- {}", reason.lines().next().unwrap_or_default())?;
            }
        }
        Ok(())
    }
}

/// The scores by category.
fn by_category(systems: &[SystemReport], out: &mut fmt::Formatter<'_>) -> fmt::Result {
    let categories = names(systems, |system| &system.by_category);
    writeln!(out, "| system | queries | NDCG@10 |{} first file right |", cells(&categories))?;
    writeln!(out, "| --- |{}", " ---: |".repeat(categories.len() + 3))?;
    for system in systems.iter().filter(|system| system.queries > 0) {
        let scores: Vec<String> = categories.iter().map(|name| cell(&system.by_category, name)).collect();
        let SystemReport { system: name, queries, ndcg, first, .. } = system;
        writeln!(out, "| {name} | {queries} | {ndcg:.3} |{} {first:.3} |", cells(&scores))?;
    }
    Ok(())
}

/// The names of all groups, in order.
fn names(systems: &[SystemReport], of: fn(&SystemReport) -> &Vec<CategoryScore>) -> Vec<String> {
    let names: BTreeSet<&String> =
        systems.iter().flat_map(|system| of(system).iter().map(|score| &score.name)).collect();
    names.into_iter().cloned().collect()
}

fn cell(scores: &[CategoryScore], name: &str) -> String {
    let score = scores.iter().find(|score| score.name == name);
    score.map_or_else(|| "–".to_owned(), |score| format!("{:.3}", score.ndcg))
}

fn cells(texts: &[String]) -> String {
    texts.iter().map(|text| format!(" {text} |")).collect()
}

#[cfg(test)]
mod tests {
    use super::{Answer, Report, SystemRun};

    #[test]
    fn scores_are_means_by_category_and_repository() {
        let answer = |category: &str, ndcg: f64| Answer {
            repository: "shop".to_owned(),
            language: "python".to_owned(),
            category: category.to_owned(),
            query: "pay".to_owned(),
            files: vec!["pay.py".to_owned()],
            expected: vec!["pay.py".to_owned()],
            ndcg,
            ms: 5.0,
        };
        let answers = vec![answer("symbol", 1.0), answer("semantic", 0.5), answer("semantic", 0.0)];
        let failures = vec!["depot: timed out".to_owned()];
        let silent = Answer { repository: "mill".to_owned(), files: Vec::new(), ..answer("symbol", 0.0) };
        let other =
            SystemRun { system: "grep".to_owned(), answers: vec![answers[0].clone(), silent], failures };
        let fathom = SystemRun { system: "fathom".to_owned(), answers, ..SystemRun::default() };
        let report = Report::new(&[fathom, other], vec!["Learned.".to_owned()]);
        let system = &report.systems[0];
        assert!((system.ndcg - 0.5).abs() < 1e-9 && (system.first - 1.0).abs() < 1e-9);
        let categories: Vec<(&str, usize)> =
            system.by_category.iter().map(|score| (score.name.as_str(), score.queries)).collect();
        assert_eq!(categories, [("semantic", 2), ("symbol", 1)]);
        assert_eq!(system.missed.len(), 2);
        let text = report.to_string();
        assert!(text.starts_with("> **Learned.**") && text.contains("- depot: timed out"), "{text}");
        assert!(text.contains("| fathom | 3 | 0.500 | 0.250 | 1.000 | 1.000 |"), "{text}");
        assert!(text.contains("| grep | 2 | 0.500 | – | 0.500 | 0.500 |"), "{text}");
        assert!(
            text.contains("grep returned nothing in mill; on the others its NDCG@10 is 1.000."),
            "{text}"
        );
        assert!(text.contains("| shop | 0.500 | 1.000 |"), "{text}");
        // Only the queries of `shop` were put to both.
        assert!(text.contains("| fathom | 3 | 0.500 |") && report.common.is_some(), "{text}");
    }
}
