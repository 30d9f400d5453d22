//! Why a file is predicted, in words.

use crate::View;
use fathom_experts::past::TaskWord;
use fathom_experts::paths::PathInfo;
use fathom_experts::scene::Scene;
use fathom_experts::signals::files::FileSignals;
use fathom_experts::signals::pairs::PairSignals;
use fathom_history::PastFiles;
use std::sync::Arc;

/// Reasons of one file.
const MOST: usize = 3;
/// Similar commits that reasons name.
const COMMITS: usize = 20;
/// Words that one reason names.
const WORDS: usize = 4;

/// Reasons of the file expert.
pub(super) struct FileReasons<'r> {
    scene: &'r Scene<'r>,
    signals: &'r FileSignals,
    words: &'r [TaskWord],
    text: &'r str,
    past: Option<PastFiles>,
}

impl<'r> FileReasons<'r> {
    pub(super) fn new(
        view: &View<'_>,
        scene: &'r Scene<'r>,
        signals: &'r FileSignals,
        words: &'r [TaskWord],
        text: &'r str,
    ) -> FileReasons<'r> {
        FileReasons { scene, signals, words, text, past: PastFiles::open(view.root()).ok() }
    }

    /// Why a candidate is predicted.
    pub(super) fn of(&self, candidate: usize) -> Vec<String> {
        let mut reasons = Vec::new();
        let one = &self.scene.tree[candidate];
        let name = one.info.path.rsplit('/').next().unwrap_or_default();
        if self.text.contains(name) {
            reasons.push(format!("the task names {name}"));
        }
        reasons.extend(self.similar_commit(candidate));
        let in_path = self.shown(|word| {
            self.scene
                .book
                .word(word.term)
                .is_some_and(|number| one.info.words.binary_search(&number).is_ok())
        });
        reasons.extend(in_path.map(|words| format!("its path contains {words}")));
        if let Some(content) = one.content {
            let own = self.scene.content.words_of(content);
            let in_content = self.shown(|word| own.iter().any(|(term, _)| *term == word.term));
            reasons.extend(in_content.map(|words| format!("its text contains {words}")));
        }
        if self.signals.decayed[candidate] > 0.0 {
            reasons.push("past commits with words of the task changed it".to_owned());
        }
        let seed = self.signals.seeds.first().filter(|seed| **seed != candidate);
        if let Some(seed) = seed.filter(|_| reasons.is_empty()) {
            reasons.push(format!("it belongs to {}", self.scene.tree[*seed].info.path));
        }
        reasons.truncate(MOST);
        reasons
    }

    fn shown(&self, has: impl Fn(&TaskWord) -> bool) -> Option<String> {
        let found: Vec<&str> =
            self.words.iter().filter(|word| has(word)).map(|word| word.text.as_str()).take(WORDS).collect();
        (!found.is_empty()).then(|| found.join(", "))
    }

    fn similar_commit(&self, candidate: usize) -> Option<String> {
        let file = self.scene.tree[candidate].file?;
        let past = self.scene.past;
        let similar = self.signals.nearest.iter().take(COMMITS);
        let (commit, _) =
            similar.clone().find(|(commit, _)| past.files_of(*commit as usize).any(|one| one == file))?;
        let id = past.id(*commit as usize);
        let message = self.past.as_ref()?.message(id)?;
        let subject = message.lines().next().unwrap_or_default().trim().to_owned();
        Some(format!("the similar commit {} changed it: {subject}", &id[..id.len().min(9)]))
    }
}

/// Why a candidate belongs to given files.
pub(super) fn of_pair(
    scene: &Scene<'_>,
    signals: &PairSignals,
    given: &[Arc<PathInfo>],
    candidate: usize,
) -> Vec<String> {
    let info = &scene.tree[candidate].info;
    let mut reasons = Vec::new();
    let strongest = (signals.co_change.iter().zip(given))
        .map(|(values, given)| (values[candidate], given))
        .filter(|(value, _)| *value > 0.0)
        .max_by(|a, b| a.0.total_cmp(&b.0));
    if let Some((_, with)) = strongest {
        let together = together(scene, with, candidate);
        reasons.push(format!("changed with {} in {together} commits", with.path));
    }
    if let Some(named) = given.iter().find(|one| one.subject == info.subject) {
        reasons.push(format!("named like {}", named.path));
    }
    if let Some(content) = scene.tree[candidate].content {
        let own = scene.content.words_of(content);
        let names = |one: &&Arc<PathInfo>| own.iter().any(|(term, _)| *term == one.whole_name);
        if let Some(named) = given.iter().find(names) {
            reasons.push(format!("its text names {}", named.path.rsplit('/').next().unwrap_or_default()));
        }
    }
    if let Some(near) = given.iter().find(|one| one.folder == info.folder).filter(|_| reasons.len() < 2) {
        reasons.push(format!("beside {}", near.path));
    }
    if reasons.is_empty() {
        reasons.push("similar words and path".to_owned());
    }
    reasons.truncate(MOST);
    reasons
}

fn together(scene: &Scene<'_>, with: &PathInfo, candidate: usize) -> usize {
    let (Some(one), Some(other)) = (scene.past.file(&with.path), scene.tree[candidate].file) else {
        return 0;
    };
    let commits = scene.past.commits_with_file(one).iter();
    commits.filter(|commit| scene.past.files_of(**commit as usize).any(|file| file == other)).count()
}
