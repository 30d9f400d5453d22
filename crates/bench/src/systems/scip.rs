//! SCIP: a compiler's own index, looked up by name.
//!
//! An index has definitions and references but no search, so this is what a
//! look-up of names gives: definitions by how many [`keywords`](super::keywords)
//! their own name holds as parts, a name that *is* an identifier of the
//! question counting double. Python and TypeScript have indexers in a registry;
//! for other languages the indexer has to be on the PATH.

use super::keywords::{keywords, parts};
use super::process::{Call, Deadline};
use super::tools::{Tool, Tools, size};
use super::{Answer, MOST_FOUND, System, SystemAnswer, SystemError, pin};
use crate::corpus::Site;
use crate::record::{FoundSymbol, IndexCost};
use fathom_engine::scip::{Index, nesting};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

pub(super) struct Scip {
    tool: Tool,
}

impl Scip {
    pub(super) fn install(tools: &Tools) -> Result<Scip, SystemError> {
        let mut tool = tools.tool("scip")?;
        // Several indexers, each with a version of its own.
        if let Some(pin) = pin("scip") {
            tool.version = pin.version;
        }
        Ok(Scip { tool })
    }

    fn indexer(&self, site: &Site) -> Option<Call> {
        let step = "indexing";
        let out = index(site);
        Some(match site.language.as_str() {
            "python" => {
                let call = self.tool.other("node_modules/.bin/scip-python", step).args(["index", "."]);
                call.args(["--project-name", &site.name, "--project-version", "0", "--output"]).arg(out)
            }
            "typescript" | "tsx" | "javascript" => {
                let call = self.tool.other("node_modules/.bin/scip-typescript", step);
                call.args(["index", "--no-progress-bar", "--infer-tsconfig", "--output"]).arg(out)
            }
            "rust" => Call::new("rust-analyzer", step).args(["scip", ".", "--output"]).arg(out),
            "go" => Call::new("scip-go", step).arg("--output").arg(out),
            "java" | "kotlin" | "scala" => Call::new("scip-java", step).args(["index", "--output"]).arg(out),
            "ruby" => Call::new("scip-ruby", step).arg("--index-file").arg(out).arg("."),
            "csharp" => Call::new("scip-dotnet", step).args(["index", "--output"]).arg(out),
            "c" | "cpp" => Call::new("scip-clang", step).arg("--index-output-path").arg(out),
            _ => return None,
        })
    }
}

fn index(site: &Site) -> PathBuf {
    site.state.join("index.scip")
}

fn load(site: &Site) -> Result<Index, SystemError> {
    Index::read(&index(site)).map_err(|why| SystemError::failed("the index", why))
}

/// How well a name answers the question; 0 is not at all.
fn score(name: &str, identifiers: &BTreeSet<String>, words: &BTreeSet<String>) -> usize {
    let own = name.rsplit('.').next().unwrap_or(name);
    let held: BTreeSet<String> = parts(own).into_iter().filter(|part| words.contains(part)).collect();
    held.len() + 2 * usize::from(identifiers.contains(&own.to_lowercase()))
}

fn look_up(index: &Index, question: &str) -> Vec<FoundSymbol> {
    let keywords = keywords(question);
    let identifiers = keywords.iter().map(|one| one.text.to_lowercase()).collect();
    let words = keywords.iter().flat_map(|one| parts(&one.text)).collect();
    let mut hits = Vec::new();
    for document in &index.documents {
        for occurrence in document.occurrences.iter().filter(|one| one.is_definition) {
            let Some(name) = nesting(&occurrence.symbol) else { continue };
            let score = score(&name, &identifiers, &words);
            if score > 0 {
                let line = occurrence.span.line + 1;
                hits.push((Reverse(score), name.len(), document.path.clone(), line, name));
            }
        }
    }
    hits.sort();
    hits.dedup();
    hits.truncate(MOST_FOUND);
    let found = hits.into_iter().map(|(_, _, path, line, name)| FoundSymbol {
        name,
        path: Some(path),
        line: Some(line),
        end_line: None,
    });
    found.collect()
}

impl System for Scip {
    fn name(&self) -> &'static str {
        "scip"
    }

    fn version(&self) -> &str {
        &self.tool.version
    }

    fn index(&self, site: &Site, deadline: Deadline) -> Result<IndexCost, SystemError> {
        let Some(call) = self.indexer(site) else {
            return Err(SystemError::NotInstalled(format!("there is no SCIP indexer for {}", site.language)));
        };
        let ended = match call.within(&site.root).home(&site.state).run(deadline) {
            Err(SystemError::Failed(why)) if why.starts_with("cannot start") => {
                return Err(SystemError::NotInstalled(why));
            }
            other => other?.succeeded()?,
        };
        let disk_bytes = Some(size(&index(site)));
        Ok(IndexCost { ms: ended.ms, peak_bytes: ended.peak_bytes, disk_bytes, ..IndexCost::default() })
    }

    fn ask(&self, site: &Site, question: &str, deadline: Deadline) -> Result<SystemAnswer, SystemError> {
        deadline.check("asking")?;
        let started = Instant::now();
        let found = look_up(&load(site)?, question);
        let mut text = String::new();
        for one in &found {
            let path = one.path.as_deref().unwrap_or_default();
            let _ = writeln!(text, "{path}:{}: {}", one.line.unwrap_or_default(), one.name);
        }
        let ranked = Some(Answer { found, files: Vec::new() });
        Ok(SystemAnswer { ms: started.elapsed().as_secs_f64() * 1000.0, text, ranked })
    }

    fn read(&self, _: &Site, _: &str, asked: &SystemAnswer, _: Deadline) -> Result<Answer, SystemError> {
        Ok(Answer::of(asked))
    }

    fn holds(&self, site: &Site, wanted: &str, _: Deadline) -> Option<bool> {
        let index = load(site).ok()?;
        // Only what holds the letters is taken apart, which is slow.
        let mut symbols = (index.documents.iter().flat_map(|document| &document.symbols))
            .filter(|symbol| symbol.contains(wanted));
        Some(
            symbols.any(|symbol| nesting(symbol).is_some_and(|name| name.rsplit('.').next() == Some(wanted))),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_the_question_spells_out_counts_double() {
        let set = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<BTreeSet<_>>();
        let (identifiers, words) = (set(&["save_order"]), set(&["save", "order"]));
        assert_eq!(score("Shop.save_order", &identifiers, &words), 4);
        assert_eq!(score("Shop.save", &identifiers, &words), 1);
        assert_eq!(score("Order.load", &identifiers, &words), 0);
    }
}
