//! `fathom bench run` asks every system every task, and nothing stops it.

use crate::support::{Lab, PLACES, record};
use std::fs;

#[test]
fn every_answer_is_written_down_with_what_it_cost() {
    let lab = Lab::new();
    let (answer, run) = lab.run(&["--tasks", "tasks"]);
    assert!(answer.stdout.contains("2 answers written"), "{}", answer.stdout);
    let record = record(&run, "fathom", "courier-1");
    assert_eq!(record["outcome"], "answered");
    assert_eq!(record["language"], "python");
    assert_eq!(record["task"]["expected"]["symbols"][0]["symbol"], "RetryPolicy.delay");
    let names: Vec<&str> =
        record["found"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"RetryPolicy.delay"), "{names:?}");
    assert!(record["files"].as_array().unwrap().contains(&"courier/retry.py".into()), "{}", record["files"]);
    for cost in ["/tokens", "/cold_ms", "/warm_ms", "/index/ms", "/index/disk_bytes"] {
        assert!(record.pointer(cost).unwrap().as_f64().unwrap() > 0.0, "{cost}: {record}");
    }
    assert!(run.join("FINDINGS.md").is_file() && run.join("report.html").is_file());
}

#[test]
fn a_manifest_records_what_ran_and_names_no_path_of_the_machine() {
    let lab = Lab::new();
    let tasks = lab.path("tasks");
    let (_, run) = lab.run(&["--tasks", tasks.to_str().unwrap()]);
    let text = fs::read_to_string(run.join("manifest.json")).unwrap();
    assert!(!text.contains(lab.path("").to_str().unwrap()), "{text}");
    let manifest: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(manifest["repositories"][0]["commit"], lab.second.as_str());
    assert_eq!(manifest["systems"][0]["name"], "fathom");
    assert!(manifest["machine"]["cores"].as_u64().unwrap() > 0);
    assert!(manifest["command"].as_str().unwrap().starts_with("fathom bench run --systems fathom"));
}

#[test]
fn systems_work_in_copies_and_the_checkout_stays_clean() {
    let lab = Lab::new();
    lab.bench(&[
        "corpus",
        "sync",
        "--corpus",
        "corpus.yaml",
        "--mirror",
        "mirror",
        "--checkouts",
        "checkouts",
    ]);
    lab.run(&["--tasks", "tasks"]);
    let verified = lab.bench(&["corpus", "verify", "--corpus", "corpus.yaml", "--checkouts", "checkouts"]);
    assert_eq!(verified.code, 0, "{}", verified.stdout);
    let written =
        crate::support::git_in(&lab.path("checkouts/courier"), &["status", "--porcelain", "--ignored"]);
    assert_eq!(written, "");
}

#[test]
fn a_run_that_was_interrupted_goes_on_where_it_stopped() {
    let lab = Lab::new();
    let (_, run) = lab.run(&["--tasks", "tasks"]);
    let kept = run.join("raw/fathom/courier-1.json");
    let before = fs::read(&kept).unwrap();
    // One answer is missing, the other is whole.
    fs::remove_file(run.join("raw/fathom/courier-2.json")).unwrap();
    let folder = run.to_str().unwrap();
    let resumed = lab.bench(&[&["run", "--resume", folder, "--tasks", "tasks"], &PLACES[..]].concat());
    assert_eq!(resumed.code, 0, "{}", resumed.stderr);
    assert!(resumed.stdout.contains("1 answers written, 1 were there already"), "{}", resumed.stdout);
    assert_eq!(fs::read(&kept).unwrap(), before);

    // Half an answer is none.
    fs::write(&kept, &before[..before.len() / 2]).unwrap();
    let resumed = lab.bench(&[&["run", "--resume", folder, "--tasks", "tasks"], &PLACES[..]].concat());
    assert!(resumed.stdout.contains("1 answers written, 1 were there already"), "{}", resumed.stdout);
    assert_eq!(record(&run, "fathom", "courier-1")["outcome"], "answered");
}

#[cfg(unix)]
#[test]
fn an_interruption_ends_in_good_order_and_nothing_is_lost() {
    let lab = Lab::new();
    for number in 0..40 {
        let task = format!(
            "id: more-{number:02}\nrepo: courier\ntier: easy\ndescription: send parcel {number} again\n\
             source: manual\nground_truth: [Client.send]\n"
        );
        fs::write(lab.path(&format!("tasks/more-{number:02}.yaml")), task).unwrap();
    }
    let temporary = lab.path("temporary");
    fs::create_dir(&temporary).unwrap();
    let arguments = [&["bench", "run", "--systems", "fathom", "--tasks", "tasks"], &PLACES[..]].concat();
    let running = std::process::Command::new(assert_cmd::cargo::cargo_bin!("fathom"))
        .args(&arguments)
        .current_dir(lab.path(""))
        .env("TMPDIR", &temporary)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let answers = || {
        let raw = lab.path("results").read_dir().ok()?.next()?.ok()?.path().join("raw/fathom");
        let names = raw.read_dir().ok()?.map(|entry| entry.unwrap().file_name());
        Some(names.filter(|name| name.to_string_lossy().ends_with(".json")).count())
    };
    while answers().unwrap_or(0) == 0 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let pid = running.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let ended = running.wait_with_output().unwrap();
    let messages = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(2), "{messages}");
    assert!(messages.contains("--resume") && messages.contains("interrupted"), "{messages}");
    assert!(answers().unwrap() < 42);
    assert_eq!(temporary.read_dir().unwrap().count(), 0, "what systems worked in is gone");

    let run = lab.last_run();
    let resume = ["run", "--resume", run.to_str().unwrap(), "--tasks", "tasks"];
    let resumed = lab.bench(&[&resume[..], &PLACES[..]].concat());
    assert_eq!(resumed.code, 0, "{}", resumed.stderr);
    assert_eq!(answers(), Some(42));
}

#[test]
fn a_system_that_is_late_is_written_down_as_late() {
    let lab = Lab::new();
    let (_, run) = lab.run(&["--tasks", "tasks", "--limit-seconds", "0"]);
    let record = record(&run, "fathom", "courier-1");
    assert_eq!((record["outcome"].as_str(), record["step"].as_str()), (Some("timed_out"), Some("indexing")));
}

#[cfg(unix)]
#[test]
fn a_system_that_cannot_be_installed_does_not_stop_the_run() {
    let lab = Lab::new();
    // A PATH with git on it and no installer.
    let programs = lab.path("programs");
    fs::create_dir(&programs).unwrap();
    let found = std::env::var_os("PATH").unwrap();
    let git = std::env::split_paths(&found).map(|one| one.join("git")).find(|one| one.is_file()).unwrap();
    std::os::unix::fs::symlink(git, programs.join("git")).unwrap();
    let arguments = [&["run", "--systems", "gortex,fathom", "--tasks", "tasks"], &PLACES[..]].concat();
    let answer = lab.bench_with(&arguments, &[("PATH", programs.to_str().unwrap())]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    assert!(answer.stderr.contains("gortex: not installed: cannot start go"), "{}", answer.stderr);
    let run = lab.last_run();
    assert_eq!(record(&run, "gortex", "courier-1")["outcome"], "not_installed");
    assert_eq!(record(&run, "fathom", "courier-1")["outcome"], "answered");
}

#[test]
fn a_task_about_an_unknown_repository_is_left_out_for_all_systems() {
    let lab = Lab::new();
    let stray =
        "id: stray\nrepo: nowhere\ntier: easy\ndescription: find it\nsource: manual\nground_truth: [a]\n";
    fs::write(lab.path("tasks/stray.yaml"), stray).unwrap();
    let (answer, run) = lab.run(&["--tasks", "tasks"]);
    assert!(answer.stdout.contains("1 tasks left out"), "{}", answer.stdout);
    assert!(answer.stderr.contains("the corpus has no repository `nowhere`"), "{}", answer.stderr);
    assert!(!run.join("raw/fathom/stray.json").exists());
}

#[test]
fn an_issue_is_asked_at_its_own_commit() {
    let lab = Lab::new();
    let issue = serde_json::json!({
        "id": "parcels__courier-7", "repo": "parcels/courier", "base_commit": lab.first,
        "created_at": "2024-05-06T07:08:09Z", "text": "Failed requests wait too long before they are sent again",
        "changed": {"courier/retry.py": [[9, 9]]}, "changed_tests": {},
        "fail_to_pass": [], "pass_to_pass": [],
    });
    fs::write(lab.path("issues.jsonl"), format!("{issue}\n")).unwrap();
    let (_, run) = lab.run(&["--issues", "issues.jsonl"]);
    let record = record(&run, "fathom", "parcels__courier-7");
    assert_eq!(record["outcome"], "answered");
    assert_eq!(record["task"]["changed"][0]["symbol"], "RetryPolicy.__init__");
    assert!(record["files"].as_array().unwrap().contains(&"courier/retry.py".into()), "{}", record["files"]);
}

#[test]
fn an_unknown_system_is_refused_before_anything_is_made() {
    let lab = Lab::new();
    let trial = ["trial", "staleness", "--repos", "courier"];
    for command in [&["run", "--tasks", "tasks"][..], &trial] {
        let arguments = [command, &["--systems", "fathom,oracle"], &PLACES[..]].concat();
        let answer = lab.bench(&arguments);
        assert_eq!(answer.code, 2);
        assert!(
            answer.stderr.contains("there is no system `oracle`; there are fathom, fathom+concepts"),
            "{}",
            answer.stderr
        );
        for folder in ["results", "checkouts", "tools"] {
            assert!(!lab.path(folder).exists(), "{command:?} made {folder}");
        }
    }
}

#[test]
fn a_misspelt_name_is_refused_with_the_one_that_was_meant() {
    let lab = Lab::new();
    for (arguments, words) in [
        (&["--systems", "fatom"][..], "there is no system `fatom`; did you mean `fathom`?"),
        (
            &["--systems", "fathom", "--repos", "courier,curier"],
            "there is no task about the repository `curier`; did you mean `courier`?",
        ),
        (&["--systems", "fathom", "--tasks", "nowhere"], "nowhere"),
    ] {
        let tasks: &[&str] = if arguments.contains(&"--tasks") { &[] } else { &["--tasks", "tasks"] };
        let answer = lab.bench(&[&["run"][..], arguments, tasks, &PLACES[..]].concat());
        assert_eq!(answer.code, 2, "{arguments:?}: {}", answer.stdout);
        assert!(answer.stderr.contains(words), "{arguments:?}: {}", answer.stderr);
        for folder in ["results", "checkouts", "tools"] {
            assert!(!lab.path(folder).exists(), "{arguments:?} made {folder}");
        }
    }
}
