//! Written types into the one name that matters for finding members.
//!
//! `Optional[pkg.Foo]`, `&'a mut Foo<T>`, `*Foo`, `Foo | None`, `const Foo &`
//! all give `Foo`. Collections keep that they are collections: `list[Foo]` and
//! `Foo[]` give `Foo[]`, so that an element of them is a `Foo`.

/// Generic types that are looked through: what one does with the wrapper, one
/// mostly does with what it holds.
const TRANSPARENT: &[&str] = &[
    "Optional",
    "Option",
    "Promise",
    "Awaitable",
    "Coroutine",
    "Box",
    "Rc",
    "Arc",
    "Cow",
    "Pin",
    "Ref",
    "RefMut",
    "RefCell",
    "Cell",
    "Mutex",
    "RwLock",
    "MutexGuard",
    "Result",
    "Task",
    "ValueTask",
    "Nullable",
    "Lazy",
    "Final",
    "ClassVar",
    "Annotated",
    "Type",
    "type",
    "Readonly",
    "Partial",
    "Required",
    "NonNullable",
    "unique_ptr",
    "shared_ptr",
    "weak_ptr",
    "WeakReference",
    "Observable",
    "Future",
    "CompletableFuture",
    "Mono",
    "Provider",
    "Supplier",
    "Try",
    "OnceCell",
    "OnceLock",
    "LazyLock",
    "Weak",
    "NonNull",
    "ReadOnly",
    "Ptr",
    "IO",
    "Deferred",
];

/// Generic types whose elements are what the code works on.
const COLLECTIONS: &[&str] = &[
    "list",
    "List",
    "Sequence",
    "Iterable",
    "Iterator",
    "Generator",
    "AsyncIterator",
    "AsyncIterable",
    "set",
    "Set",
    "frozenset",
    "FrozenSet",
    "tuple",
    "Tuple",
    "deque",
    "Deque",
    "Collection",
    "Array",
    "ReadonlyArray",
    "ArrayList",
    "LinkedList",
    "HashSet",
    "TreeSet",
    "Vec",
    "VecDeque",
    "BTreeSet",
    "IEnumerable",
    "IList",
    "ICollection",
    "IReadOnlyList",
    "IReadOnlyCollection",
    "Stream",
    "Flux",
    "Seq",
    "vector",
    "Slice",
    "Queue",
    "Stack",
    "Vector",
    "IndexedSeq",
    "LazyList",
    "MutableList",
    "MutableSet",
    "MutableCollection",
    "PriorityQueue",
    "ArrayDeque",
    "LinkedHashSet",
    "SortedSet",
    "Flow",
    "ISet",
    "IAsyncEnumerable",
    "IQueryable",
    "ImmutableList",
    "ImmutableArray",
    "ImmutableSet",
    "Span",
    "ReadOnlySpan",
    "ArraySlice",
    "ContiguousArray",
];

/// Words before a type that are not part of its name.
const MODIFIERS: &[&str] = &[
    "const",
    "mut",
    "dyn",
    "impl",
    "ref",
    "out",
    "in",
    "readonly",
    "volatile",
    "unsigned",
    "signed",
    "struct",
    "class",
    "enum",
    "union",
    "final",
    "var",
    "val",
    "static",
    "typename",
    "keyof",
    "typeof",
    "async",
    "inout",
    "some",
    "any",
    "params",
    "this",
    "vararg",
    "suspend",
    "override",
    "public",
    "private",
    "protected",
    "open",
    "extends",
    "super",
    "chan",
];

const NOTHING: &[&str] = &[
    "None",
    "null",
    "undefined",
    "nil",
    "NULL",
    "NoneType",
    "void",
    "false",
    "interface",
    "struct",
    "func",
    "auto",
];

/// Types that refer to the type that contains them (TypeScript, PHP).
const ITSELF: &[&str] = &["this", "static", "self"];

const NESTING: usize = 8;

/// The principal name of a written type as a chain: dots between segments,
/// `[]` for collections; empty where there is none (functions, tuples).
pub(crate) fn principal(text: &str) -> String {
    // C's numbers without a name of their own.
    match text {
        "unsigned" | "unsigned int" => return "unsigned".to_owned(),
        "unsigned long" | "unsigned long long" | "unsigned long int" => return "ulong".to_owned(),
        _ => {}
    }
    plain(text).map_or_else(|| reduce(text, 0), str::to_owned)
}

/// The name in a written type that is one word, as most are.
pub(crate) fn plain(text: &str) -> Option<&str> {
    if !text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
        return None;
    }
    Some(if text == "unsigned" {
        text
    } else if ITSELF.contains(&text) {
        "self"
    } else if NOTHING.contains(&text) || MODIFIERS.contains(&text) {
        ""
    } else {
        text
    })
}

/// The name of the written type itself, whatever it holds: `ArrayList` for
/// `ArrayList<Foo>`. For what is instantiated, extended or inherited from.
pub(crate) fn outer(text: &str) -> String {
    let cut = text.find(['<', '[']).filter(|&at| at > 0).unwrap_or(text.len());
    principal(&text[..cut])
}

fn reduce(text: &str, depth: usize) -> String {
    if depth > NESTING {
        return String::new();
    }
    let mut text = text.trim();
    loop {
        let before = text;
        text = text.trim_start_matches([
            ':', '&', '*', '?', '!', '~', '^', '@', '\\', '"', '\'', ' ', '\n', '\t', '\r',
        ]);
        text = ["->", "=>", "<-"].iter().find_map(|arrow| text.strip_prefix(arrow)).unwrap_or(text).trim();
        text = text.trim_end_matches(['&', '*', '?', '!', '"', '\'', ' ', '\n', '\t', '\r', ',', ';', '=']);
        if let Some((word, rest)) = text.split_once([' ', '\n', '\t'])
            && (MODIFIERS.contains(&word)
                || before.trim_start().starts_with(['\'', '@'])
                || before.trim_start().starts_with("&'"))
        {
            text = rest;
        }
        if let Some(rest) = text.strip_prefix("[]") {
            return element(&reduce(rest, depth + 1));
        }
        if text == before {
            break;
        }
    }
    if let Some((_, value)) = text.strip_prefix("map[").and_then(|rest| split_after_bracket(rest)) {
        return element(&reduce(value, depth + 1));
    }
    if let Some(inner) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
        return if split_top(inner, ',').len() == 1 { reduce(inner, depth + 1) } else { String::new() };
    }
    if let Some(inner) = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
        // Rust slices and arrays, Swift arrays and dictionaries.
        let first = inner
            .split([';', ':'])
            .next_back()
            .filter(|_| !inner.contains(';'))
            .unwrap_or_else(|| inner.split(';').next().unwrap_or(""));
        return element(&reduce(first, depth + 1));
    }
    if let Some((before, after)) = text.split_once("...") {
        return element(&reduce(if before.trim().is_empty() { after } else { before }, depth + 1));
    }
    for separator in ['|', '&'] {
        let alternatives = split_top(text, separator);
        if alternatives.len() > 1 {
            return alternatives
                .into_iter()
                .map(|one| reduce(one, depth + 1))
                .find(|name| !name.is_empty())
                .unwrap_or_default();
        }
    }
    // TypeScript's `x is Foo` is a yes or no.
    if text.contains(" is ")
        || text.contains("=>")
        || text.contains("->")
        || text.starts_with("fn") && text.contains('(')
    {
        return String::new();
    }
    let open = text.find(['<', '[']);
    let (base, arguments) = match open {
        Some(at) => {
            let close = text.rfind(['>', ']']).unwrap_or(text.len()).max(at + 1);
            (&text[..at], Some((&text[at + 1..close.min(text.len())], &text[close.min(text.len())..])))
        }
        None => (text, None),
    };
    let name = path(base);
    let last = name.rsplit('.').next().unwrap_or("");
    if let Some((inner, tail)) = arguments {
        if inner.trim().is_empty() || inner.bytes().all(|b| b.is_ascii_digit()) {
            return element(&name);
        }
        if COLLECTIONS.contains(&last) {
            return element(&first_argument(inner, depth));
        }
        if TRANSPARENT.contains(&last) {
            return first_argument(inner, depth);
        }
        // `Foo<T>::Assoc`, `Foo<T>[]`
        let tail = tail.trim_start_matches(['>', ']']);
        if tail.starts_with("[]") {
            return element(&name);
        }
    }
    match name.as_str() {
        name if NOTHING.contains(&name) => String::new(),
        name if ITSELF.contains(&name) => "self".to_owned(),
        _ => name,
    }
}

fn first_argument(inner: &str, depth: usize) -> String {
    let arguments = split_top(inner, ',');
    let first = arguments.into_iter().find(|argument| !argument.trim_start().starts_with('\''));
    // `Iterator<Item = Foo>`
    first.map_or(String::new(), |argument| {
        reduce(argument.split_once(" = ").map_or(argument, |(_, bound)| bound), depth + 1)
    })
}

fn element(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!("{name}[]") }
}

/// A dotted path out of any spelling; stops where the path ends.
pub(crate) fn path(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut pending_dot = false;
    for c in text.trim().chars() {
        match c {
            ':' | '.' | '\\' | '/' => pending_dot = !out.is_empty(),
            '-' | '>' if pending_dot || c == '-' => pending_dot = !out.is_empty(),
            c if c.is_alphanumeric() || c == '_' || c == '$' || c == '@' || c == '#' => {
                if pending_dot {
                    out.push('.');
                    pending_dot = false;
                }
                out.push(c);
            }
            ' ' | '\n' | '\t' | '\r' => {
                if !pending_dot && !out.is_empty() {
                    break;
                }
            }
            _ => break,
        }
    }
    out
}

/// Splits behind the `]` that closes a bracket already open.
fn split_after_bracket(text: &str) -> Option<(&str, &str)> {
    let mut depth = 1;
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(text.split_at(at + 1));
        }
    }
    None
}

/// Splits at `separator` outside of brackets.
fn split_top(text: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0i32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '<' | '[' | '(' | '{' => depth += 1,
            '>' | ']' | ')' | '}' => depth -= 1,
            c if c == separator && depth == 0 => {
                parts.push(&text[start..at]);
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts.retain(|part| !part.trim().is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::{outer, principal};

    #[test]
    fn a_written_type_gives_one_name() {
        for (written, name) in [
            ("Foo", "Foo"),
            ("Optional[pkg.Foo]", "pkg.Foo"),
            ("Foo | None", "Foo"),
            ("None | Foo", "Foo"),
            ("&'a mut Foo<T>", "Foo"),
            ("Arc<Mutex<Foo>>", "Foo"),
            ("*http.Request", "http.Request"),
            ("const Foo &", "Foo"),
            ("std::vector<ns::Foo>", "ns.Foo[]"),
            ("[]*Foo", "Foo[]"),
            ("Foo[]", "Foo[]"),
            ("list[Foo]", "Foo[]"),
            ("Map<String, Foo>", "Map"),
            ("Promise<Foo[]>", "Foo[]"),
            ("?Foo", "Foo"),
            ("Foo?", "Foo"),
            ("\\App\\Models\\User", "App.Models.User"),
            ("Box<dyn Handler + Send>", "Handler"),
            ("(a: Foo) => Bar", ""),
            ("\"Foo\"", "Foo"),
            (": Foo", "Foo"),
            ("None", ""),
            ("crate::a::B", "crate.a.B"),
            ("List<? extends Foo>", "Foo[]"),
            ("Comparable<? super Foo>", "Comparable"),
            ("final Foo... items", "Foo[]"),
            ("...Foo", "Foo[]"),
            ("@Nullable Foo", "Foo"),
            ("@escaping (Foo) -> Void", ""),
            ("var", ""),
            ("=> Foo", "Foo"),
            ("map[string]*Foo", "Foo[]"),
            ("map[[2]int][]pkg.Foo", "pkg.Foo[][]"),
            ("<-chan *Foo", "Foo"),
            ("func(w http.ResponseWriter)", ""),
            ("interface{}", ""),
            ("const auto &", ""),
            ("Result<(), Error>", ""),
            ("io::Result<Vec<Foo>>", "Foo[]"),
            ("impl Iterator<Item = &'a Foo> + 'a", "Foo[]"),
            ("Pin<Box<dyn Future<Output = Foo>>>", "Foo"),
            (": this", "self"),
            (": x is Foo", ""),
            ("?static", "self"),
            ("readonly Foo[]", "Foo[]"),
        ] {
            assert_eq!(principal(written), name, "{written}");
        }
    }

    #[test]
    fn what_is_instantiated_or_inherited_is_the_outer_type() {
        for (written, name) in [
            ("ArrayList<Foo>", "ArrayList"),
            ("java.util.List<Map<A, B>>", "java.util.List"),
            ("List[Foo]", "List"),
            ("Foo?", "Foo"),
            ("[Foo]", "Foo[]"),
        ] {
            assert_eq!(outer(written), name, "{written}");
        }
    }
}
