//! No text makes a parser panic, and all positions are inside the text.

use fathom_syntax::{DetectedLanguage, Facts, detect, extract, languages};
use proptest::prelude::*;
use std::path::Path;

fn assert_sound(facts: &Facts, text: &str) {
    let lines = text.lines().count() as u32 + 1;
    for (index, definition) in facts.view().definitions.iter().enumerate() {
        assert!(definition.start <= definition.end && definition.end as usize <= text.len());
        assert!(
            definition.line >= 1 && definition.line <= definition.end_line && definition.end_line <= lines
        );
        assert!(index == 0 || (definition.parent as usize) < index);
    }
    let view = facts.view();
    for call in view.calls() {
        assert!((call.order as usize) < view.references.len() && call.branch_line <= lines);
        assert!(
            call.enclosing.is_none_or(|around| around < call.reference && view.call_of(around).is_some())
        );
        assert!(view.arguments_of(&call).iter().all(|argument| view.text(argument.text()).len() <= 120));
    }
    let named = view.references.iter().filter(|reference| reference.kind().is_call());
    assert_eq!(named.count(), view.calls().count());
}

#[test]
fn fixtures_cut_short_anywhere_are_still_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    for entry in std::fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let text = std::fs::read_to_string(folder.join(&name)).unwrap();
        let DetectedLanguage::Known(language) = detect(&name, text.as_bytes()) else { continue };
        for at in (0..text.len()).step_by(53) {
            let (head, tail) = text.split_at(text.floor_char_boundary(at));
            for part in [head, tail] {
                assert_sound(&extract(language, "a", part), part);
            }
        }
    }
}

#[test]
fn deep_nesting_is_bounded() {
    let texts = [
        "f(".repeat(800),
        format!("x = a{}", ".b()".repeat(800)),
        format!("x = a{}", "?.b()".repeat(800)),
        format!("x = a{}", "()".repeat(800)),
        format!("x = a{}", " add b".repeat(800)),
        format!("val x: {}", "List<".repeat(800)),
        format!("val x: {}", "List[".repeat(800)),
        "{".repeat(800),
        "class A { ".repeat(400),
        "/* é".repeat(400),
        "\u{feff}é\u{0}\"".repeat(400),
    ];
    for language in languages::ALL {
        for text in &texts {
            assert!(!extract(language, "src/x", text).view().definitions.is_empty(), "{}", language.name);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_text_is_read(text in "[\\PC\n\t]{0,120}") {
        for language in languages::ALL {
            assert_sound(&extract(language, "a", &text), &text);
        }
    }

    #[test]
    fn any_tangle_of_marks_is_read(text in "[-=#`~:.\"'\\[\\]{}()<>@$|*_ \na\u{e4}\u{1F980}]{0,160}") {
        for language in languages::ALL {
            assert_sound(&extract(language, "a", &text), &text);
        }
    }
}
