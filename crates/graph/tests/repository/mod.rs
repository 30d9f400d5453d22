//! A small repository for tests: files written inline, parsed and linked.

use fathom_graph::{CompilerReference, EdgeKind, FileInput, Graph, SymbolId, link};
use fathom_syntax::{DetectedLanguage, Facts, Language, detect, extract};

/// A small repository, linked.
pub struct Repository {
    pub(crate) paths: Vec<String>,
    pub(crate) facts: Vec<Facts>,
    pub(crate) languages: Vec<&'static Language>,
    /// Aligned, as a memory map is.
    pub(crate) graph: Vec<u64>,
}

/// Links files given as `(path, text)`.
pub fn repository(files: &[(&str, &str)]) -> Repository {
    repository_with(files, &[])
}

/// Links files given as `(path, text)`, with the references of a compiler's index.
pub fn repository_with(files: &[(&str, &str)], stated: &[CompilerReference]) -> Repository {
    let mut files: Vec<(&str, &str)> = files.to_vec();
    files.sort_unstable();
    let mut made =
        Repository { paths: Vec::new(), facts: Vec::new(), languages: Vec::new(), graph: Vec::new() };
    for (path, text) in files {
        let DetectedLanguage::Known(language) = detect(path, text.as_bytes()) else {
            panic!("{path} has no known language")
        };
        made.paths.push(path.to_owned());
        made.facts.push(extract(language, path, text));
        made.languages.push(language);
    }
    made.graph = link(&made.inputs(), stated, |pieces| bytemuck::pod_collect_to_vec(&pieces.concat())).0;
    made
}

impl Repository {
    pub(crate) fn inputs(&self) -> Vec<FileInput<'_>> {
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
        Graph::read(bytemuck::cast_slice(&self.graph), self.inputs()).unwrap()
    }

    /// Edges of some kinds as `from word to [resolution:line]`, a line each, sorted; `name` names a
    /// symbol.
    pub fn edges_by(&self, kinds: &[EdgeKind], name: impl Fn(&Graph<'_>, SymbolId) -> String) -> String {
        let graph = self.graph();
        let mut lines: Vec<String> = graph
            .edges()
            .iter()
            .filter(|edge| kinds.contains(&edge.kind()))
            .map(|edge| {
                let (from, to) = (name(&graph, edge.from), name(&graph, edge.to));
                format!("{from} {} {to} [{}:{}]\n", edge.kind().word(), edge.resolution().word(), edge.line)
            })
            .collect();
        lines.sort();
        lines.concat()
    }
}
