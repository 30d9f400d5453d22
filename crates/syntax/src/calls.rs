//! Call sites: what a reference that is a call says beyond its name.
//!
//! A call site belongs to one reference. It has arguments, the place at which
//! it is evaluated, and what it runs under: a branch, a loop, a handler of
//! errors, a transaction. Decorators and annotations are call sites of the
//! definition they decorate.

use crate::strings::StrId;
use bytemuck::{Pod, Zeroable};

/// Arguments that one call site keeps, elements of lists and maps included.
pub(crate) const MOST_ARGUMENTS: usize = 24;
/// Bytes that the text of an argument or its name keeps.
pub(crate) const ARGUMENT_BYTES: usize = 120;
/// How deep elements of lists and maps are kept: `{methods: ["GET"]}` is 2.
pub(crate) const DEEPEST_ARGUMENT: u8 = 2;

/// One call, instantiation or decorator.
#[derive(Clone, Copy, Debug, Pod, Zeroable, PartialEq, Eq)]
#[repr(C)]
pub struct CallSite {
    /// The reference it belongs to, an index of [`crate::FactsView::references`].
    pub reference: u32,
    /// Where its arguments start in [`crate::FactsView::arguments`].
    pub first_argument: u32,
    /// The byte at which it is evaluated: a call runs after its arguments and
    /// before its block. Sorting by it gives the order of execution in straight code.
    pub place: u32,
    /// The call site it is an argument of, or in the block of; else [`crate::NONE`].
    pub enclosing: u32,
    /// The line of the innermost condition it runs under; 0 where there is none.
    pub branch_line: u32,
    pub(crate) argument_count: u16,
    pub(crate) flags: u16,
}

impl CallSite {
    /// What it runs under.
    pub fn flags(&self) -> CallFlags {
        CallFlags(self.flags)
    }
}

/// Bit set of what a call runs under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallFlags(pub u16);

impl CallFlags {
    /// Runs only if a condition holds, or in one case of several.
    pub const BRANCH: u16 = 1;
    /// Runs once for each turn of a loop, or for each element of a collection.
    pub const LOOP: u16 = 1 << 1;
    /// Runs where an error is handled.
    pub const RESCUE: u16 = 1 << 2;
    /// Runs inside a block that a call with a name as `transaction` is given.
    pub const TRANSACTION: u16 = 1 << 3;
    /// Its result is awaited.
    pub const AWAITED: u16 = 1 << 4;
    /// Runs beside the code that starts it: in a thread, task or coroutine.
    pub const SPAWNED: u16 = 1 << 5;
    /// Is given a block or a function without a name.
    pub const BLOCK: u16 = 1 << 6;
    /// Is an argument of [`CallSite::enclosing`], not in the block of it.
    pub const ARGUMENT: u16 = 1 << 7;
    /// Runs when the code around it ends (`defer`, `finally`, `ensure`).
    pub const DEFERRED: u16 = 1 << 8;
    /// Has more arguments than are kept.
    pub const CUT: u16 = 1 << 9;

    /// The words of the flags, for people.
    pub const WORDS: [(u16, &'static str); 10] = [
        (CallFlags::BRANCH, "branch"),
        (CallFlags::LOOP, "loop"),
        (CallFlags::RESCUE, "rescue"),
        (CallFlags::TRANSACTION, "transaction"),
        (CallFlags::AWAITED, "awaited"),
        (CallFlags::SPAWNED, "spawned"),
        (CallFlags::BLOCK, "block"),
        (CallFlags::ARGUMENT, "argument"),
        (CallFlags::DEFERRED, "deferred"),
        (CallFlags::CUT, "cut"),
    ];

    /// Whether all of `bits` are set.
    pub fn has(self, bits: u16) -> bool {
        self.0 & bits == bits
    }
}

/// What an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum ArgumentKind {
    /// A string, without quotes.
    Text,
    /// A string with values inserted, as written, without quotes.
    Template,
    /// A symbol (`:create`), without its colon.
    Symbol,
    /// A number, as written.
    Number,
    /// A word of the language: `true`, `nil`.
    Constant,
    /// A name or expression as a chain: `users.list`, `Foo()`.
    Name,
    /// A list; its elements follow, one level deeper.
    List,
    /// A map; its values follow, one level deeper, each named by its key.
    Map,
    /// A block or a function without a name.
    Block,
    /// Anything else; it has no text.
    Other,
}

impl ArgumentKind {
    const ALL: [ArgumentKind; 10] = [
        ArgumentKind::Text,
        ArgumentKind::Template,
        ArgumentKind::Symbol,
        ArgumentKind::Number,
        ArgumentKind::Constant,
        ArgumentKind::Name,
        ArgumentKind::List,
        ArgumentKind::Map,
        ArgumentKind::Block,
        ArgumentKind::Other,
    ];
}

/// One argument of a call, or one element of a list or map among them.
#[derive(Clone, Copy, Debug, Pod, Zeroable, PartialEq, Eq)]
#[repr(C)]
pub struct Argument {
    /// The keyword or key it is given by; or empty.
    pub name: StrId,
    /// Its text, bounded; see [`ArgumentKind`].
    pub text: StrId,
    kind: u8,
    /// 0 for an argument, more for what is in a list or map before it.
    pub depth: u8,
    padding: u16,
}

impl Argument {
    pub(crate) fn new(kind: ArgumentKind, name: StrId, text: StrId, depth: u8) -> Argument {
        Argument { name, text, kind: kind as u8, depth, padding: 0 }
    }

    /// What it is.
    pub fn kind(&self) -> ArgumentKind {
        ArgumentKind::ALL.get(self.kind as usize).copied().unwrap_or(ArgumentKind::Other)
    }
}
