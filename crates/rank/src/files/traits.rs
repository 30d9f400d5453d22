//! What a file is whatever the question: the words of its path, its role, its main type and its summary.

use super::path::PathWords;
use crate::place::Place;
use fathom_graph::{FileId, Graph, SymbolId};
use fathom_syntax::{Flags, Kind};
use fathom_text::{Term, Tokenizer};

/// Definitions of a file whose users are counted, and users of each.
const DEFINITIONS: usize = 60;
const USERS: usize = 40;
/// Definitions of a file that are looked at for its main type.
const TYPES: usize = 400;
/// Bytes of a doc that are its summary.
const SUMMARY: usize = 240;

/// What one file is.
pub(crate) struct FileTraits {
    pub(super) path: PathWords,
    pub(super) place: Place,
    /// Whether most of what it defines is tests.
    pub(super) is_test: bool,
    /// The logarithm of how much of the product refers to what it defines.
    pub(super) users: f32,
    /// Whether it only imports, and whether it is prose, data, not parsed or generated.
    pub(super) role: [bool; 5],
    /// Whether it defines a type that has its name.
    pub(super) is_named_for_a_type: bool,
    /// The words of its own doc and of its main type's, each once.
    pub(super) summary: Box<[Term]>,
    /// The words of the name of its main type.
    pub(super) main_type: Box<[Term]>,
}

impl FileTraits {
    pub(crate) fn read(graph: &Graph<'_>, tokenizer: &mut Tokenizer, file: FileId) -> FileTraits {
        let text = graph.files()[file.index()].path;
        let path = PathWords::read(tokenizer, text);
        let main = main_type(graph, file, &path.joined);
        let name = main.map_or("", |main| graph.name(main));
        FileTraits {
            place: Place::of(text),
            is_test: is_test(graph, file),
            users: (users(graph, file) as f32).ln_1p(),
            role: role(graph, file),
            is_named_for_a_type: is_named_for_a_type(graph, file, &path.joined),
            summary: summary(graph, tokenizer, file, main).into(),
            main_type: tokenizer.parts(name).iter().map(|part| part.term).collect(),
            path,
        }
    }
}

/// The words of the first sentences of a file's own doc and of its main type's doc.
fn summary(graph: &Graph<'_>, tokenizer: &mut Tokenizer, file: FileId, main: Option<SymbolId>) -> Vec<Term> {
    let mut words: Vec<Term> = Vec::new();
    for doc in [graph.doc(graph.file_symbol(file)), main.map_or("", |main| graph.doc(main))] {
        let parts = tokenizer.parts(&doc[..doc.floor_char_boundary(SUMMARY)]);
        words.extend(parts.iter().filter(|part| !part.is_function_word()).map(|part| part.term));
    }
    words.sort_unstable();
    words.dedup();
    words
}

/// How much of the product refers to what a file defines.
fn users(graph: &Graph<'_>, file: FileId) -> usize {
    let first = graph.file_symbol(file);
    let count = graph.files()[file.index()].facts.definitions.len().min(DEFINITIONS) as u32;
    let others = |symbol: SymbolId| {
        graph.incoming(symbol).take(USERS).filter(|edge| graph.file_of(edge.from) != file).count()
    };
    first.up_to(first + count).map(others).sum()
}

/// Whether a file is one of tests: most of what it defines is.
fn is_test(graph: &Graph<'_>, file: FileId) -> bool {
    let definitions = &graph.files()[file.index()].facts.definitions;
    let tests = definitions.iter().filter(|definition| definition.flags().has(Flags::TEST)).count();
    definitions.len() > 1 && 2 * tests >= definitions.len()
}

fn role(graph: &Graph<'_>, file: FileId) -> [bool; 5] {
    let facts = &graph.files()[file.index()].facts;
    let kinds = || facts.definitions.iter().skip(1).map(fathom_syntax::Definition::kind);
    let of = |kind: Kind| kinds().filter(|one| *one == kind).count();
    let code = kinds().filter(|kind| !matches!(kind, Kind::Section | Kind::Key)).count();
    let imports =
        !facts.imports.is_empty() && kinds().all(|kind| matches!(kind, Kind::Variable | Kind::Constant));
    let has = |flag: u16| facts.definitions.last().is_some_and(|definition| definition.flags().has(flag));
    let unparsed = has(Flags::UNPARSED);
    [imports, !unparsed && of(Kind::Section) > code, of(Kind::Key) > code, unparsed, has(Flags::GENERATED)]
}

/// Whether a file defines a type that has its name.
fn is_named_for_a_type(graph: &Graph<'_>, file: FileId, joined: &str) -> bool {
    let facts = &graph.files()[file.index()].facts;
    let mut definitions = facts.definitions.iter().skip(1).take(TYPES);
    definitions.any(|definition| definition.kind().is_type() && is_stem(joined, facts.text(definition.name)))
}

/// Whether a name is a joined stem, but for upper and lower case and separators.
fn is_stem(joined: &str, name: &str) -> bool {
    let letters = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase);
    letters.eq(joined.chars())
}

/// The type that a file is about: the one that has its name, or else its longest.
fn main_type(graph: &Graph<'_>, file: FileId, joined: &str) -> Option<SymbolId> {
    let first = graph.file_symbol(file);
    let count = graph.files()[file.index()].facts.definitions.len().min(TYPES) as u32;
    let types = first.up_to(first + count).skip(1).filter(|symbol| graph.kind(*symbol).is_type());
    let lines = |symbol: SymbolId| {
        let definition = graph.definition(symbol);
        definition.end_line - definition.line
    };
    types.max_by_key(|symbol| {
        (is_stem(joined, graph.name(*symbol)), lines(*symbol), std::cmp::Reverse(*symbol))
    })
}

#[cfg(test)]
mod tests {
    use super::is_stem;

    #[test]
    fn a_stem_is_compared_without_case_and_separators() {
        assert!(
            is_stem("joinset", "JoinSet") && is_stem("joinset", "join_set") && !is_stem("join", "JoinSet")
        );
    }
}
