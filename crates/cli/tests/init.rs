//! `fathom init`: the configuration of coding agents.

use crate::support::{Fixture, run_in};
use std::fs;
use std::path::{Path, PathBuf};

/// A home folder with agents in it, and the variables that name it.
fn home(fixture: &Fixture, agents: &[&str]) -> PathBuf {
    let home = fixture.beside("home-of-ada");
    for agent in agents {
        fs::create_dir_all(home.join(agent)).unwrap();
    }
    fs::create_dir_all(&home).unwrap();
    home
}

fn init(fixture: &Fixture, home: &Path, arguments: &[&str]) -> String {
    let home = home.to_str().unwrap();
    let environment = [("HOME", home), ("PATH", home), ("XDG_CONFIG_HOME", ""), ("CODEX_HOME", "")];
    let arguments: Vec<&str> = ["init"].iter().chain(arguments).copied().collect();
    let answer = run_in(fixture.root(), &arguments, &environment);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    answer.stdout
}

#[test]
fn agents_that_are_there_get_their_configuration_and_nothing_is_changed() {
    let fixture = Fixture::courier();
    let home = home(&fixture, &[".claude", ".codex", ".config/zed"]);
    let text = init(&fixture, &home, &[]);
    for part in [
        "Claude Code (claude), in .mcp.json",
        "\"alwaysLoad\": true",
        "Codex (codex), in ~/.codex/config.toml",
        "[mcp_servers.fathom]",
        "Zed (zed), in ~/.config/zed/settings.json",
        "\"context_servers\"",
        "--write claude,codex,zed",
        "Not found here, and known: cursor, vscode, gemini, junie, windsurf",
        "For AGENTS.md or CLAUDE.md",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    assert!(!text.contains("Cursor"), "{text}");
    assert_eq!(fixture.git(&["status", "--porcelain"]), "");
    assert!(!home.join(".codex/config.toml").exists());
}

#[test]
fn without_agents_each_configuration_is_shown() {
    let fixture = Fixture::courier();
    let text = init(&fixture, &home(&fixture, &[]), &[]);
    for title in
        ["Claude Code", "Cursor", "Visual Studio Code", "Codex", "Zed", "Gemini CLI", "Junie", "Windsurf"]
    {
        assert!(text.contains(title), "{title} is not in\n{text}");
    }
}

#[test]
fn writing_and_undoing_leaves_every_file_as_it_was() {
    let fixture = Fixture::courier();
    let home = home(&fixture, &[".codex"]);
    fixture.write(
        ".vscode/mcp.json",
        "{\n\t// ours\n\t\"servers\": {\n\t\t\"other\": {\"command\": \"x\"},\n\t}\n}\n",
    );
    let codex = "model = \"m\" # mine\n\n[mcp_servers.other]\ncommand = \"x\"\n";
    fs::write(home.join(".codex/config.toml"), codex).unwrap();
    fixture.commit("Add settings");
    let all = "claude,cursor,vscode,codex,zed,gemini,junie,windsurf";
    let text = init(&fixture, &home, &["--write", all]);
    assert!(text.contains("Cursor: added to .cursor/mcp.json"), "{text}");
    assert!(fixture.read(".vscode/mcp.json").contains("// ours"), "comments stay");
    assert!(fixture.read(".vscode/mcp.json").contains("\t\t\"fathom\": {\n\t\t\t\"type\": \"stdio\""));
    for file in [".mcp.json", ".cursor/mcp.json", ".gemini/settings.json", ".junie/mcp/mcp.json"] {
        let json: serde_json::Value = serde_json::from_str(&fixture.read(file)).unwrap();
        assert_eq!(json["mcpServers"]["fathom"]["args"][0], "mcp", "{file}");
    }
    let written = fs::read_to_string(home.join(".codex/config.toml")).unwrap();
    assert!(written.starts_with(codex) && written.contains("[mcp_servers.fathom]"), "{written}");
    assert!(home.join(".codeium/windsurf/mcp_config.json").exists());
    let again = init(&fixture, &home, &["--write", all]);
    assert_eq!(again.matches("has it already").count(), 8, "{again}");
    init(&fixture, &home, &["--undo", all]);
    assert_eq!(
        fixture.git(&["status", "--porcelain"]),
        "",
        "tracked files are as they were, others are gone"
    );
    assert!(!fixture.path(".cursor").exists() && !fixture.path(".junie").exists());
    assert_eq!(fs::read_to_string(home.join(".codex/config.toml")).unwrap(), codex);
    let nothing = init(&fixture, &home, &["--undo", "cursor"]);
    assert!(nothing.contains("no entry `fathom`"), "{nothing}");
}

#[test]
fn what_cannot_be_edited_is_refused_and_left_alone() {
    let fixture = Fixture::courier();
    let home = home(&fixture, &[]);
    let refused = |arguments: &[&str]| {
        let answer = run_in(fixture.root(), arguments, &[("HOME", home.to_str().unwrap())]);
        assert_eq!(answer.code, 2);
        answer.stderr
    };
    fixture.write(".cursor/mcp.json", "export A=1\n");
    assert!(refused(&["init", "--write", "cursor"]).contains(".cursor/mcp.json"));
    assert_eq!(fixture.read(".cursor/mcp.json"), "export A=1\n");
    assert!(refused(&["init", "--write", "emacs"]).contains("claude"));
    assert!(refused(&["init", "--write", "cursor", "--undo", "cursor"]).contains("--undo"));
    fixture.write(".mcp.json", "{\"mcpServers\": {\"fathom\": {\"command\": \"mine\"}}}");
    let text = init(&fixture, &home, &["--write", "claude"]);
    assert!(text.contains("another entry"), "{text}");
    assert!(fixture.read(".mcp.json").contains("mine"));
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link_that_a_repository_brings() {
    let fixture = Fixture::courier();
    let home = home(&fixture, &[]);
    let target = fixture.beside("target.json");
    std::os::unix::fs::symlink(&target, fixture.path(".mcp.json")).unwrap();
    std::os::unix::fs::symlink(home.as_path(), fixture.path(".cursor")).unwrap();
    for agent in ["claude", "cursor"] {
        let answer = run_in(fixture.root(), &["init", "--write", agent], &[("HOME", home.to_str().unwrap())]);
        assert_eq!(answer.code, 2);
        assert!(answer.stderr.contains("is a link"), "{}", answer.stderr);
    }
    assert!(!target.exists() && !home.join("mcp.json").exists());
}
