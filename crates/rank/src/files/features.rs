//! Features of a file: numbers that are comparable across repositories.

use super::evidence::{DefinedIdentifiers, Evidence, ORDERED, Places, WholeNames, density};
use super::neighbourhood::FileNeighbourhood;
use super::traits::FileTraits;
use super::{SYMBOL_EVIDENCE, Sources, SymbolScore};
use crate::ranking::files_of_symbols;
use fathom_graph::{FileId, Graph};
use fathom_syntax::Flags;
use fathom_text::{Field, Tokenizer};
use rustc_hash::FxHashMap;

/// Names of the features, in the order of their values.
const NAMES: [&str; 85] = [
    "text share",
    "text rank",
    "names share",
    "signatures share",
    "docs share",
    "bodies share",
    "path share",
    "names cover",
    "docs cover",
    "bodies cover",
    "path covers",
    "covers",
    "density share",
    "parts that match",
    "stem asked",
    "stem covers",
    "stem whole",
    "stem inside",
    "folder covers",
    "folder asked",
    "outer folders cover",
    "stem and folder cover",
    "whole type",
    "whole name",
    "defines type",
    "defines name",
    "most used definition",
    "stem is identifier",
    "symbol share",
    "symbol rank",
    "symbol probability",
    "in first ten",
    "in first fifty",
    "best place",
    "second place",
    "third place",
    "good places",
    "named path",
    "frame",
    "test",
    "beside",
    "test support",
    "stub",
    "entry",
    "start",
    "shim",
    "foreign",
    "internal",
    "loose",
    "versioned",
    "only imports",
    "prose",
    "data",
    "unparsed",
    "generated",
    "length",
    "definitions",
    "users",
    "depth",
    "named for a type",
    "definition first",
    "definition rank",
    "stem is the name",
    "declarations cover",
    "strongest in path",
    "strongest in names",
    "strongest in docs",
    "strongest in bodies",
    "summary covers",
    "summary asked",
    "main type asked",
    "main type covers",
    "main type in phrase",
    "initials",
    "start asked for",
    "folder of the best",
    "reached by the best",
    "one name covers",
    "one symbol covers",
    "one doc covers",
    "one type covers",
    "type name asked",
    "type strength",
    "reached members",
    "tests cover",
];

/// Number of features of a file.
pub const FILE_FEATURES: usize = NAMES.len();

/// The name of a feature of files.
pub fn file_feature_name(feature: usize) -> &'static str {
    NAMES.get(feature).copied().unwrap_or_default()
}

/// Rank of a file that has none.
const LAST: f32 = ORDERED as f32;

/// The features of all candidates.
pub(super) fn features(
    sources: &Sources<'_>,
    evidence: &Evidence,
    files: &[FileId],
) -> Vec<[f32; FILE_FEATURES]> {
    let graph = sources.graph;
    let symbols = SymbolOrder::read(graph, sources.symbols);
    let around = FileNeighbourhood::read(sources, evidence);
    let initials = initials(&sources.task.title);
    let asks_start = asks_for_the_start(&sources.task.title);
    let mut tokenizer = Tokenizer::of_thread();
    let name = sources.definitions.map(|definitions| joined(&definitions.name));
    let traits: Vec<&FileTraits> =
        files.iter().map(|file| sources.traits.of_file(graph, &mut tokenizer, *file)).collect();
    let most_users = traits.iter().map(|traits| traits.users).fold(1.0, f32::max);
    let identifiers: Vec<(String, f32)> =
        sources.task.identifiers.iter().map(|(name, weight)| (joined(last_name(name)), *weight)).collect();
    files
        .iter()
        .zip(traits)
        .map(|(file, traits)| {
            let graph_file = &graph.files()[file.index()];
            let path = &traits.path;
            let file_symbol = graph.file_symbol(*file);
            let own = Own { evidence, file: *file, traits };
            let definition =
                sources.definitions.and_then(|definitions| definitions.rank_of_file(graph, *file));
            let mut values: Vec<f32> = Vec::with_capacity(FILE_FEATURES);
            values.extend(own.text());
            values.extend(own.path());
            values.extend(own.names());
            let is_stem = identifiers.iter().filter(|(name, _)| *name == path.joined);
            values.push(is_stem.map(|(_, weight)| *weight).fold(0.0, f32::max));
            values.extend(symbols.of(*file));
            values.extend(own.places());
            values.extend(flags([
                graph.flags(file_symbol).has(Flags::TEST) || traits.is_test,
                traits.place.peripheral,
                traits.place.test_support,
            ]));
            values.extend(flags([
                path.stub,
                path.entry,
                path.start,
                path.shim,
                path.foreign,
                path.internal,
                path.loose,
                path.versioned,
            ]));
            values.extend(flags(traits.role));
            values.extend([
                (graph.definition(file_symbol).end_line as f32).ln_1p() / 8.0,
                (graph_file.facts.definitions.len() as f32).ln_1p() / 6.0,
                traits.users / most_users,
                path.depth as f32 / 6.0,
                f32::from(u8::from(traits.is_named_for_a_type)),
            ]);
            values.extend([
                f32::from(u8::from(definition == Some(0))),
                definition.map_or(LAST, |rank| rank as f32).ln_1p(),
                f32::from(u8::from(name.as_ref().is_some_and(|name| *name == path.joined))),
            ]);
            values.extend(own.strongest());
            values.extend(own.summary());
            values.extend(flags([
                initials.contains(&path.joined),
                asks_start && (path.start || path.entry && path.depth <= 1),
            ]));
            values.extend(around.of(graph, *file));
            values.extend(symbols.evidence(*file));
            values.push(around.tested(*file));
            values.try_into().unwrap_or([0.0; FILE_FEATURES])
        })
        .collect()
}

fn flags<const N: usize>(flags: [bool; N]) -> [f32; N] {
    flags.map(|flag| f32::from(u8::from(flag)))
}

/// The last name of a qualified one.
fn last_name(name: &str) -> &str {
    fathom_graph::lookup::segments(name).last().copied().unwrap_or(name)
}

/// A name in lower case without separators.
pub(super) fn joined(name: &str) -> String {
    last_name(name).chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The ranked symbols, by file.
struct SymbolOrder {
    shares: FxHashMap<FileId, (f32, f32)>,
    best: FxHashMap<FileId, f32>,
    first: FxHashMap<FileId, (f32, f32)>,
    evidence: FxHashMap<FileId, [f32; SYMBOL_EVIDENCE]>,
}

impl SymbolOrder {
    fn read(graph: &Graph<'_>, symbols: &[SymbolScore]) -> SymbolOrder {
        let placed: Vec<_> = symbols.iter().map(|one| one.placed).collect();
        let by_candidate: FxHashMap<usize, FileId> =
            symbols.iter().map(|one| (one.placed.candidate, graph.file_of(one.symbol))).collect();
        let order = files_of_symbols(&placed, |candidate| by_candidate[&candidate]);
        let top = order.first().map_or(1.0, |(_, score)| score.max(f32::MIN_POSITIVE));
        let shares =
            order.iter().enumerate().map(|(rank, (file, score))| (*file, (score / top, rank as f32)));
        let mut of_symbols = SymbolOrder {
            shares: shares.collect(),
            best: FxHashMap::default(),
            first: FxHashMap::default(),
            evidence: FxHashMap::default(),
        };
        for (rank, one) in symbols.iter().enumerate() {
            let file = graph.file_of(one.symbol);
            let best = of_symbols.best.entry(file).or_default();
            *best = best.max(one.placed.probability);
            let (ten, fifty) = of_symbols.first.entry(file).or_default();
            *ten += f32::from(u8::from(rank < 10));
            *fifty += f32::from(u8::from(rank < 50));
            let most = of_symbols.evidence.entry(file).or_default();
            for (most, value) in most.iter_mut().zip(one.evidence) {
                *most = most.max(value);
            }
        }
        of_symbols
    }

    /// The largest value that any symbol of a file has for each kind of evidence.
    fn evidence(&self, file: FileId) -> [f32; SYMBOL_EVIDENCE] {
        self.evidence.get(&file).copied().unwrap_or_default()
    }

    fn of(&self, file: FileId) -> [f32; 5] {
        let (share, rank) = self.shares.get(&file).copied().unwrap_or((0.0, LAST));
        let (ten, fifty) = self.first.get(&file).copied().unwrap_or_default();
        let best = self.best.get(&file).copied().unwrap_or_default();
        [share, rank.ln_1p(), best, (ten / 10.0).sqrt(), (fifty / 50.0).sqrt()]
    }
}

/// One file with its evidence.
struct Own<'o> {
    evidence: &'o Evidence,
    file: FileId,
    traits: &'o FileTraits,
}

impl Own<'_> {
    fn text(&self) -> [f32; 14] {
        let Evidence { best, total, .. } = self.evidence;
        let text = self.evidence.text(self.file);
        let share = |value: f32, best: f32| if best > 0.0 { value / best } else { 0.0 };
        let field = |field: Field| share(text.scores[field.index()], best.scores[field.index()]);
        let mass = |field: Field| text.masses[field.index()] / total;
        [
            share(text.score, best.score),
            self.evidence.rank(self.file).map_or(LAST, |rank| rank as f32).min(LAST).ln_1p(),
            field(Field::Name),
            field(Field::Signature),
            field(Field::Doc),
            field(Field::Body),
            field(Field::Path),
            mass(Field::Name),
            mass(Field::Doc),
            mass(Field::Body),
            mass(Field::Path),
            text.covered / total,
            share(density(&text), best.occurrences),
            (text.matches as f32 / (text.documents.max(1) as f32)).min(4.0),
        ]
    }

    /// How its declarations match together, and whether its fields contain the strongest term.
    fn strongest(&self) -> [f32; 5] {
        let text = self.evidence.text(self.file);
        let strongest = self.evidence.strongest.max(f32::MIN_POSITIVE);
        let of = |field: Field| text.strongest[field.index()] / strongest;
        [
            text.declared / self.evidence.total,
            of(Field::Path),
            of(Field::Name),
            of(Field::Doc),
            of(Field::Body),
        ]
    }

    /// How its summary and its main type match the question: the first sentences of its own doc and
    /// of its main type's doc, and the name of that type.
    fn summary(&self) -> [f32; 5] {
        let FileTraits { summary, main_type, .. } = self.traits;
        let asked = self.evidence.asked(main_type);
        [
            self.evidence.share(summary),
            self.evidence.asked(summary),
            asked,
            self.evidence.share(main_type),
            f32::from(u8::from(asked >= 1.0 && main_type.len() > 1)),
        ]
    }

    fn path(&self) -> [f32; 8] {
        let evidence = self.evidence;
        let path = &self.traits.path;
        let asked = evidence.asked(&path.stem);
        let inside: f32 = evidence
            .terms
            .iter()
            .filter(|(text, _)| text.len() >= 3 && path.joined.contains(text.as_str()))
            .map(|(_, weight)| weight / evidence.total)
            .sum();
        let both: Vec<_> = path.stem.iter().chain(&path.folder).copied().collect();
        [
            asked,
            evidence.share(&path.stem),
            f32::from(u8::from(asked >= 1.0 && !path.stem.is_empty())),
            inside.min(1.0),
            evidence.share(&path.folder),
            evidence.asked(&path.folder),
            evidence.share(&path.outer),
            evidence.share(&both),
        ]
    }

    fn names(&self) -> [f32; 5] {
        let WholeNames { of_type, of_other } =
            self.evidence.whole.get(&self.file).copied().unwrap_or_default();
        let DefinedIdentifiers { as_type, as_other, used, .. } =
            self.evidence.defined.get(&self.file).cloned().unwrap_or_default();
        [of_type, of_other, as_type, as_other, used]
    }

    fn places(&self) -> [f32; 6] {
        let Places { shares: [best, second, third], good, .. } =
            self.evidence.places.get(&self.file).copied().unwrap_or_default();
        let of = |map: &FxHashMap<FileId, f32>| map.get(&self.file).copied().unwrap_or_default();
        [
            best,
            second,
            third,
            (good as f32 / 50.0).sqrt(),
            of(&self.evidence.named),
            of(&self.evidence.framed),
        ]
    }
}

/// The initials of each run of three to five words: "server-sent events" is `sse`.
fn initials(text: &str) -> Vec<String> {
    let words: Vec<char> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter_map(|word| word.chars().next())
        .flat_map(char::to_lowercase)
        .collect();
    (3..=5).flat_map(|length| words.windows(length)).map(|run| run.iter().collect()).collect()
}

/// Whether a question asks where a program starts.
fn asks_for_the_start(text: &str) -> bool {
    const WORDS: &[&str] =
        &["boot", "bootstrap", "entry", "entrypoint", "launch", "main", "start", "starts", "startup"];
    text.split(|c: char| !c.is_alphanumeric()).any(|word| WORDS.contains(&word.to_ascii_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::{NAMES, asks_for_the_start, initials, joined};
    use std::collections::BTreeSet;

    #[test]
    fn every_feature_has_a_name_of_its_own() {
        assert_eq!(NAMES.iter().collect::<BTreeSet<_>>().len(), NAMES.len());
    }

    #[test]
    fn initials_of_three_words_and_more_can_name_a_file() {
        let found = initials("how server-sent events are parsed");
        assert!(found.contains(&"sse".to_owned()) && !found.contains(&"se".to_owned()));
    }

    #[test]
    fn a_question_about_the_start_is_known_by_its_words() {
        assert!(asks_for_the_start("Application startup") && !asks_for_the_start("restarted jobs"));
    }

    #[test]
    fn a_name_is_joined_without_its_qualifiers_and_separators() {
        assert_eq!(joined("Shop::line_items"), "lineitems");
        assert_eq!(joined("JoinSet"), "joinset");
    }
}
