//! The addresses of pages.

/// The addresses of one workspace's pages.
#[derive(Clone, Debug)]
pub(super) struct Links {
    base: String,
}

impl Links {
    /// The pages of a workspace, by its name or hash.
    pub(super) fn new(workspace: &str) -> Links {
        Links { base: format!("/w/{}", encoded(workspace)) }
    }

    /// A page without questions: `ask`, `impact`, …
    pub(super) fn page(&self, name: &str) -> String {
        format!("{}/{name}", self.base)
    }

    /// A page with values; empty ones are left out.
    pub(super) fn with(&self, page: &str, values: &[(&str, &str)]) -> String {
        let values = values.iter().filter(|(_, value)| !value.is_empty());
        let values: Vec<String> = values.map(|(key, value)| format!("{key}={}", encoded(value))).collect();
        let mark = if values.is_empty() { "" } else { "?" };
        format!("{}/{page}{mark}{}", self.base, values.join("&"))
    }

    /// A folder or a file; the root is empty.
    pub(super) fn browse(&self, path: &str) -> String {
        let parts: Vec<String> = path.split('/').map(encoded).collect();
        format!("{}/browse/{}", self.base, parts.join("/"))
    }

    /// A line of a file.
    pub(super) fn line(&self, path: &str, line: u32) -> String {
        format!("{}#L{line}", self.browse(path))
    }

    /// Lines of a file as a commit has them: an address that means the same for ever.
    pub(super) fn permalink(&self, commit: &str, path: &str, lines: Option<(u32, u32)>) -> String {
        let lines = match lines {
            Some((first, last)) if first == last => format!("#L{first}"),
            Some((first, last)) => format!("#L{first}-L{last}"),
            None => String::new(),
        };
        format!("{}?commit={}{lines}", self.browse(path), encoded(commit))
    }

    pub(super) fn symbol(&self, id: &str) -> String {
        self.with("symbol", &[("id", id)])
    }

    /// What an entry point runs.
    pub(super) fn flow(&self, entry: &str) -> String {
        format!("{}/flow?entry={}", self.base, encoded(entry))
    }

    /// The states that a field of a model holds.
    pub(super) fn states(&self, model: &str, field: &str) -> String {
        format!("{}/states?model={}&field={}", self.base, encoded(model), encoded(field))
    }

    pub(super) fn impact(&self, node: &str) -> String {
        self.with("impact", &[("node", node)])
    }

    /// Why a symbol has its rank in the answer to a task.
    pub(super) fn explain(&self, task: &str, hints: &[String], symbol: &str) -> String {
        self.with("explain", &[("q", task), ("hint", &hints.join(" ")), ("symbol", symbol)])
    }

    /// A run of the benchmark, by the name of its folder.
    pub(super) fn run(&self, run: &str) -> String {
        format!("{}/benchmarks/{}", self.base, encoded(run))
    }

    /// A task of a run.
    pub(super) fn run_task(&self, run: &str, task: &str) -> String {
        format!("{}/{}", self.run(run), encoded(task))
    }
}

/// Text as one part of a path or one value of a query.
fn encoded(text: &str) -> String {
    let form: String = form_urlencoded::byte_serialize(text.as_bytes()).collect();
    match form.as_str() {
        // A browser would take these away.
        "." | ".." => form.replace('.', "%2E"),
        // A plus sign is a space in a form and itself in a path.
        _ => form.replace('+', "%20"),
    }
}

#[cfg(test)]
mod tests {
    use super::Links;

    #[test]
    fn every_character_of_a_path_or_an_id_survives_in_an_address() {
        let links = Links::new("my shop");
        assert_eq!(links.page("ask"), "/w/my%20shop/ask");
        assert_eq!(links.browse(""), "/w/my%20shop/browse/");
        assert_eq!(links.line("a b/<c>?#.py", 3), "/w/my%20shop/browse/a%20b/%3Cc%3E%3F%23.py#L3");
        assert_eq!(links.symbol("a.rb::A+b&c=\"d\""), "/w/my%20shop/symbol?id=a.rb%3A%3AA%2Bb%26c%3D%22d%22");
        assert_eq!(links.permalink("c0", "a.py", Some((3, 9))), "/w/my%20shop/browse/a.py?commit=c0#L3-L9");
        assert_eq!(
            links.explain("a b", &["x".into(), "y".into()], "s"),
            "/w/my%20shop/explain?q=a%20b&hint=x%20y&symbol=s"
        );
        assert_eq!(links.with("ask", &[("q", ""), ("hint", "")]), "/w/my%20shop/ask");
    }
}
