//! From examples to the model that ships.
//!
//! The model is first fitted on changes. For wishes of one line it is then fitted on tasks,
//! starting from the first fit: changes show what is changed, tasks show what people ask for.
//!
//! Reported figures come from models that have not seen the repository ([`Models`]). The
//! probabilities are fitted on these too, because a model is overconfident on its own training
//! data.

use crate::calibrate::{self, ScoredAnswer};
use crate::examples::Example;
use crate::gather::examples_of;
use crate::listwise;
use crate::measure::{self, Models};
use crate::reserved::is_reserved;
use anyhow::{Result, bail};
use fathom_rank::{FEATURES, Model, Signal};
use std::path::Path;

/// Of changes every so many-th wrong candidate is learned from. Evenly from all
/// ranks: were the lower ones left out, the right ones among them would teach
/// that a low rank is a good sign.
const EVERY: usize = 2;
/// A change of more symbols than this is not about one thing.
const MOST_RIGHT: usize = 15;
/// Labelled tasks that are asked in one line: the project's own, and public ones. Each of their
/// repositories is measured by a model that has not seen it; reserved ones are only measured.
pub(crate) const MEASURED: [&str; 2] = ["labelled", "tasks"];
/// Wishes that were written to learn from.
const WRITTEN: &str = "wishes";
/// The weight of a labelled task: they are fewer, and labelled with more care.
const MEASURED_WEIGHT: f64 = 4.0;

/// One repository's examples, ready to learn from.
struct Lesson {
    repo: String,
    examples: Vec<listwise::Example>,
}

/// The training data.
pub(crate) struct Lessons {
    changes: Vec<Lesson>,
    wishes: Vec<Lesson>,
    /// A model whose weights of reports are kept.
    reports: Option<Model>,
}

impl Lessons {
    /// The gathered examples without some signals; with `reports`, without changes.
    pub(crate) fn gathered(work: &Path, ablated: &[Signal], reports: Option<Model>) -> Result<Lessons> {
        let of = |kind: &str, weight: f64, every: usize| -> Result<Vec<Lesson>> {
            let lesson = |example: &Example| lesson(&example.without(ablated), weight, every);
            let sets = examples_of(work, kind)?.into_iter();
            Ok(sets
                .filter(|(repo, _)| !is_reserved(repo))
                .map(|(repo, examples)| Lesson {
                    repo: plain(&repo),
                    examples: examples.iter().filter_map(lesson).collect(),
                })
                .collect())
        };
        let changes = if reports.is_some() { Vec::new() } else { of("mined", 1.0, EVERY)? };
        let mut wishes = Vec::new();
        for kind in MEASURED {
            wishes.extend(of(kind, MEASURED_WEIGHT, 1)?);
        }
        wishes.extend(of(WRITTEN, 1.0, EVERY)?);
        if changes.is_empty() && reports.is_none() {
            bail!("nothing was gathered in {}; run `fathom-train gather` first", work.display());
        }
        Ok(Lessons { changes, wishes, reports })
    }

    /// Learns from everything, and for each of these repositories a model that
    /// has not seen it.
    pub(crate) fn learn(&self, repos: &[String]) -> Models {
        let first = self.first("");
        let without = |repo: &String| {
            let repo = plain(repo);
            let model = if self.changes.iter().any(|lesson| lesson.repo == repo) {
                self.refine(&self.first(&repo), &repo)
            } else {
                self.refine(&first, &repo)
            };
            (repo, model)
        };
        let unseen = repos.iter().map(without).collect();
        Models { unseen, rest: self.refine(&first, "") }
    }

    fn first(&self, left_out: &str) -> Model {
        match &self.reports {
            Some(model) => model.clone(),
            None => listwise::fit(&except(&self.changes, left_out)),
        }
    }

    fn refine(&self, first: &Model, left_out: &str) -> Model {
        let wishes = except(&self.wishes, left_out);
        if wishes.is_empty() { first.clone() } else { listwise::refine(first, &wishes) }
    }
}

fn except<'l>(lessons: &'l [Lesson], repo: &str) -> Vec<&'l listwise::Example> {
    lessons.iter().filter(|lesson| lesson.repo != repo).flat_map(|lesson| &lesson.examples).collect()
}

fn lesson(example: &Example, weight: f64, every: usize) -> Option<listwise::Example> {
    let count = example.right.iter().filter(|right| **right).count();
    if count == 0 || example.expected_symbols.len() > MOST_RIGHT {
        return None;
    }
    let (features, right): (Vec<[f32; FEATURES]>, Vec<bool>) = example
        .rows()
        .into_iter()
        .zip(example.needed())
        .enumerate()
        .filter(|(place, (_, right))| *right || place.is_multiple_of(every))
        .map(|(_, row)| row)
        .unzip();
    Some(listwise::Example { features, right, weight })
}

/// A repository is spelled `Shop.Api` in one place and `shop-api` in another.
pub(crate) fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
}

/// Learns the model that ships and writes it; with `unseen`, writes a model for
/// each repository with tasks that has not seen it. Prints what these reach.
pub(crate) fn run(work: &Path, out: &Path, unseen: Option<&Path>, reports: Option<&Path>) -> Result<()> {
    let reports = match reports {
        Some(path) => Some(Model::read(&std::fs::read_to_string(path)?)?),
        None => None,
    };
    let lessons = Lessons::gathered(work, &[], reports)?;
    let mut tasks = Vec::new();
    for kind in MEASURED {
        tasks.extend(examples_of(work, kind)?);
    }
    let repos: Vec<String> = tasks.iter().map(|(repo, _)| repo.clone()).collect();
    eprintln!("learning from everything, and without each of {} repositories in turn", repos.len());
    let mut models = lessons.learn(&repos);
    let judged: Vec<(String, Vec<ScoredAnswer>)> = tasks
        .iter()
        .map(|(repo, examples)| {
            let repo = plain(repo);
            let answers =
                examples.iter().map(|example| measure::answer(&models.unseen[&repo], example)).collect();
            (repo, answers)
        })
        .collect();
    let calibration = |left_out: &str| {
        let others = judged.iter().filter(|(repo, _)| repo != left_out && !is_reserved(repo));
        calibrate::fit(&others.flat_map(|(_, answers)| answers.clone()).collect::<Vec<_>>())
    };
    for (repo, model) in &mut models.unseen {
        model.calibration = calibration(repo);
    }
    models.rest.calibration = calibration("");
    write(out, &models.rest)?;
    if let Some(folder) = unseen {
        for repo in &repos {
            write(&folder.join(format!("{repo}.tsv")), &models.unseen[&plain(repo)])?;
        }
    }
    measure::run(&models, work)
}

fn write(path: &Path, model: &Model) -> Result<()> {
    std::fs::create_dir_all(path.parent().unwrap_or(path))?;
    std::fs::write(path, model.to_text())?;
    eprintln!("wrote {}", path.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::Lessons;
    use crate::examples::Example;
    use fathom_rank::{FEATURES, Model};

    #[test]
    fn tasks_of_a_reserved_repository_are_not_learned_from() {
        let work = tempfile::tempdir().unwrap();
        let folder = work.path().join("labelled");
        std::fs::create_dir(&folder).unwrap();
        let example: Example = serde_json::from_value(serde_json::json!({
            "id": "a", "features": vec![0.0; FEATURES], "right": [true], "names": ["pay"], "files": ["shop.py"],
            "expected_names": ["pay"], "expected_files": [], "expected_symbols": [],
        }))
        .unwrap();
        for repository in ["shop", "Mastodon"] {
            let path = folder.join(repository).with_extension("examples");
            std::fs::write(path, postcard::to_stdvec(&[&example]).unwrap()).unwrap();
        }
        let lessons = Lessons::gathered(work.path(), &[], Some(Model::default())).unwrap();
        let repos: Vec<&str> = lessons.wishes.iter().map(|lesson| lesson.repo.as_str()).collect();
        assert_eq!(repos, ["shop"]);
    }
}
