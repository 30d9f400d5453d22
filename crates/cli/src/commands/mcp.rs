//! `fathom mcp`: the tools of the Model Context Protocol on standard input and output.

use super::folders;
use crate::arguments::McpCommand;
use anyhow::{Context, Result};
use fathom_server::mcp::{self, StdioOptions, TOOLS_VARIABLE, ToolSelection};
use std::process::ExitCode;

pub(super) fn run(command: McpCommand) -> Result<ExitCode> {
    let tools = match std::env::var(TOOLS_VARIABLE) {
        Ok(names) => ToolSelection::parse(&names)?,
        Err(_) => ToolSelection::default(),
    };
    let options = StdioOptions {
        folders: folders()?,
        repo: command.repo,
        current: std::env::current_dir().ok(),
        first_index: command.first_index,
        tools,
    };
    mcp::stdio(options).context("cannot serve this client")?;
    Ok(ExitCode::SUCCESS)
}
