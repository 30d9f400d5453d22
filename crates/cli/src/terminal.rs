//! What standard output is given beside the answer: colours, links, a pager.

// The comments here are the help people read in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use clap::{Args, ValueEnum};
use fathom_engine::render::{Links, Paint};
use std::env;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use supports_hyperlinks::Stream;

/// How answers are shown; every command takes these.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct TerminalArguments {
    /// Colours; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto, global = true)]
    pub(crate) color: When,
    /// Links from path:line to the file; auto: on terminals that have them
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto, global = true)]
    pub(crate) hyperlinks: When,
    /// Print an answer that is longer than the screen without FATHOM_PAGER, PAGER or less
    #[arg(long, global = true)]
    pub(crate) no_pager: bool,
}

/// When a terminal's abilities are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    Auto,
    Always,
    Never,
}

impl When {
    fn decide(self, auto: impl FnOnce() -> bool) -> bool {
        match self {
            When::Auto => auto(),
            When::Always => true,
            When::Never => false,
        }
    }
}

impl TerminalArguments {
    /// What text about the repository at `root` is painted with. Links need a root, and something
    /// that passes them on to the terminal.
    pub(crate) fn paint(&self, passes_links: bool, root: impl FnOnce() -> Option<PathBuf>) -> Paint {
        let colour = self.color.decide(|| {
            let stdout = std::io::stdout();
            anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never
        });
        let linked = self.hyperlinks.decide(|| passes_links && supports_hyperlinks::on(Stream::Stdout));
        let links = linked.then(root).flatten().map(|root| links(&root));
        Paint::new(colour, links)
    }

    /// Whether a text may be shown by a pager.
    pub(crate) fn may_page(&self) -> bool {
        !self.no_pager && std::io::stdout().is_terminal()
    }
}

/// Links as the terminal at hand understands them.
fn links(root: &Path) -> Links {
    let is = |name: &str, value: &str| env::var_os(name).is_some_and(|found| found == value);
    // These open a file at the line that a URL names; others do not know what to do with it.
    let vscode = is("TERM_PROGRAM", "vscode");
    let names_lines = vscode || is("TERM", "xterm-kitty");
    // With a host a terminal can tell whether the file is on this machine; VS Code always knows.
    let host = if vscode { String::new() } else { gethostname::gethostname().to_string_lossy().into_owned() };
    Links::new(root, &host, names_lines)
}
