//! No text makes the extractor panic, overflow the stack or lose the file.

use fathom_syntax::{Detected, detect, extract, languages};
use std::path::Path;

#[test]
fn a_text_cut_anywhere_still_gives_the_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        let Detected::Known(language) = detect(name, text.as_bytes()) else { continue };
        for part in 0..40 {
            let cut = text.floor_char_boundary(text.len() * part / 40);
            for half in [&text[..cut], &text[cut..]] {
                assert!(!extract(language, name, half).view().definitions.is_empty(), "{name} cut at {cut}");
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
