//! How names of Rust are resolved.

use crate::languages::library;
use crate::languages::names::{ImportSystem, NameRules, STATIC_MEMBERS};

pub(in crate::languages) static NAMES: NameRules = NameRules {
    family: "rust",
    imports: ImportSystem::Crates,
    builtin_members: STATIC_MEMBERS,
    library: Some(&library::RUST),
    ..NameRules::NONE
};
