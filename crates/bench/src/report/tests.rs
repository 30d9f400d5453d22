//! A made-up run through every report.

use super::analysis::Analysis;
use super::*;
use crate::measures::Measures;
use crate::statistics::bootstrap::SplitMix64;
use synthetic::{Builder, run};

fn written(records: &[crate::record::Record]) -> tempfile::TempDir {
    let folder = tempfile::TempDir::new().unwrap();
    for (index, record) in records.iter().enumerate() {
        let path = folder.path().join(RAW).join(&record.system).join(format!("{index}.json"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, serde_json::to_string(record).unwrap()).unwrap();
    }
    folder
}

#[test]
fn the_findings_are_written_from_the_data_alone() {
    let text = findings::findings(&Analysis::new(run(3)));
    let (findings, tasks) = text.split_once("## Every task").unwrap();
    insta::assert_snapshot!(findings);
    assert_eq!(tasks.lines().filter(|line| line.starts_with("| ")).count(), 2 + 21, "{tasks}");
    assert!(tasks.contains("Tasks with a score: 21, too few"), "{tasks}");
}

#[test]
fn the_tables_have_a_line_for_every_figure() {
    let analysis = Analysis::new(run(3));
    let tables = tables::tables(&analysis).unwrap();
    let shown: Vec<String> = tables
        .iter()
        .map(|(path, text)| {
            let mut lines = text.lines();
            format!("{path} ({} lines): {}", text.lines().count(), lines.next().unwrap_or(""))
        })
        .collect();
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn a_report_is_the_same_whatever_the_order_of_the_records() {
    let whole = run(2);
    let mut shuffled = whole.records.clone();
    let mut random = SplitMix64(5);
    for at in (1..shuffled.len()).rev() {
        shuffled.swap(at, random.below(at + 1));
    }
    let read = |records: &[crate::record::Record]| {
        let folder = written(records);
        let mut reported = report(folder.path()).unwrap();
        reported.analysis.name = "run".into();
        (findings::findings(&reported.analysis), page::page(&reported.analysis).unwrap())
    };
    assert!(read(&whole.records) == read(&shuffled));
}

#[test]
fn a_report_writes_every_file_into_the_run() {
    let folder = written(&run(1).records);
    let reported = report(folder.path()).unwrap();
    for file in &reported.files {
        assert!(file.starts_with(folder.path()) && file.is_file(), "{}", file.display());
    }
    let page = fs::read_to_string(folder.path().join(PAGE)).unwrap();
    for outside in ["http://", "https://", "src=", "@import", "url("] {
        let found = page.replace("http://www.w3.org/2000/svg", "").contains(outside);
        assert!(!found, "the page needs nothing from outside, but has {outside}");
    }
}

#[test]
fn a_folder_without_records_is_no_run() {
    let folder = tempfile::TempDir::new().unwrap();
    assert!(load(folder.path()).unwrap_err().to_string().contains("is not a run"));
    fs::create_dir(folder.path().join(RAW)).unwrap();
    assert!(load(folder.path()).unwrap_err().to_string().contains("holds no record"));
    fs::write(folder.path().join(RAW).join("a.json"), "{}").unwrap();
    assert!(load(folder.path()).unwrap_err().to_string().contains("a.json is no record"));
}

#[test]
fn names_in_records_cannot_write_into_the_page() {
    let record = Builder::new("<q>", "</script><i>").asks("\"><u>").expects(&["a"]).finds(&["a"]).record();
    let analysis =
        Analysis::new(Run { name: "<run>".into(), records: vec![record], measures: Measures::default() });
    let page = page::page(&analysis).unwrap();
    for raw in ["<q>", "</script><i>", "\"><u>", "<run>"] {
        assert!(!page.contains(raw), "{raw}");
    }
}

#[test]
fn a_fall_below_the_baseline_is_seen() {
    let good = Builder::new("one", "t").expects(&["a", "b"]).finds(&["a", "b"]).record();
    let bad = Builder::new("one", "t").expects(&["a", "b"]).finds(&["a"]).record();
    let analysis = |record| {
        Analysis::new(Run { name: "r".into(), records: vec![record], measures: Measures::default() })
    };
    let baseline = baseline::freeze(&analysis(good.clone()), &["one".into()]).unwrap();
    assert!(baseline::check(&analysis(good), &baseline).iter().all(|one| !one.fell()));
    assert!(baseline::check(&analysis(bad), &baseline).iter().all(baseline::BaselineCheck::fell));
    assert!(
        baseline::freeze(&analysis(Builder::new("x", "t").expects(&["a"]).record()), &["one".into()])
            .is_err()
    );
}

#[test]
fn two_runs_are_compared_on_the_tasks_both_have() {
    let make =
        |task: &str, found: &[&str]| Builder::new("one", task).expects(&["a", "b"]).finds(found).record();
    let analysis = |name: &str, records| {
        Analysis::new(Run { name: name.into(), records, measures: Measures::default() })
    };
    let first = analysis("before", vec![make("t1", &["a"]), make("t2", &["a"])]);
    let second = analysis(
        "after",
        vec![make("t1", &["a", "b"]), make("t3", &[]), Builder::new("two", "t1").expects(&["a"]).record()],
    );
    insta::assert_snapshot!(compare::compare(&first, &second).to_string());
}

/// Run by hand to look at the page: it prints where it was written.
#[test]
#[ignore = "writes a page to look at"]
fn a_page_to_look_at() {
    let path = std::env::temp_dir().join("fathom-report.html");
    fs::write(&path, page::page(&Analysis::new(run(20))).unwrap()).unwrap();
    println!("{}", path.display());
}
