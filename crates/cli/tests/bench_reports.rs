//! A run's reports come from its records alone, and a fall below the baseline fails.

use crate::support::Fixture;
use serde_json::json;

/// A run of one system and one task that expects `a` and `b`.
fn write_run(fixture: &Fixture, run: &str, found: &[&str]) {
    let found: Vec<_> = found.iter().map(|name| json!({ "name": name })).collect();
    let record = json!({
        "system": "fathom", "version": "0.1.0", "language": "python", "outcome": "answered",
        "task": {
            "id": "shop-1", "repo": "shop", "commit": null, "tier": "easy", "description": "total of a basket",
            "source": "manual", "tags": [],
            "expected": { "symbols": [{ "symbol": "Basket.total" }, { "symbol": "Basket" }] },
        },
        "found": found, "files": [], "tokens": 100,
        "index": { "ms": 10.0, "peak_bytes": null, "disk_bytes": null }, "cold_ms": 5.0, "warm_ms": 1.0,
    });
    fixture.write(&format!("results/{run}/raw/fathom/shop-1.json"), record.to_string());
}

#[test]
fn a_report_is_written_from_records_and_a_fall_below_the_baseline_fails() {
    let fixture = Fixture::plain(&[]);
    write_run(&fixture, "run-1", &["Basket.total", "Basket"]);
    write_run(&fixture, "run-2", &["Basket.total"]);

    let frozen = fixture.fathom(&["bench", "report", "results/run-1", "--freeze"]);
    assert_eq!(frozen.code, 0, "{}", frozen.stderr);
    for file in ["FINDINGS.md", "report.html", "aggregated/overall.csv", "analysis/significance.csv"] {
        assert!(fixture.path(&format!("results/run-1/{file}")).is_file(), "{file}");
    }
    assert!(
        fixture
            .read("results/run-1/FINDINGS.md")
            .contains("fathom was measured alone: mean strict R@10: 1.000")
    );

    let held = fixture.fathom(&["bench", "report", "results/run-1"]);
    assert_eq!(held.code, 0, "{}", held.stdout);
    let fell = fixture.fathom(&["bench", "report", "results/run-2"]);
    assert_eq!(fell.code, 1, "{}", fell.stdout);
    assert!(fell.stdout.contains("FELL  fathom strict R@10: 0.5000, frozen 1.0000"), "{}", fell.stdout);

    let compared = fixture.fathom(&["bench", "compare", "results/run-1", "results/run-2"]);
    assert_eq!(compared.code, 0, "{}", compared.stderr);
    assert!(compared.stdout.contains("run-1 -> run-2") && compared.stdout.contains("shop/shop-1"));
}

#[test]
fn a_folder_that_is_no_run_is_an_error_that_names_it() {
    let fixture = Fixture::plain(&[("README.md", "no run\n")]);
    let answer = fixture.fathom(&["bench", "report", "."]);
    assert_eq!(answer.code, 2);
    assert!(answer.stderr.contains("is not a run: it has no folder `raw`"), "{}", answer.stderr);
}

#[test]
fn labels_of_two_people_are_compared_and_a_broken_task_names_its_field() {
    let fixture = Fixture::plain(&[]);
    let task = |labels: &str| {
        format!("id: a\nrepo: shop\ntier: easy\ndescription: d\nsource: manual\nground_truth: [{labels}]\n")
    };
    fixture.write("one/a.yaml", task("Basket, pay"));
    fixture.write("two/a.yaml", task("Basket, Order"));
    fixture.write("broken/a.yaml", task("Basket").replace("easy", "huge"));
    let nowhere = ["--checkouts", "none"];
    let agreement = fixture.fathom(&[&["bench", "agreement", "one", "two"][..], &nowhere].concat());
    assert_eq!(agreement.code, 0, "{}", agreement.stderr);
    assert!(agreement.stdout.contains("over what either labelled"), "{}", agreement.stdout);
    assert!(agreement.stdout.contains("a: only the second has Order (open)"), "{}", agreement.stdout);

    let unchecked = fixture.fathom(&[&["bench", "validate", "one"][..], &nowhere].concat());
    assert_eq!(unchecked.code, 1, "{}", unchecked.stdout);
    assert!(unchecked.stdout.contains("not checked: shop"), "{}", unchecked.stdout);

    let broken = fixture.fathom(&[&["bench", "validate", "broken"][..], &nowhere].concat());
    assert_eq!(broken.code, 2);
    assert!(broken.stderr.contains("broken/a.yaml: field `tier`: `huge` is none of"), "{}", broken.stderr);
}
