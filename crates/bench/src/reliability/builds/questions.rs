//! Questions of every kind, drawn from a repository itself: the same ones for the same commit.

use super::super::answers::{Question, question, words};
use crate::corpus::git;
use crate::tree::{self, TreeDefinition};
use anyhow::{Context, Result, bail};
use fathom_source::{WalkOptions, walk};
use std::collections::BTreeSet;
use std::path::Path;

/// The commands that can be compared.
const KINDS: [&str; 6] = ["context", "query", "symbols", "show", "trace", "impact"];
/// Symbols that `context` is asked for, and a budget that all of their code fits into: what fits a
/// smaller one depends on how long an answer is, and a new field would cut the last code off.
const FIT: [&str; 4] = ["--limit", "30", "--budget", "400000"];
/// Longest question in words.
const WORDS: usize = 16;

/// Questions about names, doc comments and commits of the repository at `root`, `each` of every
/// kind where there are as many.
pub(super) fn draw(root: &Path, each: usize) -> Result<Vec<Question>> {
    let files = tree::parse(root).context("cannot read the tree")?;
    let walked = walk(root, &WalkOptions::default()).context("cannot list the tree")?;
    // Nobody is asked about vendored code, which is not indexed.
    let own: BTreeSet<&str> = walked.files.iter().map(|file| file.path.as_str()).collect();
    let own_files = files.iter().filter(|file| own.contains(file.path.as_str()));
    let all = || own_files.clone().flat_map(|file| &file.definitions);
    let mut defined: Vec<&TreeDefinition> =
        all().filter(|one| !one.is_test && (one.kind.is_callable() || one.kind.is_type())).collect();
    if defined.is_empty() {
        defined = all().collect();
    }
    let callable: Vec<&TreeDefinition> =
        defined.iter().copied().filter(|one| one.kind.is_callable()).collect();
    let sentences: Vec<String> = defined.iter().filter_map(|one| sentence(&one.doc)).collect();
    let subjects = subjects(root);

    let mut questions = Vec::new();
    for one in evenly(&defined, each) {
        let last = one.name.rsplit('.').next().unwrap_or(&one.name);
        questions.push(question(&["symbols", "--", last]));
        questions.push(question(&["show", "--", &one.name]));
    }
    for one in evenly(if callable.is_empty() { &defined } else { &callable }, each) {
        questions.push(question(&["trace", "--", &one.name]));
        questions.push(question(&["impact", "--", &one.name]));
    }
    let half = each.div_ceil(2);
    let mut searches: Vec<String> = evenly(&sentences, half);
    searches.extend(evenly(&defined, each - searches.len()).into_iter().map(|one| words(&one.name)));
    questions.extend(searches.iter().map(|text| question(&["query", "--", text])));
    let mut tasks: Vec<String> = evenly(&subjects, half);
    tasks.extend(evenly(&sentences, each - tasks.len()));
    let missing = each.saturating_sub(tasks.len());
    let about = |one: &TreeDefinition| format!("change how {} works", words(&one.name));
    tasks.extend(evenly(&defined, missing).into_iter().map(about));
    questions.extend(tasks.iter().map(|text| context(text)));
    questions.sort();
    questions.dedup();
    Ok(questions)
}

/// Questions from a file, one per line: a command, then its argument. Lines with `#`
/// are left out.
pub fn parse(text: &str) -> Result<Vec<Vec<String>>> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(parse_line).collect()
}

fn parse_line(line: &str) -> Result<Question> {
    let (kind, asked) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if !KINDS.contains(&kind) {
        bail!("`{line}`: {kind} cannot be compared; these can: {}", KINDS.join(", "));
    }
    if asked.trim().is_empty() {
        bail!("`{line}`: nothing is asked; write for example `{kind} retry`");
    }
    let asked = asked.trim();
    Ok(if kind == "context" { context(asked) } else { question(&[kind, "--", asked]) })
}

fn context(task: &str) -> Question {
    question(&[&["context", "--no-feedback"], &FIT[..], &["--", task]].concat())
}

/// Subjects of the last commits; none without git.
fn subjects(root: &Path) -> Vec<String> {
    let log = git::run(root, &["log", "--no-merges", "--max-count=500", "--format=%s"]).unwrap_or_default();
    log.lines().filter_map(sentence).collect()
}

/// The start of a text, if it is more than two words.
fn sentence(text: &str) -> Option<String> {
    let first: Vec<&str> = text.lines().next()?.split_whitespace().take(WORDS).collect();
    (first.len() > 2).then(|| first.join(" "))
}

/// At most `count` of them, at equal distances.
fn evenly<T: Clone>(all: &[T], count: usize) -> Vec<T> {
    let count = count.min(all.len());
    (0..count).map(|at| all[at * all.len() / count].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::work_copy::WorkCopy;
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn every_kind_is_drawn_and_always_the_same() {
        let copies = [WorkCopy::new(None).unwrap(), WorkCopy::new(None).unwrap()];
        std::fs::create_dir(copies[0].root.join("vendor")).unwrap();
        std::fs::write(copies[0].root.join("vendor/alien.py"), "def alien(): pass\n".repeat(99)).unwrap();
        let drawn = draw(&copies[0].root, 6).unwrap();
        assert_eq!(drawn, draw(&copies[1].root, 6).unwrap());
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        for question in &drawn {
            *kinds.entry(&question[0]).or_default() += 1;
        }
        assert_eq!(kinds.len(), KINDS.len(), "{kinds:?}");
        assert!(kinds.values().all(|&count| count >= 3), "{kinds:?}");
        let has = |part: &str| drawn.iter().any(|question| question.join(" ").contains(part));
        assert!(has(
            "context --no-feedback --limit 30 --budget 400000 -- Change how parcels are counted in step"
        ));
        let sentences = ["Keeps parcels until", "Counts parcels, version", "Sends parcels again"];
        assert!(sentences.iter().any(|start| has(&format!("query -- {start}"))), "{drawn:?}");
    }

    #[test]
    fn questions_are_read_from_lines() {
        let read = parse("# names\nsymbols Client.send\n\nquery  retry a request \n").unwrap();
        assert_eq!(
            read,
            [question(&["symbols", "--", "Client.send"]), question(&["query", "--", "retry a request"])]
        );
        assert!(parse("index all").unwrap_err().to_string().contains("context, query, symbols"));
        assert!(parse("symbols").unwrap_err().to_string().contains("symbols retry"));
    }
}
