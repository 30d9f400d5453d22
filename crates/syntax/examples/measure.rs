//! What reading costs: `measure <folder>…` reads every file of the folders and
//! prints, for each language, how long the bare parse takes, how long the facts
//! take on top of it, and how long its query takes to be read.

use fathom_syntax::{DetectedLanguage, Language, detect, extract, parse_only};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The best of so many runs counts.
const RUNS: usize = 3;

/// A language with paths and texts of files written in it.
type Texts = (&'static Language, Vec<(String, String)>);

fn main() {
    let mut texts: BTreeMap<&str, Texts> = BTreeMap::new();
    let mut open: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    while let Some(path) = open.pop() {
        if path.is_dir() && !path.ends_with(".git") {
            open.extend(std::fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path()));
        } else if let Some((language, text)) = read(&path) {
            let texts = &mut texts.entry(language.name).or_insert_with(|| (language, Vec::new())).1;
            texts.push((path.display().to_string(), text));
        }
    }
    println!("language          files      MB  query ms   parse ms    all ms  ratio");
    for (name, (language, texts)) in texts {
        let bytes: usize = texts.iter().map(|(_, text)| text.len()).sum();
        // The first use reads the query.
        let start = Instant::now();
        parse_only(language, "");
        let query = start.elapsed();
        let parse = best(|| texts.iter().map(|(_, text)| parse_only(language, text)).sum());
        let all = best(|| {
            texts.iter().map(|(path, text)| extract(language, path, text).view().references.len()).sum()
        });
        println!(
            "{name:16} {:6} {:7.1} {:9.2} {:10.1} {:9.1} {:6.2}",
            texts.len(),
            bytes as f64 / 1e6,
            milliseconds(query),
            milliseconds(parse),
            milliseconds(all),
            milliseconds(all) / milliseconds(parse),
        );
    }
}

fn read(path: &Path) -> Option<(&'static Language, String)> {
    let bytes = std::fs::read(path).ok().filter(|bytes| bytes.len() < 1 << 20)?;
    match detect(path.to_str()?, &bytes) {
        DetectedLanguage::Known(language) => Some((language, String::from_utf8(bytes).ok()?)),
        _ => None,
    }
}

fn best(mut run: impl FnMut() -> usize) -> Duration {
    (0..RUNS).map(|_| timed(&mut run)).min().unwrap_or_default()
}

fn timed(run: &mut dyn FnMut() -> usize) -> Duration {
    let (start, busy) = (Instant::now(), busy());
    std::hint::black_box(run());
    let all = start.elapsed();
    self::busy().zip(busy).map_or(all, |(after, before)| after.saturating_sub(before))
}

/// How long this process had a processor to itself, where the system tells:
/// other processes must not count.
fn busy() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
