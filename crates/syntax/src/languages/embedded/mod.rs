//! Files that hold code of another language: components and templates.
//!
//! The text around the code is blanked out, byte for byte, and what is left is read as a file of that
//! language. So every offset and line is that of the file itself.

mod mask;
mod templates;

use super::javascript::NAMES as JAVASCRIPT_NAMES;
use super::php::NAMES as PHP_NAMES;
use super::ruby::NAMES as RUBY_NAMES;
use super::{Language, NameRules, Reader, Spelling};
use mask::Mask;

pub(super) static VUE: Language = component("vue", &["vue"], templates::vue);
pub(super) static SVELTE: Language = component("svelte", &["svelte"], templates::svelte);
pub(super) static GLIMMER: Language = component("glimmer", &["gjs", "gts"], templates::glimmer);
pub(super) static ERB: Language =
    template("erb", &["erb", "rhtml"], &RUBY_NAMES, Spelling::COLONS, templates::erb);
pub(super) static HAML: Language =
    template("haml", &["haml"], &RUBY_NAMES, Spelling::COLONS, templates::haml);
pub(super) static SLIM: Language =
    template("slim", &["slim"], &RUBY_NAMES, Spelling::COLONS, templates::slim);
pub(super) static BLADE: Language = template("blade", &[], &PHP_NAMES, Spelling::COLONS, templates::blade);
pub(super) static EJS: Language =
    template("ejs", &["ejs"], &JAVASCRIPT_NAMES, Spelling::DOTS, templates::ejs);

/// Code in a file of another kind.
pub struct Embedded {
    /// The name of the language that it is in.
    pub language: &'static str,
    /// The text of the file with all but the code blanked out.
    pub text: String,
}

const fn component(
    name: &'static str,
    extensions: &'static [&'static str],
    read: fn(&str) -> Embedded,
) -> Language {
    template(name, extensions, &JAVASCRIPT_NAMES, Spelling::DOTS, read)
}

const fn template(
    name: &'static str,
    extensions: &'static [&'static str],
    names: &'static NameRules,
    spelling: Spelling,
    read: fn(&str) -> Embedded,
) -> Language {
    Language {
        name,
        extensions,
        file_names: &[],
        interpreters: &[],
        names,
        spelling,
        reader: Reader::Embedded(read),
    }
}
