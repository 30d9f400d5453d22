//! `states`: the states of a model, their transitions, and the code that sets them.

use crate::IndexState;
use crate::flow::Format;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// A type by any form of its name. Empty: all models with states are listed.
    #[serde(default)]
    pub model: String,
    /// The field that holds the state, if the model has several. Default: the one with transitions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// `mermaid` adds a diagram; `json`, the default, does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<Format>,
}

/// The states of one field.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Response {
    /// The qualified name of the model.
    pub model: String,
    /// The field that holds the state; empty if the model has no states.
    pub field: String,
    /// States, in the order in which they are declared.
    pub states: Vec<State>,
    /// Events, in the order in which they are declared.
    pub events: Vec<Event>,
    /// Transitions, in the order in which they are declared.
    pub transitions: Vec<Transition>,
    /// Code that sets the field itself.
    pub writers: Vec<Writer>,
    /// All models with states, if no model was given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<Model>,
    /// The diagram, if one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mermaid: Option<String>,
    /// Other fields of the model that hold states.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_fields: Vec<String>,
    /// Notes on what could not be determined.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Which state of the repository this is.
    pub index: IndexState,
}

/// A model with states.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Model {
    /// Its qualified name.
    pub model: String,
    /// The field that holds the state.
    pub field: String,
    /// The names of the states.
    pub states: Vec<String>,
    /// The number of transitions.
    pub transitions: usize,
    /// The file that defines the model.
    pub path: String,
    /// The line of the model.
    pub line: u32,
}

/// One state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct State {
    /// Its name.
    pub name: String,
    /// Whether objects start in it.
    pub initial: bool,
    /// The line that declares it.
    pub line: u32,
    /// The file that declares it.
    pub path: String,
}

/// An event that changes a state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    /// Its name.
    pub name: String,
    /// Conditions of its transitions.
    pub guards: Vec<String>,
    /// The code that runs with it, in order.
    pub callbacks: Vec<String>,
    /// Ids of the symbols that fire it.
    pub triggered_by: Vec<String>,
}

/// One change of state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Transition {
    /// The event that causes it; empty if code sets the state.
    pub event: String,
    /// The state before; `*` for any.
    pub from: String,
    /// The state after.
    pub to: String,
    /// The file that declares it.
    pub path: String,
    /// The line that declares it.
    pub line: u32,
}

/// Code that sets a state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Writer {
    /// The id of the symbol whose body it is in.
    pub node: String,
    /// The state that is set, where it is written out; or empty.
    pub state: String,
    /// The file.
    pub path: String,
    /// The line.
    pub line: u32,
}
