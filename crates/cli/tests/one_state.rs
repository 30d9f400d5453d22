//! An answer is of one state of the files, whatever happens to them meanwhile.

use crate::support::Fixture;
use serde_json::Value;
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

fn notes(answer: &Value) -> String {
    answer["index"]["notes"].to_string()
}

#[test]
fn an_index_as_it_is_shows_no_code_of_a_file_that_changed() {
    let fixture = Fixture::courier();
    fixture.json(&["index"]);
    let text = fixture.read("courier/client.py");
    fixture.write("courier/client.py", format!("def above():\n    pass\n\n\n{text}"));
    let answer = fixture.json(&["show", "Client.send", "--as-is"]);
    assert!(answer["code"].is_null(), "{}", answer["code"]);
    assert!(notes(&answer).contains("courier/client.py has changed since it was indexed"), "{answer}");
    assert_eq!(answer["index"]["stale_files"], 1);
    let answer = fixture.json(&["context", "send a parcel", "--as-is"]);
    assert!(notes(&answer).contains("courier/client.py has changed"), "{answer}");
    for symbol in answer["symbols"].as_array().unwrap() {
        assert!(symbol["path"] != "courier/client.py" || symbol["code"].is_null(), "{symbol}");
    }
    let answer = fixture.json(&["show", "Client.send"]);
    assert!(answer["code"].as_str().unwrap().starts_with("    def send(self, parcel):"));
    assert!(answer["index"]["notes"].is_null());
}

#[cfg(unix)]
#[test]
fn an_index_as_it_is_reads_no_file_that_became_a_link_or_a_fifo() {
    let fixture = Fixture::courier();
    fixture.json(&["index"]);
    let file = fixture.path("courier/client.py");
    let secret = fixture.beside("secret.py");
    fs::rename(&file, &secret).unwrap();
    fs::write(&secret, "TOKEN = 1\n".repeat(40)).unwrap();
    std::os::unix::fs::symlink(&secret, &file).unwrap();
    assert!(fixture.json(&["show", "Client.send", "--as-is"])["code"].is_null());
    fs::remove_file(&file).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&file).status().unwrap().success());
    assert!(fixture.json(&["show", "Client.send", "--as-is"])["code"].is_null());
    fs::remove_file(&file).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &file).unwrap();
    assert!(fixture.json(&["show", "Client.send", "--as-is"])["code"].is_null());
}

#[test]
fn no_snapshot_is_taken_while_git_writes() {
    let fixture = Fixture::courier();
    let lock = fixture.path(".git/index.lock");
    fs::write(&lock, "").unwrap();
    let answer = fixture.fathom(&["symbols", "Client"]);
    assert_eq!(answer.code, 2, "there is no index to answer from");
    assert!(answer.stderr.contains("index.lock"), "{}", answer.stderr);
    fs::remove_file(&lock).unwrap();
    fixture.json(&["index"]);

    fs::write(&lock, "").unwrap();
    fixture.write("courier/new.py", "def brand_new(): pass\n");
    let answer = fixture.json(&["symbols", "brand_new"]);
    assert_ne!(answer["exact"], true);
    assert_eq!(answer["index"]["stale_files"], 1);
    assert!(notes(&answer).contains("as it was"), "{answer}");
    let indexed = fixture.json(&["index"]);
    assert!(indexed["notes"].to_string().contains("as it was"), "{indexed}");

    let file = fs::File::options().write(true).open(&lock).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_mins(10)).unwrap();
    let answer = fixture.json(&["symbols", "brand_new"]);
    assert_eq!(answer["exact"], true, "a lock that was left over");
    assert!(answer["index"]["notes"].is_null());
}

#[test]
fn an_answer_waits_for_git_to_end() {
    let fixture = Fixture::courier();
    fixture.json(&["index"]);
    let lock = fixture.path(".git/index.lock");
    fs::write(&lock, "").unwrap();
    let child = fixture.start(&["symbols", "brand_new", "--json"]);
    std::thread::sleep(Duration::from_millis(300));
    fixture.write("courier/new.py", "def brand_new(): pass\n");
    fs::remove_file(&lock).unwrap();
    let output = child.wait_with_output().unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["exact"], true);
}

/// Switches between two branches while questions are asked; every answer is of one of them.
#[test]
fn answers_while_branches_are_switched_are_of_one_branch() {
    let fixture = Fixture::empty();
    fixture.git(&["init", "--quiet"]);
    let mut commits = Vec::new();
    for branch in ["one", "two"] {
        fixture.git(&["checkout", "--quiet", "--orphan", branch]);
        let above = if branch == "two" { "# moved\n".repeat(9) } else { String::new() };
        for file in 0..60 {
            let text = format!("{above}def of_{file}():\n    return \"{branch}\"\n");
            fixture.write(&format!("m{file}.py"), text);
        }
        commits.push((fixture.commit(branch), branch));
    }
    fixture.json(&["index"]);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let _end = StopOnDrop(&stop);
        scope.spawn(|| {
            let mut turn = 0;
            while !stop.load(Ordering::Relaxed) {
                fixture.git(&["checkout", "--quiet", commits[turn % 2].1]);
                turn += 1;
            }
        });
        for question in 0..12 {
            let symbol = format!("of_{}", question * 5);
            let answer = fixture.json(&["show", &symbol]);
            let commit = answer["index"]["commit"].as_str();
            let branch = commits.iter().find(|(id, _)| Some(id.as_str()) == commit).unwrap().1;
            let Some(code) = answer["code"].as_str() else {
                assert!(notes(&answer).contains("has changed"), "{answer}");
                continue;
            };
            assert!(code.starts_with(&format!("def {symbol}():")), "{code}");
            if answer["index"]["dirty"] == false {
                assert!(code.contains(branch), "{branch}: {code}");
            }
        }
    });
}

/// Ends the other thread, also where a question fails.
struct StopOnDrop<'s>(&'s AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
