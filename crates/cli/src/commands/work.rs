//! `fathom files`, `fathom flow` and `fathom tests`.

use super::{Asked, concepts, found, read_diff, read_task};
use crate::arguments::{FilesCommand, FlowCommand, FlowFormat, TestsCommand};
use crate::output::{self, Output};
use anyhow::Result;
use fathom_engine::operations::{files, flow, tests};
use fathom_engine::render;
use fathom_protocol::files::Request as FilesRequest;
use fathom_protocol::flow::{Format, Request as FlowRequest};
use fathom_protocol::tests::Request as TestsRequest;
use fathom_protocol::{Diff, OneOrMany};
use std::process::ExitCode;

pub(super) fn files(command: &FilesCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let input = read_task(&command.task.join(" "), &command.asking)?;
    let asked = Asked::new(&command.common)?;
    let request = FilesRequest {
        task: input.task,
        hints: OneOrMany(command.asking.hints.clone()),
        limit: command.limit.map(|limit| limit as usize),
        files: OneOrMany(command.asking.files.clone()),
        diff: input.diff,
        filter: asked.filter(&command.filter),
        no_feedback: command.asking.no_feedback,
        concepts: concepts::sources(&command.asking.concepts),
    };
    let response = asked.ask(|view| files::run_with(view, &request, &input.ranker))?;
    if json {
        output::json(&response)?;
    } else {
        output.answer(command.common.repo.as_deref(), |paint| render::files(&response, paint))?;
    }
    Ok(found(!response.files.is_empty()))
}

pub(super) fn flow(command: &FlowCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let asked = Asked::new(&command.common)?;
    let format = match command.format {
        FlowFormat::Json => Format::Json,
        FlowFormat::Mermaid => Format::Mermaid,
        FlowFormat::Sequence => Format::Sequence,
    };
    let request = FlowRequest {
        entry: asked.name(&command.entry.join(" ")),
        max_depth: Some(command.depth),
        format: Some(format),
    };
    let response = asked.ask(|view| flow::run(view, &request))?;
    if json {
        output::json(&response)?;
    } else {
        output.answer(command.common.repo.as_deref(), |paint| render::flow(&response, paint))?;
    }
    Ok(found(response.found))
}

pub(super) fn tests(command: &TestsCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let asked = Asked::new(&command.common)?;
    let request = TestsRequest {
        files: OneOrMany(command.files.iter().map(|path| asked.name(path)).collect()),
        diff: command.diff.as_deref().map(read_diff).transpose()?.map(Diff),
        limit: command.limit,
    };
    let response = asked.ask(|view| tests::run(view, &request))?;
    if json {
        output::json(&response)?;
    } else {
        output.answer(command.common.repo.as_deref(), |paint| render::tests(&response, paint))?;
    }
    Ok(found(!response.tests.is_empty()))
}
