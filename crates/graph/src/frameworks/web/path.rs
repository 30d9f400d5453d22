//! Paths of routes in one notation: parameters are `:name`, the rest is as written.

/// A path with parameters in any notation, in ours.
///
/// `{id}`, `{id:int}`, `{id?}`, `<int:id>`, `:id(\\d+)` and `(?P<id>[^/]+)` are all `:id`. The marks
/// of a regular expression around it are removed.
pub(crate) fn template(path: &str) -> String {
    let is_pattern = path.starts_with('^') || path.ends_with('$') || path.contains("(?P<");
    let mut rest = path.trim_start_matches('^');
    rest = rest.strip_suffix('$').or_else(|| rest.strip_suffix("\\Z")).unwrap_or(rest);
    let mut out = String::with_capacity(rest.len());
    while let Some(first) = rest.chars().next() {
        let taken = match first {
            '{' => bracketed(rest, '{', '}', &mut out),
            '<' => bracketed(rest, '<', '>', &mut out),
            '(' => group(rest, &mut out),
            '\\' => {
                // An escaped mark is the mark; a class of characters has no text.
                out.extend(rest.chars().nth(1).filter(|next| !next.is_alphanumeric()));
                Some(1 + rest.chars().nth(1).map_or(0, char::len_utf8))
            }
            '?' | '+' | '*' if is_pattern => {
                if first == '?' && out.ends_with('/') {
                    out.pop();
                }
                Some(1)
            }
            ':' => parameter(rest, &mut out),
            _ => None,
        };
        rest = if let Some(length) = taken {
            &rest[length..]
        } else {
            out.push(first);
            &rest[first.len_utf8()..]
        };
    }
    out
}

/// `{id:int}` and `<int:id>`: in angle brackets the name comes last.
fn bracketed(text: &str, open: char, close: char, out: &mut String) -> Option<usize> {
    let end = matching(text, open, close)?;
    let inside = &text[1..end];
    let name = if open == '<' {
        inside.rsplit(':').next().unwrap_or(inside)
    } else {
        inside.split([':', '=']).next().unwrap_or(inside)
    };
    out.push(':');
    out.push_str(name.trim_matches(|mark: char| !mark.is_alphanumeric() && mark != '_'));
    Some(end + 1)
}

/// `(?P<id>…)`, `(?:…)`, `(…)`.
fn group(text: &str, out: &mut String) -> Option<usize> {
    let end = matching(text, '(', ')')?;
    let inside = &text[1..end];
    if let Some(named) = inside.strip_prefix("?P<").or_else(|| inside.strip_prefix("?<")) {
        let name = named.split('>').next().unwrap_or(named);
        out.push(':');
        out.push_str(name);
    } else if let Some(plain) = inside.strip_prefix("?:") {
        out.push_str(&template(plain));
    } else {
        out.push_str(":arg");
    }
    Some(end + 1)
}

/// `:id`, `:id?`, `:id(\\d+)`.
fn parameter(text: &str, out: &mut String) -> Option<usize> {
    let is_part = |mark: char| mark.is_alphanumeric() || mark == '_';
    let name: usize = text[1..].chars().take_while(|mark| is_part(*mark)).map(char::len_utf8).sum();
    if name == 0 {
        return None;
    }
    out.push_str(&text[..=name]);
    let mut end = name + 1;
    if text[end..].starts_with('(') {
        end += matching(&text[end..], '(', ')')? + 1;
    }
    if text[end..].starts_with(['?', '+', '*']) {
        end += 1;
    }
    Some(end)
}

/// Where the bracket that opens a text is closed.
fn matching(text: &str, open: char, close: char) -> Option<usize> {
    let (mut depth, mut in_class, mut escaped) = (0usize, false, false);
    for (at, mark) in text.char_indices() {
        match mark {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' if open == '(' => in_class = true,
            ']' if open == '(' => in_class = false,
            _ if in_class => {}
            mark if mark == open => depth += 1,
            mark if mark == close => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// A path below a prefix, with one slash between them and one at the start.
pub(crate) fn join(prefix: &str, path: &str) -> String {
    let prefix = prefix.trim_end_matches('/');
    let path = path.trim_start_matches('/');
    let slash = if prefix.starts_with('/') || prefix.is_empty() { "" } else { "/" };
    if path.is_empty() && !prefix.is_empty() {
        format!("{slash}{prefix}")
    } else {
        format!("{slash}{prefix}/{path}")
    }
}

#[cfg(test)]
mod tests {
    use super::{join, template};

    #[test]
    fn parameters_are_written_in_one_way() {
        for (written, ours) in [
            ("/orders/{id}", "/orders/:id"),
            ("/orders/{id:int}/{slug?}", "/orders/:id/:slug"),
            ("/files/{*path}", "/files/:path"),
            ("orders/<int:pk>/", "orders/:pk/"),
            ("/orders/:id(\\d+)/x", "/orders/:id/x"),
            ("/orders/:id?", "/orders/:id"),
            (r"^orders/(?P<pk>[^/]+)/$", "orders/:pk/"),
            (r"^redeem/?$", "redeem"),
            (r"^a/(?P<x>[a-z(]{2,3})/(\d+)/b\.css$", "a/:x/:arg/b.css"),
            (r"^(?:en|de)/x", "en|de/x"),
            ("/plain", "/plain"),
            ("/a/*", "/a/*"),
        ] {
            assert_eq!(template(written), ours, "{written}");
        }
    }

    #[test]
    fn a_joined_path_has_single_slashes() {
        assert_eq!(join("", ""), "/");
        assert_eq!(join("/api/", "/orders"), "/api/orders");
        assert_eq!(join("api", ""), "/api");
        assert_eq!(join("", "orders/"), "/orders/");
    }
}
