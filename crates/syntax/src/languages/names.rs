//! The rules of a language's names: the few questions on which resolution
//! differs between languages, answered as data in each language's folder.

use super::library::{LibraryFunctions, LibraryMembers};

/// Which definitions of other files are in scope without an import.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Package {
    /// None: each file is a module of its own.
    File,
    /// Those in the same folder and package clause.
    Folder,
    /// Those that declare the same package or namespace.
    Declared,
    /// Those of the whole repository.
    Everything,
}

/// How a path that is imported leads to a file or package.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImportSystem {
    /// It does not, or only as the path of a file.
    None,
    /// By modules that are files and folders under a root (Python).
    Modules,
    /// By relative paths and packages with a manifest (Node.js).
    Node,
    /// By the path of a module and a folder in it (Go).
    ModulePaths,
    /// By paths through the modules of a crate (Cargo).
    Crates,
    /// By the packages or namespaces that files declare.
    Packages,
    /// By the full names of modules, wherever they are defined (Elixir).
    FullNames,
    /// By paths of files, with or without their endings (Lua, Dart, Zig).
    Files,
    /// By `using` declarations of namespaces that any file opens (C++).
    Namespaces,
}

/// The rules by which names of a language are resolved.
#[expect(clippy::struct_excessive_bools, reason = "each is one question with yes or no for an answer")]
pub struct NameRules {
    /// Languages of one family see each other's definitions.
    pub family: &'static str,
    /// The names in scope without an import.
    pub package: Package,
    /// How imports are followed.
    pub imports: ImportSystem,
    /// A bare name inside a type may mean a member of it.
    pub implicit_this: bool,
    /// Several definitions with one qualified name are one type.
    pub reopens: bool,
    /// `A.B.C` sees what is in `A.B` and in `A`.
    pub sees_outer_packages: bool,
    /// Types implement an interface by having its methods.
    pub implicit_interfaces: bool,
    /// A module holds methods as a type does.
    pub modules_are_types: bool,
    /// Private definitions at the top of a file are visible in that file only.
    pub file_private: bool,
    /// A chain may begin with the full name of a module or package (`Shop.Cart.add`).
    pub full_names: bool,
    /// Constructors, fields and methods of a type are names of the module around it.
    pub flat_members: bool,
    /// Constants and macros are replaced in the text of files that include them, and rank
    /// after other definitions of the name.
    pub textual_constants: bool,
    /// A field is read by a call of its name.
    pub calls_read_fields: bool,
    /// Values are named after their classes (`user`, `line_items`), and a class and its instances have
    /// members of their own.
    pub names_follow_types: bool,
    /// Several functions of one name differ by their parameters.
    pub overloads: bool,
    /// A called name is never a field or variable, which have names of their own.
    pub methods_apart: bool,
    /// An argument may be converted to the type of a parameter by a constructor of it.
    pub converts: bool,
    /// Members of built-in types, beside those of `library`: a call on an unknown receiver by one
    /// of these names is not evidence for a method of the repository.
    pub builtin_members: &'static [&'static str],
    /// Functions of the standard library that are called by their bare names.
    pub functions: Option<&'static LibraryFunctions>,
    /// Members of the standard library.
    pub library: Option<&'static LibraryMembers>,
}

impl NameRules {
    /// Each file is a module of its own, and nothing else is known.
    pub const NONE: NameRules = NameRules {
        family: "",
        package: Package::File,
        imports: ImportSystem::None,
        implicit_this: false,
        reopens: false,
        sees_outer_packages: false,
        implicit_interfaces: false,
        modules_are_types: false,
        file_private: false,
        full_names: false,
        flat_members: false,
        textual_constants: false,
        calls_read_fields: false,
        names_follow_types: false,
        overloads: false,
        methods_apart: false,
        converts: false,
        builtin_members: &[],
        functions: None,
        library: None,
    };
}

/// Members of built-in types in languages with static types.
pub(crate) const STATIC_MEMBERS: &[&str] = &[
    "get",
    "set",
    "put",
    "add",
    "remove",
    "size",
    "length",
    "isEmpty",
    "contains",
    "equals",
    "hashCode",
    "toString",
    "iterator",
    "next",
    "hasNext",
    "stream",
    "map",
    "filter",
    "forEach",
    "collect",
    "of",
    "append",
    "close",
    "run",
    "call",
    "apply",
    "accept",
    "test",
    "Add",
    "Remove",
    "Contains",
    "ToString",
    "Equals",
    "GetHashCode",
    "Select",
    "Where",
    "First",
    "FirstOrDefault",
    "Any",
    "All",
    "ToList",
    "ToArray",
    "Count",
    "Dispose",
    "Error",
    "String",
    "Write",
    "Read",
    "Close",
    "Len",
    "Lock",
    "Unlock",
    "Done",
    "Wait",
    "push",
    "pop",
    "insert",
    "len",
    "iter",
    "into",
    "from",
    "clone",
    "unwrap",
    "expect",
    "map_err",
    "ok",
    "err",
    "and_then",
    "unwrap_or",
    "is_some",
    "is_none",
    "as_ref",
    "as_mut",
    "as_str",
    "to_string",
    "to_owned",
    "extend",
    "begin",
    "end",
    "c_str",
    "data",
    "empty",
    "push_back",
    "find",
    "fmt",
    "eq",
    "cmp",
    "hash",
    "default",
    "write",
    "read",
    "flush",
    "name",
    "format",
    "info",
    "debug",
    "warn",
    "error",
    "log",
    "join",
    "split",
    "replace",
    "trim",
    "value",
    "first",
    "last",
];
