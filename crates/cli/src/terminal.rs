//! Colours, links and the pager of standard output.

// The comments here are the help people read in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

use crate::pager::Pager;
use clap::{Args, ValueEnum};
use fathom_engine::render::{Links, Paint};
use std::env;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use supports_hyperlinks::Stream;

/// The output options of every command.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct TerminalArguments {
    /// Use colours; auto: on a terminal, unless NO_COLOR is set [default: auto]
    #[arg(long, value_enum, value_name = "WHEN", global = true)]
    pub(crate) color: Option<When>,
    /// Print path:line as a link to the file; auto: if the terminal supports links [default: auto]
    #[arg(long, value_enum, value_name = "WHEN", global = true)]
    pub(crate) hyperlinks: Option<When>,
    /// Do not page long output through FATHOM_PAGER, PAGER or less
    #[arg(long, global = true)]
    pub(crate) no_pager: bool,
    /// The pager instead of PAGER or less, empty for none: a setting.
    #[arg(skip)]
    pub(crate) pager: Option<String>,
}

/// When a terminal's abilities are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    #[default]
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
        let colour = self.color.unwrap_or_default().decide(|| {
            let stdout = std::io::stdout();
            // A dumb terminal stays one in continuous integration, where anstream takes any for able.
            let is_dumb = is_set_to("TERM", "dumb") && env::var_os("CLICOLOR_FORCE").is_none();
            !is_dumb && anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never
        });
        let linked = self
            .hyperlinks
            .unwrap_or_default()
            .decide(|| passes_links && supports_hyperlinks::on(Stream::Stdout));
        let links = linked.then(root).flatten().map(|root| links(&root));
        Paint::new(colour, links)
    }

    /// The pager for a text that is longer than the screen, if there is one.
    pub(crate) fn pager(&self) -> Option<Pager> {
        let may_page = !self.no_pager && std::io::stdout().is_terminal();
        may_page.then(|| Pager::of_user(self.pager.as_deref())).flatten()
    }
}

/// Links in the form that the terminal supports.
fn links(root: &Path) -> Links {
    // These open a file at the line that a URL names; others do not support it.
    let vscode = is_set_to("TERM_PROGRAM", "vscode");
    let names_lines = vscode || is_set_to("TERM", "xterm-kitty");
    // With a host a terminal can check whether the file is on this machine; VS Code does not need it.
    let host = if vscode { String::new() } else { gethostname::gethostname().to_string_lossy().into_owned() };
    Links::new(root, &host, names_lines)
}

fn is_set_to(variable: &str, value: &str) -> bool {
    env::var_os(variable).is_some_and(|found| found == value)
}
