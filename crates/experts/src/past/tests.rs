//! The past of small repositories.

use super::{Chronicle, Past};
use crate::repository::Repository;
use fathom_text::{Term, Tokenizer};

fn past(repository: &Repository) -> Past {
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

#[test]
fn an_extended_chronicle_gives_the_past_of_a_fresh_one() {
    let repository = Repository::new();
    repository.commit("Add retries", &[("a.py", "1")]);
    let mut chronicle = Chronicle::default();
    chronicle.extend(repository.root(), &repository.head(), &mut |_, _| {}).unwrap();
    repository.commit("Fix retries of uploads", &[("a.py", "2"), ("b.py", "1")]);
    let head = repository.head();
    let mut chronicle = Chronicle::from_bytes(&chronicle.to_bytes()).unwrap();
    assert_eq!(chronicle.extend(repository.root(), &head, &mut |_, _| {}).unwrap(), 1);
    let extended = Past::new(chronicle, &head).unwrap();
    let fresh = past(&repository);
    let mut retry = None;
    Tokenizer::new().terms("retries", |term, _, _| retry = Some(term));
    let retry: Term = retry.unwrap();
    assert_eq!(extended.commits_with_word(retry), [0, 1]);
    assert_eq!(fresh.commits_with_word(retry), [0, 1]);
    assert_eq!(extended.id(1), fresh.id(1));
}
