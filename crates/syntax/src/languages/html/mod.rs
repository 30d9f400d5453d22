//! HTML and templates that are mostly HTML: headings as sections.

use super::sections::Sections;
use super::{Language, NameRules, Outline, Reader, Spelling};

pub(super) static HTML: Language = Language {
    name: "html",
    extensions: &["html", "htm", "xhtml"],
    file_names: &[],
    interpreters: &[],
    names: &NameRules::NONE,
    spelling: Spelling::DOTS,
    reader: Reader::Prose(read),
};

/// Templates with `{{ … }}` and `{% … %}`: the names in them are mentions, as in prose.
pub(super) static JINJA: Language = Language {
    name: "jinja",
    extensions: &["jinja", "jinja2", "j2", "njk", "twig", "liquid", "hbs", "mustache", "tpl", "tmpl"],
    file_names: &[],
    interpreters: &[],
    names: &NameRules::NONE,
    spelling: Spelling::DOTS,
    reader: Reader::Prose(read),
};

const TITLE_BYTES: usize = 300;

/// Also for templates that are HTML with other things in it.
pub(super) fn read(text: &str, sink: &mut dyn FnMut(Outline)) {
    let mut sections = Sections::new(sink);
    for (at, _) in text.match_indices('<') {
        let Some(tag) = text.as_bytes().get(at + 1..at + 4) else { return };
        let depth = match tag {
            [b'h' | b'H', level @ b'1'..=b'6', b'>' | b' '] => u32::from(level - b'0'),
            [b't' | b'T', b'i' | b'I', b't' | b'T'] => 1,
            _ => continue,
        };
        let end = text.floor_char_boundary(at + TITLE_BYTES);
        let head = &text[at..end];
        let Some((_, inner)) = head.split_once('>') else { continue };
        let close = inner.find("</").unwrap_or(inner.len());
        let body = at + (head.len() - inner.len()) + close;
        sections.put(depth, &inner[..close], at, body);
    }
}
