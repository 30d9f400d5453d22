//! What the place of a definition says about it: exported or not, a method of
//! an object that is offered or of one that stays inside a function.

use crate::driver::Draft;
use crate::facts::{Flags, Kind, Visibility};
use crate::languages::{has_word, keyword_flags, keyword_visibility};
use tree_sitter::Node;

/// How many statements are asked whether the file is an ES module.
const ASKED: usize = 64;
const DEPTH: usize = 16;

pub(crate) fn refine(draft: &mut Draft<'_>) {
    let node = draft.node;
    match node.kind() {
        "call_expression" => return test(draft),
        "assignment_expression" => assigned(draft),
        "method_definition" | "pair" if node.parent().is_some_and(|parent| parent.kind() == "object") => {
            keyword_flags(draft);
            if draft.kind == Kind::Function {
                draft.kind = Kind::Method;
            }
            if !offered_object(node) {
                draft.name.clear();
            }
        }
        "method_definition"
        | "method_signature"
        | "abstract_method_signature"
        | "field_definition"
        | "public_field_definition"
        | "property_signature"
        | "abstract_class_declaration"
        | "required_parameter"
        | "optional_parameter" => member(draft),
        "function_signature" => draft.flags |= Flags::DECLARATION,
        _ => {}
    }
    match draft.kind {
        Kind::Variable => variable(draft),
        // A computed name as `[key]() {}` is an expression, not a name.
        _ if draft.name.starts_with('[') => {
            draft.name = draft.name.trim_matches(['[', ']']).trim_matches(['"', '\'']).to_owned();
        }
        _ => {}
    }
    if matches!(draft.parent, Kind::File | Kind::Module) && draft.owner.is_empty() {
        if within(node, "ambient_declaration") {
            draft.flags |= Flags::DECLARATION;
        } else if is_declaration(node) && !exported(node) && in_es_module(node) {
            draft.visibility = Visibility::Internal;
        }
    }
}

fn member(draft: &mut Draft<'_>) {
    keyword_flags(draft);
    if has_word(draft.head, "set") {
        draft.flags |= Flags::PROPERTY;
    }
    draft.visibility = keyword_visibility(draft.head, Visibility::Public);
    if draft.name.starts_with(['#', '_']) && draft.kind != Kind::Class {
        draft.visibility = Visibility::Private;
    }
    if draft.node.kind() == "method_signature" {
        draft.flags |= if draft.parent == Kind::Class { Flags::DECLARATION } else { Flags::ABSTRACT };
    }
    if draft.kind == Kind::Function {
        draft.kind = Kind::Method;
    }
}

/// `describe`, `it` and their kin, once they are seen to hold a function.
fn test(draft: &mut Draft<'_>) {
    draft.flags |= Flags::TEST;
    let called = draft.text.split('(').next().unwrap_or("");
    let known = called.split(['.', '`']).skip(1).all(|part| {
        matches!(
            part.trim(),
            "only"
                | "skip"
                | "each"
                | "todo"
                | "concurrent"
                | "sequential"
                | "failing"
                | "fails"
                | "serial"
                | "parallel"
                | "describe"
                | "test"
                | "module"
                | "step"
                | "if"
                | "runIf"
                | "skipIf"
        ) || called.contains('`')
    });
    let holds_function = draft.node.child_by_field_name("arguments").is_some_and(|arguments| {
        arguments.named_children(&mut arguments.walk()).skip(1).any(|one| {
            matches!(one.kind(), "arrow_function" | "function_expression" | "generator_function")
                || one.kind() == "call_expression"
        })
    });
    if !known || !holds_function {
        draft.name.clear();
    }
}

/// `exports.x = …`, `module.exports = …`, `Foo.prototype.x = …`, `Foo.x = …`.
fn assigned(draft: &mut Draft<'_>) {
    if draft.text.starts_with("this.") || draft.text.starts_with("this\n") {
        if draft.name.starts_with(['#', '_']) {
            draft.visibility = Visibility::Private;
        }
        return;
    }
    let exports = matches!(draft.owner.as_str(), "exports" | "module.exports");
    if draft.owner == "module" && draft.name == "exports" {
        draft.name = "default".to_owned();
        draft.owner.clear();
        draft.kind = Kind::Function;
    } else if exports {
        draft.owner.clear();
        if draft.kind == Kind::Method || draft.kind == Kind::Constructor {
            draft.kind = Kind::Function;
        }
        // `exports = module.exports = …` names nothing of its own.
        if draft.name == "exports" {
            draft.name.clear();
        }
    } else if let Some(class) = draft.owner.strip_suffix(".prototype") {
        draft.owner = class.to_owned();
    } else if module_level(draft.node) {
        draft.flags |= Flags::STATIC;
    } else {
        draft.name.clear();
    }
}

fn variable(draft: &mut Draft<'_>) {
    let value = value_of(draft.node);
    let imported = value.is_some_and(|value| {
        let text = draft.text.get(value.start_byte().saturating_sub(draft.node.start_byte())..);
        let text = text.unwrap_or("").trim_start_matches("await ");
        text.starts_with("require(") || text.starts_with("import(") || imports_later(value)
    });
    if imported {
        draft.name.clear();
    }
    let mut letters = draft.name.chars().filter(|c| c.is_alphabetic()).peekable();
    let capital = letters.peek().is_some_and(|c| c.is_uppercase());
    let shouted = draft.name.len() > 1 && letters.all(char::is_uppercase);
    if capital && shouted {
        draft.kind = Kind::Constant;
    } else if capital && value.is_some_and(wraps_function) {
        // A component inside `memo`, `forwardRef`, `observer`.
        draft.kind = Kind::Function;
    }
}

fn value_of(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        "lexical_declaration" | "variable_declaration" => {
            let mut cursor = node.walk();
            let declarator = node.named_children(&mut cursor).find(|n| n.kind() == "variable_declarator")?;
            declarator.child_by_field_name("value")
        }
        "variable_declarator" => node.child_by_field_name("value"),
        "assignment_expression" => node.child_by_field_name("right"),
        _ => None,
    }
}

/// `lazy(() => import("./Foo"))`.
fn imports_later(value: Node<'_>) -> bool {
    value
        .child_by_field_name("arguments")
        .and_then(|arguments| arguments.named_child(0))
        .and_then(|callback| callback.child_by_field_name("body"))
        .and_then(|body| body.child_by_field_name("function"))
        .is_some_and(|function| function.kind() == "import")
}

fn wraps_function(value: Node<'_>) -> bool {
    let first = value.child_by_field_name("arguments").and_then(|arguments| arguments.named_child(0));
    value.kind() == "call_expression"
        && first.is_some_and(|one| matches!(one.kind(), "arrow_function" | "function_expression"))
}

/// Whether an object's member can be reached from outside: the object is the
/// module's, is exported, or is what a function returns.
fn offered_object(member: Node<'_>) -> bool {
    let mut handed_over = false;
    let mut at = member;
    for _ in 0..DEPTH {
        let Some(parent) = at.parent() else { return false };
        match parent.kind() {
            "arguments" => handed_over = true,
            "object"
            | "pair"
            | "array"
            | "parenthesized_expression"
            | "as_expression"
            | "satisfies_expression"
            | "call_expression"
            | "new_expression"
            | "spread_element"
            | "await_expression" => {}
            "variable_declarator" | "assignment_expression" | "expression_statement" => {
                return module_level(parent);
            }
            "export_statement" | "field_definition" | "public_field_definition" => return true,
            "return_statement" | "arrow_function" => return !handed_over,
            _ => return false,
        }
        at = parent;
    }
    false
}

/// Whether a statement stands in the module itself, in a namespace or in the
/// function that old modules wrap around themselves.
fn module_level(node: Node<'_>) -> bool {
    let mut at = node;
    for _ in 0..DEPTH {
        let Some(parent) = at.parent() else { return false };
        match parent.kind() {
            "program" => return true,
            "variable_declarator"
            | "assignment_expression"
            | "expression_statement"
            | "lexical_declaration"
            | "variable_declaration"
            | "export_statement"
            | "ambient_declaration"
            | "internal_module"
            | "module"
            | "call_expression"
            | "parenthesized_expression"
            | "unary_expression" => {}
            "statement_block" if parent.parent().is_some_and(wraps_module) => {}
            "function_expression" | "arrow_function" if wraps_module(parent) => {}
            _ => return false,
        }
        at = parent;
    }
    false
}

/// A namespace, or `(function () { … })()`.
fn wraps_module(node: Node<'_>) -> bool {
    match node.kind() {
        "internal_module" | "module" => true,
        "function_expression" | "arrow_function" => node
            .parent()
            .is_some_and(|parent| matches!(parent.kind(), "parenthesized_expression" | "call_expression")),
        _ => false,
    }
}

fn is_declaration(node: Node<'_>) -> bool {
    node.kind().ends_with("_declaration")
        || matches!(node.kind(), "variable_declarator" | "internal_module" | "module" | "function_signature")
}

fn exported(node: Node<'_>) -> bool {
    let statement = if node.kind() == "variable_declarator" { node.parent() } else { Some(node) };
    let parent = statement.and_then(|statement| statement.parent());
    parent.is_some_and(|parent| parent.kind() == "export_statement")
}

fn within(node: Node<'_>, kind: &str) -> bool {
    let mut at = node;
    for _ in 0..DEPTH {
        let Some(parent) = at.parent() else { return false };
        if parent.kind() == kind {
            return true;
        }
        at = parent;
    }
    false
}

/// Whether names are hidden unless exported: one of the first statements
/// imports or exports. Scripts and CommonJS files share what they define.
fn in_es_module(node: Node<'_>) -> bool {
    let mut root = node;
    while let Some(parent) = root.parent() {
        root = parent;
    }
    root.children(&mut root.walk())
        .take(ASKED)
        .any(|child| matches!(child.kind(), "import_statement" | "export_statement"))
}
