//! What runs when objects of a model are stored or removed: its own `save` and `delete`, and the
//! receivers of Django's signals.

use super::super::project::Project;
use super::query_sets::Schema;
use super::signals::{Receivers, Signal};
use crate::ids::SymbolId;

/// Signals that Django sends, and the calls on a model or its objects that make it.
pub(super) const SIGNALS: [(&str, &[&str]); 4] =
    [("pre_save", STORE), ("post_save", STORE), ("pre_delete", &["delete"]), ("post_delete", &["delete"])];
const STORE: &[&str] =
    &["save", "create", "get_or_create", "update_or_create", "create_user", "create_superuser"];
/// Receivers of one signal that are followed.
const MOST_RECEIVERS: usize = 64;
/// Models whose objects are deleted with those of another that are looked at.
const MOST_DEPENDENTS: usize = 16;

/// The events of models.
pub(super) struct Saved<'r, 'p, 'a> {
    pub(super) schema: &'r Schema<'r, 'p, 'a>,
    pub(super) receivers: &'r Receivers,
}

impl Saved<'_, '_, '_> {
    /// What runs for a call (`create`, `save`, `delete`) on a model or one of its objects.
    pub(super) fn events(&self, model: SymbolId, call: &str) -> Vec<SymbolId> {
        let own = if call == "delete" { "delete" } else { "save" };
        let own = self.schema.project.method(model, own);
        let mut found: Vec<SymbolId> = own.into_iter().collect();
        if !own.is_some_and(|method| calls_super(self.schema.project, method)) {
            found.extend(self.receivers(model, call));
        }
        found
    }

    /// The receivers of the signals that a call on a model sends.
    pub(super) fn receivers(&self, model: SymbolId, call: &str) -> Vec<SymbolId> {
        let mut found = Vec::new();
        let mut models = vec![model];
        if call == "delete" {
            models.extend(self.schema.dependents(model).iter().take(MOST_DEPENDENTS));
        }
        for (signal, _) in SIGNALS.iter().filter(|(_, calls)| calls.contains(&call)) {
            for model in &models {
                for ancestor in self.schema.project.ancestors(*model) {
                    found.extend_from_slice(self.receivers.of(&Signal::Model(signal, ancestor)));
                }
            }
            if self.schema.models.contains(&model) {
                found.extend_from_slice(self.receivers.of(&Signal::Every(signal)));
            }
        }
        found.truncate(MOST_RECEIVERS);
        found
    }
}

/// Whether a model's own `save` runs that of Django, which sends the signals.
pub(super) fn calls_super(project: &Project<'_, '_>, method: SymbolId) -> bool {
    let file = project.file_of(method);
    let facts = project.facts(file);
    let local = method.local(project.symbol(file, 0));
    let mut own = facts.references.iter().filter(|one| one.from == local && one.kind().is_call());
    own.any(|one| {
        facts.text(one.receiver).starts_with("super") && facts.text(one.name) == project.name(method)
    })
}
