//! Questions into examples: the candidate files of each with their features.

use super::example::{self, FileExample};
use crate::examples::visit;
use crate::gather::by_repository;
use anyhow::Result;
use fathom_bench::corpus::{Checkouts, Corpus};
use fathom_bench::filesearch::{FileCorpus, export, is_match};
use fathom_bench::matching::Name;
use fathom_engine::{Folders, NoProgress, Refresh, View, Workspace};
use fathom_graph::SymbolId;
use fathom_rank::{Model, Task, file_candidates, is_answer};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The queries that were written to learn from.
fn written() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("queries")
}

/// The examples of a corpus of short queries; without one, of those that were written to learn from.
pub(crate) fn queries(corpus: Option<&Path>, work: &Path, mirror: Option<&Path>) -> Result<()> {
    let model = Model::built_in()?;
    let (kind, corpus) = match corpus {
        Some(corpus) => ("queries", corpus.to_owned()),
        None => ("written", written()),
    };
    for repository in FileCorpus::load(&corpus, &[])?.repositories {
        if example::path(work, kind, &repository.name).exists() {
            continue;
        }
        eprintln!("{}: {} queries", repository.name, repository.queries.len());
        let tree = work.join("exported").join(kind).join(&repository.name);
        if !tree.is_dir() {
            let checkouts = Checkouts::new(&work.join("trees"), mirror);
            checkouts.provide(&repository.pinned(), &repository.revision)?;
            let source = checkouts.path(&repository.pinned());
            export(&source, &repository.revision, &repository.root, &tree)?;
        }
        let folders = Folders::under(&tree.with_extension("fathom"));
        let opened = Workspace::find(&tree, &folders)?.open(Refresh::Update, &NoProgress)?;
        let view = opened.view();
        let mut examples = Vec::new();
        for (number, query) in repository.queries.iter().enumerate() {
            let expected = query.expected();
            let is_right = |path: &str| expected.iter().any(|label| is_match(label, path));
            let id = format!("{}-{}", repository.name, number + 1);
            examples.push(of_question(
                &view,
                &model,
                (id, query.category.clone(), query.query.clone()),
                is_right,
                expected.len(),
            ));
        }
        example::save(work, kind, &repository.name, &examples)?;
    }
    Ok(())
}

/// The examples of tasks or issues, at most `most` of each repository, evenly chosen.
pub(crate) fn tasks(
    tasks: &Path,
    corpus: Option<&Path>,
    work: &Path,
    mirror: Option<&Path>,
    most: usize,
) -> Result<()> {
    let corpus = match corpus {
        Some(path) => Corpus::load(path)?,
        None => Corpus::own()?,
    };
    let model = Model::built_in()?;
    for (repository, mut questions) in by_repository(tasks, &corpus)? {
        let kind = if questions[0].names.is_empty() { "issues" } else { "tasks" };
        if example::path(work, kind, &repository.name).exists() {
            continue;
        }
        let step = questions.len().div_ceil(most.max(1)).max(1);
        let mut place = 0;
        questions.retain(|_| {
            place += 1;
            (place - 1) % step == 0
        });
        eprintln!("{}: {} questions", repository.name, questions.len());
        let root = match crate::gather::tree(&repository, work, mirror) {
            Ok(root) => root,
            Err(error) => {
                eprintln!("{}: left out: {error:#}", repository.name);
                continue;
            }
        };
        let mut examples = Vec::new();
        visit(&root, &questions, |view, question| {
            let graph = view.graph;
            let mut files: BTreeSet<String> =
                question.changed.keys().filter(|path| graph.file_at(path).is_some()).cloned().collect();
            let wanted: Vec<Name> = question.names.iter().map(|name| Name::new(name)).collect();
            if !wanted.is_empty() {
                files.extend(files_of(view, &wanted));
            }
            if !files.is_empty() {
                let labelled = (question.id.clone(), kind.to_owned(), question.text.clone());
                examples.push(of_question(view, &model, labelled, |path| files.contains(path), files.len()));
            }
        })?;
        example::save(work, kind, &repository.name, &examples)?;
    }
    Ok(())
}

/// The files of the symbols that have an expected name.
fn files_of(view: &View<'_>, wanted: &[Name]) -> BTreeSet<String> {
    let graph = view.graph;
    let is_wanted = |symbol: &SymbolId| {
        let name = Name::new(&graph.qualified_name(*symbol));
        wanted.iter().any(|wanted| wanted.is_same_or_suffix(&name))
    };
    let last_names: BTreeSet<String> =
        wanted.iter().filter_map(|name| name.last()).map(str::to_owned).collect();
    let may_be = |symbol: &SymbolId| {
        is_answer(graph, *symbol) && last_names.contains(&graph.name(*symbol).to_ascii_lowercase())
    };
    graph.symbols().filter(may_be).filter(is_wanted).map(|symbol| graph.path(symbol).to_owned()).collect()
}

fn of_question(
    view: &View<'_>,
    model: &Model,
    (id, category, question): (String, String, String),
    is_right: impl Fn(&str) -> bool,
    expected: usize,
) -> FileExample {
    let candidates = file_candidates(view.repository(), model, &Task::read(&question));
    let path = |file: &fathom_graph::FileId| view.graph.files()[file.index()].path.to_owned();
    let files: Vec<String> = candidates.files.iter().map(path).collect();
    let right = files.iter().map(|file| is_right(file)).collect();
    FileExample::new(id, category, question, &candidates, files, right, expected)
}

#[cfg(test)]
mod tests {
    use super::written;
    use crate::fit::plain;
    use crate::reserved::{MEASURED_BY_FILE, MEASURED_IN_PUBLIC, RESERVED, with_held_out_tasks};
    use fathom_bench::filesearch::FileCorpus;
    use std::collections::BTreeSet;

    #[test]
    fn no_query_was_written_for_a_repository_that_is_measured_on() {
        let mut measured: BTreeSet<String> =
            [RESERVED, MEASURED_IN_PUBLIC, MEASURED_BY_FILE].concat().into_iter().map(plain).collect();
        measured.extend(with_held_out_tasks().iter().map(|name| plain(name)));
        let corpus = FileCorpus::load(&written(), &[]).unwrap();
        assert!(corpus.repositories.len() >= 40);
        let mut urls = BTreeSet::new();
        for repository in &corpus.repositories {
            let slug = repository.url.rsplit('/').next().unwrap();
            assert!(!measured.contains(&plain(&repository.name)), "{}", repository.name);
            assert!(!measured.contains(&plain(slug)), "{slug}");
            assert!(urls.insert(&repository.url), "{} twice", repository.url);
        }
    }

    #[test]
    fn every_written_query_has_a_known_category_and_a_file() {
        for repository in FileCorpus::load(&written(), &[]).unwrap().repositories {
            assert!(repository.queries.len() >= 15, "{}", repository.name);
            for query in &repository.queries {
                assert!(["symbol", "semantic", "architecture"].contains(&query.category.as_str()));
                assert!(!query.expected().is_empty(), "{}: {}", repository.name, query.query);
            }
        }
    }
}
