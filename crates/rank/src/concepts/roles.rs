//! Symbols by their role in an application: a framework's pack cannot contain the names of an
//! application's symbols.

use super::glob::{fits_name, fits_path};
use fathom_graph::lookup::segments;
use fathom_graph::{EdgeKind, FileId, Graph, SymbolId};
use fathom_syntax::{NONE, ReferenceKind, hash_name};
use rustc_hash::FxHashMap;

/// Levels of base types that are followed.
const GENERATIONS: usize = 5;

/// Criteria that select symbols; one match is enough. The members of a selected type are selected
/// with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roles {
    /// Direct and indirect subtypes of one of these.
    pub extends: Vec<String>,
    /// Symbols decorated or annotated with one of these.
    pub marked: Vec<String>,
    /// Symbols in files whose path matches one of these patterns.
    pub path: Vec<String>,
    /// Symbols whose name matches one of these patterns.
    pub named: Vec<String>,
    /// Symbols whose declaration contains one of these names.
    pub takes: Vec<String>,
    /// Symbols that call one of these.
    pub calls: Vec<String>,
}

impl Roles {
    /// Whether there are no criteria.
    pub fn is_empty(&self) -> bool {
        *self == Roles::default()
    }

    fn is_at(&self, path: &str) -> bool {
        self.path.iter().any(|pattern| fits_path(pattern, path))
    }

    fn played_by(&self, graph: &Graph<'_>, symbol: SymbolId) -> bool {
        self.named.iter().any(|pattern| fits_name(pattern, graph.name(symbol)))
            || self.is_marked(graph, symbol)
            || self.is_subtype(graph, symbol, GENERATIONS)
            || self.is_taking(graph, symbol)
            || self.is_calling(graph, symbol)
    }

    fn is_marked(&self, graph: &Graph<'_>, symbol: SymbolId) -> bool {
        if self.marked.is_empty() {
            return false;
        }
        let marks = graph.facts(symbol).text(graph.definition(symbol).decorators);
        let mut names = marks.lines().map(|mark| mark.split('(').next().unwrap_or(mark));
        names.any(|mark| words(mark).any(|name| self.marked.iter().any(|wanted| ends_in(name, wanted))))
    }

    fn is_taking(&self, graph: &Graph<'_>, symbol: SymbolId) -> bool {
        !self.takes.is_empty()
            && words(graph.signature(symbol))
                .any(|name| self.takes.iter().any(|wanted| ends_in(name, wanted)))
    }

    fn is_calling(&self, graph: &Graph<'_>, symbol: SymbolId) -> bool {
        if self.calls.is_empty() {
            return false;
        }
        let facts = graph.facts(symbol);
        let local = symbol - graph.file_symbol(graph.file_of(symbol));
        let wanted: Vec<(u64, &str)> = self
            .calls
            .iter()
            .filter_map(|name| Some((hash_name(segments(name).last()?), name.as_str())))
            .collect();
        facts.references.iter().any(|reference| {
            reference.from == local
                && matches!(reference.kind(), ReferenceKind::Call | ReferenceKind::New)
                && wanted.iter().any(|(hash, name)| {
                    facts.strings.hash(reference.name) == *hash
                        && (segments(name).len() == 1
                            || ends_in(
                                &format!("{}.{}", facts.text(reference.receiver), facts.text(reference.name)),
                                name,
                            ))
                })
        })
    }

    fn is_subtype(&self, graph: &Graph<'_>, symbol: SymbolId, generations: usize) -> bool {
        if self.extends.is_empty() || !graph.kind(symbol).is_type() {
            return false;
        }
        let facts = graph.facts(symbol);
        let local = symbol - graph.file_symbol(graph.file_of(symbol));
        let name = graph.name(symbol);
        let direct = facts.inherits.iter().any(|inherit| {
            let subject = inherit.subject == local
                || inherit.subject == NONE
                    && segments(facts.text(inherit.subject_name)).last().is_some_and(|last| *last == name);
            subject && self.extends.iter().any(|wanted| ends_in(facts.text(inherit.base), wanted))
        });
        direct
            || generations > 0
                && graph.outgoing(symbol).iter().any(|edge| {
                    matches!(edge.kind(), EdgeKind::Extends | EdgeKind::Implements | EdgeKind::Mixes)
                        && edge.to != symbol
                        && self.is_subtype(graph, edge.to, generations - 1)
                })
    }
}

/// Selects symbols by roles. It caches the result for each file and type, since the members of one
/// type do not arrive together.
pub(super) struct Selector<'r, 'g, 'a> {
    roles: &'r Roles,
    graph: &'g Graph<'a>,
    files: FxHashMap<FileId, bool>,
    types: FxHashMap<SymbolId, bool>,
}

impl<'r, 'g, 'a> Selector<'r, 'g, 'a> {
    pub(super) fn new(roles: &'r Roles, graph: &'g Graph<'a>) -> Selector<'r, 'g, 'a> {
        Selector { roles, graph, files: FxHashMap::default(), types: FxHashMap::default() }
    }

    /// Whether a symbol, its file or a type that contains it has one of the roles.
    pub(super) fn selects(&mut self, symbol: SymbolId) -> bool {
        let Selector { roles, graph, files, types } = self;
        let file = graph.file_of(symbol);
        if *files.entry(file).or_insert_with(|| roles.is_at(graph.files()[file.index()].path)) {
            return true;
        }
        let mut at = Some(symbol);
        while let Some(one) = at {
            let plays = if graph.kind(one).is_type() {
                *types.entry(one).or_insert_with(|| roles.played_by(graph, one))
            } else {
                one == symbol && roles.played_by(graph, one)
            };
            if plays {
                return true;
            }
            at = graph.container(one);
        }
        false
    }
}

/// The names in a declaration or decorator, each with what it is nested in.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || "_.:\\$".contains(c))).filter(|word| !word.is_empty())
}

/// Whether the last names of a qualified name are the wanted ones.
fn ends_in(name: &str, wanted: &str) -> bool {
    let (name, wanted) = (segments(name), segments(wanted));
    !wanted.is_empty() && name.ends_with(&wanted)
}

#[cfg(test)]
mod tests {
    use super::{Roles, Selector, ends_in};
    use fathom_graph::{FileInput, Graph, link};
    use fathom_syntax::{Facts, extract, languages};

    const SHOP: &[(&str, &str, &str)] = &[
        (
            "app/jobs/later_job.rb",
            "ruby",
            "class ApplicationJob < ActiveJob::Base\nend\nclass LaterJob < ApplicationJob\n  def perform\n    Mailer.deliver_now\n  end\nend\n",
        ),
        (
            "shop/tasks.py",
            "python",
            "from celery import shared_task\n\n@shared_task(bind=True)\ndef remind(self):\n    pass\n\ndef plain():\n    pass\n",
        ),
        (
            "src/guard.ts",
            "typescript",
            "export class AdminGuard implements CanActivate {\n  canActivate(): boolean { return true }\n}\nexport function log(req: Request, next: NextFunction) {}\n",
        ),
        ("src/pump.rs", "rust", "fn pump() {\n    tokio::spawn(async {});\n}\n\nfn idle() {}\n"),
    ];

    fn selected(roles: &Roles) -> Vec<String> {
        let language = |name: &str| languages::by_name(name).unwrap();
        let facts: Vec<Facts> =
            SHOP.iter().map(|(path, name, text)| extract(language(name), path, text)).collect();
        let inputs: Vec<FileInput<'_>> = SHOP
            .iter()
            .zip(&facts)
            .map(|((path, name, _), facts)| FileInput { path, language: language(name), facts: facts.view() })
            .collect();
        let (bytes, _) = link(&inputs, &[], |pieces| pieces.concat());
        let graph = Graph::read(&bytes, inputs).unwrap();
        let symbols = graph.symbols().filter(|symbol| crate::is_answer(&graph, *symbol));
        let mut selector = Selector::new(roles, &graph);
        symbols
            .filter(|symbol| selector.selects(*symbol))
            .map(|symbol| graph.qualified_name(symbol))
            .collect()
    }

    fn list(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn subtypes_are_selected_through_generations_with_their_members() {
        let roles = Roles { extends: list(&["ActiveJob::Base"]), ..Roles::default() };
        assert_eq!(selected(&roles), ["ApplicationJob", "LaterJob", "LaterJob#perform"]);
        let roles = Roles { extends: list(&["CanActivate"]), ..Roles::default() };
        assert_eq!(selected(&roles), ["AdminGuard", "AdminGuard.canActivate"]);
    }

    #[test]
    fn what_is_marked_is_selected() {
        let roles = Roles { marked: list(&["shared_task"]), ..Roles::default() };
        assert_eq!(selected(&roles), ["remind"]);
    }

    #[test]
    fn paths_and_names_take_wildcards() {
        let roles = Roles { path: list(&["app/jobs/**"]), ..Roles::default() };
        assert_eq!(selected(&roles), ["ApplicationJob", "LaterJob", "LaterJob#perform"]);
        let roles = Roles { named: list(&["*Guard"]), ..Roles::default() };
        assert_eq!(selected(&roles), ["AdminGuard", "AdminGuard.canActivate"]);
    }

    #[test]
    fn declarations_and_calls_select_symbols() {
        let roles = Roles { takes: list(&["NextFunction"]), ..Roles::default() };
        assert_eq!(selected(&roles), ["log"]);
        let roles = Roles { calls: list(&["tokio::spawn"]), ..Roles::default() };
        assert_eq!(selected(&roles), ["pump"]);
    }

    #[test]
    fn names_are_compared_from_their_end() {
        assert!(ends_in("ActiveJob.Base", "ActiveJob::Base") && ends_in("app.task", "task"));
        assert!(!ends_in("Base", "ActiveJob::Base") && !ends_in("MyBase", "Base"));
    }
}
