//! `fathom symbols` and `fathom query`.

use super::{QueryTarget, found};
use crate::arguments::{QueryCommand, SymbolsCommand};
use crate::output::{self, Output};
use anyhow::Result;
use fathom_engine::operations::{query, symbols};
use fathom_engine::render::{self, Paint};
use fathom_protocol::query::Request as QueryRequest;
use fathom_protocol::symbols::Request as SymbolsRequest;
use std::process::ExitCode;

pub(super) fn symbols(command: &SymbolsCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let target = QueryTarget::new(&command.common)?;
    let request = SymbolsRequest {
        query: target.name(&command.name),
        kind: command.kind.clone(),
        limit: command.limit,
        filter: target.filter(&command.filter),
    };
    let response = target.ask(|view| symbols::run(view, &request))?;
    if json {
        output::json(&response)?;
    } else {
        let text = |paint: &Paint| render::symbols(&response, &command.name, paint);
        output.answer(command.common.repo.as_deref(), text)?;
    }
    Ok(found(response.count > 0))
}

pub(super) fn query(command: &QueryCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let target = QueryTarget::new(&command.common)?;
    let request = QueryRequest {
        query: command.words.join(" "),
        limit: command.limit,
        filter: target.filter(&command.filter),
    };
    let response = target.ask(|view| query::run(view, &request))?;
    if json {
        output::json(&response)?;
    } else {
        let text = |paint: &Paint| render::query(&response, &request.query, paint);
        output.answer(command.common.repo.as_deref(), text)?;
    }
    Ok(found(response.total > 0))
}
