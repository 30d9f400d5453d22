//! One row per spelling of a frame.

use regex::bytes::{Captures, Regex, RegexBuilder, RegexSet, RegexSetBuilder};
use std::sync::{LazyLock, OnceLock};

/// The format of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Runtime {
    /// Python, pytest, `IPython`.
    Python,
    /// Java, Kotlin, Scala.
    Jvm,
    /// C# and other .NET languages.
    DotNet,
    /// JavaScript and TypeScript.
    JavaScript,
    /// Ruby.
    Ruby,
    /// PHP.
    Php,
    /// Go.
    Go,
    /// Rust.
    Rust,
    /// C and C++: gdb, sanitizers, valgrind, glibc.
    Native,
    /// A place `path:line` that a compiler, a linter or a log names.
    Place,
}

impl Runtime {
    /// Whether the innermost frame is the last one.
    pub(super) fn innermost_is_last(self) -> bool {
        self == Runtime::Python
    }
}

/// The first spelling that matches a line is taken, so exact spellings come before loose ones.
const SPELLINGS: &[(Runtime, &str)] = &[
    // File "a/b.py", line 12, in run
    (Runtime::Python, r#"File "(?<path>[^"]+)", line (?<line>\d+)(?:, in (?<function>\S+))?"#),
    // IPython 8: File ~/a/b.py:12, in run(self)
    (Runtime::Python, r"^\s*File (?<path>\S.*?):(?<line>\d+), in (?<function>[\w.<>]+)"),
    // IPython 7: ~/a/b.py in run(self), then ---> 12 code
    (Runtime::Python, r"^(?<path>\S.*?\.pyc?) in (?<function>[\w<>]+)(?:\(.*)?$"),
    // pytest: a/b.py:12: in run
    (Runtime::Python, r"^(?<path>\S+\.py):(?<line>\d+): in (?<function>\S+)"),
    // pytest: a/b.py:12: ValueError
    (Runtime::Python, r"^(?<path>\S+\.py):(?<line>\d+): \w*(?:Error|Exception|Failed|Exit|Interrupt)$"),
    // at a.b.C.run(C.java:12), at java.base/a.b.C.run(C.java:12)
    (
        Runtime::Jvm,
        r"at (?:[\w.$@-]+/)*(?<scope>[\w$.]+)\.(?<function>[\w$<>-]+)\((?<path>[\w$-]+\.\w+):(?<line>\d+)\)",
    ),
    // at A.B.Run(String x) in /a/b.cs:line 12
    (
        Runtime::DotNet,
        r"at (?:[\w`.+<>\[\],]+\.)?(?<function>[\w`<>|$]+)(?:\[[^\]]*\])?\([^)]*\) in (?<path>\S.*?):line (?<line>\d+)",
    ),
    // gdb: #0  0x0012 in run (x=1) at a/b.c:12
    (
        Runtime::Native,
        r"^\s*#\d+\s+(?:0x[0-9a-fA-F]+ in )?(?<function>[\w:~<>, *&]+?) \(.*\) at (?<path>[^\s:]+):(?<line>\d+)",
    ),
    // AddressSanitizer: #0 0x4f in run(int) /a/b.c:12:5
    (
        Runtime::Native,
        r"^\s*#\d+ 0x[0-9a-fA-F]+ in (?<function>\S.*?) (?<path>[^\s:()]+\.\w+):(?<line>\d+)(?::\d+)?",
    ),
    // valgrind: by 0x1: run (b.c:12)
    (
        Runtime::Native,
        r"(?:at|by) 0x[0-9A-Fa-f]+: (?<function>[\w:~]+).*? \((?<path>[^\s:()]+):(?<line>\d+)\)",
    ),
    // glibc: ./server(run+0x12)[0x4f]
    (Runtime::Native, r"^\S*\((?<function>[A-Za-z_][\w:~]*)\+0x[0-9a-fA-F]+\)\s?\[0x"),
    // thread 'main' panicked at src/a.rs:12:5: … and, before 1.73, panicked at 'message', src/a.rs:12:5
    (Runtime::Rust, r"panicked at (?:'(?<message>.*)', )?(?<path>[^\s:']+\.rs):(?<line>\d+)(?::\d+)?"),
    // A frame of a Rust backtrace: at ./src/a.rs:12:5
    (Runtime::Rust, r"^\s+at (?<path>\S+\.rs):(?<line>\d+)(?::\d+)?$"),
    // at run (a/b.js:12:5), at async a.run [as go] (file:///a/b.js:12:5), at a/b.js:12:5
    (
        Runtime::JavaScript,
        r"at (?:async )?(?:new )?(?:(?<function>[^\s(]+)(?: \[as [^\]]+\])? \()?(?<path>(?:[\w-]+://[^\s()]*?/|[A-Za-z]:)?[^\s():]+?\.\w+)(?:\?[^\s:()]*)?:(?<line>\d+):\d+\)?",
    ),
    // Firefox, Safari: run@http://localhost:80/a/b.js:12:5
    (
        Runtime::JavaScript,
        r"^\s*(?<function>[\w$./<]*)@(?<path>[\w-]+://[^\s()]*?\.\w+)(?:\?[^\s:()]*)?:(?<line>\d+):\d+$",
    ),
    // a/b.rb:12:in `run', in 'A#run', 'block in A.run'
    (
        Runtime::Ruby,
        r"(?<path>[^\s:`'(]+\.(?:rb|erb|rake|ru|haml|slim)):(?<line>\d+):in [`'](?<function>[^']+)'(?::\s+(?<message>.*))?",
    ),
    // #0 /a/b.php(12): A->run()
    (
        Runtime::Php,
        r"#\d+ (?<path>\S+\.php)\((?<line>\d+)\): (?:[\w\\{}]+(?:->|::))?(?<function>[\w{}\\]+)\(",
    ),
    // PHP Fatal error: Uncaught A: message in /a/b.php:12, … in /a/b.php on line 12
    (
        Runtime::Php,
        r"(?:Uncaught (?<error>[\w\\]+): )?(?<message>[^:]*?) in (?<path>\S+\.php)(?: on line |:)(?<line>\d+)",
    ),
    // A frame of a goroutine: /a/b.go:12 +0x1d
    (Runtime::Go, r"^\s+(?<path>\S+\.go):(?<line>\d+)(?: \+0x[0-9a-f]+)?$"),
    // a.cpp(12): error C2065, a.ts(12,5): error TS2322
    (
        Runtime::Place,
        r"^\s*(?<path>(?:[A-Za-z]:)?[^\s(:]+\.\w+)\((?<line>\d+)(?:,\d+)?\)\s*: (?:fatal )?(?:error|warning) (?<message>.*)",
    ),
    // a/b.c:12:5: error: …, a/b.go:12: …, --> src/a.rs:12:5, a/b.ts:12:5 - error TS2322: …
    (
        Runtime::Place,
        r#"(?:^|[\s(\["'`])(?<path>(?:[A-Za-z]:)?[\w./\\@~+-]+\.(?:go|rs|c|cc|cpp|cxx|h|hh|hpp|m|mm|swift|py|pyx|rb|erb|js|mjs|cjs|jsx|ts|tsx|vue|svelte|java|kt|kts|scala|cs|php|ex|exs|lua|dart)):(?<line>\d+)(?:[:,]\d+)?(?:(?::| -) (?:(?:fatal |runtime )?error(?: ?\w+)?: )?(?<message>.*))?"#,
    ),
];

/// All patterns as one: a line is read once to find which of them match.
///
/// Patterns are of bytes, without Unicode classes: those take ten times as long to compile, which
/// the first question of every process would wait for.
static ALL: LazyLock<RegexSet> = LazyLock::new(|| {
    let patterns = SPELLINGS.iter().map(|(_, pattern)| pattern);
    RegexSetBuilder::new(patterns).unicode(false).build().expect("the patterns of the table are valid")
});

/// Each pattern alone, compiled when it first matches.
static EACH: [OnceLock<Regex>; SPELLINGS.len()] = [const { OnceLock::new() }; SPELLINGS.len()];

/// The first format that matches a line, with its groups: `path`, `line`, `function`, `scope`,
/// `error` and `message`.
pub(super) fn matching(line: &str) -> Option<(Runtime, Captures<'_>)> {
    let place = ALL.matches(line.as_bytes()).iter().next()?;
    let (runtime, pattern) = SPELLINGS[place];
    let pattern = EACH[place].get_or_init(|| compiled(pattern));
    Some((runtime, pattern.captures(line.as_bytes())?))
}

/// A pattern of bytes.
pub(super) fn compiled(pattern: &str) -> Regex {
    RegexBuilder::new(pattern).unicode(false).build().expect("the pattern is valid")
}

/// A group as text.
pub(super) fn group(groups: &Captures<'_>, name: &str) -> Option<String> {
    groups.name(name).map(|found| String::from_utf8_lossy(found.as_bytes()).into_owned())
}
