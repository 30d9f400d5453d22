//! How names of Bash are resolved.

use crate::languages::names::{NameRules, Package};

pub(in crate::languages) static NAMES: NameRules =
    NameRules { family: "bash", package: Package::Everything, ..NameRules::NONE };
