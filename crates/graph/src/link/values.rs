//! Types of fields, variables and results, where they are not written down.
//!
//! `self.db = Database()` needs `Database`, `x = self.db.session()` needs the
//! result of `session`, and so on. All are computed in rounds, each from the
//! finished values of the round before, so that the outcome does not depend on
//! order or on threads.

use super::eval::{Place, Value, World};
use fathom_syntax::Kind;
use rayon::prelude::*;

const ROUNDS: usize = 3;

/// Makes them known to the world.
pub(crate) fn infer(world: &mut World<'_, '_>) {
    let tables = world.tables;
    let mut values: Vec<Value> = vec![Value::Unknown; tables.symbol_count() as usize];
    for pass in 0..=ROUNDS {
        let found: Vec<Vec<(u32, Value)>> = (0..tables.files.len() as u32)
            .into_par_iter()
            .map(|file| infer_file(world, file, pass))
            .collect();
        let mut changed = false;
        for (symbol, value) in found.into_iter().flatten() {
            changed |= values[symbol as usize] != value;
            values[symbol as usize] = value;
        }
        world.set_values(values.clone());
        if !changed && pass > 0 {
            break;
        }
    }
}

/// Written types in the first pass, values in the others.
fn infer_file(world: &World<'_, '_>, file: u32, pass: usize) -> Vec<(u32, Value)> {
    let tables = world.tables;
    let facts = tables.files[file as usize].facts;
    let base = tables.file_symbol(file);
    let mut found = Vec::new();
    for (index, definition) in facts.definitions.iter().enumerate() {
        if definition.value_type == 0 || definition.kind() == Kind::Type {
            continue;
        }
        let text = facts.text(definition.value_type);
        let value = match (text.strip_prefix('='), pass) {
            (None, 0) => {
                let place = Place { file, scope: index as u32, line: definition.line };
                world.typed(place, text)
            }
            (Some(chain), 1..) => {
                let callable = definition.kind().is_callable();
                let scope = if callable { index as u32 } else { enclosing(world, file, index as u32) };
                let line = if callable { definition.end_line } else { definition.line };
                world.chain(Place { file, scope, line }, chain, World::steps())
            }
            _ => continue,
        };
        found.push((base + index as u32, value));
    }
    found
}

/// The definition whose locals a field's value can see: the method it is
/// assigned in, which is not its parent.
fn enclosing(world: &World<'_, '_>, file: u32, index: u32) -> u32 {
    let definitions = world.tables.files[file as usize].facts.definitions;
    let field = &definitions[index as usize];
    let around = definitions[..index as usize]
        .iter()
        .enumerate()
        .rev()
        .take(64)
        .find(|(_, d)| d.kind().is_callable() && d.start <= field.start && field.end <= d.end);
    around.map_or(field.parent, |(at, _)| at as u32)
}
