//! Reading and parsing what has changed, on all threads.

use super::Options;
use super::file::BuildFile;
use super::plan::{Plan, walk_options};
use crate::Progress;
use crate::workspace::Workspace;
use fathom_source::{ContentHash, SourceError, noise};
use fathom_store::{Cache, Key, PendingPack, Record};
use fathom_syntax::{Facts, Kind, Language, extract, readable};
use fathom_text::{Document, Tokenizer, bag};
use rayon::prelude::*;
use std::io::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Reads the files of a plan that may have changed. Returns how many had to be parsed.
pub(super) fn parse(
    workspace: &Workspace,
    plan: &mut Plan,
    cache: Option<&Cache>,
    addition: &PendingPack,
    options: &Options,
    progress: &dyn Progress,
) -> usize {
    let now = plan.now;
    let look = |file: &mut BuildFile| {
        let record = look(workspace.root(), file, now, cache, options);
        if let Some(record) = &record {
            addition.put(record);
        }
        progress.step();
        record.is_some()
    };
    plan.files.par_iter_mut().filter(|file| file.is_changed).map(look).filter(|is_new| *is_new).count()
}

/// Reads a file; returns its record if that is not stored yet.
fn look(
    root: &Path,
    file: &mut BuildFile,
    now: u64,
    cache: Option<&Cache>,
    options: &Options,
) -> Option<Record> {
    let walk = walk_options(options);
    let content = match fathom_source::read(root, &file.entry, walk.max_file_bytes) {
        Ok(content) => content,
        Err(error) => {
            // Permissions are part of the stamp. Other errors are retried next time: recorded at 0.
            let forbidden = matches!(&error, SourceError::Unreadable { source, .. } if source.kind() == ErrorKind::PermissionDenied);
            file.recorded_at = if forbidden { now } else { 0 };
            file.leave_out(error.to_string());
            return None;
        }
    };
    file.entry.stamp = content.stamp;
    file.recorded_at = if content.changed_while_read { 0 } else { now };
    let noise = noise::by_content(file.path(), &content.bytes);
    if let Some(noise) = noise.filter(|noise| !walk.keeps(*noise)) {
        file.leave_out(noise.reason().to_owned());
        return None;
    }
    let (text, _) = fathom_source::text(&content.bytes);
    let language = match readable(file.path(), &text) {
        Ok(language) => language,
        Err(reason) => {
            file.leave_out(reason.to_owned());
            return None;
        }
    };
    let is_generated = !options.include_generated && noise::is_generated(file.path(), noise);
    let key = key(file.path(), language, content.hash, is_generated);
    file.set_content(language.name, key);
    if cache.is_some_and(|cache| cache.find(key).is_some()) {
        return None;
    }
    let read = || {
        let mut facts = extract(language, file.path(), &text);
        if is_generated {
            facts.mark_generated();
        }
        let words = words(&mut Tokenizer::of_thread(), file.path(), &text, &facts);
        Record { key, facts: facts.to_bytes(), words }
    };
    // A reader with a bug loses one file, not the index: the panic is printed, the file is listed.
    let record = catch_unwind(AssertUnwindSafe(read)).ok();
    if record.is_none() {
        file.leave_out(format!("reading it as {} failed; please report this", language.name));
    }
    record
}

/// Whether a file has the content that the last snapshot has of it. A file that is left out, then
/// and now, is the same.
pub(super) fn is_same(workspace: &Workspace, file: &BuildFile, options: &Options) -> bool {
    let walk = walk_options(options);
    let Ok(content) = fathom_source::read(workspace.root(), &file.entry, walk.max_file_bytes) else {
        return file.key == 0;
    };
    let noise = noise::by_content(file.path(), &content.bytes);
    let is_left_out = noise.is_some_and(|noise| !walk.keeps(noise));
    let is_generated = !options.include_generated && noise::is_generated(file.path(), noise);
    match readable(file.path(), &fathom_source::text(&content.bytes).0) {
        Ok(language) if !is_left_out => key(file.path(), language, content.hash, is_generated) == file.key,
        _ => file.key == 0,
    }
}

/// Facts depend on the text, on the path (which identifies tests), on whether generated files are
/// marked, and on the versions of the parsers.
pub(crate) fn key(path: &str, language: &Language, content: ContentHash, is_generated: bool) -> Key {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&content.0.to_le_bytes());
    for version in super::versions() {
        hasher.update(&version.to_le_bytes());
    }
    hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
    hasher.update(language.name.as_bytes());
    hasher.update(&[0, u8::from(is_generated)]);
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
