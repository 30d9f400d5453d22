//! Edges, and how sure each one is.

use crate::ids::SymbolId;
use bytemuck::{Pod, Zeroable};

/// The kind of a relation between two symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum EdgeKind {
    /// Calls it.
    Call,
    /// Creates an instance of it.
    New,
    /// Names it as a type.
    Type,
    /// Uses it as a value.
    Read,
    /// Is decorated or annotated by it.
    Decorate,
    /// Is a subclass of it, embeds it.
    Extends,
    /// Implements it.
    Implements,
    /// Mixes it in.
    Mixes,
    /// Overrides or implements this member.
    Overrides,
    /// Imports the file.
    Imports,
    /// Mentions it in prose.
    Mentions,
    /// Starts it to run later or elsewhere.
    Async,
    /// Makes a framework run it.
    Callback,
    /// A framework runs it around the handler.
    Filter,
    /// Causes this change of state, or is a part of one.
    Transition,
    /// Hands calls on to it.
    Delegate,
    /// Makes it the handler of an entry point.
    Route,
    /// Is given it by a framework.
    Inject,
}

impl EdgeKind {
    /// Every kind, in order.
    pub const ALL: [EdgeKind; 18] = [
        EdgeKind::Call,
        EdgeKind::New,
        EdgeKind::Type,
        EdgeKind::Read,
        EdgeKind::Decorate,
        EdgeKind::Extends,
        EdgeKind::Implements,
        EdgeKind::Mixes,
        EdgeKind::Overrides,
        EdgeKind::Imports,
        EdgeKind::Mentions,
        EdgeKind::Async,
        EdgeKind::Callback,
        EdgeKind::Filter,
        EdgeKind::Transition,
        EdgeKind::Delegate,
        EdgeKind::Route,
        EdgeKind::Inject,
    ];

    /// The kinds that models of frameworks find.
    pub const OF_FRAMEWORKS: [EdgeKind; 7] = [
        EdgeKind::Async,
        EdgeKind::Callback,
        EdgeKind::Filter,
        EdgeKind::Transition,
        EdgeKind::Delegate,
        EdgeKind::Route,
        EdgeKind::Inject,
    ];

    /// Whether `from` makes `to` run: a call, or what a framework calls for it.
    pub fn is_run(self) -> bool {
        matches!(
            self,
            EdgeKind::Call
                | EdgeKind::New
                | EdgeKind::Async
                | EdgeKind::Callback
                | EdgeKind::Filter
                | EdgeKind::Transition
                | EdgeKind::Delegate
                | EdgeKind::Route
                | EdgeKind::Inject
        )
    }

    /// Whether a model of a framework finds it.
    pub fn is_of_framework(self) -> bool {
        EdgeKind::OF_FRAMEWORKS.contains(&self)
    }

    /// The word in output.
    pub fn word(self) -> &'static str {
        match self {
            EdgeKind::Call => "calls",
            EdgeKind::New => "creates",
            EdgeKind::Type => "uses type",
            EdgeKind::Read => "reads",
            EdgeKind::Decorate => "decorated by",
            EdgeKind::Extends => "extends",
            EdgeKind::Implements => "implements",
            EdgeKind::Mixes => "mixes in",
            EdgeKind::Overrides => "overrides",
            EdgeKind::Imports => "imports",
            EdgeKind::Mentions => "mentions",
            EdgeKind::Async => "starts",
            EdgeKind::Callback => "runs callback",
            EdgeKind::Filter => "filtered by",
            EdgeKind::Transition => "transitions",
            EdgeKind::Delegate => "delegates to",
            EdgeKind::Route => "routes to",
            EdgeKind::Inject => "injected with",
        }
    }

    /// The kind a word names.
    pub fn from_word(word: &str) -> Option<EdgeKind> {
        EdgeKind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    pub(crate) fn from_u8(value: u8) -> EdgeKind {
        EdgeKind::ALL.get(value as usize).copied().unwrap_or(EdgeKind::Read)
    }
}

/// How an edge was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Resolution {
    /// Stated by a compiler's index.
    Compiler,
    /// By scopes, imports and types, without a guess.
    Exact,
    /// The receiver's type is unknown, and only one definition has the name.
    Inferred,
    /// One of several that fit equally well.
    Ambiguous,
}

impl Resolution {
    /// The word in output.
    pub fn word(self) -> &'static str {
        match self {
            Resolution::Compiler => "compiler",
            Resolution::Exact => "exact",
            Resolution::Inferred => "inferred",
            Resolution::Ambiguous => "ambiguous",
        }
    }

    pub(crate) fn from_u8(value: u8) -> Resolution {
        match value {
            0 => Resolution::Compiler,
            1 => Resolution::Exact,
            2 => Resolution::Inferred,
            _ => Resolution::Ambiguous,
        }
    }
}

/// Which pass found an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Origin(u8);

impl Origin {
    /// A compiler's index.
    pub const COMPILER: Origin = Origin(0);
    /// References of a file, resolved.
    pub const REFERENCES: Origin = Origin(1);
    /// Imports of a file.
    pub const IMPORTS: Origin = Origin(2);
    /// Members that override members of stated supertypes.
    pub const OVERRIDES: Origin = Origin(3);
    /// Stated supertypes.
    pub const BASES: Origin = Origin(4);
    /// Interfaces that types implement implicitly.
    pub const IMPLICIT: Origin = Origin(5);
    /// Overriding members in languages where types implement interfaces implicitly.
    pub const IMPLICIT_OVERRIDES: Origin = Origin(6);
    /// Models of frameworks.
    pub const FRAMEWORKS: Origin = Origin(7);
    /// Keys of translations and the code that uses them.
    pub const LOCALE_KEYS: Origin = Origin(8);

    /// The origins that fit beside the resolution in a byte.
    const MOST: u8 = 32;

    /// The origin with a number below 32.
    pub const fn new(number: u8) -> Origin {
        assert!(number < Origin::MOST);
        Origin(number)
    }
}

/// One resolved relation; its evidence is `line` in the file of `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Pod, Zeroable)]
#[repr(C)]
pub struct Edge {
    /// The symbol that refers.
    pub from: SymbolId,
    /// The symbol referred to.
    pub to: SymbolId,
    kind: u8,
    /// The resolution times 32, and the origin.
    found: u8,
    percent: u8,
    /// How often it occurs in `from`, at most 255.
    pub count: u8,
    /// First line of it.
    pub line: u32,
}

impl Edge {
    /// A new edge; `confidence` between 0 and 1.
    pub fn new(
        from: SymbolId,
        to: SymbolId,
        kind: EdgeKind,
        resolution: Resolution,
        confidence: f32,
        line: u32,
    ) -> Edge {
        let percent = (confidence * 100.0).round() as u8;
        let found = resolution as u8 * Origin::MOST;
        Edge { from, to, kind: kind as u8, found, percent, count: 1, line }
    }

    /// The kind of the relation.
    pub fn kind(&self) -> EdgeKind {
        EdgeKind::from_u8(self.kind)
    }

    /// How it was found.
    pub fn resolution(&self) -> Resolution {
        Resolution::from_u8(self.found / Origin::MOST)
    }

    /// Which pass found it; of several, the one that is surest of it.
    pub fn origin(&self) -> Origin {
        Origin(self.found % Origin::MOST)
    }

    pub(crate) fn set_origin(&mut self, origin: Origin) {
        self.found = self.found / Origin::MOST * Origin::MOST + origin.0;
    }

    /// How sure it is, between 0 and 1.
    pub fn confidence(&self) -> f32 {
        f32::from(self.percent) / 100.0
    }

    /// The same edge, no surer than another one that it is reached through.
    pub(crate) fn through(&self, other: &Edge) -> Edge {
        let resolution = self.resolution().max(other.resolution());
        let found = resolution as u8 * Origin::MOST + self.origin().0;
        Edge { found, percent: self.percent.min(other.percent), ..*self }
    }
}

/// References that led nowhere, by cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Unresolved {
    /// References that were looked at: calls, instantiations, types.
    pub references: u32,
    /// Resolved to a symbol of the repository.
    pub resolved: u32,
    /// Lead out of the repository: standard library, packages, built-in types.
    pub external: u32,
    /// The type of the receiver is not known, and the name decides nothing.
    pub unknown_receiver: u32,
    /// The receiver or scope is known and has no such name.
    pub missing: u32,
}

impl Unresolved {
    pub(crate) fn add(&mut self, other: &Unresolved) {
        self.references += other.references;
        self.resolved += other.resolved;
        self.external += other.external;
        self.unknown_receiver += other.unknown_receiver;
        self.missing += other.missing;
    }
}
