//! JavaScript, and what TypeScript shares with it: `shared.scm`, `jsx.scm`, the
//! shapes of expressions, `imports` and `refine`.

mod context;
mod imports;
mod names;
mod refine;
mod sites;
mod written;

use super::{Grammar, Language, Reader, Shape, Source, Spelling, Typing};
use crate::frameworks::{Role as Word, Vocabulary};
use std::sync::LazyLock;
use tree_sitter::Node;

pub(super) use imports::imports;
pub(super) use names::NAMES;
pub(super) use refine::refine;
pub(super) use sites::{JSX_SITES, SITES};

/// How types are read, with and without annotations.
pub(super) const TYPING: Typing = Typing {
    written: written::written,
    context: Some(context::context),
    parameter: Some(written::written_parameter),
};

/// Words of frameworks, which every dialect shares.
static WORDS: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::of("javascript"));

/// The shapes of expressions that every dialect has, and those of one.
macro_rules! shapes {
    ($($more:expr),*) => {
        &[
            ("identifier", Shape::Name),
            ("shorthand_property_identifier", Shape::Name),
            ("shorthand_property_identifier_pattern", Shape::Name),
            ("this", Shape::This),
            ("super", Shape::Super),
            ("member_expression", Shape::Member("object", "property")),
            ("subscript_expression", Shape::Custom($crate::languages::javascript::subscript)),
            ("call_expression", Shape::Custom($crate::languages::javascript::call)),
            ("new_expression", Shape::New("constructor")),
            ("await_expression", Shape::Inner),
            ("parenthesized_expression", Shape::Inner),
            ("string", Shape::Literal),
            ("template_string", Shape::Literal),
            ("number", Shape::Literal),
            ("regex", Shape::Literal),
            ("true", Shape::Literal),
            ("false", Shape::Literal),
            ("null", Shape::Literal),
            ("array", Shape::Literal),
            ("object", Shape::Literal),
            $($more),*
        ]
    };
}
pub(super) use shapes;

pub(super) static JAVASCRIPT: Language = Language {
    name: "javascript",
    extensions: &["js", "mjs", "cjs", "jsx", "es6"],
    file_names: &["Jakefile"],
    interpreters: &["node", "nodejs"],
    names: &NAMES,
    spelling: Spelling::DOTS,
    reader: Reader::Grammar(&Grammar {
        language: tree_sitter_javascript::LANGUAGE,
        query: concat!(include_str!("query.scm"), include_str!("shared.scm"), include_str!("jsx.scm")),
        shapes: shapes!(),
        sites: JSX_SITES,
        constructors: &["constructor"],
        imports,
        refine,
        prepare: None,
        typing: &TYPING,
    }),
};

/// `value["name"]` is a member, other subscripts are elements.
pub(super) fn subscript(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let object = source.chain(node.child_by_field_name("object")?)?;
    let index = node.child_by_field_name("index")?;
    let name = source.text(index).trim_matches(['"', '\'']);
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_$~@-".contains(c));
    let is_member = index.kind() == "string" && is_name;
    Some(if is_member { format!("{object}.{name}") } else { format!("{object}[]") })
}

/// A call that a framework gives an instance by: `inject(Foo)` gives a `Foo`.
pub(super) fn call(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let function = node.child_by_field_name("function")?;
    if WORDS.has(Word::InstanceCall, source.text(function)) {
        let token = node.child_by_field_name("arguments")?.named_child(0)?;
        if token.kind() == "identifier" {
            return Some(format!("{}()", source.text(token)));
        }
    }
    Some(format!("{}()", source.chain(function)?))
}
