//! Folders of labelled tasks, one YAML file each.
//!
//! Fields are read one by one, not as a whole, so that an error names the
//! field. Unknown fields are kept by name for `validate` to report:
//! a corpus from elsewhere must load.

use super::{Confidence, Expected, Label, Source, Task, TaskError, Tier};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Files in a folder of tasks that hold no task.
const NO_TASKS: [&str; 3] = ["corpus", "repos", "versions"];
/// Fields this module reads.
const KNOWN: [&str; 18] = [
    "id",
    // The public fixture writes `task`, `difficulty` and `commit`.
    "task",
    "difficulty",
    "commit",
    "repo",
    "tier",
    "description",
    "source",
    "source_ref",
    "ground_truth",
    "tags",
    "notes",
    "labeler",
    "verifier",
    "agreement",
    "disputes",
    "open",
    "paraphrases",
];

/// A label that two people saw differently, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "RecordedDispute")]
pub struct Dispute {
    /// The symbol.
    pub symbol: String,
    /// How it was settled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolution: Option<String>,
}

/// A dispute as files record it: with words, or with whether the label was kept.
#[derive(Deserialize)]
struct RecordedDispute {
    symbol: String,
    resolution: Option<String>,
    kept: Option<bool>,
}

impl From<RecordedDispute> for Dispute {
    fn from(recorded: RecordedDispute) -> Dispute {
        let RecordedDispute { symbol, resolution, kept } = recorded;
        let verdict = kept.map(|kept| if kept { "kept" } else { "dropped" }.to_owned());
        Dispute { symbol, resolution: resolution.or(verdict) }
    }
}

/// A task and how its labels came about.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelledTask {
    /// The task.
    pub task: Task,
    /// The file, relative to the folder that was loaded.
    pub file: String,
    /// What the task was made from: a commit, an issue.
    pub source_ref: Option<String>,
    /// Remarks for people.
    pub notes: Option<String>,
    /// Who labelled it.
    pub labeler: Option<String>,
    /// Who labelled it again.
    pub verifier: Option<String>,
    /// How well the two agreed.
    pub agreement: Option<f64>,
    /// The labels they disagreed on.
    pub disputes: Vec<Dispute>,
    /// Symbols of which the labeller was not sure; they are not labels.
    pub open: Vec<String>,
    /// Warnings: unknown fields, unknown sources.
    pub remarks: Vec<String>,
}

impl LabelledTask {
    /// Whether the words have yet to be read from the commit that `source_ref`
    /// names: a mined task stores no text of the repository it came from.
    pub fn is_mined(&self) -> bool {
        self.task.source == Source::Commit && self.task.description.is_empty()
    }

    /// The expected symbols as labelled.
    pub fn labels(&self) -> &[Label] {
        match &self.task.expected {
            Expected::Symbols(labels) => labels,
            Expected::Change(_) => &[],
        }
    }
}

/// All tasks below a folder, or the one in a file, in order of their paths.
pub fn load(folder: &Path) -> Result<Vec<LabelledTask>, TaskError> {
    let mut files = Vec::new();
    collect(folder, &mut files)?;
    let mut tasks: Vec<LabelledTask> = Vec::with_capacity(files.len());
    let mut places: BTreeMap<String, String> = BTreeMap::new();
    for file in files {
        let text = fs::read_to_string(&file)
            .map_err(|source| TaskError::Unreadable { path: file.clone(), source })?;
        let place = file.display().to_string();
        let mut task = parse(&text, &place)?;
        task.file = file.strip_prefix(folder).unwrap_or(&file).display().to_string().replace('\\', "/");
        if let Some(first) = places.insert(task.task.id.clone(), place.clone()) {
            return Err(TaskError::Twice { id: task.task.id, first, second: place });
        }
        tasks.push(task);
    }
    if tasks.is_empty() {
        return Err(TaskError::None(folder.to_owned()));
    }
    Ok(tasks)
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), TaskError> {
    let refuse = |source| TaskError::Unreadable { path: path.to_owned(), source };
    if path.is_file() {
        files.push(path.to_owned());
        return Ok(());
    }
    let mut entries: Vec<PathBuf> = fs::read_dir(path)
        .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect())
        .map_err(refuse)?;
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            collect(&entry, files)?;
        } else if is_task(&entry) {
            files.push(entry);
        }
    }
    Ok(())
}

fn is_task(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("");
    matches!(ending, Some("yaml" | "yml")) && !NO_TASKS.contains(&stem)
}

/// One task; `place` names the text in errors.
pub fn parse(text: &str, place: &str) -> Result<LabelledTask, TaskError> {
    let value: Value = serde_saphyr::from_str(text)
        .map_err(|error| TaskError::Malformed { place: place.to_owned(), reason: error.to_string() })?;
    let Value::Object(map) = value else {
        let reason = "expected fields such as `id: …` at the top".to_owned();
        return Err(TaskError::Malformed { place: place.to_owned(), reason });
    };
    let fields = Fields { map, place };
    let mut remarks: Vec<String> = fields
        .map
        .keys()
        .filter(|key| !KNOWN.contains(&key.as_str()))
        .map(|key| format!("field `{key}` is not known and was passed over"))
        .collect();
    let (source, remark) = source(&fields.text("source")?);
    remarks.extend(remark);
    let source_ref = fields.optional("source_ref")?;
    // A mined task keeps only the commit; words and labels stay in the repository.
    let mined = source == Source::Commit && source_ref.is_some();
    let description = if mined {
        fields.optional("description")?.unwrap_or_default()
    } else {
        fields.text(fields.either("description", "task"))?
    };
    let labels = fields.labels()?;
    if labels.is_empty() && !mined {
        return Err(fields.wrong("ground_truth", "holds no label; a task without one cannot be judged"));
    }
    Ok(LabelledTask {
        task: Task {
            id: fields.text("id")?,
            repo: fields.text("repo")?,
            commit: fields.optional("commit")?,
            tier: fields.tier()?,
            description,
            source,
            expected: Expected::Symbols(labels),
            tags: fields.optional("tags")?.unwrap_or_default(),
            changed: Vec::new(),
        },
        file: place.to_owned(),
        source_ref,
        notes: fields.optional("notes")?,
        labeler: fields.optional("labeler")?,
        verifier: fields.optional("verifier")?,
        agreement: fields.optional("agreement")?,
        disputes: fields.disputes()?,
        open: fields.optional("open")?.unwrap_or_default(),
        remarks,
    })
}

/// Other corpora have words of their own for where a task comes from; that
/// changes nothing in how it is asked.
fn source(word: &str) -> (Source, Option<String>) {
    match word {
        "manual" => (Source::Manual, None),
        "commit" => (Source::Commit, None),
        "issue" | "swe-bench" => (Source::Issue, None),
        "synthetic" => (Source::Synthetic, None),
        other => {
            let remark = format!(
                "field `source`: `{other}` is none of manual, commit, issue, synthetic; taken as manual"
            );
            (Source::Manual, Some(remark))
        }
    }
}

struct Fields<'p> {
    map: Map<String, Value>,
    place: &'p str,
}

impl Fields<'_> {
    fn wrong(&self, field: impl Into<String>, reason: impl Into<String>) -> TaskError {
        TaskError::Field { place: self.place.to_owned(), field: field.into(), reason: reason.into() }
    }

    fn optional<T: DeserializeOwned>(&self, field: &str) -> Result<Option<T>, TaskError> {
        match self.map.get(field) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => serde_json::from_value(value.clone())
                .map(Some)
                .map_err(|error| self.wrong(field, error.to_string())),
        }
    }

    fn text(&self, field: &str) -> Result<String, TaskError> {
        let text: String = self.optional(field)?.ok_or_else(|| self.wrong(field, "is missing"))?;
        if text.trim().is_empty() {
            return Err(self.wrong(field, "is empty"));
        }
        Ok(text)
    }

    /// Of two names of a field, the one that is there.
    fn either<'f>(&self, name: &'f str, other: &'f str) -> &'f str {
        if self.map.contains_key(name) || !self.map.contains_key(other) { name } else { other }
    }

    fn tier(&self) -> Result<Tier, TaskError> {
        let field = self.either("tier", "difficulty");
        match self.text(field)?.as_str() {
            "easy" => Ok(Tier::Easy),
            "medium" => Ok(Tier::Medium),
            "hard" => Ok(Tier::Hard),
            other => Err(self.wrong(field, format!("`{other}` is none of easy, medium, hard"))),
        }
    }

    fn list(&self, field: &str) -> Result<Vec<Value>, TaskError> {
        Ok(self.optional(field)?.unwrap_or_default())
    }

    fn labels(&self) -> Result<Vec<Label>, TaskError> {
        let list = self.list("ground_truth")?;
        let labels = list.into_iter().enumerate().map(|(index, value)| {
            let field = format!("ground_truth[{index}]");
            let label = match value {
                Value::String(symbol) => Label { symbol, confidence: Confidence::High, reason: None },
                Value::Object(_) => {
                    serde_json::from_value(value).map_err(|error| self.wrong(&field, error.to_string()))?
                }
                other => {
                    return Err(self.wrong(
                        field,
                        format!("expected a name or {{symbol, confidence, reason}}, found {other}; a name such as `null` needs quotes"),
                    ));
                }
            };
            if label.symbol.trim().is_empty() {
                return Err(self.wrong(field, "is empty"));
            }
            Ok(label)
        });
        labels.collect()
    }

    fn disputes(&self) -> Result<Vec<Dispute>, TaskError> {
        let list = self.list("disputes")?;
        let disputes = list.into_iter().enumerate().map(|(index, value)| match value {
            Value::String(symbol) => Ok(Dispute { symbol, resolution: None }),
            other => serde_json::from_value(other)
                .map_err(|error| self.wrong(format!("disputes[{index}]"), error.to_string())),
        });
        disputes.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = "
id: shop-easy-001
repo: shop
tier: easy
description: Add a discount to the basket
source: issue
source_ref: '#12'
ground_truth:
- Basket.total
- symbol: Discount
  confidence: MEDIUM
  reason: the type that is added
tags: [basket]
notes: none
labeler: a
verifier: b
agreement: 0.8
disputes:
- symbol: Basket
  resolution: left out, its method says it
- Price
";

    #[test]
    fn a_task_is_read_with_all_its_fields() {
        let labelled = parse(WHOLE, "a.yaml").unwrap();
        assert_eq!(labelled.task.tier, Tier::Easy);
        assert_eq!(labelled.task.source, Source::Issue);
        assert_eq!(labelled.source_ref.as_deref(), Some("#12"));
        let labels = labelled.labels();
        assert_eq!((labels[0].symbol.as_str(), labels[0].confidence), ("Basket.total", Confidence::High));
        assert_eq!((labels[1].symbol.as_str(), labels[1].confidence), ("Discount", Confidence::Medium));
        assert_eq!(labels[1].reason.as_deref(), Some("the type that is added"));
        assert_eq!(labelled.agreement, Some(0.8));
        assert_eq!(labelled.disputes[1], Dispute { symbol: "Price".into(), resolution: None });
        assert!(labelled.remarks.is_empty());
    }

    #[test]
    fn the_public_fixture_loads_without_a_remark() {
        let text = WHOLE
            .replace("tier:", "difficulty:")
            .replace("description:", "task:")
            .replace("repo: shop\n", "repo: shop\ncommit: 0123abc\n");
        let labelled = parse(&text, "a.yaml").unwrap();
        assert!(labelled.remarks.is_empty(), "{:?}", labelled.remarks);
        assert_eq!(labelled.task.commit.as_deref(), Some("0123abc"));
        assert_eq!(labelled.task.description, "Add a discount to the basket");
        let error = parse(&text.replace("easy\n", "huge\n"), "a.yaml").unwrap_err().to_string();
        assert!(error.contains("field `difficulty`"), "{error}");
    }

    #[test]
    fn an_error_names_file_and_field() {
        let cases = [
            ("tier: easy", "tier: huge", "a.yaml: field `tier`: `huge` is none of easy, medium, hard"),
            ("tier: easy", "", "a.yaml: field `tier`: is missing"),
            ("id: shop-easy-001", "id: ''", "a.yaml: field `id`: is empty"),
            (
                "- Basket.total",
                "- 12",
                "a.yaml: field `ground_truth[0]`: expected a name or {symbol, confidence, reason}, found 12; a name such as `null` needs quotes",
            ),
            (
                "confidence: MEDIUM",
                "confidence: LOW",
                "a.yaml: field `ground_truth[1]`: unknown variant `LOW`, expected `HIGH` or `MEDIUM`",
            ),
            ("agreement: 0.8", "agreement: [1]", "a.yaml: field `agreement`: invalid type"),
            (
                "tags: [basket]",
                "tags: basket",
                "a.yaml: field `tags`: invalid type: string \"basket\", expected a sequence",
            ),
        ];
        for (from, to, expected) in cases {
            let error = parse(&WHOLE.replace(from, to), "a.yaml").unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn text_that_is_no_yaml_names_the_file() {
        let error = parse("a: [", "a.yaml").unwrap_err().to_string();
        assert!(error.starts_with("a.yaml: "), "{error}");
        assert!(parse("- 1", "a.yaml").is_err());
    }

    #[test]
    fn unknown_fields_are_reported_and_skipped() {
        let text = WHOLE.replace("source: issue", "source: rumour").replace("notes:", "note:");
        let labelled = parse(&text, "a.yaml").unwrap();
        assert_eq!(labelled.task.source, Source::Manual);
        assert_eq!(labelled.remarks.len(), 2);
    }

    #[test]
    fn a_dispute_is_settled_in_words_or_by_whether_the_label_was_kept() {
        let dispute = |text: &str| serde_saphyr::from_str::<Dispute>(text).unwrap().resolution;
        assert_eq!(
            dispute("{symbol: a, by: first, kept: false, reason: unchanged}").as_deref(),
            Some("dropped")
        );
        assert_eq!(dispute("{symbol: a, resolution: kept}").as_deref(), Some("kept"));
        assert_eq!(dispute("{symbol: a}"), None);
    }

    #[test]
    fn a_mined_task_needs_only_its_commit() {
        let text = "id: a\nrepo: b\ntier: easy\nsource: commit\nsource_ref: 0123abc\n";
        let labelled = parse(text, "a.yaml").unwrap();
        assert!(labelled.is_mined());
        assert!(labelled.labels().is_empty());
        assert!(parse(&text.replace("source_ref: 0123abc\n", ""), "a.yaml").is_err());
    }

    #[test]
    fn a_folder_is_read_in_order_and_each_id_is_taken_once() {
        let folder = tempfile::TempDir::new().unwrap();
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("shop/hard/b.yaml", &WHOLE.replace("001", "002"));
        write("shop/easy/a.yml", WHOLE);
        write("corpus.yaml", "repos: []\n");
        write("shop/notes.md", "# not a task\n");
        let tasks = load(folder.path()).unwrap();
        let files: Vec<&str> = tasks.iter().map(|task| task.file.as_str()).collect();
        assert_eq!(files, ["shop/easy/a.yml", "shop/hard/b.yaml"]);

        write("shop/medium/c.yaml", WHOLE);
        let error = load(folder.path()).unwrap_err().to_string();
        assert!(error.contains("medium/c.yaml: field `id`: `shop-easy-001` is taken by"), "{error}");
    }

    #[test]
    fn an_empty_folder_is_an_error() {
        let folder = tempfile::TempDir::new().unwrap();
        assert!(matches!(load(folder.path()), Err(TaskError::None(_))));
        assert!(matches!(load(&folder.path().join("gone")), Err(TaskError::Unreadable { .. })));
    }
}
