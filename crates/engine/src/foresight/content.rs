//! The words of files, from the text index of a snapshot.

use crate::View;
use fathom_experts::content::Content;
use fathom_graph::{FileId, SymbolId};
use fathom_syntax::Kind;
use fathom_text::{Term, Tokenizer};

/// A word with more documents per file of the repository is in most files.
const DOCUMENTS_OF_FILE: usize = 2;

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

impl SnapshotContent<'_> {
    /// Calls `visit` with each term of the names that a file defines, and whether it is a whole name.
    fn for_each_name(&self, file: u32, mut visit: impl FnMut(Term, bool)) {
        let graph = self.view.graph;
        let file = FileId::from_index(file as usize);
        let first = graph.file_symbol(file);
        let count = graph.files()[file.index()].facts.definitions.len() as u32;
        let mut tokenizer = Tokenizer::of_thread();
        let mut terms: Vec<Term> = Vec::new();
        for symbol in first.up_to(first + count).filter(|symbol| graph.kind(*symbol) != Kind::File) {
            tokenizer.terms(graph.name(symbol), |term, _, _| terms.push(term));
            // The compound of a name comes after its parts.
            let whole = terms.pop();
            terms.drain(..).for_each(|term| visit(term, false));
            if let Some(whole) = whole {
                visit(whole, true);
            }
        }
    }
}

impl Content for SnapshotContent<'_> {
    fn files_with(&self, term: Term, visit: &mut dyn FnMut(u32, f32)) {
        self.view.words.for_each_file_with(term, |symbol, count| {
            let file = self.view.graph.file_of(SymbolId::from_index(symbol as usize));
            visit(file.index() as u32, count as f32);
        });
    }

    fn is_common(&self, term: Term) -> bool {
        self.view.words.term_stats_at_least(term) > (DOCUMENTS_OF_FILE * self.lengths.len()) as u64
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

    fn defined_names(&self, file: u32) -> Vec<Term> {
        let mut names = Vec::new();
        self.for_each_name(file, |term, is_whole| names.extend(is_whole.then_some(term)));
        names.sort_unstable();
        names.dedup();
        names
    }

    fn defined_words(&self, file: u32) -> Vec<Term> {
        let mut words = Vec::new();
        self.for_each_name(file, |term, _| words.push(term));
        words.sort_unstable();
        words.dedup();
        words
    }
}
