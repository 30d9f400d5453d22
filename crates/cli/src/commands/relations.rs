//! `fathom show`, `fathom trace` and `fathom impact`.

use super::predict::named;
use super::{QueryTarget, found, read_diff};
use crate::arguments::{ImpactCommand, ShowCommand, TraceCommand};
use crate::output::{self, Output};
use anyhow::Result;
use fathom_engine::operations::{impact, show, trace};
use fathom_engine::render::{self, Paint};
use fathom_protocol::impact::Request as ImpactRequest;
use fathom_protocol::show::Request as ShowRequest;
use fathom_protocol::trace::Request as TraceRequest;
use fathom_protocol::{Change, Diff};
use std::process::ExitCode;

pub(super) fn show(command: &ShowCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let target = QueryTarget::new(&command.common)?;
    let request =
        ShowRequest { symbol: target.name(&command.symbol), limit: command.limit, budget: command.budget };
    let response = target.ask(|view| show::run(view, &request))?;
    let response = match command.budget {
        Some(budget) if json => show::within(&response, budget, output::json_text),
        Some(budget) => show::within(&response, budget, |response| render::show(response, &Paint::PLAIN)),
        None => Some(response),
    };
    match response {
        Some(response) if json => output::json(&response)?,
        Some(response) => {
            output.answer(command.common.repo.as_deref(), |paint| render::show(&response, paint))?;
        }
        None => output::message("the budget is too small; give --budget at least a few hundred tokens"),
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn trace(command: &TraceCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let target = QueryTarget::new(&command.common)?;
    let request = TraceRequest {
        node: target.name(&command.symbol),
        max_depth: Some(command.depth),
        limit: command.limit,
    };
    let response = target.ask(|view| trace::run(view, &request))?;
    if json {
        output::json(&response)?;
    } else {
        output.answer(command.common.repo.as_deref(), |paint| render::trace(&response, paint))?;
    }
    Ok(found(!response.chain.is_empty()))
}

pub(super) fn impact(command: &ImpactCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let target = QueryTarget::new(&command.common)?;
    let request = ImpactRequest {
        node: command.node.as_deref().map(|node| target.name(node)).unwrap_or_default(),
        change: Change {
            files: named(&target, command.files.as_ref()),
            diff: command.diff.as_deref().map(read_diff).transpose()?.map(Diff),
            since: command.since.clone(),
            staged: command.staged,
        },
        max_depth: Some(command.depth),
        limit: command.limit,
        edge_type: command.edge_type.clone(),
    };
    let response = target.ask(|view| impact::run(view, &request))?;
    if json {
        output::json(&response)?;
    } else {
        output.answer(command.common.repo.as_deref(), |paint| render::impact(&response, paint))?;
    }
    Ok(found(!response.impacted.is_empty()))
}
