//! The meaning of modifiers and annotations, in the languages that write them
//! before a declaration.

use super::Draft;
use crate::traits::{Flags, Visibility};
use tree_sitter::Node;

/// Modifiers come first; one declaration may name ten thousand things after them.
const FIRST_CHILDREN: usize = 64;

/// The modifier keywords of a declaration: the tokens in its children of kind
/// `modifiers` and the like. Words in annotations are none of them.
pub(super) struct Modifiers<'t>(Vec<&'t str>);

impl<'t> Modifiers<'t> {
    /// Reads them from the direct children of `node` whose kind contains `modifier`.
    pub(super) fn of(node: Node<'t>) -> Modifiers<'t> {
        let mut words = Vec::new();
        let mut cursor = node.walk();
        let first = node.children(&mut cursor).take(FIRST_CHILDREN);
        for child in first.filter(|child| child.kind().contains("modifier")) {
            tokens(child, &mut words, 0);
        }
        Modifiers(words)
    }

    pub(super) fn has(&self, word: &str) -> bool {
        self.0.contains(&word)
    }

    /// The visibility written down, or `default`.
    pub(super) fn visibility(&self, default: Visibility) -> Visibility {
        let mut found = None;
        for word in &self.0 {
            match *word {
                "public" => found = Some(Visibility::Public),
                // Swift's `open` sets the visibility, Kotlin's only allows subclasses.
                "open" => found = found.or(Some(Visibility::Public)),
                // `protected internal` and `private protected` stay protected.
                "protected" => return Visibility::Protected,
                "internal" | "package" => found = Some(Visibility::Internal),
                "private" | "fileprivate" | "file" => found = Some(Visibility::Private),
                _ => {}
            }
        }
        found.unwrap_or(default)
    }

    /// The flags that `static` and `abstract` mean.
    pub(super) fn flags(&self) -> u16 {
        let mut flags = 0;
        if self.has("static") {
            flags |= Flags::STATIC;
        }
        if self.has("abstract") {
            flags |= Flags::ABSTRACT;
        }
        flags
    }
}

fn tokens<'t>(node: Node<'t>, words: &mut Vec<&'t str>, depth: usize) {
    if node.child_count() == 0 {
        words.push(node.kind());
    }
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        // `private(set)` applies to the setter alone.
        let of_setter = child.child(1).is_some_and(|second| second.kind() == "(");
        if depth < 4
            && !of_setter
            && !child.kind().contains("annotation")
            && !child.kind().contains("attribute")
        {
            tokens(child, words, depth + 1);
        }
    }
}

/// The last segments of the names of a definition's annotations: `Test` for
/// `@a.b.Test(timeout = 3)` and for `[Test]`.
pub(super) fn annotations<'d>(draft: &'d Draft<'_>) -> impl Iterator<Item = &'d str> {
    draft.decorators.iter().map(|text| {
        let name = text.split(['(', '<']).next().unwrap_or("");
        let last = name.rsplit(['.', ':', ' ', '@', '[']).next().unwrap_or("");
        last.trim_end_matches(']')
    })
}
