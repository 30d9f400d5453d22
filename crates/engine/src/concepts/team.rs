//! A team's own concepts: `.fathom/concepts.toml`.

use super::file::{self, Entry, TeamFile};
use super::{Kind, TaskConcepts, match_concept};
use crate::{EngineError, View};
use fathom_graph::lookup::resolve;
use fathom_rank::concepts::{Concept, Question};
use fathom_source::{SourceError, read_small};
use std::path::Path;
use toml::Spanned;

/// Its path in a repository.
pub(crate) const PATH: &str = ".fathom/concepts.toml";

/// More than any team writes, in bytes.
const LARGEST: u64 = 1024 * 1024;

/// The team's pack; empty if there is no file.
#[derive(Debug, Default)]
pub(crate) struct Team {
    text: String,
    file: TeamFile,
}

impl Team {
    /// Reads the file of a repository.
    pub(crate) fn load(root: &Path) -> Result<Team, EngineError> {
        let bytes = match read_small(root, PATH, LARGEST) {
            Ok(bytes) => bytes,
            Err(SourceError::Gone { .. }) => return Ok(Team::default()),
            Err(error) => return Err(EngineError::Request(format!("{PATH} is not read: {error}"))),
        };
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let file = file::read(&text, |file: &TeamFile| &file.concept).map_err(|wrong| {
            EngineError::Request(format!("{PATH}:{}: {}. Fix that line.", wrong.line, wrong.why))
        })?;
        Ok(Team { text, file })
    }

    /// The names of the concepts.
    pub(crate) fn names(&self) -> Vec<String> {
        self.file.concept.iter().map(|entry| entry.name.get_ref().clone()).collect()
    }

    /// Names of symbols that do not exist, each with its line and what to do.
    pub(crate) fn missing(&self, view: &View<'_>) -> Vec<String> {
        self.file.concept.iter().flat_map(|entry| self.resolve(view, entry).1).collect()
    }

    pub(super) fn match_task(
        &self,
        view: &View<'_>,
        question: &mut Question<'_, '_>,
        result: &mut TaskConcepts,
    ) {
        for entry in &self.file.concept {
            let reason = format!("{PATH}: {}", entry.name.get_ref());
            let mut missing = Vec::new();
            let matched = match_concept(question, &entry.phrases, &reason, || {
                let (concept, notes) = self.resolve(view, entry);
                missing = notes;
                concept
            });
            result.notes.extend(missing);
            result.matches.extend(matched.map(|matched| (Kind::Team, matched)));
        }
    }

    fn resolve(&self, view: &View<'_>, entry: &Entry) -> (Concept, Vec<String>) {
        let graph = view.graph;
        let mut concept = Concept {
            name: entry.name.get_ref().clone(),
            phrases: entry.phrases.clone(),
            symbols: Vec::new(),
            roles: entry.roles(),
            within: Vec::new(),
        };
        let mut notes = Vec::new();
        for name in &entry.symbols {
            let found = resolve(graph, name.get_ref());
            if found.is_empty() {
                notes.push(self.note(name));
            }
            for symbol in found {
                if graph.kind(symbol) == fathom_syntax::Kind::File {
                    // A file represents the symbols in it that match the task.
                    concept.roles.path.push(graph.path(symbol).to_owned());
                } else if !concept.symbols.contains(&symbol) {
                    concept.symbols.push(symbol);
                }
            }
        }
        (concept, notes)
    }

    fn note(&self, name: &Spanned<String>) -> String {
        let line = file::line_of(&self.text, name.span().start);
        format!("{PATH}:{line}: nothing is called `{}`; rename or remove it there.", name.get_ref())
    }
}
