//! Fathom itself: the running program, as a child process.
//!
//! The ranking is that of `context --json --limit 50`; time and tokens are
//! those of the text that an agent is given, inside the common budget. Concept
//! packs are off unless the name asks for them, so that every figure can be
//! given without and with them; feedback is off unless learning is measured.
//! Where `FATHOM_RANKER` names a folder, each repository is asked with the
//! ranker of its name in it: one that has not seen the repository.

use super::process::{Call, Deadline};
use super::tools::size;
use super::{Answer, Learner, MOST_FOUND, System, SystemAnswer, SystemError};
use crate::BUDGET;
use crate::corpus::Site;
use crate::record::{FoundSymbol, IndexCost};
use fathom_engine::HOME_VARIABLE;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The variants of Fathom, with their concept packs.
pub(super) const WAYS: [(&str, &str); 4] = [
    ("fathom", "off"),
    ("fathom+concepts", "on"),
    ("fathom+shipped", "shipped"),
    ("fathom+learned", "learned"),
];

/// The ranker of a question, as the command line takes it.
pub(crate) const RANKER: &str = "FATHOM_RANKER";

#[derive(Clone)]
pub(super) struct Fathom {
    name: &'static str,
    concepts: &'static str,
    program: PathBuf,
    version: String,
    learns: bool,
    /// A folder of rankers, one for each repository.
    rankers: Option<PathBuf>,
    /// What the caller expects in the code.
    hints: Vec<String>,
}

#[derive(Deserialize)]
struct Context {
    symbols: Vec<Symbol>,
    #[serde(default)]
    files: Vec<File>,
}

#[derive(Deserialize)]
struct Symbol {
    qualified_name: String,
    path: String,
    line: u32,
    end_line: u32,
}

#[derive(Deserialize)]
struct File {
    path: String,
}

#[derive(Deserialize)]
struct Feedback {
    not_recorded: Vec<serde_json::Value>,
}

impl Fathom {
    /// The variant of Fathom with this name; `None` if there is no such variant.
    pub(super) fn named(name: &str, program: &Path) -> Option<Result<Fathom, SystemError>> {
        let (name, concepts) = WAYS.into_iter().find(|(known, _)| *known == name)?;
        Some(Fathom::new(name, concepts, program))
    }

    fn new(name: &'static str, concepts: &'static str, program: &Path) -> Result<Fathom, SystemError> {
        let limit = std::time::Duration::from_mins(1);
        let output =
            Call::new(program, "starting").arg("--version").run(Deadline::after(limit))?.succeeded()?;
        let version = output.stdout.trim().trim_start_matches("fathom ").to_owned();
        let rankers = std::env::var_os(RANKER).map(PathBuf::from).filter(|path| path.is_dir());
        Ok(Fathom {
            name,
            concepts,
            program: program.to_owned(),
            version,
            learns: false,
            rankers,
            hints: Vec::new(),
        })
    }

    /// Fathom with an index next to the work tree.
    fn call(&self, site: &Site, step: &'static str) -> Call {
        Call::new(&self.program, step).env(HOME_VARIABLE, home(site))
    }

    fn context(
        &self,
        site: &Site,
        question: &str,
        how: &[&str],
        deadline: Deadline,
    ) -> Result<SystemAnswer, SystemError> {
        let mut call = self
            .call(site, "asking")
            .args(["context", "--concepts", self.concepts, "--repo"])
            .arg(&site.root)
            .args(how)
            .args(self.hints.iter().map(|hint| format!("--hint={hint}")));
        if !self.learns {
            call = call.arg("--no-feedback");
        }
        if let Some(folder) = &self.rankers {
            call = call.arg("--ranker").arg(folder.join(format!("{}.tsv", site.name)));
        }
        let ended = call.args(["--", question]).run(deadline)?;
        // Exit code 1 means that nothing was found, which is an answer.
        if !matches!(ended.code, Some(0 | 1)) {
            return Err(SystemError::Failed(ended.words()));
        }
        Ok(SystemAnswer { ms: ended.ms, text: ended.stdout, ranked: None })
    }
}

fn home(site: &Site) -> PathBuf {
    site.state.join("fathom")
}

impl System for Fathom {
    fn name(&self) -> &'static str {
        self.name
    }

    fn version(&self) -> &str {
        &self.version
    }

    fn index(&self, site: &Site, deadline: Deadline) -> Result<IndexCost, SystemError> {
        let call = self.call(site, "indexing").args(["index", "--json"]).arg(&site.root);
        let ended = call.run(deadline)?.succeeded()?;
        let disk_bytes = Some(size(&home(site)));
        Ok(IndexCost { ms: ended.ms, peak_bytes: ended.peak_bytes, disk_bytes, ..IndexCost::default() })
    }

    fn refresh(&self, _: &Site, _: Deadline) -> Result<(), SystemError> {
        Ok(())
    }

    fn ask(&self, site: &Site, question: &str, deadline: Deadline) -> Result<SystemAnswer, SystemError> {
        self.context(site, question, &["--budget", &BUDGET.to_string()], deadline)
    }

    fn ask_within(
        &self,
        site: &Site,
        question: &str,
        budget: usize,
        deadline: Deadline,
    ) -> Option<Result<SystemAnswer, SystemError>> {
        Some(self.context(site, question, &["--budget", &budget.to_string()], deadline))
    }

    fn read(
        &self,
        site: &Site,
        question: &str,
        _: &SystemAnswer,
        deadline: Deadline,
    ) -> Result<Answer, SystemError> {
        let how = ["--json", "--limit", &MOST_FOUND.to_string()];
        let output = self.context(site, question, &how, deadline)?;
        let context: Context = serde_json::from_str(&output.text)
            .map_err(|why| SystemError::failed("unreadable answer", why))?;
        let found = context.symbols.into_iter().map(|one| FoundSymbol {
            name: one.qualified_name,
            path: Some(one.path),
            line: Some(one.line),
            end_line: Some(one.end_line),
        });
        let files = context.files.into_iter().map(|file| file.path).collect();
        Ok(Answer { found: found.collect(), files }.settle())
    }

    fn holds(&self, site: &Site, name: &str, deadline: Deadline) -> Option<bool> {
        let call = self.call(site, "asking").args(["symbols", "--json", "--as-is", "--repo"]);
        let ended = call.arg(&site.root).args(["--", name]).run(deadline).ok()?;
        let output: serde_json::Value = serde_json::from_str(&ended.stdout).ok()?;
        // It also returns similar names and marks them.
        Some(output.get("exact")?.as_bool()? && output.get("count")?.as_u64()? > 0)
    }

    fn with_hints(&self, hints: &[String]) -> Option<Box<dyn System + '_>> {
        Some(Box::new(Fathom { hints: hints.to_vec(), ..self.clone() }))
    }

    fn learner(&self) -> Option<Box<dyn Learner + '_>> {
        Some(Box::new(Fathom { learns: true, ..self.clone() }))
    }
}

impl Learner for Fathom {
    fn give_feedback(
        &self,
        site: &Site,
        question: &str,
        shown: &[(&FoundSymbol, bool)],
        deadline: Deadline,
    ) -> Result<(), SystemError> {
        let ids = |wanted: bool| -> BTreeSet<String> {
            let some = shown.iter().filter(|(_, used)| *used == wanted);
            some.map(|(one, _)| format!("{}::{}", one.path.as_deref().unwrap_or_default(), one.name))
                .collect()
        };
        // Of overloads, which share an id, one that was used counts.
        let (used, unused) = (ids(true), ids(false));
        let used_by = used.iter().map(|id| format!("--used={id}"));
        let unused_by = unused.difference(&used).map(|id| format!("--unused={id}"));
        let call = self.call(site, "feedback").args(["feedback", "--json", "--repo"]).arg(&site.root);
        let ended = call.args(used_by.chain(unused_by)).args(["--", question]).run(deadline)?.succeeded()?;
        let output: Feedback = serde_json::from_str(&ended.stdout)
            .map_err(|why| SystemError::failed("unreadable answer", why))?;
        match output.not_recorded.first() {
            Some(one) => Err(SystemError::failed("feedback was not recorded", one)),
            None => Ok(()),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::time::Duration;

    /// The arguments on Fathom's command line.
    fn arguments(fathom: &Fathom) -> String {
        let here = PathBuf::from(".");
        let text = String::new;
        let site =
            Site { root: here.clone(), state: here, name: "shop".into(), url: text(), language: text() };
        let asked = fathom.context(&site, "a task", &[], Deadline::after(Duration::from_mins(1)));
        asked.unwrap_or_else(|_| panic!("echo failed")).text
    }

    #[test]
    fn feedback_is_used_only_where_learning_is_measured() {
        // The program prints its arguments.
        let Some(Ok(fathom)) = Fathom::named("fathom", Path::new("/bin/echo")) else { panic!("no echo") };
        assert_eq!(arguments(&fathom).trim_end(), "context --concepts off --repo . --no-feedback -- a task");
        let learner = Fathom { learns: true, ..fathom };
        assert_eq!(arguments(&learner).trim_end(), "context --concepts off --repo . -- a task");
    }

    #[test]
    fn hints_are_passed_apart_from_the_question() {
        let Some(Ok(fathom)) = Fathom::named("fathom", Path::new("/bin/echo")) else { panic!("no echo") };
        let fathom = Fathom { hints: vec!["Basket".into(), "--x".into()], ..fathom };
        assert!(arguments(&fathom).contains("--repo . --hint=Basket --hint=--x --no-feedback -- a task"));
    }

    #[test]
    fn each_repository_is_asked_with_the_ranker_of_its_name() {
        let Some(Ok(fathom)) = Fathom::named("fathom", Path::new("/bin/echo")) else { panic!("no echo") };
        let fathom = Fathom { rankers: Some(PathBuf::from("unseen")), ..fathom };
        assert!(
            arguments(&fathom).contains("--no-feedback --ranker unseen/shop.tsv -- a task"),
            "{}",
            arguments(&fathom)
        );
    }
}
