//! How names of Haskell are resolved.

use crate::languages::names::{ImportSystem, NameRules, Package};

pub(in crate::languages) static NAMES: NameRules = NameRules {
    family: "haskell",
    package: Package::Declared,
    imports: ImportSystem::Packages,
    full_names: true,
    flat_members: true,
    builtin_members: &[
        "map", "filter", "lookup", "insert", "delete", "empty", "show", "read", "fmap", "pure", "return",
    ],
    ..NameRules::NONE
};
