//! Python.

mod names;
mod sites;

use super::{Draft, Grammar, ImportSink, Language, Reader, Shape, Source, Spelling};
use crate::facts::ImportFlags;
use crate::traits::{Flags, Kind, Visibility};
use sites::SITES;
use tree_sitter::Node;

pub(super) static PYTHON: Language = Language {
    name: "python",
    extensions: &["py", "pyi", "pyw"],
    file_names: &["SConstruct", "SConscript"],
    interpreters: &["python", "python2", "python3"],
    names: &names::NAMES,
    spelling: Spelling::DOTS,
    reader: Reader::Grammar(&Grammar {
        language: tree_sitter_python::LANGUAGE,
        query: include_str!("query.scm"),
        shapes: &[
            ("identifier", Shape::Custom(identifier)),
            ("attribute", Shape::Member("object", "attribute")),
            ("call", Shape::Custom(call)),
            ("subscript", Shape::Index("value")),
            ("parenthesized_expression", Shape::Inner),
            ("await", Shape::Inner),
            ("string", Shape::Literal),
            ("concatenated_string", Shape::Literal),
            ("integer", Shape::Literal),
            ("float", Shape::Literal),
            ("list", Shape::Literal),
            ("list_comprehension", Shape::Literal),
            ("dictionary", Shape::Literal),
            ("dictionary_comprehension", Shape::Literal),
            ("set", Shape::Literal),
            ("tuple", Shape::Literal),
            ("true", Shape::Literal),
            ("false", Shape::Literal),
            ("none", Shape::Literal),
        ],
        sites: SITES,
        constructors: &["__init__", "__new__"],
        imports,
        refine,
        prepare: None,
        typing: &super::Typing { context: Some(entered), ..super::Typing::NAMES },
    }),
};

/// `self` and `cls` are names by grammar and the instance by custom.
#[allow(clippy::unnecessary_wraps, reason = "the signature is that of `Shape::Custom`")]
fn identifier(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let text = source.text(node);
    Some(match text {
        "self" | "cls" => "self".to_owned(),
        _ => text.to_owned(),
    })
}

/// What `with` binds: `store.__enter__()` for `with store as opened`.
fn entered(name: Node<'_>, source: &Source<'_>) -> Option<String> {
    let pattern = name.parent().filter(|target| target.kind() == "as_pattern_target")?.parent()?;
    let item = pattern.parent().filter(|item| item.kind() == "with_item")?;
    let statement = item.parent()?.parent()?;
    let is_async = statement.child(0).is_some_and(|word| word.kind() == "async");
    let enter = if is_async { "__aenter__" } else { "__enter__" };
    Some(format!("{}.{enter}()", source.chain(pattern.named_child(0)?)?))
}

/// `super()` is a call by grammar.
fn call(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let function = node.child_by_field_name("function")?;
    if source.text(function) == "super" {
        return Some("super".to_owned());
    }
    Some(format!("{}()", source.chain(function)?))
}

fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let mut cursor = node.walk();
    let module = node.child_by_field_name("module_name").map_or("", |module| source.text(module));
    for child in node.children_by_field_name("name", &mut cursor) {
        let (name, alias) = match child.kind() {
            "aliased_import" => (
                child.child_by_field_name("name").map_or("", |n| source.text(n)),
                child.child_by_field_name("alias").map_or("", |n| source.text(n)),
            ),
            _ => (source.text(child), ""),
        };
        if node.kind() == "import_statement" {
            sink.add(name, "", alias, 0);
        } else {
            // `from x import y` makes `y` importable from here, as packages do in `__init__`.
            sink.add(module, name, alias, ImportFlags::REEXPORT);
        }
    }
    let wildcard = node.named_children(&mut node.walk()).any(|child| child.kind() == "wildcard_import");
    if wildcard {
        sink.add(module, "*", "", ImportFlags::REEXPORT);
    }
}

fn refine(draft: &mut Draft<'_>) {
    let name = draft.name.as_str();
    let dunder = name.starts_with("__") && name.ends_with("__");
    draft.visibility =
        if name.starts_with('_') && !dunder { Visibility::Private } else { Visibility::Public };
    for decorator in &draft.decorators {
        let called = decorator.trim_start_matches('@').trim();
        let last = called.split('(').next().unwrap_or("").rsplit('.').next().unwrap_or("");
        draft.flags |= match last {
            "staticmethod" | "classmethod" => Flags::STATIC,
            "property" | "cached_property" | "setter" => Flags::PROPERTY,
            "abstractmethod" => Flags::ABSTRACT,
            "overload" => Flags::DECLARATION,
            _ => 0,
        };
    }
    let test = match draft.kind {
        Kind::Function | Kind::Method => name.starts_with("test_") || name == "test",
        Kind::Class => name.starts_with("Test") || name.ends_with("TestCase") || name.ends_with("Tests"),
        _ => false,
    };
    if test {
        draft.flags |= Flags::TEST;
    }
    if matches!(draft.kind, Kind::Variable) && name.len() > 1 && name.chars().all(|c| !c.is_lowercase()) {
        draft.kind = Kind::Constant;
    }
}
