//! NDCG over files.

/// Whether two paths name one file: one is the end of the other, as labels and answers may start at
/// different folders.
pub fn is_match(one: &str, other: &str) -> bool {
    let ends = |long: &str, short: &str| {
        long.strip_suffix(short).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    };
    ends(one, other) || ends(other, one)
}

/// NDCG of the first `first` files: gain 1 for each expected file, once.
pub fn ndcg(files: &[String], expected: &[String], first: usize) -> f64 {
    let discount = |rank: usize| 1.0 / ((rank + 2) as f64).log2();
    let mut left: Vec<&String> = expected.iter().collect();
    let mut gain = 0.0;
    for (rank, file) in files.iter().take(first).enumerate() {
        if let Some(at) = left.iter().position(|label| is_match(label, file)) {
            left.remove(at);
            gain += discount(rank);
        }
    }
    let ideal: f64 = (0..expected.len().min(first)).map(discount).sum();
    if ideal > 0.0 { gain / ideal } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::{is_match, ndcg};

    fn texts(paths: &[&str]) -> Vec<String> {
        paths.iter().map(|path| (*path).to_owned()).collect()
    }

    #[test]
    fn a_path_matches_its_end_at_a_folder() {
        assert!(is_match("src/flask/app.py", "app.py") && is_match("app.py", "src/app.py"));
        assert!(!is_match("src/webapp.py", "app.py"));
    }

    #[test]
    fn the_second_place_counts_less_and_a_file_counts_once() {
        let expected = texts(&["a.py"]);
        assert!((ndcg(&texts(&["a.py", "b.py"]), &expected, 10) - 1.0).abs() < 1e-9);
        assert!((ndcg(&texts(&["b.py", "a.py"]), &expected, 10) - 0.630_929_753).abs() < 1e-6);
        assert!((ndcg(&texts(&["a.py", "a.py"]), &expected, 10) - 1.0).abs() < 1e-9);
        assert!(ndcg(&texts(&["b.py"]), &expected, 10).abs() < 1e-9);
    }
}
