//! `fathom bench corpus` gets, checks, packs and unpacks repositories.

use crate::support::Lab;
use std::fs;

const PLACES: [&str; 4] = ["--corpus", "corpus.yaml", "--checkouts", "checkouts"];

#[test]
fn a_corpus_is_synced_from_a_mirror_and_verified() {
    let lab = Lab::new();
    let missing = lab.bench(&[&["corpus", "verify"], &PLACES[..]].concat());
    assert_eq!(missing.code, 1);
    assert!(missing.stdout.contains("not there"), "{}", missing.stdout);

    let synced = lab.bench(&[&["corpus", "sync", "--mirror", "mirror"], &PLACES[..]].concat());
    assert_eq!(synced.code, 0, "{}{}", synced.stdout, synced.stderr);
    assert!(synced.stdout.contains(&lab.second), "{}", synced.stdout);
    assert!(lab.path("checkouts/courier/courier/client.py").is_file());

    let right = lab.bench(&[&["corpus", "verify"], &PLACES[..]].concat());
    assert_eq!((right.code, right.stdout.contains("right")), (0, true), "{}", right.stdout);

    fs::write(lab.path("checkouts/courier/courier/client.py"), "").unwrap();
    let changed = lab.bench(&[&["corpus", "verify"], &PLACES[..]].concat());
    assert_eq!(changed.code, 1);
    assert!(changed.stdout.contains("courier/client.py"), "{}", changed.stdout);
}

#[test]
fn an_archive_carries_a_repository_to_a_machine_without_a_network() {
    let lab = Lab::new();
    lab.bench(&[&["corpus", "sync", "--mirror", "mirror"], &PLACES[..]].concat());
    let packed = lab.bench(&[&["corpus", "package", "--archives", "archives"], &PLACES[..]].concat());
    assert_eq!(packed.code, 0, "{}", packed.stdout);
    fs::remove_dir_all(lab.path("mirror")).unwrap();
    fs::remove_dir_all(lab.path("checkouts")).unwrap();

    let restored = lab.bench(&[&["corpus", "restore", "--archives", "archives"], &PLACES[..]].concat());
    assert_eq!(restored.code, 0, "{}", restored.stdout);
    let right = lab.bench(&[&["corpus", "verify"], &PLACES[..]].concat());
    assert_eq!(right.code, 0, "{}", right.stdout);
}

#[test]
fn an_unavailable_repository_is_reported_and_does_not_stop_the_others() {
    let lab = Lab::new();
    let corpus = fs::read_to_string(lab.path("corpus.yaml")).unwrap();
    let gone = "  - {name: gone, url: 'https://example.org/no/where', commit: 0000000000000000000000000000000000000000, language: c}\n";
    fs::write(lab.path("corpus.yaml"), format!("{corpus}{gone}")).unwrap();
    let synced = lab.bench(&[&["corpus", "sync", "--mirror", "mirror"], &PLACES[..]].concat());
    assert_eq!(synced.code, 1);
    assert!(synced.stdout.contains("the mirror has no no+where/repo"), "{}", synced.stdout);
    assert!(synced.stdout.contains(&lab.second), "{}", synced.stdout);
}
