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
    converts: true,
    builtin_members: STATIC_MEMBERS,
    functions: Some(&library::C_FUNCTIONS),
    library: Some(&library::CPP),
    ..NameRules::NONE
};
