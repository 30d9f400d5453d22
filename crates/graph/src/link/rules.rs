//! What a language's names obey: the few questions on which resolution
//! differs between languages, answered as data.

use fathom_syntax::Language;

/// Which definitions of other files are in scope without an import.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Package {
    /// None: each file is a module of its own.
    File,
    /// Those in the same folder and package clause.
    Folder,
    /// Those that declare the same package or namespace.
    Declared,
    /// Those of the whole repository.
    Everything,
}

/// The rules of one language.
pub(crate) struct Rules {
    /// Languages of one family see each other's definitions.
    pub(crate) family: &'static str,
    pub(crate) package: Package,
    /// A bare name inside a type may mean a member of it.
    pub(crate) implicit_this: bool,
    /// Several definitions with one qualified name are one type.
    pub(crate) reopens: bool,
    /// `A.B.C` sees what is in `A.B` and in `A`.
    pub(crate) sees_outer_packages: bool,
    /// Members of built-in types: a call on an unknown receiver by one of
    /// these names is no evidence for a method of the repository.
    pub(crate) builtin_members: &'static [&'static str],
}

const NOTHING: &[&str] = &[];

const PYTHON_MEMBERS: &[&str] = &[
    "append", "extend", "insert", "remove", "pop", "clear", "index", "count", "sort", "reverse", "copy", "get",
    "items", "keys", "values", "update", "setdefault", "popitem", "fromkeys", "add", "discard", "union",
    "intersection", "difference", "issubset", "issuperset", "join", "split", "rsplit", "splitlines", "strip",
    "lstrip", "rstrip", "replace", "format", "encode", "decode", "startswith", "endswith", "lower", "upper",
    "title", "capitalize", "find", "rfind", "partition", "rpartition", "isdigit", "isalpha", "isalnum", "isspace",
    "zfill", "ljust", "rjust", "center", "read", "write", "readline", "readlines", "writelines", "close", "flush",
    "seek", "tell", "open", "send", "throw", "group", "groups", "match", "search", "sub", "match", "finditer",
    "total_seconds", "isoformat", "strftime", "date", "time", "exists", "mkdir", "name", "set", "put", "wait",
    "release", "acquire", "start", "run", "cancel", "result", "done", "info", "debug", "warning", "error",
    "exception", "critical", "log", "connect", "execute", "fetchone", "fetchall", "commit", "rollback", "cursor",
    "register", "filter", "all", "first", "save", "delete", "create", "load", "dump", "loads", "dumps",
];

const JAVASCRIPT_MEMBERS: &[&str] = &[
    "push", "pop", "shift", "unshift", "map", "filter", "forEach", "reduce", "find", "findIndex", "some", "every",
    "includes", "indexOf", "join", "slice", "splice", "concat", "sort", "reverse", "flat", "flatMap", "fill",
    "keys", "values", "entries", "get", "set", "has", "add", "delete", "clear", "then", "catch", "finally", "split",
    "replace", "replaceAll", "trim", "toLowerCase", "toUpperCase", "startsWith", "endsWith", "match", "test",
    "exec", "toString", "valueOf", "charAt", "charCodeAt", "substring", "substr", "padStart", "padEnd", "repeat",
    "call", "apply", "bind", "on", "once", "off", "emit", "addEventListener", "removeEventListener", "next",
    "return", "log", "error", "warn", "info", "debug", "write", "read", "end", "pipe", "close", "send", "json",
    "resolve", "reject", "all", "race", "parse", "stringify", "assign", "freeze", "create", "now", "getTime",
    "toISOString", "querySelector", "appendChild", "setAttribute", "getAttribute", "use", "listen", "toFixed",
];

const RUBY_MEMBERS: &[&str] = &[
    "new", "each", "map", "select", "reject", "find", "first", "last", "push", "pop", "shift", "join", "split",
    "gsub", "sub", "to_s", "to_sym", "to_i", "to_a", "to_h", "to_f", "merge", "merge!", "key?", "keys", "values", "fetch",
    "dig", "delete", "include?", "empty?", "any?", "all?", "none?", "nil?", "size", "length", "count", "sort",
    "sort_by", "group_by", "reduce", "inject", "flatten", "compact", "uniq", "zip", "call", "freeze", "dup",
    "strip", "chomp", "start_with?", "end_with?", "match", "match?", "is_a?", "respond_to?", "send", "class",
    "name", "format", "read", "write", "open", "close", "puts", "print", "inspect", "hash", "update", "replace",
    "concat", "index", "reverse", "upcase", "downcase", "each_with_index", "each_with_object", "tap", "then",
    "instance_variable_get", "instance_variable_set", "define_method", "public_send", "extend", "clear", "add",
];

const STATIC_MEMBERS: &[&str] = &[
    "get", "set", "put", "add", "remove", "size", "length", "isEmpty", "contains", "equals", "hashCode", "toString",
    "iterator", "next", "hasNext", "stream", "map", "filter", "forEach", "collect", "of", "append", "close", "run",
    "call", "apply", "accept", "test", "Add", "Remove", "Contains", "ToString", "Equals", "GetHashCode", "Select",
    "Where", "First", "FirstOrDefault", "Any", "All", "ToList", "ToArray", "Count", "Dispose", "Error", "String",
    "Write", "Read", "Close", "Len", "Lock", "Unlock", "Add", "Done", "Wait", "push", "pop", "insert", "len", "iter",
    "into", "from", "clone", "unwrap", "expect", "map_err", "ok", "err", "and_then", "unwrap_or", "is_some",
    "is_none", "as_ref", "as_mut", "as_str", "to_string", "to_owned", "collect", "extend", "begin", "end", "c_str",
    "data", "empty", "push_back", "find", "fmt", "eq", "cmp", "hash", "default", "write", "read", "flush", "name",
    "format", "info", "debug", "warn", "error", "log", "join", "split", "replace", "trim", "value", "first", "last",
];

/// The rules by which files of a language are resolved.
pub(crate) fn rules(language: &Language) -> &'static Rules {
    match language.name {
        "python" => &PYTHON,
        "javascript" | "typescript" | "tsx" => &JAVASCRIPT,
        "go" => &GO,
        "rust" => &RUST,
        "java" => &JAVA,
        "kotlin" | "scala" => &KOTLIN,
        "csharp" => &CSHARP,
        "php" => &PHP,
        "ruby" => &RUBY,
        "c" | "cpp" => &C,
        "swift" => &SWIFT,
        "bash" => &BASH,
        _ => &NONE,
    }
}

const BASE: Rules = Rules {
    family: "",
    package: Package::File,
    implicit_this: false,
    reopens: false,
    sees_outer_packages: false,
    builtin_members: NOTHING,
};

static NONE: Rules = BASE;
static PYTHON: Rules =
    Rules { family: "python", builtin_members: PYTHON_MEMBERS, ..BASE };
static JAVASCRIPT: Rules = Rules { family: "javascript", builtin_members: JAVASCRIPT_MEMBERS, ..BASE };
static GO: Rules =
    Rules { family: "go", package: Package::Folder, builtin_members: STATIC_MEMBERS, ..BASE };
static RUST: Rules = Rules { family: "rust", builtin_members: STATIC_MEMBERS, ..BASE };
static JAVA: Rules = Rules {
    family: "jvm",
    package: Package::Declared,
    implicit_this: true,
    builtin_members: STATIC_MEMBERS,
    ..BASE
};
static KOTLIN: Rules = Rules {
    family: "jvm",
    package: Package::Declared,
    implicit_this: true,
    builtin_members: STATIC_MEMBERS,
    ..BASE
};
static CSHARP: Rules = Rules {
    family: "dotnet",
    package: Package::Declared,
    implicit_this: true,
    reopens: true,
    sees_outer_packages: true,
    builtin_members: STATIC_MEMBERS,
    ..BASE
};
static PHP: Rules =
    Rules { family: "php", package: Package::Declared, builtin_members: STATIC_MEMBERS, ..BASE };
static RUBY: Rules = Rules {
    family: "ruby",
    package: Package::Everything,
    implicit_this: true,
    reopens: true,
    builtin_members: RUBY_MEMBERS,
    ..BASE
};
static C: Rules = Rules {
    family: "c",
    package: Package::Everything,
    implicit_this: true,
    builtin_members: STATIC_MEMBERS,
    ..BASE
};
static SWIFT: Rules = Rules {
    family: "swift",
    package: Package::Everything,
    implicit_this: true,
    builtin_members: STATIC_MEMBERS,
    ..BASE
};
static BASH: Rules = Rules { family: "bash", package: Package::Everything, ..BASE };
