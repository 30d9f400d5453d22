//! Call sites: what a reference that is a call has beyond its name.
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

/// One call, instantiation or decorator, as it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallSite {
    /// The reference it belongs to, an index of [`crate::FactsView::references`].
    pub reference: u32,
    /// Sorting by it gives the order in which straight code runs the calls of a
    /// file: a call runs after its arguments and before its block.
    pub order: u32,
    /// The reference of the call it is an argument of, or in the block of.
    pub enclosing: Option<u32>,
    /// The line of the innermost condition it runs under; 0 where there is none.
    pub branch_line: u32,
    /// The blocks around it.
    pub flags: CallFlags,
    pub(crate) first_argument: u32,
    pub(crate) argument_count: u32,
}

/// A call site on disk. Nine of ten references are calls, so each byte counts: numbers are
/// distances from the reference, and a record of zeros is not written at all.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct PackedCall {
    /// The first argument times 256, and how many there are.
    arguments: u32,
    flags: u16,
    /// How far before the reference that of the call around it is; 0 where there is none.
    enclosing: u16,
    /// From the number of the reference to its order.
    order: i16,
    /// From the line of the reference to that of the condition.
    branch: i16,
}

impl PackedCall {
    /// Values that do not fit are left out: a call 65,000 calls before, a condition 32,000 lines away.
    pub(crate) fn new(site: &CallSite, line: u32) -> PackedCall {
        let distance = |to: u32, from: u32| (i64::from(to) - i64::from(from)).clamp(-0x7FFF, 0x7FFF) as i16;
        let around = site.enclosing.and_then(|around| site.reference.checked_sub(around));
        let arguments =
            site.first_argument.checked_shl(8).filter(|packed| packed >> 8 == site.first_argument);
        PackedCall {
            arguments: if site.argument_count == 0 {
                0
            } else {
                arguments.map_or(0, |at| at | site.argument_count)
            },
            flags: site.flags.0,
            enclosing: around.and_then(|around| u16::try_from(around).ok()).unwrap_or(0),
            order: distance(site.order, site.reference),
            branch: if site.branch_line == 0 { 0 } else { distance(site.branch_line, line) },
        }
    }

    /// The call site of a reference on a line.
    pub(crate) fn unpack(self, reference: u32, line: u32) -> CallSite {
        let flags = CallFlags(self.flags);
        let around = reference.checked_sub(u32::from(self.enclosing)).filter(|_| self.enclosing > 0);
        CallSite {
            reference,
            order: reference.saturating_add_signed(i32::from(self.order)),
            enclosing: around,
            branch_line: if flags.has(CallFlags::BRANCH) {
                line.saturating_add_signed(i32::from(self.branch))
            } else {
                0
            },
            flags,
            first_argument: self.arguments >> 8,
            argument_count: self.arguments & 0xFF,
        }
    }

    /// Whether it is empty.
    pub(crate) fn is_plain(self) -> bool {
        self == PackedCall::default()
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

/// The kind of an argument.
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
    /// The text times 256, the depth times 16, and the kind.
    packed: u32,
}

impl Argument {
    /// Texts after the first sixteen million of a file are left out.
    pub(crate) fn new(kind: ArgumentKind, name: StrId, text: StrId, depth: u8) -> Argument {
        let text = if text < 1 << 24 { text << 8 } else { 0 };
        Argument { name, packed: text | u32::from(depth) << 4 | kind as u32 }
    }

    /// Its text, bounded; see [`ArgumentKind`].
    pub fn text(&self) -> StrId {
        self.packed >> 8
    }

    /// 0 for an argument, more for what is in a list or map before it.
    pub fn depth(&self) -> u8 {
        (self.packed >> 4 & 0xF) as u8
    }

    /// Its kind.
    pub fn kind(&self) -> ArgumentKind {
        ArgumentKind::ALL.get((self.packed & 0xF) as usize).copied().unwrap_or(ArgumentKind::Other)
    }
}
