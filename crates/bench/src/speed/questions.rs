//! Questions drawn from an index, the same for the same index.

use fathom_engine::View;
use fathom_graph::SymbolId;
use fathom_syntax::Kind;

/// Longest question in words.
const WORDS: usize = 12;

/// The questions.
pub(crate) struct Questions {
    /// Names of symbols.
    pub(crate) names: Vec<String>,
    /// Sentences and words.
    pub(crate) words: Vec<String>,
}

impl Questions {
    /// Draws `count` of each from all over the index.
    pub(crate) fn draw(view: &View<'_>, count: usize) -> Questions {
        let graph = view.graph;
        let is_asked = |kind: Kind| kind.is_callable() || kind.is_type();
        let symbols: Vec<SymbolId> = graph.symbols().filter(|symbol| is_asked(graph.kind(*symbol))).collect();
        let mut documented: Vec<SymbolId> =
            symbols.iter().copied().filter(|symbol| sentence(graph.doc(*symbol)).is_some()).collect();
        // People ask in sentences; only a repository without comments is asked by its names.
        if documented.is_empty() {
            documented.clone_from(&symbols);
        }
        let words = |symbol: SymbolId| {
            sentence(graph.doc(symbol)).unwrap_or_else(|| plain(graph.name(symbol), graph.path(symbol)))
        };
        Questions {
            names: evenly(&symbols, count).into_iter().map(|symbol| graph.qualified_name(symbol)).collect(),
            words: evenly(&documented, count).into_iter().map(words).collect(),
        }
    }
}

/// At most `count` of them, at equal distances.
fn evenly<T: Copy>(all: &[T], count: usize) -> Vec<T> {
    let count = count.min(all.len());
    (0..count).map(|at| all[at * all.len() / count]).collect()
}

/// The start of a doc comment, if it is more than two words.
fn sentence(doc: &str) -> Option<String> {
    let first: Vec<&str> = doc.lines().next()?.split_whitespace().take(WORDS).collect();
    (first.len() > 2).then(|| first.join(" "))
}

/// The words of a name and a path.
fn plain(name: &str, path: &str) -> String {
    let letters = |letter: char| if letter.is_alphanumeric() { letter } else { ' ' };
    let text: String = format!("{name} {path}").chars().map(letters).collect();
    text.split_whitespace().take(WORDS).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_come_from_all_over() {
        assert_eq!(evenly(&[1, 2, 3, 4, 5, 6], 3), [1, 3, 5]);
        assert_eq!(evenly(&[1, 2], 5), [1, 2]);
        assert_eq!(evenly(&[0; 0], 5), [0; 0]);
    }

    #[test]
    fn a_doc_comment_is_a_question_if_it_is_a_sentence() {
        assert_eq!(sentence("Opens the store again.\nMore.").as_deref(), Some("Opens the store again."));
        assert_eq!(sentence("A store."), None);
        assert_eq!(sentence(""), None);
        assert_eq!(plain("open_store", "src/a.py"), "open store src a py");
    }
}
