//! Lines that look like definitions, in any language.

use crate::traits::Kind;

/// Words before the word that defines.
const MODIFIERS: &[&str] = &[
    "abstract",
    "async",
    "data",
    "declare",
    "default",
    "export",
    "extern",
    "external",
    "final",
    "friend",
    "global",
    "impure",
    "inline",
    "internal",
    "local",
    "mutable",
    "native",
    "new",
    "open",
    "overload",
    "override",
    "partial",
    "priv",
    "private",
    "protected",
    "pub",
    "public",
    "pure",
    "recursive",
    "sealed",
    "shared",
    "static",
    "unsafe",
    "virtual",
];

/// Words that define, and what.
const KEYWORDS: &[(&str, Kind)] = &[
    ("actor", Kind::Class),
    ("class", Kind::Class),
    ("component", Kind::Class),
    ("contract", Kind::Class),
    ("entity", Kind::Class),
    ("object", Kind::Class),
    ("interface", Kind::Interface),
    ("protocol", Kind::Interface),
    ("service", Kind::Interface),
    ("typeclass", Kind::Interface),
    ("trait", Kind::Trait),
    ("message", Kind::Struct),
    ("model", Kind::Struct),
    ("record", Kind::Struct),
    ("resource", Kind::Struct),
    ("struct", Kind::Struct),
    ("table", Kind::Struct),
    ("enum", Kind::Enum),
    ("union", Kind::Union),
    ("alias", Kind::Type),
    ("datatype", Kind::Type),
    ("newtype", Kind::Type),
    ("type", Kind::Type),
    ("typedef", Kind::Type),
    ("library", Kind::Module),
    ("module", Kind::Module),
    ("namespace", Kind::Module),
    ("package", Kind::Module),
    ("program", Kind::Module),
    ("unit", Kind::Module),
    ("constructor", Kind::Constructor),
    ("def", Kind::Function),
    ("defmacro", Kind::Macro),
    ("defp", Kind::Function),
    ("defun", Kind::Function),
    ("defn", Kind::Function),
    ("event", Kind::Function),
    ("fn", Kind::Function),
    ("fun", Kind::Function),
    ("func", Kind::Function),
    ("function", Kind::Function),
    ("iterator", Kind::Function),
    ("lemma", Kind::Function),
    ("macro", Kind::Macro),
    ("member", Kind::Method),
    ("method", Kind::Function),
    ("modifier", Kind::Function),
    ("proc", Kind::Function),
    ("procedure", Kind::Function),
    ("rule", Kind::Function),
    ("sub", Kind::Function),
    ("subroutine", Kind::Function),
    ("task", Kind::Function),
    ("template", Kind::Function),
    ("theorem", Kind::Function),
];

/// Words that bind a value: definitions where they are not indented.
const BINDERS: &[(&str, Kind)] = &[
    ("const", Kind::Constant),
    ("constant", Kind::Constant),
    ("let", Kind::Variable),
    ("val", Kind::Variable),
    ("var", Kind::Variable),
];

/// `(defun name …`, `(define (name …`: the forms of Lisps.
const FORMS: &[(&str, Kind)] = &[
    ("defun", Kind::Function),
    ("defsubst", Kind::Function),
    ("defn", Kind::Function),
    ("define", Kind::Function),
    ("define-public", Kind::Function),
    ("defmethod", Kind::Function),
    ("defgeneric", Kind::Function),
    ("fn", Kind::Function),
    ("lambda", Kind::Function),
    ("defmacro", Kind::Macro),
    ("define-syntax", Kind::Macro),
    ("define-syntax-rule", Kind::Macro),
    ("defclass", Kind::Class),
    ("defstruct", Kind::Struct),
    ("cl-defstruct", Kind::Struct),
    ("struct", Kind::Struct),
    ("defvar", Kind::Variable),
    ("defparameter", Kind::Variable),
    ("defcustom", Kind::Variable),
    ("defconst", Kind::Constant),
    ("cl-defun", Kind::Function),
    ("defpackage", Kind::Module),
];

/// Statements that look like the head of a C function.
const STATEMENTS: &[&str] = &[
    "assert", "catch", "do", "else", "elseif", "elsif", "for", "foreach", "if", "match", "return", "sizeof",
    "switch", "throw", "unless", "until", "when", "while", "with",
];

/// Words that may follow the name in a head; other words make a sentence.
const FOLLOWERS: &[&str] = &[
    "as",
    "begin",
    "deriving",
    "do",
    "does",
    "exposing",
    "extends",
    "for",
    "given",
    "has",
    "implements",
    "inherits",
    "is",
    "of",
    "on",
    "override",
    "private",
    "public",
    "requires",
    "returns",
    "then",
    "uses",
    "when",
    "where",
    "with",
];

/// The definition in a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LineDefinition<'t> {
    pub(super) kind: Kind,
    pub(super) name: &'t str,
}

/// The definition in a line, if it looks like one. `next` is the line after it.
pub(super) fn defined<'t>(line: &'t str, next: &str) -> Option<LineDefinition<'t>> {
    let text = line.trim_start();
    let is_indented = text.len() < line.len();
    if let Some(form) = text.strip_prefix('(') {
        return lisp(form);
    }
    let mut rest = text.trim_start_matches(['@', '#', '[', ']']);
    for _ in 0..4 {
        let (word, after) = first_word(rest);
        let word_lower = lower_keyword(word)?;
        if let Some(kind) = find(KEYWORDS, &word_lower)
            && let Some(found) = after_keyword(kind, after)
        {
            return Some(found);
        }
        if let Some(kind) = find(BINDERS, &word_lower).filter(|_| !is_indented) {
            let after = after.trim_start().trim_start_matches("rec ").trim_start_matches("mut ");
            return binder(kind, after);
        }
        if !MODIFIERS.contains(&word_lower.as_str()) || !after.starts_with([' ', '\t']) {
            break;
        }
        rest = after.trim_start();
    }
    if is_indented { None } else { c_function(text, next) }
}

fn find(table: &[(&str, Kind)], word: &str) -> Option<Kind> {
    table.iter().find(|(other, _)| *other == word).map(|(_, kind)| *kind)
}

/// Keywords are in lower case, capitalised or in capitals, whichever the language.
fn lower_keyword(word: &str) -> Option<String> {
    let usable = !word.is_empty() && word.len() <= 20;
    let tail = word.get(1..).unwrap_or("");
    let one_case =
        !tail.bytes().any(|b| b.is_ascii_uppercase()) || !word.bytes().any(|b| b.is_ascii_lowercase());
    usable.then(|| if one_case { word.to_ascii_lowercase() } else { word.to_owned() })
}

fn first_word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').unwrap_or(text.len());
    text.split_at(end)
}

/// A name as any language may write it, and what follows it.
fn name(text: &str) -> Option<(&str, &str)> {
    let end = text
        .char_indices()
        .find(|(_, c)| !(c.is_alphanumeric() || "_.:$'!?-*/".contains(*c)))
        .map_or(text.len(), |(at, _)| at);
    let name = text[..end].trim_end_matches([':', '.', '-', '\'', '!', '*', '/']);
    let starts_well = name.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$');
    (starts_well && name.len() <= 100).then(|| (name, &text[name.len()..]))
}

fn after_keyword(kind: Kind, after: &str) -> Option<LineDefinition<'_>> {
    // `function! Foo(`, `function(name`, `proc*`, `func (r *T) name(`.
    let after = after.strip_prefix('!').unwrap_or(after);
    let is_call = after.starts_with('(');
    let after = after.strip_prefix('(').unwrap_or(after);
    if !is_call && !after.starts_with([' ', '\t']) {
        return None;
    }
    let (name, rest) = name(after.trim_start().trim_start_matches(['"', '\'', '`']))?;
    let rest = rest.trim_start_matches(['"', '\'', '`', '*', '!']).trim_start();
    let opens = is_call
        || rest.is_empty()
        || rest.starts_with(['(', '{', '[', '<', '=', ':', ';', ',', '|', ')', '-', '/', '\\', '%', '#'])
        || FOLLOWERS.contains(&first_word(rest).0.to_ascii_lowercase().as_str())
        // `data Maybe a = …`, `fun add x y = …`.
        || rest.contains('=') && !rest.contains(". ");
    opens.then_some(LineDefinition { kind, name })
}

fn binder(kind: Kind, after: &str) -> Option<LineDefinition<'_>> {
    let (name, rest) = name(after)?;
    let rest = rest.trim_start();
    // `let add x y = …` is a function.
    let parameters = rest.split('=').next().unwrap_or("").trim();
    let takes = rest.contains('=') && !parameters.is_empty() && !parameters.starts_with([':', ',']);
    let kind = if takes { Kind::Function } else { kind };
    (rest.is_empty() || rest.contains('=') || rest.starts_with([':', ';']))
        .then_some(LineDefinition { kind, name })
}

fn lisp(form: &str) -> Option<LineDefinition<'_>> {
    let end = form.find(char::is_whitespace)?;
    let kind = find(FORMS, &form[..end])?;
    let after = form[end..].trim_start();
    let is_function = after.starts_with('(');
    let (name, _) = name(after.trim_start_matches(['(', '\'', '#']))?;
    // `(define x 1)` binds a value.
    let kind = if &form[..end] == "define" && !is_function { Kind::Variable } else { kind };
    Some(LineDefinition { kind, name })
}

/// `int main(int argc) {`, with the brace there or on the next line.
fn c_function<'t>(text: &'t str, next: &str) -> Option<LineDefinition<'t>> {
    let open = text.find('(')?;
    let end = text.trim_end();
    let has_body = end.ends_with('{') || end.ends_with(')') && next.trim_start().starts_with('{');
    let head = text[..open].trim_end();
    let name = head.rsplit(|c: char| !c.is_alphanumeric() && !"_:~$".contains(c)).next().unwrap_or(head);
    let name = name.trim_start_matches([':', '~']);
    let usable = has_body
        && name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && !head.contains(['=', '"', '\'', '.', '#', ';'])
        && !STATEMENTS.contains(&first_word(head).0.to_ascii_lowercase().as_str());
    usable.then_some(LineDefinition { kind: Kind::Function, name })
}

#[cfg(test)]
mod tests {
    use super::{Kind, LineDefinition, defined};

    #[test]
    fn text_in_other_scripts_is_cut_between_letters() {
        assert!(defined("H\u{fffd}main(x) {", "").is_none_or(|one| one.name == "main"));
    }

    #[test]
    fn a_definition_is_recognised_in_many_languages() {
        for (line, kind, name) in [
            ("proc greet*(name: string) =", Kind::Function, "greet"),
            ("  def charge(amount)", Kind::Function, "charge"),
            ("contract Token is ERC20 {", Kind::Class, "Token"),
            ("    function transfer(address to) public {", Kind::Function, "transfer"),
            ("let rec fold f acc = function", Kind::Function, "fold"),
            ("let limit = 10", Kind::Variable, "limit"),
            ("module Shop.Cart", Kind::Module, "Shop.Cart"),
            ("type Order =", Kind::Type, "Order"),
            ("model User {", Kind::Struct, "User"),
            ("Public Sub Close(ByVal id As Integer)", Kind::Function, "Close"),
            ("function! s:Complete(base) abort", Kind::Function, "s:Complete"),
            ("function(add_shop name)", Kind::Function, "add_shop"),
            ("SUBROUTINE solve(a, b)", Kind::Function, "solve"),
            ("procedure TForm.Close;", Kind::Function, "TForm.Close"),
            ("(defun shop-open (name)", Kind::Function, "shop-open"),
            ("(define (area r)", Kind::Function, "area"),
            ("(define pi 3)", Kind::Variable, "pi"),
            ("pub fn add(a: Int) -> Int {", Kind::Function, "add"),
            ("__global__ void scale(float *a, int n) {", Kind::Function, "scale"),
        ] {
            assert_eq!(defined(line, ""), Some(LineDefinition { kind, name }), "{line}");
        }
        assert_eq!(defined("int main(void)", "{").map(|found| found.name), Some("main"));
    }

    #[test]
    fn letters_of_several_bytes_before_a_name_are_no_part_of_it() {
        assert_eq!(defined("void \u{fffd}scale(int n) {", "").map(|found| found.name), Some("scale"));
    }

    #[test]
    fn prose_and_statements_define_nothing() {
        for line in [
            "type of the value that is returned",
            "class action suits are rare",
            "The function returns a number.",
            "if (ready(x)) {",
            "  return call(x)",
            "while (true) {",
            "let us go",
            "package manager files",
            "x = compute(y) {",
            "",
            "  let inner = 2",
        ] {
            assert_eq!(defined(line, ""), None, "{line}");
        }
    }
}
