//! Why an edge differs.

use serde::Serialize;

/// Why a claim is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WrongCause {
    /// The oracle says that the call leads out of the project.
    Outside,
    /// The oracle says that another function of the project is called.
    OtherTarget,
    /// The oracle says that a variable or parameter is called.
    Value,
    /// The oracle has this call, in another caller.
    OtherCaller,
    /// The oracle does not know what is called there.
    OracleSilent,
    /// The oracle names something that is not what the text names.
    OracleMixedUp,
}

impl WrongCause {
    /// The words in output.
    pub fn words(self) -> &'static str {
        match self {
            WrongCause::Outside => "leads outside",
            WrongCause::OtherTarget => "other target",
            WrongCause::Value => "a variable is called",
            WrongCause::OtherCaller => "other caller",
            WrongCause::OracleSilent => "oracle silent",
            WrongCause::OracleMixedUp => "the oracle names another symbol than the text",
        }
    }
}

/// Why an edge is missed: what Fathom said at the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MissCause {
    /// The caller's file is not in Fathom's index.
    NoFile,
    /// The callee is no definition for Fathom.
    NoDefinition,
    /// Fathom sees no reference of that name on that line.
    NoReference,
    /// It sees one, but not as a call.
    NotACall,
    /// It leads out of the project, says Fathom.
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
            MissCause::External => "said to be external",
            MissCause::UnknownReceiver => "unknown receiver",
            MissCause::Missing => "no such name",
            MissCause::OtherTarget => "other target",
            MissCause::AmbiguousWithRight => "ambiguous, with the right one",
            MissCause::AmbiguousWithoutRight => "ambiguous, without the right one",
            MissCause::OtherCaller => "other caller",
        }
    }
}
