//! `MIDDLEWARE` of the settings: what runs around every view.

use super::super::project::Project;
use super::super::{Contributions, Filter, FilterKind};
use crate::ids::{FileId, SymbolId};
use fathom_syntax::Flags;

/// Entries of all settings together.
const MOST: usize = 64;

/// Methods that a class of middleware runs, in the order in which they are looked for.
const METHODS: [&str; 4] = ["__call__", "process_request", "process_view", "process_response"];

/// Adds the entries of the settings' lists, in order, each once.
pub(super) fn add(project: &Project<'_, '_>, out: &mut Contributions) {
    for file in project.files_in("python") {
        let facts = project.facts(file);
        for (local, definition) in (0..).zip(facts.definitions).skip(1) {
            let is_list = matches!(facts.text(definition.name), "MIDDLEWARE" | "MIDDLEWARE_CLASSES");
            if !is_list || definition.parent != 0 || definition.flags().has(Flags::TEST) {
                continue;
            }
            let lines = definition.line..=definition.end_line;
            for literal in facts.held_texts.iter().filter(|one| lines.contains(&one.line)) {
                let path = facts.text(literal.text);
                let Some((module, name)) = path.rsplit_once('.') else { continue };
                if out.models.middleware.len() >= MOST
                    || out.models.middleware.iter().any(|one| one.name == name)
                {
                    continue;
                }
                out.models.middleware.push(Filter {
                    owner: project.symbol(file, local),
                    kind: FilterKind::Around,
                    name: name.to_owned(),
                    symbol: run_by(project, file, module, name),
                    only: None,
                    except: Vec::new(),
                    condition: String::new(),
                    file,
                    line: literal.line,
                });
            }
        }
    }
}

/// What an entry runs: a function, or the method of a class.
fn run_by(project: &Project<'_, '_>, near: FileId, module: &str, name: &str) -> Option<SymbolId> {
    let symbol = project.thing_in(project.module_named(near, module)?, name)?;
    if !project.is_type(symbol) {
        return Some(symbol);
    }
    METHODS.iter().find_map(|method| project.method(symbol, method)).or(Some(symbol))
}
