//! Groovy, and the build files of Gradle and Jenkins.

use super::names::{ImportSystem, NameRules, Package, STATIC_MEMBERS};
use super::{Draft, Grammar, ImportSink, Language, Part, Reader, Shape, Site, Source, Spelling};
use crate::facts::ImportFlags;
use crate::traits::{Flags, Kind, Visibility};
use tree_sitter::Node;

pub(super) static GROOVY: Language = Language {
    name: "groovy",
    extensions: &["groovy", "gradle", "gvy"],
    file_names: &["Jenkinsfile"],
    interpreters: &["groovy"],
    names: &NAMES,
    spelling: Spelling::DOTS,
    reader: Reader::Grammar(&Grammar {
        language: dekobon_tree_sitter_groovy::LANGUAGE,
        query: include_str!("query.scm"),
        shapes: &[
            ("identifier", Shape::Custom(identifier)),
            ("type_identifier", Shape::Name),
            ("qualified_name", Shape::Path),
            ("field_access", Shape::Member("object", "field")),
            ("method_invocation", Shape::Call("function")),
            ("object_creation_expression", Shape::New("type")),
            ("parenthesized_expression", Shape::Inner),
            ("annotation", Shape::Field("name")),
            ("string_literal", Shape::Literal),
            ("number_literal", Shape::Literal),
            ("list_literal", Shape::Literal),
        ],
        sites: &[
            ("method_invocation", Site::Call),
            ("object_creation_expression", Site::Call),
            ("argument_list", Site::Arguments),
            ("string_literal", Site::Text),
            ("number_literal", Site::Number),
            ("list_literal", Site::List),
            ("closure", Site::Block),
            ("if_statement", Site::Branch(Part::Field("condition"))),
            ("while_statement", Site::Loop(Part::Field("condition"))),
        ],
        constructors: &[],
        imports,
        refine,
        prepare: None,
        typing: &super::Typing::NAMES,
    }),
};

/// Groovy runs on the JVM and sees what Java and Kotlin declare.
static NAMES: NameRules = NameRules {
    family: "jvm",
    package: Package::Declared,
    imports: ImportSystem::Packages,
    implicit_this: true,
    builtin_members: STATIC_MEMBERS,
    ..NameRules::NONE
};

fn identifier(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    Some(match source.text(node) {
        "this" => "self".to_owned(),
        name => name.to_owned(),
    })
}

fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    let path = source.text(name);
    if node.kind() == "package_declaration" {
        return sink.add(path, "", "", ImportFlags::PACKAGE);
    }
    if source.text(node).trim_end_matches(';').trim_end().ends_with('*') {
        return sink.add(path, "*", "", ImportFlags::NAMESPACE);
    }
    let alias = node.child_by_field_name("alias").map_or("", |alias| source.text(alias));
    let (path, name) = path.rsplit_once('.').unwrap_or(("", path));
    sink.add(path, name, alias, 0);
}

fn refine(draft: &mut Draft<'_>) {
    draft.visibility = super::keyword_visibility(draft.head, Visibility::Public);
    super::keyword_flags(draft);
    match draft.kind {
        Kind::Field if super::has_word(draft.head, "final") && super::has_word(draft.head, "static") => {
            draft.kind = Kind::Constant;
        }
        Kind::Method if draft.parent == Kind::Interface => draft.flags |= Flags::ABSTRACT,
        _ => {}
    }
    let in_spec = draft.path.ends_with("Spec.groovy") || draft.path.ends_with("Test.groovy");
    if in_spec && draft.kind.is_callable() {
        draft.flags |= Flags::TEST;
    }
    draft.name = draft.name.trim_matches(['"', '\'']).to_owned();
}
