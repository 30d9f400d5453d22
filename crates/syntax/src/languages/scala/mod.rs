//! Scala, 2 and 3.

use super::modifiers::{Modifiers, annotations};
use super::{Draft, Grammar, ImportSink, Language, Reader, Shape, Source, Spelling};
use crate::facts::{Flags, ImportFlags, Kind, Visibility};
use tree_sitter::Node;

pub(super) static SCALA: Language = Language {
    name: "scala",
    extensions: &["scala", "sc", "sbt", "mill"],
    file_names: &[],
    interpreters: &["scala", "scala-cli", "amm"],
    spelling: Spelling::DOTS,
    reader: Reader::Grammar(&Grammar {
        language: tree_sitter_scala::LANGUAGE,
        query: include_str!("query.scm"),
        shapes: &[
            ("identifier", Shape::Custom(identifier)),
            ("operator_identifier", Shape::Name),
            ("type_identifier", Shape::Name),
            ("stable_type_identifier", Shape::Path),
            ("stable_identifier", Shape::Path),
            ("generic_type", Shape::Field("type")),
            ("annotation", Shape::Field("name")),
            ("field_expression", Shape::Member("value", "field")),
            ("call_expression", Shape::Call("function")),
            ("generic_function", Shape::Custom(generic_function)),
            ("infix_expression", Shape::Custom(infix)),
            ("instance_expression", Shape::Custom(instance)),
            ("parenthesized_expression", Shape::Inner),
            ("string", Shape::Literal),
            ("interpolated_string_expression", Shape::Literal),
            ("character_literal", Shape::Literal),
            ("integer_literal", Shape::Literal),
            ("floating_point_literal", Shape::Literal),
            ("boolean_literal", Shape::Literal),
            ("null_literal", Shape::Literal),
            ("unit", Shape::Literal),
        ],
        constructors: &["this"],
        imports,
        refine,
    }),
};

/// `this` and `super` are names by grammar.
fn identifier(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    Some(match source.text(node) {
        "this" => "self".to_owned(),
        name => name.trim_matches('`').to_owned(),
    })
}

/// `f[A]` is `f`; the value of `x.asInstanceOf[A]` is as good as a new `A`.
fn generic_function(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let function = node.child_by_field_name("function")?;
    if source.text(function).ends_with(".asInstanceOf") {
        let arguments = node.child_by_field_name("type_arguments")?;
        return Some(format!("{}()", crate::types::outer(source.text(arguments.named_child(0)?))));
    }
    source.chain(function)
}

/// `a op b` calls `op` of `a`.
fn infix(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let operator = node.child_by_field_name("operator").filter(|operator| operator.kind() == "identifier")?;
    let object = source.chain(node.child_by_field_name("left")?).unwrap_or_else(|| "?".to_owned());
    Some(format!("{object}.{}()", source.text(operator)))
}

fn instance(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let class = node.named_child(0).filter(|class| class.kind().contains("type"))?;
    Some(format!("{}()", crate::types::outer(source.text(class))))
}

fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    if node.kind() == "package_clause" {
        sink.add(&package(node, source), "", "", ImportFlags::PACKAGE);
        return;
    }
    let flags = if node.kind() == "export_declaration" { ImportFlags::REEXPORT } else { 0 };
    let mut cursor = node.walk();
    let mut path: Vec<&str> = Vec::new();
    for child in node.children(&mut cursor) {
        match child.kind() {
            "identifier" | "operator_identifier" => path.push(source.text(child)),
            "," => flush(&mut path, flags, sink),
            "import" | "export" | "." => {}
            "namespace_selectors" => {
                let mut inner = child.walk();
                for selector in child.named_children(&mut inner) {
                    selected(&path.join("."), selector, flags, source, sink);
                }
                path.clear();
            }
            _ => {
                selected(&path.join("."), child, flags, source, sink);
                path.clear();
            }
        }
    }
    flush(&mut path, flags, sink);
}

/// `import a.b.C`: the last segment is what is imported.
fn flush(path: &mut Vec<&str>, flags: u32, sink: &mut ImportSink<'_>) {
    if let Some(name) = path.pop() {
        sink.add(&path.join("."), name, "", flags);
        path.clear();
    }
}

fn selected(path: &str, selector: Node<'_>, flags: u32, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let field = |name: &str| selector.child_by_field_name(name).map_or("", |node| source.text(node));
    match selector.kind() {
        "namespace_wildcard" => sink.add(path, "*", "", flags),
        "identifier" | "operator_identifier" => sink.add(path, source.text(selector), "", flags),
        // `A => _` hides `A`.
        "arrow_renamed_identifier" | "as_renamed_identifier" if field("alias") != "_" => {
            sink.add(path, field("name"), field("alias"), flags);
        }
        _ => {}
    }
}

/// The full name of a package: `package a` above or around `package b` makes it `a.b`.
fn package(node: Node<'_>, source: &Source<'_>) -> String {
    let mut names = Vec::new();
    let mut at = Some(node);
    while let Some(clause) = at {
        if clause.kind() == "package_clause"
            && let Some(name) = clause.child_by_field_name("name")
        {
            let around = clause.child_by_field_name("body").is_some_and(|body| body.end_byte() > node.start_byte());
            if clause == node || around || clause.child_by_field_name("body").is_none() {
                names.push(source.text(name));
            }
        }
        at = clause.prev_named_sibling().or_else(|| clause.parent());
    }
    names.reverse();
    names.join(".")
}

fn refine(draft: &mut Draft<'_>) {
    let modifiers = Modifiers::of(draft.node);
    draft.flags |= modifiers.flags();
    draft.visibility = match modifiers.visibility(Visibility::Public) {
        // `private[shop]`
        Visibility::Private if modifiers.has("[") => Visibility::Internal,
        visibility => visibility,
    };
    let body = draft.node.parent();
    if draft.kind == Kind::Function && body.is_some_and(|body| body.kind().ends_with("template_body")) {
        draft.kind = Kind::Method;
    }
    if draft.kind == Kind::Variable && draft.node.kind() != "given_definition" {
        match body.map_or("", |body| body.kind()) {
            "template_body" | "with_template_body" | "enum_body" => draft.kind = Kind::Field,
            "compilation_unit" => {}
            // A local.
            _ => draft.name.clear(),
        }
    }
    let around = body.and_then(|body| body.parent()).map_or("", |around| around.kind());
    let in_object = matches!(around, "object_definition" | "package_object");
    if in_object && matches!(draft.kind, Kind::Method | Kind::Field) || draft.kind == Kind::Variant {
        draft.flags |= Flags::STATIC;
    }
    if in_object && draft.node.kind() == "val_definition" && draft.name.starts_with(char::is_uppercase) {
        draft.kind = Kind::Constant;
    }
    if matches!(draft.kind, Kind::Method | Kind::Function) && draft.node.child_by_field_name("parameters").is_none()
    {
        draft.flags |= Flags::PROPERTY;
    }
    if matches!(draft.node.kind(), "function_declaration" | "val_declaration" | "var_declaration") {
        draft.flags |= Flags::ABSTRACT;
    }
    if !draft.owner.is_empty() {
        draft.flags |= Flags::EXTENSION;
    }
    let test = match draft.kind {
        Kind::Test => true,
        Kind::Method => annotations(draft).any(|name| name == "Test"),
        Kind::Class => {
            ["Test", "Tests", "Spec", "Suite"].iter().any(|end| draft.name.len() > 5 && draft.name.ends_with(end))
        }
        _ => false,
    };
    if test {
        draft.flags |= Flags::TEST;
        draft.name = draft.name.replace('"', "");
    }
}
