//! Call sites: arguments, order, and what a call runs under, in each language.
//!
//! A case is `tests/calls/<language>.<ending>`, written as programs with
//! frameworks are; its snapshot holds the lines of the section "calls".

use fathom_syntax::{
    ArgumentKind, CallFlags, DetectedLanguage, FactsView, detect, extract, languages, render,
};
use std::path::Path;

fn calls(language: &str, text: &str) -> String {
    lines(&render(extract(languages::by_name(language).unwrap(), "src/a", text).view()))
}

/// The lines of the section "calls".
fn lines(rendered: &str) -> String {
    let section = rendered.lines().skip_while(|line| *line != "calls").skip(1);
    let lines: Vec<&str> = section.take_while(|line| line.starts_with(' ')).map(str::trim).collect();
    lines.join("\n")
}

#[test]
fn every_case_gives_the_call_sites_of_its_snapshot() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/calls");
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    for name in &names {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        let DetectedLanguage::Known(language) = detect(name, text.as_bytes()) else {
            panic!("{name} is not recognised")
        };
        let facts = extract(language, &format!("src/{name}"), &text);
        insta::assert_snapshot!(name.replace('.', "_"), lines(&render(facts.view())));
    }
}

/// The names of the calls in the order in which they are evaluated.
fn order(language: &str, text: &str) -> Vec<String> {
    let facts = extract(languages::by_name(language).unwrap(), "src/a", text);
    let view = facts.view();
    let mut calls: Vec<_> = view.calls().collect();
    calls.sort_by_key(|call| call.order);
    calls.iter().map(|call| view.text(view.references[call.reference as usize].name).to_owned()).collect()
}

#[test]
fn a_call_runs_after_its_arguments_and_before_its_block() {
    assert_eq!(order("python", "f(g(x), h())\n"), ["g", "h", "f"]);
    assert_eq!(order("javascript", "a.b().c(d()).e(() => f());"), ["b", "d", "c", "e", "f"]);
    assert_eq!(
        order("ruby", "open(path) do\n  write(x)\nend\nclose(path)\n"),
        ["path", "open", "x", "write", "path", "close"]
    );
}

#[test]
fn a_condition_is_not_under_itself() {
    assert_eq!(calls("ruby", "run(1) if ready?(2)\n"), "1 run(1) branch 1\n1 ready?(2)");
    assert_eq!(
        calls("python", "if a():\n    b()\nelif c():\n    d()\n"),
        "1 a()\n2 b() branch 1\n3 c() branch 1\n4 d() branch 3"
    );
}

#[test]
fn a_function_in_a_branch_starts_anew() {
    assert_eq!(calls("python", "if x:\n    def f():\n        g()\n"), "3 g()");
}

#[test]
fn a_list_of_a_thousand_elements_is_cut() {
    let text = format!("f([{}])\n", "1, ".repeat(1_000));
    let facts = extract(languages::by_name("python").unwrap(), "a", &text);
    let view: FactsView<'_> = facts.view();
    assert_eq!(view.arguments.len(), 24);
    let call = view.call_of(0).unwrap();
    assert!(call.flags.has(CallFlags::CUT));
    assert_eq!(view.arguments_of(&call)[0].kind(), ArgumentKind::List);
}

#[test]
fn call_sites_survive_the_layout_on_disk() {
    let text = "get \"/orders/:id\", to: \"orders#show\", only: [:show]\n";
    let facts = extract(languages::by_name("ruby").unwrap(), "a", text);
    let bytes = facts.to_bytes();
    // A memory map starts on a boundary; a vector of bytes may not.
    let mut words = vec![0u64; bytes.len().div_ceil(8)];
    bytemuck::cast_slice_mut::<u64, u8>(&mut words)[..bytes.len()].copy_from_slice(&bytes);
    let read = FactsView::read(bytemuck::cast_slice(&words)).unwrap();
    assert_eq!(render(read), render(facts.view()));
    assert_eq!(read.call_of(0), facts.view().call_of(0));
    assert_eq!(lines(&render(read)), "1 get(\"/orders/:id\", to: \"orders#show\", only: [:show])");
}
