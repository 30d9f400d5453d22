//! What references mean, language by language: small repositories written
//! inline, and the edges they must give.

mod bounds;
mod compiler_index;
mod identity;
mod managed;
mod python;
mod queries;
mod rules;
mod script;
mod systems;
mod walks;
mod web;

use fathom_graph::{CompilerReference, EdgeKind, FileInput, Graph, link};
use fathom_syntax::{DetectedLanguage, Facts, detect, extract};

/// A small repository, linked.
pub struct Repository {
    paths: Vec<String>,
    facts: Vec<Facts>,
    languages: Vec<&'static fathom_syntax::Language>,
    graph: Vec<u8>,
}

/// Links files given as `(path, text)`.
pub fn repository(files: &[(&str, &str)]) -> Repository {
    repository_with(files, &[])
}

/// Links files given as `(path, text)`, with a compiler's edges.
pub fn repository_with(files: &[(&str, &str)], stated: &[CompilerReference]) -> Repository {
    let mut files: Vec<(&str, &str)> = files.to_vec();
    files.sort_unstable();
    let mut made =
        Repository { paths: Vec::new(), facts: Vec::new(), languages: Vec::new(), graph: Vec::new() };
    for (path, text) in files {
        let DetectedLanguage::Known(language) = detect(path, text.as_bytes()) else {
            panic!("{path} is not recognised")
        };
        made.paths.push(path.to_owned());
        made.facts.push(extract(language, path, text));
        made.languages.push(language);
    }
    made.graph = link(&made.inputs(), stated, |pieces| pieces.concat()).0;
    // The layout is read in place, which wants an aligned start.
    made
}

impl Repository {
    fn inputs(&self) -> Vec<FileInput<'_>> {
        (0..self.paths.len())
            .map(|at| FileInput {
                path: &self.paths[at],
                language: self.languages[at],
                facts: self.facts[at].view(),
            })
            .collect()
    }

    /// The graph, for queries.
    pub fn graph(&self) -> Graph<'_> {
        Graph::read(&self.graph, self.inputs()).unwrap()
    }

    /// Calls and instantiations as `from -> to [resolution]`, a line each.
    pub fn calls(&self) -> String {
        self.edges(&[EdgeKind::Call, EdgeKind::New])
    }

    /// Edges of some kinds as `from word to [resolution]`, a line each, sorted.
    pub fn edges(&self, kinds: &[EdgeKind]) -> String {
        let graph = self.graph();
        let mut lines: Vec<String> = graph
            .edges()
            .iter()
            .filter(|edge| kinds.contains(&edge.kind()))
            .map(|edge| {
                let (from, to) = (graph.id(edge.from), graph.id(edge.to));
                format!("{from} {} {to} [{}:{}]\n", edge.kind().word(), edge.resolution().word(), edge.line)
            })
            .collect();
        lines.sort();
        lines.concat()
    }
}
