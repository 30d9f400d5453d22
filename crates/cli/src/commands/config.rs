//! `fathom config`.

use crate::output;
use crate::settings::{Origin, Settings};
use anyhow::Result;
use std::fmt::Write;
use std::process::ExitCode;

pub(super) fn run(settings: &Settings, json: bool) -> Result<ExitCode> {
    if json {
        output::json(settings)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = match &settings.path {
        Some(path) if settings.exists => format!("{}\n\n", path.display()),
        Some(path) => format!("{} (not there)\n\n", path.display()),
        None => "no config folder is known; FATHOM_CONFIG chooses a file\n\n".to_owned(),
    };
    for setting in &settings.values {
        let from = match setting.from {
            Origin::Default => "default",
            Origin::ConfigFile => "config file",
            Origin::Variable(name) => name,
        };
        let value = if setting.value.is_empty() { "(none)" } else { &setting.value };
        let _ = writeln!(text, "{:<24}  {value:<10}  {from}", setting.key);
    }
    output::text(&text)?;
    Ok(ExitCode::SUCCESS)
}
