//! Receiver chains: what stands before a name, in a small common spelling.
//!
//! `self.app.router().routes[0]` becomes `self.app.router().routes[]` in every
//! language: segments joined by dots, `()` after what is called, `[]` after
//! what is indexed, `self` and `super` for the instance, `!` for a value of a
//! built-in type, `?` for what light typing cannot follow.

use crate::driver::Source;
use crate::languages::Shape;
use tree_sitter::Node;

const DEPTH: usize = 24;
const BYTES: usize = 160;

/// The called or read name with what it is taken from.
pub(crate) struct Target {
    pub(crate) receiver: String,
    pub(crate) name: String,
    pub(crate) line: u32,
    pub(crate) instantiates: bool,
}

/// The chain of an expression; `None` if it has none.
pub(crate) fn chain(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let mut out = String::new();
    write(node, source, &mut out, 0);
    (out != "?" && !out.is_empty() && out.len() <= BYTES).then_some(out)
}

fn write(node: Node<'_>, source: &Source<'_>, out: &mut String, depth: usize) {
    if depth > DEPTH || out.len() > BYTES {
        out.push('?');
        return;
    }
    let field = |name: &str| node.child_by_field_name(name);
    let follow = |child: Option<Node<'_>>, out: &mut String| match child {
        Some(child) => write(child, source, out, depth + 1),
        None => out.push('?'),
    };
    match source.shape(node) {
        None => out.push('?'),
        Some(Shape::Name) => out.push_str(source.text(node)),
        Some(Shape::This) => out.push_str("self"),
        Some(Shape::Super) => out.push_str("super"),
        Some(Shape::Literal) => out.push('!'),
        Some(Shape::Member(object, name)) => {
            follow(field(object), out);
            out.push('.');
            out.push_str(&field(name).map_or("?".to_owned(), |name| plain(source.text(name))));
        }
        Some(Shape::Call(function)) => {
            follow(field(function), out);
            out.push_str("()");
        }
        Some(Shape::MethodCall(object, name)) => {
            if let Some(object) = field(object) {
                write(object, source, out, depth + 1);
                out.push('.');
            }
            out.push_str(&field(name).map_or("?".to_owned(), |name| plain(source.text(name))));
            out.push_str("()");
        }
        Some(Shape::New(class)) => {
            out.push_str(
                &field(class).map_or("?".to_owned(), |class| crate::types::principal(source.text(class))),
            );
            out.push_str("()");
        }
        Some(Shape::Index(object)) => {
            follow(field(object), out);
            out.push_str("[]");
        }
        Some(Shape::Inner) => follow(node.named_child(0), out),
        Some(Shape::Field(name)) => follow(field(name), out),
        Some(Shape::Path) => out.push_str(&plain(source.text(node))),
        Some(Shape::Custom(custom)) => match custom(node, source) {
            Some(text) => out.push_str(&text),
            None => out.push('?'),
        },
    }
}

/// A path in the source's spelling, without generic arguments, with dots.
fn plain(text: &str) -> String {
    let simple = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if simple { text.to_owned() } else { crate::types::principal(text) }
}

/// Splits a called or read expression into receiver and name.
pub(crate) fn split(node: Node<'_>, source: &Source<'_>) -> Option<Target> {
    let mut node = node;
    for _ in 0..DEPTH {
        let line = |at: Node<'_>| at.start_position().row as u32 + 1;
        let field = |name: &str| node.child_by_field_name(name);
        let receiver = |of: Option<Node<'_>>| {
            of.map_or(String::new(), |object| chain(object, source).unwrap_or_else(|| "?".to_owned()))
        };
        match source.shape(node)? {
            Shape::Name => {
                return Some(Target {
                    receiver: String::new(),
                    name: source.text(node).to_owned(),
                    line: line(node),
                    instantiates: false,
                });
            }
            Shape::Member(object, name) | Shape::MethodCall(object, name) => {
                let name = field(name)?;
                return Some(Target {
                    receiver: receiver(field(object)),
                    line: line(name),
                    name: plain(source.text(name)),
                    instantiates: false,
                });
            }
            Shape::New(class) => {
                let class = field(class)?;
                return from_chain(&crate::types::principal(source.text(class)), line(class), true);
            }
            Shape::Path => return from_chain(&plain(source.text(node)), line(node), false),
            Shape::Inner => node = node.named_child(0)?,
            Shape::Field(name) => node = field(name)?,
            Shape::Call(function) => node = field(function)?,
            Shape::Custom(custom) => {
                let text = custom(node, source)?;
                let text = text.strip_suffix("()").unwrap_or(&text);
                return from_chain(text, line(node), false);
            }
            // `super(…)` calls the base's constructor, whatever that is named.
            Shape::Super => {
                return Some(Target {
                    receiver: "super".to_owned(),
                    name: "constructor".to_owned(),
                    line: line(node),
                    instantiates: false,
                });
            }
            Shape::This | Shape::Literal | Shape::Index(_) => return None,
        }
    }
    None
}

fn from_chain(text: &str, line: u32, instantiates: bool) -> Option<Target> {
    let (receiver, name) = split_last(text);
    let usable = !name.is_empty()
        && name.chars().all(|c| c.is_alphanumeric() || "_$!?=@-".contains(c))
        && name != "?"
        && name != "!";
    usable.then(|| Target { receiver: receiver.to_owned(), name: name.to_owned(), line, instantiates })
}

/// The last segment of a chain and what stands before it.
fn split_last(text: &str) -> (&str, &str) {
    text.rsplit_once('.').unwrap_or(("", text))
}
