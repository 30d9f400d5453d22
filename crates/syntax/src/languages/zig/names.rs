//! How names of Zig are resolved.

use crate::languages::names::{ImportSystem, NameRules, Package, STATIC_MEMBERS};

pub(in crate::languages) static NAMES: NameRules = NameRules {
    family: "zig",
    package: Package::File,
    imports: ImportSystem::Files,
    builtin_members: STATIC_MEMBERS,
    ..NameRules::NONE
};
