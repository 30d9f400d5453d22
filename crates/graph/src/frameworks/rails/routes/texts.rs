//! Texts that a route file names and does not write out: `scope Shop.prefix`, `api_path + "/orders"`,
//! `Rails.configuration.api_path`.

use crate::frameworks::project::Project;
use crate::ids::FileId;
use crate::link::eval::Place;
use fathom_syntax::{ArgumentKind, BindingKind, FactsView};

/// Names of one file that are looked up.
const MOST: usize = 200;

/// The names of a file whose texts are known, with their texts.
pub(super) fn of(project: &Project<'_, '_>, file: FileId) -> Vec<(String, String)> {
    let facts = project.facts(file);
    let mut known: Vec<(String, String)> = Vec::new();
    for binding in facts.bindings.iter().filter(|one| one.kind() == BindingKind::Value).take(MOST) {
        let name = facts.text(binding.name);
        let written = only_text(facts, binding.line);
        let text = written.or_else(|| named(project, file, facts.text(binding.value)));
        if let Some(text) = text.filter(|_| !name.contains('.')) {
            known.push((name.to_owned(), text.to_owned()));
        }
    }
    let mut names: Vec<&str> = Vec::new();
    for argument in facts.arguments {
        let text = facts.text(argument.text());
        match argument.kind() {
            ArgumentKind::Name => names.push(text.trim_end_matches("()")),
            ArgumentKind::Template => names.extend(inserted(text)),
            _ => {}
        }
    }
    names.retain(|name| name.starts_with(|first: char| first.is_ascii_uppercase()));
    names.sort_unstable();
    names.dedup();
    for name in names.into_iter().take(MOST) {
        if let Some(text) = named(project, file, name) {
            known.push((name.to_owned(), text.to_owned()));
        }
    }
    known
}

/// The names of the values that are inserted into a text.
fn inserted(template: &str) -> impl Iterator<Item = &str> {
    template.split("#{").skip(1).filter_map(|rest| Some(rest.split_once('}')?.0.trim()))
}

/// The text of a constant, of a method that only returns it, or of a setting of the application.
fn named<'a>(project: &Project<'_, 'a>, file: FileId, chain: &str) -> Option<&'a str> {
    let chain = chain.trim_end_matches("()");
    if chain.is_empty() {
        return None;
    }
    let place = Place { file, scope: 0, line: u32::MAX };
    let symbol = project.thing_from(place, chain);
    symbol.and_then(|symbol| project.text_of(symbol)).or_else(|| setting(project, chain))
}

/// `Rails.configuration.api_path` is what `config.api_path = "…"` sets.
fn setting<'a>(project: &Project<'_, 'a>, chain: &str) -> Option<&'a str> {
    let (of, name) = chain.rsplit_once('.')?;
    let of = of.replace("()", "");
    if !matches!(
        of.as_str(),
        "Rails.configuration" | "Rails.application.config" | "Rails.application.config.x"
    ) {
        return None;
    }
    let mut files = project.files_in("ruby").filter(|file| {
        let path = project.path(*file);
        path.starts_with("config/") || path.contains("/config/")
    });
    files.find_map(|file| {
        let facts = project.facts(file);
        let sets = |written: &str| {
            written
                .trim_end_matches("()")
                .strip_suffix(name)
                .is_some_and(|of| of.ends_with("config.") || of.ends_with("config.x."))
        };
        let binding = facts.bindings.iter().find(|one| sets(facts.text(one.name)))?;
        only_text(facts, binding.line)
    })
}

/// The only string of a line.
fn only_text(facts: FactsView<'_>, line: u32) -> Option<&str> {
    let mut texts = facts.held_texts.iter().filter(|one| one.line == line);
    let first = texts.next()?;
    texts.next().is_none().then(|| facts.text(first.text))
}
