//! The last snapshot's linking, as far as the next one can start from it.

use super::file::{BuildFile, LEFT_OUT};
use fathom_graph::{FileId, Previous};
use fathom_store::Snapshot;
use fathom_syntax::FactsView;

/// The last linking, with the files that were edited since; `None` if files
/// came, went or changed their language.
pub(super) fn linking<'s>(snapshot: &'s Snapshot, files: &[BuildFile]) -> Option<Previous<'s>> {
    let table = snapshot.files().ok()?;
    let mut before = table.iter().filter(|row| row.language != LEFT_OUT);
    let mut edited = Vec::new();
    for (file, now) in files.iter().filter(|file| file.is_indexed()).enumerate() {
        let row = before.next()?;
        if row.path != now.path() || row.language != now.language {
            return None;
        }
        if row.key != now.key {
            let (facts, _) = snapshot.stored(row.stored)?;
            edited.push((FileId::from_index(file), FactsView::read(facts).ok()?));
        }
    }
    before.next().is_none().then_some(Previous { graph: snapshot.graph(), edited })
}
