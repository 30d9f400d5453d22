//! Recorded states.
