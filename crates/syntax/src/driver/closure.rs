//! Functions without a name: what they return is their own, and what they are
//! handed is known from the call they are handed to.

use super::source::Source;
use crate::conventions::ITERATORS;
use crate::languages::Shape;
use tree_sitter::Node;

/// Methods that call a function with their receiver's value once it is there.
const HANDS_ON: &[&str] = &["then", "subscribe", "tap"];

/// Whether a place in a definition is inside a closure.
pub(super) fn in_closure(closures: &[(usize, usize)], signature_end: usize, at: usize) -> bool {
    let first = closures.partition_point(|c| c.0 < signature_end);
    let after = closures.partition_point(|c| c.0 <= at);
    closures.get(first..after).is_some_and(|inside| inside.iter().any(|c| at < c.1))
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
