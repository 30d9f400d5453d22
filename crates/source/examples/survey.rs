//! Walks and reads a folder; prints the time and the skipped files with reasons.
//!
//! `cargo run --release -p fathom-source --example survey -- PATH`

use std::path::Path;
use std::time::{Duration, Instant};

use fathom_source::{Skipped, WalkOptions, noise, read, walk};

const WALKS: usize = 10;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = std::env::args().nth(1).ok_or("name a folder: survey PATH")?;
    let (root, options) = (Path::new(&root), WalkOptions::default());
    let mut fastest = Duration::MAX;
    for _ in 0..WALKS {
        let start = Instant::now();
        walk(root, &options)?;
        fastest = fastest.min(start.elapsed());
    }
    let mut found = walk(root, &options)?;

    let start = Instant::now();
    let mut bytes = 0;
    for entry in &found.files {
        match read(root, entry, options.max_file_bytes) {
            Ok(content) => {
                bytes += content.bytes.len();
                let noise = noise::by_content(&entry.path, &content.bytes);
                let noise = noise.filter(|noise| !options.keeps(*noise));
                found
                    .skipped
                    .extend(noise.map(|noise| Skipped { path: entry.path.clone(), reason: noise.into() }));
            }
            Err(error) => found.skipped.push(Skipped::because(&entry.path, &error)),
        }
    }
    let reading = start.elapsed();

    found.skipped.sort_unstable();
    for skipped in &found.skipped {
        println!("{}: {}", skipped.path, skipped.reason);
    }
    println!("{} files walked in {fastest:?}, the fastest of {WALKS}", found.files.len());
    println!("{bytes} bytes read, hashed and judged in {reading:?} by one thread");
    println!("{} skipped, {} symbolic links", found.skipped.len(), found.symlinks);
    Ok(())
}
