//! How well does a running server help to understand an application?
//!
//! A dataset holds questions about one application. Each names the calls to
//! make and the symbols and files that the answers must contain. A second pass
//! adds what an agent would ask with only the question and the input.
//! Everything goes over HTTP: the server may be any build, or another program
//! with the same routes.

mod answers;
mod baseline;
mod calls;
mod dataset;
mod identifiers;
mod page;
mod report;
mod score;
mod validate;
mod workspace;

pub use baseline::{BASELINE_FILE, Baseline, save};
pub use dataset::{Dataset, Task};
pub use page::page;
pub use report::{CallReport, Figures, Report, TaskReport};
pub use score::Score;
pub use validate::{Validation, validate};

use crate::Watch;
use crate::client::Client;
use answers::Answers;
use anyhow::Result;
use calls::{Call, Request};
use fathom_rank::count_tokens;
use serde_json::Value;
use std::time::Instant;

/// The name of the file with the results of the last run.
pub const RESULTS_FILE: &str = "results_current.json";
/// Where a server listens, if nothing else is given.
pub const DEFAULT_URL: &str = "http://127.0.0.1:7420";

/// The server to measure.
pub struct CapabilityOptions<'o> {
    /// `http://HOST:PORT`.
    pub url: &'o str,
    /// Its token.
    pub token: Option<&'o str>,
    /// The workspace by hash, name or path, instead of the dataset's.
    pub workspace: Option<&'o str>,
    /// Whole names count, parts of names do not.
    pub strict: bool,
}

/// The result of a run.
pub enum Outcome {
    /// The figures.
    Measured(Box<Report>),
    /// No server answered, and why.
    Skipped(String),
}

/// Measures a server with a dataset called `name`.
pub fn run(
    name: &str,
    dataset: &Dataset,
    options: &CapabilityOptions<'_>,
    watch: Watch<'_>,
) -> Result<Outcome> {
    let mut client = Client::new(options.url, options.token);
    if let Err(error) = client.connect() {
        return Ok(Outcome::Skipped(format!("{error:#}")));
    }
    let workspace = workspace::choose(&mut client, dataset, options.workspace)?;
    workspace::wait_for_index(&mut client, &workspace, watch)?;
    let mut tasks = Vec::new();
    for (index, task) in dataset.tasks.iter().enumerate() {
        watch(&format!("{}/{} {}", index + 1, dataset.tasks.len(), task.id));
        tasks.push(ask(&mut client, task, dataset, &workspace));
    }
    Ok(Outcome::Measured(Box::new(Report::new(name, dataset, options.strict, tasks))))
}

fn ask(client: &mut Client, task: &Task, dataset: &Dataset, workspace: &str) -> TaskReport {
    let mut calls = Vec::new();
    let fixed = make(client, calls::fixed(task, workspace), &mut calls);
    let mut agent_calls = Vec::new();
    let agent = dataset.agent.enabled.then(|| {
        let more = calls::agent(task, &dataset.agent, workspace);
        let found = make(client, more, &mut agent_calls);
        Score::new(task, &fixed.clone().with(found))
    });
    TaskReport {
        id: task.id.clone(),
        category: task.category.clone(),
        question: task.question.clone(),
        expected: task.expect_symbols.len() + task.expect_files.len(),
        fixed: Score::new(task, &fixed),
        agent,
        calls,
        agent_calls,
    }
}

/// Makes calls and unites what they answer; a call that fails adds nothing.
fn make(client: &mut Client, calls: Vec<Call>, reports: &mut Vec<CallReport>) -> Answers {
    let mut answers = Answers::default();
    for Call { tool, request } in calls {
        let started = Instant::now();
        let answer = request.and_then(|request| send(client, &request));
        let ms = started.elapsed().as_secs_f64() * 1000.0;
        let (tokens, error) = match &answer {
            Ok((body, value)) => {
                answers.add(&tool, value);
                (count_tokens(body), None)
            }
            Err(error) => (0, Some(error.clone())),
        };
        reports.push(CallReport { tool, ms, tokens, error });
    }
    answers
}

fn send(client: &mut Client, request: &Request) -> Result<(String, Value), String> {
    let reply = match request {
        Request::Get(path) => client.send("GET", path, ""),
        Request::Post(path, body) => client.send("POST", path, &body.to_string()),
    };
    let reply = reply.map_err(|error| format!("{error:#}"))?;
    let value: Value = serde_json::from_str(&reply.body).map_err(|_| "the answer is not JSON".to_owned())?;
    if reply.status != 200 {
        let message = value["error"]["message"].as_str().unwrap_or("refused");
        return Err(format!("{}: {message}", reply.status));
    }
    Ok((reply.body, value))
}
