//! Strings that a program gives a name: what a name is set to, what a function only returns, the dotted
//! paths in a list of settings, and the addresses in a list of routes.
//!
//! Strings are frequent and looking at the nodes around one is slow, so the text around it decides.

use super::source::Source;
use tree_sitter::Node;

/// Longest string in bytes.
const LONGEST: usize = 120;

/// Nodes around an element of a list up to the name that the list is set to.
const AROUND: usize = 3;

/// Keys of addresses in lists of routes.
const ADDRESSES: [&str; 5] = ["path", "url", "prefix", "basePath", "mountPath"];

/// Whether a string with this text is held by a name or a function.
pub(super) fn is_held(node: Node<'_>, source: &Source<'_>, text: &str) -> bool {
    if text.is_empty() || text.len() > LONGEST {
        return false;
    }
    let all = source.all();
    let (Some(before), Some(after)) = (all.get(..node.start_byte()), all.get(node.end_byte()..)) else {
        return false;
    };
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let left = before[line_start..].trim();
    if text.starts_with('/') && is_keyed(left) {
        return true;
    }
    if left.is_empty() {
        return is_returned(&before[..line_start], after) || is_path(text) && is_listed(node, source);
    }
    // `name = "text"`, and not a comparison or a default of a parameter.
    let named = left.strip_suffix('=').is_some_and(|name| {
        let name = name.trim_end_matches(['|', ':']).trim();
        !name.is_empty() && !name.contains(['=', '!', '<', '>', '(', ',', '{'])
    });
    let rest = after.lines().next().unwrap_or_default().trim();
    named
        && (rest.is_empty()
            || rest.starts_with(['#', ';'])
            || rest.starts_with(".freeze")
            || rest.starts_with("//"))
}

/// Whether a string behind this text is the address of an entry in a list: `{ path: "/orders", … }`.
fn is_keyed(left: &str) -> bool {
    let key = left.strip_suffix(':').map(|key| key.rsplit([' ', '{', ',']).next().unwrap_or(key));
    key.is_some_and(|key| ADDRESSES.contains(&key.trim_matches(['"', '\''])))
}

/// Whether a string stands alone between the first line of a Ruby method and its end.
fn is_returned(before: &str, after: &str) -> bool {
    let head = before.trim_end().rsplit('\n').next().unwrap_or_default().trim_start();
    let rest = after.trim_start();
    let ends = rest
        .strip_prefix("end")
        .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'));
    ends && (head.starts_with("def ")
        || head.starts_with("private def ")
        || head.starts_with("private_class_method def "))
}

/// Whether a text is a path as `shop.middleware.Tenants`.
fn is_path(text: &str) -> bool {
    text.contains('.') && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_'))
}

/// Whether a string is in a list that a name in capitals is set to.
fn is_listed(node: Node<'_>, source: &Source<'_>) -> bool {
    let mut at = node;
    for _ in 0..AROUND {
        let Some(parent) = at.parent() else { return false };
        if let Some(left) = parent.child_by_field_name("left") {
            return source.text(left).bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
        }
        at = parent;
    }
    false
}
