//! No format exceeds its budget, and in none does foreign text become markup.

use super::Format;
use crate::operations::context::excerpt::Excerpt;
use crate::operations::context::response::{Answer, Candidate, SymbolBody, TestEntry};
use crate::render::escape::is_control;
use crate::render::{Paint, json};
use fathom_graph::FileId;
use fathom_protocol::context::{RankedFile, RankedSymbol, RankedTest};
use fathom_protocol::{IndexState, SymbolKind};
use fathom_rank::{Detail, Presentation, count_tokens, pack};
use proptest::prelude::*;
use std::cell::OnceCell;

const FORMATS: [Format; 4] = [Format::Text, Format::Markdown, Format::Xml, Format::Json];

/// A symbol whose every text is foreign.
fn symbol(rank: usize, foreign: &str) -> Candidate {
    let record = RankedSymbol {
        rank,
        id: format!("src/{foreign}.rs::Map<`K{rank}`>"),
        name: "K".to_owned(),
        qualified_name: format!("Map<`K{rank}{foreign}`>"),
        kind: SymbolKind::Method,
        language: "rust".to_owned(),
        path: format!("src/{foreign}.rs"),
        line: rank as u32,
        end_line: rank as u32 + (rank % 3) as u32,
        signature: format!("fn get<'a>(&'a self, \"…\") -> Option<&'a V>{foreign}"),
        score: 1.0,
        probability: 0.5,
        reasons: vec![format!("“Maps” (docs/maps.md:3) mentions it{foreign}")],
        code: None,
        shown_lines: Vec::new(),
        given_before: rank % 7 == 6,
    };
    Candidate {
        record,
        doc: foreign.to_owned(),
        body: OnceCell::from(SymbolBody {
            code: Some(format!("```]]>\n\u{c}日本語 &amp; <code>\n{foreign}").repeat(rank % 5 + 1)),
            excerpt: rank
                .is_multiple_of(3)
                .then(|| Excerpt { runs: vec![(3, foreign.to_owned()), (9, "```]]>".to_owned())] }),
        }),
        file: FileId::from_index(rank % 4),
        shown: Presentation { detail: Detail::Name, within: Vec::new(), hidden: Vec::new() },
    }
}

fn draft(format: Format, foreign: &str, budget: usize) -> Answer {
    Answer {
        task: format.task(&format!("keep <maps> & ```sets``` {foreign}"), budget),
        hints: Vec::new(),
        budget,
        tokens: 0,
        index: IndexState {
            commit: None,
            dirty: true,
            stale_files: 2,
            indexing: false,
            notes: vec![format!("git is not used: {foreign} belongs to another user.")],
        },
        symbols: (1..=20).map(|rank| symbol(rank, foreign)).collect(),
        files: (0..9)
            .map(|n| RankedFile { path: format!("{foreign}{n}.rs"), score: 0.1, probability: 0.5 })
            .collect(),
        tests: (0..9)
            .map(|n| TestEntry {
                record: RankedTest {
                    id: format!("t.rs::{foreign}{n}"),
                    path: "t.rs".to_owned(),
                    probability: 0.5,
                },
                name: format!("{foreign}{n}"),
                line: n,
            })
            .collect(),
        unsupported_languages: vec!["haskell".to_owned()],
        notes: vec![format!("{foreign} is not in the index and was ignored.")],
        text: String::new(),
        too_small: false,
        format,
    }
}

fn answer(format: Format, foreign: &str, budget: usize, every_symbol: bool) -> Answer {
    let mut response = draft(format, foreign, budget);
    let packed = pack(
        &format.page(&response, &Paint::PLAIN, &|_| SymbolBody::default()),
        format.limits(budget, every_symbol),
    );
    response.settle(packed);
    response
}

fn assert_within(response: &Answer, budget: usize) {
    assert_eq!(response.tokens, count_tokens(&response.text), "{}", response.text);
    assert!(response.tokens <= budget, "{} > {budget}: {}", response.tokens, response.text);
}

#[test]
fn no_budget_is_exceeded_in_any_format() {
    for format in FORMATS {
        let mut most = 0;
        for budget in (0..900).step_by(3).chain([5_000, 20_000]) {
            let response = answer(format, "a&b", budget, false);
            assert_within(&response, budget);
            most = response.symbols.len();
        }
        assert_eq!(most, 20, "{format:?} shows all there is where it fits");
    }
}

#[test]
fn json_has_what_the_response_has_and_counts_itself() {
    for budget in [300, 999, 1_000, 1_001, 2_500, 9_999, 40_000] {
        let response = answer(Format::Json, "é\"\\\u{7f}", budget, false);
        assert_within(&response, budget);
        assert_eq!(response.text.replace('\n', ""), json::compact(&response.response()));
        assert!(!response.text.contains("null"), "{}", response.text);
    }
}

#[test]
fn a_long_task_leaves_room_in_json() {
    let task = "the upload fails with a stack trace ".repeat(400);
    let text = Format::Json.task(&task, 800);
    assert!(text.ends_with('…') && count_tokens(&text) <= 105, "{text}");
    assert_eq!(Format::Json.task("retry", 10), "retry");
    assert_eq!(Format::Text.task(&task, 10), task);
}

#[test]
fn without_a_budget_a_limit_is_the_number_of_symbols() {
    for format in FORMATS {
        for budget in [10, 500, 3_000] {
            let response = answer(format, "x", budget, true);
            assert_eq!((response.symbols.len(), response.files.len()), (20, 9), "{format:?} {budget}");
            let any_code = response.symbols.iter().any(|symbol| symbol.code.is_some());
            assert!(response.tokens <= budget || !any_code, "code is left out first: {format:?} {budget}");
        }
    }
}

#[test]
fn what_was_given_before_is_a_name() {
    for format in [Format::Text, Format::Markdown, Format::Xml] {
        let response = draft(format, "x", 1_000);
        let mut page = format.page(&response, &Paint::PLAIN, &|_| SymbolBody::default());
        page.items = vec![page.items.swap_remove(5)];
        let has_note = |detail| {
            let text = page.text(&[Presentation { detail, within: Vec::new(), hidden: Vec::new() }], &[0, 0]);
            text.contains("given before")
        };
        assert!(has_note(Detail::Name));
        assert!(!has_note(Detail::Signature) && !has_note(Detail::Code), "they have no text");
    }
}

#[test]
fn lines_that_were_shown_are_referred_to() {
    let expected = [
        (Format::Text, "(shown in 1)"),
        (Format::Markdown, "(shown in 1)"),
        (Format::Xml, "note=\"shown in 1\""),
    ];
    for (format, words) in expected {
        let mut response = draft(format, "x", 8_000);
        response.symbols.truncate(2);
        for symbol in &mut response.symbols {
            (symbol.file, symbol.line, symbol.end_line) = (FileId::new(1), 3, 9);
        }
        let packed = pack(
            &format.page(&response, &Paint::PLAIN, &|_| SymbolBody::default()),
            format.limits(8_000, false),
        );
        response.settle(packed);
        assert!(response.text.contains(words), "{}", response.text);
    }
}

#[test]
fn paint_adds_only_its_own_sequences() {
    let response = answer(Format::Text, "\u{1b}]52;c;x\u{7}", 3_000, false);
    let painted = response.painted(&Paint::new(true, None));
    assert_ne!(painted, response.text);
    let bare: String = painted
        .split('\u{1b}')
        .map(|part| {
            let end = part.find('m').filter(|_| part.starts_with('['));
            end.map_or(part, |end| &part[end + 1..])
        })
        .collect();
    assert_eq!(bare, response.text);
    assert_eq!(response.painted(&Paint::PLAIN), response.text);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn foreign_text_neither_steers_nor_exceeds(
        foreign in "(.|[\u{0}-\u{a0}\u{2020}-\u{2070}\n#`<>&\\[\\]]){0,24}",
        budget in 0usize..2_500,
    ) {
        for format in FORMATS {
            let response = answer(format, &foreign, budget, false);
            assert_within(&response, budget);
            let steers = |c: char| is_control(c) && c != '\n' && c != '\t';
            prop_assert!(!response.text.contains(steers), "{:?} {}", format, response.text);
        }
    }

    #[test]
    fn foreign_text_forges_no_heading(foreign in "[ \n#`a<>=-]{0,16}") {
        let markdown = answer(Format::Markdown, &foreign, 6_000, false);
        let mut fence = None;
        let mut headings = 0;
        for line in markdown.text.lines() {
            let marks = line.len() - line.trim_start_matches('`').len();
            match fence {
                None if marks >= 3 && !line[marks..].contains('`') => fence = Some(marks),
                Some(open) if marks >= open && line[marks..].trim().is_empty() => fence = None,
                None => headings += usize::from(line.trim_start().starts_with('#')),
                Some(_) => {}
            }
        }
        let lists = usize::from(!markdown.tests.is_empty()) + usize::from(!markdown.files.is_empty());
        prop_assert_eq!(headings, 1 + markdown.symbols.len() + lists, "{}", markdown.text);
        let text = answer(Format::Text, &foreign, 6_000, false).text;
        let numbered = text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count();
        prop_assert_eq!(numbered, 20, "{}", text);
    }
}
