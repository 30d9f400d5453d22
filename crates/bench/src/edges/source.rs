//! The text around a name: is the name called, does it define a function?
//!
//! A SCIP index contains which name refers to what, but not whether it is
//! called, nor whether a constant is a function. The text has both.

use fathom_engine::scip::Columns;

/// A file's text and where its lines start.
pub(super) struct Source {
    pub(super) text: String,
    lines: Vec<usize>,
    /// `<Name>` is an element there, not a type assertion.
    has_elements: bool,
    /// `name(a) {` defines a method there. In Go and Rust it is a call before a block.
    has_shorthand: bool,
}

/// Endings of files in which `name(a) { }` in an object defines a method.
const SHORTHAND: [&str; 8] = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];

/// Longest list of type arguments that is looked through.
const GENERICS: usize = 2_000;

impl Source {
    pub(super) fn new(path: &str, text: String) -> Source {
        let mut lines = vec![0];
        lines.extend(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1));
        let has_elements = [".tsx", ".jsx", ".js"].iter().any(|ending| path.ends_with(ending));
        let has_shorthand = SHORTHAND.iter().any(|ending| path.ends_with(ending));
        Source { text, lines, has_elements, has_shorthand }
    }

    /// The byte at a line and column, both from 0.
    pub(super) fn offset(&self, line: usize, column: usize, columns: Columns) -> Option<usize> {
        let start = *self.lines.get(line)?;
        let end = self.lines.get(line + 1).copied().unwrap_or(self.text.len());
        let text = self.text.get(start..end)?;
        let mut seen = 0;
        for (at, letter) in text.char_indices() {
            if seen >= column {
                return Some(start + at);
            }
            seen += match columns {
                Columns::Utf8 => letter.len_utf8(),
                Columns::Utf16 => letter.len_utf16(),
                Columns::Utf32 => 1,
            };
        }
        (seen >= column).then_some(end)
    }

    /// A line, from 1, without its indentation.
    pub(super) fn line(&self, line: u32) -> &str {
        let Some(&start) = self.lines.get((line as usize).saturating_sub(1)) else { return "" };
        let end = self.lines.get(line as usize).copied().unwrap_or(self.text.len());
        self.text.get(start..end).unwrap_or("").trim()
    }

    /// Whether the name between two bytes is called or instantiated.
    pub(super) fn is_call(&self, start: usize, end: usize) -> bool {
        let (Some(before), Some(after)) = (self.text.get(..start), self.text.get(end..)) else {
            return false;
        };
        (is_called(after) && !(self.has_shorthand && is_shorthand(after)))
            || word_before(before) == "new"
            || (self.has_elements && is_element(before, after))
    }

    /// Whether the name between two bytes is being defined as a function, a
    /// method or a class.
    pub(super) fn defines_callable(&self, start: usize, end: usize) -> bool {
        let (Some(before), Some(after)) = (self.text.get(..start), self.text.get(end..)) else {
            return false;
        };
        let is_parameter = after.trim_start().starts_with(':') && is_in_list(before);
        is_declared(before) || holds_function(after) && !is_parameter
    }

    /// Whether the name that starts at a byte follows `def`, `class` or `function`.
    pub(super) fn is_declared(&self, start: usize) -> bool {
        self.text.get(..start).is_some_and(is_declared)
    }

    /// Whether the name that starts at a byte is taken from something: `a.name`.
    pub(super) fn is_member(&self, start: usize) -> bool {
        self.text.get(..start).is_some_and(|before| before.ends_with('.'))
    }
}

fn is_declared(before: &str) -> bool {
    // `function* name` too.
    let plain = before.trim_end_matches([' ', '*']);
    let before = if plain.len() < before.len() { format!("{plain} ") } else { return false };
    matches!(word_before(&before), "def" | "class" | "function")
}

/// Whether a name opens an element, `<Name …>`, which creates what it names.
fn is_element(before: &str, after: &str) -> bool {
    let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$' | '.');
    let Some(before) = before.trim_end_matches(is_word).strip_suffix('<') else { return false };
    let ends = after.starts_with(['>', '/', ' ', '\n', '\r']);
    // Behind a name, `<` opens type arguments.
    ends && !before.ends_with(|letter| is_word(letter) || letter == ')')
}

/// `name(a) {` and `name(a): T {` define a method of an object, though they read as calls.
fn is_shorthand(after: &str) -> bool {
    if !after.starts_with('(') {
        return false;
    }
    let rest = past_brackets(after, b'(', b')').unwrap_or("");
    let line = rest.lines().next().unwrap_or("");
    rest.trim_start().starts_with('{') || (line.starts_with(':') && line.trim_end().ends_with('{'))
}

/// Whether what follows a name calls it: `(`, `?.(`, `!(`, `<T>(`, `::<T>(`, a template.
fn is_called(after: &str) -> bool {
    if after.starts_with('`') {
        return true;
    }
    let after = after.trim_start_matches([' ', '\t']);
    let after = after.strip_prefix('!').unwrap_or(after);
    let after = after.strip_prefix("?.").unwrap_or(after);
    // Rust's `name::<T>(`.
    let after = after.strip_prefix("::").filter(|rest| rest.starts_with('<')).unwrap_or(after);
    if after.starts_with('(') {
        return true;
    }
    after.starts_with('<') && past_brackets(after, b'<', b'>').is_some_and(|rest| rest.starts_with('('))
}

/// The text after a leading bracketed part.
fn past_brackets(text: &str, open: u8, close: u8) -> Option<&str> {
    let mut depth = 0usize;
    let mut last = 0;
    for (at, byte) in text.bytes().enumerate().take(GENERICS) {
        // The arrow of a function type closes nothing.
        let arrow = byte == b'>' && last == b'=';
        if byte == open {
            depth += 1;
        } else if byte == close && !arrow {
            depth -= 1;
            if depth == 0 {
                return text.get(at + 1..);
            }
        } else if open == b'<' && matches!(byte, b';') && depth == 1 {
            return None;
        }
        last = byte;
    }
    None
}

/// Whether a parenthesis is open before a place: a name with a type there is a parameter.
fn is_in_list(before: &str) -> bool {
    let mut depth = 0;
    let letters = before.bytes().rev().take(GENERICS);
    let open = letters.filter(|byte| matches!(byte, b'(' | b')' | b'{' | b'}' | b'[' | b']')).find(|byte| {
        depth += if matches!(byte, b')' | b'}' | b']') { 1 } else { -1 };
        depth < 0
    });
    open == Some(b'(')
}

/// `name = (a) => …`, `name: T = function …`, `name: async x => …`, `name(a) {`.
fn holds_function(after: &str) -> bool {
    let after = after.trim_start();
    let value = match after.bytes().next() {
        Some(b'=') => &after[1..],
        Some(b':') => {
            // Either a property's value or a written type before `=`.
            let rest = &after[1..];
            if is_function(rest) {
                return true;
            }
            let line = rest.lines().next().unwrap_or("");
            let Some(at) = line.find(" = ") else { return false };
            &rest[at + 3..]
        }
        Some(b'(') => {
            let Some(rest) = past_brackets(after, b'(', b')') else { return false };
            let rest = rest.trim_start();
            return rest.starts_with('{') || rest.starts_with(':');
        }
        _ => return false,
    };
    is_function(value)
}

fn is_function(value: &str) -> bool {
    let value = value.trim_start();
    let value = value.strip_prefix("async").map_or(value, str::trim_start);
    if value.starts_with("function") || value.starts_with("class ") || value.starts_with("lambda") {
        return true;
    }
    let value = if value.starts_with('<') { past_brackets(value, b'<', b'>').unwrap_or("") } else { value };
    if value.starts_with('(') {
        let Some(rest) = past_brackets(value, b'(', b')') else { return false };
        let rest = rest.trim_start();
        if rest.starts_with("=>") {
            return true;
        }
        // A written result type: `(a): T => …`.
        return rest.starts_with(':') && rest.lines().next().is_some_and(|line| line.contains("=>"));
    }
    let name =
        value.trim_start_matches(|letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$');
    name.len() < value.len() && name.trim_start().starts_with("=>")
}

fn word_before(text: &str) -> &str {
    let trimmed = text.trim_end();
    if trimmed.len() == text.len() {
        return "";
    }
    let start = trimmed
        .rfind(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .map_or(0, |at| at + trimmed[at..].chars().next().map_or(1, char::len_utf8));
    &trimmed[start..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn called(text: &str, name: &str) -> bool {
        let start = text.find(name).unwrap();
        Source::new("a.tsx", text.to_owned()).is_call(start, start + name.len())
    }

    fn defined(text: &str, name: &str) -> bool {
        let start = text.find(name).unwrap();
        Source::new("a.ts", text.to_owned()).defines_callable(start, start + name.len())
    }

    #[test]
    fn a_name_before_a_parenthesis_is_called() {
        assert!(called("x = load(1)", "load"));
        assert!(called("load (1)", "load"));
        assert!(called("load<Map<string, () => void>>(1)", "load"));
        assert!(called("a.load?.(1)", "load"));
        assert!(called("a.load!(1)", "load"));
        assert!(called("new Store", "Store"));
        assert!(called("render(<Store name='a' />)", "Store"));
        assert!(called("return <ui.Store>", "Store"));
        assert!(called("css`a`", "css"));
    }

    #[test]
    fn other_mentions_are_no_calls() {
        assert!(!called("x = load", "load"));
        assert!(!called("load < 3 && (x)", "load"));
        assert!(!called("@load\ndef f(): pass", "load"));
        assert!(!called("renew(Store)", "Store"));
        assert!(!called("load\n(1)", "load"));
        assert!(!called("use<Store>(1)", "Store"));
        assert!(!called("</Store>", "Store"));
        assert!(!called("{ load(a) { return 1 } }", "load"));
        assert!(!called("{ load(a): T {\n } }", "load"));
        let before_block = Source::new("a.rs", "if load(x) { 1 }".to_owned());
        assert!(before_block.is_call(3, 7));
        let turbofish = Source::new("a.rs", "load::<Vec<_>>(x)".to_owned());
        assert!(turbofish.is_call(0, 4));
        let assertion = Source::new("a.ts", "x = <Store>y".to_owned());
        assert!(!assertion.is_call(5, 10));
    }

    #[test]
    fn functions_are_distinguished_from_values() {
        assert!(defined("def load(): pass", "load"));
        assert!(defined("function load() {}", "load"));
        assert!(defined("function* load() {}", "load"));
        assert!(defined("const load = async (x) => 1", "load"));
        assert!(defined("const load = x => 1", "load"));
        assert!(defined("const load: Loader = (x) => 1", "load"));
        assert!(defined("const load = <T>(x: T): T => x", "load"));
        assert!(defined("{ load: () => 1 }", "load"));
        assert!(defined("{ load(x) { } }", "load"));
        assert!(!defined("const load = 1", "load"));
        assert!(!defined("const load = wrap(x)", "load"));
        assert!(!defined("(load: number) => 1", "load"));
        assert!(!defined("(a: A, load: (x: A) => void) => 1", "load"));
        assert!(defined("interface A { load: (x: A) => void }", "load"));
    }

    #[test]
    fn columns_are_counted_in_the_units_of_the_index() {
        let source = Source::new("a.py", "a\né😀b".to_owned());
        assert_eq!(source.offset(1, 3, Columns::Utf16), Some(8));
        assert_eq!(source.offset(1, 2, Columns::Utf32), Some(8));
        assert_eq!(source.offset(1, 6, Columns::Utf8), Some(8));
        assert_eq!(source.offset(0, 5, Columns::Utf8), None);
    }
}
