//! How names of Objective-C are resolved.

use crate::languages::names::{NameRules, Package, STATIC_MEMBERS};

pub(in crate::languages) static NAMES: NameRules = NameRules {
    family: "objective-c",
    package: Package::Everything,
    reopens: true,
    file_private: true,
    textual_constants: true,
    builtin_members: STATIC_MEMBERS,
    ..NameRules::NONE
};
