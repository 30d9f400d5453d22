//! Models of frameworks: small repositories written inline, and the entry points, filters, states
//! and edges they must give.

mod managed;
mod python;
mod rails;
mod rails_routes;
mod script;
mod systems;

use fathom_graph::{EdgeKind, FileInput, Graph, link};
use fathom_syntax::{DetectedLanguage, Facts, detect, extract};

/// A small repository, linked.
pub struct Repository {
    paths: Vec<String>,
    facts: Vec<Facts>,
    languages: Vec<&'static fathom_syntax::Language>,
    graph: Vec<u64>,
}

/// Links files given as `(path, text)`.
pub fn repository(files: &[(&str, &str)]) -> Repository {
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
    made.graph = link(&made.inputs(), &[], |pieces| bytemuck::pod_collect_to_vec(&pieces.concat())).0;
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
        Graph::read(bytemuck::cast_slice(&self.graph), self.inputs()).unwrap()
    }

    /// Entry points as `METHOD path handler`, a line each, in order; `?` is behind a handler that is
    /// not in the repository.
    pub fn endpoints(&self) -> String {
        let graph = self.graph();
        let lines = graph.models().endpoints.iter().map(|one| {
            let unknown = if one.symbol.is_some() { "" } else { " ?" };
            let start = format!("{:?} {}", one.kind, one.method).replace("Route ", "");
            format!("{} {} {}{unknown}\n", start.trim(), one.path, one.handler)
        });
        lines.collect()
    }

    /// The filters of an action of a class, in order, as `kind name [condition]`.
    pub fn filters(&self, class: &str, action: &str) -> String {
        let graph = self.graph();
        let class = graph.symbols().find(|symbol| graph.qualified_name(*symbol) == class).unwrap();
        let filters = graph.models().filters_of(class).iter().filter(|one| one.applies_to(action));
        let lines = filters.map(|one| {
            let condition =
                if one.condition.is_empty() { String::new() } else { format!(" [{}]", one.condition) };
            format!("{:?} {}{condition}\n", one.kind, one.name)
        });
        lines.collect()
    }

    /// The filters that are declared for a handler itself, in order, as `kind name`.
    pub fn handler_filters(&self, handler: &str) -> String {
        let graph = self.graph();
        let handler = graph.symbols().find(|symbol| graph.qualified_name(*symbol) == handler).unwrap();
        graph
            .models()
            .filters_of(handler)
            .iter()
            .map(|one| format!("{:?} {}\n", one.kind, one.name))
            .collect()
    }

    /// Edges of some kinds as `from word to [resolution:line]`, a line each, sorted.
    pub fn edges(&self, kinds: &[EdgeKind]) -> String {
        let graph = self.graph();
        let mut lines: Vec<String> = graph
            .edges()
            .iter()
            .filter(|edge| kinds.contains(&edge.kind()))
            .map(|edge| {
                let (from, to) = (graph.qualified_name(edge.from), graph.qualified_name(edge.to));
                format!("{from} {} {to} [{}:{}]\n", edge.kind().word(), edge.resolution().word(), edge.line)
            })
            .collect();
        lines.sort();
        lines.concat()
    }
}
