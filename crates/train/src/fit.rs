//! From examples to the model that ships.

use crate::calibrate;
use crate::examples::Example;
use crate::gather::examples_of;
use crate::listwise;
use crate::manifest::Manifest;
use crate::measure;
use anyhow::{Result, bail};
use fathom_rank::{FEATURES, Model, Signal};
use std::path::Path;

/// Every so many-th wrong candidate is learned from. Evenly from all ranks:
/// were the lower ones left out, the right ones among them would teach that a
/// low rank is a good sign.
const EVERY: usize = 2;
/// A change of more symbols than this is not about one thing.
const MOST_RIGHT: usize = 15;
/// Repositories are left out in so many parts to see how sure scores are.
const PARTS: usize = 3;

/// One repository's examples, ready to learn from.
pub(crate) struct Lesson {
    pub(crate) repo: String,
    pub(crate) examples: Vec<listwise::Example>,
}

/// What is learned from: mined changes and the project's own tasks, as they
/// would be if some signals said nothing.
pub(crate) fn lessons(work: &Path, silent: &[Signal]) -> Result<Vec<Lesson>> {
    let manifest = Manifest::own()?;
    let mut lessons = Vec::new();
    for (kind, weight) in [("mined", 1.0), ("labelled", manifest.labelled_weight)] {
        for (repo, examples) in examples_of(work, kind)? {
            let examples =
                examples.iter().filter_map(|example| lesson(&example.without(silent), weight)).collect();
            lessons.push(Lesson { repo, examples });
        }
    }
    if lessons.is_empty() {
        bail!("nothing was gathered in {}; run `fathom-train gather` first", work.display());
    }
    Ok(lessons)
}

fn lesson(example: &Example, weight: f64) -> Option<listwise::Example> {
    let count = example.right.iter().filter(|right| **right).count();
    if count == 0 || example.expected_symbols.len() > MOST_RIGHT {
        return None;
    }
    let (features, right): (Vec<[f32; FEATURES]>, Vec<bool>) = example
        .rows()
        .into_iter()
        .zip(example.right.iter().copied())
        .enumerate()
        .filter(|(place, (_, right))| *right || place.is_multiple_of(EVERY))
        .map(|(_, row)| row)
        .unzip();
    Some(listwise::Example { features, right, weight })
}

/// Learns the model that ships.
pub(crate) fn run(work: &Path, without: &[String], out: &Path) -> Result<()> {
    let mut lessons = lessons(work, &[])?;
    for name in without {
        let before = lessons.len();
        lessons.retain(|lesson| plain(&lesson.repo) != plain(name));
        if lessons.len() == before {
            bail!("nothing was gathered from `{name}`, so it cannot be left out");
        }
    }
    let all: Vec<listwise::Example> =
        lessons.iter().flat_map(|lesson| lesson.examples.iter().cloned()).collect();
    let candidates: usize = all.iter().map(|example| example.right.len()).sum();
    eprintln!("{} questions of {} sets, {candidates} candidates", all.len(), lessons.len());
    let mut model = learn(&all);
    model.calibration = calibration(&lessons, work)?;
    std::fs::create_dir_all(out.parent().unwrap_or(out))?;
    std::fs::write(out, model.to_text())?;
    eprintln!("wrote {}", out.display());
    print!("{}", measure::table(&[("fitted", &model)], work)?);
    Ok(())
}

/// A repository is spelled `Shop.Api` in one place and `shop-api` in another.
fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
}

pub(crate) fn learn(examples: &[listwise::Example]) -> Model {
    listwise::fit(examples, &|done| {
        if done.is_multiple_of(100) {
            eprintln!("{done} steps");
        }
    })
}

/// Probabilities are fitted on answers of models that have not seen the
/// repository: on its own lessons a model is too sure of itself.
fn calibration(lessons: &[Lesson], work: &Path) -> Result<fathom_rank::Calibration> {
    let mut repos: Vec<&str> = lessons.iter().map(|lesson| lesson.repo.as_str()).collect();
    repos.sort_unstable();
    repos.dedup();
    let part_of = |repo: &str| repos.iter().position(|known| *known == repo).unwrap_or(0) % PARTS;
    let kept = |kind: &str| -> Result<Vec<(String, Vec<Example>)>> {
        let mut sets = examples_of(work, kind)?;
        sets.retain(|(repo, _)| repos.contains(&repo.as_str()));
        Ok(sets)
    };
    // Tasks as people ask them; changes where all of those are left out.
    let mut labelled = kept("labelled")?;
    if labelled.is_empty() {
        labelled = kept("mined")?;
    }
    let mut judged = Vec::new();
    for part in 0..PARTS {
        let rest: Vec<listwise::Example> = lessons
            .iter()
            .filter(|lesson| part_of(&lesson.repo) != part)
            .flat_map(|lesson| lesson.examples.iter().cloned())
            .collect();
        let model = learn(&rest);
        for (repo, examples) in &labelled {
            if part_of(repo) == part {
                judged.extend(examples.iter().map(|example| measure::answer(&model, example)));
            }
        }
    }
    Ok(calibrate::fit(&judged))
}
