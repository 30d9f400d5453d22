//! Calls that could not be resolved, as answers list them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Most unresolved calls that one answer lists.
pub const MOST_UNRESOLVED: usize = 50;

/// One call that could not be resolved to a definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnresolvedCall {
    /// The file.
    pub path: String,
    /// The line.
    pub line: u32,
    /// The id of the definition that the call is in.
    pub node: String,
    /// The callee with its receiver: `order.lines.each`.
    pub call: String,
}
