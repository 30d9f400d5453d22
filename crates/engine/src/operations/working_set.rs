//! The files and symbols that the caller works on, found in the index.

use super::diff;
use super::named::files;
use crate::View;

/// Files and a diff, as the caller names them.
#[derive(Clone, Debug, Default)]
pub struct WorkingSet {
    /// Paths, from the root of the repository, absolute, or the end of one.
    pub files: Vec<String>,
    /// A unified diff, in any encoding.
    pub diff: Option<Vec<u8>>,
}

impl WorkingSet {
    /// The parts that are in the index, and a note on each part that is not, so that the answer does
    /// not claim to have used it.
    pub(super) fn resolve(&self, view: &View<'_>) -> (fathom_rank::Anchors, Vec<String>) {
        let mut found = fathom_rank::Anchors::default();
        let mut notes = Vec::new();
        for path in &self.files {
            match files(view, path).as_slice() {
                [one] => found.files.push(*one),
                [] => notes.push(format!("{path} is not in the index and was ignored.")),
                several => notes.push(format!(
                    "{path} could be {} files and was ignored; give its whole path.",
                    several.len()
                )),
            }
        }
        found.files.sort_unstable();
        found.files.dedup();
        match self.diff.as_ref().map(|text| diff::touched(view.graph, text)) {
            None => {}
            Some(Ok(touched)) if touched.is_empty() => {
                let why = diff::untouched(self.diff.as_deref().unwrap_or_default());
                notes.push(format!("{why} and was ignored."));
            }
            Some(Ok(touched)) => found.symbols = touched,
            Some(Err(why)) => notes.push(format!("The diff was ignored: {why}.")),
        }
        (found, notes)
    }
}
