//! The quality of a model of files on questions whose repository it has not seen.

use super::example::{FileExample, Lesson};
use fathom_bench::statistics::mean;
use fathom_rank::FileModel;
use std::collections::BTreeMap;

/// The places of the right files in the order of a model, from 0, and the order with its scores.
pub(crate) fn order(model: &FileModel, example: &FileExample) -> Vec<(f32, bool)> {
    let mut scored: Vec<(f32, usize)> =
        example.rows().iter().enumerate().map(|(at, row)| (model.score(&example.kinds, row), at)).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    scored.into_iter().map(|(score, at)| (score, example.right[at])).collect()
}

/// NDCG@10; the ideal has all expected files.
pub(crate) fn ndcg(order: &[(f32, bool)], expected: usize) -> f64 {
    let discount = |rank: usize| 1.0 / ((rank + 2) as f64).log2();
    let first = order.iter().take(10).enumerate().filter(|(_, (_, right))| *right);
    let gain: f64 = first.map(|(rank, _)| discount(rank)).sum();
    let ideal: f64 = (0..expected.min(10)).map(discount).sum();
    if ideal > 0.0 { gain / ideal } else { 0.0 }
}

/// Whether all expected files are within the first `k`.
pub(crate) fn all_within(order: &[(f32, bool)], expected: usize, k: usize) -> bool {
    order.iter().take(k).filter(|(_, right)| *right).count() >= expected
}

/// Prints a table of what models reach; `model` gives the one for a repository.
pub(crate) fn print<'m>(title: &str, lessons: &[&Lesson], model: impl Fn(&str) -> &'m FileModel) {
    let mut by_category: BTreeMap<&str, Vec<[f64; 4]>> = BTreeMap::new();
    let mut by_repository: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for lesson in lessons {
        for example in &lesson.examples {
            let order = order(model(&lesson.repository), example);
            let within = |k: usize| f64::from(u8::from(all_within(&order, example.expected, k)));
            let figures = [ndcg(&order, example.expected), within(1), within(5), within(10)];
            by_category.entry("all").or_default().push(figures);
            by_category.entry(&example.category).or_default().push(figures);
            by_repository.entry(&lesson.repository).or_default().push(figures[0]);
        }
    }
    println!(
        "\n| {title} | questions | NDCG@10 | all files @1 | @5 | @10 |\n| --- | --- | --- | --- | --- | --- |"
    );
    for (category, figures) in by_category {
        let column = |at: usize| mean(&figures.iter().map(|row| row[at]).collect::<Vec<_>>());
        println!(
            "| {category} | {} | {:.3} | {:.3} | {:.3} | {:.3} |",
            figures.len(),
            column(0),
            column(1),
            column(2),
            column(3)
        );
    }
    let parts: Vec<String> =
        by_repository.iter().map(|(name, scores)| format!("{name} {:.2}", mean(scores))).collect();
    println!("\n{}", parts.join(", "));
}

#[cfg(test)]
mod tests {
    use super::{all_within, ndcg};

    #[test]
    fn files_that_are_no_candidates_count_as_missed() {
        let order = [(2.0, true), (1.0, false)];
        assert!((ndcg(&order, 1) - 1.0).abs() < 1e-9);
        assert!(ndcg(&order, 2) < 0.7);
        assert!(all_within(&order, 1, 1) && !all_within(&order, 2, 10));
    }
}
