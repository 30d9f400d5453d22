//! TypeScript and TSX: two grammars, one query and one table of shapes on top
//! of what JavaScript has.

mod separators;

use super::javascript::{JSX_SITES, NAMES, SITES, TYPING, imports, refine, shapes};
use super::{Grammar, Language, Reader, Shape, Source, Spelling};
use crate::types;
use tree_sitter::Node;

pub(super) static TYPESCRIPT: Language = Language {
    name: "typescript",
    extensions: &["ts", "mts", "cts"],
    file_names: &[],
    interpreters: &["ts-node", "tsx", "deno", "bun"],
    names: &NAMES,
    spelling: Spelling::DOTS,
    reader: Reader::Grammar(&Grammar {
        language: tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        query: concat!(include_str!("query.scm"), include_str!("../javascript/shared.scm")),
        shapes: shapes!(
            ("non_null_expression", Shape::Inner),
            ("satisfies_expression", Shape::Inner),
            ("instantiation_expression", Shape::Inner),
            ("as_expression", Shape::Custom(cast)),
            ("type_assertion", Shape::Custom(cast))
        ),
        sites: SITES,
        constructors: &["constructor"],
        imports,
        refine,
        prepare: Some(separators::prepare),
        typing: &TYPING,
    }),
};

pub(super) static TSX: Language = Language {
    name: "tsx",
    extensions: &["tsx"],
    file_names: &[],
    interpreters: &[],
    names: &NAMES,
    spelling: Spelling::DOTS,
    reader: Reader::Grammar(&Grammar {
        language: tree_sitter_typescript::LANGUAGE_TSX,
        query: concat!(
            include_str!("query.scm"),
            include_str!("../javascript/shared.scm"),
            include_str!("../javascript/jsx.scm")
        ),
        shapes: shapes!(
            ("non_null_expression", Shape::Inner),
            ("satisfies_expression", Shape::Inner),
            ("instantiation_expression", Shape::Inner),
            ("as_expression", Shape::Custom(cast))
        ),
        sites: JSX_SITES,
        constructors: &["constructor"],
        imports,
        refine,
        prepare: Some(separators::prepare),
        typing: &TYPING,
    }),
};

/// `x as Foo` and `<Foo>x` are a `Foo`; other casts leave the value what it is.
fn cast(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let (first, last) =
        (node.named_child(0)?, node.named_child(node.named_child_count().checked_sub(1)? as u32)?);
    let (value, written) =
        if node.kind() == "type_assertion" { (last, first.named_child(0)?) } else { (first, last) };
    if matches!(written.kind(), "type_identifier" | "nested_type_identifier" | "generic_type") {
        let name = types::principal(source.text(written));
        if !name.is_empty() && !name.ends_with("[]") {
            return Some(format!("{name}()"));
        }
    }
    source.chain(value)
}
