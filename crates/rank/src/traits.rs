//! What files and symbols are whatever the question. Most candidates of a question were candidates before,
//! so each is read once per index, when a question first needs it.

use crate::features::SymbolTraits;
use crate::files::FileTraits;
use fathom_graph::{FileId, Graph, SymbolId};
use fathom_text::Tokenizer;
use std::sync::OnceLock;

/// The traits of the files and symbols of one index. All threads share it.
pub struct Traits {
    files: Box<[OnceLock<Box<FileTraits>>]>,
    /// The symbols of each file.
    symbols: Box<[OnceLock<TraitsOfFile>]>,
}

type TraitsOfFile = Box<[OnceLock<SymbolTraits>]>;

impl Traits {
    /// For an index of so many files.
    pub fn new(files: usize) -> Traits {
        Traits {
            files: (0..files).map(|_| OnceLock::new()).collect(),
            symbols: (0..files).map(|_| OnceLock::new()).collect(),
        }
    }

    pub(crate) fn of_file(&self, graph: &Graph<'_>, tokenizer: &mut Tokenizer, file: FileId) -> &FileTraits {
        self.files[file.index()].get_or_init(|| Box::new(FileTraits::read(graph, tokenizer, file)))
    }

    pub(crate) fn of_symbol(&self, graph: &Graph<'_>, symbol: SymbolId) -> &SymbolTraits {
        let file = graph.file_of(symbol);
        let symbols = self.symbols.get(file.index()).map(|symbols| {
            symbols.get_or_init(|| {
                let definitions = graph.files()[file.index()].facts.definitions.len();
                (0..definitions).map(|_| OnceLock::new()).collect()
            })
        });
        let local = symbol.number().wrapping_sub(graph.file_symbol(file).number());
        let traits = symbols.and_then(|symbols| symbols.get(local as usize));
        // A damaged index may name a symbol that does not exist.
        traits
            .map_or(&SymbolTraits::NOTHING, |traits| traits.get_or_init(|| SymbolTraits::read(graph, symbol)))
    }
}
