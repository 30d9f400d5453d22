//! Comparisons of small hand-made projects.

use super::cause::{MissCause, WrongCause};
use super::compare::{ComparisonResult, compare};
use super::{Project, scip_index};
use fathom_engine::scip::{Document, Index, Occurrence, Span};
use fathom_graph::{FileInput, Graph, link};
use fathom_syntax::{DetectedLanguage, Facts, Language, detect, extract};

/// A project and the index of its compiler: (symbol, is a definition, the nth
/// occurrence of the name in the file).
struct Fixture {
    files: Vec<(&'static str, &'static str)>,
    index: Index,
}

impl Fixture {
    fn new() -> Fixture {
        Fixture { files: Vec::new(), index: Index::default() }
    }

    fn file(mut self, path: &'static str, text: &'static str) -> Fixture {
        self.files.push((path, text));
        self.index.documents.push(Document { path: path.to_owned(), ..Document::default() });
        self
    }

    /// A file that is not in the oracle.
    fn unknown_file(mut self, path: &'static str, text: &'static str) -> Fixture {
        self.files.push((path, text));
        self
    }

    fn defines(self, name: &str, nth: usize, symbol: &str) -> Fixture {
        self.occurs(name, nth, symbol, true)
    }

    fn refers(self, name: &str, nth: usize, symbol: &str) -> Fixture {
        self.occurs(name, nth, symbol, false)
    }

    /// In the file added last.
    fn occurs(mut self, name: &str, nth: usize, symbol: &str, is_definition: bool) -> Fixture {
        let text = self.files.last().unwrap().1;
        let at = text.match_indices(name).nth(nth).unwrap().0;
        let line = text[..at].matches('\n').count() as u32;
        let column = (at - text[..at].rfind('\n').map_or(0, |start| start + 1)) as u32;
        let span = Span { line, start: column, end_line: line, end: column + name.len() as u32 };
        let occurrence = Occurrence { symbol: symbol.to_owned(), is_definition, span };
        self.index.documents.last_mut().unwrap().occurrences.push(occurrence);
        self
    }

    fn compare(&self) -> ComparisonResult {
        let mut facts: Vec<(&str, &'static Language, Facts)> = Vec::new();
        for (path, text) in &self.files {
            let DetectedLanguage::Known(language) = detect(path, text.as_bytes()) else { panic!("{path}") };
            facts.push((path, language, extract(language, path, text)));
        }
        facts.sort_by_key(|(path, _, _)| *path);
        let inputs: Vec<FileInput<'_>> = facts
            .iter()
            .map(|(path, language, facts)| FileInput { path, language, facts: facts.view() })
            .collect();
        let (bytes, _) = link(&inputs, &[], |pieces| pieces.concat());
        let graph = Graph::read(&bytes, inputs).unwrap();
        let text = |path: &str| self.files.iter().find(|file| file.0 == path).map(|file| file.1.to_owned());
        compare(&graph, graph.edges(), &scip_index::read(&self.index, &text), 10)
    }
}

/// True positives, false positives, misses.
fn tally(compared: &ComparisonResult) -> (usize, usize, usize) {
    let counts = &compared.counts["python"];
    (counts.true_positives, counts.false_positives, counts.misses)
}

#[test]
fn a_call_both_sides_know_is_a_true_positive() {
    let compared = Fixture::new()
        .file("a.py", "def load():\n    pass\n\ndef main():\n    load()\n")
        .defines("load", 0, "p p p 1 a/load().")
        .defines("main", 0, "p p p 1 a/main().")
        .refers("load", 1, "p p p 1 a/load().")
        .compare();
    assert_eq!(tally(&compared), (1, 0, 0));
    assert_eq!(compared.counts["python"].by_resolution["exact"].right, 1);
}

#[test]
fn calling_a_class_and_its_constructor_is_one_edge() {
    let compared = Fixture::new()
        .file("a.py", "class Store:\n    def __init__(self):\n        pass\n\ndef main():\n    Store()\n")
        .defines("Store", 0, "p p p 1 a/Store#")
        .defines("__init__", 0, "p p p 1 a/Store#__init__().")
        .refers("Store", 1, "p p p 1 a/Store#__init__().")
        .refers("Store", 1, "p p p 1 a/Store#")
        .compare();
    assert_eq!(tally(&compared), (1, 0, 0));
}

#[test]
fn a_call_that_leads_outside_makes_the_claim_wrong() {
    let compared = Fixture::new()
        .file(
            "a.py",
            "class Store:\n    def close_all(self):\n        pass\n\ndef main(x):\n    x.close_all()\n",
        )
        .defines("close_all", 0, "p p p 1 a/Store#close_all().")
        .refers("close_all", 1, "p p other 1 b/Other#close_all().")
        .compare();
    assert_eq!(tally(&compared), (0, 1, 0));
    let counts = &compared.counts["python"];
    assert_eq!(counts.wrong_causes[&WrongCause::Outside], 1);
    assert_eq!(counts.by_resolution["inferred"].wrong, 1);
    assert_eq!((compared.wrong[0].line, compared.wrong[0].code.as_str()), (6, "x.close_all()"));
}

#[test]
fn a_call_the_oracle_cannot_type_is_wrong_but_not_contradicted() {
    let compared = Fixture::new()
        .file(
            "a.py",
            "class Store:\n    def close_all(self):\n        pass\n\ndef main(x):\n    x.close_all()\n",
        )
        .defines("close_all", 0, "p p p 1 a/Store#close_all().")
        .compare();
    let counts = &compared.counts["python"];
    assert_eq!((counts.false_positives, counts.contradicted), (1, 0));
    assert_eq!(counts.wrong_causes[&WrongCause::OracleUnresolved], 1);
}

#[test]
fn a_call_fathom_cannot_type_is_missed() {
    let compared = Fixture::new()
        .file("a.py", "class Store:\n    def get(self):\n        pass\n\ndef main(x):\n    x.get()\n")
        .defines("get", 0, "p p p 1 a/Store#get().")
        .refers("get", 1, "p p p 1 a/Store#get().")
        .compare();
    assert_eq!(tally(&compared), (0, 0, 1));
    assert_eq!(compared.counts["python"].miss_causes[&MissCause::UnknownReceiver], 1);
}

#[test]
fn a_mention_that_is_no_call_is_no_edge() {
    let compared = Fixture::new()
        .file("a.py", "def load():\n    pass\n\ndef main():\n    return load\n")
        .defines("load", 0, "p p p 1 a/load().")
        .refers("load", 1, "p p p 1 a/load().")
        .compare();
    assert!(compared.counts.is_empty());
}

#[test]
fn a_function_inside_a_function_counts_by_its_local_symbol() {
    let compared = Fixture::new()
        .file("a.py", "def main():\n    def load():\n        pass\n    load()\n")
        .defines("main", 0, "p p p 1 a/main().")
        .defines("load", 0, "local 0")
        .refers("load", 1, "local 0")
        .compare();
    assert_eq!(tally(&compared), (1, 0, 0));
}

#[test]
fn claims_the_oracle_cannot_judge_are_left_out() {
    let compared = Fixture::new()
        .file("a.py", "from b import load\n\ndef main():\n    load()\n")
        .defines("main", 0, "p p p 1 a/main().")
        .unknown_file("b.py", "def load():\n    pass\n")
        .compare();
    assert_eq!(tally(&compared), (0, 0, 0));
    assert_eq!(compared.counts["python"].left_out.values().sum::<usize>(), 1);
}

#[test]
fn calls_at_the_top_of_a_file_belong_to_the_file() {
    let compared = Fixture::new()
        .file("a.py", "def load():\n    pass\n\nvalue = load()\n")
        .defines("load", 0, "p p p 1 a/load().")
        .refers("load", 1, "p p p 1 a/load().")
        .compare();
    assert_eq!(tally(&compared), (1, 0, 0));
}

#[test]
fn a_decorator_counts_only_if_it_is_called() {
    let compared = Fixture::new()
        .file(
            "a.py",
            "def plain(f):\n    return f\n\ndef named(n):\n    return plain\n\n@plain\n@named(1)\ndef main():\n    pass\n",
        )
        .defines("plain", 0, "p p p 1 a/plain().")
        .defines("named", 0, "p p p 1 a/named().")
        .refers("plain", 2, "p p p 1 a/plain().")
        .refers("named", 1, "p p p 1 a/named().")
        .compare();
    assert_eq!(tally(&compared), (1, 0, 0));
}

#[test]
fn a_symbol_of_another_name_than_the_text_has_counts_on_neither_side() {
    let compared = Fixture::new()
        .file("a.py", "import b\n\ndef main():\n    b.Client()\n")
        .refers("Client", 0, "p p p 1 b/AsyncClient#")
        .file("b.py", "class Client:\n    pass\n\nclass AsyncClient:\n    pass\n")
        .defines("Client", 0, "p p p 1 b/Client#")
        .defines("AsyncClient", 0, "p p p 1 b/AsyncClient#")
        .compare();
    assert_eq!(tally(&compared), (0, 0, 0));
    assert_eq!(compared.counts["python"].left_out.values().sum::<usize>(), 1);
}

#[test]
fn an_edge_to_an_unknown_callee_is_wrong_if_the_oracle_has_another_target() {
    let compared = Fixture::new()
        .file("a.py", "from b import load\n\ndef main():\n    load()\n")
        .refers("load", 1, "p p other 1 c/load().")
        .file("b.py", "def load():\n    pass\n")
        .compare();
    assert_eq!(tally(&compared), (0, 1, 0));
}

#[test]
fn an_inner_function_of_the_same_name_does_not_hide_the_outer_one() {
    let compared = Fixture::new()
        .file("a.py", "def auth():\n    auth = lambda: 1\n    return auth\n\ndef main():\n    auth()\n")
        .defines("auth", 0, "p p p 1 a/auth().")
        .defines("auth", 1, "local 0")
        .refers("auth", 3, "p p p 1 a/auth().")
        .compare();
    assert_eq!(tally(&compared), (1, 0, 0));
}

#[test]
fn a_project_is_read_from_path_and_index() {
    let project = Project::parse("/a/b=/c/d.scip").unwrap();
    assert_eq!((project.path.to_str(), project.index.to_str()), (Some("/a/b"), Some("/c/d.scip")));
    assert!(Project::parse("/a/b").is_err());
}
