//! `fathom status`.

use super::{found, workspace};
use crate::output::{self, Output};
use crate::progress::Bar;
use anyhow::Result;
use fathom_engine::Progress;
use fathom_engine::operations::status;
use fathom_engine::render;
use std::path::Path;
use std::process::ExitCode;

pub(super) fn run(repo: Option<&Path>, output: &Output, json: bool) -> Result<ExitCode> {
    let response = status::run(&workspace(repo)?)?;
    for note in &response.notes {
        Bar::new().note(note);
    }
    if json {
        output::json(&response)?;
    } else {
        output.answer(repo, |paint| render::status(&response, paint))?;
    }
    Ok(found(response.indexed))
}
