//! `fathom init`: gives coding agents the tools of Fathom.
//!
//! It prints configuration and changes nothing, unless `--write` or `--undo` names agents.

pub(crate) mod agents;
mod entry;
mod hooks;
mod json;
mod toml;

use crate::arguments::InitCommand;
use crate::output;
use agents::{Agent, ConfigFolders, Scope, program};
use anyhow::{Context, Result, bail};
use entry::{EditResult, Entry};
use fathom_engine::render::escape;
use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(super) fn run(command: &InitCommand) -> Result<ExitCode> {
    let places = places(command.repo.as_deref())?;
    let program = program_name(&places)?;
    let edits = |agents: &[Agent], undo: bool| -> Result<ExitCode> {
        let mut text = String::new();
        for agent in agents {
            let entry = Entry { form: agent.form(), program: &program };
            let _ = writeln!(text, "{}: {}", agent.title(), edit(*agent, &places, &entry, undo)?);
        }
        output::text(&text)?;
        Ok(ExitCode::SUCCESS)
    };
    if command.hooks {
        let done = hooks::edit(&places.repository, &program, command.undo.is_some())?;
        output::text(&format!("{done}\n"))?;
        return Ok(ExitCode::SUCCESS);
    }
    match (command.write.as_slice(), command.undo.as_deref()) {
        ([], None) => print(&places, &program),
        (_, Some([])) => bail!("give the agents to remove Fathom from: --undo cursor,vscode"),
        (agents, None) => edits(agents, false),
        (_, Some(agents)) => edits(agents, true),
    }
}

/// Prints what each agent needs.
fn print(places: &ConfigFolders, program: &str) -> Result<ExitCode> {
    let (found, others): (Vec<Agent>, Vec<Agent>) =
        Agent::ALL.into_iter().partition(|agent| agent.is_present(places));
    let mut text = String::new();
    if found.is_empty() {
        text.push_str("No coding agent was found on this machine; this is the configuration for each.\n\n");
    }
    for agent in if found.is_empty() { &others } else { &found } {
        let entry = Entry { form: agent.form(), program };
        let file = agent.file(places).map_or_else(|| "its settings".to_owned(), |file| shown(places, &file));
        let _ = writeln!(
            text,
            "{} ({}), in {file}:\n\n{}",
            agent.title(),
            agent.name(),
            indented(&entry.alone())
        );
    }
    let names = |agents: &[Agent]| agents.iter().map(|agent| agent.name()).collect::<Vec<_>>().join(",");
    let write = names(if found.is_empty() { &others } else { &found });
    let _ =
        writeln!(text, "`fathom init --write {write}` adds this to the files; `--undo` takes it out again.");
    if !found.is_empty() && !others.is_empty() {
        let _ = writeln!(text, "Not found here, and known: {}.", names(&others).replace(',', ", "));
    }
    let _ = writeln!(text, "\nFor AGENTS.md or CLAUDE.md:\n\n{}", indented(&fathom_server::mcp::guidance()));
    output::text(text.trim_end())?;
    Ok(ExitCode::SUCCESS)
}

/// Adds the entry to an agent's file or removes it, and reports what was done.
fn edit(agent: Agent, places: &ConfigFolders, entry: &Entry<'_>, undo: bool) -> Result<String> {
    let file = agent.file(places).context("your home folder is not known; set HOME")?;
    let name = shown(places, &file);
    if agent.scope() == Scope::Repository {
        refuse_links(&places.repository, &file)?;
    }
    let text = match fs::read_to_string(&file) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error).with_context(|| format!("cannot read {name}")),
    };
    let edited = match (undo, &text) {
        (false, text) => entry.added(text.as_deref()),
        (true, Some(text)) => entry.removed(text),
        (true, None) => Ok(EditResult::Unchanged),
    };
    let edited =
        edited.with_context(|| format!("cannot edit {name}; edit it by hand, as `fathom init` prints it"))?;
    Ok(match edited {
        EditResult::Text(text) => {
            write(&file, &text).with_context(|| format!("cannot write {name}"))?;
            if undo { format!("taken out of {name}") } else { format!("added to {name}") }
        }
        EditResult::Gone => {
            remove(&file, agent.scope()).with_context(|| format!("cannot remove {name}"))?;
            format!("{name} held nothing else and is removed")
        }
        EditResult::Unchanged if undo => format!("{name} has no entry `{}`", entry::NAME),
        EditResult::Unchanged => format!("{name} has it already"),
        EditResult::Different => {
            format!(
                "{name} has another entry `{}`, which stays; `fathom init --undo {}` takes it out",
                entry::NAME,
                agent.name()
            )
        }
    })
}

/// A repository may contain a link to anywhere; nothing is written through it.
fn refuse_links(repository: &Path, file: &Path) -> Result<()> {
    let inside = file.strip_prefix(repository).unwrap_or(file);
    let mut path = repository.to_owned();
    for part in inside {
        path.push(part);
        if path.symlink_metadata().is_ok_and(|metadata| metadata.is_symlink()) {
            bail!(
                "{} is a link; edit the file it leads to by hand",
                escape::line(&path.display().to_string())
            );
        }
    }
    Ok(())
}

fn write(file: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(file, text)
}

/// Removes a file, and in a repository the folder that held nothing else.
fn remove(file: &Path, scope: Scope) -> std::io::Result<()> {
    fs::remove_file(file)?;
    if scope == Scope::Repository {
        // Only empty folders can be removed this way.
        let folders = file.ancestors().skip(1).take_while(|folder| !folder.join(".git").exists());
        for folder in folders {
            if fs::remove_dir(folder).is_err() {
                break;
            }
        }
    }
    Ok(())
}

fn places(repo: Option<&Path>) -> Result<ConfigFolders> {
    let repository = super::workspace(repo).map(|workspace| workspace.root().to_owned());
    let current = || std::env::current_dir().context("cannot determine the current folder; give --repo PATH");
    let home = std::env::home_dir();
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let config = variable("XDG_CONFIG_HOME").or_else(|| home.as_ref().map(|home| home.join(".config")));
    Ok(ConfigFolders {
        // Agents are configured outside of repositories, too.
        repository: match (repository, repo) {
            (Ok(root), _) => root,
            (Err(error), Some(_)) => return Err(error),
            (Err(_), None) => current()?,
        },
        home,
        config,
        codex: variable("CODEX_HOME"),
        programs: std::env::var_os("PATH")
            .map(|path| std::env::split_paths(&path).collect())
            .unwrap_or_default(),
    })
}

/// The program that agents start: by its name where that is found, else by its path.
fn program_name(places: &ConfigFolders) -> Result<String> {
    if program(places, "fathom").is_some() {
        return Ok("fathom".to_owned());
    }
    let path = std::env::current_exe().context("cannot determine the path of this program")?;
    path.into_os_string().into_string().ok().context("the path of this program is not UTF-8; move it")
}

/// A path in its short form: from the root of the repository, or from the home folder.
fn shown(places: &ConfigFolders, file: &Path) -> String {
    let in_repository = file.strip_prefix(&places.repository).ok().map(|path| path.display().to_string());
    let in_home = || {
        let inside = file.strip_prefix(places.home.as_ref()?).ok()?;
        Some(format!("~/{}", inside.display()))
    };
    let path = in_repository.or_else(in_home).unwrap_or_else(|| file.display().to_string());
    escape::line(&path).into_owned()
}

fn indented(text: &str) -> String {
    text.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") }).collect()
}
