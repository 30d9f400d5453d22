//! Examples into gates.

use super::EXPERTS;
use super::Repository;
use super::boost::{Settings, Table, boost};
use super::gather::{Example, Examples, number};
use anyhow::Result;
use fathom_experts::gate::{COMPONENTS, Component, Trees};
use fathom_experts::signals::Group;
use std::path::Path;

/// The component of all features is the one that counts.
const LARGE: Settings =
    Settings { trees: 300, depth: 5, rate: 0.04, smallest: 8.0, ridge: 4.0, features: 0.4, rows: 0.7 };
const SMALL: Settings =
    Settings { trees: 50, depth: 3, rate: 0.15, smallest: 20.0, ridge: 4.0, features: 0.7, rows: 0.7 };
/// About how many unchanged candidates are sampled; each represents several.
const MOST_OTHERS: usize = 300_000;
/// Parts that repositories are divided into, to measure on those that were not learned from.
const PARTS: usize = 4;

/// Fits the gate of each expert, writes it, and prints what such gates reach on repositories of
/// `learned` that were left out.
pub(super) fn fit(work: &Path, learned: &[Repository], out: &Path) -> Result<()> {
    let mut all: Vec<Vec<Examples>> = Vec::new();
    for repository in learned {
        let bytes = std::fs::read(work.join("examples").join(&repository.name))?;
        all.push(postcard::from_bytes(&bytes)?);
    }
    for (at, expert) in EXPERTS.iter().enumerate() {
        let of_expert: Vec<&Examples> = all.iter().map(|examples| &examples[at]).collect();
        let Some(names) = of_expert.iter().map(|one| &one.names).find(|names| !names.is_empty()) else {
            continue;
        };
        let mut means = Means::default();
        for part in 0..PARTS {
            let is_left_out = |place: usize| place % PARTS == part;
            let others: Vec<&Examples> = kept(&of_expert, |place| !is_left_out(place));
            let model = component(&COMPONENTS[0], names, &others);
            for one in kept(&of_expert, is_left_out) {
                means.add(&model, &one.questions, names);
            }
        }
        eprintln!("{expert}: {means}");
        let mut text = format!(
            "# The gate of the expert `{expert}`: boosted trees, one model per component of the mixture.\n\
             # Written by `fathom-train experts`; crates/train/experts.yaml lists what it learned from.\n"
        );
        for one in COMPONENTS {
            let model = component(one, names, &of_expert);
            text.extend(["component\t", one.word, "\n", &model.to_text()]);
        }
        std::fs::write(out.join(format!("{expert}.tsv")), text)?;
    }
    Ok(())
}

fn kept<'e>(examples: &[&'e Examples], keep: impl Fn(usize) -> bool) -> Vec<&'e Examples> {
    examples.iter().enumerate().filter(|(place, _)| keep(*place)).map(|(_, one)| *one).collect()
}

fn component(component: &Component, names: &[(String, u8)], examples: &[&Examples]) -> Trees {
    let reads = |group: u8| {
        group == number(Group::Question) || component.groups.iter().any(|one| number(*one) == group)
    };
    let places: Vec<usize> = (0..names.len()).filter(|place| reads(names[*place].1)).collect();
    let all = || examples.iter().flat_map(|one| &one.questions).flat_map(|question| &question.rows);
    let others = all().filter(|(_, happened)| !happened).count();
    let every = (others / MOST_OTHERS).max(1);
    let mut seen = 0usize;
    let rows: Vec<&(Vec<f32>, bool)> = all()
        .filter(|(_, happened)| {
            seen += usize::from(!happened);
            *happened || seen.is_multiple_of(every)
        })
        .collect();
    let column = |place: usize| {
        if places.contains(&place) {
            rows.iter().map(|(values, _)| values[place]).collect()
        } else {
            Vec::new()
        }
    };
    let weight = |happened: bool| if happened { 1.0 } else { every as f32 };
    let table = Table {
        columns: (0..names.len()).map(column).collect(),
        happened: rows.iter().map(|(_, happened)| *happened).collect(),
        weights: rows.iter().map(|(_, happened)| weight(*happened)).collect(),
    };
    let texts: Vec<String> = names.iter().map(|(name, _)| name.clone()).collect();
    let settings = if component.word == "all" { LARGE } else { SMALL };
    boost(&table, &texts, &places, settings)
}

/// Means over questions of repositories that a model has not seen.
#[derive(Default)]
struct Means {
    questions: f64,
    reciprocal: f64,
    decayed: f64,
    first: f64,
    recall: [f64; 2],
    all: [f64; 3],
    /// Expected files that at most one commit had touched: in the first ten, listed, all.
    cold: [f64; 3],
    /// Expected files: listed, all.
    listed: [f64; 2],
    loss: f64,
    rows: f64,
}

impl Means {
    fn add(&mut self, model: &Trees, questions: &[Example], names: &[(String, u8)]) {
        let place = |name: &String| names.iter().position(|(one, _)| one == name).unwrap_or_default();
        let places: Vec<usize> = model.features.iter().map(place).collect();
        let touches = place(&"touches".to_owned());
        for question in questions {
            let mut scored: Vec<(f32, bool, bool)> = question
                .rows
                .iter()
                .map(|(values, happened)| {
                    let own: Vec<f32> = places.iter().map(|place| values[*place]).collect();
                    (model.score(&own), *happened, values[touches] < 0.8)
                })
                .collect();
            for (score, happened, _) in &scored {
                let p = 1.0 / (1.0 + f64::from(-score).exp());
                self.loss -= if *happened { p } else { 1.0 - p }.max(1e-9).ln();
                self.rows += 1.0;
            }
            scored.sort_by(|a, b| b.0.total_cmp(&a.0));
            let within = |k: usize| scored.iter().take(k).filter(|one| one.1).count() as f64;
            let expected = question.expected as f64;
            let first = scored.iter().position(|one| one.1);
            self.questions += 1.0;
            self.cold[0] += scored.iter().take(10).filter(|one| one.1 && one.2).count() as f64;
            self.cold[1] += scored.iter().filter(|one| one.1 && one.2).count() as f64;
            self.cold[2] += question.cold as f64;
            self.listed[0] += scored.iter().filter(|one| one.1).count() as f64;
            self.listed[1] += question.expected as f64;
            self.reciprocal += first.map_or(0.0, |place| 1.0 / (place + 1) as f64);
            self.decayed += question.decayed;
            self.first += within(1);
            for (sum, k) in self.recall.iter_mut().zip([5, 10]) {
                *sum += within(k) / expected;
            }
            for (sum, k) in self.all.iter_mut().zip([1, 5, 10]) {
                *sum += f64::from(u8::from(within(k) as usize == question.expected));
            }
        }
    }
}

impl std::fmt::Display for Means {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let n = self.questions.max(1.0);
        write!(
            formatter,
            "{n} questions; MRR {:.3} (decayed {:.3}), P@1 {:.3}, R@5 {:.3}, R@10 {:.3}, all in 1/5/10 {:.3}/{:.3}/{:.3}, R@10 of {} files touched at most once {:.3} (listed {:.3}), listed {:.3}, log loss {:.4}",
            self.reciprocal / n,
            self.decayed / n,
            self.first / n,
            self.recall[0] / n,
            self.recall[1] / n,
            self.all[0] / n,
            self.all[1] / n,
            self.all[2] / n,
            self.cold[2],
            self.cold[0] / self.cold[2].max(1.0),
            self.cold[1] / self.cold[2].max(1.0),
            self.listed[0] / self.listed[1].max(1.0),
            self.loss / self.rows.max(1.0)
        )
    }
}
