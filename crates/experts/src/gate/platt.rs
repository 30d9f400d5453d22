//! Recalibration: past predictions and their outcomes correct the next ones.
//!
//! Platt's method: the log-odds `x` become `a·x + b`, with `a` and `b` fitted to past predictions by
//! Newton's method. A ridge keeps them near 1 and 0 while there is little evidence.

/// Predictions that count; older ones are dropped.
const MOST: usize = 6_000;
/// How strongly `a` is kept near 1 and `b` near 0, in predictions.
const RIDGE: f64 = 20.0;
const STEPS: usize = 8;

/// See the module documentation.
#[derive(Clone, Debug, Default)]
pub struct Platt {
    seen: std::collections::VecDeque<(f64, bool)>,
    line: Option<(f64, f64)>,
}

impl Platt {
    /// `a` and `b`.
    pub fn line(&self) -> (f64, f64) {
        self.line.unwrap_or((1.0, 0.0))
    }

    /// A line that was fitted before.
    pub fn from_line(line: (f64, f64)) -> Platt {
        Platt { seen: std::collections::VecDeque::new(), line: Some(line) }
    }

    /// The corrected probability.
    pub fn correct(&self, probability: f64) -> f64 {
        let (a, b) = self.line();
        logistic(a * log_odds(probability) + b)
    }

    /// Learns what became of predictions, given before correction.
    pub fn learn(&mut self, outcomes: &[(f64, bool)]) {
        self.seen.extend(outcomes.iter().map(|(probability, happened)| (log_odds(*probability), *happened)));
        while self.seen.len() > MOST {
            self.seen.pop_front();
        }
        self.line = Some(fit(self.seen.iter().copied(), self.line()));
    }
}

#[expect(clippy::needless_pass_by_value, reason = "an iterator is cloned for each walk")]
fn fit(outcomes: impl Iterator<Item = (f64, bool)> + Clone, start: (f64, f64)) -> (f64, f64) {
    let (mut a, mut b) = start;
    for _ in 0..STEPS {
        let (mut ga, mut gb) = (RIDGE * (a - 1.0), RIDGE * b);
        let (mut aa, mut ab, mut bb) = (RIDGE, 0.0, RIDGE);
        for (x, happened) in outcomes.clone() {
            let p = logistic(a * x + b);
            let error = p - f64::from(u8::from(happened));
            let weight = p * (1.0 - p);
            ga += error * x;
            gb += error;
            aa += weight * x * x;
            ab += weight * x;
            bb += weight;
        }
        let determinant = aa * bb - ab * ab;
        if determinant.abs() < 1e-9 {
            break;
        }
        let (da, db) = ((ga * bb - gb * ab) / determinant, (gb * aa - ga * ab) / determinant);
        a = (a - da.clamp(-0.5, 0.5)).clamp(0.2, 3.0);
        b = (b - db.clamp(-1.0, 1.0)).clamp(-4.0, 4.0);
        if da.abs() + db.abs() < 1e-6 {
            break;
        }
    }
    (a, b)
}

/// From log-odds to probability.
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// From probability to log-odds, bounded.
pub fn log_odds(probability: f64) -> f64 {
    let p = probability.clamp(1e-6, 1.0 - 1e-6);
    (p / (1.0 - p)).ln()
}

#[cfg(test)]
mod tests {
    use super::Platt;

    #[test]
    fn overconfident_predictions_become_timid() {
        let mut platt = Platt::default();
        let outcomes: Vec<(f64, bool)> = (0..1_000).map(|at| (0.9, at % 2 == 0)).collect();
        platt.learn(&outcomes);
        assert!((platt.correct(0.9) - 0.5).abs() < 0.05, "{}", platt.correct(0.9));
    }

    #[test]
    fn correct_predictions_stay() {
        let mut platt = Platt::default();
        let outcomes: Vec<(f64, bool)> =
            (0..2_000).flat_map(|at| [(0.25, at % 4 == 0), (0.75, at % 4 != 0)]).collect();
        platt.learn(&outcomes);
        for p in [0.25, 0.75] {
            assert!((platt.correct(p) - p).abs() < 0.02);
        }
    }

    #[test]
    fn nothing_seen_changes_nothing() {
        assert!((Platt::default().correct(0.3) - 0.3).abs() < 1e-9);
    }
}
