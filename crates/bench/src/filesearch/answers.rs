//! The answers of a file search on disk: `answers/SYSTEM/REPOSITORY.json` in the folder of the work.

use super::{Answer, FileRepository};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// The folder of answers.
pub(super) struct AnswerFolder(PathBuf);

impl AnswerFolder {
    pub(super) fn new(work: &Path) -> AnswerFolder {
        AnswerFolder(work.join("answers"))
    }

    fn path(&self, system: &str, repository: &FileRepository) -> PathBuf {
        self.0.join(system).join(format!("{}.json", repository.name))
    }

    /// The answers to all queries of a repository; `None` unless each query has one.
    pub(super) fn read(&self, system: &str, repository: &FileRepository) -> Option<Vec<Answer>> {
        let bytes = std::fs::read(self.path(system, repository)).ok()?;
        let answers: Vec<Answer> = serde_json::from_slice(&bytes).ok()?;
        let queries = repository.queries.iter().map(|query| &query.query);
        queries.eq(answers.iter().map(|answer| &answer.query)).then_some(answers)
    }

    pub(super) fn write(&self, system: &str, repository: &FileRepository, answers: &[Answer]) -> Result<()> {
        let path = self.path(system, repository);
        let folder = path.parent().unwrap_or(&self.0);
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        std::fs::write(&path, serde_json::to_vec(answers)?)
            .with_context(|| format!("cannot write {}", path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::AnswerFolder;
    use crate::filesearch::{Answer, FileQuery, FileRepository};

    #[test]
    fn answers_are_kept_while_the_queries_stay_the_same() {
        let work = tempfile::tempdir().unwrap();
        let query: FileQuery =
            serde_json::from_str(r#"{"query": "pay", "category": "symbol", "relevant": ["pay.py"]}"#)
                .unwrap();
        let mut repository = FileRepository {
            name: "shop".to_owned(),
            language: "python".to_owned(),
            url: "u".to_owned(),
            revision: String::new(),
            root: String::new(),
            queries: vec![query.clone()],
        };
        let answer = Answer {
            repository: "shop".to_owned(),
            language: "python".to_owned(),
            category: "symbol".to_owned(),
            query: "pay".to_owned(),
            files: vec!["pay.py".to_owned()],
            expected: query.expected(),
            ndcg: 1.0,
            ms: 5.0,
        };
        let folder = AnswerFolder::new(work.path());
        assert!(folder.read("grep", &repository).is_none());
        folder.write("grep", &repository, &[answer]).unwrap();
        assert_eq!(folder.read("grep", &repository).unwrap()[0].files, ["pay.py"]);
        repository.queries.push(query);
        assert!(folder.read("grep", &repository).is_none());
    }
}
