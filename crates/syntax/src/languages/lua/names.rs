//! How names of Lua are resolved.

use crate::languages::names::{ImportSystem, NameRules, Package};

pub(in crate::languages) static NAMES: NameRules = NameRules {
    family: "lua",
    package: Package::File,
    imports: ImportSystem::Files,
    builtin_members: &[
        "byte", "char", "close", "concat", "find", "flush", "format", "get", "gmatch", "gsub", "insert",
        "len", "lines", "lower", "match", "new", "open", "read", "remove", "rep", "reverse", "seek", "set",
        "sort", "sub", "unpack", "upper", "write",
    ],
    ..NameRules::NONE
};
