//! Who may use a Ruby method, and whether it belongs to the class itself.

use super::super::Draft;
use crate::traits::{Flags, Kind, Visibility};
use tree_sitter::Node;

/// Visibility by what stands around a member: `private` on a line of its own
/// holds for the members after it, `private :a` and `private def a` for one.
pub(super) fn decide(draft: &mut Draft<'_>) {
    let text = |node: Node<'_>| draft.file.get(node.byte_range()).unwrap_or("");
    let word = |node: Node<'_>| node.child_by_field_name("method").map_or("", text);
    let mut member = draft.node;
    let (mut visibility, mut is_static) = (None, draft.flags & Flags::STATIC != 0);
    let singleton = draft.node.kind() == "singleton_method";
    let named = matches!(draft.kind, Kind::Constant | Kind::Class);
    let body = loop {
        let Some(parent) = member.parent() else { return };
        match parent.kind() {
            "call" => visibility = visibility.or(meaning(word(parent), singleton)),
            "argument_list" | "if_modifier" | "unless_modifier" => {}
            _ => break parent,
        }
        member = parent;
    };
    let holder = body.parent();
    is_static |= holder.is_some_and(|holder| {
        holder.kind() == "singleton_class"
            || holder.kind() == "do_block"
                && holder.parent().is_some_and(|call| word(call) == "class_methods")
    });
    let mut section = None;
    for sibling in speaking(body, text(body)) {
        if sibling.kind() == "identifier" && sibling.start_byte() < member.start_byte() {
            section = meaning(text(sibling), false).or(section);
        } else if sibling.kind() == "call"
            && let Some(meant) = meaning(word(sibling), singleton || named)
            && let Some(arguments) = sibling.child_by_field_name("arguments")
            && arguments
                .named_children(&mut arguments.walk())
                .any(|one| text(one).strip_prefix(':') == Some(&draft.name))
        {
            visibility = Some(meant);
        }
    }
    if singleton || named {
        section = None;
    }
    match visibility.or(section) {
        Some(Meaning::Visible(visible)) => draft.visibility = visible,
        Some(Meaning::Static) => is_static = true,
        None => {}
    }
    if is_static && !named {
        draft.flags |= Flags::STATIC;
    }
}

/// The names and calls right in a body that may speak of visibility, in their
/// order. Found by their words: each of a class's hundreds of members asks, and
/// to look at all the others would cost their square.
fn speaking<'t>(body: Node<'t>, text: &str) -> Vec<Node<'t>> {
    let mut found = Vec::new();
    for word in ["private", "protected", "public", "module_function"] {
        for at in memchr::memmem::find_iter(text.as_bytes(), word) {
            let start = body.start_byte() + at;
            let name = body.descendant_for_byte_range(start, start + word.len());
            let Some(name) = name.filter(|name| name.kind() == "identifier") else { continue };
            let Some(around) = name.parent() else { continue };
            if around == body {
                found.push(name);
            } else if around.kind() == "call" && around.parent() == Some(body) {
                found.push(around);
            }
        }
    }
    found.sort_by_key(Node::start_byte);
    found
}

#[derive(Clone, Copy)]
enum Meaning {
    Visible(Visibility),
    Static,
}

/// What a word says about members; the `class` words speak of static ones.
fn meaning(word: &str, of_class: bool) -> Option<Meaning> {
    Some(match (word, of_class) {
        ("private", false) | ("private_class_method" | "private_constant", true) => {
            Meaning::Visible(Visibility::Private)
        }
        ("protected", false) => Meaning::Visible(Visibility::Protected),
        ("public", false) | ("public_class_method", true) => Meaning::Visible(Visibility::Public),
        ("module_function", false) => Meaning::Static,
        _ => return None,
    })
}
