//! An edge between two symbols as every operation describes it.

use crate::words::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

words! {
    /// How one symbol refers to another.
    EdgeType {
        /// Calls it.
        Calls = "calls",
        /// Creates an instance of it.
        Creates = "creates",
        /// Names it as a type.
        UsesType = "uses type",
        /// Uses it as a value.
        Reads = "reads",
        /// Is decorated or annotated by it.
        DecoratedBy = "decorated by",
        /// Is a subclass of it, or embeds it.
        Extends = "extends",
        /// Implements it.
        Implements = "implements",
        /// Mixes it in.
        MixesIn = "mixes in",
        /// Overrides or implements this member.
        Overrides = "overrides",
        /// Imports the file.
        Imports = "imports",
        /// Mentions it in prose.
        Mentions = "mentions",
        /// Starts it to run later or elsewhere.
        Starts = "starts",
        /// Makes a framework run it.
        RunsCallback = "runs callback",
        /// A framework runs it around the handler.
        FilteredBy = "filtered by",
        /// Causes this change of state, or is a part of one.
        Transitions = "transitions",
        /// Hands calls on to it.
        DelegatesTo = "delegates to",
        /// Makes it the handler of an entry point.
        RoutesTo = "routes to",
        /// Is given it by a framework.
        InjectedWith = "injected with",
        /// A call that can reach an override of the method it names.
        DispatchesTo = "dispatches to",
    }
}

words! {
    /// How an edge was resolved.
    Resolution {
        /// A compiler's own index states it.
        Compiler = "compiler",
        /// By scopes, imports and types, without a guess.
        Exact = "exact",
        /// The receiver's type is unknown, and one definition has the name.
        Inferred = "inferred",
        /// One of several definitions that fit equally well.
        Ambiguous = "ambiguous",
    }
}

/// An edge to or from a symbol, with its evidence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Relation {
    /// The other symbol.
    pub node: String,
    /// The other symbol's qualified name, for text.
    #[serde(skip)]
    pub name: String,
    /// How the two are related.
    pub edge_type: EdgeType,
    /// How the edge was resolved.
    pub resolution: Resolution,
    /// Probability that the edge is right.
    pub confidence: f32,
    /// The file with the evidence.
    pub path: String,
    /// The line with the evidence.
    pub line: u32,
    /// How often it occurs.
    pub count: u8,
}
