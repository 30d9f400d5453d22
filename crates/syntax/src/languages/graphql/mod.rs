//! GraphQL: types, operations and fragments.

use super::names::{NameRules, Package};
use super::{Draft, Grammar, ImportSink, Language, Reader, Shape, Source, Spelling};
use crate::traits::Flags;
use tree_sitter::Node;

pub(super) static GRAPHQL: Language = Language {
    name: "graphql",
    extensions: &["graphql", "gql", "graphqls"],
    file_names: &[],
    interpreters: &[],
    names: &NAMES,
    spelling: Spelling::DOTS,
    reader: Reader::Grammar(&Grammar {
        language: tree_sitter_graphql::LANGUAGE,
        query: include_str!("query.scm"),
        shapes: &[("name", Shape::Name), ("named_type", Shape::Inner), ("fragment_name", Shape::Inner)],
        sites: &[],
        constructors: &[],
        imports,
        refine,
        prepare: None,
        typing: &super::Typing::NAMES,
    }),
};

static NAMES: NameRules =
    NameRules { family: "graphql", package: Package::Everything, reopens: true, ..NameRules::NONE };

fn imports(_: Node<'_>, _: &Source<'_>, _: &mut ImportSink<'_>) {}

fn refine(draft: &mut Draft<'_>) {
    if draft.node.kind().ends_with("_extension") {
        draft.flags |= Flags::EXTENSION;
    }
}
