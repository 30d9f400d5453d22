//! Stack frames, in the spelling of each language's runtime.

use super::MOST_MENTIONS;
use regex::Regex;
use std::sync::LazyLock;

/// A place that a stack trace names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The file, as the machine it crashed on has it.
    pub path: String,
    /// The line.
    pub line: u32,
    /// The function, its own name alone.
    pub function: Option<String>,
}

/// One spelling each. The groups `path`, `line` and `function` are read.
const SPELLINGS: &[&str] = &[
    // Python: File "a/b.py", line 12, in run
    r#"File "(?<path>[^"]+)", line (?<line>\d+)(?:, in (?<function>\S+))?"#,
    // Java, Kotlin, Scala: at a.b.C.run(C.java:12)
    r"at (?:[\w$.]+\.)?(?<function>[\w$<>]+)\((?<path>[\w$]+\.\w+):(?<line>\d+)\)",
    // C#: at A.B.Run(String x) in /a/b.cs:line 12
    r"at (?:[\w`.]+\.)?(?<function>[\w`]+)\([^)]*\) in (?<path>\S+):line (?<line>\d+)",
    // JavaScript: at run (a/b.js:12:5), at a/b.js:12:5
    r"at (?:async )?(?:(?:[\w$]+\.)*(?<function>[\w$]+) \()?(?<path>[^\s():]+\.\w+):(?<line>\d+):\d+\)?",
    // Ruby: a/b.rb:12:in `run', in 'A#run'
    r"(?<path>[^\s:]+\.rb):(?<line>\d+):in [`'](?:[^'#.]*[#.])?(?<function>[^']+)'",
    // PHP: #0 /a/b.php(12): A->run()
    r"#\d+ (?<path>\S+\.php)\((?<line>\d+)\): (?:[\w\\]+(?:->|::))?(?<function>\w+)\(",
    // Go, Rust, C: a/b.go:12 +0x1d, at a/b.rs:12:5
    r"(?:^|\s)(?:at )?(?<path>[\w./\\-]+\.(?:go|rs|c|cc|cpp|h|swift)):(?<line>\d+)",
];

static READERS: LazyLock<Vec<Regex>> =
    LazyLock::new(|| SPELLINGS.iter().map(|one| Regex::new(one).expect("spelled right")).collect());

/// The first frames of a text, in its order.
pub(super) fn read(text: &str) -> Vec<Frame> {
    // Every spelling has a line number; most tasks have none at all.
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return Vec::new();
    }
    let mut frames: Vec<Frame> = Vec::new();
    for line in text.lines() {
        if frames.len() == MOST_MENTIONS {
            break;
        }
        let Some(found) = READERS.iter().find_map(|reader| reader.captures(line)) else { continue };
        let frame = Frame {
            path: found["path"].to_owned(),
            line: found["line"].parse().unwrap_or(0),
            function: found.name("function").map(|name| name.as_str().to_owned()),
        };
        if !frames.contains(&frame) {
            frames.push(frame);
        }
    }
    frames
}

#[cfg(test)]
mod tests {
    use super::{Frame, read};

    fn frame(path: &str, line: u32, function: Option<&str>) -> Frame {
        Frame { path: path.to_owned(), line, function: function.map(str::to_owned) }
    }

    #[test]
    fn frames_of_every_runtime_are_read() {
        let text = "\
Traceback:
  File \"/usr/lib/app/core.py\", line 12, in run
    at com.shop.Cart.addItem(Cart.java:40)
   at Shop.Cart.Add(String id) in /src/Cart.cs:line 7
    at async Cart.add (/app/src/cart.ts:3:15)
    at /app/src/index.js:9:1
app/cart.rb:5:in `add'
app/cart.rb:6:in 'Cart#remove'
#0 /srv/app/Cart.php(31): Shop\\Cart->add()
    /go/src/cart/cart.go:77 +0x1d
   at src/cart.rs:12:5
";
        assert_eq!(
            read(text),
            [
                frame("/usr/lib/app/core.py", 12, Some("run")),
                frame("Cart.java", 40, Some("addItem")),
                frame("/src/Cart.cs", 7, Some("Add")),
                frame("/app/src/cart.ts", 3, Some("add")),
                frame("/app/src/index.js", 9, None),
                frame("app/cart.rb", 5, Some("add")),
                frame("app/cart.rb", 6, Some("remove")),
                frame("/srv/app/Cart.php", 31, Some("add")),
                frame("/go/src/cart/cart.go", 77, None),
                frame("src/cart.rs", 12, None),
            ]
        );
    }

    #[test]
    fn prose_has_no_frames() {
        assert!(read("Add 2 retries at most, in 3 places").is_empty());
    }
}
