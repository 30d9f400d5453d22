//! One file's text in, its facts out.
//!
//! This crate owns languages: which file is written in which, and what its
//! text contains: definitions, references, call sites, imports, inheritance, bindings,
//! literals, prose sections. It is pure (no I/O, no clock, no global state
//! beyond compiled grammars) and the only crate that uses tree-sitter.
//!
//! It does not look at other files: what a name *means* is decided in
//! `fathom-graph`, from the facts of all files.

mod calls;
mod chain;
mod comments;
mod conventions;
mod detect;
mod driver;
mod facts;
mod frameworks;
pub mod function_type;
mod highlight;
pub mod inflection;
pub mod languages;
mod manifests;
mod pattern;
mod render;
mod strings;
mod traits;
mod types;

pub use calls::{Argument, ArgumentKind, CallFlags, CallSite};
pub use detect::{DATA_BY_NAME, DetectedLanguage, detect, is_test_path, needs_head, readable};
pub use driver::{extract, parse_only};
pub use facts::{
    Binding, BindingKind, Definition, FACTS_VERSION, Facts, FactsError, FactsView, Import, ImportFlags,
    Inherit, InheritKind, Literal, NONE, Reference, ReferenceKind,
};
pub use highlight::{Token, TokenClass, tokens};
pub use languages::{ImportSystem, Language, NameRules, Package, Spelling, Yield};
pub use manifests::{Ecosystem, Manifest};
pub use render::render;
pub use strings::{StrId, Strings, hash_name};
pub use traits::{Flags, Kind, Visibility};
