//! What boosting must learn, and that it learns it the same way twice.

use super::*;

/// Questions whose right answer has a large feature 5, among noise.
fn examples() -> Vec<Example> {
    let mut random = Random(7);
    (0..60)
        .map(|_| {
            let right = (random.unit() * 20.0) as usize;
            let features = (0..20)
                .map(|row| {
                    let mut values: [f32; FEATURES] = std::array::from_fn(|_| random.unit() as f32);
                    if row == right {
                        values[5] += 0.6;
                    }
                    values
                })
                .collect();
            Example { features, right: (0..20).map(|row| row == right).collect(), weight: 1.0 }
        })
        .collect()
}

fn settings() -> Settings {
    Settings {
        trees: 40,
        leaves: 6,
        rate: 0.2,
        smallest: 5,
        shrink: 1.0,
        features: 0.9,
        questions: 0.8,
        seed: 3,
    }
}

#[test]
fn what_decides_is_learned() {
    let examples = examples();
    let model = fit(&examples, settings(), &|_| ());
    let first = examples.iter().filter(|example| {
        let best = (0..20)
            .max_by(|a, b| model.score(&example.features[*a]).total_cmp(&model.score(&example.features[*b])));
        best.is_some_and(|best| example.right[best])
    });
    assert!(first.count() > 45);
}

#[test]
fn the_same_examples_give_the_same_bytes() {
    let once = fit(&examples(), settings(), &|_| ());
    assert_eq!(once.to_bytes(), fit(&examples(), settings(), &|_| ()).to_bytes());
}
