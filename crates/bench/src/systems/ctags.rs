//! A plain floor: Universal Ctags finds definitions, BM25 ranks them.
//!
//! A definition's document is the parts of its name (twice), of its scope and
//! of its path; the question is its keywords, cut the same way. No stemming, no
//! text of bodies, no graph.

use super::keywords::{keywords, parts};
use super::process::Deadline;
use super::tools::{Tool, Tools, size};
use super::{Answer, MOST_FOUND, System, SystemAnswer, SystemError};
use crate::corpus::Site;
use crate::record::{FoundSymbol, IndexCost};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write as _};
use std::path::PathBuf;
use std::time::Instant;

/// BM25's usual values.
const K1: f64 = 1.2;
const B: f64 = 0.75;

/// Languages of ctags whose tags are headings, keys and styles.
const NO_CODE: [&str; 20] = [
    "Asciidoc",
    "BibTeX",
    "CSS",
    "DocBook",
    "DTD",
    "HTML",
    "Iniconf",
    "JSON",
    "LESS",
    "Man",
    "Markdown",
    "Org",
    "Pod",
    "ReStructuredText",
    "SCSS",
    "SVG",
    "TOML",
    "Tex",
    "XML",
    "Yaml",
];

pub(super) struct Ctags {
    tool: Tool,
}

/// A line of what ctags prints.
#[derive(Deserialize)]
struct Tag {
    name: String,
    path: String,
    #[serde(default)]
    language: String,
    #[serde(default)]
    line: u32,
    #[serde(default)]
    end: Option<u32>,
    #[serde(default)]
    scope: String,
    #[serde(default)]
    kind: String,
}

/// A line of the index.
#[derive(Serialize, Deserialize)]
struct Entry {
    name: String,
    path: String,
    line: u32,
    end: Option<u32>,
    kind: String,
    words: Vec<String>,
}

impl Ctags {
    pub(super) fn install(tools: &Tools) -> Result<Ctags, SystemError> {
        let tool = tools.tool("ctags")?;
        let features = tool.call("starting").arg("--list-features");
        let ended = features.run(Deadline::after(std::time::Duration::from_mins(1)))?;
        if !ended.stdout.contains("json") {
            let why = "this ctags writes no JSON; Universal Ctags is needed: apt-get install universal-ctags";
            return Err(SystemError::NotInstalled(why.to_owned()));
        }
        Ok(Ctags { tool })
    }
}

fn entries(site: &Site) -> PathBuf {
    site.state.join("entries.jsonl")
}

fn entry(line: &str) -> Option<Entry> {
    let tag: Tag = serde_json::from_str(line).ok()?;
    let unnamed = tag.name.starts_with("__anon") || tag.name.is_empty();
    if unnamed || NO_CODE.contains(&tag.language.as_str()) {
        return None;
    }
    let path = tag.path.trim_start_matches("./").to_owned();
    let mut scope = tag.scope.replace("::", ".");
    if tag.language == "Go" {
        // The outermost scope of everything in Go is its package.
        scope = scope.split_once('.').map(|(_, inner)| inner.to_owned()).unwrap_or_default();
    }
    let own = parts(&tag.name);
    let words = own.iter().chain(&own).cloned().chain(parts(&scope)).chain(parts(&path)).collect();
    let name = if scope.is_empty() { tag.name } else { format!("{scope}.{}", tag.name) };
    Some(Entry { name, path, line: tag.line, end: tag.end, kind: tag.kind, words })
}

/// The best entries for the words, best first.
fn rank(lines: impl Iterator<Item = String>, words: &BTreeSet<String>) -> Vec<(f64, Entry)> {
    let (mut count, mut length) = (0usize, 0usize);
    let mut frequency: BTreeMap<String, usize> = BTreeMap::new();
    let mut candidates: Vec<(Entry, BTreeMap<String, usize>)> = Vec::new();
    for line in lines {
        let Ok(entry) = serde_json::from_str::<Entry>(&line) else { continue };
        count += 1;
        length += entry.words.len();
        let mut here: BTreeMap<String, usize> = BTreeMap::new();
        for word in entry.words.iter().filter(|word| words.contains(word.as_str())) {
            *here.entry(word.clone()).or_default() += 1;
        }
        if !here.is_empty() {
            for word in here.keys() {
                *frequency.entry(word.clone()).or_default() += 1;
            }
            candidates.push((entry, here));
        }
    }
    let mean = length as f64 / count.max(1) as f64;
    let rarity = |word: &String| {
        let with = frequency.get(word).copied().unwrap_or(0) as f64;
        (1.0 + (count as f64 - with + 0.5) / (with + 0.5)).ln()
    };
    let mut scored: Vec<(f64, Entry)> = candidates
        .into_iter()
        .map(|(entry, here)| {
            let norm = K1 * (1.0 - B + B * entry.words.len() as f64 / mean);
            let score = here
                .iter()
                .map(|(word, &times)| rarity(word) * times as f64 * (K1 + 1.0) / (times as f64 + norm));
            (score.sum(), entry)
        })
        .collect();
    scored.sort_by(|(a, one), (b, other)| {
        b.total_cmp(a)
            .then_with(|| (&one.path, one.line, &one.name).cmp(&(&other.path, other.line, &other.name)))
    });
    scored.truncate(MOST_FOUND);
    scored
}

impl System for Ctags {
    fn name(&self) -> &'static str {
        "ctags"
    }

    fn version(&self) -> &str {
        &self.tool.version
    }

    fn index(&self, site: &Site, deadline: Deadline) -> Result<IndexCost, SystemError> {
        let started = Instant::now();
        let tags = site.state.join("tags.jsonl");
        let call = self.tool.call("indexing").within(&site.root).args([
            "--options=NONE",
            "--recurse",
            "--output-format=json",
            "--fields=+neKzsl",
            "--sort=no",
            "-f",
        ]);
        let ended = call.arg(&tags).arg(".").run(deadline)?.succeeded()?;
        let trouble = |why: std::io::Error| SystemError::failed("the list of tags", why);
        let mut out = BufWriter::new(File::create(entries(site)).map_err(trouble)?);
        for line in BufReader::new(File::open(&tags).map_err(trouble)?).lines() {
            // A line that is not UTF-8 names a file that is not UTF-8 either.
            let Ok(line) = line else { continue };
            if let Some(entry) = entry(&line) {
                serde_json::to_writer(&mut out, &entry)
                    .map_err(|why| SystemError::failed("an entry", why))?;
                out.write_all(b"\n").map_err(trouble)?;
            }
        }
        out.flush().map_err(trouble)?;
        std::fs::remove_file(&tags).map_err(trouble)?;
        let ms = started.elapsed().as_secs_f64() * 1000.0;
        Ok(IndexCost {
            ms,
            peak_bytes: ended.peak_bytes,
            disk_bytes: Some(size(&entries(site))),
            ..IndexCost::default()
        })
    }

    fn ask(&self, site: &Site, question: &str, deadline: Deadline) -> Result<SystemAnswer, SystemError> {
        deadline.check("asking")?;
        let started = Instant::now();
        let words: BTreeSet<String> = keywords(question).iter().flat_map(|word| parts(&word.text)).collect();
        let file = File::open(entries(site)).map_err(|why| SystemError::failed("the index", why))?;
        let ranked = rank(BufReader::new(file).lines().map_while(Result::ok), &words);
        let (mut text, mut found) = (String::new(), Vec::new());
        for (_, one) in ranked {
            let _ = writeln!(text, "{}:{}: {} {}", one.path, one.line, one.kind, one.name);
            found.push(FoundSymbol {
                name: one.name,
                path: Some(one.path),
                line: Some(one.line).filter(|&line| line > 0),
                end_line: one.end,
            });
        }
        let ranked = Some(Answer { found, files: Vec::new() });
        Ok(SystemAnswer { ms: started.elapsed().as_secs_f64() * 1000.0, text, ranked })
    }

    fn read(&self, _: &Site, _: &str, asked: &SystemAnswer, _: Deadline) -> Result<Answer, SystemError> {
        Ok(Answer::of(asked))
    }

    fn holds(&self, site: &Site, name: &str, _: Deadline) -> Option<bool> {
        let file = BufReader::new(File::open(entries(site)).ok()?);
        let is_it = |entry: Entry| entry.name.rsplit('.').next() == Some(name);
        Some(file.lines().map_while(Result::ok).any(|line| serde_json::from_str(&line).is_ok_and(is_it)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TAGS: [&str; 3] = [
        r#"{"_type": "tag", "name": "save", "path": "./shop/orders.py", "language": "Python", "line": 7, "kind": "member", "scope": "Order", "end": 9}"#,
        r#"{"_type": "tag", "name": "load", "path": "./shop/orders.py", "language": "Python", "line": 3, "kind": "member", "scope": "Order"}"#,
        r#"{"_type": "tag", "name": "Orders", "path": "./README.md", "language": "Markdown", "line": 1, "kind": "chapter"}"#,
    ];

    #[test]
    fn headings_are_no_definitions_and_the_rarer_word_wins() {
        let lines: Vec<String> = TAGS
            .iter()
            .filter_map(|tag| entry(tag))
            .map(|one| serde_json::to_string(&one).unwrap())
            .collect();
        assert_eq!(lines.len(), 2);
        let words = ["order", "save"].map(str::to_owned).into();
        let names: Vec<String> =
            rank(lines.into_iter(), &words).into_iter().map(|(_, one)| one.name).collect();
        assert_eq!(names, ["Order.save", "Order.load"]);
    }
}
