//! Each language's fixture gives exactly the facts in its snapshot.
//!
//! A fixture is `tests/fixtures/<language>.<ending>`; `INSTA_UPDATE=always`
//! writes the snapshot, which is then read line by line before it is kept.

use fathom_syntax::{DetectedLanguage, detect, extract, languages, render};
use std::path::Path;

#[test]
fn every_fixture_gives_the_facts_of_its_snapshot() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let mut covered = Vec::new();
    for name in &names {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        let DetectedLanguage::Known(language) = detect(name, text.as_bytes()) else {
            panic!("{name} is not recognised")
        };
        covered.push(language.name);
        let facts = extract(language, &format!("src/{name}"), &text);
        insta::assert_snapshot!(name.replace('.', "_"), render(facts.view()));
    }
    for language in languages::ALL {
        assert!(covered.contains(&language.name), "{} has no fixture", language.name);
    }
}
