//! Protocol Buffers: messages, enumerations and services.

use super::names::{NameRules, Package};
use super::{Draft, Grammar, ImportSink, Language, Reader, Shape, Source, Spelling};
use crate::facts::ImportFlags;
use crate::traits::{Flags, Kind};
use tree_sitter::Node;

pub(super) static PROTOBUF: Language = Language {
    name: "protobuf",
    extensions: &["proto"],
    file_names: &[],
    interpreters: &[],
    names: &NAMES,
    spelling: Spelling::DOTS,
    reader: Reader::Grammar(&Grammar {
        language: tree_sitter_proto::LANGUAGE,
        query: include_str!("query.scm"),
        shapes: &[
            ("identifier", Shape::Name),
            ("message_or_enum_type", Shape::Path),
            ("string", Shape::Literal),
        ],
        sites: &[],
        constructors: &[],
        imports,
        refine,
        prepare: None,
        typing: &super::Typing::NAMES,
    }),
};

static NAMES: NameRules = NameRules {
    family: "protobuf",
    package: Package::Declared,
    sees_outer_packages: true,
    ..NameRules::NONE
};

fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    if node.kind() == "package" {
        if let Some(name) = node.named_child(0) {
            sink.add(source.text(name), "", "", ImportFlags::PACKAGE);
        }
    } else if let Some(path) = node.child_by_field_name("path") {
        sink.add(source.text(path).trim_matches(['"', '\'']), "", "", ImportFlags::FILE);
    }
}

fn refine(draft: &mut Draft<'_>) {
    if draft.kind == Kind::Method {
        draft.flags |= Flags::ABSTRACT;
    }
}
