//! A build without the benchmark: `--no-default-features`.

use crate::support::Fixture;

#[test]
fn a_build_without_the_benchmark_has_no_bench_command_and_answers_questions() {
    let fixture = Fixture::empty();
    let refused = fixture.fathom(&["bench", "speed", "."]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("unrecognized subcommand 'bench'"), "{}", refused.stderr);
    let help = fixture.fathom(&["--help"]).stdout;
    assert!(help.contains("context") && !help.contains("bench"), "{help}");

    fixture.write("upload.py", "def retry_upload(job):\n    return job\n");
    let answer = fixture.fathom(&["context", "retry the upload"]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    assert!(answer.stdout.contains("retry_upload"), "{}", answer.stdout);
}
