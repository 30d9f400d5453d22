//! A mirror made for the test, checkouts and sites made from it.

use super::super::archive;
use super::*;
use std::fs;
use tempfile::TempDir;

/// A mirror with one repository of two commits, and the corpus that pins the second.
struct MirrorFixture {
    place: TempDir,
    corpus: Corpus,
    first: String,
}

impl MirrorFixture {
    fn new() -> MirrorFixture {
        let place = tempfile::tempdir().unwrap();
        let origin = place.path().join("mirror/some+Thing/repo");
        fs::create_dir_all(&origin).unwrap();
        commands(&origin, &[&["init", "--quiet", "."]]);
        fs::write(origin.join("old.py"), "def old(): pass\n").unwrap();
        let first = commit(&origin);
        fs::remove_file(origin.join("old.py")).unwrap();
        fs::write(origin.join("new.py"), "def new(): pass\n").unwrap();
        let second = commit(&origin);
        let repository = Repository {
            name: "thing".to_owned(),
            url: "https://example.org/some/thing".to_owned(),
            commit: second,
            language: "python".to_owned(),
            parts: Vec::new(),
        };
        MirrorFixture { place, corpus: Corpus { repos: vec![repository] }, first }
    }

    fn checkouts(&self) -> Checkouts {
        Checkouts::new(&self.place.path().join("checkouts"), Some(&self.place.path().join("mirror")))
    }

    fn repository(&self) -> &Repository {
        &self.corpus.repos[0]
    }
}

fn commands(folder: &Path, all: &[&[&str]]) {
    for arguments in all {
        git::run(folder, arguments).unwrap();
    }
}

fn commit(folder: &Path) -> String {
    let who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
    git::run(folder, &["add", "--all"]).unwrap();
    git::run(folder, &[&who[..], &["commit", "--quiet", "--message", "Change"]].concat()).unwrap();
    git::run(folder, &["rev-parse", "HEAD"]).unwrap()
}

#[test]
fn a_repository_comes_from_the_mirror_whatever_the_case_of_its_name() {
    let world = MirrorFixture::new();
    let checkouts = world.checkouts();
    assert_eq!(checkouts.verify(&world.corpus).unwrap()[0].1, Verdict::Absent);
    checkouts.sync_one(world.repository()).unwrap();
    assert_eq!(checkouts.verify(&world.corpus).unwrap()[0].1, Verdict::Right { missing: 0 });
}

#[test]
fn a_changed_checkout_is_noticed_and_mended() {
    let world = MirrorFixture::new();
    let checkouts = world.checkouts();
    checkouts.sync_one(world.repository()).unwrap();
    fs::write(checkouts.path(world.repository()).join("stray.py"), "").unwrap();
    let changed = Verdict::Changed { first: "stray.py".to_owned(), count: 1 };
    assert_eq!(checkouts.verify(&world.corpus).unwrap()[0].1, changed);
    checkouts.sync_one(world.repository()).unwrap();
    assert_eq!(checkouts.verify(&world.corpus).unwrap()[0].1, Verdict::Right { missing: 0 });
}

#[test]
fn a_system_moves_its_own_work_tree_and_the_checkout_stays_as_it_is() {
    let world = MirrorFixture::new();
    let checkouts = world.checkouts();
    checkouts.sync_one(world.repository()).unwrap();
    let site = checkouts.site(world.repository(), &world.place.path().join("system")).unwrap();
    site.move_to(&world.repository().commit).unwrap();
    fs::create_dir(site.root.join(".index")).unwrap();
    fs::write(site.state.join("database"), "").unwrap();
    site.move_to(&world.first).unwrap();
    assert!(site.root.join("old.py").is_file());
    for gone in [site.root.join("new.py"), site.root.join(".index"), site.state.join("database")] {
        assert!(!gone.exists(), "{}", gone.display());
    }
    let log = git::run(&site.root, &["log", "--all", "--format=%H"]).unwrap();
    assert_eq!(log, world.first, "what came later cannot be seen");
    assert_eq!(checkouts.verify(&world.corpus).unwrap()[0].1, Verdict::Right { missing: 0 });
}

#[test]
fn a_blob_that_the_mirror_lacks_is_left_out_and_reported() {
    let world = MirrorFixture::new();
    let origin = world.place.path().join("mirror/some+Thing/repo");
    let blob = git::run(&origin, &["rev-parse", "HEAD:new.py"]).unwrap();
    fs::remove_file(origin.join(".git/objects").join(&blob[..2]).join(&blob[2..])).unwrap();
    let checkouts = world.checkouts();
    let synced = checkouts.sync_one(world.repository()).unwrap();
    assert_eq!(synced.missing, ["new.py"]);
    assert_eq!(checkouts.verify(&world.corpus).unwrap()[0].1, Verdict::Right { missing: 1 });
}

#[test]
fn an_archive_brings_a_repository_back_with_its_history() {
    let world = MirrorFixture::new();
    let checkouts = world.checkouts();
    checkouts.sync_one(world.repository()).unwrap();
    let archives = world.place.path().join("archives");
    archive::package(&checkouts, world.repository(), &archives).unwrap();
    fs::remove_dir_all(world.place.path().join("mirror")).unwrap();
    let others = Checkouts::new(&world.place.path().join("elsewhere"), None);
    archive::restore(&others, world.repository(), &archives).unwrap();
    assert_eq!(others.verify(&world.corpus).unwrap()[0].1, Verdict::Right { missing: 0 });
    assert!(git::has_commit(&others.path(world.repository()), &world.first).unwrap());
}

#[test]
fn a_combination_has_the_trees_of_its_parts_side_by_side() {
    let world = MirrorFixture::new();
    let other = Repository {
        name: "old-thing".to_owned(),
        commit: world.first.clone(),
        ..world.repository().clone()
    };
    let mut combined = Repository {
        name: "thing+old-thing".to_owned(),
        url: String::new(),
        commit: "0".repeat(40),
        language: "python".to_owned(),
        parts: vec![world.repository().clone(), other],
    };
    let checkouts = world.checkouts();
    // The commit depends on the trees alone, so a wrong pin is an error that names the right one.
    let error = checkouts.sync_one(&combined).unwrap_err().to_string();
    let right = error.split_whitespace().find(|word| word.trim_end_matches(',').len() == 40).unwrap();
    combined.commit = right.trim_end_matches(',').to_owned();
    checkouts.sync_one(&combined).unwrap();
    let site = checkouts.site(&combined, &world.place.path().join("system")).unwrap();
    site.move_to(&combined.commit).unwrap();
    assert!(site.root.join("thing/new.py").is_file() && site.root.join("old-thing/old.py").is_file());
}
