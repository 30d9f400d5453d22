//! The pager: output longer than the screen is shown a page at a time, as in git.

use anyhow::{Context, Result};
use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};

/// Whether a text is longer than the screen, as wide as it is.
pub(crate) fn is_longer_than_screen(text: &str) -> bool {
    let Some((terminal_size::Width(width), terminal_size::Height(height))) = terminal_size::terminal_size()
    else {
        return false;
    };
    rows(text, usize::from(width)) >= usize::from(height)
}

/// The rows that a text takes; wide characters count as one, which `less` sets right.
fn rows(text: &str, width: usize) -> usize {
    let width = width.max(1);
    text.lines().map(|line| line.chars().count().div_ceil(width).max(1)).sum()
}

/// The program that shows a text a page at a time.
pub(crate) struct Pager {
    command: Command,
    /// Whether it is `less`, of any version.
    less: bool,
}

impl Pager {
    /// The pager of the user's settings or of `PAGER`, else `less`; `None` if none is wanted.
    pub(crate) fn of_user(setting: Option<&str>) -> Option<Pager> {
        Pager::new(setting.map(OsString::from), env::var_os("PAGER"))
    }

    fn new(own: Option<OsString>, common: Option<OsString>) -> Option<Pager> {
        match own.or(common) {
            None => {
                let mut command = Command::new("less");
                command.arg("-FRX");
                Some(Pager { command, less: true })
            }
            Some(words) if words.is_empty() || words == "cat" => None,
            Some(words) => {
                let text = words.to_string_lossy();
                let program = text.split_whitespace().next().unwrap_or_default();
                Some(Pager { command: shell(&words), less: program.rsplit('/').next() == Some("less") })
            }
        }
    }

    /// Whether links in the text reach the terminal.
    pub(crate) fn passes_links(&self) -> bool {
        let version = || Command::new("less").arg("--version").output().ok();
        self.less
            && version()
                .is_some_and(|output| version_of_less(&String::from_utf8_lossy(&output.stdout)) >= LINKS)
    }

    /// Shows a text; `false` if there is no such program.
    pub(crate) fn show(mut self, text: &str) -> Result<bool> {
        self.command.stdin(Stdio::piped());
        // As git: colours pass, one screen is not paged, and the text stays on the screen.
        for (name, value) in [("LESS", "FRX"), ("LV", "-c")] {
            if env::var_os(name).is_none() {
                self.command.env(name, value);
            }
        }
        let mut child = match self.command.spawn() {
            Ok(child) => child,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
            Err(error) => {
                return Err(error).context("cannot start the pager; use --no-pager to print without one");
            }
        };
        // An interruption is for the pager, which stops a search and goes on. Should the handler be
        // taken already, the pager ends with this process.
        let _ = ctrlc::set_handler(|| {});
        if let Some(mut input) = child.stdin.take() {
            match input.write_all(text.as_bytes()) {
                // The reader has seen enough.
                Err(error) if error.kind() != ErrorKind::BrokenPipe => return Err(error.into()),
                _ => {}
            }
        }
        // 127: the shell found no such program.
        Ok(child.wait()?.code() != Some(127))
    }
}

/// The first version of `less` that passes links on.
const LINKS: u32 = 566;

/// The version of `less`, which it prints as `less 590 (GNU regular expressions)`.
fn version_of_less(output: &str) -> u32 {
    let number = output.split_whitespace().nth(1).unwrap_or_default();
    number.split('.').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[cfg(unix)]
fn shell(words: &OsStr) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(words);
    command
}

#[cfg(not(unix))]
fn shell(words: &OsStr) -> Command {
    let words = words.to_string_lossy();
    let mut words = words.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or("more"));
    command.args(words);
    command
}

#[cfg(test)]
mod tests {
    use super::{Pager, rows, version_of_less};

    fn chosen(own: Option<&str>, common: Option<&str>) -> Option<String> {
        let command = Pager::new(own.map(Into::into), common.map(Into::into))?.command;
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        Some(words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_long_line_takes_several_rows() {
        assert_eq!(rows("", 80), 0);
        assert_eq!(rows("a\n\nb\n", 80), 3);
        assert_eq!(rows(&"x".repeat(161), 80), 3);
    }

    #[cfg(unix)]
    #[test]
    fn the_pager_is_the_users() {
        assert_eq!(chosen(None, None).as_deref(), Some("less -FRX"));
        assert_eq!(chosen(None, Some("most -w")).as_deref(), Some("sh -c most -w"));
        assert_eq!(chosen(Some("bat -p"), Some("most")).as_deref(), Some("sh -c bat -p"));
        assert_eq!(chosen(Some(""), Some("most")), None);
        assert_eq!(chosen(None, Some("cat")), None);
    }

    #[test]
    fn the_version_of_less_is_read() {
        assert_eq!(version_of_less("less 590 (GNU regular expressions)\nCopyright"), 590);
        assert_eq!(version_of_less("less 581.2 (POSIX regular expressions)"), 581);
        assert_eq!(version_of_less("something else"), 0);
    }
}
