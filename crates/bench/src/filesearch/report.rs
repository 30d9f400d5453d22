//! Scores of a file search: overall, by category, by repository.

use super::{Answer, SystemRun};
use crate::statistics::mean;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// The figures of every system.
#[derive(Debug, Serialize)]
pub struct Report {
    /// One per system.
    pub systems: Vec<SystemReport>,
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
    pub(super) fn new(runs: &[SystemRun]) -> Report {
        Report { systems: runs.iter().map(SystemReport::new).collect() }
    }
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
        SystemReport {
            system: run.system.clone(),
            queries: answers.len(),
            ndcg: mean(&answers.iter().map(|answer| answer.ndcg).collect::<Vec<_>>()),
            first: mean(&first),
            median_ms: times.get(times.len() / 2).copied().unwrap_or(0.0),
            by_category: by(|answer| &answer.category),
            by_language: by(|answer| &answer.language),
            by_repository: by(|answer| &answer.repository),
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
        for system in &self.systems {
            let SystemReport { system: name, queries, ndcg, first, median_ms, .. } = system;
            writeln!(
                out,
                "{name}: NDCG@10 {ndcg:.3}, first file right {first:.3}, {queries} queries, median {median_ms:.0} ms\n"
            )?;
            for reason in &system.not_run {
                writeln!(out, "not run in {}\n", reason.lines().next().unwrap_or_default())?;
            }
            for (title, scores) in [
                ("category", &system.by_category),
                ("language", &system.by_language),
                ("repository", &system.by_repository),
            ] {
                writeln!(out, "| {title} | queries | NDCG@10 |\n| --- | --- | --- |")?;
                for score in scores {
                    writeln!(out, "| {} | {} | {:.3} |", score.name, score.queries, score.ndcg)?;
                }
                writeln!(out)?;
            }
        }
        Ok(())
    }
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
        let report = Report::new(&[SystemRun { system: "fathom".to_owned(), answers, failures }]);
        let system = &report.systems[0];
        assert!((system.ndcg - 0.5).abs() < 1e-9 && (system.first - 1.0).abs() < 1e-9);
        let categories: Vec<(&str, usize)> =
            system.by_category.iter().map(|score| (score.name.as_str(), score.queries)).collect();
        assert_eq!(categories, [("semantic", 2), ("symbol", 1)]);
        assert_eq!(system.missed.len(), 2);
        assert!(report.to_string().contains("not run in depot: timed out"));
    }
}
