//! How names of C++ are resolved.

use crate::languages::library;
use crate::languages::names::{ImportSystem, NameRules, Package, STATIC_MEMBERS};

pub(in crate::languages) static NAMES: NameRules = NameRules {
    family: "c",
    package: Package::Everything,
    imports: ImportSystem::Namespaces,
    implicit_this: true,
    file_private: true,
    textual_constants: true,
    overloads: true,
    builtin_members: STATIC_MEMBERS,
    library: Some(&library::CPP),
    ..NameRules::NONE
};
