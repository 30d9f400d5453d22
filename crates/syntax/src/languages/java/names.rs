//! How names of Java are resolved.

use crate::languages::library;
use crate::languages::names::{ImportSystem, NameRules, Package, STATIC_MEMBERS};

pub(in crate::languages) static NAMES: NameRules = NameRules {
    family: "jvm",
    package: Package::Declared,
    imports: ImportSystem::Packages,
    implicit_this: true,
    overloads: true,
    methods_apart: true,
    builtin_members: STATIC_MEMBERS,
    library: Some(&library::JAVA),
    ..NameRules::NONE
};
