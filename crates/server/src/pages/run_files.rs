//! `results/RUN/summary.json` of a workspace: what a run of the benchmark left for readers.
//!
//! The files belong to the repository. They are read only through folders that are not links, only
//! if they are regular, and only up to a size.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

const FOLDER: &str = "results";
const FILE: &str = "summary.json";
/// The largest file that is read, in bytes.
const MOST_BYTES: u64 = 32 << 20;
/// The longest title of a task, in bytes.
const MOST_TITLE: usize = 120;
/// Most runs that are listed.
const MOST_RUNS: usize = 50;

/// A run.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Summary {
    pub(super) started: String,
    pub(super) command: String,
    /// The figure that systems are compared by.
    pub(super) primary: String,
    /// Notes that a reader needs before the figures.
    pub(super) notes: Vec<String>,
    pub(super) systems: Vec<SummarySystem>,
    pub(super) tasks: Vec<SummaryTask>,
}

/// A system of a run.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct SummarySystem {
    pub(super) name: String,
    pub(super) version: String,
    /// Tasks that it was asked.
    pub(super) asked: usize,
    /// Tasks that it could not be asked.
    pub(super) not_run: usize,
    pub(super) metrics: BTreeMap<String, f64>,
}

impl Summary {
    /// When it was started, as people write it, if it is `20260506T070809Z`.
    pub(super) fn date(&self) -> String {
        let digits = |from: usize, to: usize| {
            self.started.get(from..to).filter(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
        };
        match (digits(0, 4), digits(4, 6), digits(6, 8), digits(9, 11), digits(11, 13)) {
            (Some(year), Some(month), Some(day), Some(hour), Some(minute)) => {
                format!("{year}-{month}-{day} {hour}:{minute} UTC")
            }
            _ => self.started.clone(),
        }
    }
}

impl SummarySystem {
    /// The figure that systems are compared by.
    pub(super) fn primary(&self, summary: &Summary) -> f64 {
        self.metrics.get(&summary.primary).copied().filter(|value| value.is_finite()).unwrap_or_default()
    }
}

/// A task of a run.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct SummaryTask {
    pub(super) id: String,
    pub(super) repo: String,
    pub(super) description: String,
    pub(super) difficulty: String,
    pub(super) commit: String,
    pub(super) expected: Vec<String>,
    /// By system.
    pub(super) answers: BTreeMap<String, SummaryAnswer>,
}

impl SummaryTask {
    /// The first line of its description, cut after a word; its id where it has none.
    pub(super) fn title(&self) -> String {
        let line = self.description.lines().next().unwrap_or_default();
        if line.is_empty() {
            return self.id.clone();
        }
        let head = &line[..line.floor_char_boundary(MOST_TITLE)];
        if head.len() == line.len() {
            return line.to_owned();
        }
        let words = head.rfind(' ').map_or(head, |space| &head[..space]);
        format!("{words} …")
    }
}

/// The answer of a system.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct SummaryAnswer {
    /// `answered`, or why not.
    pub(super) outcome: String,
    pub(super) score: f64,
    pub(super) tokens: usize,
    pub(super) ms: f64,
    pub(super) found: Vec<SummarySymbol>,
}

/// One symbol of an answer.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct SummarySymbol {
    pub(super) name: String,
    pub(super) path: String,
    pub(super) line: u32,
    /// Whether it was expected.
    pub(super) hit: bool,
}

/// The runs of a workspace, latest first. Reads the file system.
pub(super) fn list(root: &Path) -> Vec<(String, Summary)> {
    let Some(folder) = folder(root, FOLDER) else { return Vec::new() };
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut runs: Vec<(String, Summary)> =
        names.filter_map(|name| load(root, &name).map(|summary| (name, summary))).take(MOST_RUNS).collect();
    runs.sort_by(|one, other| (&other.1.started, &other.0).cmp(&(&one.1.started, &one.0)));
    runs
}

/// One run; `None` if there is none of this name. Reads the file system.
pub(super) fn load(root: &Path, run: &str) -> Option<Summary> {
    let folder = folder(&folder(root, FOLDER)?, run)?;
    let path = folder.join(FILE);
    let metadata = fs::symlink_metadata(&path).ok()?;
    if !metadata.is_file() || metadata.len() > MOST_BYTES {
        return None;
    }
    let mut text = String::new();
    fs::File::open(path).ok()?.take(MOST_BYTES).read_to_string(&mut text).ok()?;
    serde_json::from_str(&text).ok()
}

/// A folder inside another that is not a link.
fn folder(outer: &Path, name: &str) -> Option<PathBuf> {
    let is_plain = !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\', '\0']);
    let path = is_plain.then(|| outer.join(name))?;
    fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_dir()).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::{Summary, SummaryTask, list, load};
    use std::fs;

    #[test]
    fn dates_and_titles_are_for_people() {
        let run = |started: &str| Summary { started: started.to_owned(), ..Summary::default() }.date();
        assert_eq!(run("20260506T070809Z"), "2026-05-06 07:08 UTC");
        assert_eq!(run("yesterday, ü"), "yesterday, ü");
        let title =
            |text: String| SummaryTask { id: "t1".into(), description: text, ..Default::default() }.title();
        assert_eq!(title(String::new()), "t1");
        assert_eq!(title("Add a retry\nand more".into()), "Add a retry");
        assert_eq!(title(format!("Add {}", "retries ".repeat(40))).chars().last(), Some('…'));
        assert!(title("ü".repeat(200)).starts_with('ü'));
    }

    #[test]
    fn only_plain_folders_and_regular_files_are_read() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().join("shop");
        let run = root.join("results/run-1");
        fs::create_dir_all(&run).unwrap();
        let text = r#"{"started": "now", "primary": "P@10", "systems": [{"name": "grep", "metrics": {"P@10": 0.5}}]}"#;
        fs::write(run.join("summary.json"), text).unwrap();
        let outside = place.path().join("outside");
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join("summary.json"), text).unwrap();
        std::os::unix::fs::symlink(&outside, root.join("results/linked")).unwrap();
        fs::create_dir(root.join("results/file")).unwrap();
        std::os::unix::fs::symlink(outside.join("summary.json"), root.join("results/file/summary.json"))
            .unwrap();
        let found = list(&root);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].0.as_str(), found[0].1.systems[0].primary(&found[0].1)), ("run-1", 0.5));
        for name in ["linked", "file", "..", "../../outside", "", ".", "run-1/x", "none"] {
            assert!(load(&root, name).is_none(), "{name}");
        }
    }
}
