//! Ranking a part of the repository.
//!
//! The order is that of the whole repository: the same candidates, without those elsewhere. If too
//! few of them are in the part, the part is searched on its own and those hits follow.

use crate::names::Definitions;
use crate::ranking::{self, Candidates, ChannelResults, FILES, FileFilter, Ranking, TESTS, whole};
use crate::repository::{Rankers, Repository};
use crate::search_results::SearchResults;
use crate::task::Task;
use fathom_graph::SymbolId;
use std::sync::Arc;

/// Ranks the symbols of the files that `keeps` is true for.
pub(crate) fn ranking(
    repository: Repository<'_>,
    rankers: Rankers<'_>,
    task: &Task,
    definitions: Option<&Definitions>,
    limit: usize,
    keeps: FileFilter<'_>,
) -> Ranking {
    let mut first = whole(repository, rankers, task, definitions, limit, keeps);
    if first.symbols.len() < limit {
        let Repository { graph, words, .. } = repository;
        let found = SearchResults::search_within(graph, words, task, Some(keeps));
        let task = Task { found: Some(Arc::new(found)), ..task.clone() };
        let mut gathered = ChannelResults::by_channels(repository, &task);
        gathered.pool.retain(|symbol| keeps(graph.file_of(symbol)));
        let candidates = Candidates::keep(repository, &task, gathered);
        let more = ranking::ranking(repository, rankers, &task, definitions, candidates, limit, keeps);
        first.extend(more, limit);
    }
    first
}

impl Ranking {
    /// Appends the results of another ranking that this one lacks, with scores that continue where
    /// these end.
    fn extend(&mut self, more: Ranking, limit: usize) {
        let known: Vec<SymbolId> = self.symbols.iter().map(|ranked| ranked.symbol).collect();
        let last = self.symbols.last().map(|ranked| (ranked.score, ranked.probability));
        let mut rest = more.symbols;
        rest.retain(|ranked| !known.contains(&ranked.symbol));
        let scale = scale(last.map(|(score, _)| score), rest.first().map(|ranked| ranked.score));
        for ranked in &mut rest {
            ranked.score *= scale;
            ranked.probability = last.map_or(ranked.probability, |(_, most)| ranked.probability.min(most));
        }
        self.symbols.extend(rest);
        self.symbols.truncate(limit);
        let last = self.files.last().map(|file| (file.score, file.probability));
        let mut files = more.files;
        files.retain(|file| !self.files.iter().any(|known| known.file == file.file));
        let scale = self::scale(last.map(|(score, _)| score), files.first().map(|file| file.score));
        for file in &mut files {
            file.score *= scale;
            file.probability = last.map_or(file.probability, |(_, most)| file.probability.min(most));
        }
        self.files.extend(files);
        self.files.truncate(FILES);
        append(&mut self.tests, more.tests, TESTS);
    }
}

fn append<T: PartialEq>(list: &mut Vec<(T, f32)>, mut more: Vec<(T, f32)>, limit: usize) {
    more.retain(|(one, _)| !list.iter().any(|(known, _)| known == one));
    let scale = scale(list.last().map(|(_, score)| *score), more.first().map(|(_, score)| *score));
    list.extend(more.into_iter().map(|(one, score)| (one, score * scale)));
    list.truncate(limit);
}

/// The factor that reduces the first of some scores to the last of those before them.
fn scale(last: Option<f32>, first: Option<f32>) -> f32 {
    match (last, first) {
        (Some(last), Some(first)) if first > last => last / first,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use crate::files::RankedFile;
    use crate::ranking::{Ranking, ScoredSymbol};
    use fathom_graph::{FileId, SymbolId};

    fn ranking(symbols: &[(u32, f32, f32)]) -> Ranking {
        let ranked = |&(symbol, score, probability): &(u32, f32, f32)| ScoredSymbol {
            symbol: SymbolId::new(symbol),
            score,
            probability,
            reasons: Vec::new(),
        };
        let file = |&(number, score, probability): &(u32, f32, f32)| RankedFile {
            file: FileId::new(number),
            score,
            probability,
            reasons: Vec::new(),
        };
        let files = symbols.iter().map(file).collect();
        Ranking { symbols: symbols.iter().map(ranked).collect(), files, ..Ranking::default() }
    }

    #[test]
    fn what_is_added_comes_after_what_was_there() {
        let mut first = ranking(&[(1, 8.0, 0.5), (2, 4.0, 0.2)]);
        first.extend(ranking(&[(2, 9.0, 0.9), (3, 8.0, 0.8), (4, 2.0, 0.1)]), 4);
        let all: Vec<(u32, f32, f32)> =
            first.symbols.iter().map(|one| (one.symbol.number(), one.score, one.probability)).collect();
        assert_eq!(all, [(1, 8.0, 0.5), (2, 4.0, 0.2), (3, 4.0, 0.2), (4, 1.0, 0.1)]);
        let files: Vec<(u32, f32)> =
            first.files.iter().map(|one| (one.file.index() as u32, one.score)).collect();
        assert_eq!(files, [(1, 8.0), (2, 4.0), (3, 4.0), (4, 1.0)]);
    }
}
