//! The full-text index of Fathom and the tokenizer that understands code.
//!
//! The path of a word through this crate:
//!
//! 1. [`Tokenizer`] turns text into [`Term`]s: `parseHTTPResponse` becomes
//!    `pars`, `http`, `respons` and the compound `parsehttpresponse`.
//! 2. [`bag()`] counts the terms of one file, document by document (a document is
//!    one definition; number 0 is the file itself). A [`Bag`] depends on nothing
//!    but its input, so it is computed once per file content and cached as bytes.
//! 3. [`Segment::build`] inverts the bags of many files into one immutable blob,
//!    which [`Segment::read`] uses in place, for instance memory-mapped.
//! 4. [`Index`] combines segments and tracks which of their files are
//!    still alive.
//! 5. [`Index::search`] ranks the live documents for a [`Query`] by BM25F.
//!
//! The index does no I/O and is independent of languages, symbols and snapshots: spans and names in,
//! symbol ids and scores out.
//!
//! [`traces`] reads stack traces and compiler errors. It is here because both the ranking and the
//! experts read them, and it needs nothing but text.
//!
//! # Why not tantivy
//!
//! It was the first choice and is the better engine for most purposes. Four
//! guarantees are outside of its design:
//!
//! - **Exactness.** After an incremental update the scores are, bit for bit, those
//!   of a full build. Tantivy's document frequencies count deleted documents until
//!   a merge happens to remove them; `tests/exactness.rs` checks this.
//! - **BM25F.** Fields are weighted and normalised by their length *before*
//!   saturation. Summing one BM25 score per field instead rewards a term that is
//!   merely repeated over fields.
//! - **Cheap commits inside our snapshot.** An update costs a few milliseconds and
//!   the result is one blob in the same immutable, memory-mapped snapshot as the
//!   graph, swapped in by the same rename.
//! - **Tokenising once.** Bags are cached by content, so switching a branch back
//!   and forth tokenises nothing.
//!
//! # Invariants
//!
//! - Bytes that are read may be damaged: reading gives a [`TextError`] or an index
//!   with wrong answers, never a panic (`tests/damaged.rs`).
//! - Equal input gives equal bytes and equal scores. No hash map is iterated.

mod bag;
mod bag_view;
mod error;
mod explain;
mod field;
mod file_search;
mod files;
mod index;
mod layout;
mod postings;
mod query;
mod scoring;
mod search;
mod segment;
mod segment_build;
mod spelling;
mod stem;
mod stop_words;
mod synonyms;
mod term;
mod tokenizer;
mod top_hits;
pub mod traces;
mod whole_names;
mod words;

pub use bag::{Bag, Document, bag};
pub use bag_view::{BAG_FORMAT, BagView};
pub use error::TextError;
pub use explain::{Evidence, FieldEvidence, TermContribution};
pub use field::{FIELDS, Field};
pub use file_search::{FileEvidence, FilesEvidence};
pub use index::Index;
pub use layout::AlignedBytes;
pub use query::{Query, QueryTerm};
pub use search::{Hit, SearchOptions};
pub use segment::{SEGMENT_FORMAT, Segment};
pub use term::Term;
pub use tokenizer::{TextPart, ThreadTokenizer, Tokenizer};
pub use words::word_parts;
