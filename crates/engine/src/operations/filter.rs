//! The filters `--path` and `--lang`: which files an answer may contain.

use super::named::from_root;
use crate::{EngineError, View};
use fathom_graph::FileId;
use fathom_protocol::Filter;
use fathom_syntax::{Language, languages};
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use std::collections::BTreeSet;

/// The files that match a filter, by number.
pub(crate) struct Files(Option<Vec<bool>>);

impl Files {
    /// Whether a file matches.
    pub(crate) fn hold(&self, file: FileId) -> bool {
        self.0.as_ref().is_none_or(|files| files[file.index()])
    }

    /// Whether every file matches.
    pub(crate) fn are_all(&self) -> bool {
        self.0.is_none()
    }
}

/// The files of an index that match a filter. An error names a path without files or a language that is
/// not supported.
pub(crate) fn files(view: &View<'_>, filter: &Filter) -> Result<Files, EngineError> {
    if filter.path.0.is_empty() && filter.lang.0.is_empty() {
        return Ok(Files(None));
    }
    let all = view.graph.files();
    let mut languages: Vec<&Language> = Vec::new();
    for word in &filter.lang.0 {
        let meant = language(word)?;
        let is_meant = |name: &str| meant.iter().any(|language| language.name == name);
        if !all.iter().any(|file| is_meant(file.language.name)) {
            let there: BTreeSet<&str> = all.iter().map(|file| file.language.name).collect();
            let there: Vec<&str> = there.into_iter().collect();
            return Err(EngineError::Request(format!(
                "the index contains no file in `{word}`; it contains {}",
                there.join(", ")
            )));
        }
        languages.extend(meant);
    }
    let mut chosen = vec![filter.path.0.is_empty(); all.len()];
    for path in &filter.path.0 {
        let pattern = Pattern::new(&from_root(view.root(), path), |path| holds(view, path))?;
        let fitting: Vec<usize> = (0..all.len()).filter(|file| pattern.fits(all[*file].path)).collect();
        if fitting.is_empty() {
            let name = path.trim_matches('/');
            let is_deeper = all.iter().any(|file| file.path.split('/').any(|part| part == name));
            let advice = if is_deeper {
                format!("'**/{name}' is every file and folder of that name")
            } else {
                "give a folder, a file or a glob such as 'src/**/*.py', from the root of the repository"
                    .to_owned()
            };
            return Err(EngineError::Request(format!("no file of the index is at `{path}`; {advice}")));
        }
        for file in fitting {
            chosen[file] = true;
        }
    }
    if !languages.is_empty() {
        for (file, chosen) in all.iter().zip(&mut chosen) {
            *chosen &= languages.iter().any(|language| language.name == file.language.name);
        }
    }
    Ok(Files(Some(chosen)))
}

fn holds(view: &View<'_>, path: &str) -> bool {
    view.graph.file_at(path).is_some() || super::named::holds_files(view.graph, path)
}

/// The languages that a word means.
fn language(word: &str) -> Result<Vec<&'static Language>, EngineError> {
    let word = word.trim().to_lowercase();
    let languages = languages::by_user_name(&word);
    if languages.is_empty() {
        let known: Vec<&str> = languages::ALL.iter().map(|language| language.name).collect();
        return Err(EngineError::Request(format!(
            "`{word}` is not a supported language; supported are {}",
            known.join(", ")
        )));
    }
    Ok(languages)
}

/// One `--path`.
enum Pattern {
    /// A file, or a folder with all below it.
    Plain(String),
    /// A glob, for files or for folders with all below them.
    Glob(GlobSet),
}

impl Pattern {
    /// An existing path is not a glob: folders may be named `[id]`.
    fn new(path: &str, exists: impl Fn(&str) -> bool) -> Result<Pattern, EngineError> {
        if exists(path) || !path.contains(['*', '?', '[', '{']) {
            return Ok(Pattern::Plain(path.to_owned()));
        }
        let wrong = |error: globset::Error| {
            EngineError::Request(format!("`{path}` is not a valid glob: {}", error.kind()))
        };
        // A name without a folder matches in any folder, as in ignore files.
        let path = if path.contains('/') { path.to_owned() } else { format!("**/{path}") };
        let mut globs = GlobSetBuilder::new();
        for glob in [path.clone(), format!("{path}/**")] {
            globs.add(GlobBuilder::new(&glob).literal_separator(true).build().map_err(wrong)?);
        }
        Ok(Pattern::Glob(globs.build().map_err(wrong)?))
    }

    fn fits(&self, file: &str) -> bool {
        match self {
            Pattern::Plain(path) if path == "." || path.is_empty() => true,
            Pattern::Plain(path) => {
                file.strip_prefix(path.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            }
            Pattern::Glob(globs) => globs.is_match(file),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Pattern, language};

    fn fits(pattern: &str, file: &str) -> bool {
        Pattern::new(pattern, |path| path == "app/[id]").unwrap().fits(file)
    }

    #[test]
    fn a_folder_holds_what_lies_below_it() {
        assert!(fits("app", "app/models/order.rb") && fits("app/models/order.rb", "app/models/order.rb"));
        assert!(!fits("app", "application/order.rb") && !fits("app", "lib/app/order.rb"));
        assert!(fits(".", "lib/order.rb"));
    }

    #[test]
    fn a_glob_matches_files_and_folders() {
        assert!(fits("app/*", "app/models/order.rb") && fits("app/**/*.rb", "app/models/order.rb"));
        assert!(fits("*_job.rb", "app/jobs/mail_job.rb") && fits("lib/{a,b}", "lib/b/c.rb"));
        assert!(!fits("app/*.rb", "app/models/order.rb") && !fits("jobs/*", "app/jobs/mail_job.rb"));
    }

    #[test]
    fn what_exists_is_no_glob() {
        assert!(fits("app/[id]", "app/[id]/page.tsx") && !fits("app/[id]", "app/i/page.tsx"));
        assert!(Pattern::new("app/[", |_| false).is_err());
    }

    #[test]
    fn languages_have_short_forms() {
        let names = |word| language(word).unwrap().iter().map(|one| one.name).collect::<Vec<_>>();
        for (word, name) in [
            ("Python", "python"),
            ("py", "python"),
            ("rb", "ruby"),
            ("js", "javascript"),
            ("C++", "cpp"),
            ("c#", "csharp"),
            ("golang", "go"),
            ("rs", "rust"),
            ("sh", "bash"),
            ("yml", "yaml"),
            ("c", "c"),
        ] {
            assert_eq!(names(word), [name], "{word}");
        }
        assert_eq!(names("ts"), ["typescript", "tsx"]);
        assert_eq!(names("tsx"), ["tsx"]);
        let error = language("klingon").err().unwrap().to_string();
        assert!(error.contains("klingon") && error.contains("python, "), "{error}");
    }
}
