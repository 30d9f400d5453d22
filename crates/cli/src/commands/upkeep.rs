//! `fathom clean` and `fathom doctor`: what is kept on disk.

use super::{folders, found, workspace};
use crate::arguments::{CleanCommand, DoctorCommand};
use crate::output;
use crate::progress::Bar;
use anyhow::Result;
use fathom_engine::operations::{clean, doctor};
use fathom_engine::render::{escape, thousands};
use std::fmt::Write;
use std::process::ExitCode;

pub(super) fn clean(command: &CleanCommand, json: bool) -> Result<ExitCode> {
    let response = if command.all {
        clean::run(&clean::Request::All(&folders()?), command.state)?
    } else {
        clean::run(&clean::Request::Repository(&workspace(command.repo.as_deref())?), command.state)?
    };
    let is_any = response.bytes > 0;
    if json {
        output::json(&response)?;
    } else if is_any {
        let mut text = String::new();
        for repository in &response.removed {
            let _ = writeln!(text, "removed the index of {}", escape::line(repository));
        }
        let _ = writeln!(text, "{:.1} MB freed", response.bytes as f64 / 1e6);
        output::text(&text)?;
    } else {
        output::text("nothing to remove")?;
    }
    Ok(found(is_any))
}

pub(super) fn doctor(command: &DoctorCommand, json: bool) -> Result<ExitCode> {
    let response = doctor::run(&workspace(command.repo.as_deref())?, command.repair, &Bar::new())?;
    let is_whole = response.damaged.is_empty() || response.repaired;
    if json {
        output::json(&response)?;
        return Ok(found(is_whole));
    }
    let mut text =
        format!("index of {}\nin {}\n", escape::line(&response.root), escape::line(&response.index));
    for damage in &response.damaged {
        let _ = writeln!(text, "damaged: {}: {}", escape::line(&damage.path), escape::line(&damage.problem));
    }
    let examined = thousands(response.examined);
    let _ = match (response.indexed, response.damaged.len()) {
        (false, _) => writeln!(text, "not indexed yet"),
        (true, 0) => writeln!(text, "{examined} files examined, none is damaged"),
        (true, damaged) => writeln!(text, "{examined} files examined, {damaged} damaged"),
    };
    if response.repaired {
        let _ = writeln!(text, "the index was built again");
    } else if !response.damaged.is_empty() && command.repair {
        let _ = writeln!(text, "the index was built again; what cannot be rebuilt is still damaged");
    } else if !response.damaged.is_empty() {
        let _ = writeln!(text, "`fathom doctor --repair` builds the index again");
    }
    output::text(&text)?;
    Ok(found(is_whole))
}
