//! How names of Ruby are resolved.

use crate::languages::library;
use crate::languages::names::{NameRules, Package};

pub(in crate::languages) static NAMES: NameRules = NameRules {
    family: "ruby",
    package: Package::Everything,
    implicit_this: true,
    reopens: true,
    modules_are_types: true,
    calls_read_fields: true,
    names_follow_types: true,
    library: Some(&library::RUBY),
    ..NameRules::NONE
};
