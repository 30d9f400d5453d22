//! `#if` and `#endif` inside of a statement, which the grammars cannot place.
//!
//! They read conditionals between statements and members, not between arguments, operands or the
//! initialisers of a constructor. There the directives are blanked; of several branches that are not
//! parts of a list, the first one stays.

/// Brackets that are open at most; deeper ones are text that is no code.
const DEPTH: usize = 256;

/// What is open at a place in the code.
#[derive(Clone, Default)]
struct Open {
    brackets: Vec<u8>,
    /// The last byte that is neither space nor comment.
    last: u8,
    in_comment: bool,
}

/// One `#if` that is not yet closed.
struct Conditional {
    /// Whether it stands inside of a statement.
    inside: bool,
    /// Whether later branches are left out.
    is_exclusive: bool,
    at_start: Open,
    after_first: Option<Open>,
}

/// The stretches of a text that are blanked for the parser, in order.
pub(super) fn stretches(text: &str) -> Vec<(usize, usize)> {
    let mut blanked = Vec::new();
    if !text.contains("\n#if") && !text.contains("# if") {
        return blanked;
    }
    let mut open = Open::default();
    let mut stack: Vec<Conditional> = Vec::new();
    let mut start = 0;
    let mut goes_on = false;
    for line in text.split_inclusive('\n') {
        let end = start + line.trim_end().len();
        let directive = line.trim_start().strip_prefix('#').filter(|_| !open.in_comment && !goes_on);
        let left_out = stack.iter().any(|one| one.inside && one.is_exclusive && one.after_first.is_some());
        if let Some(directive) = directive {
            let word = directive.trim_start();
            let is_inside = follow(word, &mut stack, &mut open);
            if is_inside || left_out {
                blanked.push((start, end));
            }
        } else if left_out {
            blanked.push((start, end));
        } else if !goes_on {
            open.read(line);
        }
        goes_on = line.trim_end().ends_with('\\') && (goes_on || directive.is_some());
        start += line.len();
    }
    blanked.retain(|(from, to)| from < to);
    blanked
}

/// Follows a directive; whether it belongs to a conditional inside of a statement.
fn follow(word: &str, stack: &mut Vec<Conditional>, open: &mut Open) -> bool {
    if word.starts_with("if") {
        let (inside, is_exclusive) = open.place();
        stack.push(Conditional { inside, is_exclusive, at_start: open.clone(), after_first: None });
        inside
    } else if word.starts_with("el") {
        let Some(one) = stack.last_mut() else { return false };
        if one.after_first.is_none() {
            one.after_first = Some(std::mem::replace(open, one.at_start.clone()));
        } else {
            *open = one.at_start.clone();
        }
        one.inside
    } else if word.starts_with("endif") {
        let Some(one) = stack.pop() else { return false };
        if let Some(after) = one.after_first {
            *open = after;
        }
        one.inside
    } else {
        false
    }
}

impl Open {
    /// Whether the place is inside of a statement, and whether only one branch can stand there.
    fn place(&self) -> (bool, bool) {
        let in_list = self.brackets.last() == Some(&b'(');
        let operand = matches!(self.last, b'&' | b'|' | b'=' | b'+' | b'-' | b'?' | b'<');
        (in_list || operand || self.last == b',', in_list && self.last != b',' || operand)
    }

    fn read(&mut self, line: &str) {
        let bytes = line.as_bytes();
        // A definition at the start of a line: what seems open was no code.
        let is_top = bytes.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'}');
        if is_top && self.brackets.last() == Some(&b'(') && matches!(self.last, b';' | b'}' | b'{') {
            self.brackets.retain(|bracket| *bracket != b'(');
        }
        let mut at = 0;
        while at < bytes.len() {
            let (byte, next) = (bytes[at], bytes.get(at + 1).copied().unwrap_or(0));
            if self.in_comment {
                self.in_comment = !(byte == b'*' && next == b'/');
                at += if self.in_comment { 1 } else { 2 };
                continue;
            }
            match byte {
                b'/' if next == b'/' => return,
                b'/' if next == b'*' => {
                    self.in_comment = true;
                    at += 1;
                }
                b'"' | b'\'' => {
                    at += literal(&bytes[at + 1..], byte);
                    self.last = byte;
                }
                b'(' | b'{' if self.brackets.len() < DEPTH => {
                    self.brackets.push(byte);
                    self.last = byte;
                }
                b')' | b'}' => {
                    let opens = if byte == b')' { b'(' } else { b'{' };
                    if let Some(found) = self.brackets.iter().rposition(|bracket| *bracket == opens) {
                        self.brackets.truncate(found);
                    }
                    self.last = byte;
                }
                _ if byte.is_ascii_whitespace() => {}
                _ => self.last = byte,
            }
            at += 1;
        }
    }
}

/// The bytes of a literal up to its closing quote.
fn literal(bytes: &[u8], quote: u8) -> usize {
    let mut at = 0;
    while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::stretches;

    fn parsed(text: &str) -> String {
        let mut out = text.to_owned();
        for (from, to) in stretches(text) {
            out.replace_range(from..to, &" ".repeat(to - from));
        }
        out.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn conditionals_inside_of_a_statement_are_blanked() {
        let text = "\nStore::Store()\n    : a_(1),\n#if DEBUG\n      b_(2),\n#endif\n      c_(3) {\n}\n";
        assert_eq!(parsed(text), "Store::Store()\n    : a_(1),\n      b_(2),\n      c_(3) {\n}");
        let text = "\nif (a &&\n#ifdef X\n    b &&\n#else\n    c &&\n#endif\n    d) {\n}\n";
        assert_eq!(parsed(text), "if (a &&\n    b &&\n    d) {\n}");
    }

    #[test]
    fn conditionals_between_statements_stay() {
        let text = "\n#if A\nint a;\n#else\nint b;\n#endif\nint f() {\n#ifdef X\n  g(\"(\");\n#endif\n}\n";
        assert_eq!(parsed(text), text.trim());
    }
}
