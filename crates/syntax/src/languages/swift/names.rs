//! How names of Swift are resolved.

use crate::languages::names::{NameRules, Package, STATIC_MEMBERS};

pub(in crate::languages) static NAMES: NameRules = NameRules {
    family: "swift",
    package: Package::Everything,
    implicit_this: true,
    file_private: true,
    overloads: true,
    builtin_members: STATIC_MEMBERS,
    ..NameRules::NONE
};
