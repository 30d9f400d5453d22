//! OCaml: modules that are files, values, types, classes.

use super::names::{ImportSystem, NameRules, Package};
use super::{Draft, Grammar, ImportSink, Language, Part, Reader, Shape, Site, Source, Spelling};
use crate::facts::ImportFlags;
use crate::traits::{Kind, Visibility};
use tree_sitter::Node;

pub(super) static OCAML: Language = Language {
    name: "ocaml",
    extensions: &["ml"],
    file_names: &[],
    interpreters: &["ocaml"],
    names: &NAMES,
    spelling: Spelling::DOTS,
    reader: Reader::Grammar(&GRAMMAR),
};

static NAMES: NameRules = NameRules {
    family: "ocaml",
    package: Package::Declared,
    imports: ImportSystem::Packages,
    full_names: true,
    flat_members: true,
    builtin_members: &[
        "map", "iter", "fold", "find", "add", "mem", "length", "compare", "equal", "hash", "create", "get",
        "set",
    ],
    ..NameRules::NONE
};

static GRAMMAR: Grammar = Grammar {
    language: tree_sitter_ocaml::LANGUAGE_OCAML,
    query: include_str!("query.scm"),
    shapes: &[
        ("value_name", Shape::Name),
        ("constructor_name", Shape::Name),
        ("type_constructor", Shape::Name),
        ("module_name", Shape::Name),
        ("field_name", Shape::Name),
        ("method_name", Shape::Name),
        ("class_name", Shape::Name),
        ("value_path", Shape::Path),
        ("constructor_path", Shape::Path),
        ("module_path", Shape::Path),
        ("field_get_expression", Shape::Member("record", "field")),
        ("method_invocation", Shape::MethodCall("object", "method")),
        ("application_expression", Shape::Call("function")),
        ("parenthesized_expression", Shape::Inner),
        ("string", Shape::Literal),
        ("number", Shape::Literal),
    ],
    sites: &[
        ("string", Site::Text),
        ("number", Site::Number),
        ("fun_expression", Site::Block),
        ("if_expression", Site::Branch(Part::Field("condition"))),
        ("match_case", Site::Branch(Part::None)),
        ("while_expression", Site::Loop(Part::None)),
        ("for_expression", Site::Loop(Part::None)),
    ],
    constructors: &[],
    imports,
    refine,
    prepare: None,
    typing: &super::Typing::NAMES,
};

/// `open Shop.Item`, `include Base`; a file is the module of its name.
fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    match node.kind() {
        "open_module" | "include_module" => {
            if let Some(module) = node.child_by_field_name("module").or_else(|| node.named_child(0)) {
                sink.add(source.text(module), "*", "", ImportFlags::NAMESPACE);
            }
        }
        // `module Store = Shop_store`
        "module_binding" => {
            let (Some(name), Some(body)) = (node.named_child(0), node.child_by_field_name("body")) else {
                return;
            };
            if body.kind() == "module_path" {
                sink.add(source.text(body), "", source.text(name), 0);
            }
        }
        _ => {}
    }
}

/// Whether a binding is one of `let … in …`.
fn is_local(binding: Node<'_>) -> bool {
    let above = binding.parent().and_then(|definition| definition.parent());
    above.is_some_and(|above| above.kind() == "let_expression")
}

fn refine(draft: &mut Draft<'_>) {
    match draft.kind {
        // `let f x = …` takes parameters, `let x = …` does not; `let () = …` defines nothing.
        Kind::Variable if is_local(draft.node) => draft.name.clear(),
        Kind::Variable => {
            let mut cursor = draft.node.walk();
            let takes = draft.node.named_children(&mut cursor).any(|child| child.kind() == "parameter")
                || draft
                    .node
                    .child_by_field_name("body")
                    .is_some_and(|body| matches!(body.kind(), "fun_expression" | "function_expression"));
            draft.kind = if takes { Kind::Function } else { Kind::Constant };
        }
        // Another name for a module.
        Kind::Module
            if draft.node.child_by_field_name("body").is_some_and(|body| body.kind() == "module_path") =>
        {
            draft.name.clear();
        }
        Kind::Method if super::has_word(draft.head, "private") => draft.visibility = Visibility::Private,
        _ => {}
    }
    if let Some(head) =
        draft.signature.strip_suffix(" struct").or_else(|| draft.signature.strip_suffix(" sig"))
    {
        draft.signature = head.trim_end_matches([' ', '=']).to_owned();
    }
}
