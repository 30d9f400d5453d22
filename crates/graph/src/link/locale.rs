//! Keys of translations to the code that uses them.
//!
//! A key is a section whose text is what users see. An edge leads from it to each definition that
//! gives the key to a call as its first argument (`t("users.expiry_reminder")`), and, with less
//! confidence, to the few definitions that are named like its last word (`expiry_reminder`).

use super::passes::{LinkInput, PassResults};
use super::registry::GlobalFindings;
use super::tables::Tables;
use crate::ids::{FileId, SymbolId};
use crate::model::{Edge, EdgeKind, Resolution};
use fathom_syntax::{ArgumentKind, Flags, Kind, hash_name};
use rustc_hash::FxHashMap;

/// Confidence of an edge from a key to a definition with the name of its last word.
const NAMED: f32 = 0.5;
/// A key that is written relative to its file (`t(".title")`), where one key only can be meant.
const RELATIVE: f32 = 0.8;
/// More definitions than this with one name decide nothing.
const MOST_NAMED: usize = 3;
/// Uses of one key that are kept.
const MOST_USES: usize = 20;

/// Edges from keys of translations.
pub(crate) fn keys(ground: &LinkInput<'_, '_>, _: &PassResults<'_>, found: &mut GlobalFindings) {
    let tables = ground.tables;
    let edges = &mut found.edges;
    let keys = Keys::new(tables);
    if keys.by_key.is_empty() {
        return;
    }
    let mut uses: FxHashMap<SymbolId, usize> = FxHashMap::default();
    for (index, file) in tables.files.iter().enumerate() {
        let file_id = FileId::from_index(index);
        for call in file.facts.calls() {
            let argument = file.facts.arguments_of(&call).first();
            let Some(argument) =
                argument.filter(|one| matches!(one.kind(), ArgumentKind::Text | ArgumentKind::Symbol))
            else {
                continue;
            };
            let text = file.facts.text(argument.text());
            let Some((key, confidence)) = keys.meant(text, file.path) else { continue };
            let used = uses.entry(key).or_default();
            *used += 1;
            if *used > MOST_USES {
                continue;
            }
            let reference = &file.facts.references[call.reference as usize];
            let user = tables.file_symbol(file_id) + reference.from;
            let resolution = if confidence < 1.0 { Resolution::Inferred } else { Resolution::Exact };
            let line = tables.definition(key).line;
            edges.push(Edge::new(key, user, EdgeKind::Mentions, resolution, confidence, line));
        }
    }
    for (key, name) in &keys.named {
        let defined: Vec<SymbolId> =
            tables.named(*name).filter(|symbol| is_code(tables, *symbol)).take(MOST_NAMED + 1).collect();
        if defined.len() <= MOST_NAMED {
            let line = tables.definition(*key).line;
            edges.extend(
                defined
                    .iter()
                    .map(|to| Edge::new(*key, *to, EdgeKind::Mentions, Resolution::Inferred, NAMED, line)),
            );
        }
    }
}

fn is_code(tables: &Tables<'_>, symbol: SymbolId) -> bool {
    let definition = tables.definition(symbol);
    !matches!(definition.kind(), Kind::Section | Kind::Key | Kind::File)
        && !definition.flags().has(Flags::TEST)
}

/// The keys of all translations.
struct Keys {
    by_key: FxHashMap<u64, SymbolId>,
    /// By the last word, where one key only has it.
    by_last: FxHashMap<u64, Option<SymbolId>>,
    /// Keys with the hash of their last word, where that can be a name of its own.
    named: Vec<(SymbolId, u64)>,
}

impl Keys {
    fn new(tables: &Tables<'_>) -> Keys {
        let mut keys =
            Keys { by_key: FxHashMap::default(), by_last: FxHashMap::default(), named: Vec::new() };
        for (index, file) in tables.files.iter().enumerate() {
            let base = tables.file_symbol(FileId::from_index(index));
            for (local, definition) in file.facts.definitions.iter().enumerate() {
                if !definition.flags().has(Flags::LOCALE) {
                    continue;
                }
                let symbol = base + local as u32;
                let name = file.facts.text(definition.name);
                let last = name.rsplit('.').next().unwrap_or(name);
                keys.by_key.entry(hash_name(name)).or_insert(symbol);
                keys.by_last.entry(hash_name(last)).and_modify(|one| *one = None).or_insert(Some(symbol));
                // One word alone ("title", "name") is the name of too much.
                if last.trim_matches('_').contains('_') {
                    keys.named.push((symbol, hash_name(last)));
                }
            }
        }
        keys
    }

    /// The key that a string means in a file, and how sure that is.
    fn meant(&self, text: &str, path: &str) -> Option<(SymbolId, f32)> {
        let Some(relative) = text.strip_prefix('.') else {
            return self.by_key.get(&hash_name(text)).map(|key| (*key, 1.0));
        };
        let full = view_key(path).and_then(|view| self.by_key.get(&hash_name(&format!("{view}.{relative}"))));
        full.map(|key| (*key, 1.0)).or_else(|| {
            let last = relative.rsplit('.').next().unwrap_or(relative);
            self.by_last.get(&hash_name(last)).copied().flatten().map(|key| (key, RELATIVE))
        })
    }
}

/// `app/views/users/_form.html.erb` has its keys below `users.form`.
fn view_key(path: &str) -> Option<String> {
    let below = path.rsplit_once("views/").map(|(_, below)| below)?;
    let (folders, name) = below.rsplit_once('/').unwrap_or(("", below));
    let stem = name.split('.').next().unwrap_or(name).trim_start_matches('_');
    Some(format!("{}.{stem}", folders.replace('/', ".")))
}

#[cfg(test)]
mod tests {
    use super::view_key;

    #[test]
    fn a_view_has_its_keys_below_its_path() {
        assert_eq!(view_key("app/views/users/_form.html.erb").as_deref(), Some("users.form"));
        assert_eq!(view_key("app/models/user.rb"), None);
    }
}
