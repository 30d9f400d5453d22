//! How names of Dart are resolved.

use crate::languages::names::{ImportSystem, NameRules, Package, STATIC_MEMBERS};

pub(in crate::languages) static NAMES: NameRules = NameRules {
    family: "dart",
    package: Package::File,
    imports: ImportSystem::Files,
    implicit_this: true,
    builtin_members: STATIC_MEMBERS,
    ..NameRules::NONE
};
