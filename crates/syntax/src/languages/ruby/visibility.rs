//! The visibility of a Ruby method, and whether it belongs to the class itself.

use super::super::Draft;
use crate::traits::{Flags, Kind, Visibility};
use rustc_hash::FxHashMap;
use tree_sitter::Node;

/// Visibility by the code around a member: `private` on a line of its own
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
    let declared = draft.once(body, || DeclaredVisibility::new(body, draft.file));
    let before = declared.sections.partition_point(|(start, _)| *start < member.start_byte());
    let mut section = before.checked_sub(1).map(|last| declared.sections[last].1);
    if let Some(meant) = declared.members(singleton || named).get(&draft.name) {
        visibility = Some(*meant);
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

/// The visibility that names and calls directly in a body set for its members: found once
/// for all of them, and each may be one of thousands.
struct DeclaredVisibility {
    /// Words on lines of their own, with their places, in order.
    sections: Vec<(usize, Meaning)>,
    /// By the names that calls are given.
    instance: FxHashMap<String, Meaning>,
    class: FxHashMap<String, Meaning>,
}

impl DeclaredVisibility {
    fn new(body: Node<'_>, file: &str) -> DeclaredVisibility {
        let text = |node: Node<'_>| file.get(node.byte_range()).unwrap_or("");
        let [instance, class] = [(); 2].map(|()| FxHashMap::default());
        let mut declared = DeclaredVisibility { sections: Vec::new(), instance, class };
        for sibling in body.named_children(&mut body.walk()) {
            if sibling.kind() == "identifier" {
                declared
                    .sections
                    .extend(meaning(text(sibling), false).map(|meant| (sibling.start_byte(), meant)));
            }
            if sibling.kind() != "call" {
                continue;
            }
            let word = sibling.child_by_field_name("method").map_or("", text);
            for (of_class, members) in [(false, &mut declared.instance), (true, &mut declared.class)] {
                let Some(meant) = meaning(word, of_class) else { continue };
                let Some(arguments) = sibling.child_by_field_name("arguments") else { continue };
                let names = arguments.named_children(&mut arguments.walk()).map(text).collect::<Vec<_>>();
                let names = names.into_iter().filter_map(|name| name.strip_prefix(':'));
                members.extend(names.map(|name| (name.to_owned(), meant)));
            }
        }
        declared
    }

    fn members(&self, of_class: bool) -> &FxHashMap<String, Meaning> {
        if of_class { &self.class } else { &self.instance }
    }
}

#[derive(Clone, Copy)]
enum Meaning {
    Visible(Visibility),
    Static,
}

/// The visibility that a word sets for members; the `class` words apply to static ones.
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
