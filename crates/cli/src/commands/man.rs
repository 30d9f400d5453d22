//! `fathom man`: manual pages, made from the same words as `--help`.

use crate::arguments::{Arguments, ManCommand};
use crate::output;
use anyhow::{Context, Result, bail};
use clap::{Command, CommandFactory};
use std::fs;
use std::process::ExitCode;

pub(super) fn run(command: &ManCommand) -> Result<ExitCode> {
    let all = Arguments::command().disable_help_subcommand(true);
    if let Some(folder) = &command.write {
        let wrote = fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(all, folder));
        wrote.with_context(|| format!("cannot write manual pages to {}", folder.display()))?;
    } else {
        let mut page = Vec::new();
        clap_mangen::Man::new(find(all, &command.command)?).render(&mut page)?;
        output::write(&String::from_utf8_lossy(&page))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The command that these words name, after `fathom`.
fn find(mut command: Command, words: &[String]) -> Result<Command> {
    // Only now do its parts know their whole names.
    command.build();
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
