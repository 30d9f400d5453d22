//! Writing answers to standard output, and messages to standard error.
//!
//! Text is written as it is: its author has escaped foreign text in it
//! (`fathom_engine::render`). Messages are escaped here.

use crate::commands::workspace;
use crate::pager::{self, Pager};
use crate::terminal::TerminalArguments;
use anyhow::Result;
use fathom_engine::render::{self, Paint, escape};
use serde::Serialize;
use std::io::{ErrorKind, Write};
use std::path::Path;

/// Where answers go.
pub(crate) struct Output {
    terminal: TerminalArguments,
}

impl Output {
    pub(crate) fn new(terminal: TerminalArguments) -> Output {
        Output { terminal }
    }

    /// An answer about a repository, painted for its reader.
    pub(crate) fn answer(&self, repo: Option<&Path>, text: impl Fn(&Paint) -> String) -> Result<()> {
        let root = || workspace(repo).ok().map(|workspace| workspace.root().to_owned());
        let pager = self.terminal.pager().filter(|_| pager::is_longer_than_screen(&text(&Paint::PLAIN)));
        let passes_links = pager.as_ref().is_none_or(Pager::passes_links);
        let text = text(&self.terminal.paint(passes_links, root));
        if let Some(pager) = pager
            && pager.show(&text)?
        {
            return Ok(());
        }
        write(&text)
    }
}

/// Pretty JSON and a line feed, nothing else.
pub(crate) fn json<T: Serialize>(value: &T) -> Result<()> {
    write(&json_text(value))
}

/// The text that [`json`] writes, for callers that count it first.
pub(crate) fn json_text<T: Serialize>(value: &T) -> String {
    render::json::pretty(value) + "\n"
}

/// Text that is not about a repository; no part of it steers a terminal.
pub(crate) fn text(text: &str) -> Result<()> {
    write(&escape::block(text))
}

/// Text as it is, with a line feed at its end.
pub(crate) fn write(text: &str) -> Result<()> {
    // This only makes old Windows consoles understand colours; nothing is changed or left out.
    let mut out = anstream::AutoStream::always_ansi(std::io::stdout()).lock();
    out.write_all(text.as_bytes())?;
    if !text.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    out.flush()?;
    Ok(())
}

/// A line for people who wait, on standard error.
pub(crate) fn message(text: &str) {
    // A closed standard error has no reader.
    let _ = writeln!(std::io::stderr(), "{}", escape::message(text));
}

/// Whether an error only means that the reader has gone.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        io == Some(ErrorKind::BrokenPipe)
    })
}
