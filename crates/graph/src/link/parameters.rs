//! The parameters of a function, read from its signature.

/// Longest signature that is read.
const BYTES: usize = 2_000;

/// How many arguments a function takes, and the written types of its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parameters<'s> {
    /// Arguments that a call has to give.
    pub(crate) required: usize,
    /// Most arguments of a call; `None` if there is no bound.
    pub(crate) most: Option<usize>,
    /// Each parameter as it is written, receivers left out.
    pub(crate) written: Vec<&'s str>,
}

impl<'s> Parameters<'s> {
    /// Reads the list that follows `name` in a signature; `None` if there is none.
    pub(crate) fn read(signature: &'s str, name: &str) -> Option<Parameters<'s>> {
        let signature = signature.get(..BYTES).unwrap_or(signature);
        let list = list_after(signature, name)?;
        let mut parameters = Parameters { required: 0, most: Some(0), written: Vec::new() };
        for (index, part) in split(list).enumerate() {
            let part = part.trim();
            if part.is_empty()
                || part == "void"
                || matches!(part, "/" | "*")
                || index == 0 && is_receiver(part)
            {
                continue;
            }
            parameters.written.push(part);
            if part.contains("...") || part.starts_with('*') && !part.contains(' ') {
                parameters.most = None;
            } else {
                parameters.most = parameters.most.map(|most| most + 1);
                let optional =
                    has_default(part) || part.split(':').next().is_some_and(|name| name.ends_with('?'));
                parameters.required += usize::from(!optional);
            }
        }
        Some(parameters)
    }

    /// Reads the list that follows `name`, or that of the function that a variable or field of this
    /// name holds: `name = async (a) =>`.
    pub(crate) fn read_any(signature: &'s str, name: &str) -> Option<Parameters<'s>> {
        Parameters::read(signature, name).or_else(|| {
            let (_, held) = signature.split_once('=')?;
            let start = held.find('(')?;
            Parameters::read(&held[start..], "")
        })
    }

    /// Whether the function accepts this many arguments.
    pub(crate) fn accepts(&self, arguments: usize) -> bool {
        self.required <= arguments && self.most.is_none_or(|most| arguments <= most)
    }

    /// Whether one function can be called wherever the other can.
    pub(crate) fn overlaps(&self, other: &Parameters<'_>) -> bool {
        let reaches = |one: &Parameters<'_>, to: usize| one.most.is_none_or(|most| most >= to);
        reaches(self, other.required) && reaches(other, self.required)
    }
}

/// The text between the parentheses after a whole word.
fn list_after<'s>(signature: &'s str, name: &str) -> Option<&'s str> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    signature.match_indices(name).find_map(|(at, _)| {
        let after = &signature[at + name.len()..];
        if signature[..at].ends_with(is_word) || after.starts_with(is_word) {
            return None;
        }
        let after = after.trim_start();
        let after = match after.chars().next() {
            Some('<') => &after[closing(after, '<', '>')? + 1..],
            Some('[') => &after[closing(after, '[', ']')? + 1..],
            _ => after,
        };
        let after = after.trim_start().strip_prefix('?').unwrap_or(after.trim_start());
        if !after.starts_with('(') {
            return None;
        }
        after.get(1..closing(after, '(', ')')?)
    })
}

/// Where the bracket that opens a text closes.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0usize;
    let mut last = ' ';
    for (at, letter) in text.char_indices() {
        if letter == open {
            depth += 1;
        } else if letter == close && !(close == '>' && matches!(last, '-' | '=')) {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        }
        last = letter;
    }
    None
}

/// The parts between the commas that no bracket encloses.
fn split(list: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(list);
    std::iter::from_fn(move || {
        let text = rest?;
        let mut depth = 0i32;
        let mut last = ' ';
        for (at, letter) in text.char_indices() {
            match letter {
                '(' | '[' | '{' | '<' => depth += 1,
                ')' | ']' | '}' => depth -= 1,
                '>' if !matches!(last, '-' | '=') => depth -= 1,
                ',' if depth <= 0 => {
                    rest = Some(&text[at + 1..]);
                    return Some(&text[..at]);
                }
                _ => {}
            }
            last = letter;
        }
        rest = None;
        Some(text)
    })
}

/// Whether the first parameter is the instance: `self`, `&mut self`, `self: Box<Self>`,
/// `cls`, TypeScript's `this: T`.
fn is_receiver(part: &str) -> bool {
    let name = part.split(':').next().unwrap_or(part).trim();
    let name = name.trim_start_matches('&').trim_start();
    let name = name.rsplit(' ').next().unwrap_or(name);
    matches!(name, "self" | "cls" | "this")
}

/// Whether a parameter has a default value.
fn has_default(part: &str) -> bool {
    let bytes = part.as_bytes();
    (0..bytes.len()).any(|at| {
        bytes[at] == b'='
            && bytes.get(at + 1).is_none_or(|next| !matches!(next, b'=' | b'>'))
            && at.checked_sub(1).is_none_or(|before| !matches!(bytes[before], b'=' | b'!' | b'<' | b'>'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arity(signature: &str, name: &str) -> Option<(usize, Option<usize>)> {
        Parameters::read(signature, name).map(|one| (one.required, one.most))
    }

    #[test]
    fn arities_are_read_from_the_signatures_of_many_languages() {
        for (signature, name, expected) in [
            ("public static <T> T load(Map<String, T> a, int... rest)", "load", Some((1, None))),
            (
                "func (h *Handler) ServeHTTP(w Writer, r *Request, next func(a, b int))",
                "ServeHTTP",
                Some((3, Some(3))),
            ),
            ("pub fn run<F: Fn(i32) -> i32>(&mut self, f: F, n: u32) -> i32", "run", Some((2, Some(2)))),
            ("def load(self, a, b=1, *args, **kw)", "load", Some((1, None))),
            ("def load(a, *, key=None)", "load", Some((1, Some(2)))),
            ("int main(void)", "main", Some((0, Some(0)))),
            ("load(a: string, b?: number, c = 3): void", "load", Some((1, Some(3)))),
            ("class Load", "Load", None),
            ("void reload(int a)", "load", None),
            ("printf(const char *format, ...)", "printf", Some((1, None))),
        ] {
            assert_eq!(arity(signature, name), expected, "{signature}");
        }
    }

    #[test]
    fn functions_overlap_where_one_call_can_mean_both() {
        let read = |text| Parameters::read(text, "f").unwrap();
        assert!(read("f(a, b=1)").overlaps(&read("f(a)")));
        assert!(read("f(*args)").overlaps(&read("f(a, b)")));
        assert!(!read("f(a, b)").overlaps(&read("f(a, b, c)")));
    }
}
