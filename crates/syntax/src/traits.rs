//! The kind, the visibility and the traits of a definition.

/// The kind of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// The file itself: always definition 0.
    File,
    /// A module, package or namespace written in the source.
    Module,
    /// A class.
    Class,
    /// An interface or protocol.
    Interface,
    /// A trait.
    Trait,
    /// A struct or record.
    Struct,
    /// An enumeration.
    Enum,
    /// One member of an enumeration.
    Variant,
    /// A union.
    Union,
    /// A type alias.
    Type,
    /// A free function.
    Function,
    /// A function that belongs to a type.
    Method,
    /// A constructor with a name of its own in the language.
    Constructor,
    /// A field or property.
    Field,
    /// A constant.
    Constant,
    /// A variable at file or module level.
    Variable,
    /// A macro.
    Macro,
    /// A test named by a sentence (`it("…")`).
    Test,
    /// A configuration key.
    Key,
    /// A section of prose.
    Section,
}

impl Kind {
    const ALL: [Kind; 20] = [
        Kind::File,
        Kind::Module,
        Kind::Class,
        Kind::Interface,
        Kind::Trait,
        Kind::Struct,
        Kind::Enum,
        Kind::Variant,
        Kind::Union,
        Kind::Type,
        Kind::Function,
        Kind::Method,
        Kind::Constructor,
        Kind::Field,
        Kind::Constant,
        Kind::Variable,
        Kind::Macro,
        Kind::Test,
        Kind::Key,
        Kind::Section,
    ];

    /// The kind with this number; a variable where there is none.
    pub fn from_u8(value: u8) -> Kind {
        Kind::ALL.get(value as usize).copied().unwrap_or(Kind::Variable)
    }

    /// The word used in output and in `definition.<word>` captures.
    pub fn word(self) -> &'static str {
        match self {
            Kind::File => "file",
            Kind::Module => "module",
            Kind::Class => "class",
            Kind::Interface => "interface",
            Kind::Trait => "trait",
            Kind::Struct => "struct",
            Kind::Enum => "enum",
            Kind::Variant => "variant",
            Kind::Union => "union",
            Kind::Type => "type",
            Kind::Function => "function",
            Kind::Method => "method",
            Kind::Constructor => "constructor",
            Kind::Field => "field",
            Kind::Constant => "constant",
            Kind::Variable => "variable",
            Kind::Macro => "macro",
            Kind::Test => "test",
            Kind::Key => "key",
            Kind::Section => "section",
        }
    }

    /// The kind a word names, if any.
    pub fn from_word(word: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Types: what can have members, be inherited from and be instantiated.
    pub fn is_type(self) -> bool {
        matches!(
            self,
            Kind::Class
                | Kind::Interface
                | Kind::Trait
                | Kind::Struct
                | Kind::Enum
                | Kind::Union
                | Kind::Type
        )
    }

    /// Functions of every sort: what can be called and holds code.
    pub fn is_callable(self) -> bool {
        matches!(self, Kind::Function | Kind::Method | Kind::Constructor | Kind::Macro | Kind::Test)
    }
}

/// The visibility of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Visibility {
    /// Part of the public surface.
    Public,
    /// Visible inside the package, module or crate.
    Internal,
    /// Visible to subclasses.
    Protected,
    /// Visible inside the type or file only.
    Private,
}

impl Visibility {
    /// The word used in output.
    pub fn word(self) -> &'static str {
        match self {
            Visibility::Public => "public",
            Visibility::Internal => "internal",
            Visibility::Protected => "protected",
            Visibility::Private => "private",
        }
    }

    pub(crate) fn from_u8(value: u8) -> Visibility {
        match value {
            0 => Visibility::Public,
            1 => Visibility::Internal,
            2 => Visibility::Protected,
            _ => Visibility::Private,
        }
    }
}

/// Bit set of a definition's traits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Flags(pub u16);

impl Flags {
    /// A test, or inside one.
    pub const TEST: u16 = 1;
    /// Belongs to the type itself, not to its instances.
    pub const STATIC: u16 = 2;
    /// Declared without a body.
    pub const ABSTRACT: u16 = 4;
    /// Called without parentheses (`@property`, getters).
    pub const PROPERTY: u16 = 8;
    /// A declaration whose definition is elsewhere (C and C++ prototypes).
    pub const DECLARATION: u16 = 16;
    /// Extends a type defined elsewhere: reopened class, extension, partial.
    pub const EXTENSION: u16 = 32;
    /// In a file that no grammar read: its kind and extent are guessed.
    pub const UNPARSED: u16 = 64;
    /// In a file that a program wrote or squeezed: it is linked, and not an answer.
    pub const GENERATED: u16 = 128;
    /// A text of the user interface, by its key: it leads to the code that uses the key.
    pub const LOCALE: u16 = 256;
    /// A member that a type has by a trait it implements (Rust): its own of that name come first.
    pub const OF_TRAIT: u16 = 512;

    /// Whether all of `bits` are set.
    pub fn has(self, bits: u16) -> bool {
        self.0 & bits == bits
    }
}
