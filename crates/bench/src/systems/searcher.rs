//! Tools that find places in files: asked in plain words or by keywords, they answer with paths and
//! lines, and a place is read as the definitions that it shows.
//!
//! A place becomes the definition that begins in it, or, where none does, the innermost one around its
//! first line. Definitions are read by parsing the file, not by any system's index.

use super::keywords::keywords;
use super::process::{Call, Deadline};
use super::tools::{Tool, Tools};
use super::{Answer, MOST_FOUND, System, SystemAnswer, SystemError};
use crate::corpus::Site;
use crate::record::{FoundSymbol, IndexCost};
use crate::tree;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A part of a file that a tool found.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Excerpt {
    path: String,
    first: u32,
    last: u32,
}

/// How one tool is asked.
pub(super) struct Searcher {
    name: &'static str,
    tool: Tool,
}

impl Searcher {
    /// The tool of this name; `None` if it is none of these.
    pub(super) fn named(name: &str, tools: &Tools) -> Option<Result<Searcher, SystemError>> {
        let name =
            ["probe", "semble", "ck", "colgrep", "ast-grep"].into_iter().find(|known| *known == name)?;
        Some(tools.tool(name).map(|tool| Searcher { name, tool }))
    }

    fn call(&self, site: &Site, step: &'static str) -> Call {
        self.tool.call(step).within(&site.root).home(&site.state)
    }

    /// The call that asks a question.
    fn question(&self, site: &Site, question: &str) -> Call {
        let call = self.call(site, "asking");
        let most = MOST_FOUND.to_string();
        match self.name {
            "probe" => call.args(["search", question, ".", "--format", "json", "--max-results", &most]),
            "semble" => call.args(["search", question, ".", "--top-k", &most, "--format", "json"]),
            "ck" => call.args(["--hybrid", "--json", "--topk", &most, question, "."]),
            "colgrep" => call.args(["--json", "-k", &most, question, "."]),
            _ => call.args([
                "scan",
                "--json=compact",
                "--inline-rules",
                &ast_grep_rule(question, &site.language),
                ".",
            ]),
        }
    }
}

/// ast-grep matches code, not words: the rule finds the names that contain a keyword.
fn ast_grep_rule(question: &str, language: &str) -> String {
    let words: Vec<String> = keywords(question).into_iter().map(|word| word.text).collect();
    let kinds: Vec<String> = name_kinds(language)
        .iter()
        .map(|kind| format!("    - {{kind: {kind}, regex: '(?i)({})'}}\n", words.join("|")))
        .collect();
    format!("id: keywords\nlanguage: {language}\nrule:\n  any:\n{}", kinds.concat())
}

/// The kinds of nodes that are names in a language's grammar; ast-grep refuses a kind that there is not.
fn name_kinds(language: &str) -> &'static [&'static str] {
    match language {
        "c" | "cpp" | "go" | "rust" => &["identifier", "type_identifier", "field_identifier"],
        "typescript" | "tsx" => &["identifier", "type_identifier", "property_identifier"],
        "javascript" => &["identifier", "property_identifier"],
        "java" | "scala" => &["identifier", "type_identifier"],
        "kotlin" | "swift" => &["simple_identifier", "type_identifier"],
        "ruby" => &["identifier", "constant"],
        "elixir" => &["identifier", "alias"],
        "php" => &["name"],
        "bash" => &["word", "variable_name"],
        _ => &["identifier"],
    }
}

/// The places of an answer in its order; paths are relative to the root.
fn excerpts(text: &str, root: &Path) -> Vec<Excerpt> {
    let mut found = Vec::new();
    // One value, or one a line.
    let whole: Vec<Value> = match serde_json::from_str(text) {
        Ok(value) => vec![value],
        Err(_) => text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect(),
    };
    for value in &whole {
        collect(value, root, &mut found);
    }
    found
}

fn collect(value: &Value, root: &Path, found: &mut Vec<Excerpt>) {
    match value {
        Value::Array(list) => list.iter().for_each(|one| collect(one, root, found)),
        Value::Object(fields) => {
            let path = ["file", "path", "file_path"].iter().find_map(|key| fields.get(*key)?.as_str());
            match path.zip(lines(value)) {
                Some((path, (first, last))) => {
                    found.push(Excerpt { path: super::loose::relative(path, root), first, last });
                }
                None => fields.values().for_each(|one| collect(one, root, found)),
            }
        }
        _ => {}
    }
}

/// First and last line in the spellings of these tools.
fn lines(value: &Value) -> Option<(u32, u32)> {
    let number =
        |value: Option<&Value>| value.and_then(Value::as_u64).and_then(|one| u32::try_from(one).ok());
    if let Some(list) = value.get("lines").and_then(Value::as_array) {
        return Some((number(list.first())?, number(list.last())?));
    }
    // ast-grep counts lines from 0.
    if let Some(range) = value.get("range") {
        return Some((number(range["start"].get("line"))? + 1, number(range["end"].get("line"))? + 1));
    }
    let span = value.get("span").or_else(|| value.get("chunk")).unwrap_or(value);
    let at = |keys: &[&str]| keys.iter().find_map(|key| number(span.get(*key)));
    let first = at(&["line_start", "start_line", "line", "line_number"])?;
    Some((first, at(&["line_end", "end_line"]).unwrap_or(first)))
}

/// The definitions of files, each of which is parsed once for an answer.
struct Definitions<'r> {
    root: &'r Path,
    files: BTreeMap<String, Vec<tree::TreeDefinition>>,
}

impl<'r> Definitions<'r> {
    fn new(root: &'r Path) -> Definitions<'r> {
        Definitions { root, files: BTreeMap::new() }
    }

    /// The definitions that a place shows.
    fn shown(&mut self, excerpt: &Excerpt) -> Vec<FoundSymbol> {
        let all = self.files.entry(excerpt.path.clone()).or_insert_with(|| {
            let bytes = std::fs::read(self.root.join(&excerpt.path)).unwrap_or_default();
            tree::definitions(&excerpt.path, &bytes)
        });
        let found = |one: &tree::TreeDefinition| FoundSymbol {
            name: one.name.clone(),
            path: Some(excerpt.path.clone()),
            line: Some(one.line),
            end_line: Some(one.end_line),
        };
        let inside: Vec<FoundSymbol> =
            all.iter().filter(|one| (excerpt.first..=excerpt.last).contains(&one.line)).map(found).collect();
        if !inside.is_empty() {
            return inside;
        }
        let around = all.iter().filter(|one| one.line <= excerpt.first && one.end_line >= excerpt.first);
        around.min_by_key(|one| one.end_line - one.line).map(found).into_iter().collect()
    }
}

impl System for Searcher {
    fn name(&self) -> &'static str {
        self.name
    }

    fn version(&self) -> &str {
        &self.tool.version
    }

    fn index(&self, site: &Site, deadline: Deadline) -> Result<IndexCost, SystemError> {
        // The others read files when they are asked.
        let call = match self.name {
            "ck" => self.call(site, "indexing").args(["--index", "."]),
            "colgrep" => self.call(site, "indexing").args(["init", "."]),
            "semble" => self.question(site, "index"),
            _ => {
                return Ok(IndexCost {
                    ms: 0.0,
                    peak_bytes: None,
                    disk_bytes: Some(0),
                    ..IndexCost::default()
                });
            }
        };
        let ended = call.run(deadline)?;
        let output = format!("{}{}", ended.stdout, ended.stderr);
        if !ended.ok && ["Hub", "huggingface", "download", "model"].iter().any(|word| output.contains(word)) {
            return Err(SystemError::NotInstalled(
                "its model cannot be downloaded on this machine".to_owned(),
            ));
        }
        let ended = ended.succeeded()?;
        Ok(IndexCost { ms: ended.ms, peak_bytes: ended.peak_bytes, disk_bytes: None, ..IndexCost::default() })
    }

    fn refresh(&self, _: &Site, _: Deadline) -> Result<(), SystemError> {
        Ok(())
    }

    fn ask(&self, site: &Site, question: &str, deadline: Deadline) -> Result<SystemAnswer, SystemError> {
        let ended = self.question(site, question).run(deadline)?;
        // Exit code 1 means that nothing was found, which is an answer.
        if !matches!(ended.code, Some(0 | 1)) {
            return Err(SystemError::Failed(ended.words()));
        }
        Ok(SystemAnswer { ms: ended.ms, text: ended.stdout, ranked: None })
    }

    fn read(&self, site: &Site, _: &str, asked: &SystemAnswer, _: Deadline) -> Result<Answer, SystemError> {
        let places = excerpts(&asked.text, &site.root);
        let mut definitions = Definitions::new(&site.root);
        let mut found: Vec<FoundSymbol> = Vec::new();
        let mut seen = BTreeSet::new();
        for place in &places {
            let fresh = definitions.shown(place).into_iter();
            found.extend(fresh.filter(|one| seen.insert((one.name.clone(), one.path.clone(), one.line))));
            // A tool that prints every match is not read to the end.
            if found.len() >= MOST_FOUND {
                break;
            }
        }
        let files = places.into_iter().map(|one| one.path).collect();
        Ok(Answer { found, files }.settle())
    }
}

#[cfg(test)]
mod tests {
    use super::{Definitions, Excerpt, ast_grep_rule, excerpts};
    use std::path::Path;

    #[test]
    fn places_are_read_in_every_spelling() {
        let root = Path::new("/site");
        let at = |path: &str, first, last| Excerpt { path: path.into(), first, last };
        let probe = r#"{"limits": {"max_results": 5}, "results": [{"file": "/site/a.py", "lines": [3, 9], "code": "x"}]}"#;
        assert_eq!(excerpts(probe, root), [at("a.py", 3, 9)]);
        let grep = r#"[{"file": "src/b.rs", "range": {"start": {"line": 4}, "end": {"line": 6}}}]"#;
        assert_eq!(excerpts(grep, root), [at("src/b.rs", 5, 7)]);
        let lines = "{\"path\": \"./c.go\", \"span\": {\"line_start\": 2, \"line_end\": 5}}\n{\"path\": \"d.go\", \"line\": 8}\n";
        assert_eq!(excerpts(lines, root), [at("c.go", 2, 5), at("d.go", 8, 8)]);
        assert_eq!(excerpts("nothing found", root), []);
    }

    #[test]
    fn a_rule_asks_for_every_kind_of_name_of_the_language() {
        let rule = ast_grep_rule("retry the upload", "ruby");
        assert_eq!(
            rule,
            "id: keywords\nlanguage: ruby\nrule:\n  any:\n    - {kind: identifier, regex: '(?i)(retry|upload)'}\n    \
             - {kind: constant, regex: '(?i)(retry|upload)'}\n"
        );
    }

    #[test]
    fn a_place_is_the_definitions_in_it_or_the_one_around_it() {
        let place = tempfile::tempdir().unwrap();
        std::fs::write(
            place.path().join("a.py"),
            "class A:\n    def b(self):\n        return 1\n\n\ndef c():\n    return 2\n",
        )
        .unwrap();
        let names = |first, last| -> Vec<String> {
            let excerpt = Excerpt { path: "a.py".into(), first, last };
            let found = Definitions::new(place.path()).shown(&excerpt);
            found.into_iter().map(|one| one.name).collect()
        };
        assert_eq!(names(1, 7), ["A", "A.b", "c"]);
        assert_eq!(names(3, 3), ["A.b"]);
        assert_eq!(names(4, 4), Vec::<String>::new());
    }
}
