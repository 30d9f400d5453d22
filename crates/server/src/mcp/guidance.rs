//! Texts for agents: the instructions of the server, and a paragraph for AGENTS.md or CLAUDE.md.

use super::tools::ToolSelection;
use fathom_protocol::Operation;
use std::fmt::Write;

/// When to call which tool, for a server that offers these.
pub(super) fn instructions(tools: &ToolSelection) -> String {
    let mut text =
        String::from("Fathom indexes the code of this repository: symbols, calls, docs, tests and history.");
    for operation in tools.operations() {
        if let Some(when) = when(*operation) {
            let _ = write!(text, " {when}");
        }
    }
    text.push_str(" Paths in answers are relative to the root of the repository.");
    text
}

/// The paragraph for AGENTS.md or CLAUDE.md.
pub fn guidance() -> String {
    let mut text = String::from(
        "## Finding code\n\nThis repository is indexed by Fathom (MCP server `fathom`). Use its tools before grep and \
         before reading whole files; answers reflect the files as they are now.\n\n",
    );
    for operation in ToolSelection::default().operations() {
        if let Some(when) = when(*operation) {
            let _ = writeln!(text, "- {when}");
        }
    }
    text.push_str(
        "\nEvery tool takes `workspace`: send the absolute path when you work in another repository or worktree.\n",
    );
    text
}

fn when(operation: Operation) -> Option<&'static str> {
    Some(match operation {
        Operation::Context => {
            "Start every task with `context`: give the `task` in plain words and `hints` with 3 to 8 identifiers you \
             expect; `files` or `diff` give the code you already work on, `path` and `lang` narrow the search."
        }
        Operation::Symbols => {
            "`symbols` finds definitions by any form of a name in `query`, and outlines a file or folder."
        }
        Operation::Show => "`show` gives one `symbol` with its code, callers and callees.",
        Operation::Trace => "`trace` follows the calls below a `node`.",
        Operation::Impact => {
            "Before you change or remove something, call `impact` with its `node`, or with your `diff`."
        }
        Operation::Flow => "`flow` follows an `entry` point in execution order.",
        Operation::Tests => "After an edit, `tests` names the tests to run for `files` or a `diff`.",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::schema::ToolSchemas;
    use super::super::tools::ToolSelection;
    use super::{guidance, instructions};
    use std::collections::BTreeSet;

    /// Words in backticks.
    fn quoted(text: &str) -> BTreeSet<&str> {
        text.split('`').skip(1).step_by(2).collect()
    }

    #[test]
    fn the_paragraph_names_every_tool_and_only_options_that_exist() {
        let tools = ToolSelection::default();
        let names: BTreeSet<&str> = tools.operations().iter().map(|one| one.name()).collect();
        let mut options: BTreeSet<String> = BTreeSet::new();
        for operation in tools.operations() {
            options
                .extend(ToolSchemas::of(*operation).input["properties"].as_object().unwrap().keys().cloned());
        }
        let text = guidance();
        let quoted = quoted(&text);
        assert!(names.is_subset(&quoted), "{text}");
        for word in quoted.iter().filter(|word| !names.contains(*word) && **word != "fathom") {
            assert!(options.contains(*word), "`{word}` is neither a tool nor an option of one");
        }
    }

    #[test]
    fn a_line_names_only_options_of_its_tool() {
        for operation in ToolSelection::default().operations() {
            let schema = ToolSchemas::of(*operation).input;
            for word in quoted(super::when(*operation).unwrap()) {
                let known = word == operation.name() || schema["properties"].get(word).is_some();
                assert!(known, "`{word}` is no option of `{}`", operation.name());
            }
        }
    }

    #[test]
    fn instructions_speak_only_of_tools_that_are_offered() {
        let text = instructions(&ToolSelection::parse("context,impact").unwrap());
        assert!(
            text.contains("`context`") && text.contains("`impact`") && !text.contains("`trace`"),
            "{text}"
        );
    }
}
