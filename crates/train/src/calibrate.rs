//! A logistic regression from scores to probabilities, by Newton's method.

use fathom_rank::Calibration;

/// Steps; the method doubles its digits with each.
const STEPS: usize = 25;
/// Keeps the weights finite where examples are few.
const RIDGE: f64 = 1e-3;

/// One answer, best first: the model's score of each candidate and whether it
/// was right.
pub(crate) type ScoredAnswer = Vec<(f32, bool)>;

/// The calibration that makes these answers most probable.
pub(crate) fn fit(answers: &[ScoredAnswer]) -> Calibration {
    let rows: Vec<_> = answers
        .iter()
        .flat_map(|answer| {
            let best = answer.iter().map(|(score, _)| *score).fold(f32::MIN, f32::max);
            answer.iter().enumerate().map(move |(rank, (score, right))| {
                let inputs = Calibration::inputs(*score, best, rank).map(f64::from);
                (inputs, f64::from(u8::from(*right)))
            })
        })
        .collect();
    Calibration { weights: logistic(&rows, RIDGE).map(|weight| weight as f32) }
}

/// The weights that make the outcomes (0 or 1) of these inputs most probable; `ridge` pulls them to 0.
pub(crate) fn logistic<const INPUTS: usize>(rows: &[([f64; INPUTS], f64)], ridge: f64) -> [f64; INPUTS] {
    let mut weights = [0.0f64; INPUTS];
    for _ in 0..STEPS {
        let mut slope = weights.map(|weight| -ridge * weight);
        let mut curve = [[0.0f64; INPUTS]; INPUTS];
        for (place, row) in curve.iter_mut().enumerate() {
            row[place] = ridge;
        }
        for (inputs, right) in rows {
            let sum: f64 = inputs.iter().zip(weights).map(|(x, w)| x * w).sum();
            let probability = 1.0 / (1.0 + (-sum).exp());
            let spread = probability * (1.0 - probability);
            for one in 0..INPUTS {
                slope[one] += (right - probability) * inputs[one];
                for other in 0..INPUTS {
                    curve[one][other] += spread * inputs[one] * inputs[other];
                }
            }
        }
        for (weight, step) in weights.iter_mut().zip(solve(curve, slope)) {
            *weight += step;
        }
    }
    weights
}

/// Gauss's elimination with pivots.
fn solve<const INPUTS: usize>(
    mut matrix: [[f64; INPUTS]; INPUTS],
    mut right: [f64; INPUTS],
) -> [f64; INPUTS] {
    for column in 0..INPUTS {
        let pivot = (column..INPUTS)
            .max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()))
            .unwrap_or(column);
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (head, value) = (matrix[column], right[column]);
        for row in column + 1..INPUTS {
            let factor = matrix[row][column] / head[column];
            for (cell, above) in matrix[row].iter_mut().zip(head) {
                *cell -= factor * above;
            }
            right[row] -= factor * value;
        }
    }
    let mut solution = [0.0; INPUTS];
    for row in (0..INPUTS).rev() {
        let known: f64 = (row + 1..INPUTS).map(|at| matrix[row][at] * solution[at]).sum();
        solution[row] = (right[row] - known) / matrix[row][row];
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::fit;

    #[test]
    fn probabilities_are_as_frequent_as_they_say() {
        // Of the candidates at score 1 every second is right, at score 0 every tenth.
        let answers: Vec<Vec<(f32, bool)>> =
            (0..200).map(|n| vec![(1.0, n % 2 == 0), (0.0, n % 10 == 0), (0.0, n % 10 == 5)]).collect();
        let calibration = fit(&answers);
        assert!((calibration.probability(1.0, 1.0, 0) - 0.5).abs() < 0.02);
        let low = f32::midpoint(calibration.probability(0.0, 1.0, 1), calibration.probability(0.0, 1.0, 2));
        assert!((low - 0.1).abs() < 0.02);
    }
}
