//! The entry that starts Fathom in an agent's configuration, and the file with it and without it.
//!
//! A file is edited in place: what is around the entry keeps its bytes, comments included. An edit
//! is undone byte for byte where the entry is as it was written.

use super::agents::Form;
use super::{json, toml};
use anyhow::Result;

/// The name of the entry.
pub(super) const NAME: &str = "fathom";

/// A file after an edit.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum EditResult {
    /// This is its text now.
    Text(String),
    /// Nothing is left in it.
    Gone,
    /// It is as it was.
    Unchanged,
    /// It has an entry of this name with another content.
    Different,
}

/// A configuration file of an agent.
pub(super) struct Entry<'a> {
    pub(super) form: Form,
    /// The program to start.
    pub(super) program: &'a str,
}

impl Entry<'_> {
    /// A file that holds the entry alone.
    pub(super) fn alone(&self) -> String {
        match self.form {
            Form::Json { key, .. } => json::alone(key, NAME, &self.lines()),
            Form::Toml { key } => toml::block(key, NAME, &self.lines()),
        }
    }

    /// A file with the entry added; `None` means a file that does not exist.
    pub(super) fn added(&self, text: Option<&str>) -> Result<EditResult> {
        let Some(text) = text.filter(|text| !text.trim().is_empty()) else {
            return Ok(EditResult::Text(self.alone()));
        };
        match self.form {
            Form::Json { key, .. } => json::added(text, key, NAME, &self.lines()),
            Form::Toml { key } => toml::added(text, key, NAME, &self.lines()),
        }
    }

    /// A file with the entry taken out. Of what the file may have been before the entry was added,
    /// the first is taken that becomes the file by adding it.
    pub(super) fn removed(&self, text: &str) -> Result<EditResult> {
        if text == self.alone() {
            return Ok(EditResult::Gone);
        }
        let candidates = match self.form {
            Form::Json { key, .. } => json::removed(text, key, NAME)?,
            Form::Toml { key } => toml::removed(text, key, NAME, &self.lines())?,
        };
        let gives_the_file = |before: &&String| matches!(self.added(Some(before)), Ok(EditResult::Text(after)) if after == text);
        let before = candidates.iter().find(gives_the_file).or(candidates.last()).cloned();
        Ok(before.map_or(EditResult::Unchanged, EditResult::Text))
    }

    /// The fields of the entry: a name and a value that is written alike in JSON and TOML.
    fn lines(&self) -> Vec<(&'static str, String)> {
        let mut lines = Vec::new();
        let (has_type, always_load) = match self.form {
            Form::Json { has_type, always_load, .. } => (has_type, always_load),
            Form::Toml { .. } => (false, false),
        };
        if has_type {
            lines.push(("type", quoted("stdio")));
        }
        lines.push(("command", quoted(self.program)));
        lines.push(("args", format!("[{}]", quoted("mcp"))));
        if always_load {
            lines.push(("alwaysLoad", "true".to_owned()));
        }
        lines
    }
}

/// A string as JSON and TOML write it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::super::agents::{Agent, Form};
    use super::{EditResult, Entry};
    use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

    fn entry(agent: Agent) -> Entry<'static> {
        Entry { form: agent.form(), program: "fathom" }
    }

    fn added(agent: Agent, text: &str) -> String {
        match entry(agent).added(Some(text)).unwrap() {
            EditResult::Text(text) => text,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_new_file_holds_the_entry_alone_and_is_gone_again() {
        assert_eq!(
            entry(Agent::Claude).alone(),
            "{\n  \"mcpServers\": {\n    \"fathom\": {\n      \"type\": \"stdio\",\n      \"command\": \"fathom\",\n      \
             \"args\": [\"mcp\"],\n      \"alwaysLoad\": true\n    }\n  }\n}\n"
        );
        assert_eq!(
            entry(Agent::Codex).alone(),
            "[mcp_servers.fathom]\ncommand = \"fathom\"\nargs = [\"mcp\"]\n"
        );
        for agent in Agent::ALL {
            let entry = entry(agent);
            assert_eq!(entry.removed(&entry.alone()).unwrap(), EditResult::Gone, "{}", agent.name());
            assert_eq!(entry.added(Some(&entry.alone())).unwrap(), EditResult::Unchanged, "{}", agent.name());
        }
    }

    #[test]
    fn whatever_the_file_was_it_is_that_again_byte_for_byte() {
        let json = [
            "{}",
            "{ }",
            "{\"mcpServers\": {}}",
            "{\n  \"a\": 1,\n  \"mcpServers\": {}\n}\n",
            "{\n  \"mcpServers\": {\"b\": {}},\n  \"a\": 1\n}\n",
            "{\"mcpServers\":{\"other\":{\"command\":\"x\"}},\"a\":1}",
            "{\n    \"mcpServers\": {\n        // ours\n        \"other\": {\"command\": \"x\"}, /* last */\n    },\n}\n",
            "// a comment\n{\n\t\"theme\": \"dark\", // trailing\n\t\"mcpServers\": {\n\t\t\"a\": {}\n\t}\n}",
            "{\r\n  \"theme\": \"dark\"\r\n}\r\n",
            "{\n  \"theme\": \"dark\"\n}",
            "{ \"note\": \"{ \\\"mcpServers\\\": { } }\", \"x\": [ { } ] }",
        ];
        for text in json {
            let with = added(Agent::Cursor, text);
            assert!(with.contains("\"args\": [\"mcp\"]"), "{with}");
            let parsed = parse_to_ast(&with, &CollectOptions::default(), &ParseOptions::default());
            assert!(parsed.is_ok(), "{with}");
            assert_eq!(
                entry(Agent::Cursor).removed(&with).unwrap(),
                EditResult::Text(text.to_owned()),
                "{with}"
            );
        }
        let toml = [
            "model = \"x\" # mine\n",
            "model = \"x\"",
            "# a comment\n\n[mcp_servers.other]\ncommand = \"x\"\n\n\n",
            "[mcp_servers]\n",
            "a = 1\r\n[b]\r\nc = 2\r\n",
        ];
        for text in toml {
            let with = added(Agent::Codex, text);
            with.parse::<toml_edit::DocumentMut>().unwrap();
            assert_eq!(
                entry(Agent::Codex).removed(&with).unwrap(),
                EditResult::Text(text.to_owned()),
                "{with}"
            );
        }
    }

    #[test]
    fn a_file_that_held_nothing_is_gone() {
        for text in ["", "\n", "{}\n", "{\n}\n", "{\n  \"mcpServers\": {}\n}\n"] {
            let with = added(Agent::Cursor, text);
            assert_eq!(entry(Agent::Cursor).removed(&with).unwrap(), EditResult::Gone, "{text:?}");
        }
    }

    #[test]
    fn an_entry_that_was_edited_is_taken_out_and_the_rest_kept() {
        let text = "{\n  // mine\n  \"mcpServers\": {\n    \"a\": {},\n    \"fathom\": {\"command\": \"old\"} // here\n  }\n}\n";
        let EditResult::Text(without) = entry(Agent::Cursor).removed(text).unwrap() else { panic!() };
        assert!(
            without.contains("// mine") && without.contains("\"a\": {}") && !without.contains("fathom"),
            "{without}"
        );
        let text =
            "[mcp_servers.fathom]\ncommand = \"old\" # c\n\n[mcp_servers.other]\ncommand = \"x\" # keep\n";
        let EditResult::Text(without) = entry(Agent::Codex).removed(text).unwrap() else { panic!() };
        assert_eq!(without.trim_start(), "[mcp_servers.other]\ncommand = \"x\" # keep\n");
    }

    #[test]
    fn what_the_user_wrote_is_not_overwritten() {
        let json = "{\"mcpServers\": {\"fathom\": {\"command\": \"mine\"}}}";
        assert_eq!(entry(Agent::Cursor).added(Some(json)).unwrap(), EditResult::Different);
        let toml = "[mcp_servers.fathom]\ncommand = \"mine\"\n";
        assert_eq!(entry(Agent::Codex).added(Some(toml)).unwrap(), EditResult::Different);
        let toml = "[mcp_servers.fathom]\nargs = [\"mcp\"]\ncommand = 'fathom'\n";
        assert_eq!(entry(Agent::Codex).added(Some(toml)).unwrap(), EditResult::Unchanged);
    }

    #[test]
    fn a_file_of_another_form_is_refused() {
        for text in ["[1, 2]", "{\"mcpServers\": []}", "{\"mcpServers\": ", "export A=1\n"] {
            assert!(entry(Agent::Cursor).added(Some(text)).is_err(), "{text}");
        }
        for text in ["mcp_servers = 1\n", "mcp_servers = {}\n", "a = \n"] {
            assert!(entry(Agent::Codex).added(Some(text)).is_err(), "{text}");
        }
        assert!(matches!(Agent::Codex.form(), Form::Toml { .. }));
    }

    #[test]
    fn a_file_without_the_entry_stays_as_it_is() {
        for text in ["{}", "{\"mcpServers\": {\"a\": {}}}", ""] {
            assert_eq!(entry(Agent::Cursor).removed(text).unwrap(), EditResult::Unchanged, "{text}");
        }
        assert_eq!(entry(Agent::Codex).removed("a = 1\n").unwrap(), EditResult::Unchanged);
    }
}
