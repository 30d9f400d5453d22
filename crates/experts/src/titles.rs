//! Titles of parametrised tests: `each %i`, `handles $name`, `adds ${n}`, `takes #{n}`.

/// The fixed parts of a title, between its placeholders; one part if it has none.
fn fixed_parts(title: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut rest = title;
    while let Some(next) = rest.chars().next() {
        let after = &rest[next.len_utf8()..];
        let is_part_of_name = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let placeholder = match next {
            '%' if after.starts_with(|c: char| "sdifjoOp#".contains(c)) => Some(2),
            '$' | '#' if after.starts_with('{') => rest.find('}').map(|end| end + 1),
            '$' if after.starts_with(|c: char| c.is_alphabetic()) => {
                Some(1 + after.find(|c| !is_part_of_name(c)).unwrap_or(after.len()))
            }
            _ => None,
        };
        if let Some(length) = placeholder {
            parts.push(String::new());
            rest = &rest[length..];
        } else {
            parts.last_mut().expect("there is a first part").push(next);
            rest = after;
        }
    }
    parts
}

/// Whether a title is a case of one with placeholders.
pub(crate) fn is_case_of(template: &str, title: &str) -> bool {
    let parts = fixed_parts(template);
    let [first, between @ .., last] = parts.as_slice() else { return false };
    let Some(mut rest) = title.strip_prefix(first.as_str()) else { return false };
    for part in between {
        match rest.find(part.as_str()) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last.as_str())
}

/// A regular expression of JavaScript for a title and its cases.
pub(crate) fn pattern(title: &str) -> String {
    let escaped = |part: &String| {
        let special = |c: char| "\\^$.|?*+()[]{}/".contains(c);
        part.chars().flat_map(|c| special(c).then_some('\\').into_iter().chain([c])).collect::<String>()
    };
    fixed_parts(title).iter().map(escaped).collect::<Vec<_>>().join(".*")
}

#[cfg(test)]
mod tests {
    use super::{is_case_of, pattern};

    #[test]
    fn a_case_has_the_fixed_parts_of_its_title() {
        assert!(is_case_of("each %i %i", "each 1 2"));
        assert!(is_case_of("handles #{n}", "handles 12"));
        assert!(is_case_of("adds $a.b to ${c}!", "adds 1 to 2!"));
        assert!(!is_case_of("each %i %i", "every 1 2"));
        assert!(!is_case_of("adds", "adds"), "a title without placeholders has no cases");
        assert!(!is_case_of("costs $5", "costs $5"));
    }

    #[test]
    fn a_pattern_takes_special_characters_as_they_are() {
        assert_eq!(pattern("fails: (a+b)? %s"), "fails: \\(a\\+b\\)\\? .*");
    }
}
