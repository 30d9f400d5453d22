//! Translations: the texts of a user interface by their keys.
//!
//! Each key is a section with its text, so that the words a user sees lead to the key and, through
//! the code that uses the key, to that code. Keys are not symbols of a program: an application may
//! have more of them than functions.

mod path;
mod read;

use super::{Language, NameRules, Reader, Spelling};

pub use path::{is_locale_file, translations};

pub(crate) static LOCALE: Language = Language {
    name: "locale",
    extensions: &["arb", "ftl", "po", "pot", "resx", "strings", "xlf"],
    file_names: &[],
    interpreters: &[],
    names: &NameRules::NONE,
    spelling: Spelling::DOTS,
    reader: Reader::Locale(read::read),
};
