//! The answers of a file search on disk: `answers/SYSTEM/REPOSITORY.json` in the folder of the work, or
//! `REPOSITORY.txt` with the reason why the system could not be asked.

use super::{Answer, FileQuery, FileRepository, SystemRun};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// The folder of answers.
pub(super) struct AnswerFolder(PathBuf);

impl AnswerFolder {
    pub(super) fn new(work: &Path) -> AnswerFolder {
        AnswerFolder(work.join("answers"))
    }

    fn path(&self, system: &str, repository: &FileRepository, ending: &str) -> PathBuf {
        self.0.join(system).join(format!("{}.{ending}", repository.name))
    }

    /// The answers to the queries of a repository; `None` unless each query has one. There may be answers
    /// to more queries: those of a run without a sample.
    pub(super) fn read(&self, system: &str, repository: &FileRepository) -> Option<Vec<Answer>> {
        let bytes = std::fs::read(self.path(system, repository, "json")).ok()?;
        let answers: Vec<Answer> = serde_json::from_slice(&bytes).ok()?;
        let answer = |query: &FileQuery| answers.iter().find(|one| one.query == query.query).cloned();
        repository.queries.iter().map(answer).collect()
    }

    /// Why the system could not be asked, if that is what an earlier run found.
    pub(super) fn failure(&self, system: &str, repository: &FileRepository) -> Option<String> {
        std::fs::read_to_string(self.path(system, repository, "txt")).ok()
    }

    pub(super) fn write(&self, system: &str, repository: &FileRepository, answers: &[Answer]) -> Result<()> {
        // What failed before may work now.
        let _ = std::fs::remove_file(self.path(system, repository, "txt"));
        self.put(&self.path(system, repository, "json"), &serde_json::to_vec(answers)?)
    }

    pub(super) fn write_failure(
        &self,
        system: &str,
        repository: &FileRepository,
        reason: &str,
    ) -> Result<()> {
        self.put(&self.path(system, repository, "txt"), reason.as_bytes())
    }

    /// All answers and failures, by system.
    pub(super) fn all(&self) -> Result<Vec<SystemRun>> {
        let mut runs = Vec::new();
        for folder in entries(&self.0) {
            let Some(system) = folder.file_name().and_then(|name| name.to_str()) else { continue };
            let mut run = SystemRun { system: system.to_owned(), ..SystemRun::default() };
            for path in entries(&folder) {
                let bytes =
                    std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
                if path.extension().is_some_and(|ending| ending == "json") {
                    let answers: Vec<Answer> = serde_json::from_slice(&bytes)
                        .with_context(|| format!("{} is malformed", path.display()))?;
                    run.answers.extend(answers);
                } else {
                    run.failures.push(String::from_utf8_lossy(&bytes).into_owned());
                }
            }
            runs.push(run);
        }
        Ok(runs)
    }

    fn put(&self, path: &Path, bytes: &[u8]) -> Result<()> {
        let folder = path.parent().unwrap_or(&self.0);
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// The entries of a folder in the order of their names; none if there is no such folder.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::AnswerFolder;
    use crate::filesearch::{Answer, FileQuery, FileRepository};

    #[test]
    fn answers_are_kept_while_the_queries_stay_the_same() {
        let work = tempfile::tempdir().unwrap();
        let query = |words: &str| -> FileQuery {
            let text = serde_json::json!({"query": words, "category": "symbol", "relevant": ["pay.py"]});
            serde_json::from_value(text).unwrap()
        };
        let mut repository = FileRepository {
            name: "shop".to_owned(),
            language: "python".to_owned(),
            url: "u".to_owned(),
            revision: String::new(),
            root: String::new(),
            queries: vec![query("pay")],
        };
        let answer = Answer {
            repository: "shop".to_owned(),
            language: "python".to_owned(),
            category: "symbol".to_owned(),
            query: "pay".to_owned(),
            files: vec!["pay.py".to_owned()],
            expected: query("pay").expected(),
            ndcg: 1.0,
            ms: 5.0,
        };
        let folder = AnswerFolder::new(work.path());
        assert!(folder.read("grep", &repository).is_none());
        folder.write("grep", &repository, &[answer]).unwrap();
        assert_eq!(folder.read("grep", &repository).unwrap()[0].files, ["pay.py"]);
        repository.queries.push(query("refund"));
        assert!(folder.read("grep", &repository).is_none());
        // A sample of queries that were all answered needs no new answers.
        repository.queries.remove(1);
        assert_eq!(folder.read("grep", &repository).unwrap().len(), 1);
        assert_eq!(folder.failure("grep", &repository), None);
        folder.write_failure("grep", &repository, "timed out").unwrap();
        assert_eq!(folder.failure("grep", &repository).as_deref(), Some("timed out"));
        let all = folder.all().unwrap();
        assert_eq!((all.len(), all[0].answers.len(), all[0].failures.len()), (1, 1, 1));
    }
}
