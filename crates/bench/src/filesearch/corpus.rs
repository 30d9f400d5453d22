//! The corpus of a file search: which repositories, which queries.

use crate::corpus::Repository;
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;

/// The repositories with their queries.
#[derive(Clone, Debug)]
pub struct FileCorpus {
    /// In the order of `repos.json`.
    pub repositories: Vec<FileRepository>,
}

/// One repository at a revision.
#[derive(Clone, Debug, Deserialize)]
pub struct FileRepository {
    /// How its queries are called.
    pub name: String,
    /// Its main language.
    pub language: String,
    /// Where `git clone` finds it.
    pub url: String,
    /// The commit that the queries were labelled on.
    pub revision: String,
    /// The folder that is indexed; empty for all of it.
    pub root: String,
    /// The query.
    #[serde(skip)]
    pub queries: Vec<FileQuery>,
}

/// One query.
#[derive(Clone, Debug, Deserialize)]
pub struct FileQuery {
    /// The query.
    pub query: String,
    /// Its kind, such as `symbol` or `semantic`.
    pub category: String,
    relevant: Vec<Label>,
    #[serde(default)]
    secondary: Vec<Label>,
}

/// A file, or a place in one.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Label {
    File(String),
    Place { path: String },
}

impl FileQuery {
    /// The files that count, relevant and secondary alike.
    pub fn expected(&self) -> Vec<String> {
        let path = |label: &Label| match label {
            Label::File(path) | Label::Place { path } => path.clone(),
        };
        let mut files: Vec<String> = self.relevant.iter().chain(&self.secondary).map(path).collect();
        files.sort();
        files.dedup();
        files
    }
}

impl FileRepository {
    /// The repository for checkouts.
    pub fn pinned(&self) -> Repository {
        Repository {
            name: self.name.clone(),
            url: self.url.clone(),
            commit: self.revision.clone(),
            language: self.language.clone(),
            parts: Vec::new(),
        }
    }
}

impl FileCorpus {
    /// Reads a corpus; with names, only these repositories.
    pub fn load(folder: &Path, names: &[String]) -> Result<FileCorpus> {
        let mut repositories: Vec<FileRepository> = read(&folder.join("repos.json"))?;
        for name in names {
            if !repositories.iter().any(|one| one.name == *name) {
                let known: Vec<&str> = repositories.iter().map(|one| one.name.as_str()).collect();
                bail!("the corpus has no repository `{name}`; it has {}", known.join(", "));
            }
        }
        repositories.retain(|one| names.is_empty() || names.contains(&one.name));
        for repository in &mut repositories {
            // A name becomes a folder, a revision an argument of git.
            if repository.name.is_empty()
                || repository.name.starts_with('.')
                || repository.name.contains(['/', '\\'])
            {
                bail!("`{}` cannot be a repository's name", repository.name);
            }
            if !crate::corpus::is_commit(&repository.revision) {
                bail!("{}: `{}` is not a full commit hash", repository.name, repository.revision);
            }
            repository.queries = read(&folder.join("queries").join(format!("{}.json", repository.name)))?;
        }
        Ok(FileCorpus { repositories })
    }
}

impl FileCorpus {
    /// Keeps `count` of the queries, from each repository in turn, in the order of a hash of their words:
    /// the same ones every time, and a larger sample contains a smaller one.
    pub fn sample(&mut self, count: usize) {
        let mut orders: Vec<Vec<usize>> = Vec::new();
        for repository in &self.repositories {
            let mut order: Vec<usize> = (0..repository.queries.len()).collect();
            order.sort_by_cached_key(|at| *blake3::hash(repository.queries[*at].query.as_bytes()).as_bytes());
            orders.push(order);
        }
        let longest = orders.iter().map(Vec::len).max().unwrap_or(0);
        let turns = (0..longest).flat_map(|turn| {
            orders.iter().enumerate().filter_map(move |(at, order)| order.get(turn).map(|query| (at, *query)))
        });
        let kept: BTreeSet<(usize, usize)> = turns.take(count).collect();
        for (at, repository) in self.repositories.iter_mut().enumerate() {
            let mut position = 0;
            repository.queries.retain(|_| {
                position += 1;
                kept.contains(&(at, position - 1))
            });
        }
        self.repositories.retain(|one| !one.queries.is_empty());
    }
}

fn read<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<T> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is malformed", path.display()))
}

#[cfg(test)]
mod tests {
    use super::{FileCorpus, FileQuery, FileRepository};

    #[test]
    fn a_sample_takes_turns_between_repositories_and_grows_with_its_size() {
        let query = |text: String| -> FileQuery {
            serde_json::from_value(serde_json::json!({"query": text, "category": "symbol", "relevant": []}))
                .unwrap()
        };
        let repository = |name: &str, count: usize| FileRepository {
            name: name.to_owned(),
            language: String::new(),
            url: String::new(),
            revision: String::new(),
            root: String::new(),
            queries: (0..count).map(|at| query(format!("{name} {at}"))).collect(),
        };
        let drawn = |count: usize| -> Vec<String> {
            let mut corpus =
                FileCorpus { repositories: vec![repository("large", 9), repository("small", 1)] };
            corpus.sample(count);
            corpus.repositories.into_iter().flat_map(|one| one.queries).map(|one| one.query).collect()
        };
        assert_eq!(drawn(4).iter().filter(|one| one.starts_with("large")).count(), 3);
        assert!(drawn(4).iter().all(|one| drawn(5).contains(one)));
        assert_eq!((drawn(1).len(), drawn(50).len()), (1, 10));
    }

    #[test]
    fn labels_are_files_or_places_in_them() {
        let folder = tempfile::tempdir().unwrap();
        let revision = "ab8149664182b662453a563161aa89013c806dc9";
        let repos = format!(
            r#"[{{"name": "shop", "language": "python", "url": "u", "revision": "{revision}", "root": "src"}}]"#
        );
        std::fs::write(folder.path().join("repos.json"), repos).unwrap();
        std::fs::create_dir(folder.path().join("queries")).unwrap();
        let queries = r#"[{"query": "pay", "category": "symbol",
            "relevant": ["src/pay.py", {"path": "src/a.py", "start_line": 7}], "secondary": ["src/a.py"]}]"#;
        std::fs::write(folder.path().join("queries/shop.json"), queries).unwrap();
        let corpus = FileCorpus::load(folder.path(), &[]).unwrap();
        assert_eq!(corpus.repositories[0].queries[0].expected(), ["src/a.py", "src/pay.py"]);
        assert!(FileCorpus::load(folder.path(), &["other".to_owned()]).is_err());
    }
}
