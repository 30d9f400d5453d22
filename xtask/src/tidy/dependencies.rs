//! Dependencies between crates point one way, and each outside part has one owner.

use super::bare::bare;
use super::{File, Finding, is_our_rust};

/// Which of our crates each crate may use; a crate that is missing here may not exist.
const ALLOWED: [(&str, &[&str]); 16] = [
    ("syntax", &[]),
    ("source", &[]),
    ("text", &[]),
    ("history", &["source", "text"]),
    ("store", &[]),
    ("graph", &["syntax"]),
    ("rank", &["graph", "history", "syntax", "text"]),
    ("experts", &["syntax", "history", "text"]),
    ("protocol", &[]),
    ("engine", &["syntax", "source", "history", "text", "store", "graph", "rank", "experts", "protocol"]),
    ("server", &["protocol", "engine"]),
    (
        "train",
        &[
            "syntax", "source", "history", "text", "store", "graph", "rank", "experts", "protocol", "engine",
            "bench",
        ],
    ),
    (
        "bench",
        &[
            "syntax", "source", "history", "text", "store", "graph", "rank", "experts", "protocol", "engine",
            "browser",
        ],
    ),
    ("cli", &["protocol", "engine", "server", "bench", "browser"]),
    ("browser", &[]),
    ("xtask", &[]),
];

/// Parts that only one crate may use, so that they can be replaced there: start of the package's name,
/// start of its name in code, owner.
const OWNED: [(&str, &str, &str); 6] = [
    ("tree-sitter", "tree_sitter", "syntax"),
    ("gix", "gix", "history"),
    ("protobuf", "protobuf", "engine"),
    ("axum", "axum", "server"),
    ("hyper", "hyper", "server"),
    ("rmcp", "rmcp", "server"),
];

pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files {
        let Some(own) = owner(&file.path) else { continue };
        if file.path == format!("crates/{own}/Cargo.toml") || file.path == format!("{own}/Cargo.toml") {
            manifest(file, own, &mut findings);
        } else if is_our_rust(file) {
            source(file, own, &mut findings);
        }
    }
    findings
}

/// The crate a path belongs to.
fn owner(path: &str) -> Option<&str> {
    let path =
        path.strip_prefix("crates/").unwrap_or_else(|| if path.starts_with("xtask/") { path } else { "" });
    path.split_once('/').map(|(name, _)| name)
}

fn manifest(file: &File, own: &str, findings: &mut Vec<Finding>) {
    let Some((_, allowed)) = ALLOWED.iter().find(|(name, _)| *name == own) else {
        findings.push(Finding::new(
            file,
            1,
            format!("crate `{own}` has no place in the house; give it one in xtask/src/tidy/dependencies.rs"),
        ));
        return;
    };
    for (line, name) in dependencies(&file.text) {
        if let Some(ours) = name.strip_prefix("fathom-").filter(|ours| !allowed.contains(ours)) {
            findings.push(Finding::new(
                file,
                line,
                format!(
                    "`{own}` may not use `{ours}`; move what it needs down, or up to whoever may use both"
                ),
            ));
        }
        if let Some((_, _, owner)) =
            OWNED.iter().find(|(part, _, owner)| is_part(&name, part) && *owner != own)
        {
            findings.push(Finding::new(
                file,
                line,
                format!("only `{owner}` knows {name}; ask `{owner}` for what is needed"),
            ));
        }
    }
}

fn is_part(name: &str, part: &str) -> bool {
    name.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// Names in the dependency tables of a manifest, with their lines.
fn dependencies(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut inside = false;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(header) = line.strip_prefix('[') {
            let header = header.split(']').next().unwrap_or(header);
            inside = header.ends_with("dependencies");
            // [dependencies.name]
            if let Some((_, name)) =
                header.rsplit_once('.').filter(|(table, _)| table.ends_with("dependencies"))
            {
                found.push((index + 1, name.trim_matches('"').to_owned()));
            }
        } else if inside && !line.starts_with('#') && line.contains('=') {
            let name = line.split(['.', '=', ' ']).next().unwrap_or(line).trim_matches('"');
            found.push((index + 1, name.to_owned()));
            // name = { package = "other" }
            if let Some((_, renamed)) = line.split_once("package") {
                found.extend(renamed.split('"').nth(1).map(|name| (index + 1, name.to_owned())));
            }
        }
    }
    found
}

fn source(file: &File, own: &str, findings: &mut Vec<Finding>) {
    for (index, line) in bare(&file.text).lines().enumerate() {
        for (_, part, owner) in OWNED.iter().filter(|(_, _, owner)| *owner != own) {
            let named = line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| {
                word.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
            });
            if named {
                findings.push(Finding::new(
                    file,
                    index + 1,
                    format!("only `{owner}` knows {part}; ask `{owner}` for what is needed"),
                ));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{file, shown};
    use super::check;

    #[test]
    fn a_dependency_that_points_up_is_found_wherever_it_stands() {
        let text = "[package]\nname = \"fathom-graph\"\n[dependencies]\nfathom-syntax.workspace = true\n\
                    [dev-dependencies]\nfathom-engine = { path = \"../engine\" }\n[dependencies.fathom-rank]\n\
                    [target.'cfg(unix)'.dependencies]\nx = { package = \"fathom-cli\", path = \"../cli\" }\n";
        let found = shown(&check(&[file("crates/graph/Cargo.toml", text)]));
        let starts: Vec<&str> = found.iter().map(|one| one.split(';').next().unwrap()).collect();
        assert_eq!(
            starts,
            [
                "crates/graph/Cargo.toml:6: `graph` may not use `engine`",
                "crates/graph/Cargo.toml:7: `graph` may not use `rank`",
                "crates/graph/Cargo.toml:9: `graph` may not use `cli`",
            ]
        );
    }

    #[test]
    fn the_root_manifest_may_name_everything() {
        let text = "[workspace.dependencies]\nfathom-engine = { path = \"crates/engine\" }\ngix = \"1\"\n";
        assert!(check(&[file("Cargo.toml", text)]).is_empty());
    }

    #[test]
    fn parts_have_one_owner_in_manifests_and_in_code() {
        let manifest = "[dependencies]\ntree-sitter-rust.workspace = true\ngix.workspace = true\n";
        let code =
            "//! About gix.\nuse gix::Repository;\nlet x = \"tree_sitter\";\nuse tree_sitter_go as go;\n";
        let at = |name: &str| {
            shown(&check(&[
                file(&format!("crates/{name}/Cargo.toml"), manifest),
                file(&format!("crates/{name}/src/lib.rs"), code),
            ]))
            .into_iter()
            .map(|one| one.split(": ").next().unwrap().rsplit_once('/').unwrap().1.to_owned())
            .collect::<Vec<_>>()
        };
        assert_eq!(at("engine"), ["Cargo.toml:2", "Cargo.toml:3", "lib.rs:2", "lib.rs:4"]);
        assert_eq!(at("history"), ["Cargo.toml:2", "lib.rs:4"]);
        assert_eq!(at("syntax"), ["Cargo.toml:3", "lib.rs:2"]);
    }

    #[test]
    fn a_new_crate_needs_a_place() {
        assert_eq!(check(&[file("crates/attic/Cargo.toml", "")]).len(), 1);
    }
}
