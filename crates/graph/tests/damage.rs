//! No bytes make a graph panic: damage is reported on opening, or the answer to an affected query
//! is empty.

use fathom_graph::{FileId, FileInput, Graph, Previous, SymbolId, impact, link, lookup, relink, trace};
use fathom_syntax::{DetectedLanguage, Facts, FactsView, detect, extract};
use proptest::prelude::*;
use std::hint::black_box;

const FILES: [(&str, &str); 5] = [
    (
        "app/base.py",
        "class Store:\n    def save(self, x): pass\n\nclass Disk(Store):\n    def save(self, x): self.write(x)\n    def write(self, x): return open(x)\n",
    ),
    (
        "app/order.py",
        "from app.base import *\nfrom app.base import Disk as D\n\nclass Order:\n    def __init__(self):\n        self.store = D()\n    def pay(self, x):\n        self.store.save(x)\n        x.save(1)\n",
    ),
    ("guide.md", "# Orders\n\nCall `Order.pay`, then `save`.\n"),
    ("lib/a.rb", "module M\n  class A\n    def go; B.new.go; end\n  end\nend\n"),
    ("lib/b.rb", "module M\n  class B < A\n    def go; super; end\n  end\nend\n"),
];

struct Repository {
    facts: Vec<Facts>,
    /// In the layout on disk, each aligned.
    blobs: Vec<Vec<u64>>,
    graph: Vec<u64>,
}

/// Bytes with an aligned start, as a memory map has it.
fn aligned(bytes: &[u8]) -> Vec<u64> {
    let mut padded = bytes.to_vec();
    padded.resize(bytes.len().next_multiple_of(8), 0);
    bytemuck::pod_collect_to_vec(&padded)
}

fn inputs<'a>(facts: impl Iterator<Item = FactsView<'a>>) -> Vec<FileInput<'a>> {
    let files = FILES.iter().zip(facts).map(|((path, text), facts)| {
        let DetectedLanguage::Known(language) = detect(path, text.as_bytes()) else {
            panic!("{path} is known")
        };
        FileInput { path, language, facts }
    });
    files.collect()
}

fn repository() -> Repository {
    let facts: Vec<Facts> = FILES
        .iter()
        .map(|(path, text)| match detect(path, text.as_bytes()) {
            DetectedLanguage::Known(language) => extract(language, path, text),
            _ => panic!("{path} is known"),
        })
        .collect();
    let graph = link(&inputs(facts.iter().map(Facts::view)), &[], |pieces| aligned(&pieces.concat())).0;
    let blobs = facts.iter().map(|facts| aligned(&facts.to_bytes())).collect();
    Repository { facts, blobs, graph }
}

/// Asks for everything that can be asked of a graph.
fn ask(graph: &Graph<'_>) {
    let count = graph.symbol_count();
    let strangers = [count, count + 1, u32::MAX - 1, u32::MAX].map(SymbolId::new);
    let is_symbol = |symbol: SymbolId| symbol.number() < count;
    for symbol in graph.symbols().chain(strangers) {
        black_box((graph.file_of(symbol), graph.definition(symbol), graph.path(symbol)));
        black_box((graph.language(symbol).name, graph.kind(symbol), graph.flags(symbol)));
        black_box((graph.name(symbol), graph.signature(symbol), graph.doc(symbol), graph.id(symbol)));
        black_box((graph.container(symbol), graph.facts(symbol).has_errors));
        black_box(graph.children(symbol).count());
        let near = graph.outgoing(symbol).iter().chain(graph.incoming(symbol));
        near.for_each(|edge| assert!(is_symbol(edge.from) && is_symbol(edge.to)));
        black_box(trace::trace(graph, symbol, 9, 1_000));
        black_box(impact::impact(graph, &[symbol], &impact::Options::default()));
    }
    let strangers = [graph.files().len(), u32::MAX as usize].map(FileId::from_index);
    for file in FileId::all(graph.files().len()).chain(strangers) {
        black_box((graph.file_symbol(file), graph.unresolved(file)));
        for line in (0..20).chain([u32::MAX]) {
            black_box(graph.innermost_until(file, line));
        }
    }
    for name in ["Order.pay", "save", "M::A#go", "app/base.py", "sav", "ordr", "order.PAY"] {
        graph.named(name).for_each(|symbol| assert!(is_symbol(symbol)));
        black_box(lookup::lookup(graph, name, None, 10));
        black_box(lookup::resolve(graph, name));
    }
    black_box(graph.unresolved_total());
}

fn damage(bytes: &mut [u64], flips: &[(usize, u8)]) {
    let bytes: &mut [u8] = bytemuck::cast_slice_mut(bytes);
    for (at, with) in flips {
        let length = bytes.len();
        bytes[at % length] ^= with;
    }
}

#[test]
fn undamaged_parts_are_read_completely() {
    let repository = repository();
    let graph = Graph::read(
        bytemuck::cast_slice(&repository.graph),
        inputs(repository.facts.iter().map(Facts::view)),
    );
    ask(&graph.unwrap());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_graph_makes_nothing_panic(
        flips in proptest::collection::vec((any::<usize>(), 1..=255u8), 1..4),
        // Most damage is detected in the header: half of the cases leave the header intact.
        spared in prop_oneof![Just(0), Just(280usize)],
    ) {
        let mut repository = repository();
        let flips: Vec<(usize, u8)> = flips.into_iter().map(|(at, with)| {
            let bytes = repository.graph.len() * 8 - spared;
            (spared + at % bytes, with)
        }).collect();
        damage(&mut repository.graph, &flips);
        let graph = bytemuck::cast_slice(&repository.graph);
        let files = || inputs(repository.facts.iter().map(Facts::view));
        if let Ok(graph) = Graph::read(graph, files()) {
            ask(&graph);
        }
        let edited = vec![(FileId::new(1), repository.facts[1].view())];
        let again = relink(&files(), &Previous { graph, edited }, |pieces| aligned(&pieces.concat())).0;
        if let Ok(graph) = Graph::read(bytemuck::cast_slice(&again), files()) {
            ask(&graph);
        }
    }

    #[test]
    fn damaged_facts_under_a_graph_make_nothing_panic(
        file in 0..FILES.len(),
        flips in proptest::collection::vec((any::<usize>(), 1..=255u8), 1..4),
    ) {
        let mut repository = repository();
        damage(&mut repository.blobs[file], &flips);
        let facts: Option<Vec<FactsView<'_>>> =
            repository.blobs.iter().map(|blob| FactsView::read(bytemuck::cast_slice(blob)).ok()).collect();
        let Some(facts) = facts else { return Ok(()) };
        if let Ok(graph) = Graph::read(bytemuck::cast_slice(&repository.graph), inputs(facts.into_iter())) {
            ask(&graph);
        }
    }
}
