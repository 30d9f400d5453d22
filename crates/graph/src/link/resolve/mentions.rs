//! Names in prose, and the symbols they mention.

use super::{AMBIGUOUS_MOST, Resolver};
use crate::ids::SymbolId;
use crate::model::{Edge, EdgeKind, Resolution};
use fathom_syntax::Reference;

impl Resolver<'_, '_, '_> {
    /// A name in prose: by name alone, and only if few have it.
    pub(super) fn mention(&mut self, reference: &Reference) {
        let tables = self.world.tables;
        let facts = tables.files[self.file.index()].facts;
        let name = facts.strings.hash(reference.name);
        let receiver = facts.text(reference.receiver);
        let holder = receiver.trim_end_matches("()").rsplit('.').next().unwrap_or("");
        let candidates = self.world.shared.mentioned(tables, name);
        let held: Vec<SymbolId> = candidates
            .iter()
            .copied()
            .filter(|symbol| {
                let container = tables.containers[symbol.index()];
                container != SymbolId::NONE
                    && !holder.is_empty()
                    && tables.name(container).split('.').next() == Some(holder)
            })
            .collect();
        let meant = if held.is_empty() { &*candidates } else { &held };
        if meant.is_empty() || meant.len() > AMBIGUOUS_MOST {
            return;
        }
        let (resolution, confidence) = match meant.len() {
            1 => (Resolution::Inferred, 0.8),
            count => (Resolution::Ambiguous, 0.8 / count as f32),
        };
        for &to in meant {
            let from = self.base + reference.from;
            self.edges.push(Edge::new(from, to, EdgeKind::Mentions, resolution, confidence, reference.line));
        }
    }
}
