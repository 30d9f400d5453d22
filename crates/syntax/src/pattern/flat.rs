//! A tree laid out in a row, in the order of a walk through it.
//!
//! Patterns look at the same children again and again; from a row they do so
//! without another call into the parser's C code, and the next sibling of a
//! node is one look away however many there are.

use super::index::{Index, Interest};
use std::cell::Cell;
use std::num::NonZero;
use tree_sitter::{Node, Tree};

/// Deeper nodes are left out: asking a node for its parent costs its depth, so a tower of
/// brackets would cost the square of its height.
const DEEPEST: usize = 1_000;

/// Rows longer than this are given back to the system.
const KEPT_SPOTS: usize = 1 << 18;

thread_local! {
    /// The room of the last row: asking for so much at once, file by file, makes the
    /// allocator tidy up, which then slows the parser's many small requests down.
    static ROOM: Cell<Vec<FlatNode<'static>>> = const { Cell::new(Vec::new()) };
}

/// Keeps the room of a row for the next one.
pub(super) fn give_back(spots: Vec<FlatNode<'_>>) {
    if spots.capacity() <= KEPT_SPOTS {
        ROOM.set(empty(spots));
    }
}

/// The same room without what was in it, for nodes of another tree.
fn empty<'t>(mut spots: Vec<FlatNode<'_>>) -> Vec<FlatNode<'t>> {
    spots.clear();
    // Nothing is left to turn into anything; the standard library reuses the room.
    spots.into_iter().map(|_| unreachable!("the row is empty")).collect()
}

/// One node of the row.
pub(crate) struct FlatNode<'t> {
    pub(crate) node: Node<'t>,
    pub(crate) kind: u16,
    /// The field that contains it, or 0; set only if a pattern needs it.
    pub(super) field: u16,
    /// The spot behind all that is in it.
    pub(crate) next: u32,
    /// The spot it is in; the root's is its own.
    pub(crate) parent: u32,
}

/// A node whose children are being laid out.
struct Open {
    at: u32,
    interest: Interest,
    /// Children that are not reached yet; without marks, if no pattern asks for these.
    to_come: u32,
}

/// Lays out a tree without the keywords and marks that no pattern asks for.
pub(super) fn flatten<'t>(tree: &'t Tree, index: &Index) -> Vec<FlatNode<'t>> {
    let mut spots: Vec<FlatNode<'t>> = empty(ROOM.take());
    // The root is alone in nothing.
    let mut open = vec![Open { at: 0, interest: Interest::default(), to_come: 1 }];
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        let kind = node.kind_id();
        let at = spots.len() as u32;
        let Some(Open { at: parent, interest: around, to_come }) = open.last_mut() else { return spots };
        let (parent, around) = (*parent, *around);
        let own = index.interest(kind);
        *to_come = to_come.saturating_sub(u32::from(around.marks() || own.named()));
        let counts = own.named() || around.marks() && (own.asked() || around.all_children());
        if counts {
            let field = if around.fields() { cursor.field_id().map_or(0, NonZero::get) } else { 0 };
            spots.push(FlatNode { node, kind, field, next: at + 1, parent });
        }
        // Most nodes hold nothing that counts: asking is cheaper than going to see.
        let nests = open.len() < DEEPEST;
        if nests && (own.marks() || node.named_child_count() > 0) && cursor.goto_first_child() {
            if !counts {
                spots.push(FlatNode { node, kind, field: 0, next: at + 1, parent });
            }
            let to_come = if own.marks() { node.child_count() } else { node.named_child_count() as u32 };
            open.push(Open { at, interest: own, to_come });
            continue;
        }
        // To look for a sibling behind the last one that may count costs as much as to go there.
        while open.last().is_some_and(|open| open.to_come == 0) || !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return spots;
            }
            if let Some(done) = open.pop() {
                spots[done.at as usize].next = spots.len() as u32;
            }
        }
    }
}
