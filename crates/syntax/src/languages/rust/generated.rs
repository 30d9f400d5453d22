//! Functions that a macro of the same file defines by a name it is given.
//!
//! After `macro_rules! getter { ($name:ident, $kind:ty) => { pub fn $name(&self) -> $kind { … } }; }`
//! the item `getter!(price, u32);` defines the function `price`.

use super::super::{Draft, Role, Source};
use crate::traits::{Flags, Kind, Visibility};
use crate::types::principal;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tree_sitter::Node;

/// Bytes of a macro's definition that are read.
const BYTES: usize = 64 << 10;

/// Nesting of brackets in a macro that is read.
const DEPTH: usize = 64;

/// A function in a macro's body whose name is one of its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Template {
    /// How many commas are before the name in what the macro is given.
    at: usize,
    /// Its text up to the body, with `$` and the parameter's name instead of the name.
    head: String,
    parameter: String,
}

/// The templates of a file's macros, by the macro's name.
type Templates = FxHashMap<String, Template>;

type Report<'r, 't> = &'r mut dyn FnMut(&[(Role, Node<'t>)]);

/// Reports the function that an invocation in the place of an item defines.
pub(super) fn expand<'t>(node: Node<'t>, source: &Source<'t>, report: Report<'_, 't>) {
    let templates = source.once(|| templates(source.all()));
    if let Some((name, _)) = generated(node, source.all(), &templates) {
        report(&[(Role::Definition(Kind::Function), node), (Role::Name, name)]);
    }
}

/// Completes the definition of such a function: its signature, result and visibility.
pub(super) fn refine(draft: &mut Draft<'_>) {
    let file = draft.file;
    let root = std::iter::successors(Some(draft.node), Node::parent).last().unwrap_or(draft.node);
    let templates: Rc<Templates> = draft.once(root, || templates(file));
    let Some((_, template)) = generated(draft.node, file, &templates) else { return };
    draft.signature = template.head.replace(&format!("${}", template.parameter), &draft.name);
    let result = template.head.rsplit_once("->").map(|(_, result)| result);
    let result = result.map(|result| result.split(" where ").next().unwrap_or(result));
    draft.value_type = result.map_or(String::new(), principal);
    draft.visibility = match template.head.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => Visibility::Internal,
        Some(_) => Visibility::Public,
        None => Visibility::Private,
    };
    let parameters = template.head.split_once('(').map_or("", |(_, parameters)| parameters);
    let first = parameters.split([',', ')', ':']).next().unwrap_or("");
    if draft.kind == Kind::Method && first.split([' ', '&']).next_back() != Some("self") {
        draft.flags |= Flags::STATIC;
    }
}

/// The name that an invocation gives to a function, and the function's template.
fn generated<'t, 'm>(
    invocation: Node<'t>,
    file: &str,
    templates: &'m Templates,
) -> Option<(Node<'t>, &'m Template)> {
    if templates.is_empty() {
        return None;
    }
    let called = invocation.child_by_field_name("macro")?;
    let template = templates.get(file.get(called.byte_range())?)?;
    let arguments = invocation.named_child(invocation.named_child_count().checked_sub(1)? as u32)?;
    let mut cursor = arguments.walk();
    let mut commas = 0;
    for token in arguments.children(&mut cursor) {
        match token.kind() {
            "," => commas += 1,
            "identifier" if commas == template.at => return Some((token, template)),
            _ if commas > template.at => break,
            _ => {}
        }
    }
    None
}

fn templates(file: &str) -> Templates {
    let mut found = Templates::default();
    for (at, start) in file.match_indices("macro_rules!") {
        let rest = &file[at + start.len()..];
        let rest = &rest[..rest.floor_char_boundary(BYTES)];
        let Some((name, _)) = rest.split_once(['{', '(']) else { continue };
        let Some((rules, _)) = group(&rest[name.len()..]) else { continue };
        if let Some(template) = template(rules) {
            found.entry(name.trim().to_owned()).or_insert(template);
        }
    }
    found
}

/// The first function in the rules of a macro that bears the name of an argument.
fn template(rules: &str) -> Option<Template> {
    let mut rest = rules;
    while let Some((pattern, after)) = group(rest.trim_start_matches([';', ' ', '\n', '\r', '\t'])) {
        let (body, after) = group(after.trim_start().strip_prefix("=>")?.trim_start())?;
        rest = after;
        for (at, _) in body.match_indices("fn $") {
            let parameter: String =
                body[at + 4..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let Some(place) = place(pattern, &parameter) else { continue };
            let end = body[at..].find(['{', ';']).map_or(body.len(), |end| at + end);
            let start = body[..at].rfind(['\n', '{', '}', ';', ']', '+']).map_or(0, |before| before + 1);
            let head = body[start..end].split_whitespace().collect::<Vec<_>>().join(" ");
            return Some(Template { at: place, head, parameter });
        }
    }
    None
}

/// How many commas outside of brackets are before a parameter that is an identifier.
fn place(pattern: &str, parameter: &str) -> Option<usize> {
    let (before, _) = pattern.split_once(&format!("${parameter}:ident"))?;
    let mut depth = 0;
    let mut commas = 0;
    for letter in before.chars() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => commas += 1,
            _ => {}
        }
    }
    (depth == 0).then_some(commas)
}

/// The text in the brackets that a text starts with, and the text behind them.
fn group(text: &str) -> Option<(&str, &str)> {
    let mut open = Vec::new();
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '{' if open.len() < DEPTH => open.push(letter),
            ')' | ']' | '}' => {
                open.pop()?;
                if open.is_empty() {
                    return Some((&text[1..at], &text[at + 1..]));
                }
            }
            _ if open.is_empty() => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{group, templates};

    #[test]
    fn a_macro_has_a_template_if_it_names_a_function_by_an_argument() {
        let file = "macro_rules! getter {\n    ($name:ident, GET) => { getter!(#[doc] $name, GET); };\n    ($(#[$m:meta])+ $kind:ty, $name:ident) => {\n        $(#[$m])+\n        pub fn $name(&self) -> Option<$kind>\n        where Self: Sized\n        { self.get() }\n    };\n}\nmacro_rules! plain { () => { fn one() {} } }\n";
        let found = templates(file);
        assert_eq!(found.len(), 1);
        let template = &found["getter"];
        assert_eq!((template.at, template.parameter.as_str()), (1, "name"));
        assert_eq!(template.head, "pub fn $name(&self) -> Option<$kind> where Self: Sized");
    }

    #[test]
    fn brackets_that_do_not_match_end_nothing() {
        assert_eq!(group("(a [b] c) d"), Some(("a [b] c", " d")));
        assert_eq!(group("a (b)"), None);
        assert_eq!(group("((a)"), None);
    }
}
