//! The registry, and a pass that is not in it.

use super::{FileFindings, GlobalFindings, PASSES, Pass, Work};
use crate::ids::FileId;
use crate::layout;
use crate::link::eval::ResolutionContext;
use crate::link::passes::{LinkInput, PassResults};
use crate::link::{FileInput, Previous, link_by, relink_by};
use crate::model::{Edge, EdgeKind, Origin, Resolution};
use fathom_syntax::{Facts, extract, languages};
use std::sync::Mutex;

const FAKE: Origin = Origin::new(30);
const FAKE_GLOBAL: Origin = Origin::new(31);

/// The files that the fake pass was run for.
static RUN_FOR: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Links every file's last definition to the file, by a kind that references have too.
fn fake(world: &ResolutionContext<'_, '_>, file: FileId, found: &mut FileFindings) {
    RUN_FOR.lock().unwrap().push(file.number());
    let base = world.tables.file_symbol(file);
    let last = world.tables.files[file.index()].facts.definitions.len() as u32 - 1;
    found.edges.push(Edge::new(base + last, base, EdgeKind::Read, Resolution::Inferred, 0.5, 1));
}

/// Links every file to the first one.
fn fake_global(ground: &LinkInput<'_, '_>, _: &PassResults<'_>, found: &mut GlobalFindings) {
    let first = ground.tables.file_symbol(FileId::default());
    for file in FileId::all(ground.tables.files.len()).skip(1) {
        let from = ground.tables.file_symbol(file);
        found.edges.push(Edge::new(from, first, EdgeKind::Read, Resolution::Inferred, 0.5, 1));
    }
}

fn parse(texts: &[&str]) -> Vec<Facts> {
    texts.iter().map(|text| extract(languages::by_name("python").unwrap(), "a.py", text)).collect()
}

fn inputs<'f>(facts: &'f [Facts], paths: &'f [String]) -> Vec<FileInput<'f>> {
    let language = languages::by_name("python").unwrap();
    let file = |(path, facts): (&'f String, &'f Facts)| FileInput { path, language, facts: facts.view() };
    paths.iter().zip(facts).map(file).collect()
}

fn aligned(bytes: &[u8]) -> Vec<u64> {
    bytemuck::pod_collect_to_vec(bytes)
}

#[test]
fn every_pass_has_an_origin_and_a_name_of_its_own() {
    for (index, pass) in PASSES.iter().enumerate() {
        assert!(!pass.reads.is_empty() && !pass.produces.is_empty(), "{}", pass.name);
        assert!(PASSES[..index].iter().all(|other| other.origin < pass.origin && other.name != pass.name));
        assert_ne!(pass.origin, Origin::COMPILER);
    }
}

#[test]
fn edges_of_another_pass_are_taken_over_by_their_origin() {
    let more = [
        Pass {
            name: "fake",
            origin: FAKE,
            reads: &[super::Input::Definitions],
            produces: &[EdgeKind::Read],
            work: Work::File(fake),
        },
        Pass {
            name: "fake for all files",
            origin: FAKE_GLOBAL,
            reads: &[super::Input::Definitions],
            produces: &[EdgeKind::Read],
            work: Work::Global(fake_global),
        },
    ];
    let passes = [PASSES, &more].concat();
    let paths = ["a.py", "b.py", "c.py"].map(str::to_owned);
    let before = parse(&["def a(): pass\n", "def b(): pass\n", "def c(): pass\n"]);
    let now = parse(&["def a(): pass\n", "def b(): pass\n\ndef more(): pass\n", "def c(): pass\n"]);

    let first = aligned(&link_by(&passes, &inputs(&before, &paths), &[], |pieces| pieces.concat()).0);
    let whole = aligned(&link_by(&passes, &inputs(&now, &paths), &[], |pieces| pieces.concat()).0);
    RUN_FOR.lock().unwrap().clear();
    let previous =
        Previous { graph: bytemuck::cast_slice(&first), edited: vec![(FileId::new(1), before[1].view())] };
    let again = relink_by(&passes, &inputs(&now, &paths), &previous, |pieces| pieces.concat()).0;

    assert!(aligned(&again) == whole);
    assert_eq!(*RUN_FOR.lock().unwrap(), [1], "the other files keep their edges");
    let sections = layout::read(bytemuck::cast_slice(&whole)).unwrap();
    let count = |origin| sections.edges.iter().filter(|edge| edge.origin() == origin).count();
    assert_eq!((count(FAKE), count(FAKE_GLOBAL)), (3, 2));
}

#[test]
fn what_other_passes_linked_is_linked_anew() {
    let paths = ["a.py", "b.py"].map(str::to_owned);
    let facts = parse(&["def a(): pass\n", "def b(): pass\n"]);
    let fewer = &PASSES[1..];
    let first = aligned(&link_by(fewer, &inputs(&facts, &paths), &[], |pieces| pieces.concat()).0);
    let previous =
        Previous { graph: bytemuck::cast_slice(&first), edited: vec![(FileId::new(1), facts[1].view())] };
    let again = relink_by(PASSES, &inputs(&facts, &paths), &previous, |pieces| pieces.concat()).0;
    let whole = link_by(PASSES, &inputs(&facts, &paths), &[], |pieces| pieces.concat()).0;
    assert!(again == whole);
}
