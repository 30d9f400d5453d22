//! Functions without a name: what they return is their own, and what they are
//! handed is known from the call they are handed to.

use super::source::Source;
use crate::conventions::ITERATORS;
use crate::languages::Shape;
use tree_sitter::Node;

/// Methods that call a function with their receiver's value once it is there.
const HANDS_ON: &[&str] = &["then", "subscribe", "tap"];

/// A function without a name: its first and last bytes and lines.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Closure {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) line: u32,
    pub(super) end_line: u32,
}

impl Closure {
    pub(super) fn new(node: Node<'_>) -> Closure {
        Closure {
            start: node.start_byte(),
            end: node.end_byte(),
            line: node.start_position().row as u32 + 1,
            end_line: node.end_position().row as u32 + 1,
        }
    }
}

/// Whether a place in a definition is inside a closure.
pub(super) fn in_closure(closures: &[Closure], signature_end: usize, at: usize) -> bool {
    let first = closures.partition_point(|c| c.start < signature_end);
    let after = closures.partition_point(|c| c.start <= at);
    closures.get(first..after).is_some_and(|inside| inside.iter().any(|c| at < c.end))
}

/// The first parameter of a closure and the chain of what it is bound to.
pub(super) fn first_parameter<'t>(
    called: Node<'t>,
    closure: Node<'t>,
    source: &Source<'t>,
) -> Option<(Node<'t>, String)> {
    let field = |node: Node<'t>, name: &str| node.child_by_field_name(name);
    let parameter = field(closure, "parameter").or_else(|| field(closure, "parameters")?.named_child(0))?;
    if field(parameter, "type").is_some() {
        return None;
    }
    let name = field(parameter, "pattern").or_else(|| field(parameter, "name")).unwrap_or(parameter);
    if !matches!(source.shape(name), Some(Shape::Name)) {
        return None;
    }
    let chain = source.chain(called)?;
    let (receiver, method) = chain.rsplit_once('.').filter(|(receiver, _)| *receiver != "?")?;
    if ITERATORS.contains(&method) {
        Some((name, format!("{receiver}[]")))
    } else {
        HANDS_ON.contains(&method).then(|| (name, receiver.to_owned()))
    }
}
