//! How names of Go are resolved.

use crate::languages::names::{ImportSystem, NameRules, Package, STATIC_MEMBERS};

pub(in crate::languages) static NAMES: NameRules = NameRules {
    family: "go",
    package: Package::Folder,
    imports: ImportSystem::ModulePaths,
    implicit_interfaces: true,
    builtin_members: STATIC_MEMBERS,
    ..NameRules::NONE
};
