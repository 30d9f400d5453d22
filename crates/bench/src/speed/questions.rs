//! Questions drawn from an index, the same for the same index.

use fathom_engine::View;
use fathom_syntax::Kind;

/// Longest question in words.
const WORDS: usize = 12;

/// What to ask.
pub(super) struct Questions {
    /// Names of symbols.
    pub(super) names: Vec<String>,
    /// Sentences and words.
    pub(super) words: Vec<String>,
}

impl Questions {
    /// Draws `count` of each from all over the index.
    pub(super) fn draw(view: &View<'_>, count: usize) -> Questions {
        let graph = &view.graph;
        let is_asked = |kind: Kind| kind.is_callable() || kind.is_type();
        let symbols: Vec<u32> =
            (0..graph.symbol_count()).filter(|symbol| is_asked(graph.kind(*symbol))).collect();
        let mut names: Vec<String> = Vec::new();
        let mut words: Vec<String> = Vec::new();
        for symbol in evenly(&symbols, count) {
            names.push(graph.qualified_name(symbol));
            words.push(question(graph.doc(symbol), graph.name(symbol), graph.path(symbol)));
        }
        Questions { names, words }
    }
}

/// At most `count` of them, at equal distances.
fn evenly(symbols: &[u32], count: usize) -> Vec<u32> {
    let count = count.min(symbols.len());
    (0..count).map(|at| symbols[at * symbols.len() / count]).collect()
}

/// The start of the doc comment, else the words of name and path.
fn question(doc: &str, name: &str, path: &str) -> String {
    let first: Vec<&str> = doc.lines().next().unwrap_or("").split_whitespace().take(WORDS).collect();
    if first.len() > 2 {
        return first.join(" ");
    }
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
        assert_eq!(evenly(&[], 5), [0; 0]);
    }

    #[test]
    fn a_doc_comment_makes_the_better_question() {
        assert_eq!(question("Opens the store again.\nMore.", "open", "a.py"), "Opens the store again.");
        assert_eq!(question("", "open_store", "src/a.py"), "open store src a py");
    }
}
