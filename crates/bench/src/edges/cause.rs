//! Why an edge differs.

use serde::Serialize;

/// Why a claim is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WrongCause {
    /// The oracle resolves the call to something outside of the project.
    Outside,
    /// The oracle resolves the call to another function of the project.
    OtherTarget,
    /// The oracle resolves the call to a variable or parameter.
    Value,
    /// The oracle has this call, in another caller.
    OtherCaller,
    /// The oracle resolves nothing there.
    OracleUnresolved,
    /// The oracle gives a symbol of another name than the text.
    OracleMisnamed,
}

impl WrongCause {
    /// The words in output.
    pub fn words(self) -> &'static str {
        match self {
            WrongCause::Outside => "leads outside",
            WrongCause::OtherTarget => "other target",
            WrongCause::Value => "a variable is called",
            WrongCause::OtherCaller => "other caller",
            WrongCause::OracleUnresolved => "not resolved by the oracle",
            WrongCause::OracleMisnamed => "the oracle names another symbol than the text",
        }
    }
}

/// Why an edge is missed: what Fathom resolved the call to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MissCause {
    /// The caller's file is not in Fathom's index.
    NoFile,
    /// The callee is not a definition for Fathom.
    NoDefinition,
    /// Fathom sees no reference of that name on that line.
    NoReference,
    /// It sees one, but not as a call.
    NotACall,
    /// Fathom resolves it to something outside of the project.
    External,
    /// The receiver's type is not known.
    UnknownReceiver,
    /// The receiver or scope has no such name.
    Missing,
    /// Fathom resolved it to something else.
    OtherTarget,
    /// Several fit, the right one among them.
    AmbiguousWithRight,
    /// Several fit, all of them wrong.
    AmbiguousWithoutRight,
    /// Fathom resolved it right, in another caller.
    OtherCaller,
}

impl MissCause {
    /// The words in output.
    pub fn words(self) -> &'static str {
        match self {
            MissCause::NoFile => "file not indexed",
            MissCause::NoDefinition => "callee not a definition",
            MissCause::NoReference => "no reference seen",
            MissCause::NotACall => "not seen as a call",
            MissCause::External => "resolved as external",
            MissCause::UnknownReceiver => "unknown receiver",
            MissCause::Missing => "no such name",
            MissCause::OtherTarget => "other target",
            MissCause::AmbiguousWithRight => "ambiguous, with the right one",
            MissCause::AmbiguousWithoutRight => "ambiguous, without the right one",
            MissCause::OtherCaller => "other caller",
        }
    }
}
