//! Objective-C: C with classes and messages. A method's name is its whole selector.

mod names;

use super::c::{cast, imports as include, is_constant};
use super::{Draft, Grammar, ImportSink, Language, Reader, Shape, Source, Spelling, has_word};
use crate::facts::ImportFlags;
use crate::languages::{Part, Site};
use crate::traits::{Flags, Kind, Visibility};
use tree_sitter::Node;

pub(super) static OBJECTIVE_C: Language = Language {
    name: "objective-c",
    extensions: &["m", "mm"],
    file_names: &[],
    interpreters: &[],
    names: &names::NAMES,
    spelling: Spelling { nested: ".", member: ".", static_member: "." },
    reader: Reader::Grammar(&Grammar {
        language: tree_sitter_objc::LANGUAGE,
        query: concat!(include_str!("query.scm"), include_str!("../c/query.scm")),
        shapes: &[
            ("identifier", Shape::Custom(identifier)),
            ("type_identifier", Shape::Name),
            ("field_identifier", Shape::Name),
            ("pointer_declarator", Shape::Field("declarator")),
            ("array_declarator", Shape::Field("declarator")),
            ("function_declarator", Shape::Field("declarator")),
            ("init_declarator", Shape::Field("declarator")),
            ("parenthesized_declarator", Shape::Inner),
            ("field_expression", Shape::Member("argument", "field")),
            ("call_expression", Shape::Call("function")),
            ("message_expression", Shape::Custom(message)),
            ("subscript_expression", Shape::Index("argument")),
            ("pointer_expression", Shape::Field("argument")),
            ("parenthesized_expression", Shape::Inner),
            ("cast_expression", Shape::Custom(cast)),
            ("assignment_expression", Shape::Field("right")),
            ("selector_expression", Shape::Custom(selector)),
            ("string_literal", Shape::Literal),
            ("concatenated_string", Shape::Literal),
            ("number_literal", Shape::Literal),
            ("char_literal", Shape::Literal),
            ("true", Shape::Literal),
            ("false", Shape::Literal),
            ("null", Shape::Literal),
        ],
        sites: SITES,
        constructors: &["init"],
        imports,
        refine,
        prepare: None,
        typing: &super::Typing::NAMES,
    }),
};

/// The meaning of node kinds in and around calls.
const SITES: &[(&str, Site)] = &[
    ("call_expression", Site::Call),
    ("message_expression", Site::Send),
    ("argument_list", Site::Arguments),
    ("string_literal", Site::Text),
    ("number_literal", Site::Number),
    ("true", Site::Constant),
    ("false", Site::Constant),
    ("null", Site::Constant),
    ("block_literal", Site::Block),
    ("if_statement", Site::Branch(Part::Field("condition"))),
    ("case_statement", Site::Branch(Part::Field("value"))),
    ("conditional_expression", Site::Branch(Part::Field("condition"))),
    ("while_statement", Site::Loop(Part::Field("condition"))),
    ("for_statement", Site::Loop(Part::None)),
    ("catch_clause", Site::Rescue(Part::None)),
    ("finally_clause", Site::Deferred),
];

#[expect(clippy::unnecessary_wraps, reason = "the type of a shape's function")]
fn identifier(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    Some(source.text(node).to_owned())
}

/// `[cart addItem:item error:&error]` calls `addItem:error:`; `[[Cart alloc] init…]` and `[Cart new]`
/// give a `Cart`.
fn message(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let receiver = node.child_by_field_name("receiver")?;
    let mut cursor = node.walk();
    let parts: Vec<&str> =
        node.children_by_field_name("method", &mut cursor).map(|part| source.text(part)).collect();
    // The parts of the selector and the arguments follow the receiver.
    let takes = node.named_child_count() > parts.len() + 1;
    let mut name = parts.join(":");
    if takes {
        name.push(':');
    }
    let object = source.chain(receiver).unwrap_or_else(|| "?".to_owned());
    let is_class = object.starts_with(char::is_uppercase) && !object.contains(['.', '(']);
    match name.as_str() {
        "alloc" | "new" if is_class => Some(format!("{object}()")),
        _ if name.starts_with("init") && object.ends_with("()") && !object.contains('.') => {
            Some(format!("{object}.{name}()"))
        }
        _ => Some(format!("{object}.{name}()")),
    }
}

/// `@selector(recount)`
fn selector(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let text = source.text(node).trim_start_matches("@selector").trim_matches(['(', ')', ' ']);
    (!text.is_empty()).then(|| format!("?.{text}"))
}

fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    if node.kind() != "module_import" {
        return include(node, source, sink);
    }
    if let Some(path) = node.child_by_field_name("path") {
        sink.add(source.text(path), "", "", ImportFlags::FILE);
    }
}

fn refine(draft: &mut Draft<'_>) {
    match draft.node.kind() {
        "method_declaration" | "method_definition" => {
            draft.name = selector_of(draft);
            if draft.text.starts_with('+') {
                draft.flags |= Flags::STATIC;
            }
            if draft.node.kind() == "method_declaration" {
                draft.flags |=
                    if draft.parent == Kind::Interface { Flags::ABSTRACT } else { Flags::DECLARATION };
            }
        }
        "class_implementation" => draft.flags |= Flags::EXTENSION,
        "class_interface" if draft.node.child_by_field_name("category").is_some() => {
            draft.flags |= Flags::EXTENSION;
        }
        "declaration" => match draft.kind {
            _ if draft.parent.is_callable() => draft.name.clear(),
            Kind::Function => draft.flags |= Flags::DECLARATION,
            _ if has_word(draft.head, "extern") => draft.flags |= Flags::DECLARATION,
            _ => {}
        },
        _ => {}
    }
    if matches!(draft.node.kind(), "class_interface" | "class_implementation" | "protocol_declaration") {
        draft.signature = draft.text.lines().next().unwrap_or("").trim_end_matches([' ', '{']).to_owned();
    }
    if has_word(draft.head, "static") && draft.kind != Kind::Field {
        draft.visibility = Visibility::Private;
    }
    if draft.kind == Kind::Variable && is_constant(draft.head) {
        draft.kind = Kind::Constant;
    }
    if draft.kind.is_callable() && draft.path.ends_with("Tests.m") && draft.name.starts_with("test") {
        draft.flags |= Flags::TEST;
    }
}

/// `addItem:error:`
fn selector_of(draft: &Draft<'_>) -> String {
    let mut name = String::new();
    let mut cursor = draft.node.walk();
    for child in draft.node.named_children(&mut cursor) {
        match child.kind() {
            "identifier" => name.push_str(draft.file.get(child.byte_range()).unwrap_or("")),
            "method_parameter" => name.push(':'),
            _ => {}
        }
    }
    name
}
