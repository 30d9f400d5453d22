//! Receiver chains: the expression before a name, in one notation for all languages.
//!
//! `self.app.router().routes[0]` becomes `self.app.router().routes[]` in every
//! language: segments joined by dots, `()` after what is called, `[]` after
//! what is indexed, `self` and `super` for the instance, `!` for a value of a
//! built-in type, `?` for what light typing cannot follow.

use crate::driver::Source;
use crate::languages::Shape;
use std::borrow::Cow;
use tree_sitter::Node;

const DEPTH: usize = 48;
const BYTES: usize = 320;
/// `Foo.self` is `Foo`.
const ITSELF: &str = "self";
/// The message of a send without a name: Ruby's `object.(x)`.
const UNNAMED: &str = "call";

/// The called or read name with what it is taken from.
pub(crate) struct Target<'t> {
    pub(crate) receiver: Cow<'t, str>,
    pub(crate) name: Cow<'t, str>,
    pub(crate) line: u32,
    pub(crate) instantiates: bool,
}

/// The chain of an expression, borrowed from the text where it is a plain name.
pub(crate) fn chain_text<'t>(node: Node<'_>, source: &Source<'t>) -> Option<Cow<'t, str>> {
    if matches!(source.shape(node), Some(Shape::Name)) {
        let name = unquoted(source.text(node));
        return (name != "?" && !name.is_empty() && name.len() <= BYTES).then_some(Cow::Borrowed(name));
    }
    chain(node, source).map(Cow::Owned)
}

/// The chain of an expression; `None` if it has none.
pub(crate) fn chain(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    // Custom shapes come back here for their parts, so hostile nesting is bounded here too.
    let mut out = String::with_capacity(node.byte_range().len().min(BYTES / 2));
    source.nested(DEPTH, || write(node, source, &mut out, 0));
    (out != "?" && !out.is_empty() && out.len() <= BYTES).then_some(out)
}

fn write(node: Node<'_>, source: &Source<'_>, out: &mut String, depth: usize) {
    if depth > DEPTH || out.len() > BYTES {
        out.push('?');
        return;
    }
    let field = |name: &str| source.field(node, name);
    let follow = |child: Option<Node<'_>>, out: &mut String| match child {
        Some(child) => write(child, source, out, depth + 1),
        None => out.push('?'),
    };
    match source.shape(node) {
        None => out.push('?'),
        Some(Shape::Name) => out.push_str(unquoted(source.text(node))),
        Some(Shape::This) => out.push_str("self"),
        Some(Shape::Super) => out.push_str("super"),
        Some(Shape::Literal | Shape::Symbol) => out.push('!'),
        Some(Shape::Member(object, name)) => {
            follow(field(object), out);
            out.push('.');
            out.push_str(&field(name).map_or(Cow::Borrowed("?"), |name| member(source.text(name))));
        }
        Some(Shape::Suffix) => {
            follow(node.named_child(0), out);
            let name = suffix(node).map_or(Cow::Borrowed("?"), |name| member(source.text(name)));
            if name != ITSELF {
                out.push('.');
                out.push_str(&name);
            }
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
            out.push_str(&field(name).map_or(Cow::Borrowed("?"), |name| member(source.text(name))));
            out.push_str("()");
        }
        Some(Shape::SendOrNew(object, name, new)) => {
            let before = out.len();
            if let Some(object) = field(object) {
                write(object, source, out, depth + 1);
                if field(name).is_some_and(|name| source.text(name) == new) && names_type(&out[before..]) {
                    out.push_str("()");
                    return;
                }
                out.push('.');
            }
            match field(name) {
                // `object.(x)` sends `call`.
                None if out.len() > before => out.push_str(UNNAMED),
                name => follow(name, out),
            }
            out.push_str("()");
        }
        Some(Shape::New(class)) => {
            out.push_str(
                &field(class).map_or("?".to_owned(), |class| crate::types::outer(source.text(class))),
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
fn plain(text: &str) -> Cow<'_, str> {
    let simple = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if simple { Cow::Borrowed(text) } else { Cow::Owned(crate::types::principal(text)) }
}

/// A member's name, without generic arguments (`Set` for `Set<Foo>`).
fn member(text: &str) -> Cow<'_, str> {
    let text = unquoted(text);
    let name = text.split(['<', '[']).next().unwrap_or("");
    plain(if name.is_empty() { text } else { name })
}

/// The name in the last child of a [`Shape::Suffix`].
fn suffix(node: Node<'_>) -> Option<Node<'_>> {
    let end = last(node).filter(|_| node.named_child_count() > 1)?;
    if end.child_count() == 0 { Some(end) } else { last(end) }
}

fn last(node: Node<'_>) -> Option<Node<'_>> {
    node.named_child(node.named_child_count().checked_sub(1)? as u32)
}

/// Kotlin, Scala and Swift quote names that are keywords.
fn unquoted(name: &str) -> &str {
    name.trim_matches('`')
}

/// The bare name of a name or declarator: `name` for `*name[3]`.
pub(crate) fn innermost<'t>(node: Node<'t>, source: &Source<'_>) -> Node<'t> {
    let mut node = node;
    for _ in 0..DEPTH {
        let inner = match source.shape(node) {
            Some(Shape::Inner) => node.named_child(0),
            Some(Shape::Field(name)) => source.field(node, name),
            _ => None,
        };
        let Some(inner) = inner else { break };
        node = inner;
    }
    node
}

/// Splits a called or read expression into receiver and name.
pub(crate) fn split<'t>(node: Node<'_>, source: &Source<'t>) -> Option<Target<'t>> {
    let mut node = node;
    for _ in 0..DEPTH {
        let line = |at: Node<'_>| at.start_position().row as u32 + 1;
        let field = |name: &str| source.field(node, name);
        let receiver = |of: Option<Node<'_>>| {
            of.map_or(Cow::Borrowed(""), |object| chain_text(object, source).unwrap_or(Cow::Borrowed("?")))
        };
        match source.shape(node)? {
            Shape::Name => {
                return Some(Target {
                    receiver: Cow::Borrowed(""),
                    name: Cow::Borrowed(unquoted(source.text(node))),
                    line: line(node),
                    instantiates: false,
                });
            }
            Shape::Member(object, name) | Shape::MethodCall(object, name) => {
                let name = field(name)?;
                return Some(Target {
                    receiver: receiver(field(object)),
                    line: line(name),
                    name: member(source.text(name)),
                    instantiates: false,
                });
            }
            Shape::Suffix if suffix(node).is_some_and(|name| source.text(name) == ITSELF) => {
                node = node.named_child(0)?;
            }
            Shape::Suffix => {
                let name = suffix(node)?;
                return Some(Target {
                    receiver: receiver(node.named_child(0)),
                    line: line(name),
                    name: member(source.text(name)),
                    instantiates: false,
                });
            }
            Shape::SendOrNew(object, name, new) => {
                let (object, name) = (field(object), field(name));
                let receiver = receiver(object);
                let Some(name) = name else {
                    object?;
                    let name = Cow::Borrowed(UNNAMED);
                    return Some(Target { receiver, line: line(node), name, instantiates: false });
                };
                if object.is_some() && source.text(name) == new && names_type(&receiver) {
                    return from_chain(&receiver, line(name), true);
                }
                if object.is_none() && matches!(source.shape(name), Some(Shape::Custom(_))) {
                    node = name;
                    continue;
                }
                return Some(Target {
                    receiver,
                    line: line(name),
                    name: Cow::Borrowed(source.text(name)),
                    instantiates: false,
                });
            }
            Shape::Symbol => {
                let name = source.text(node).trim_start_matches(':').trim_matches(['"', '\'']);
                return from_chain(name, line(node), false);
            }
            Shape::New(class) => {
                let class = field(class)?;
                return from_chain(&crate::types::outer(source.text(class)), line(class), true);
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
                    receiver: Cow::Borrowed("super"),
                    name: Cow::Borrowed("constructor"),
                    line: line(node),
                    instantiates: false,
                });
            }
            Shape::This | Shape::Literal | Shape::Index(_) => return None,
        }
    }
    None
}

/// By custom, types are capitalised where the grammar does not distinguish them from values.
fn names_type(chain: &str) -> bool {
    split_last(chain).1.starts_with(char::is_uppercase) && !chain.ends_with([')', ']'])
}

fn from_chain(text: &str, line: u32, instantiates: bool) -> Option<Target<'static>> {
    let (receiver, name) = split_last(text);
    let usable = !name.is_empty()
        && name.chars().all(|c| c.is_alphanumeric() || "_$!?=@-:".contains(c))
        && name != "?"
        && name != "!";
    usable.then(|| Target {
        receiver: Cow::Owned(receiver.to_owned()),
        name: Cow::Owned(name.to_owned()),
        line,
        instantiates,
    })
}

/// The last segment of a chain and the rest before it.
fn split_last(text: &str) -> (&str, &str) {
    text.rsplit_once('.').unwrap_or(("", text))
}
