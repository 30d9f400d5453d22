//! JSON whose text is safe to show: a reader gets the very characters, a
//! terminal gets none that it would obey.
//!
//! JSON itself escapes what is below U+0020. DEL, C1 and what else
//! [`escape::is_control`] names are written as `\u` escapes, too, which every
//! reader of JSON turns back.

use super::escape;
use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};
use std::io::{self, Write};

/// On one line.
pub fn compact<T: Serialize>(value: &T) -> String {
    written(value, Safe(CompactFormatter))
}

/// With a line for each value.
pub fn pretty<T: Serialize>(value: &T) -> String {
    written(value, Safe(PrettyFormatter::new()))
}

fn written<T: Serialize>(value: &T, formatter: impl Formatter) -> String {
    let mut bytes = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, formatter);
    value.serialize(&mut serializer).expect("answers have text for keys, and memory does not fail");
    String::from_utf8(bytes).expect("JSON of text is text")
}

/// A formatter that leaves no control character in strings.
struct Safe<F>(F);

/// Methods that only pass on what they are given.
macro_rules! pass_on {
    ($($name:ident($($argument:ident: $kind:ty),*);)*) => {
        $(fn $name<W: ?Sized + Write>(&mut self, writer: &mut W $(, $argument: $kind)*) -> io::Result<()> {
            self.0.$name(writer $(, $argument)*)
        })*
    };
}

impl<F: Formatter> Formatter for Safe<F> {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        // Nearly all text is plain ASCII; a look at all bytes, without a branch, is faster than one at each.
        if fragment.bytes().fold(true, |is_plain, byte| is_plain & (0x20..0x7f).contains(&byte)) {
            return self.0.write_string_fragment(writer, fragment);
        }
        let mut rest = fragment;
        while let Some(at) = rest.find(escape::is_control) {
            let (before, from) = rest.split_at(at);
            self.0.write_string_fragment(writer, before)?;
            let mut characters = from.chars();
            for unit in characters.next().unwrap_or_default().encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = characters.as_str();
        }
        self.0.write_string_fragment(writer, rest)
    }

    pass_on! {
        begin_array();
        end_array();
        begin_array_value(first: bool);
        end_array_value();
        begin_object();
        end_object();
        begin_object_key(first: bool);
        end_object_key();
        begin_object_value();
        end_object_value();
    }
}

#[cfg(test)]
mod tests {
    use super::{compact, pretty};
    use crate::render::escape::is_control;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    #[test]
    fn control_characters_are_escaped_and_read_back() {
        let value = json!({"path": "a\u{7f}\u{9b}31m\u{2028}\u{202e}b\u{1b}\"\n"});
        let text = compact(&value);
        assert_eq!(text, r#"{"path":"a\u007f\u009b31m\u2028\u202eb\u001b\"\n"}"#);
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }

    #[test]
    fn layout_is_that_of_serde() {
        let value = json!({"a": [1, 2, {"b": null}], "c": {}, "d": [], "e": "x"});
        assert_eq!(compact(&value), value.to_string());
        assert_eq!(pretty(&value), serde_json::to_string_pretty(&value).unwrap());
    }

    proptest! {
        #[test]
        fn any_text_survives(text in "(.|[\u{0}-\u{ff}\u{2020}-\u{2070}])*") {
            let written = compact(&text);
            prop_assert!(!written.contains(is_control));
            prop_assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
        }
    }
}
