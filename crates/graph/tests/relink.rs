//! Linking again after an edit gives, byte for byte, what linking everything gives.
//!
//! Random repositories in several languages and random edits of them: definitions come, go and
//! change their names, kinds, results and bases, imports and re-exports change, members move to
//! other types and types into other ones.

use fathom_graph::{FileId, FileInput, Previous, link, relink};
use fathom_syntax::{Facts, extract, languages};
use proptest::prelude::*;
use std::fmt::Write;

// Many enough that most files have nothing to do with most edits.
const TYPES: [&str; 6] = ["Client", "Depot", "Parcel", "Courier", "Report", "Route"];
const NAMES: [&str; 8] = ["send", "retry", "encode", "close", "open_all", "weigh", "label", "track"];

/// The modules of every repository.
const MODULES: [&str; 6] = ["alpha", "beta", "gamma", "delta", "index", "omega"];

const LANGUAGES: [&str; 6] = ["python", "go", "java", "ruby", "rust", "typescript"];

/// Where a module lies; the last one is prose, whatever the language.
fn path(language: &str, module: usize) -> (String, &str) {
    let name = MODULES[module];
    let path = match language {
        "python" if name == "index" => "app/__init__.py".to_owned(),
        "python" => format!("app/{name}.py"),
        "rust" if name == "index" => "src/lib.rs".to_owned(),
        "rust" => format!("src/{name}.rs"),
        "typescript" => format!("app/{name}.ts"),
        "ruby" => format!("app/{name}.rb"),
        "go" => format!("app/{name}.go"),
        _ => format!("app/{name}.java"),
    };
    if name == "omega" { ("guide.md".to_owned(), "markdown") } else { (path, language) }
}

/// One line or so of a file; numbers choose among the names above.
#[derive(Clone, Debug)]
enum Part {
    /// A type with its base, and a method that calls one on a value.
    Type { name: usize, base: Option<usize>, method: usize, on: usize, callee: usize },
    /// A function with its result, and what it calls on what another one gives.
    Function { name: usize, result: Option<usize>, maker: usize, callee: usize },
    /// A value made by a function or from a type.
    Value { name: usize, from: usize, call: bool },
    /// An import of a name, or of all, from another module; offered again or not.
    Import { from: usize, name: Option<usize>, again: bool },
    /// A member of a type that is written elsewhere.
    Attached { to: usize, method: usize, callee: usize },
}

fn part() -> impl Strategy<Value = Part> {
    let (kind, name) = (0..TYPES.len(), 0..NAMES.len());
    let some = || proptest::option::of(0..TYPES.len());
    prop_oneof![
        3 => (kind.clone(), some(), name.clone(), kind.clone(), name.clone())
            .prop_map(|(name, base, method, on, callee)| Part::Type { name, base, method, on, callee }),
        3 => (name.clone(), some(), name.clone(), name.clone())
            .prop_map(|(name, result, maker, callee)| Part::Function { name, result, maker, callee }),
        1 => (name.clone(), kind.clone(), any::<bool>())
            .prop_map(|(name, from, call)| Part::Value { name, from, call }),
        4 => (0..MODULES.len() - 1, proptest::option::weighted(0.8, 0..TYPES.len() + NAMES.len()), any::<bool>())
            .prop_map(|(from, name, again)| Part::Import { from, name, again }),
        1 => (kind, name.clone(), name)
            .prop_map(|(to, method, callee)| Part::Attached { to, method, callee }),
    ]
}

/// The text of a part in a language.
fn write(out: &mut String, language: &str, part: &Part) {
    let _ = match part {
        Part::Type { name, base, method, on, callee } => {
            let (name, method, on, callee) = (TYPES[*name], NAMES[*method], TYPES[*on], NAMES[*callee]);
            let base = base.map(|base| TYPES[base]);
            match language {
                "python" => {
                    let base = base.map_or(String::new(), |base| format!("({base})"));
                    writeln!(
                        out,
                        "class {name}{base}:\n    held = {on}()\n    def {method}(self, x: {on}):\n        self.{callee}()\n        x.{callee}()\n        return self.held.{callee}()"
                    )
                }
                "ruby" => {
                    let base = base.map_or(String::new(), |base| format!(" < {base}"));
                    writeln!(
                        out,
                        "class {name}{base}\n  def {method}\n    {on}.new.{callee}\n    {callee}\n  end\nend"
                    )
                }
                "java" => {
                    let base = base.map_or(String::new(), |base| format!(" extends {base}"));
                    writeln!(
                        out,
                        "class {name}{base} {{\n  {on} held;\n  {on} {method}() {{ held.{callee}(); return new {on}(); }}\n}}"
                    )
                }
                "go" => match base {
                    Some(base) => writeln!(
                        out,
                        "type {name} struct {{\n\t{base}\n}}\nfunc (c *{name}) {method}(x {on}) {{ x.{callee}(); c.{callee}() }}"
                    ),
                    None => writeln!(out, "type {name} interface {{\n\t{method}(x {on})\n}}"),
                },
                "rust" => {
                    let base = base.map_or(String::new(), |base| {
                        format!("impl {base} for {name} {{ fn {callee}(&self) {{}} }}\n")
                    });
                    write!(
                        out,
                        "struct {name} {{ held: {on} }}\nimpl {name} {{\n    fn {method}(&self) -> {on} {{ self.held.{callee}(); self.{callee}() }}\n}}\n{base}"
                    )
                }
                "typescript" => {
                    let base = base.map_or(String::new(), |base| format!(" extends {base}"));
                    writeln!(
                        out,
                        "export class {name}{base} {{\n  held: {on};\n  {method}(): {on} {{ return this.held.{callee}(); }}\n}}"
                    )
                }
                _ => writeln!(out, "# {name}\n\nA `{name}` can `{on}.{method}`, see `{callee}`.\n"),
            }
        }
        Part::Function { name, result, maker, callee } => {
            let (name, maker, callee) = (NAMES[*name], NAMES[*maker], NAMES[*callee]);
            let result = result.map(|result| TYPES[result]);
            match (language, result) {
                ("python", Some(result)) => {
                    writeln!(out, "def {name}() -> {result}:\n    y = {maker}()\n    y.{callee}()")
                }
                ("python", None) if callee < maker => writeln!(out, "def {name}():\n    return {maker}()"),
                ("python", None) => writeln!(out, "def {name}():\n    return {maker}().{callee}()"),
                ("ruby", _) => writeln!(out, "def {name}\n  {maker}.{callee}\nend"),
                ("go", Some(result)) => {
                    writeln!(out, "func {name}() {result} {{ return {maker}().{callee}() }}")
                }
                ("rust", Some(result)) => {
                    writeln!(out, "pub fn {name}() -> {result} {{ {maker}().{callee}() }}")
                }
                ("typescript", Some(result)) => {
                    writeln!(out, "export function {name}(): {result} {{ return {maker}().{callee}(); }}")
                }
                ("typescript", None) => writeln!(out, "export function {name}() {{ return {maker}(); }}"),
                ("markdown", _) => writeln!(out, "## How to {name}\n\nCall `{maker}` or `{callee}()`.\n"),
                _ => writeln!(out),
            }
        }
        Part::Value { name, from, call } => {
            let (name, from, call) = (NAMES[*name], TYPES[*from], if *call { "()" } else { "" });
            match language {
                "python" => writeln!(out, "{name} = {from}{call}"),
                "typescript" => writeln!(out, "export const {name} = {from}{call};"),
                "rust" => writeln!(out, "type {name} = {from};"),
                _ => writeln!(out),
            }
        }
        Part::Import { from, name, again } => {
            let from = MODULES[*from];
            let name = name.map(|name| TYPES.iter().chain(&NAMES).nth(name).unwrap());
            match (language, name) {
                ("python", name) if from == "index" => {
                    writeln!(out, "from app import {}", name.unwrap_or(&"*"))
                }
                ("python", name) => writeln!(out, "from app.{from} import {}", name.unwrap_or(&"*")),
                ("java", Some(name)) => writeln!(out, "import org.app.{name};"),
                ("ruby", _) => writeln!(out, "require_relative '{from}'"),
                ("rust", name) => {
                    let module = if from == "index" { String::new() } else { format!("{from}::") };
                    let again = if *again { "pub " } else { "" };
                    writeln!(out, "{again}use crate::{module}{};", name.unwrap_or(&"*"))
                }
                ("typescript", Some(name)) if *again => writeln!(out, "export {{ {name} }} from './{from}';"),
                ("typescript", Some(name)) => writeln!(out, "import {{ {name} }} from './{from}';"),
                ("typescript", None) => writeln!(out, "export * from './{from}';"),
                _ => writeln!(out),
            }
        }
        Part::Attached { to, method, callee } => {
            let (to, method, callee) = (TYPES[*to], NAMES[*method], NAMES[*callee]);
            match language {
                "go" => writeln!(out, "func (c {to}) {method}() {{ c.{callee}() }}"),
                "rust" => writeln!(out, "impl {to} {{\n    fn {method}(&self) {{ self.{callee}() }}\n}}"),
                "ruby" => writeln!(out, "class {to}\n  def self.{method}\n    {callee}\n  end\nend"),
                _ => writeln!(out),
            }
        }
    };
}

fn facts(language: &str, module: usize, parts: &[Part]) -> Facts {
    let (path, language) = path(language, module);
    let mut text = match language {
        "java" => "package org.app;\n".to_owned(),
        "go" => "package app\n".to_owned(),
        _ => String::new(),
    };
    for part in parts {
        write(&mut text, language, part);
    }
    extract(languages::by_name(language).unwrap(), &path, &text)
}

/// The files of a repository, sorted by path as the linker requires.
struct Repository {
    paths: Vec<(String, &'static str)>,
    /// The module of each file.
    modules: Vec<usize>,
    facts: Vec<Facts>,
}

impl Repository {
    fn new(language: &'static str, contents: &[Vec<Part>]) -> Repository {
        let mut modules: Vec<usize> = (0..MODULES.len()).collect();
        modules.sort_by_key(|module| path(language, *module));
        let paths = modules.iter().map(|module| path(language, *module)).collect();
        let facts = modules.iter().map(|module| facts(language, *module, &contents[*module])).collect();
        Repository { paths, modules, facts }
    }

    /// Three files with these texts.
    fn of(language: &'static str, ending: &str, texts: [String; 3]) -> Repository {
        let paths: Vec<_> = ["a", "b", "c"].map(|name| (format!("{name}.{ending}"), language)).into();
        let language = languages::by_name(language).unwrap();
        let facts = paths.iter().zip(texts).map(|((path, _), text)| extract(language, path, &text)).collect();
        Repository { paths, modules: vec![0, 1, 2], facts }
    }

    fn inputs(&self) -> Vec<FileInput<'_>> {
        let inputs = self.paths.iter().zip(&self.facts).map(|((path, language), facts)| FileInput {
            path,
            language: languages::by_name(language).unwrap(),
            facts: facts.view(),
        });
        inputs.collect()
    }
}

#[derive(Clone, Debug)]
enum Edit {
    Rewrite(Vec<Part>),
    Insert(usize, Part),
    Remove(usize),
    Replace(usize, Part),
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        1 => proptest::collection::vec(part(), 0..5).prop_map(Edit::Rewrite),
        3 => (0..6usize, part()).prop_map(|(at, part)| Edit::Insert(at, part)),
        2 => (0..6usize).prop_map(Edit::Remove),
        3 => (0..6usize, part()).prop_map(|(at, part)| Edit::Replace(at, part)),
    ]
}

fn take(parts: &mut Vec<Part>, edit: &Edit) {
    match edit {
        Edit::Rewrite(all) => parts.clone_from(all),
        Edit::Insert(at, part) => parts.insert((*at).min(parts.len()), part.clone()),
        Edit::Remove(at) if *at < parts.len() => {
            parts.remove(*at);
        }
        Edit::Replace(at, part) if *at < parts.len() => parts[*at] = part.clone(),
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, max_shrink_iters: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn relinking_gives_what_linking_gives(
        language in proptest::sample::select(&LANGUAGES),
        contents in proptest::collection::vec(proptest::collection::vec(part(), 0..7), MODULES.len()),
        steps in proptest::collection::vec(proptest::collection::vec((0..MODULES.len(), edit()), 1..3), 1..8),
    ) {
        let mut contents = contents;
        let mut before = Repository::new(language, &contents);
        let mut last = link(&before.inputs(), &[], |pieces| pieces.concat()).0;
        for step in steps {
            for (module, edit) in &step {
                take(&mut contents[*module], edit);
            }
            let now = Repository::new(language, &contents);
            let edited = (0..MODULES.len()).filter(|file| {
                step.iter().any(|(module, _)| *module == now.modules[*file])
            });
            let edited = edited.map(|file| (FileId::from_index(file), before.facts[file].view())).collect();
            let again = relink(&now.inputs(), &Previous { graph: &last, edited }, |pieces| pieces.concat()).0;
            last = link(&now.inputs(), &[], |pieces| pieces.concat()).0;
            prop_assert!(again == last, "{} after {:?}", language, step);
            before = now;
        }
    }
}

/// Three files in a row: what the first calls depends on a value of the second, which depends on
/// a result of the third. An edit of the third is seen by the first through the second alone, and
/// the first uses another name for the value.
#[test]
fn a_value_that_changes_two_files_away_is_followed() {
    let languages: [(&'static str, [&str; 3]); 3] = [
        (
            "python",
            [
                "from b import make as built\n\ndef run():\n    built().send()\n",
                "from c import other\n\ndef make():\n    return other()\n",
                "class Client:\n    def send(self): pass\n\nclass Depot:\n    def send(self): pass\n\ndef other() -> RESULT:\n    pass\n",
            ],
        ),
        (
            "python",
            [
                "import b as it\n\ndef run():\n    it.held.send()\n",
                "from c import other\n\nheld = other()\n",
                "class Client:\n    def send(self): pass\n\nclass Depot:\n    def send(self): pass\n\ndef other() -> RESULT:\n    pass\n",
            ],
        ),
        (
            "typescript",
            [
                "import { held as it } from './b';\n\nexport function run() { it.send(); }\n",
                "import { other } from './c';\n\nexport const held = other();\n",
                "export class Client { send() {} }\nexport class Depot { send() {} }\nexport function other(): RESULT { return null; }\n",
            ],
        ),
    ];
    for (language, texts) in languages {
        let ending = if language == "python" { "py" } else { "ts" };
        let [before, now] = ["Client", "Depot"]
            .map(|result| Repository::of(language, ending, texts.map(|text| text.replace("RESULT", result))));
        assert_relinked(&before, &now);
    }
}

/// A base class calls what a class below it defines. The edit takes away the only place that states
/// which class is below, and leaves both classes in other files.
#[test]
fn a_base_that_is_stated_no_more_has_one_type_less_below_it() {
    let [before, now] = ["class Box < Client\n  def close\n  end\nend\n", ""].map(|stated| {
        let texts = [
            "class Client\n  def run\n    pack\n  end\nend\n",
            "class Box\n  def pack\n  end\nend\n",
            stated,
        ];
        Repository::of("ruby", "rb", texts.map(str::to_owned))
    });
    assert_relinked(&before, &now);
}

/// The third file was edited: relinking gives what linking gives, which is not what it was.
fn assert_relinked(before: &Repository, now: &Repository) {
    let [first, second] =
        [before, now].map(|repository| link(&repository.inputs(), &[], |pieces| pieces.concat()).0);
    assert!(first != second);
    let edited = [(FileId::new(2), before.facts[2].view())].into_iter().collect();
    let again = relink(&now.inputs(), &Previous { graph: &first, edited }, |pieces| pieces.concat()).0;
    assert!(again == second, "{:?}", now.paths);
}
