//! `fathom mcp` with other people's clients. `cargo xtask test` installs them and runs these tests;
//! the scripts are in `tests/clients/`.

use crate::support::Fixture;
use std::path::PathBuf;
use std::process::Command;

/// Where `cargo xtask test` has installed the clients.
fn clients() -> PathBuf {
    let folder = std::env::var_os("FATHOM_MCP_CLIENTS");
    PathBuf::from(folder.expect("FATHOM_MCP_CLIENTS names the folder of the clients; run `cargo xtask test`"))
}

/// Runs a client on the courier repository; gives what it prints.
fn run(program: &str, arguments: &[&str], after: &[&str]) -> String {
    let fixture = Fixture::courier();
    let fathom = assert_cmd::cargo::cargo_bin!("fathom");
    let output = Command::new(clients().join(program))
        .args(arguments)
        .arg(fathom)
        .args(after.iter().map(|argument| argument.replace("FOLDER", fixture.root().to_str().unwrap())))
        .current_dir(if after.contains(&"FOLDER") { clients() } else { fixture.root().to_owned() })
        .env("FATHOM_HOME", fixture.home(""))
        .env_remove("FATHOM_REPO")
        .env_remove("FATHOM_TOOLS")
        .output()
        .unwrap();
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{text}\n{errors}");
    text.into_owned()
}

#[test]
#[ignore = "needs the Python SDK: cargo xtask test"]
fn the_python_sdk_uses_both_eras() {
    let text = run("venv/bin/python", &["client.py"], &["FOLDER"]);
    assert!(text.contains("2026-07-28") && text.contains("2025-11-25"), "{text}");
}

#[test]
#[ignore = "needs the TypeScript SDKs: cargo xtask test"]
fn the_typescript_sdks_use_every_tool() {
    for script in ["client-v1.mjs", "client-v2.mjs"] {
        let text = run("node", &[script], &["FOLDER"]);
        assert!(text.contains("ok"), "{text}");
    }
}

#[test]
#[ignore = "needs the inspector: cargo xtask test"]
fn the_typescript_inspector_lists_and_calls_tools() {
    let inspect = |after: &[&str]| run("node_modules/.bin/mcp-inspector", &["--cli"], after);
    let list = inspect(&["mcp", "--method", "tools/list"]);
    assert!(list.contains("\"context\"") && list.contains("anthropic/alwaysLoad"), "{list}");
    let call = ["mcp", "--method", "tools/call", "--tool-name", "show", "--tool-arg", "symbol=Client.send"];
    assert!(inspect(&call).contains("Sends one parcel"));
}
