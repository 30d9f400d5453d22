//! The Error expert: from an error message or a stack trace to the files that its fix changes.
//!
//! This module owns what needs no graph: which file of the repository a frame means ([`places`]),
//! whether a message comes from a string literal ([`message`]), and the model that turns the
//! signals of a file into a probability ([`model`]). The engine gathers the signals.

pub mod message;
pub mod model;
pub mod places;
