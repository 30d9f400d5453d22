//! Traits that follow from the place of a definition: exported or not, the module's
//! or a function's own, a method of an object that is offered or of one that
//! stays inside a function.

use super::{WORDS, Word, written};
use crate::driver::Draft;
use crate::languages::{has_word, keyword_flags, keyword_visibility};
use crate::traits::{Flags, Kind, Visibility};
use tree_sitter::Node;

/// How much of a file is asked whether it is an ES module.
const HEAD_BYTES: usize = 8_192;
const DEPTH: usize = 16;
/// Ways to call one interface that are kept.
const CALL_SIGNATURES: usize = 48;

pub(crate) fn refine(draft: &mut Draft<'_>) {
    let node = draft.node;
    match node.kind() {
        "call_expression" => return test(draft),
        "assignment_expression" => assigned(draft),
        // Elsewhere the name that holds the function counts.
        "function_expression" if parent_kind(node) != "arguments" => draft.name.clear(),
        "pair" => object_member(draft),
        "method_definition" if parent_kind(node) == "object" => object_member(draft),
        "interface_declaration" => {
            draft.value_type = call_signatures(draft, node.child_by_field_name("body"));
        }
        "type_alias_declaration" => alias(draft),
        "export_statement" => draft.kind = kind_of_value(node.child_by_field_name("value"), Kind::Variable),
        "method_definition"
        | "method_signature"
        | "abstract_method_signature"
        | "field_definition"
        | "public_field_definition"
        | "property_signature"
        | "abstract_class_declaration"
        | "required_parameter"
        | "optional_parameter" => member(draft),
        "lexical_declaration" | "variable_declaration" | "variable_declarator"
            if draft.kind == Kind::Variable =>
        {
            variable(draft);
        }
        _ => {}
    }
    if draft.name.starts_with('[') {
        draft.name = draft.name.trim_matches(['[', ']', '"', '\'']).to_owned();
    }
    if node.kind() == "function_signature" || draft.path.ends_with(".d.ts") {
        draft.flags |= Flags::DECLARATION;
    }
    if matches!(draft.parent, Kind::File | Kind::Module) && draft.owner.is_empty() {
        match word_before(draft) {
            "declare" => draft.flags |= Flags::DECLARATION,
            "export" | "default" => {}
            _ if is_declaration(node) && in_es_module(draft.file) => draft.visibility = Visibility::Internal,
            _ => {}
        }
    }
}

/// A type that is a union, an intersection, or an object that can be called.
fn alias(draft: &mut Draft<'_>) {
    let Some(value) = draft.node.child_by_field_name("value") else { return };
    draft.value_type = match value.kind() {
        "object_type" => call_signatures(draft, Some(value)),
        "union_type" | "intersection_type" => {
            draft.file.get(value.byte_range()).and_then(written::parts).unwrap_or_default()
        }
        _ => return,
    };
}

/// The function types by which an interface or an object can be called, one on each line.
fn call_signatures(draft: &Draft<'_>, body: Option<Node<'_>>) -> String {
    let Some(body) = body else { return String::new() };
    let mut cursor = body.walk();
    let signatures = body.named_children(&mut cursor).filter(|one| one.kind() == "call_signature");
    let mut all: Vec<String> = Vec::new();
    for signature in signatures.take(CALL_SIGNATURES) {
        let text = |name: &str| {
            let node = signature.child_by_field_name(name);
            node.and_then(|node| draft.file.get(node.byte_range())).unwrap_or("")
        };
        let parameters = text("parameters");
        let list = parameters.strip_prefix('(').and_then(|list| list.strip_suffix(')')).unwrap_or("");
        let function = written::function(list, text("return_type"));
        if !all.contains(&function) {
            all.push(function);
        }
    }
    all.join("\n")
}

fn parent_kind(node: Node<'_>) -> &str {
    node.parent().map_or("", |parent| parent.kind())
}

/// The word right before the statement of a definition.
fn word_before<'t>(draft: &Draft<'t>) -> &'t str {
    let several = draft.node.kind() == "variable_declarator";
    let start = draft.node.parent().filter(|_| several).unwrap_or(draft.node).start_byte();
    let before = draft.file.get(..start).unwrap_or("").trim_end();
    let word = before.rfind(|c: char| !c.is_ascii_alphabetic()).map_or(0, |at| at + 1);
    before.get(word..).unwrap_or("")
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
    let value = draft.node.child_by_field_name("value").filter(|_| draft.kind == Kind::Field);
    if draft.kind == Kind::Function || value.is_some_and(|value| is_function(value.kind())) {
        draft.kind = Kind::Method;
    }
}

fn object_member(draft: &mut Draft<'_>) {
    keyword_flags(draft);
    if draft.kind == Kind::Function {
        draft.kind = Kind::Method;
    }
    if !offered_object(draft.node) {
        draft.name.clear();
    }
}

/// Calls with the word of a test, once they are seen to hold a function.
fn test(draft: &mut Draft<'_>) {
    draft.flags |= Flags::TEST;
    let called = draft.text.split('(').next().unwrap_or("");
    let table = called.contains('`');
    let known = called.split('.').skip(1).all(|part| table || WORDS.has(Word::TestModifier, part.trim()));
    let Some(arguments) = draft.node.child_by_field_name("arguments") else { return };
    let mut cursor = arguments.walk();
    let mut kinds = arguments.named_children(&mut cursor).map(|one| one.kind());
    let named =
        matches!(kinds.next(), Some("string" | "template_string" | "identifier" | "member_expression"));
    let holds_function = kinds.any(|kind| is_function(kind) || kind == "call_expression");
    if !known || !named || !holds_function {
        draft.name.clear();
    }
}

/// `exports.x = …`, `module.exports = …`, `Foo.prototype.x = …`, `Foo.x = …`, `this.x = …`.
fn assigned(draft: &mut Draft<'_>) {
    let value = draft.node.child_by_field_name("right");
    let kind = kind_of_value(value, draft.kind);
    let exports = matches!(draft.owner.as_str(), "exports" | "module.exports");
    if draft.kind == Kind::Field {
        this_member(draft, kind);
    } else if exports || draft.owner == "module" && draft.name == "exports" {
        if draft.owner == "module" {
            "default".clone_into(&mut draft.name);
        }
        draft.owner.clear();
        draft.kind = kind;
        // A name, an object of names, a class with a name and what is required are offered, not defined.
        let offered = value.is_some_and(|value| match value.kind() {
            "identifier" | "undefined" | "assignment_expression" => true,
            "object" => draft.name == "default",
            "class" => value.child_by_field_name("name").is_some(),
            _ => imported(value, draft),
        });
        if offered || draft.name == "default" && kind == Kind::Variable {
            draft.name.clear();
        }
    } else if kind != Kind::Function {
        draft.name.clear();
    } else {
        draft.kind = Kind::Method;
        if let Some(class) = draft.owner.strip_suffix(".prototype") {
            draft.owner = class.to_owned();
        } else if module_level(draft.node) {
            draft.flags |= Flags::STATIC;
        } else {
            draft.name.clear();
        }
    }
}

/// `this.x = …` in a class, or in a function that is used as one.
fn this_member(draft: &mut Draft<'_>, kind: Kind) {
    if draft.name.starts_with(['#', '_']) {
        draft.visibility = Visibility::Private;
    }
    if draft.parent != Kind::File {
        return;
    }
    let mut at = draft.node;
    while let Some(parent) = at.parent() {
        if parent.kind() == "function_declaration" {
            let name = parent.child_by_field_name("name").and_then(|name| draft.file.get(name.byte_range()));
            draft.owner = name.unwrap_or("").to_owned();
            if kind == Kind::Function {
                draft.kind = Kind::Method;
            }
        }
        if parent.kind().contains("function") {
            return;
        }
        at = parent;
    }
}

fn variable(draft: &mut Draft<'_>) {
    let value = match draft.node.kind() {
        "variable_declarator" => draft.node.child_by_field_name("value"),
        _ => draft.node.named_child(0).and_then(|declarator| declarator.child_by_field_name("value")),
    };
    if !module_level(draft.node) || value.is_some_and(|value| imported(value, draft)) {
        draft.name.clear();
        return;
    }
    draft.kind = kind_of_value(value, Kind::Variable);
    let mut letters = draft.name.chars().filter(|c| c.is_alphabetic()).peekable();
    let capital = letters.peek().is_some_and(|c| c.is_uppercase());
    if capital && draft.name.len() > 1 && letters.all(char::is_uppercase) {
        draft.kind = Kind::Constant;
    } else if capital && value.is_some_and(wraps_function) {
        // A component inside `memo`, `forwardRef`, `observer`.
        draft.kind = Kind::Function;
    }
}

fn is_function(kind: &str) -> bool {
    matches!(kind, "arrow_function" | "function_expression" | "generator_function")
}

fn kind_of_value(value: Option<Node<'_>>, other: Kind) -> Kind {
    match value.map_or("", |value| value.kind()) {
        "class" => Kind::Class,
        kind if is_function(kind) => Kind::Function,
        _ => other,
    }
}

fn first_argument(call: Node<'_>) -> Option<Node<'_>> {
    call.child_by_field_name("arguments")?.named_child(0)
}

/// `require("x")`, `await import("x")`, `lazy(() => import("x"))`.
fn imported(value: Node<'_>, draft: &Draft<'_>) -> bool {
    let later = || first_argument(value)?.child_by_field_name("body")?.child_by_field_name("function");
    let inner = match value.kind() {
        "await_expression" => value.named_child(0),
        "member_expression" => value.child_by_field_name("object"),
        _ => Some(value),
    };
    let function = inner.and_then(|call| call.child_by_field_name("function"));
    function.is_some_and(|function| {
        function.kind() == "import" || draft.file.get(function.byte_range()) == Some("require")
    }) || later().is_some_and(|function| function.kind() == "import")
}

fn wraps_function(value: Node<'_>) -> bool {
    value.kind() == "call_expression" && first_argument(value).is_some_and(|one| is_function(one.kind()))
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

/// Whether a statement is in the module itself, in a namespace or in the
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
        "internal_module" | "module" | "ambient_declaration" => true,
        "function_expression" | "arrow_function" => {
            matches!(parent_kind(node), "parenthesized_expression" | "call_expression")
        }
        _ => false,
    }
}

fn is_declaration(node: Node<'_>) -> bool {
    node.kind().ends_with("_declaration")
        || matches!(node.kind(), "variable_declarator" | "internal_module" | "module" | "function_signature")
}

/// Whether names are hidden unless exported: the file imports or exports.
/// Scripts and `CommonJS` files share what they define.
fn in_es_module(file: &str) -> bool {
    let head = &file[..file.floor_char_boundary(HEAD_BYTES)];
    head.lines().any(|line| line.starts_with("import ") || line.starts_with("export "))
}
