//! The signals of a file, and the logistic model that turns them into a probability.

/// The evidence for or against a file. Each value is from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// It has the innermost own frame of the first error.
    Innermost,
    /// 1 / place of its innermost frame among the files with frames.
    Frame,
    /// Share of the own frames that are in it.
    FrameShare,
    /// 1 / place among the files that the ranking finds for the whole text.
    Ranking,
    /// Its score in that ranking, as a share of the best.
    RankingScore,
    /// A string literal in it gives the message.
    Literal,
    /// A function with a frame calls or uses something in it.
    Called,
    /// Past commits with similar messages changed it.
    Fixes,
    /// It is a test.
    Test,
    /// It has frames and the text has no frames of others below them: the error was raised here.
    Raised,
}

/// Number of signals.
pub const SIGNALS: usize = 10;

impl Signal {
    /// All signals in the order of the weights.
    pub const ALL: [Signal; SIGNALS] = [
        Signal::Innermost,
        Signal::Frame,
        Signal::FrameShare,
        Signal::Ranking,
        Signal::RankingScore,
        Signal::Literal,
        Signal::Called,
        Signal::Fixes,
        Signal::Test,
        Signal::Raised,
    ];

    /// The name in the file of weights.
    pub fn word(self) -> &'static str {
        match self {
            Signal::Innermost => "innermost",
            Signal::Frame => "frame",
            Signal::FrameShare => "frame_share",
            Signal::Ranking => "ranking",
            Signal::RankingScore => "ranking_score",
            Signal::Literal => "literal",
            Signal::Called => "called",
            Signal::Fixes => "fixes",
            Signal::Test => "test",
            Signal::Raised => "raised",
        }
    }
}

/// The signals of one file.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Signals([f64; SIGNALS]);

impl Signals {
    /// A signal.
    pub fn get(&self, signal: Signal) -> f64 {
        self.0[signal as usize]
    }

    /// Raises a signal to a value; one that is higher stays.
    pub fn raise(&mut self, signal: Signal, value: f64) {
        let value = if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) };
        self.0[signal as usize] = self.0[signal as usize].max(value);
    }

    /// The values in the order of [`Signal::ALL`].
    pub fn values(&self) -> &[f64; SIGNALS] {
        &self.0
    }
}

/// The weights: one for each signal, and the bias.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    weights: [f64; SIGNALS],
    bias: f64,
}

/// How strongly weights are drawn to 0 while they are fitted.
const RIDGE: f64 = 1.0;
/// Rounds of Newton's method; it converges in far fewer.
const ROUNDS: usize = 50;

impl Model {
    /// The model that the program carries: `name value` a line.
    pub fn built_in() -> Model {
        Model::read(include_str!("../../model/error.tsv")).expect("the built-in model is valid")
    }

    /// Reads weights; `None` if one is missing or not a number.
    pub fn read(text: &str) -> Option<Model> {
        let value = |name: &str| {
            let lines = text.lines().filter_map(|line| line.split_once('\t'));
            lines.filter(|(key, _)| *key == name).find_map(|(_, value)| value.trim().parse::<f64>().ok())
        };
        let mut model = Model { weights: [0.0; SIGNALS], bias: value("bias")? };
        for signal in Signal::ALL {
            model.weights[signal as usize] = value(signal.word())?;
        }
        Some(model)
    }

    /// The weights as they are read.
    pub fn write(&self) -> String {
        let lines =
            Signal::ALL.map(|signal| format!("{}\t{:.4}\n", signal.word(), self.weights[signal as usize]));
        format!("{}bias\t{:.4}\n", lines.concat(), self.bias)
    }

    /// The probability that the fix changes a file with these signals.
    pub fn probability(&self, signals: &Signals) -> f64 {
        let sum: f64 = self.weights.iter().zip(&signals.0).map(|(weight, value)| weight * value).sum();
        1.0 / (1.0 + (-(self.bias + sum)).exp())
    }

    /// Fits a model to files with their signals, whether the fix changed them, and how much each
    /// counts. Ridge regression by Newton's method: the same examples give the same weights.
    pub fn fit(examples: &[(Signals, bool, f64)]) -> Model {
        const N: usize = SIGNALS + 1;
        let mut weights = [0.0; N];
        for _ in 0..ROUNDS {
            let mut gradient = [0.0; N];
            let mut hessian = [[0.0; N]; N];
            for (signals, changed, count) in examples {
                let mut x = [1.0; N];
                x[..SIGNALS].copy_from_slice(&signals.0);
                let z: f64 = weights.iter().zip(&x).map(|(w, x)| w * x).sum();
                let p = 1.0 / (1.0 + (-z).exp());
                for i in 0..N {
                    gradient[i] += count * (f64::from(*changed) - p) * x[i];
                    for j in 0..N {
                        hessian[i][j] += count * p * (1.0 - p) * x[i] * x[j];
                    }
                }
            }
            for i in 0..SIGNALS {
                gradient[i] -= RIDGE * weights[i];
                hessian[i][i] += RIDGE;
            }
            hessian[SIGNALS][SIGNALS] += 1e-9;
            let step = solve(hessian, gradient);
            for (weight, step) in weights.iter_mut().zip(&step) {
                *weight += step;
            }
            if step.iter().all(|step| step.abs() < 1e-9) {
                break;
            }
        }
        let mut model = Model { weights: [0.0; SIGNALS], bias: weights[SIGNALS] };
        model.weights.copy_from_slice(&weights[..SIGNALS]);
        model
    }
}

/// Solves a linear system by Gaussian elimination with partial pivoting.
fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut vector: [f64; N]) -> [f64; N] {
    for column in 0..N {
        let pivot = (column..N).max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()));
        let pivot = pivot.unwrap_or(column);
        matrix.swap(column, pivot);
        vector.swap(column, pivot);
        for row in column + 1..N {
            let factor = matrix[row][column] / matrix[column][column];
            let above = matrix[column];
            for (value, above) in matrix[row].iter_mut().zip(above).skip(column) {
                *value -= factor * above;
            }
            vector[row] -= factor * vector[column];
        }
    }
    for row in (0..N).rev() {
        let known: f64 = (row + 1..N).map(|k| matrix[row][k] * vector[k]).sum();
        vector[row] = (vector[row] - known) / matrix[row][row];
    }
    vector
}

#[cfg(test)]
mod tests {
    use super::{Model, Signal, Signals};

    fn signals(given: &[(Signal, f64)]) -> Signals {
        let mut signals = Signals::default();
        for (signal, value) in given {
            signals.raise(*signal, *value);
        }
        signals
    }

    #[test]
    fn the_built_in_model_prefers_the_innermost_frame() {
        let model = Model::built_in();
        let innermost = signals(&[(Signal::Innermost, 1.0), (Signal::Frame, 1.0), (Signal::Ranking, 0.5)]);
        let outer = signals(&[(Signal::Frame, 0.25), (Signal::Ranking, 0.5)]);
        assert!(model.probability(&innermost) > model.probability(&outer));
        assert!(model.probability(&outer) > model.probability(&Signals::default()));
    }

    #[test]
    fn weights_are_read_as_they_were_written() {
        let model = Model::built_in();
        assert_eq!(Model::read(&model.write()), Some(model));
        assert_eq!(Model::read("bias\t1"), None);
    }

    #[test]
    fn a_fit_finds_the_signal_that_matters_and_keeps_the_base_rate() {
        let with = signals(&[(Signal::Frame, 1.0), (Signal::Test, 1.0)]);
        let without = signals(&[(Signal::Test, 1.0)]);
        let mut examples = Vec::new();
        for number in 0..400 {
            examples.push((with, number % 4 != 0, 1.0));
            examples.push((without, number % 10 == 0, 1.0));
        }
        let model = Model::fit(&examples);
        assert!((model.probability(&with) - 0.75).abs() < 0.02);
        assert!((model.probability(&without) - 0.10).abs() < 0.02);
    }

    #[test]
    fn a_signal_keeps_its_highest_value() {
        let mut one = signals(&[(Signal::Frame, 0.5)]);
        one.raise(Signal::Frame, 0.2);
        one.raise(Signal::Literal, 7.0);
        one.raise(Signal::Called, f64::NAN);
        for (signal, value) in [(Signal::Frame, 0.5), (Signal::Literal, 1.0), (Signal::Called, 0.0)] {
            assert!((one.get(signal) - value).abs() < 1e-12);
        }
    }
}
