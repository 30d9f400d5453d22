//! The matches equal those of tree-sitter's own engine.

use super::{PatternError, Patterns};
use crate::languages::{self, Reader};
use crate::{DetectedLanguage, detect};
use std::path::Path;
use streaming_iterator::StreamingIterator;
use tree_sitter::{Language, Parser, Query, QueryCursor, Tree};

type Match = (usize, Vec<(u32, usize, usize)>);

fn ours(patterns: &Patterns, tree: &Tree, text: &str) -> Vec<Match> {
    let meanings: Vec<u32> = (0..patterns.captures().len() as u32).collect();
    let mut found = Vec::new();
    patterns.matches(&patterns.lay_out(tree), text, &meanings, &mut |pattern, parts| {
        found.push((pattern, parts.iter().map(|(m, node)| (*m, node.start_byte(), node.id())).collect()));
    });
    found.sort();
    found
}

fn theirs(query: &Query, tree: &Tree, text: &str) -> Vec<Match> {
    let mut cursor = QueryCursor::new();
    let mut matches = cursor.matches(query, tree.root_node(), text.as_bytes());
    let mut found = Vec::new();
    while let Some(one) = matches.next() {
        let parts = one.captures().iter().map(|c| (c.index, c.node.start_byte(), c.node.id())).collect();
        found.push((one.pattern_index, parts));
    }
    found.sort();
    found
}

fn tree(language: &Language, text: &str) -> Tree {
    let mut parser = Parser::new();
    parser.set_language(language).unwrap();
    parser.parse(text, None).unwrap()
}

#[test]
fn every_fixture_gives_the_matches_of_the_other_engine_whole_and_cut() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    for entry in std::fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let text = std::fs::read_to_string(folder.join(&name)).unwrap();
        let DetectedLanguage::Known(language) = detect(&name, text.as_bytes()) else { continue };
        let (Reader::Grammar(grammar) | Reader::Expanding(grammar, _)) = &language.reader else { continue };
        let parser_language = Language::new(grammar.language);
        let query = crate::frameworks::fill(grammar.query, language.name);
        let patterns = Patterns::read(&parser_language, &query).unwrap();
        let query = Query::new(&parser_language, &query).unwrap();
        assert_eq!(patterns.captures(), query.capture_names());
        for cut in [0, text.len() / 3, text.len() / 2] {
            let part = &text[text.floor_char_boundary(cut)..];
            let tree = tree(&parser_language, part);
            assert_eq!(ours(&patterns, &tree, part), theirs(&query, &tree, part), "{name} from {cut}");
        }
    }
}

#[test]
fn each_construct_means_what_it_means_to_the_other_engine() {
    let language = Language::new(languages::by_name("python").unwrap().reader.grammar().unwrap().0.language);
    let text = "f(a, *b, c, d=1)\n[1, x, 2, y, z]\n(x, y, y, z)\nclass A(B, c=D):\n    x: int = 1\n    y = 2\n    z\n@a\n@b\ndef f(): pass\nf(x, )(\n";
    let tree = tree(&language, text);
    for pattern in [
        "(argument_list (_) @a . (_) @b)",
        "(argument_list . (_) @a)",
        "(argument_list (_) @a .)",
        "(argument_list (identifier)? @a . (list_splat) @b)",
        "(list . (integer)? @a (identifier) @b)",
        "(list (integer) . (identifier) @b)",
        "(tuple (identifier)+ @a)",
        "(tuple (identifier)* @a . (identifier) @b .)",
        "(decorated_definition (decorator)+ @a definition: (_) @d)",
        "(tuple \"(\" . (identifier) @a \",\" @c)",
        "(tuple _ @a . (identifier) @b)",
        "(assignment left: (_) @a type: (type)? @b right: (_)? @c)",
        "(assignment left: (_) @a !type) @b",
        "((identifier) @a . (identifier) @b (#not-eq? @a @b))",
        "((identifier) @a (#any-of? @a \"x\" \"y\"))",
        "((identifier) @a (#match? @a \"^[b-d]$\"))",
        "(call function: [(identifier) @a (call function: (_) @b)] arguments: (_) @c)",
        "(_ (integer) @a)",
        "(ERROR (_) @a)",
        "[(list (identifier) @a) (tuple (identifier) @a)] @b",
        "(block [(expression_statement (assignment) @a) (expression_statement (identifier) @b)]+)",
    ] {
        let query = Query::new(&language, pattern).unwrap();
        let patterns = Patterns::read(&language, pattern).unwrap();
        assert_eq!(ours(&patterns, &tree, text), theirs(&query, &tree, text), "{pattern}");
    }
}

#[test]
fn what_the_grammar_does_not_have_is_named() {
    let language = Language::new(languages::by_name("python").unwrap().reader.grammar().unwrap().0.language);
    let error = |text: &str| Patterns::read(&language, text).err();
    assert_eq!(error("(clazz)"), Some(PatternError::Kind("clazz".to_owned())));
    assert_eq!(error("(call \"x\")"), Some(PatternError::Kind("x".to_owned())));
    assert_eq!(error("(call nam: (_))"), Some(PatternError::Field("nam".to_owned())));
    assert_eq!(error("(call !nam)"), Some(PatternError::Field("nam".to_owned())));
    assert_eq!(error("(MISSING)"), Some(PatternError::Unsupported("(MISSING)".to_owned())));
    assert_eq!(error("(call\n(_)"), Some(PatternError::Syntax(2, String::new())));
}
