//! The tools: which operations are offered, and what a model reads about each.
//!
//! Agents ignore a server with many tools, so there are few. Each description states when to call the
//! tool and what it returns that a text search does not.

use super::schema::ToolSchemas;
use fathom_protocol::{Frontend, Operation};
use rmcp::model::{MetaObject, Tool, ToolAnnotations};
use serde_json::json;

/// The environment variable that narrows the tools: names separated by commas.
pub const TOOLS_VARIABLE: &str = "FATHOM_TOOLS";

/// The operations that are offered as tools, in the order in which they are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolSelection(Vec<Operation>);

/// A name that is not a tool.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{TOOLS_VARIABLE} names `{name}`, which is not a tool; the tools are {}", all_names())]
pub struct UnknownTool {
    /// The name.
    pub name: String,
}

impl Default for ToolSelection {
    fn default() -> ToolSelection {
        ToolSelection(offered().collect())
    }
}

impl ToolSelection {
    /// The tools that a list of names keeps, such as `context,impact`; an empty list keeps all.
    pub fn parse(names: &str) -> Result<ToolSelection, UnknownTool> {
        let names: Vec<&str> = names.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
        if let Some(name) = names.iter().find(|name| !offered().any(|one| one.name() == **name)) {
            return Err(UnknownTool { name: (*name).to_owned() });
        }
        let is_named = |operation: &Operation| names.is_empty() || names.contains(&operation.name());
        Ok(ToolSelection(offered().filter(is_named).collect()))
    }

    /// The operations.
    pub fn operations(&self) -> &[Operation] {
        &self.0
    }

    pub(super) fn named(&self, name: &str) -> Option<Operation> {
        self.0.iter().copied().find(|operation| operation.name() == name)
    }

    pub(super) fn names(&self) -> String {
        self.0.iter().map(|operation| operation.name()).collect::<Vec<_>>().join(", ")
    }
}

fn offered() -> impl Iterator<Item = Operation> {
    Operation::ALL.iter().copied().filter(|operation| operation.is_offered(Frontend::Mcp))
}

fn all_names() -> String {
    ToolSelection::default().names()
}

/// A tool as it is listed.
pub(super) fn tool(operation: Operation) -> Tool {
    let schemas = ToolSchemas::of(operation);
    let mut meta = MetaObject::new();
    meta.0.insert("anthropic/alwaysLoad".into(), json!(true));
    let annotations = ToolAnnotations::with_title(title(operation))
        .read_only(true)
        .destructive(false)
        .idempotent(true)
        .open_world(false);
    Tool::new(operation.name(), description(operation), schemas.input)
        .with_title(title(operation))
        .with_raw_output_schema(schemas.output.into())
        .with_annotations(annotations)
        .with_meta(meta)
}

fn title(operation: Operation) -> &'static str {
    match operation {
        Operation::Context => "Find the code a task needs",
        Operation::Symbols => "Find definitions by name",
        Operation::Show => "Read one symbol with callers and callees",
        Operation::Trace => "Follow calls downstream",
        Operation::Impact => "Find what depends on a change",
        Operation::Flow => "Follow an entry point",
        Operation::Tests => "Find the tests to run",
        other => other.summary(),
    }
}

fn description(operation: Operation) -> &'static str {
    match operation {
        Operation::Context => {
            "Find the code that a task needs, in one call. Give the task in plain words: a question, a feature, \
             a bug report, an error message or a stack trace. Returns the functions, types and tests to read, best \
             first, with code, line numbers and the reason for each, inside a token budget.\n\
             Call this first, before grep, glob or reading files, whenever you look for a concept (\"where is X \
             handled\", \"how does Y work\"), when the work spans several files, or when you need callers. It ranks \
             by meaning, call graph, docs, tests and history, so it finds code that shares no word with the task. \
             Grep is better only for an exact string.\n\
             Always fill `hints` with 3 to 8 identifiers or words that you expect in the code (likely names of \
             types, functions, settings, error texts): they improve the ranking most."
        }
        Operation::Symbols => {
            "Find definitions by name, in any form: `Class#method`, `Class.method`, `ns::Type`, a bare name, a \
             fragment, or `path:80` for what is at a line. The path of a file or folder gives its outline. Returns \
             each definition's id, kind, signature, file and lines. Use it instead of grep for \"where is X \
             defined\" and instead of reading a file to see what it contains: it lists definitions only, not every \
             mention."
        }
        Operation::Show => {
            "Read one symbol: its code, its docs, who calls it (with file and line), what it calls, its members, \
             and where the docs mention it. Use it instead of reading a whole file and instead of grepping for \
             callers: calls are resolved through imports, types and inheritance, and each has a confidence. A \
             file's path gives its signatures."
        }
        Operation::Trace => {
            "Follow the calls that a symbol leads to, several levels down, through overridden methods, each with \
             the file and line of the call. Use it for \"what happens when X is called\" without opening every \
             file on the way."
        }
        Operation::Impact => {
            "Find everything that depends on a symbol, a file or a unified diff: callers, subclasses, overrides \
             and tests, by distance and confidence, through several levels. Call it before you change or remove \
             something, and with your diff before you finish. Grep finds only direct mentions of a name and mixes \
             up equal names."
        }
        Operation::Flow => {
            "Follow an entry point in execution order: a route or URL (`POST /orders/:id`, `/orders/42`), a job \
             class, a task, a command or any function. Returns the filters around the handler with their \
             conditions, then the chain of calls in source order with branches, callbacks, state changes, jobs \
             that it starts and calls that leave the repository (HTTP, mail, storage); `format` mermaid or \
             sequence adds a diagram. Use it to explain a feature from end to end and to find where a request \
             goes wrong."
        }
        Operation::Tests => {
            "Find the tests that a change affects, most probable first, from changed files or a unified diff. \
             Returns test ids with files, probabilities and the path that leads to the change. It is based on \
             the call graph. Call it after an edit to run few tests instead of all."
        }
        other => other.summary(),
    }
}

#[cfg(test)]
mod tests {
    use super::{ToolSelection, UnknownTool, description, tool};
    use fathom_protocol::Operation;
    use serde_json::{Value, json};

    #[test]
    fn tools_are_narrowed_by_name_and_keep_their_order() {
        let names = |text: &str| ToolSelection::parse(text).map(|tools| tools.names());
        assert_eq!(names("").unwrap(), "context, symbols, show, trace, impact, flow, tests");
        assert_eq!(names(" impact, context ,").unwrap(), "context, impact");
        assert_eq!(names("grep"), Err(UnknownTool { name: "grep".into() }));
        assert_eq!(names("query"), Err(UnknownTool { name: "query".into() }), "an operation, and no tool");
    }

    #[test]
    fn a_tool_is_read_only_always_loaded_and_describes_its_answer() {
        let listed = serde_json::to_value(tool(Operation::Impact)).unwrap();
        assert_eq!(listed["_meta"], json!({"anthropic/alwaysLoad": true}));
        let annotations = &listed["annotations"];
        assert_eq!(annotations["readOnlyHint"], Value::Bool(true));
        assert_eq!(annotations["idempotentHint"], Value::Bool(true));
        assert_eq!(annotations["openWorldHint"], Value::Bool(false));
        assert_eq!(listed["outputSchema"]["properties"]["impacted"]["type"], "array");
    }

    #[test]
    fn descriptions_are_long_enough_to_decide_and_short_enough_to_read() {
        for operation in ToolSelection::default().operations() {
            let length = description(*operation).len();
            assert!((200..1200).contains(&length), "{} has {length} bytes", operation.name());
        }
        assert!(description(Operation::Context).contains("`hints`"));
    }
}
