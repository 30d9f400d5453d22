//! Links from `path:line` to the file, as terminals follow them (OSC 8).

use std::fmt::Write;
use std::path::Path;

/// Where links lead: to files below a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links {
    /// The URL of the folder, without a slash at its end.
    folder: String,
    /// Whether the URL has the line as its fragment.
    line: bool,
}

impl Links {
    /// Links to files below `root`, an absolute path on `host`; the host may be empty. `line`
    /// names the line in the URL (`#12`), which some terminals pass on to an editor and others do
    /// not understand.
    pub fn new(root: &Path, host: &str, line: bool) -> Links {
        let mut folder = String::from("file://");
        encode(&mut folder, host.as_bytes());
        let root = root.as_os_str().as_encoded_bytes();
        if cfg!(windows) {
            // C:\src is /C:/src in a URL.
            let slashes: Vec<u8> =
                root.iter().map(|byte| if *byte == b'\\' { b'/' } else { *byte }).collect();
            folder.push('/');
            encode(&mut folder, &slashes);
        } else {
            encode(&mut folder, root);
        }
        if folder.ends_with('/') {
            folder.pop();
        }
        Links { folder, line }
    }

    /// The URL of a line in a file, whose path is relative to the folder.
    fn url(&self, path: &str, line: Option<u32>) -> String {
        let mut url = format!("{}/", self.folder);
        encode(&mut url, path.as_bytes());
        if let Some(line) = line.filter(|_| self.line) {
            let _ = write!(url, "#{line}");
        }
        url
    }

    /// Text that leads to a line of a file.
    pub(super) fn link(&self, text: &str, path: &str, line: Option<u32>) -> String {
        format!("\u{1b}]8;;{}\u{1b}\\{text}\u{1b}]8;;\u{1b}\\", self.url(path, line))
    }
}

/// Bytes of a path as RFC 3986 writes them in a URL.
fn encode(url: &mut String, bytes: &[u8]) {
    for byte in bytes {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(byte) || (cfg!(windows) && *byte == b':') {
            url.push(char::from(*byte));
        } else {
            let _ = write!(url, "%{byte:02X}");
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::Links;
    use std::path::Path;

    #[test]
    fn urls_are_percent_encoded() {
        let links = Links::new(Path::new("/srv/ada/my repo/"), "box", true);
        assert_eq!(
            links.url("a b/ü%#?.py", Some(7)),
            "file://box/srv/ada/my%20repo/a%20b/%C3%BC%25%23%3F.py#7"
        );
        assert_eq!(links.url("\u{1b}\\x\n", None), "file://box/srv/ada/my%20repo/%1B%5Cx%0A");
        let plain = Links::new(Path::new("/"), "", false);
        assert_eq!(plain.url("a.py", Some(7)), "file:///a.py");
    }

    #[test]
    fn a_link_ends_where_its_text_ends() {
        let links = Links::new(Path::new("/r"), "", false);
        assert_eq!(
            links.link("a.py:3", "a.py", Some(3)),
            "\u{1b}]8;;file:///r/a.py\u{1b}\\a.py:3\u{1b}]8;;\u{1b}\\"
        );
    }
}
