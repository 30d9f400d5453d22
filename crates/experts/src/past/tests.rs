//! The past of small repositories.

use super::{Chronicle, Past};
use crate::flat::{FlatReader, FlatWriter};
use crate::repository::Repository;
use fathom_text::{AlignedBytes, Tokenizer};
use proptest::prelude::*;

fn past(repository: &Repository) -> Past<'static> {
    let head = repository.head();
    let mut chronicle = Chronicle::default();
    chronicle.extend(repository.root(), &head, &mut |_, _| {}).unwrap();
    Past::new(chronicle, &head).unwrap()
}

#[test]
fn a_renamed_file_keeps_its_commits_and_a_new_one_at_its_old_path_has_none_of_them() {
    let repository = Repository::new();
    repository.commit("Add the cart", &[("cart.py", "a\nb\nc\nd\n")]);
    repository.git(&["mv", "cart.py", "basket.py"]);
    repository.commit("Rename the cart", &[]);
    repository.commit("Add another cart", &[("cart.py", "new\n")]);
    let past = past(&repository);
    let commits = |path: &str| past.commits_with_file(past.file(path).unwrap()).to_vec();
    assert_eq!(commits("basket.py"), [0, 1]);
    assert_eq!(commits("cart.py"), [2]);
    assert_eq!(past.changed_paths(1), ["cart.py"]);
    assert!(past.changed_paths(2).is_empty());
}

#[test]
fn a_commit_sees_what_leads_to_it_and_nothing_beside_it() {
    let repository = Repository::new();
    repository.commit("first", &[("a", "1")]);
    repository.git(&["checkout", "-q", "-b", "side"]);
    repository.commit("second", &[("b", "1")]);
    let side = repository.head();
    repository.git(&["checkout", "-q", "main"]);
    repository.commit("third", &[("c", "1")]);
    repository.git(&["merge", "-q", "--no-ff", "-m", "join", "side"]);
    let past = past(&repository);
    assert_eq!((past.len(), past.horizon(None).len()), (3, 3));
    let horizon = past.horizon(Some(&side));
    assert_eq!(horizon.len(), 2);
    let second = past.commit(&side).unwrap() as u32;
    assert_eq!((horizon.age(second), horizon.age(0)), (0, 1));
}

/// What a cache holds of a past.
fn cached(past: &Past<'_>) -> AlignedBytes {
    let mut writer = FlatWriter::default();
    past.write(&mut writer);
    AlignedBytes::copy_of(&writer.into_bytes())
}

/// Everything that signals read of a past, for some words and paths.
fn answers(past: &Past<'_>, words: &[&str], paths: &[&str]) -> Vec<String> {
    let mut answers: Vec<String> = (0..past.len())
        .map(|commit| {
            let files: Vec<_> = past.files_of(commit).collect();
            let changed = (past.paths_of(commit), past.changed_paths(commit), past.parent(commit));
            format!("{} {files:?} {changed:?} {}", past.id(commit), past.words_of(commit))
        })
        .collect();
    let mut tokenizer = Tokenizer::new();
    for word in words {
        tokenizer.terms(word, |term, _, _| {
            answers.push(format!("{word} {:?}", past.commits_with_word(term)));
        });
    }
    for path in paths {
        let commits = past.file(path).map(|file| past.commits_with_file(file));
        answers.push(format!("{path} {commits:?}"));
    }
    answers
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn an_extended_past_gives_the_answers_of_a_fresh_one(
        changes in proptest::collection::vec((0usize..4, 0usize..3, 0usize..4), 2..10),
        stop in 1usize..9,
    ) {
        let words = ["retries", "uploads", "carts"];
        let paths = ["a.py", "b.py", "c/d.py", "c/e.py"];
        let repository = Repository::new();
        repository.commit("Start", &[("a.py", "1\n2\n3\n4\n")]);
        let mut kept = cached(&past(&repository));
        for (number, (path, word, action)) in changes.iter().enumerate() {
            let path = paths[*path];
            match action {
                0 if repository.root().join(path).exists() => {
                    repository.git(&["mv", path, &format!("moved{number}.py")]);
                    repository.commit(&format!("Move {}", words[*word]), &[]);
                }
                1 => {
                    repository.git(&["checkout", "-q", "-b", &format!("side{number}")]);
                    repository.commit(words[*word], &[("side.py", &format!("v{number}"))]);
                    repository.git(&["checkout", "-q", "main"]);
                    repository.commit("On main", &[(path, &format!("v{number}\n2\n3\n4\n"))]);
                    repository.git(&["merge", "-q", "--no-ff", "-m", "join", &format!("side{number}"), "-X", "ours"]);
                }
                _ => repository.commit(words[*word], &[(path, &format!("v{number}\n2\n3\n4\n"))]),
            }
            if number % stop == 0 {
                let known = Past::read(&mut FlatReader::new(kept.as_bytes())).unwrap();
                let mut chronicle = known.into_chronicle();
                chronicle.extend(repository.root(), &repository.head(), &mut |_, _| {}).unwrap();
                let extended = Past::new(chronicle, &repository.head()).unwrap();
                let written = cached(&extended);
                let read = Past::read(&mut FlatReader::new(written.as_bytes())).unwrap();
                let fresh = answers(&past(&repository), &words, &paths);
                prop_assert_eq!(&answers(&extended, &words, &paths), &fresh);
                prop_assert_eq!(&answers(&read, &words, &paths), &fresh);
                kept = written;
            }
        }
    }
}
