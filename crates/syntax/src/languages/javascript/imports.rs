//! Imports and exports of ES modules and of `CommonJS`.
//!
//! What a file offers under another name is an import from the empty path,
//! marked as offered again; `default` is the name of a module's own value,
//! which `CommonJS` writes `module.exports = …`.

use crate::driver::{ImportSink, Source};
use crate::facts::ImportFlags;
use tree_sitter::Node;

const OFFERED: u32 = ImportFlags::REEXPORT;

pub(crate) fn imports(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    match node.kind() {
        "import_statement" => import(node, source, sink),
        "export_statement" => export(node, source, sink),
        "call_expression" => require(node, source, sink),
        "assignment_expression" => assigned_export(node, source, sink),
        "import_alias" => {
            let mut cursor = node.walk();
            let names: Vec<&str> = node.named_children(&mut cursor).map(|n| source.text(n)).collect();
            if let [alias, target] = names[..] {
                sink.add("", target, alias, 0);
            }
        }
        _ => {}
    }
}

fn unquoted<'a>(node: Node<'_>, source: &Source<'a>) -> &'a str {
    source.text(node).trim_matches(['"', '\'', '`'])
}

fn field<'a>(node: Node<'_>, name: &str, source: &Source<'a>) -> &'a str {
    node.child_by_field_name(name).map_or("", |child| unquoted(child, source))
}

fn import(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let mut path = field(node, "source", source);
    let mut named = false;
    for child in node.named_children(&mut node.walk()) {
        match child.kind() {
            "import_require_clause" => {
                path = field(child, "source", source);
                sink.add(path, "", child.named_child(0).map_or("", |n| source.text(n)), 0);
                named = true;
            }
            "import_clause" => {
                named = true;
                for part in child.named_children(&mut child.walk()) {
                    match part.kind() {
                        "identifier" => sink.add(path, "default", source.text(part), 0),
                        "namespace_import" => {
                            sink.add(path, "", part.named_child(0).map_or("", |n| source.text(n)), 0);
                        }
                        _ => specifiers(part, path, 0, source, sink),
                    }
                }
            }
            _ => {}
        }
    }
    if !named && !path.is_empty() {
        sink.add(path, "", "", 0);
    }
}

/// `{ a, b as c }` of an import or export.
fn specifiers(list: Node<'_>, path: &str, flags: u32, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    for one in list.named_children(&mut list.walk()) {
        let name = field(one, "name", source);
        if !name.is_empty() {
            sink.add(path, name, field(one, "alias", source), flags);
        }
    }
}

fn export(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let path = field(node, "source", source);
    let mut default = false;
    for child in node.children(&mut node.walk()) {
        match child.kind() {
            "*" => sink.add(path, "*", "", OFFERED),
            "namespace_export" => {
                let alias = child.child(child.child_count().saturating_sub(1));
                sink.add(path, "", alias.map_or("", |n| unquoted(n, source)), OFFERED);
            }
            "export_clause" => specifiers(child, path, OFFERED, source, sink),
            "default" | "=" => default = true,
            "decorator" | "comment" => {}
            _ if default && child.is_named() => {
                let name = own_value(child, source);
                if !name.is_empty() {
                    sink.add("", name, "default", OFFERED);
                }
            }
            _ => {}
        }
    }
}

/// The name behind a module's own value; wrapped components (`memo(Foo)`,
/// `connect(…)(Foo)`) are what they wrap, the only object of a class (`new Foo()`) is of it.
fn own_value<'a>(value: Node<'_>, source: &Source<'a>) -> &'a str {
    match value.kind() {
        "identifier" => source.text(value),
        "new_expression" => {
            let class = value.child_by_field_name("constructor").filter(|one| one.kind() == "identifier");
            class.map_or("", |class| source.text(class))
        }
        "call_expression" => {
            let first = value.child_by_field_name("arguments").and_then(|arguments| arguments.named_child(0));
            first
                .filter(|one| one.kind() == "identifier")
                .map(|one| source.text(one))
                .filter(|name| name.starts_with(char::is_uppercase))
                .unwrap_or("")
        }
        _ => field(value, "name", source),
    }
}

/// Under which name an assignment offers its value, if it does.
fn offered_as<'a>(assignment: Node<'_>, source: &Source<'a>) -> Option<&'a str> {
    let left = source.text(assignment.child_by_field_name("left")?);
    match left {
        "module.exports" => Some("default"),
        _ => left.strip_prefix("module.").unwrap_or(left).strip_prefix("exports."),
    }
}

/// `module.exports = { a, b: c }`, `module.exports = Foo`, `exports.a = b`,
/// `var app = exports = module.exports = {}`.
fn assigned_export(node: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let (Some(alias), Some(value)) = (offered_as(node, source), node.child_by_field_name("right")) else {
        return;
    };
    let mut holder = node;
    while let Some(outer) = holder.parent().filter(|_| holder.kind() == "assignment_expression") {
        holder = outer;
    }
    if alias == "default" && holder.kind() == "variable_declarator" {
        sink.add("", field(holder, "name", source), alias, OFFERED);
    }
    if value.kind() != "object" {
        let name = own_value(value, source);
        // `exports.a = function b() {}` defines `a`.
        if !name.is_empty() && (alias == "default" || value.kind() == "identifier") {
            sink.add("", name, if alias == name { "" } else { alias }, OFFERED);
        }
    } else if alias == "default" {
        for member in value.named_children(&mut value.walk()) {
            match member.kind() {
                "shorthand_property_identifier" => sink.add("", source.text(member), "", OFFERED),
                "pair" if member.child_by_field_name("value").is_some_and(|v| v.kind() == "identifier") => {
                    let (key, name) = (field(member, "key", source), field(member, "value", source));
                    sink.add("", name, if key == name { "" } else { key }, OFFERED);
                }
                _ => {}
            }
        }
    }
}

/// `require("x")` and `import("x")`, read from the call outwards: which part of
/// the module is taken and what it is bound to.
fn require(call: Node<'_>, source: &Source<'_>, sink: &mut ImportSink<'_>) {
    let Some(path) = call
        .child_by_field_name("arguments")
        .and_then(|arguments| arguments.named_child(0))
        .map(|path| unquoted(path, source))
    else {
        return;
    };
    let mut name = "";
    let mut at = call;
    let mut add = |name: &str, alias: &str, flags: u32| {
        sink.add(path, name, if alias == name { "" } else { alias }, flags);
    };
    while let Some(parent) = at.parent() {
        match parent.kind() {
            "await_expression" | "parenthesized_expression" | "non_null_expression" | "as_expression" => {}
            "member_expression" if name.is_empty() => {
                name = field(parent, "property", source);
                if name == "then" {
                    return add(awaited(parent, source), "", 0);
                }
            }
            "variable_declarator" => return bound(parent, name, source, &mut add),
            "assignment_expression" => {
                return match offered_as(parent, source) {
                    Some("default") => add(if name.is_empty() { "*" } else { name }, "", OFFERED),
                    Some(alias) => add(name, alias, OFFERED),
                    None => add(name, field(parent, "left", source), 0),
                };
            }
            "pair" | "spread_element" if in_exports(parent, source) => {
                let spread = parent.kind() == "spread_element";
                return add(if spread { "*" } else { name }, field(parent, "key", source), OFFERED);
            }
            // `lazy(() => import("./Foo"))` is the module's own value.
            "arrow_function" => {
                let holder =
                    parent.parent().and_then(|arguments| arguments.parent()).and_then(|c| c.parent());
                return match holder.filter(|holder| holder.kind() == "variable_declarator") {
                    Some(holder) => add("default", field(holder, "name", source), 0),
                    None => add(name, "", 0),
                };
            }
            _ => break,
        }
        at = parent;
    }
    add(name, "", 0);
}

/// The name in `import("x").then(m => m.Name)`.
fn awaited<'a>(then: Node<'_>, source: &Source<'a>) -> &'a str {
    then.parent()
        .and_then(|call| call.child_by_field_name("arguments"))
        .and_then(|arguments| arguments.named_child(0))
        .and_then(|callback| callback.child_by_field_name("body"))
        .map_or("", |body| field(body, "property", source))
}

fn in_exports(member: Node<'_>, source: &Source<'_>) -> bool {
    let assignment = member.parent().and_then(|object| object.parent());
    assignment.is_some_and(|a| a.kind() == "assignment_expression" && offered_as(a, source).is_some())
}

fn bound(declarator: Node<'_>, name: &str, source: &Source<'_>, add: &mut dyn FnMut(&str, &str, u32)) {
    let Some(pattern) = declarator.child_by_field_name("name") else { return };
    if pattern.kind() != "object_pattern" {
        let alias = if pattern.kind() == "identifier" { source.text(pattern) } else { "" };
        return add(name, alias, 0);
    }
    for part in pattern.named_children(&mut pattern.walk()) {
        match part.kind() {
            "shorthand_property_identifier_pattern" => add(source.text(part), "", 0),
            "object_assignment_pattern" => add(field(part, "left", source), "", 0),
            "pair_pattern" => {
                let value = part.child_by_field_name("value").filter(|v| v.kind() == "identifier");
                add(field(part, "key", source), value.map_or("", |v| source.text(v)), 0);
            }
            _ => {}
        }
    }
}
