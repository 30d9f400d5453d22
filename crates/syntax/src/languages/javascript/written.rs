//! TypeScript's written types, as chains.
//!
//! Beyond the one name that other languages keep, a chain has the shapes by which TypeScript says
//! what a function is given and gives: `(A,B)C` is a function type, `...A` its rest parameter,
//! `=x` the type of a value (`typeof x`).

use crate::types::{self, path};

/// Generic types that are looked through: their first argument has the members.
const TRANSPARENT: &[&str] = &[
    "Promise",
    "PromiseLike",
    "Readonly",
    "Partial",
    "Required",
    "NonNullable",
    "Pick",
    "Omit",
    "Exclude",
    "Extract",
    "NoInfer",
    "Observable",
    "DeepPartial",
    "DeepReadonly",
];

/// Generic types whose first argument is what they hold.
const COLLECTIONS: &[&str] = &[
    "Array",
    "ReadonlyArray",
    "Set",
    "ReadonlySet",
    "WeakSet",
    "Iterable",
    "Iterator",
    "IterableIterator",
    "Generator",
    "AsyncIterable",
    "AsyncIterator",
    "AsyncIterableIterator",
    "AsyncGenerator",
    "ArrayLike",
];

/// Generic types whose second argument is what they hold.
const MAPS: &[&str] = &["Map", "ReadonlyMap", "WeakMap", "Record"];

/// Types without members of the project, which an alternative beside them has.
const PRIMITIVES: &[&str] = &[
    "string",
    "number",
    "boolean",
    "bigint",
    "symbol",
    "any",
    "unknown",
    "never",
    "object",
    "undefined",
    "null",
    "void",
    "true",
    "false",
    "Function",
];

/// Branches of a conditional type that are read.
const BRANCHES: usize = 16;
/// How deep types are read in each other.
const NESTING: usize = 8;
/// Longest type that is read: inferred types can fill pages.
const BYTES: usize = 4_000;
/// Longest chain of a type.
const CHAIN_BYTES: usize = 600;

/// A written type as a chain; empty where it has no name that matters.
pub(crate) fn written(text: &str) -> String {
    if text.len() > BYTES {
        return String::new();
    }
    let chain = reduce(text, 0);
    if chain.len() <= CHAIN_BYTES { chain } else { String::new() }
}

/// The alternatives of a union, or the parts of an intersection, by the names that matter, behind
/// the sign that joins them: `|Ok|Err`. `None` if the type is no such type, or a union of one name.
pub(crate) fn parts(text: &str) -> Option<String> {
    let text = text.trim().trim_start_matches(['|', '&']);
    if text.len() > BYTES || is_conditional(text) {
        return None;
    }
    let (sign, parts) = ['|', '&'].into_iter().find_map(|sign| {
        let parts = split(text, sign);
        (parts.len() > 1).then_some((sign, parts))
    })?;
    let mut names: Vec<String> = Vec::new();
    for name in parts.into_iter().map(|part| reduce(part, 1)) {
        let is_name = !name.is_empty() && !name.contains(['(', '=', '[']);
        if is_name && !is_primitive(&name) && !names.contains(&name) {
            names.push(name);
        }
    }
    let joined: String = names.iter().flat_map(|name| [sign.to_string(), name.clone()]).collect();
    let least = if sign == '&' { 1 } else { 2 };
    (names.len() >= least && joined.len() <= CHAIN_BYTES).then_some(joined)
}

/// A function type by the lists of its parameters and its result as they are written.
pub(crate) fn function(parameters: &str, result: &str) -> String {
    function_at(parameters, result, 1)
}

fn function_at(parameters: &str, result: &str, depth: usize) -> String {
    let given: Vec<String> = split(parameters, ',')
        .into_iter()
        .map(str::trim)
        .filter(|one| !one.starts_with("this:") && !one.starts_with("this :"))
        .map(|one| parameter(one, depth + 1))
        .collect();
    format!("({}){}", given.join(","), reduce(result, depth + 1))
}

/// The type of one parameter; a rest parameter keeps its dots.
fn parameter(text: &str, depth: usize) -> String {
    let written = split_once(text, ':').map_or("", |(_, written)| written);
    let written = split_once(written, '=').map_or(written, |(written, _)| written);
    if let Some(all) = text.strip_prefix("...").and_then(|_| tuple(written, depth)) {
        return all;
    }
    let name = reduce(written, depth);
    if text.starts_with("...") { format!("...{}", name.trim_end_matches("[]")) } else { name }
}

/// The parameters that a rest parameter of a tuple type stands for: `...all: [a: A, B?, ...C[]]`.
fn tuple(written: &str, depth: usize) -> Option<String> {
    let written = written.trim().trim_start_matches("readonly ");
    let inner = written.strip_prefix('[')?.strip_suffix(']')?;
    let element = |text: &str| {
        let text = text.trim();
        let (is_rest, text) = text.strip_prefix("...").map_or((false, text), |rest| (true, rest));
        let text = split_once(text, ':').map_or(text, |(_, written)| written);
        let name = reduce(text.trim().trim_end_matches('?'), depth);
        if is_rest { format!("...{}", name.trim_end_matches("[]")) } else { name }
    };
    let elements: Vec<String> = split(inner, ',').into_iter().map(element).collect();
    Some(elements.join(","))
}

fn is_primitive(name: &str) -> bool {
    PRIMITIVES.contains(&name)
}

fn is_conditional(text: &str) -> bool {
    text.contains(" extends ") && split(text, '?').len() > 1
}

/// The name that all branches of `A extends B ? C : D` have which name a type at all.
fn conditional(text: &str, depth: usize) -> String {
    let mut common = String::new();
    let text = without_comments(text);
    let mut rest = text.as_str();
    for _ in 0..BRANCHES {
        let Some((_, branches)) = split_once(rest, '?') else { break };
        let (yes, no) = branches_of(branches);
        let branches = [yes, if is_conditional(no) { "" } else { no }];
        for name in branches.into_iter().map(|branch| reduce(branch, depth + 1)) {
            if common.is_empty() {
                common = name;
            } else if !name.is_empty() && name != common {
                return String::new();
            }
        }
        rest = no;
    }
    common
}

/// The two branches behind the `?` of a conditional type; the first may be conditional itself.
fn branches_of(text: &str) -> (&str, &str) {
    let (mut depth, mut open, mut last) = (0i32, 0usize, ' ');
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '{' | '<' => depth += 1,
            '>' if last == '=' => {}
            ')' | ']' | '}' | '>' => depth -= 1,
            '?' if depth == 0 => open += 1,
            ':' if depth == 0 && open == 0 => return (&text[..at], &text[at + 1..]),
            ':' if depth == 0 => open -= 1,
            _ => {}
        }
        last = letter;
    }
    (text, "")
}

fn without_comments(text: &str) -> String {
    let lines = text.lines().map(|line| line.split_once("//").map_or(line, |(before, _)| before));
    lines.collect::<Vec<_>>().join("\n")
}

fn reduce(text: &str, depth: usize) -> String {
    let text = text.trim().trim_start_matches(':').trim();
    let text = text.trim_start_matches('|').trim_start_matches('&').trim();
    let text = text.strip_prefix("readonly ").unwrap_or(text);
    if depth > NESTING || text.is_empty() {
        return String::new();
    }
    if let Some(value) = text.strip_prefix("typeof ") {
        let value = value.trim();
        let is_path = value.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '.'));
        return if is_path { format!("={value}") } else { String::new() };
    }
    if let Some(found) = function_type(text, depth) {
        return found;
    }
    if is_conditional(text) {
        return conditional(text, depth);
    }
    if text.starts_with(['{', '\'', '"', '`', '-']) {
        return String::new();
    }
    for sign in ['|', '&'] {
        let alternatives = split(text, sign);
        if alternatives.len() > 1 {
            let names: Vec<String> = alternatives.into_iter().map(|one| reduce(one, depth + 1)).collect();
            let named = |name: &&String| !name.is_empty();
            let own = names.iter().filter(named).find(|name| !is_primitive(name));
            return own.or_else(|| names.iter().find(named)).cloned().unwrap_or_default();
        }
    }
    if let Some(inner) = text.strip_suffix("[]") {
        return element(&reduce(inner, depth + 1));
    }
    if let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        return reduce(inner, depth + 1);
    }
    if let Some(inner) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        let elements = split(inner, ',');
        let [one] = elements.as_slice() else { return String::new() };
        let one = one.trim();
        return match one.strip_prefix("...") {
            Some(rest) => reduce(rest, depth + 1),
            None => element(&reduce(one, depth + 1)),
        };
    }
    if ["keyof ", "unique ", "infer ", "asserts ", "import(", "new ", "abstract "]
        .iter()
        .any(|word| text.starts_with(word))
        || text.contains(" is ")
        || text.ends_with(']')
    {
        return String::new();
    }
    named(text, depth)
}

/// A name with its type arguments.
fn named(text: &str, depth: usize) -> String {
    let (base, arguments) = match text.split_once('<') {
        Some((base, rest)) => (base.trim(), rest.strip_suffix('>').unwrap_or(rest)),
        None => (text, ""),
    };
    let argument =
        |at: usize| split(arguments, ',').get(at).map_or(String::new(), |one| reduce(one, depth + 1));
    match base {
        "" | "null" | "undefined" | "void" | "never" => String::new(),
        "this" => "self".to_owned(),
        "ReturnType" => match argument(0).strip_prefix('=') {
            Some(function) => format!("={function}()"),
            None => String::new(),
        },
        "Awaited" => argument(0),
        "InstanceType" => argument(0).trim_start_matches('=').to_owned(),
        _ if arguments.is_empty() => path(base),
        _ if TRANSPARENT.contains(&base) => argument(0),
        _ if COLLECTIONS.contains(&base) => element(&argument(0)),
        _ if MAPS.contains(&base) => element(&argument(1)),
        _ => path(base),
    }
}

/// `(a: A) => B`, `<T>(a: T) => B`, `async` and `new` left out.
fn function_type(text: &str, depth: usize) -> Option<String> {
    let list = if text.starts_with('<') { text[closing(text)? + 1..].trim_start() } else { text };
    if !list.starts_with('(') {
        return None;
    }
    let end = closing(list)?;
    let result = list[end + 1..].trim_start().strip_prefix("=>")?;
    Some(function_at(&list[1..end], result, depth))
}

fn element(name: &str) -> String {
    if name.is_empty() || name.starts_with(['=', '(']) { String::new() } else { format!("{name}[]") }
}

/// Where the bracket that opens a text closes.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    let mut last = ' ';
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '{' | '<' => depth += 1,
            '>' if last == '=' => {}
            ')' | ']' | '}' | '>' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
        last = letter;
    }
    None
}

/// The parts between separators outside of brackets; an arrow is no bracket, and what follows one
/// belongs to the function type.
fn split(text: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start, mut last, mut arrow) = (0i32, 0, ' ', false);
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '{' | '<' => depth += 1,
            '>' if last == '=' => arrow |= depth == 0,
            ')' | ']' | '}' | '>' => depth -= 1,
            _ if letter == separator && depth == 0 && !(arrow && matches!(separator, '|' | '&')) => {
                parts.push(&text[start..at]);
                start = at + letter.len_utf8();
                arrow = false;
            }
            _ => {}
        }
        last = letter;
    }
    parts.push(&text[start..]);
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// The text before and after the first sign outside of brackets; an arrow has none.
fn split_once(text: &str, sign: char) -> Option<(&str, &str)> {
    let (mut depth, mut last) = (0i32, ' ');
    for (at, letter) in text.char_indices() {
        let arrow = text[at + letter.len_utf8()..].starts_with('>') && letter == '=';
        match letter {
            '(' | '[' | '{' | '<' => depth += 1,
            '>' if last == '=' => {}
            ')' | ']' | '}' | '>' => depth -= 1,
            _ if letter == sign && depth == 0 && !arrow => {
                return Some((&text[..at], &text[at + letter.len_utf8()..]));
            }
            _ => {}
        }
        last = letter;
    }
    None
}

/// One parameter of a signature, `name?: T = 1`, as the chain of its type.
pub(crate) fn written_parameter(text: &str) -> String {
    let name = parameter(text.trim(), 0);
    if types::plain(&name).is_some_and(str::is_empty) { String::new() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_type_is_a_name_a_collection_a_function_or_a_value() {
        for (text, chain) in [
            ("Foo", "Foo"),
            (": Foo<Bar>", "Foo"),
            ("Promise<Result<T, E>>", "Result"),
            ("string | ns.Foo", "ns.Foo"),
            ("| A\n  | B", "A"),
            ("Foo[] | undefined", "Foo[]"),
            ("readonly Foo[]", "Foo[]"),
            ("Map<string, Foo>", "Foo[]"),
            ("Record<string, () => void>", ""),
            ("(a: Foo, b?: Bar) => Promise<Baz>", "(Foo,Bar)Baz"),
            ("<T>(a: T, ...rest: Foo[]) => void", "(T,...Foo)"),
            ("(...all: [path: string, H<T>, ...rest: M[]]) => void", "(string,H,...M)"),
            ("(fn: (c: Context) => Response) => void", "((Context)Response)"),
            ("(a: Map<string, () => A>, b: B) => C | D", "(,B)C"),
            ("((a: A) => B) | undefined", "(A)B"),
            ("typeof app", "=app"),
            ("ReturnType<typeof make>", "=make()"),
            ("InstanceType<typeof Foo>", "Foo"),
            ("A extends B ? C : D", ""),
            ("A extends B ? C<A> : never", "C"),
            (
                "A extends B\n  ? // why: so\n    C<A>\n  : A extends D\n    ? A extends E ? C<E> : never\n    : C<D>",
                "C",
            ),
            ("x is Foo", ""),
            ("{ a: Foo }", ""),
            ("'a' | 'b'", ""),
            ("[A, B]", ""),
            ("[...A[]]", "A[]"),
            ("Foo['bar']", ""),
            ("this", "self"),
            ("void", ""),
        ] {
            assert_eq!(written(text), chain, "{text}");
        }
    }

    #[test]
    fn unions_and_intersections_of_names_keep_them_all() {
        assert_eq!(parts("Ok<T, E> | Err<T, E>").as_deref(), Some("|Ok|Err"));
        assert_eq!(parts("Base & { a: string } & Other").as_deref(), Some("&Base&Other"));
        assert_eq!(parts("{ a: string } & Base").as_deref(), Some("&Base"));
        assert_eq!(parts("Foo | undefined"), None);
        assert_eq!(parts("(a: A) => B | C"), None);
    }

    #[test]
    fn a_parameter_has_the_type_behind_its_name() {
        assert_eq!(written_parameter("fn?: (c: Context) => void"), "(Context)");
        assert_eq!(written_parameter("{ a, b }: Options = {}"), "Options");
        assert_eq!(written_parameter("name"), "");
        assert_eq!(written_parameter("...all: Foo[]"), "...Foo");
    }
}
