//! What can be wrong with bytes that claim to be a bag or a segment.
//!
//! Every variant has the same remedy, because both formats are derived from source
//! text: drop the blob and compute it again. The variants exist so that a log tells
//! an upgrade (`Version`) from a disk fault (`Truncated`, `Damaged`).

use thiserror::Error;

/// Why a blob was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TextError {
    /// The blob does not start at an address divisible by 8.
    #[error("a {what} must start at an 8-byte boundary; copy it into `AlignedBytes` first")]
    Misaligned {
        /// `bag` or `segment`.
        what: &'static str,
    },
    /// The blob is shorter than its header says.
    #[error("the {what} ends inside its {section}; compute it again")]
    Truncated {
        /// `bag` or `segment`.
        what: &'static str,
        /// The part that is not all there.
        section: &'static str,
    },
    /// The blob is something else altogether.
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
    /// The blob has the right size but contradicts itself.
    #[error("the {what} is damaged: {reason}; compute it again")]
    Damaged {
        /// `bag` or `segment`.
        what: &'static str,
        /// The rule that does not hold.
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
