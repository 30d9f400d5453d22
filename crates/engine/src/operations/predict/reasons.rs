//! The reasons for a predicted file, as text.

use crate::View;
use fathom_experts::past::TaskWord;
use fathom_experts::paths::PathInfo;
use fathom_experts::scene::Scene;
use fathom_experts::signals::files::FileSignals;
use fathom_experts::signals::pairs::PairSignals;
use fathom_history::PastFiles;
use fathom_text::{Term, Tokenizer};
use rustc_hash::FxHashMap;
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
    /// The words of the text as they are written.
    written: FxHashMap<Term, String>,
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
        let past = PastFiles::open(view.root()).ok();
        FileReasons { scene, signals, words, text, written: written(text), past }
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
        let shown =
            |word: &'r TaskWord| self.written.get(&word.term).map_or(word.text.as_str(), String::as_str);
        let found: Vec<&str> = self.words.iter().filter(|word| has(word)).map(shown).take(WORDS).collect();
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

/// The words of a text as they are written, by their terms: people do not read stems. A part of an
/// identifier is shown as that part.
fn written(text: &str) -> FxHashMap<Term, String> {
    let mut tokenizer = Tokenizer::of_thread();
    let mut written: FxHashMap<Term, String> = FxHashMap::default();
    for word in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
        for part in parts(word) {
            tokenizer.terms(part, |term, _, _| {
                written.entry(term).or_insert_with(|| part.to_lowercase());
            });
        }
        tokenizer.terms(word, |term, _, is_compound| {
            if is_compound {
                written.entry(term).or_insert_with(|| word.to_owned());
            }
        });
    }
    written
}

/// `parse`, `Header` of `parse_Header` and of `parseHeader`.
fn parts(word: &str) -> impl Iterator<Item = &str> {
    let starts = |(before, next): (char, char)| before.is_lowercase() && next.is_uppercase();
    word.split('_').flat_map(move |piece| {
        let pairs = piece.char_indices().zip(piece.chars().skip(1));
        let mut ends: Vec<usize> = pairs
            .filter(|((_, before), next)| starts((*before, *next)))
            .map(|((at, before), _)| at + before.len_utf8())
            .collect();
        ends.push(piece.len());
        let begins = std::iter::once(0).chain(ends.clone());
        begins.zip(ends).map(|(begin, end)| &piece[begin..end]).collect::<Vec<&str>>()
    })
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
    // A file that is given belongs to itself; that is no reason.
    let others = || given.iter().filter(|one| one.path != info.path);
    let strongest = (signals.co_change.iter().zip(given))
        .filter(|(_, given)| given.path != info.path)
        .map(|(values, given)| (values[candidate], given))
        .filter(|(value, _)| *value > 0.0)
        .max_by(|a, b| a.0.total_cmp(&b.0));
    if let Some((_, with)) = strongest {
        let together = together(scene, with, candidate);
        reasons.push(format!("changed with {} in {together} commits", with.path));
    }
    if let Some(named) = others().find(|one| one.subject == info.subject) {
        reasons.push(format!("named like {}", named.path));
    }
    if let Some(content) = scene.tree[candidate].content {
        let own = scene.content.words_of(content);
        let names = |one: &Arc<PathInfo>| own.iter().any(|(term, _)| *term == one.whole_name);
        if let Some(named) = others().find(|one| names(one)) {
            reasons.push(format!("its text names {}", named.path.rsplit('/').next().unwrap_or_default()));
        }
    }
    if let Some(near) = others().find(|one| one.folder == info.folder).filter(|_| reasons.len() < 2) {
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

#[cfg(test)]
mod tests {
    use super::written;

    #[test]
    fn reasons_show_words_as_they_are_written() {
        let mut shown: Vec<String> =
            written("Changing instances of parseHeader and max_length").into_values().collect();
        shown.sort();
        for word in ["changing", "instances", "parse", "header", "parseHeader", "max", "length", "max_length"]
        {
            assert!(shown.iter().any(|one| one == word), "{word} {shown:?}");
        }
    }
}
