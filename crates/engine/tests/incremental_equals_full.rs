//! Whatever happens to the files, the index kept up to date equals one built from nothing.
//!
//! Random edits over a small repository in several languages: files are added, rewritten, renamed
//! and deleted, functions move between files, imports and base classes change, branches are
//! switched. After every step both indexes are written out as text and compared: symbols, edges
//! with their evidence, what stayed unresolved, and search results down to the bits of the score.

use fathom_engine::{Folders, NoProgress, OpenIndex, Refresh, Workspace};
use fathom_graph::SymbolId;
use fathom_text::{Query, SearchOptions, Tokenizer};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

const NAMES: [&str; 6] = ["send", "retry", "encode", "close", "open_all", "Parcel"];
const TYPES: [&str; 5] = ["Client", "Depot", "Parcel", "Courier", "Report"];
const PLACES: [&str; 12] = [
    "app/client.py",
    "app/depot.py",
    "app/__init__.py",
    "app/deep/parcel.py",
    "tests/test_app.py",
    "lib/client.rb",
    "lib/depot.rb",
    "src/main/java/org/app/Client.java",
    "src/main/java/org/app/Depot.java",
    "docs/guide.md",
    "run.sh",
    "config.toml",
];

/// The content of a file; numbers choose among the names above.
#[derive(Clone, Debug)]
struct Content {
    /// A type and its base, if it has any.
    class: Option<(usize, Option<usize>)>,
    /// Each function's name and what it calls: a name, on a type or free.
    functions: Vec<(usize, usize, Option<usize>)>,
    /// The places it imports from.
    imports: Vec<usize>,
}

#[derive(Clone, Debug)]
enum Step {
    Write(usize, Content),
    Delete(usize),
    Rename(usize, usize),
    /// The last function of one file goes to the end of another.
    Move(usize, usize),
    Touch(usize),
    Ignore(bool),
    Commit,
    /// Another branch, with its files.
    Switch(bool),
}

fn content() -> impl Strategy<Value = Content> {
    let class = proptest::option::of((0..TYPES.len(), proptest::option::of(0..TYPES.len())));
    let function = (0..NAMES.len(), 0..NAMES.len(), proptest::option::of(0..TYPES.len()));
    let functions = proptest::collection::vec(function, 0..4);
    let imports = proptest::collection::vec(0..PLACES.len(), 0..3);
    (class, functions, imports).prop_map(|(class, functions, imports)| Content { class, functions, imports })
}

fn step() -> impl Strategy<Value = Step> {
    let place = 0..PLACES.len();
    prop_oneof![
        6 => (place.clone(), content()).prop_map(|(place, content)| Step::Write(place, content)),
        2 => place.clone().prop_map(Step::Delete),
        2 => (place.clone(), place.clone()).prop_map(|(from, to)| Step::Rename(from, to)),
        3 => (place.clone(), place.clone()).prop_map(|(from, to)| Step::Move(from, to)),
        1 => place.prop_map(Step::Touch),
        1 => any::<bool>().prop_map(Step::Ignore),
        1 => Just(Step::Commit),
        2 => any::<bool>().prop_map(Step::Switch),
    ]
}

/// The text of a file in the language of its place.
fn text(place: &str, content: &Content) -> String {
    let mut out = String::new();
    let modules = content.imports.iter().map(|import| PLACES[*import]);
    let ending = place.rsplit_once('.').map_or("", |(_, ending)| ending);
    for module in modules {
        let stem = module.rsplit_once('.').map_or(module, |(stem, _)| stem);
        let name = stem.rsplit('/').next().unwrap_or(stem);
        let _ = match ending {
            "py" => {
                let names = [&NAMES[1..3], &TYPES[..3]].concat().join(", ");
                writeln!(out, "from {} import {names}", stem.replace('/', "."))
            }
            "rb" => writeln!(out, "require_relative '{name}'"),
            "md" => writeln!(out, "See `{name}` and {module}."),
            _ => writeln!(out),
        };
    }
    if ending == "java" {
        out.insert_str(0, "package org.app;\n");
    }
    let mut indent = "";
    let name = |class: &usize| TYPES[*class];
    if let Some((class, base)) = &content.class {
        let class = name(class);
        let _ = match (ending, base.as_ref().map(name)) {
            ("py", Some(base)) => writeln!(out, "class {class}({base}):\n    \"\"\"Keeps parcels.\"\"\""),
            ("py", None) => writeln!(out, "class {class}:\n    kept = 1"),
            ("rb", Some(base)) => writeln!(out, "class {class} < {base}"),
            ("rb", None) => writeln!(out, "class {class}"),
            ("java", Some(base)) => writeln!(out, "public class {class} extends {base} {{"),
            ("java", None) => writeln!(out, "public class {class} {{"),
            ("md", _) => writeln!(out, "# {class}\n\nA `{class}` can `{}`.", NAMES[0]),
            _ => writeln!(out),
        };
        indent = if ending == "md" || ending == "sh" { "" } else { "    " };
    }
    for (function, callee, on) in &content.functions {
        out.push_str(&function_text(ending, indent, NAMES[*function], NAMES[*callee], on.as_ref().map(name)));
    }
    if content.class.is_some() {
        out.push_str(match ending {
            "rb" => "end\n",
            "java" => "}\n",
            _ => "",
        });
    }
    out
}

fn function_text(ending: &str, indent: &str, name: &str, callee: &str, on: Option<&str>) -> String {
    match (ending, on) {
        ("py", Some(on)) => format!("{indent}def {name}(self, x: {on}):\n{indent}    return x.{callee}()\n"),
        ("py", None) => format!("{indent}def {name}(self):\n{indent}    return {callee}(self)\n"),
        ("rb", Some(on)) => format!("{indent}def {name}\n{indent}  {on}.new.{callee}\n{indent}end\n"),
        ("rb", None) => format!("{indent}def {name}\n{indent}  {callee}\n{indent}end\n"),
        ("java", Some(on)) => format!("{indent}void {name}() {{ new {on}().{callee}(); }}\n"),
        ("java", None) => format!("{indent}void {name}() {{ {callee}(); }}\n"),
        ("md", _) => format!("\n## How to {name}\n\nCall `{callee}` to send parcels.\n"),
        ("sh", _) => format!("{name}() {{\n  {callee}\n}}\n"),
        ("toml", _) => format!("{name} = \"{callee}\"\n"),
        _ => String::new(),
    }
}

/// In memory where the system offers it: each index waits for the disk several times, and the disk
/// is not what is tested here.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// The repository that is edited, and the content of its files.
struct Edited {
    folder: tempfile::TempDir,
    contents: BTreeMap<usize, Content>,
    /// The files of the other branch when it was left.
    other: BTreeMap<usize, Content>,
    on_topic: bool,
}

impl Edited {
    fn new(contents: BTreeMap<usize, Content>) -> Edited {
        let folder = folder();
        let edited = Edited { folder, other: contents.clone(), contents, on_topic: false };
        edited.git(&["init", "--quiet"]);
        // It decides what is indexed, and git should not report it.
        fs::write(edited.root().join(".git/info/exclude"), ".fathomignore\n").unwrap();
        for place in edited.contents.keys() {
            edited.write(*place);
        }
        edited.commit();
        edited.git(&["branch", "topic"]);
        edited
    }

    fn root(&self) -> &Path {
        self.folder.path()
    }

    fn git(&self, arguments: &[&str]) {
        let status = Command::new("git")
            .current_dir(self.root())
            .args([
                "-c",
                "user.name=Ada",
                "-c",
                "user.email=ada@example.org",
                "-c",
                "init.defaultBranch=main",
            ])
            .args(["-c", "core.fsync=none"])
            .args(arguments)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null")
            .output()
            .expect("git is installed");
        assert!(status.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&status.stderr));
    }

    fn commit(&self) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message", "Step"]);
    }

    fn write(&self, place: usize) {
        let path = self.root().join(PLACES[place]);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text(PLACES[place], &self.contents[&place])).unwrap();
    }

    fn take(&mut self, step: &Step) {
        match step {
            Step::Write(place, content) => {
                self.contents.insert(*place, content.clone());
                self.write(*place);
            }
            Step::Delete(place) => {
                if self.contents.remove(place).is_some() {
                    fs::remove_file(self.root().join(PLACES[*place])).unwrap();
                }
            }
            Step::Rename(from, to) => {
                // As it is, even into another language.
                if from != to && self.contents.contains_key(from) {
                    let target = self.root().join(PLACES[*to]);
                    fs::create_dir_all(target.parent().unwrap()).unwrap();
                    fs::rename(self.root().join(PLACES[*from]), target).unwrap();
                    let content = self.contents.remove(from).unwrap();
                    self.contents.insert(*to, content);
                }
            }
            Step::Move(from, to) => {
                let moved = self.contents.get_mut(from).and_then(|content| content.functions.pop());
                if let (Some(moved), true) = (moved, self.contents.contains_key(to)) {
                    self.contents.get_mut(to).unwrap().functions.push(moved);
                    self.write(*from);
                    self.write(*to);
                }
            }
            Step::Touch(place) => {
                let path = self.root().join(PLACES[*place]);
                if let Ok(bytes) = fs::read(&path) {
                    fs::write(path, bytes).unwrap();
                }
            }
            Step::Ignore(lib) => {
                fs::write(self.root().join(".fathomignore"), if *lib { "lib/\n" } else { "docs/\n" })
                    .unwrap();
            }
            Step::Commit => self.commit(),
            Step::Switch(topic) => {
                self.commit();
                if *topic != self.on_topic {
                    self.git(&["checkout", "--quiet", if *topic { "topic" } else { "main" }]);
                    std::mem::swap(&mut self.contents, &mut self.other);
                    self.on_topic = *topic;
                }
            }
        }
    }
}

/// Everything an index can be asked, as text.
fn dump(opened: &OpenIndex, ignoring: bool) -> String {
    let view = opened.view();
    let graph = &view.graph;
    let mut out = String::new();
    for file in graph.files() {
        let _ = writeln!(out, "file {} {}", file.path, file.language.name);
    }
    for symbol in graph.symbols() {
        let definition = graph.definition(symbol);
        let container = graph.container(symbol).map(|container| graph.id(container));
        let _ = writeln!(
            out,
            "symbol {symbol:?} {} {} {}-{} {:?} in {container:?}: {}",
            graph.id(symbol),
            definition.kind().word(),
            definition.line,
            definition.end_line,
            definition.flags(),
            graph.signature(symbol),
        );
    }
    for edge in graph.edges() {
        let _ = writeln!(
            out,
            "edge {} -> {} {} {} {:.2} line {} x{}",
            graph.id(edge.from),
            graph.id(edge.to),
            edge.kind().word(),
            edge.resolution().word(),
            edge.confidence(),
            edge.line,
            edge.count,
        );
    }
    let _ = writeln!(out, "unresolved {:?}", graph.unresolved_total());
    for words in ["send parcel", "client retry close", "guide to open all", "depot report"] {
        let query = Query::parse(&mut Tokenizer::new(), words);
        let options = SearchOptions { limit: usize::MAX, ..SearchOptions::default() };
        for hit in view.words.search(&query, &options) {
            let _ =
                writeln!(out, "{words}: {:08x} {}", hit.score.to_bits(), graph.id(SymbolId::new(hit.symbol)));
        }
    }
    let _ = writeln!(out, "commit {:?}", view.state.commit);
    // Git reports files that are left out of the index; changes to those alone build nothing new.
    if !ignoring {
        let _ = writeln!(out, "dirty {}", view.state.dirty);
    }
    for skip in opened.snapshot().skipped().unwrap() {
        let _ = writeln!(out, "skipped {} {}", skip.path, skip.reason);
    }
    out
}

/// The index of a folder, kept beside it.
fn index(root: &Path) -> String {
    let folders = Folders::under(&root.with_extension("fathom"));
    let opened = Workspace::find(root, &folders).unwrap().open(Refresh::Update, &NoProgress).unwrap();
    dump(&opened, root.join(".fathomignore").exists())
}

/// The index of a copy that has none yet.
fn from_nothing(root: &Path) -> String {
    let place = folder();
    let copy = place.path().join("copy");
    let copied = Command::new("cp").arg("-a").arg(root).arg(&copy).status().unwrap();
    assert!(copied.success());
    index(&copy)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn after_every_step_the_index_equals_one_built_from_nothing(
        contents in proptest::collection::btree_map(0..PLACES.len(), content(), 3..9),
        steps in proptest::collection::vec(step(), 1..7),
    ) {
        let mut edited = Edited::new(contents);
        prop_assert_eq!(index(edited.root()), from_nothing(edited.root()));
        for (number, step) in steps.iter().enumerate() {
            edited.take(step);
            let incremental = index(edited.root());
            let full = from_nothing(edited.root());
            prop_assert_eq!(incremental, full, "after step {}: {:?}", number, step);
        }
    }
}

#[test]
fn the_dump_sees_symbols_edges_and_scores() {
    let class = Content { class: Some((0, Some(1))), functions: vec![(0, 1, Some(1))], imports: vec![1] };
    let base = Content { class: Some((1, None)), functions: vec![(1, 2, None)], imports: vec![] };
    let edited = Edited::new(BTreeMap::from([(0, class), (1, base)]));
    let dump = index(edited.root());
    for part in [
        "app/client.py::Client.send method",
        "edge app/client.py::Client.send -> app/depot.py::Depot.retry calls",
        "edge app/client.py::Client -> app/depot.py::Depot extends",
        "send parcel: ",
    ] {
        assert!(dump.contains(part), "{part} is missing in\n{dump}");
    }
}
