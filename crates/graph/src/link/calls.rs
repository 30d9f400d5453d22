//! The calls of all symbols, in the order of their references.

use super::passes::Resolved;
use super::scope::Scope;
use super::tables::Tables;
use crate::ids::FileId;
use crate::layout::CallTarget;

/// Calls of all symbols, and where those of each symbol start.
pub(crate) struct Calls {
    pub(crate) starts: Vec<u32>,
    pub(crate) all: Vec<CallTarget>,
}

impl Calls {
    /// Those of the files that were linked, and of the others those of the last linking. `None` if
    /// what was kept does not fit to the files.
    pub(crate) fn new(
        tables: &Tables<'_>,
        resolved: &[Resolved],
        scope: Option<&Scope<'_>>,
    ) -> Option<Calls> {
        let found = resolved.iter().map(|one| one.found.calls.len()).sum();
        let mut calls = Calls { starts: vec![0], all: Vec::with_capacity(found) };
        calls.starts.reserve(tables.symbol_count() as usize);
        let mut resolved = resolved.iter().peekable();
        for file in FileId::all(tables.files.len()) {
            if let Some(one) = resolved.next_if(|one| one.file == file) {
                let mut rest = one.found.calls.iter().peekable();
                for symbol in tables.symbols_of(file) {
                    while let Some(call) = rest.next_if(|call| call.from == symbol) {
                        calls.all.push(CallTarget { reference: call.reference, to: call.to, on: call.on });
                    }
                    calls.starts.push(calls.all.len() as u32);
                }
            } else {
                let (counts, kept) = scope?.calls(tables, file)?;
                let mut end = calls.all.len() as u32;
                calls.starts.extend(counts.iter().map(|count| {
                    end += count;
                    end
                }));
                calls.all.extend(kept);
            }
        }
        Some(calls)
    }
}
