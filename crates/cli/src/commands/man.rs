//! `fathom man`: manual pages, made from the same words as `--help`.

use crate::arguments::{Arguments, ManCommand};
use crate::output;
use anyhow::{Context, Result, bail};
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use std::path::Path;
use std::process::ExitCode;
use std::{fs, io};

pub(super) fn run(command: &ManCommand) -> Result<ExitCode> {
    let mut all = Arguments::command().disable_help_subcommand(true);
    // Only now do its subcommands have their whole names.
    all.build();
    if let Some(folder) = &command.write {
        let wrote = fs::create_dir_all(folder).and_then(|()| write(&all, folder));
        wrote.with_context(|| format!("cannot write manual pages to {}", folder.display()))?;
    } else {
        let mut text = Vec::new();
        page(find(all, &command.command)?).render(&mut text)?;
        output::write(&String::from_utf8_lossy(&text))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The page of a command, which names the program that it belongs to.
fn page(command: Command) -> Man {
    Man::new(command).source(concat!("fathom ", env!("CARGO_PKG_VERSION")))
}

/// Writes the pages of a command and of all its parts.
fn write(command: &Command, folder: &Path) -> io::Result<()> {
    page(command.clone()).generate_to(folder)?;
    let mut shown = command.get_subcommands().filter(|inner| !inner.is_hide_set());
    shown.try_for_each(|inner| write(inner, folder))
}

/// The command that these words name, after `fathom`.
fn find(mut command: Command, words: &[String]) -> Result<Command> {
    for word in words {
        let Some(inner) = command.find_subcommand(word).filter(|inner| !inner.is_hide_set()) else {
            let shown = command.get_subcommands().filter(|inner| !inner.is_hide_set());
            let known: Vec<&str> = shown.map(Command::get_name).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            bail!("`{}` has no command `{word}`; it has {known}", command.get_name());
        };
        command = inner.clone();
    }
    Ok(command)
}
