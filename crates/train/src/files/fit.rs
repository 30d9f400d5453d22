//! From examples of files to the model that ships: a listwise softmax over the candidates of each
//! question, with one set of weights that all kinds share, a difference for each kind and one for each source.

use super::example::{Lesson, load};
use super::measure;
use crate::calibrate::logistic;
use crate::fit::plain;
use anyhow::{Result, bail};
use fathom_rank::{
    FILE_FEATURES, FILE_INPUTS, FILE_KINDS, FileCalibration, FileModel, file_feature_name, file_inputs,
    is_long,
};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Sources of examples, and how much a question of each counts.
const SOURCES: [(&str, f64); 4] = [(PUBLIC, 1.0), (WRITTEN, 0.4), ("tasks", 0.0), ("issues", 0.0)];
/// The public queries. Each of their repositories is left out alone; those of the others are left out in folds.
const PUBLIC: &str = "queries";
/// The queries that were written to learn from. Their labels name files of details where the public ones name
/// central files, so each of the two sources has a difference of its own; the model has that of the public ones.
const WRITTEN: &str = "written";
const FOLDS: usize = 5;
/// Weights of wishes and reports, which are not fitted: the order of their symbols is better than any
/// that the gathered tasks and issues taught (docs/ranking.md).
const BY_SYMBOLS: [(&str, f32); 2] = [("symbol share", 4.0), ("symbol rank", -1.0)];
const UNFITTED: [usize; 2] = [3, 4];
/// Steps over all examples, and the size of the first.
const STEPS: usize = 200;
const RATE: f64 = 0.05;
/// How strongly shared weights and differences are pulled to 0.
const RIDGE: f64 = 0.1;
const KIND_RIDGE: f64 = 0.3;
const SOURCE_RIDGE: f64 = 0.1;
/// How strongly the weights of the calibration are pulled to 0: the long questions are of seven repositories.
const CALIBRATION_RIDGE: f64 = 10.0;
/// Wrong files beyond this rank teach nothing.
const NEAR: f32 = 30.0;
/// Adam.
const MOMENTUM: f64 = 0.9;
const MEMORY: f64 = 0.999;

const KINDS: usize = FILE_KINDS.len();
/// Weights of a feature: shared, of each kind, of the public and of the written queries.
const COLUMNS: usize = 1 + KINDS + 2;
const OF_PUBLIC: usize = 1 + KINDS;
type Weights = [[f64; COLUMNS]; FILE_FEATURES];

/// A lesson and where it is from.
struct Sourced {
    source: &'static str,
    weight: f64,
    lesson: Lesson,
}

/// A title and which rows belong under it.
type Group = (&'static str, fn(&ScoredFile) -> bool);

/// Learns the model that ships and writes it; with `unseen`, writes a model for each repository with
/// queries that has not seen it. Prints what such models reach.
pub(crate) fn run(work: &Path, out: &Path, unseen: Option<&Path>) -> Result<()> {
    let mut lessons: Vec<Sourced> = Vec::new();
    for (source, weight) in SOURCES {
        lessons.extend(load(work, source)?.into_iter().map(|lesson| Sourced { source, weight, lesson }));
    }
    if lessons.is_empty() {
        bail!("nothing was gathered in {}; run `fathom-train files queries` first", work.display());
    }
    let alone = load(work, PUBLIC)?.iter().map(|lesson| plain(&lesson.repository)).collect();
    let groups = left_out_together(&lessons, &alone);
    let learned: Vec<FileModel> = groups.par_iter().map(|group| learn(&lessons, group)).collect();
    let mut models: BTreeMap<String, FileModel> = BTreeMap::new();
    for (group, model) in groups.iter().zip(learned) {
        models.extend(group.iter().map(|name| (name.clone(), model.clone())));
    }
    let mut shipped = learn(&lessons, &BTreeSet::new());
    let calibrations: Vec<(String, FileCalibration)> =
        models.keys().map(|name| (name.clone(), calibrate(&lessons, &models, name))).collect();
    shipped.calibration = calibrate(&lessons, &models, "");
    for (name, calibration) in calibrations {
        if let Some(model) = models.get_mut(&name) {
            model.calibration = calibration;
        }
    }
    std::fs::write(out, shipped.to_text())?;
    eprintln!("wrote {}", out.display());
    if let Some(folder) = unseen {
        std::fs::create_dir_all(folder)?;
        for Sourced { lesson, .. } in &lessons {
            let text = models[&plain(&lesson.repository)].to_text();
            std::fs::write(folder.join(format!("{}.tsv", lesson.repository)), text)?;
        }
    }
    for (source, _) in SOURCES {
        let own = load(work, source)?;
        let own: Vec<&Lesson> = own.iter().collect();
        if !own.is_empty() {
            measure::print(&format!("{source}, left out"), &own, |name| &models[&plain(name)]);
        }
    }
    let judged = judged(&lessons, &models, "");
    let groups: [Group; 5] = [
        ("short questions", |row| is_long(&row.kinds) <= 0.5),
        ("short questions, fewer than 60 files", |row| is_long(&row.kinds) <= 0.5 && row.all_files < 60),
        ("short questions, 60 to 250 files", |row| {
            is_long(&row.kinds) <= 0.5 && (60..=250).contains(&row.all_files)
        }),
        ("short questions, more than 250 files", |row| is_long(&row.kinds) <= 0.5 && row.all_files > 250),
        ("wishes and reports", |row| is_long(&row.kinds) > 0.5),
    ];
    for (title, belongs) in groups {
        println!("\n| {title}: probability | files | mean prediction | needed |\n| --- | --- | --- | --- |");
        for (bounds, count, predicted, needed) in
            reliability(judged.iter().filter(|row| belongs(row)), &models)
        {
            println!("| {:.2}–{:.2} | {count} | {predicted:.3} | {needed:.3} |", bounds.0, bounds.1.min(1.0));
        }
    }
    Ok(())
}

/// One question in standard deviations.
struct StandardizedQuestion {
    rows: Vec<[f32; FILE_FEATURES]>,
    right: Vec<bool>,
    /// The part of each score that is not fitted.
    offsets: Vec<f64>,
    kinds: [f32; KINDS],
    is_written: bool,
    weight: f64,
}

/// Groups of repositories that one model each has not seen: those of `alone` by themselves, the others in folds.
fn left_out_together(lessons: &[Sourced], alone: &BTreeSet<String>) -> Vec<BTreeSet<String>> {
    let mut groups: Vec<BTreeSet<String>> = alone.iter().map(|name| BTreeSet::from([name.clone()])).collect();
    let others: BTreeSet<String> = lessons
        .iter()
        .map(|one| plain(&one.lesson.repository))
        .filter(|name| !alone.contains(name))
        .collect();
    let mut folds = vec![BTreeSet::new(); FOLDS];
    for (place, name) in others.into_iter().enumerate() {
        folds[place % FOLDS].insert(name);
    }
    groups.extend(folds.into_iter().filter(|fold| !fold.is_empty()));
    groups
}

/// The model of all lessons but those of some repositories.
fn learn(lessons: &[Sourced], left_out: &BTreeSet<String>) -> FileModel {
    let kept = || lessons.iter().filter(|one| !left_out.contains(&plain(&one.lesson.repository)));
    let spreads =
        spreads(kept().flat_map(|one| &one.lesson.examples).flat_map(super::example::FileExample::rows));
    let fixed = unfitted();
    let mut questions: Vec<StandardizedQuestion> = Vec::new();
    for Sourced { source, weight, lesson } in kept().filter(|one| one.weight > 0.0) {
        // A repository with many questions of one source does not decide alone.
        let share = weight * 20.0 / (lesson.examples.len() as f64).max(20.0);
        for example in &lesson.examples {
            if example.right.iter().any(|right| *right) {
                let scale =
                    |row: &[f32; FILE_FEATURES]| std::array::from_fn(|at| row[at] / spreads[at] as f32);
                let kept: Vec<usize> = (0..example.right.len())
                    .filter(|at| example.right[*at] || is_near(&example.rows()[*at]))
                    .collect();
                questions.push(StandardizedQuestion {
                    rows: kept.iter().map(|at| scale(&example.rows()[*at])).collect(),
                    right: kept.iter().map(|at| example.right[*at]).collect(),
                    offsets: kept
                        .iter()
                        .map(|at| fixed.score(&example.kinds, &example.rows()[*at]).into())
                        .collect(),
                    kinds: fitted(&example.kinds),
                    is_written: *source == WRITTEN,
                    weight: share,
                });
            }
        }
    }
    let weights = descend(&questions);
    let mut model = fixed;
    for (feature, weights) in weights.iter().enumerate() {
        for kind in (0..KINDS).filter(|kind| !UNFITTED.contains(kind)) {
            model.weights[feature][kind] =
                ((weights[0] + weights[1 + kind] + weights[OF_PUBLIC]) / spreads[feature]) as f32;
        }
    }
    model
}

/// The weights that are not fitted.
fn unfitted() -> FileModel {
    let mut model = FileModel::default();
    for (name, weight) in BY_SYMBOLS {
        for feature in (0..FILE_FEATURES).filter(|feature| file_feature_name(*feature) == name) {
            for kind in UNFITTED {
                model.weights[feature][kind] = weight;
            }
        }
    }
    model
}

/// How much a question is of the kinds that are fitted.
fn fitted(kinds: &[f32; KINDS]) -> [f32; KINDS] {
    std::array::from_fn(|kind| if UNFITTED.contains(&kind) { 0.0 } else { kinds[kind] })
}

/// Whether a wrong file can be mistaken for a right one: it is among the first by text or by symbols.
fn is_near(row: &[f32; FILE_FEATURES]) -> bool {
    let rank = |name: &str| {
        let feature = (0..FILE_FEATURES).find(|feature| file_feature_name(*feature) == name);
        feature.map_or(0.0, |feature| row[feature])
    };
    rank("text rank") < NEAR.ln_1p() || rank("symbol rank") < NEAR.ln_1p()
}

fn spreads<'r>(rows: impl Iterator<Item = &'r [f32; FILE_FEATURES]>) -> [f64; FILE_FEATURES] {
    let (mut sums, mut squares, mut count) = ([0.0f64; FILE_FEATURES], [0.0f64; FILE_FEATURES], 0.0f64);
    for row in rows {
        count += 1.0;
        for (at, value) in row.iter().enumerate() {
            sums[at] += f64::from(*value);
            squares[at] += f64::from(*value) * f64::from(*value);
        }
    }
    std::array::from_fn(|at| {
        let mean = sums[at] / count.max(1.0);
        // A feature that hardly varies can decide little.
        (squares[at] / count.max(1.0) - mean * mean).max(0.0).sqrt().max(0.02)
    })
}

/// How the loss of a question changes with the weight of each feature.
fn slope(question: &StandardizedQuestion, weights: &Weights) -> [f32; FILE_FEATURES] {
    let columns = columns(question);
    let by_feature: [f32; FILE_FEATURES] = std::array::from_fn(|feature| {
        weights[feature].iter().zip(columns).map(|(weight, share)| weight * share).sum::<f64>() as f32
    });
    let scores: Vec<f64> = question
        .rows
        .iter()
        .zip(&question.offsets)
        .map(|(row, offset)| offset + f64::from(product(row, &by_feature)))
        .collect();
    let best = scores.iter().copied().fold(f64::MIN, f64::max);
    let odds: Vec<f64> = scores.iter().map(|score| (score - best).exp()).collect();
    let all: f64 = odds.iter().sum();
    let right = question.right.iter().filter(|right| **right).count() as f64;
    let mut slope = [0.0; FILE_FEATURES];
    for ((row, odds), is_right) in question.rows.iter().zip(odds).zip(&question.right) {
        let wanted = if *is_right { 1.0 / right } else { 0.0 };
        let wrong = (question.weight * (odds / all - wanted)) as f32;
        slope.iter_mut().zip(row).for_each(|(slope, value)| *slope += wrong * value);
    }
    slope
}

/// How much a question counts for the shared weights, for those of each kind and for those of its source.
fn columns(question: &StandardizedQuestion) -> [f64; COLUMNS] {
    let share: f64 = question.kinds.iter().copied().map(f64::from).sum();
    let mut columns = [0.0; COLUMNS];
    columns[0] = share;
    for (column, kind) in columns[1..].iter_mut().zip(question.kinds) {
        *column = kind.into();
    }
    columns[OF_PUBLIC + usize::from(question.is_written)] = share;
    columns
}

/// The sum of products, several at a time and always in the same order.
fn product(one: &[f32; FILE_FEATURES], other: &[f32; FILE_FEATURES]) -> f32 {
    const LANES: usize = 8;
    let mut sums = [0.0f32; LANES];
    let ((ones, one_rest), (others, other_rest)) = (one.as_chunks::<LANES>(), other.as_chunks::<LANES>());
    for (one, other) in ones.iter().zip(others) {
        for lane in 0..LANES {
            sums[lane] += one[lane] * other[lane];
        }
    }
    let rest: f32 = one_rest.iter().zip(other_rest).map(|(one, other)| one * other).sum();
    sums.iter().sum::<f32>() + rest
}

fn descend(questions: &[StandardizedQuestion]) -> Weights {
    let total: f64 = questions.iter().map(|question| question.weight).sum::<f64>().max(1.0);
    let mut weights: Weights = [[0.0; COLUMNS]; FILE_FEATURES];
    let (mut moved, mut squared) = (weights, weights);
    for step in 1..=STEPS {
        let mut sums: Weights = [[0.0; COLUMNS]; FILE_FEATURES];
        for question in questions {
            let columns = columns(question);
            for (sums, slope) in sums.iter_mut().zip(slope(question, &weights)) {
                sums.iter_mut().zip(columns).for_each(|(sum, share)| *sum += f64::from(slope) * share);
            }
        }
        let rate = RATE * (1.0 - (step as f64 - 1.0) / STEPS as f64);
        for feature in 0..FILE_FEATURES {
            for column in 0..COLUMNS {
                let sum = sums[feature][column];
                let ridge = match column {
                    0 => RIDGE,
                    OF_PUBLIC.. => SOURCE_RIDGE,
                    _ => KIND_RIDGE,
                };
                let slope = sum / total + ridge * weights[feature][column];
                let (moved, squared) = (&mut moved[feature][column], &mut squared[feature][column]);
                *moved = MOMENTUM * *moved + (1.0 - MOMENTUM) * slope;
                *squared = MEMORY * *squared + (1.0 - MEMORY) * slope * slope;
                let mean = *moved / (1.0 - MOMENTUM.powi(step as i32));
                let size = (*squared / (1.0 - MEMORY.powi(step as i32))).sqrt();
                weights[feature][column] -= rate * mean / (size + 1e-8);
            }
        }
    }
    weights
}

/// A file of an answer by a model that has not seen the repository.
struct ScoredFile {
    /// Inputs of the calibration.
    inputs: [f32; FILE_INPUTS],
    kinds: [f32; KINDS],
    /// Whether the file was needed.
    right: bool,
    repository: String,
    all_files: usize,
}

/// The first files of each answer, by models that have not seen the repository.
fn judged(lessons: &[Sourced], models: &BTreeMap<String, FileModel>, left_out: &str) -> Vec<ScoredFile> {
    const SHOWN: usize = 20;
    let mut rows = Vec::new();
    for Sourced { lesson, .. } in lessons.iter().filter(|one| plain(&one.lesson.repository) != left_out) {
        let name = plain(&lesson.repository);
        for example in &lesson.examples {
            let order = measure::order(&models[&name], example);
            let best = order.first().map_or(0.0, |(score, _)| *score);
            let second = order.get(1).map_or(best, |(score, _)| *score);
            for (rank, (score, right)) in order.into_iter().take(SHOWN).enumerate() {
                rows.push(ScoredFile {
                    inputs: file_inputs(score, best, second, rank, example.all_files),
                    kinds: example.kinds,
                    right,
                    repository: name.clone(),
                    all_files: example.all_files,
                });
            }
        }
    }
    rows
}

fn calibrate(lessons: &[Sourced], models: &BTreeMap<String, FileModel>, left_out: &str) -> FileCalibration {
    let rows = judged(lessons, models, left_out);
    let weights = [false, true].map(|long| {
        let of_kind = rows.iter().filter(|row| (is_long(&row.kinds) > 0.5) == long);
        let rows: Vec<(_, f64)> =
            of_kind.map(|row| (row.inputs.map(f64::from), f64::from(u8::from(row.right)))).collect();
        logistic(&rows, CALIBRATION_RIDGE).map(|weight| weight as f32)
    });
    FileCalibration { weights }
}

type Bin = ((f32, f32), usize, f64, f64);

/// How often files were needed, by the probability they were given.
fn reliability<'j>(
    rows: impl Iterator<Item = &'j ScoredFile>,
    models: &BTreeMap<String, FileModel>,
) -> Vec<Bin> {
    const BOUNDS: [f32; 8] = [0.0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1.01];
    let rated: Vec<(f32, bool)> = rows
        .map(|row| {
            let calibration = &models[&row.repository].calibration;
            (calibration.probability(&row.kinds, &row.inputs), row.right)
        })
        .collect();
    BOUNDS
        .windows(2)
        .map(|bounds| {
            let inside: Vec<&(f32, bool)> =
                rated.iter().filter(|(rate, _)| bounds[0] <= *rate && *rate < bounds[1]).collect();
            let count = inside.len().max(1) as f64;
            let mean = inside.iter().map(|(rate, _)| f64::from(*rate)).sum::<f64>() / count;
            let needed = inside.iter().filter(|(_, right)| *right).count() as f64 / count;
            ((bounds[0], bounds[1]), inside.len(), mean, needed)
        })
        .collect()
}
