//! C#.

mod names;
mod sites;

use super::modifiers::{Modifiers, annotations};
use super::{Draft, Grammar, ImportSink, Language, Reader, Shape, Source, Spelling, has_word};
use crate::facts::ImportFlags;
use crate::frameworks::{Role as Word, Vocabulary};
use crate::traits::{Flags, Kind, Visibility};
use sites::SITES;
use std::sync::LazyLock;
use tree_sitter::Node;

/// Blocks around a namespace that are looked at: namespaces are near the top of a file.
const MOST_BLOCKS: usize = 64;

/// Words of frameworks.
static WORDS: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::of("csharp"));

pub(super) static CSHARP: Language = Language {
    name: "csharp",
    extensions: &["cs", "csx"],
    file_names: &[],
    interpreters: &["dotnet-script"],
    names: &names::NAMES,
    spelling: Spelling::DOTS,
    reader: Reader::Grammar(&Grammar {
        language: tree_sitter_c_sharp::LANGUAGE,
        query: include_str!("query.scm"),
        shapes: &[
            ("identifier", Shape::Name),
            ("implicit_parameter", Shape::Name),
            ("predefined_type", Shape::Name),
            ("generic_name", Shape::Inner),
            ("qualified_name", Shape::Path),
            ("alias_qualified_name", Shape::Path),
            ("attribute", Shape::Field("name")),
            ("this", Shape::This),
            ("base", Shape::Super),
            ("member_access_expression", Shape::Member("expression", "name")),
            ("conditional_access_expression", Shape::Custom(conditional_access)),
            ("invocation_expression", Shape::Call("function")),
            ("constructor_initializer", Shape::Custom(constructor_call)),
            ("object_creation_expression", Shape::New("type")),
            // A cast counts as a new instance of the type.
            ("cast_expression", Shape::New("type")),
            ("as_expression", Shape::New("right")),
            ("element_access_expression", Shape::Index("expression")),
            ("parenthesized_expression", Shape::Inner),
            ("postfix_unary_expression", Shape::Inner),
            ("await_expression", Shape::Inner),
            ("with_expression", Shape::Inner),
            ("string_literal", Shape::Literal),
            ("verbatim_string_literal", Shape::Literal),
            ("raw_string_literal", Shape::Literal),
            ("interpolated_string_expression", Shape::Literal),
            ("character_literal", Shape::Literal),
            ("integer_literal", Shape::Literal),
            ("real_literal", Shape::Literal),
            ("boolean_literal", Shape::Literal),
            ("null_literal", Shape::Literal),
            ("typeof_expression", Shape::Literal),
            ("collection_expression", Shape::Literal),
        ],
        sites: SITES,
        constructors: &[],
        imports,
        refine,
        prepare: None,
        typing: &super::Typing::NAMES,
    }),
};

/// `a?.B` and `a?[0]`.
fn conditional_access(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let object = source.chain(node.child_by_field_name("condition")?).unwrap_or_else(|| "?".to_owned());
    let access = node.named_child(node.named_child_count().checked_sub(1)? as u32)?;
    match access.child_by_field_name("name") {
        Some(name) => Some(format!("{object}.{}", source.chain(name)?)),
        None => Some(format!("{object}[]")),
    }
}

/// `: base(…)` and `: this(…)` call a constructor: `super` and `self`.
fn constructor_call(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    source.chain(node.child(1)?)
}

fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    if node.kind() != "using_directive" {
        sink.add(&namespace(node, source), "", "", ImportFlags::PACKAGE);
        return;
    }
    let alias = node.child_by_field_name("name");
    let mut cursor = node.walk();
    let is_static = node.children(&mut cursor).any(|child| child.kind() == "static");
    let is_global = node.children(&mut cursor).any(|child| child.kind() == "global");
    let everywhere = if is_global { ImportFlags::PROJECT } else { 0 };
    let Some(target) = node.named_children(&mut cursor).find(|child| Some(*child) != alias) else { return };
    let path = source.text(target).split('<').next().unwrap_or("").trim();
    let path = path.strip_prefix("global::").unwrap_or(path);
    if let Some(alias) = alias {
        let (parent, name) = path.rsplit_once('.').unwrap_or(("", path));
        sink.add(parent, name, source.text(alias), everywhere);
    } else if is_static {
        sink.add(path, "*", "", ImportFlags::STATIC | everywhere);
    } else {
        sink.add(path, "", "", ImportFlags::NAMESPACE | everywhere);
    }
}

/// The full name of a namespace, blocks around it included.
fn namespace(node: Node<'_>, source: &Source<'_>) -> String {
    let mut path = String::new();
    let mut around = Some(node);
    for _ in 0..MOST_BLOCKS {
        let Some(node) = around else { break };
        if let Some(name) = node.child_by_field_name("name").filter(|_| node.kind().contains("namespace")) {
            let inner = if path.is_empty() { String::new() } else { format!(".{path}") };
            path = format!("{}{inner}", source.text(name));
        }
        around = node.parent();
    }
    path
}

fn refine(draft: &mut Draft<'_>) {
    let modifiers = Modifiers::of(draft.node);
    draft.flags |= modifiers.flags();
    let default = if matches!(draft.parent, Kind::Interface | Kind::Enum) || draft.node.kind() == "parameter"
    {
        Visibility::Public
    } else if draft.kind.is_type() && !draft.parent.is_type() {
        Visibility::Internal
    } else {
        Visibility::Private
    };
    draft.visibility = modifiers.visibility(default);
    if modifiers.has("partial") || is_extension(draft) {
        draft.flags |= Flags::EXTENSION;
    }
    match draft.node.kind() {
        "field_declaration"
            if modifiers.has("const") || modifiers.has("static") && modifiers.has("readonly") =>
        {
            draft.kind = Kind::Constant;
            draft.flags |= Flags::STATIC;
        }
        "enum_member_declaration" => draft.flags |= Flags::STATIC,
        "property_declaration" => draft.flags |= Flags::PROPERTY,
        "indexer_declaration" => {
            draft.flags |= Flags::PROPERTY;
            draft.name.push_str("[]");
        }
        "destructor_declaration" => draft.name.insert(0, '~'),
        "operator_declaration" | "conversion_operator_declaration" => draft.name.insert_str(0, "operator "),
        "method_declaration"
            if draft.parent == Kind::Interface && draft.node.child_by_field_name("body").is_none() =>
        {
            draft.flags |= Flags::ABSTRACT;
        }
        _ => {}
    }
    let test = annotations(draft)
        .map(|name| name.strip_suffix("Attribute").unwrap_or(name))
        .any(|name| WORDS.has(Word::TestMarker, name));
    if test || draft.kind == Kind::Class && draft.name.ends_with("Tests") {
        draft.flags |= Flags::TEST;
    }
}

/// Whether the first parameter is written `this T x`.
fn is_extension(draft: &Draft<'_>) -> bool {
    let Some(parameters) = draft.node.child_by_field_name("parameters") else { return false };
    let Some(first) = parameters.named_child(0) else { return false };
    let range = first.byte_range();
    let start = draft.node.start_byte();
    let text = draft.text.get(range.start.saturating_sub(start)..range.end.saturating_sub(start));
    text.is_some_and(|text| has_word(text.split('=').next().unwrap_or(""), "this"))
}
