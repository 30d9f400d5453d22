//! Unresolved calls as answers list them.

use fathom_graph::{Graph, UnresolvedCall};
use fathom_protocol::MOST_UNRESOLVED;

/// The first of some unresolved calls, with their places.
pub(super) fn listed(graph: &Graph<'_>, calls: &[UnresolvedCall]) -> Vec<fathom_protocol::UnresolvedCall> {
    let listed = calls.iter().take(MOST_UNRESOLVED).filter_map(|call| {
        let facts = graph.files().get(graph.file_of(call.from).index())?.facts;
        let reference = facts.references.get(call.reference as usize)?;
        let (receiver, name) = (facts.text(reference.receiver), facts.text(reference.name));
        Some(fathom_protocol::UnresolvedCall {
            path: graph.path(call.from).to_owned(),
            line: call.line,
            node: graph.id(call.from),
            call: if receiver.is_empty() { name.to_owned() } else { format!("{receiver}.{name}") },
        })
    });
    listed.collect()
}
