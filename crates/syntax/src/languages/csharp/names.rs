//! How names of C# are resolved.

use crate::languages::names::{ImportSystem, NameRules, Package, STATIC_MEMBERS};

pub(in crate::languages) static NAMES: NameRules = NameRules {
    family: "dotnet",
    package: Package::Declared,
    imports: ImportSystem::Packages,
    implicit_this: true,
    reopens: true,
    sees_outer_packages: true,
    overloads: true,
    builtin_members: STATIC_MEMBERS,
    ..NameRules::NONE
};
