//! The words of files, from the text index of a snapshot.

use crate::View;
use fathom_experts::content::Content;
use fathom_graph::{FileId, SymbolId};
use fathom_text::Term;

/// Files are numbered as in the graph.
pub(crate) struct SnapshotContent<'v> {
    view: &'v View<'v>,
    lengths: Vec<f32>,
    mean: f32,
}

impl<'v> SnapshotContent<'v> {
    pub(crate) fn new(view: &'v View<'v>) -> SnapshotContent<'v> {
        let files = view.graph.files().len();
        let mut lengths = vec![0.0; files];
        for (symbol, length) in view.words.file_lengths() {
            let file = view.graph.file_of(SymbolId::from_index(symbol as usize));
            if let Some(known) = lengths.get_mut(file.index()) {
                *known = length as f32;
            }
        }
        let mean = lengths.iter().sum::<f32>() / files.max(1) as f32;
        SnapshotContent { view, lengths, mean }
    }
}

impl Content for SnapshotContent<'_> {
    fn files_with(&self, term: Term, visit: &mut dyn FnMut(u32, f32)) {
        self.view.words.for_each_file_with(term, |symbol, count| {
            let file = self.view.graph.file_of(SymbolId::from_index(symbol as usize));
            visit(file.index() as u32, count as f32);
        });
    }

    fn length(&self, file: u32) -> f32 {
        self.lengths[file as usize]
    }

    fn mean_length(&self) -> f32 {
        self.mean
    }

    fn files(&self) -> usize {
        self.lengths.len()
    }

    fn bound(&self) -> usize {
        self.lengths.len()
    }

    fn words_of(&self, file: u32) -> Vec<(Term, f32)> {
        let counts = self.view.body_counts(FileId::from_index(file as usize));
        counts.into_iter().map(|(term, count)| (term, count as f32)).collect()
    }
}
