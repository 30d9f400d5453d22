//! How names of Rust are resolved.

use crate::languages::names::{ImportSystem, NameRules, STATIC_MEMBERS};

pub(in crate::languages) static NAMES: NameRules = NameRules {
    family: "rust",
    imports: ImportSystem::Crates,
    builtin_members: STATIC_MEMBERS,
    ..NameRules::NONE
};
