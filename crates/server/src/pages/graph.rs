//! The neighbourhood of a symbol as a picture: who uses it on the left, what it uses on the right.
//! Every box is a link to the page of its symbol, so that the graph can be walked.

use super::links::Links;
use fathom_protocol::show::Response as Show;
use fathom_protocol::{Relation, Resolution};
use maud::{Markup, html};

/// Most boxes on each side.
const MOST: usize = 10;
const BOX_WIDTH: usize = 230;
const BOX_HEIGHT: usize = 38;
const ROW: usize = 48;
const GAP: usize = 72;
const MARGIN: usize = 8;
/// Letters of a name and of a path that fit into a box.
const NAME_LETTERS: usize = 28;
const PATH_LETTERS: usize = 36;

/// A box of the picture.
struct Node<'n> {
    id: &'n str,
    name: &'n str,
    path: &'n str,
    label: String,
    is_sure: bool,
}

impl Node<'_> {
    fn of(relation: &Relation) -> Node<'_> {
        let path = relation.node.split("::").next().unwrap_or_default();
        let is_sure = matches!(relation.resolution, Resolution::Compiler | Resolution::Exact);
        Node {
            id: &relation.node,
            name: &relation.name,
            path,
            label: relation.edge_type.to_string(),
            is_sure,
        }
    }
}

/// The picture; nothing where a symbol has no relations.
pub(super) fn picture(show: &Show, links: &Links) -> Markup {
    let (left, right) = (side(&show.callers), side(&show.callees));
    let rows = left.len().max(right.len());
    if rows == 0 {
        return html! {};
    }
    let width = 2 * MARGIN + 3 * BOX_WIDTH + 2 * GAP;
    let height = 2 * MARGIN + rows * ROW;
    let columns = [MARGIN, MARGIN + BOX_WIDTH + GAP, MARGIN + 2 * (BOX_WIDTH + GAP)];
    let middle = height / 2;
    let top = |at: usize, count: usize| middle - count * ROW / 2 + at * ROW + (ROW - BOX_HEIGHT) / 2;
    let own = Node {
        id: &show.symbol.id,
        name: &show.symbol.name,
        path: &show.symbol.source_path,
        label: String::new(),
        is_sure: true,
    };
    let more = |total: usize, shown: usize| total.saturating_sub(shown);
    html! {
        div.scroll {
            svg.graph viewBox={ "0 0 " (width) " " (height) }
                role="group" aria-label="Neighbourhood" {
                @for (at, node) in left.iter().enumerate() {
                    (edge(columns[0] + BOX_WIDTH, top(at, left.len()), columns[1], middle, node))
                }
                @for (at, node) in right.iter().enumerate() {
                    (edge(columns[1] + BOX_WIDTH, middle - BOX_HEIGHT / 2, columns[2], top(at, right.len()) + BOX_HEIGHT / 2, node))
                }
                @for (at, node) in left.iter().enumerate() { (boxed(columns[0], top(at, left.len()), node, links, "")) }
                (boxed(columns[1], middle - BOX_HEIGHT / 2, &own, links, "own"))
                @for (at, node) in right.iter().enumerate() { (boxed(columns[2], top(at, right.len()), node, links, "")) }
            }
        }
        @let (above, below) = (more(show.caller_count, show.callers.len().min(MOST)), more(show.callee_count, show.callees.len().min(MOST)));
        p.hint {
            "Left: who uses it. Right: what it uses. Dashed: not certain. Choose a box to go there."
            @if above > 0 { " " (above) " more users" @if below == 0 { "." } @else { "," } }
            @if below > 0 { " " (below) " more uses." }
        }
    }
}

/// The boxes of one side: each symbol once.
fn side(relations: &[Relation]) -> Vec<Node<'_>> {
    let mut nodes: Vec<Node<'_>> = Vec::new();
    for relation in relations {
        if nodes.len() < MOST && nodes.iter().all(|node| node.id != relation.node) {
            nodes.push(Node::of(relation));
        }
    }
    nodes
}

/// A curve from the right side of one box to the left side of another. `from_y` is the top of a box
/// on the left, or the top of the middle one.
fn edge(from_x: usize, from_y: usize, to_x: usize, to_y: usize, node: &Node<'_>) -> Markup {
    let from_y = from_y + BOX_HEIGHT / 2;
    let half = usize::midpoint(from_x, to_x);
    let path = format!("M{from_x} {from_y} C{half} {from_y} {half} {to_y} {to_x} {to_y}");
    html! {
        path.edge.unsure[!node.is_sure] d=(path) { title { (node.label) } }
    }
}

fn boxed(x: usize, y: usize, node: &Node<'_>, links: &Links, class: &str) -> Markup {
    html! {
        a.node.(class) href={ (links.symbol(node.id)) "#graph" } {
            title { (node.id) }
            rect x=(x) y=(y) width=(BOX_WIDTH) height=(BOX_HEIGHT) rx="6" {}
            text.name x=(x + 10) y=(y + 16) { (shortened(node.name, NAME_LETTERS)) }
            text.path x=(x + 10) y=(y + 31) {
                @if !node.label.is_empty() { (node.label) " · " }
                (shortened(node.path, PATH_LETTERS - node.label.len().min(20)))
            }
        }
    }
}

/// The end of a text, which is more specific than its beginning.
fn shortened(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    format!("…{}", text.chars().skip(count + 1 - most).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn a_long_name_keeps_its_end() {
        assert_eq!(shortened("Order.cancel", 20), "Order.cancel");
        assert_eq!(shortened("ActionCable::Channel::Base#subscribed", 12), "…#subscribed");
        assert_eq!(shortened("ééééé", 3), "…éé");
    }
}
