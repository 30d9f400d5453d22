//! A symbol as every operation describes it.

use crate::words::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

words! {
    /// The kind of a symbol.
    SymbolKind {
        /// A file.
        File = "file",
        /// A module, package or namespace.
        Module = "module",
        /// A class.
        Class = "class",
        /// An interface or protocol.
        Interface = "interface",
        /// A trait.
        Trait = "trait",
        /// A struct or record.
        Struct = "struct",
        /// An enumeration.
        Enum = "enum",
        /// One member of an enumeration.
        Variant = "variant",
        /// A union.
        Union = "union",
        /// A type alias.
        Type = "type",
        /// A free function.
        Function = "function",
        /// A function that belongs to a type.
        Method = "method",
        /// A constructor with a name of its own in the language.
        Constructor = "constructor",
        /// A field or property.
        Field = "field",
        /// A constant.
        Constant = "constant",
        /// A variable at file or module level.
        Variable = "variable",
        /// A macro.
        Macro = "macro",
        /// A test named by a sentence (`it("…")`).
        Test = "test",
        /// A configuration key.
        Key = "key",
        /// A section of prose.
        Section = "section",
    }
}

words! {
    /// The visibility of a symbol.
    Visibility {
        /// Part of the public surface.
        Public = "public",
        /// Visible inside the package, module or crate.
        Internal = "internal",
        /// Visible to subclasses.
        Protected = "protected",
        /// Visible inside the type or file only.
        Private = "private",
    }
}

/// A symbol without its code.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Symbol {
    /// `path::Qualified.name`; names one symbol of the index.
    pub id: String,
    /// The qualified name: enclosing names and its own, in the spelling of its language.
    pub name: String,
    /// The last part of `name`, for text.
    #[serde(skip)]
    pub own_name: String,
    /// Its kind.
    pub kind: SymbolKind,
    /// Its language.
    pub language: String,
    /// Its declaration on one line.
    pub signature: String,
    /// The file, from the root of the repository.
    pub source_path: String,
    /// First line.
    pub line: u32,
    /// Last line.
    pub end_line: u32,
    /// Its visibility.
    pub visibility: Visibility,
    /// Whether it belongs to tests.
    pub test: bool,
    /// Nesting depth; in an outline only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}
