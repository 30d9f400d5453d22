//! How names of Python are resolved.

use crate::languages::library;
use crate::languages::names::{ImportSystem, NameRules};

pub(in crate::languages) static NAMES: NameRules = NameRules {
    family: "python",
    imports: ImportSystem::Modules,
    library: Some(&library::PYTHON),
    ..NameRules::NONE
};
