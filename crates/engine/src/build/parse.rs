//! Reading and parsing what has changed, on all threads.

use super::plan::{Change, Plan, Planned, has_stamp, stamp_words, walk_options};
use super::{LEFT_OUT, Options, unknown};
use crate::Progress;
use crate::workspace::Workspace;
use fathom_source::{ContentHash, SourceError, noise};
use fathom_store::{Addition, Cache, Key, Record};
use fathom_syntax::{Detected, Facts, Kind, Language, detect, extract};
use fathom_text::{Document, Tokenizer, bag};
use rayon::prelude::*;
use std::io::ErrorKind;
use std::path::Path;

/// What a file turned out to be.
pub(super) struct State {
    pub(super) language: &'static str,
    pub(super) stamp: [u64; 4],
    pub(super) recorded_at: u64,
    pub(super) key: Key,
    pub(super) reason: String,
}

/// All files' states, in the plan's order.
pub(super) struct Parsed {
    pub(super) files: Vec<State>,
    /// How many had to be parsed.
    pub(super) fresh: usize,
    pub(super) live: Vec<Key>,
}

impl Parsed {
    /// Whether every file still has the stamp that it was read with.
    pub(super) fn holds(&self, workspace: &Workspace, plan: &Plan) -> bool {
        let mut files = plan.files.iter().zip(&self.files);
        files.all(|(file, state)| has_stamp(workspace, &file.entry.path, state.stamp))
    }
}

pub(super) fn parse(
    workspace: &Workspace,
    plan: &Plan,
    cache: Option<&Cache>,
    addition: &Addition,
    options: &Options,
    progress: &dyn Progress,
) -> Parsed {
    let results: Vec<(State, bool)> = plan
        .files
        .par_iter()
        .map(|file| {
            if let Change::None(known) = &file.change {
                let state = State {
                    language: known.language,
                    stamp: known.stamp,
                    recorded_at: known.recorded_at,
                    key: known.key,
                    reason: known.reason.clone(),
                };
                return (state, false);
            }
            let (state, record) = look(workspace.root(), file, plan.now, cache, options);
            if let Some(record) = &record {
                addition.put(record);
            }
            progress.step();
            (state, record.is_some())
        })
        .collect();
    let mut parsed = Parsed { files: Vec::with_capacity(results.len()), fresh: 0, live: Vec::new() };
    for (state, is_new) in results {
        parsed.live.push(state.key);
        parsed.files.push(state);
        parsed.fresh += usize::from(is_new);
    }
    parsed
}

fn look(
    root: &Path,
    file: &Planned,
    now: u64,
    cache: Option<&Cache>,
    options: &Options,
) -> (State, Option<Record>) {
    let path = file.entry.path.as_str();
    let stamp = stamp_words(&file.entry.stamp);
    let left_out = |stamp: [u64; 4], recorded_at: u64, reason: String| {
        (State { language: LEFT_OUT, stamp, recorded_at, key: 0, reason }, None)
    };
    let walk = walk_options(options);
    let content = match fathom_source::read(root, &file.entry, walk.max_file_bytes) {
        Ok(content) => content,
        Err(error) => {
            // Who may read it is part of its stamp. What else went wrong is tried again next time: recorded at 0.
            let forbidden = matches!(&error, SourceError::Unreadable { source, .. } if source.kind() == ErrorKind::PermissionDenied);
            return left_out(stamp, if forbidden { now } else { 0 }, error.to_string());
        }
    };
    let stamp = stamp_words(&content.stamp);
    let recorded_at = if content.changed_while_read { 0 } else { now };
    if let Some(noise) = noise::by_content(path, &content.bytes).filter(|noise| !walk.keeps(*noise)) {
        return left_out(stamp, recorded_at, noise.reason().to_owned());
    }
    let language = match detect(path, &content.bytes) {
        Detected::Known(language) => language,
        Detected::Unsupported(name) => {
            return left_out(stamp, recorded_at, format!("language not supported: {name}"));
        }
        Detected::Other => return left_out(stamp, recorded_at, unknown::reason(path)),
    };
    let key = key(path, language, content.hash);
    let state = State { language: language.name, stamp, recorded_at, key, reason: String::new() };
    if cache.is_some_and(|cache| cache.find(key).is_some()) {
        return (state, None);
    }
    let (text, _) = fathom_source::text(&content.bytes);
    let facts = extract(language, path, &text);
    let words = words(&mut Tokenizer::of_thread(), path, &text, &facts);
    (state, Some(Record { key, facts: facts.to_bytes(), words }))
}

/// Facts depend on the text, on the path (tests are told by it) and on the
/// versions of what reads them.
pub(crate) fn key(path: &str, language: &Language, content: ContentHash) -> Key {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&content.0.to_le_bytes());
    for version in super::versions() {
        hasher.update(&version.to_le_bytes());
    }
    hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
    hasher.update(language.name.as_bytes());
    hasher.update(b"\0");
    hasher.update(path.as_bytes());
    let bytes: [u8; 16] = hasher.finalize().as_bytes()[..16].try_into().unwrap_or_default();
    Key::from_le_bytes(bytes)
}

fn words(tokenizer: &mut Tokenizer, path: &str, text: &str, facts: &Facts) -> Vec<u8> {
    let view = facts.view();
    let mut containers: Vec<String> = Vec::with_capacity(view.definitions.len());
    for definition in view.definitions {
        let outer =
            view.definitions.get(definition.parent as usize).filter(|outer| outer.kind() != Kind::File);
        let mut container = outer.map_or(String::new(), |outer| {
            format!("{} {}", containers[definition.parent as usize], view.text(outer.name))
        });
        if definition.owner != 0 {
            container.push(' ');
            container.push_str(view.text(definition.owner));
        }
        containers.push(container);
    }
    let documents: Vec<Document<'_>> = view
        .definitions
        .iter()
        .zip(&containers)
        .map(|(definition, container)| Document {
            start: definition.start,
            end: definition.end,
            name: view.text(definition.name),
            container,
            signature: view.text(definition.signature),
            doc: view.text(definition.doc),
            path,
        })
        .collect();
    bag(tokenizer, text, &documents).to_bytes()
}
