//! `fathom bench`: one file per subcommand that is more than a call.

pub(crate) mod agreement;
pub(crate) mod answers;
pub(crate) mod arguments;
pub(crate) mod capability;
pub(crate) mod compare;
pub(crate) mod corpus;
pub(crate) mod diagnose;
pub(crate) mod errors;
pub(crate) mod filesearch;
mod folders;
pub(crate) mod foresight;
pub(crate) mod here;
pub(crate) mod load;
mod machine;
pub(crate) mod mine;
mod progress;
pub(crate) mod published;
mod reliability;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod trial;
pub(crate) mod validate;

use crate::output;
use anyhow::{Context, Result};
use arguments::BenchCommand;
use fathom_bench::{calls, edges, speed};
use serde::Serialize;
use std::fmt::Display;
use std::process::ExitCode;

pub(super) fn run(bench: &BenchCommand) -> Result<ExitCode> {
    let watch = |doing: &str| output::message(doing);
    match bench {
        BenchCommand::Agreement(command) => agreement::run(command),
        BenchCommand::Validate(command) => validate::run(command),
        BenchCommand::Report(command) => report::run(command),
        BenchCommand::Compare(command) => compare::run(command),
        BenchCommand::Answers(command) => answers::run(command),
        BenchCommand::Load(command) => load::run(command),
        BenchCommand::Capability(command) => capability::run(command),
        BenchCommand::Corpus { corpus } => corpus::run(corpus),
        BenchCommand::Mine(command) => mine::run(command),
        BenchCommand::Here(command) => here::run(command),
        BenchCommand::Run(command) => run::run(command),
        BenchCommand::Published(command) => published::run(command),
        BenchCommand::Filesearch(command) => filesearch::run(command),
        BenchCommand::Diagnose(command) => diagnose::run(command),
        BenchCommand::Errors(command) => errors::run(command),
        BenchCommand::Foresight(command) => foresight::run(command),
        BenchCommand::Trial { trial } => trial::run(trial),
        BenchCommand::Edges { projects, claims, examples, json } => {
            let projects =
                projects.iter().map(|text| edges::Project::parse(text)).collect::<Result<Vec<_>>>()?;
            show(&edges::run(&projects, claims.as_deref(), *examples, &watch)?, *json)
        }
        BenchCommand::Calls { path, labels: Some(labels), json, .. } => {
            show(&calls::measure(path, labels)?, *json)
        }
        BenchCommand::Calls { path, language, sample, seed, labels: None, .. } => {
            for site in calls::sample(path, language.as_deref().unwrap_or_default(), *sample, *seed)? {
                output::text(&format!("{}\n", serde_json::to_string(&site)?))?;
            }
            Ok(ExitCode::SUCCESS)
        }
        BenchCommand::Speed { path, rounds, json } => {
            let program = std::env::current_exe().context("cannot determine the path of this program")?;
            show(&speed::run(path, *rounds, &program, &watch)?, *json)
        }
        BenchCommand::Floor { path } => {
            let nodes = speed::floor(path)?;
            output::text(&format!("{nodes} syntax nodes\n"))?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn show<R: Serialize + Display>(report: &R, json: bool) -> Result<ExitCode> {
    if json {
        output::json(report)?;
    } else {
        output::text(&report.to_string())?;
    }
    Ok(ExitCode::SUCCESS)
}
