//! Definitions that only some builds have.

use crate::repository;
use expect_test::expect;

#[test]
fn go_names_lead_to_the_definitions_that_are_compiled_with_them() {
    let repository = repository(&[
        ("go.mod", "module example.com/poll\n\ngo 1.22\n"),
        ("poll/poll.go", "package poll\n\nfunc Run() {\n\tp := open()\n\tp.wait()\n}\n"),
        (
            "poll/poll_linux.go",
            "package poll\n\ntype poller struct{}\n\nfunc open() *poller { return check() }\n\nfunc (p *poller) wait() {}\n",
        ),
        (
            "poll/poll_other.go",
            "// Other systems.\n\n//go:build !linux\n\npackage poll\n\ntype poller struct{}\n\nfunc open() *poller { return check() }\n\nfunc (p *poller) wait() {}\n",
        ),
        ("poll/check_unix.go", "//go:build unix\n\npackage poll\n\nfunc check() *poller { return nil }\n"),
        ("poll/check_windows.go", "package poll\n\nfunc check() *poller { return nil }\n"),
    ]);
    expect![[r#"
        poll/poll.go::Run calls poll/poll_linux.go::open [exact:4]
        poll/poll.go::Run calls poll/poll_linux.go::poller.wait [exact:5]
        poll/poll.go::Run calls poll/poll_other.go::open [exact:4]
        poll/poll.go::Run calls poll/poll_other.go::poller.wait [exact:5]
        poll/poll_linux.go::open calls poll/check_unix.go::check [exact:5]
        poll/poll_other.go::open calls poll/check_unix.go::check [exact:9]
        poll/poll_other.go::open calls poll/check_windows.go::check [exact:9]
    "#]]
    .assert_eq(&repository.calls());
}

#[test]
fn a_go_file_for_one_tag_does_not_call_into_files_for_its_absence() {
    let repository = repository(&[
        ("go.mod", "module example.com/log\n\ngo 1.22\n"),
        ("json.go", "//go:build !binary\n\npackage log\n\nfunc add() {}\n"),
        ("cbor.go", "//go:build binary\n\npackage log\n\nfunc add() {}\n"),
        ("cbor_more.go", "//go:build binary\n\npackage log\n\nfunc More() { add() }\n"),
        ("log.go", "package log\n\nfunc Log() { add() }\n\nfunc Write() { enc.put() }\n"),
        (
            "enc_cbor.go",
            "//go:build binary\n\npackage log\n\ntype cbor struct{}\n\nfunc (c cbor) put() {}\n\nvar enc = cbor{}\n",
        ),
        (
            "enc_json.go",
            "//go:build !binary\n\npackage log\n\ntype json struct{}\n\nfunc (j json) put() {}\n\nvar enc = json{}\n",
        ),
    ]);
    expect![[r#"
        cbor_more.go::More calls cbor.go::add [exact:5]
        enc_cbor.go::enc creates enc_cbor.go::cbor [exact:9]
        enc_json.go::enc creates enc_json.go::json [exact:9]
        log.go::Log calls cbor.go::add [exact:3]
        log.go::Log calls json.go::add [exact:3]
        log.go::Write calls enc_json.go::json.put [exact:5]
    "#]]
    .assert_eq(&repository.calls());
}
