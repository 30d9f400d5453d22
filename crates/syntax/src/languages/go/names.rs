//! How names of Go are resolved.

use crate::languages::library;
use crate::languages::names::{ImportSystem, NameRules, Package, STATIC_MEMBERS};

pub(in crate::languages) static NAMES: NameRules = NameRules {
    family: "go",
    package: Package::Folder,
    imports: ImportSystem::ModulePaths,
    implicit_interfaces: true,
    builtin_members: STATIC_MEMBERS,
    library: Some(&library::GO),
    ..NameRules::NONE
};
