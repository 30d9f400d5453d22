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

    /// A folder or a file; the root is empty.
    pub(super) fn browse(&self, path: &str) -> String {
        let parts: Vec<String> = path.split('/').map(encoded).collect();
        format!("{}/browse/{}", self.base, parts.join("/"))
    }

    /// A line of a file.
    pub(super) fn line(&self, path: &str, line: u32) -> String {
        format!("{}#L{line}", self.browse(path))
    }

    pub(super) fn symbol(&self, id: &str) -> String {
        format!("{}/symbol?id={}", self.base, encoded(id))
    }

    pub(super) fn impact(&self, node: &str) -> String {
        format!("{}/impact?node={}", self.base, encoded(node))
    }

    /// Why a symbol has its rank in the answer to a task.
    pub(super) fn explain(&self, task: &str, hints: &[String], symbol: &str) -> String {
        let hints = hints.join(" ");
        format!(
            "{}/explain?q={}&hint={}&symbol={}",
            self.base,
            encoded(task),
            encoded(&hints),
            encoded(symbol)
        )
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
        assert_eq!(
            links.explain("a b", &["x".into(), "y".into()], "s"),
            "/w/my%20shop/explain?q=a%20b&hint=x%20y&symbol=s"
        );
    }
}
