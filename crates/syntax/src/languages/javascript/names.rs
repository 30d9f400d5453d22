//! How names of JavaScript, TypeScript and TSX are resolved.

use crate::languages::library;
use crate::languages::names::{ImportSystem, NameRules};

pub(in crate::languages) static NAMES: NameRules = NameRules {
    family: "javascript",
    imports: ImportSystem::Node,
    library: Some(&library::JAVASCRIPT),
    ..NameRules::NONE
};
