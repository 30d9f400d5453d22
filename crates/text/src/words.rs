//! Splits text into words, and identifiers into parts.
//!
//! Pure. The tokenizer lowercases, stems and drops parts. Separate, because these rules explain why a
//! search does not find a word.

/// Words longer than this are encoded data, not language.
const MAX_WORD: usize = 256;

/// Calls `found` with the offset and text of each word: a run of letters, digits, `_`
/// and `$`.
pub(crate) fn for_each_word<'t>(text: &'t str, mut found: impl FnMut(usize, &'t str)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let begin = at;
        loop {
            // Most text is ASCII, and most of that is inside of words.
            while bytes.get(at).is_some_and(|byte| IN_WORD[usize::from(*byte)]) {
                at += 1;
            }
            match wide_char(text, at) {
                Some(width) => at += width,
                None => break,
            }
        }
        if at == begin {
            // Not a word: step over one character, of which only the first byte is known.
            at += 1;
            while !text.is_char_boundary(at) {
                at += 1;
            }
        } else if at - begin <= MAX_WORD {
            found(begin, &text[begin..at]);
        }
    }
}

/// Which ASCII characters belong to a word.
const IN_WORD: [bool; 256] = {
    let mut in_word = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        in_word[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$';
        byte += 1;
    }
    in_word
};

/// The width of the character at `at`, if it is not ASCII and belongs to a word.
fn wide_char(text: &str, at: usize) -> Option<usize> {
    if text.as_bytes().get(at)?.is_ascii() {
        return None;
    }
    let char = text[at..].chars().next()?;
    char.is_alphanumeric().then(|| char.len_utf8())
}

#[derive(Clone, Copy, PartialEq)]
enum Class {
    Separator,
    Upper,
    Digit,
    /// Lower-case letters, and letters that have no case.
    Lower,
}

fn class(char: char) -> Class {
    match char {
        '_' | '$' => Class::Separator,
        '0'..='9' => Class::Digit,
        _ if char.is_uppercase() => Class::Upper,
        _ => Class::Lower,
    }
}

/// Calls `found` with each part of a word: `parseHTTPResponse` gives `parse`, `HTTP`,
/// `Response`; `snake_case` gives `snake`, `case`.
///
/// Digits stay with the letters before them and the lower-case letters after them, so
/// `utf8`, `sha256sum` and `x86` are one part, while `sha256Hash` has two. The plural of
/// an acronym is one part: `userIDs` gives `user`, `IDs`.
pub(crate) fn for_each_part<'w>(word: &'w str, mut found: impl FnMut(&'w str)) {
    let mut chars = word.char_indices().peekable();
    let mut begin = 0;
    let mut previous = Class::Separator;
    while let Some((at, char)) = chars.next() {
        let current = class(char);
        if current == Class::Separator {
            if begin < at {
                found(&word[begin..at]);
            }
            begin = at + char.len_utf8();
        } else if current == Class::Upper && begin < at {
            let border = match previous {
                Class::Lower | Class::Digit => true,
                Class::Separator => false,
                Class::Upper => {
                    let next = chars.peek().map(|&(_, next)| class(next));
                    next == Some(Class::Lower) && !is_plural(&word[at + char.len_utf8()..])
                }
            };
            if border {
                found(&word[begin..at]);
                begin = at;
            }
        }
        previous = current;
    }
    if begin < word.len() {
        found(&word[begin..]);
    }
}

/// The parts of a text's words, as written: `retryPolicy` gives `retry`, `Policy`.
pub fn word_parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for_each_word(text, |_, word| for_each_part(word, |part| parts.push(part)));
    parts
}

/// Whether what follows an acronym is nothing but its plural `s`.
fn is_plural(rest: &str) -> bool {
    let mut chars = rest.chars();
    chars.next() == Some('s') && chars.next().is_none_or(|next| class(next) != Class::Lower)
}

/// `IDs` without its plural `s`; any other part as it is.
pub(crate) fn singular_acronym(part: &str) -> &str {
    match part.strip_suffix('s') {
        Some(acronym) if acronym.len() >= 2 && acronym.chars().all(char::is_uppercase) => acronym,
        _ => part,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        let mut words = Vec::new();
        for_each_word(text, |_, word| words.push(word));
        words
    }

    fn parts(word: &str) -> Vec<&str> {
        let mut parts = Vec::new();
        for_each_part(word, |part| parts.push(part));
        parts
    }

    #[test]
    fn words_end_where_punctuation_begins() {
        assert_eq!(
            words("app.before_request(fn) -> $el; größe=3 — née"),
            ["app", "before_request", "fn", "$el", "größe", "3", "née"]
        );
    }

    #[test]
    fn offsets_count_bytes() {
        let mut found = Vec::new();
        for_each_word("… ab", |at, word| found.push((at, word)));
        assert_eq!(found, [(4, "ab")]);
    }

    #[test]
    fn encoded_data_is_not_a_word() {
        assert_eq!(words(&"A".repeat(257)), [""; 0]);
    }

    #[test]
    fn identifiers_are_split_at_underscores_and_humps() {
        assert_eq!(parts("before_request"), ["before", "request"]);
        assert_eq!(parts("parseHTTPResponse"), ["parse", "HTTP", "Response"]);
        assert_eq!(parts("__init__"), ["init"]);
        assert_eq!(parts("SCREAMING_CASE"), ["SCREAMING", "CASE"]);
        assert_eq!(parts("$scope"), ["scope"]);
        assert_eq!(parts("ÉcoleÉté"), ["École", "Été"]);
    }

    #[test]
    fn digits_stay_with_their_letters() {
        assert_eq!(parts("utf8"), ["utf8"]);
        assert_eq!(parts("sha256sum"), ["sha256sum"]);
        assert_eq!(parts("UTF8String"), ["UTF8", "String"]);
        assert_eq!(parts("x86_64"), ["x86", "64"]);
    }

    #[test]
    fn the_plural_of_an_acronym_is_one_part() {
        assert_eq!(parts("userIDs"), ["user", "IDs"]);
        assert_eq!(parts("URLsByHost"), ["URLs", "By", "Host"]);
        assert_eq!(parts("HTTPServer"), ["HTTP", "Server"]);
        assert_eq!(singular_acronym("IDs"), "ID");
        assert_eq!(singular_acronym("Class"), "Class");
    }
}
