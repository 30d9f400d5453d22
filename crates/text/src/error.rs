//! Errors of bytes that should be a bag or a segment.
//!
//! The remedy is always the same, because both formats are derived from source text: drop the blob and
//! compute it again. The variants let a log distinguish an upgrade (`Version`) from a disk fault
//! (`Truncated`, `Damaged`).

use thiserror::Error;

/// Why a blob was rejected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TextError {
    /// The blob does not start at an address divisible by 8.
    #[error("a {what} must start at an 8-byte boundary; copy it into `AlignedBytes` first")]
    Misaligned {
        /// `bag` or `segment`.
        what: &'static str,
    },
    /// The blob is shorter than its header states.
    #[error("the {what} ends inside its {section}; compute it again")]
    Truncated {
        /// `bag` or `segment`.
        what: &'static str,
        /// The part that is incomplete.
        section: &'static str,
    },
    /// The blob has another format.
    #[error("these bytes are not a {what}; compute it again")]
    NotA {
        /// `bag` or `segment`.
        what: &'static str,
    },
    /// The blob was written by another version of this crate.
    #[error("the {what} has format {found}, this program reads {expected}; compute it again")]
    Version {
        /// `bag` or `segment`.
        what: &'static str,
        /// The version in the blob.
        found: u32,
        /// The version this crate reads and writes.
        expected: u32,
    },
    /// The blob has the right size but is inconsistent.
    #[error("the {what} is damaged: {reason}; compute it again")]
    Damaged {
        /// `bag` or `segment`.
        what: &'static str,
        /// The violated rule.
        reason: &'static str,
    },
    /// An index was given a table of symbols that does not fit the segment.
    #[error("segment {layer} has {slots} slots, but {symbols} symbol bases were given for it")]
    SlotMismatch {
        /// Position of the segment in the list given to `Index::new`.
        layer: usize,
        /// Slots in the segment.
        slots: usize,
        /// Entries in the table.
        symbols: usize,
    },
}
