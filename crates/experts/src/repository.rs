//! Repositories that tests make with git.

use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

pub(crate) struct Repository {
    folder: TempDir,
}

impl Repository {
    pub(crate) fn new() -> Repository {
        let repository = Repository { folder: TempDir::new().unwrap() };
        repository.git(&["init", "-q", "-b", "main"]);
        repository
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        let output = Command::new("git")
            .current_dir(self.root())
            .args(["-c", "user.name=A", "-c", "user.email=a@example.org"])
            .args(arguments)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null")
            .output()
            .unwrap();
        assert!(output.status.success(), "git {arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    pub(crate) fn head(&self) -> String {
        self.git(&["rev-parse", "HEAD"])
    }

    /// Writes files and commits all that changed.
    pub(crate) fn commit(&self, message: &str, files: &[(&str, &str)]) {
        for (path, text) in files {
            let path = self.root().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "-m", message]);
    }
}
