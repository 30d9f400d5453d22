//! The passes that find bases, values and edges, over all files or over those
//! that an edit concerns.
//!
//! Every pass hands each file to a function of its own, on all threads; a file
//! that is not linked keeps what the last linking found for it.

use super::bindings::Bindings;
use super::eval::ResolutionContext;
use super::file_view::{FileView, Mark, Marks};
use super::imports::Imports;
use super::inherit::{self, Bases, DeclaredBase};
use super::memo::Memo;
use super::registry::{FileFindings, Passes};
use super::scope::Scope;
use super::shared::SharedNames;
use super::tables::Tables;
use super::values::{self, PackedValue, ROUNDS};
use crate::ids::FileId;
use rayon::prelude::*;

/// The state before the first pass.
pub(crate) struct LinkInput<'g, 'a> {
    pub(crate) tables: &'g Tables<'a>,
    pub(crate) imports: &'g Imports<'a>,
    pub(crate) bindings: &'g Bindings<'a>,
    pub(crate) shared: &'g SharedNames,
    pub(crate) passes: Passes<'g>,
}

/// The results of the passes.
pub(crate) struct PassResults<'p> {
    /// The bases that files declare, in the order of the files.
    pub(crate) stated: Vec<DeclaredBase>,
    pub(crate) bases: Bases,
    /// The values of all symbols, round by round.
    pub(crate) rounds: [Vec<PackedValue>; ROUNDS],
    /// The marks of each linked file so far.
    looked_at: Vec<Vec<Mark>>,
    /// `None` if all files are linked.
    pub(crate) scope: Option<Scope<'p>>,
}

/// The results of the passes for one file.
pub(crate) struct Resolved {
    pub(crate) file: FileId,
    pub(crate) found: FileFindings,
    /// All that the file looked at in all passes, sorted.
    pub(crate) marks: Vec<Mark>,
}

impl<'a> LinkInput<'_, 'a> {
    /// Does something for each of some files and notes what each looked at.
    pub(crate) fn each<T: Send>(
        &self,
        files: &[FileId],
        bases: &Bases,
        values: &[PackedValue],
        work: impl Fn(&ResolutionContext<'_, 'a>, FileId) -> T + Sync,
    ) -> Vec<(T, Vec<Mark>)> {
        let one = |file: &FileId| {
            let (marks, memo) = (Marks::new(), Memo::default());
            let done = work(&self.world(&marks, &memo, bases, values), *file);
            (done, marks.into_sorted())
        };
        files.par_iter().map(one).collect()
    }

    fn world<'w>(
        &'w self,
        marks: &'w Marks,
        memo: &'w Memo,
        bases: &'w Bases,
        values: &'w [PackedValue],
    ) -> ResolutionContext<'w, 'a> {
        ResolutionContext {
            tables: FileView::new(self.tables, marks),
            imports: self.imports,
            bases,
            bindings: self.bindings,
            shared: self.shared,
            memo,
            values,
            conventions: false,
        }
    }

    fn all_files(&self) -> Vec<FileId> {
        FileId::all(self.tables.files.len()).collect()
    }

    /// Finds bases and values. `None` if the scope is too narrow for what turns up.
    pub(crate) fn pass<'p>(&self, scope: Option<Scope<'p>>) -> Option<PassResults<'p>> {
        let mut passed = PassResults {
            stated: Vec::new(),
            bases: Bases::default(),
            rounds: [const { Vec::new() }; ROUNDS],
            looked_at: vec![Vec::new(); self.tables.files.len()],
            scope,
        };
        self.find_bases(&mut passed)?;
        self.find_values(&mut passed)?;
        Some(passed)
    }

    fn find_bases(&self, passed: &mut PassResults<'_>) -> Option<()> {
        let tables = self.tables;
        let files = passed.files(self);
        let found = self.each(&files, &Bases::default(), &[], inherit::stated);
        let found = passed.note(&files, found);
        let before = match &mut passed.scope {
            Some(scope) => Some(scope.bases(tables)?),
            None => None,
        };
        let mut stated = found.concat();
        if let (Some(before), Some(scope)) = (&before, &passed.scope) {
            stated.extend(before.iter().filter(|base| !scope.is_stale(tables.file_of(base.by))));
            stated.sort_by_key(|base| tables.file_of(base.by));
        }
        passed.bases = Bases::new(stated.iter());
        passed.stated = stated;
        match (before, &mut passed.scope) {
            (Some(before), Some(scope)) => {
                scope.compare_bases(tables, &Bases::new(before.iter()), &passed.bases)
            }
            _ => Some(()),
        }
    }

    fn find_values(&self, passed: &mut PassResults<'_>) -> Option<()> {
        let symbols = self.tables.symbol_count() as usize;
        let before = passed.scope.as_ref().map(|scope| scope.values(symbols));
        let nothing = vec![PackedValue::UNKNOWN; symbols];
        for round in 0..ROUNDS {
            let files = passed.files(self);
            let last = round.checked_sub(1).map_or(&nothing, |last| &passed.rounds[last]);
            let found =
                self.each(&files, &passed.bases, last, |world, file| values::infer(world, file, round));
            // What is not found anew stays: of the files that are linked from the
            // round before, of the others from the last linking.
            let mut now = before.as_ref().map_or(last, |before| &before[round]).clone();
            if before.is_some() {
                for &file in &files {
                    let range = self.tables.range_of(file);
                    now[range.clone()].copy_from_slice(&last[range]);
                }
            }
            let found = passed.note(&files, found);
            for (symbol, value) in found.into_iter().flatten() {
                now[symbol.index()] = value;
            }
            let settled = before.is_none() && round > 0 && now == passed.rounds[round - 1];
            passed.rounds[round] = now;
            if let (Some(before), Some(scope)) = (&before, &mut passed.scope) {
                let (before, now) = (&before[round], &passed.rounds[round]);
                let linked = files.iter().flat_map(|file| self.tables.symbols_of(*file));
                let changed = linked.filter(|symbol| before[symbol.index()] != now[symbol.index()]);
                scope.values_changed(self.tables, changed)?;
            }
            if settled {
                let (done, later) = passed.rounds.split_at_mut(round + 1);
                later.fill(done[round].clone());
                break;
            }
        }
        Some(())
    }

    /// Runs the passes for each of the files that are linked.
    pub(crate) fn resolve(&self, passed: &PassResults<'_>) -> Vec<Resolved> {
        let files = passed.files(self);
        let values = &passed.rounds[ROUNDS - 1];
        let none = Bases::default();
        let resolved = self.each(&files, &passed.bases, values, |world, file| {
            if passed.scope.is_some() {
                // A file may have come late into the scope: what it looked at in earlier passes
                // is found by doing them again.
                let memo = Memo::default();
                inherit::stated(
                    &ResolutionContext { bases: &none, values: &[], memo: &memo, ..*world },
                    file,
                );
                for round in 0..ROUNDS {
                    let values = round.checked_sub(1).map_or(&[][..], |last| &passed.rounds[last]);
                    values::infer(&ResolutionContext { values, ..*world }, file, round);
                }
            }
            self.passes.file(world, file)
        });
        let done = files.par_iter().zip(resolved).map(|(&file, (found, mut marks))| {
            if passed.scope.is_none() {
                marks.extend(&passed.looked_at[file.index()]);
                marks.sort_unstable();
                marks.dedup();
            }
            Resolved { file, found, marks }
        });
        done.collect()
    }

    /// Everything as one file sees it.
    pub(crate) fn seen_by<T>(
        &self,
        passed: &PassResults<'_>,
        see: impl Fn(&ResolutionContext<'_, 'a>) -> T,
    ) -> T {
        see(&self.world(&Marks::new(), &Memo::default(), &passed.bases, &passed.rounds[ROUNDS - 1]))
    }
}

impl PassResults<'_> {
    fn files(&self, ground: &LinkInput<'_, '_>) -> Vec<FileId> {
        self.scope.as_ref().map_or_else(|| ground.all_files(), Scope::files)
    }

    /// Takes the marks out of what a pass found.
    fn note<T>(&mut self, files: &[FileId], found: Vec<(T, Vec<Mark>)>) -> Vec<T> {
        let noted = files.iter().zip(found).map(|(file, (found, marks))| {
            self.looked_at[file.index()].extend(marks);
            found
        });
        noted.collect()
    }
}
