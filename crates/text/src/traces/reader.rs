//! Lines to frames. A frame of some runtimes takes two lines: the function comes before the place
//! (Go, Rust), or the place before its line number (`IPython`).

use super::Frame;
use super::formats::{Runtime, compiled, group, matching};
use regex::bytes::Regex;
use std::sync::LazyLock;

/// Longest line that is read, in bytes: a minified file in one line has no frame.
const LONGEST_LINE: usize = 4_096;

/// The state that one line passes to the next.
#[derive(Default)]
pub(super) struct Reader {
    /// The function that a line named alone.
    function: Option<String>,
    /// A frame that lacks its line number.
    incomplete: Option<Frame>,
    /// The type and the message of the error on the line of the last frame.
    pub(super) error: (Option<String>, Option<String>),
}

/// `  3: cart::add` of Rust, `main.(*Cart).Add(0xc0…)` of Go.
static FUNCTION: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"^(?:\s*\d+:\s+(?:0x[0-9a-f]+ - )?(?<rust>[\w:<>{}$&#, ]+)|(?:created by )?(?<go>[\w./*()-]+)(?:\([^()]*\))?(?: in goroutine \d+)?)$",
    )
});

/// `---> 12 code` of `IPython`.
static ARROW: LazyLock<Regex> = LazyLock::new(|| compiled(r"^-+> ?(?<line>\d+)"));

impl Reader {
    /// The frame that ends on a line.
    pub(super) fn line(&mut self, line: &str) -> Option<Frame> {
        self.error = (None, None);
        let line = &line[..line.floor_char_boundary(LONGEST_LINE)];
        let function = self.function.take();
        if line.starts_with("--")
            && let Some(arrow) = ARROW.captures(line.as_bytes())
        {
            let mut frame = self.incomplete.take()?;
            frame.line = number(group(&arrow, "line"));
            return Some(frame);
        }
        let Some((runtime, groups)) = matching(line) else {
            if let Some(alone) = FUNCTION.captures(line.as_bytes()) {
                self.function = group(&alone, "rust").or_else(|| group(&alone, "go"));
            }
            return None;
        };
        let group = |name: &str| group(&groups, name);
        let function = match runtime {
            Runtime::Go | Runtime::Rust => function,
            _ => group("function"),
        };
        let mut path = group("path").unwrap_or_default();
        if let (Runtime::Jvm, Some(scope)) = (runtime, group("scope")) {
            path = package_path(&scope, &path);
        }
        let frame = Frame {
            path,
            line: number(group("line")),
            function: function.as_deref().and_then(own_name),
            runtime,
        };
        self.error = (group("error"), group("message"));
        if group("line").is_none() && runtime == Runtime::Python {
            self.incomplete = Some(frame);
            return None;
        }
        self.incomplete = None;
        Some(frame)
    }
}

fn number(text: Option<String>) -> u32 {
    text.and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// `a.b.C` and `C.java` as `a/b/C.java`: packages are in lower case, classes are not.
fn package_path(scope: &str, file: &str) -> String {
    let package =
        scope.split('.').take_while(|name| !name.starts_with(|c: char| c.is_uppercase() || c == '$'));
    let mut parts: Vec<&str> = package.collect();
    // All in lower case: the last name is the class.
    if parts.len() == scope.split('.').count() {
        parts.pop();
    }
    parts.push(file);
    parts.join("/")
}

/// The own name of a function: without its class, module, arguments and type parameters; `None`
/// if it has no name.
fn own_name(function: &str) -> Option<String> {
    // Ruby: block (2 levels) in Cart#add, <class:Cart>.
    let function = function.rsplit(" in ").next().unwrap_or(function);
    // Go: main.(*Cart).Add; closures are Add.func1. Rust: <Cart as Add>::add, main::{{closure}}.
    let function = function.trim_end_matches("::{{closure}}");
    let function = match function.find('(') {
        Some(at) if at > 0 && !function[..at].ends_with('.') => &function[..at],
        _ => function,
    };
    let mut names = function.rsplit(['.', ':', '#', '>', '\\', '/']).filter(|name| !name.is_empty());
    let is_closure = |name: &str| {
        name.strip_prefix("func")
            .is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()) && !rest.is_empty())
            || name.bytes().all(|byte| byte.is_ascii_digit())
    };
    let name = names.find(|name| !is_closure(name))?;
    let is_name = name.chars().all(|c| c.is_alphanumeric() || "_$?!=~`".contains(c));
    // <module>, <anonymous>, <lambda>, {closure}, <class:Cart>.
    let anonymous = function.ends_with('>')
        || function.ends_with('}')
        || function.starts_with('<') && !function.contains(">::");
    (is_name && !anonymous).then(|| name.to_owned())
}
