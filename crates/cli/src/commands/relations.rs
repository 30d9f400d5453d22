//! `fathom show`, `fathom trace` and `fathom impact`.

use super::{Asked, found, read_diff};
use crate::arguments::{ImpactCommand, ShowCommand, TraceCommand};
use crate::output::{self, Output};
use anyhow::Result;
use fathom_engine::operations::impact::Changed;
use fathom_engine::operations::{impact, show, trace};
use fathom_engine::render::{self, Paint};
use std::process::ExitCode;

/// Callers and callees of `show`, and steps of `trace` and `impact`, where no limit is set.
const LISTED: usize = 20;
const FOLLOWED: usize = 100;

pub(super) fn show(command: &ShowCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let asked = Asked::new(&command.common)?;
    let request =
        show::Request { symbol: asked.name(&command.symbol), limit: command.limit.unwrap_or(LISTED) };
    let response = asked.ask(|view| show::run(view, &request))?;
    let response = match command.budget {
        Some(budget) if json => response.within(budget, output::json_text),
        Some(budget) => response.within(budget, |response| render::show(response, &Paint::PLAIN)),
        None => Some(response),
    };
    match response {
        Some(response) if json => output::json(&response)?,
        Some(response) => {
            output.answer(command.common.repo.as_deref(), |paint| render::show(&response, paint))?;
        }
        None => output::message("this budget holds nothing; give --budget a few hundred tokens at least"),
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn trace(command: &TraceCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let asked = Asked::new(&command.common)?;
    let request = trace::Request {
        symbol: asked.name(&command.symbol),
        depth: command.depth,
        limit: command.limit.unwrap_or(FOLLOWED),
    };
    let response = asked.ask(|view| trace::run(view, &request))?;
    if json {
        output::json(&response)?;
    } else {
        output.answer(command.common.repo.as_deref(), |paint| render::trace(&response, paint))?;
    }
    Ok(found(!response.chain.is_empty()))
}

pub(super) fn impact(command: &ImpactCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let asked = Asked::new(&command.common)?;
    let changed = match (&command.node, &command.diff) {
        (_, Some(diff)) => Changed::Diff(read_diff(diff)?),
        (node, None) => Changed::Node(node.as_deref().map(|node| asked.name(node)).unwrap_or_default()),
    };
    let request = impact::Request {
        changed,
        depth: command.depth,
        limit: command.limit.unwrap_or(FOLLOWED),
        edge_type: command.edge_type.clone(),
    };
    let response = asked.ask(|view| impact::run(view, &request))?;
    if json {
        output::json(&response)?;
    } else {
        output.answer(command.common.repo.as_deref(), |paint| render::impact(&response, paint))?;
    }
    Ok(found(!response.impacted.is_empty()))
}
