//! Gathers what the ranker learns from, and fits it.
//!
//! A separate program: the product ships the fitted model and nothing of this.

#[allow(dead_code)]
mod boost;
mod checkout;
mod examples;
mod questions;

use anyhow::{Context, Result, bail};
use std::path::PathBuf;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["mined", tree, count, depth, out] => {
            let questions = questions::mined(&PathBuf::from(tree), count.parse()?, depth.parse()?)?;
            examples::gather(&PathBuf::from(tree), &questions, &PathBuf::from(out))
        }
        ["questions", tree, file, out] => {
            let questions = questions::read(&PathBuf::from(file)).context("cannot read the questions")?;
            examples::gather(&PathBuf::from(tree), &questions, &PathBuf::from(out))
        }
        _ => bail!("fathom-train mined TREE COUNT DEPTH OUT | questions TREE FILE.jsonl OUT"),
    }
}
