//! Models of frameworks: small repositories written inline, and the entry points, filters, states
//! and edges they must give.

mod django_classes;
mod express_filters;
mod laravel_checks;
mod managed;
mod nest_work;
mod python;
mod python_apis;
mod rails;
mod rails_commands;
mod rails_objects;
mod rails_routes;
mod script;
mod spring_around;
mod systems;

#[path = "../repository/mod.rs"]
mod repository;

use fathom_graph::EdgeKind;
pub use repository::{Repository, repository, repository_with};

impl Repository {
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

    /// Edges of some kinds, with qualified names.
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method is not general enough")]
    pub fn edges(&self, kinds: &[EdgeKind]) -> String {
        self.edges_by(kinds, |graph, symbol| graph.qualified_name(symbol))
    }
}
