//! How names of PHP are resolved.

use crate::languages::names::{ImportSystem, NameRules, Package, STATIC_MEMBERS};

pub(in crate::languages) static NAMES: NameRules = NameRules {
    family: "php",
    package: Package::Declared,
    imports: ImportSystem::Packages,
    builtin_members: STATIC_MEMBERS,
    ..NameRules::NONE
};
