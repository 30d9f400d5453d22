//! Many clients at once: how `fathom serve` answers under load.
//!
//! Each client asks `context` for tasks drawn from the repository, over a
//! connection of its own, first with pauses as people and agents make them,
//! then without. Server and clients share the machine, so the figures are
//! lower bounds.

mod report;
mod server;

pub use report::{LoadReport, Round};

use crate::Watch;
use crate::client::Client;
use crate::speed::Questions;
use anyhow::{Context, Result, ensure};
use fathom_engine::{Folders, NoProgress, Refresh, Workspace};
use serde_json::{Value, json};
use server::ServerProcess;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Different tasks that are asked.
const TASKS: usize = 200;
/// How long the first index may take.
const INDEX_PATIENCE: Duration = Duration::from_mins(10);
/// The pause between two questions of a client in the first round.
const PAUSE: Duration = Duration::from_millis(500);

/// The options of a measurement.
pub struct LoadOptions<'o> {
    /// The repository that is asked about.
    pub path: &'o Path,
    /// A server that runs, as `http://HOST:PORT`; without one, one is started.
    pub url: Option<&'o str>,
    /// The token of that server.
    pub token: Option<&'o str>,
    /// Clients at once.
    pub clients: usize,
    /// How long each round takes.
    pub duration: Duration,
    /// The `fathom` to start.
    pub program: &'o Path,
}

/// Measures a server under load.
pub fn run(options: &LoadOptions<'_>, watch: Watch<'_>) -> Result<LoadReport> {
    ensure!(options.clients > 0, "at least one client is needed");
    let path =
        options.path.canonicalize().with_context(|| format!("{} does not exist", options.path.display()))?;
    let folder = tempfile::Builder::new().prefix("fathom-bench-").tempdir()?;
    watch(&format!("indexing {}", path.display()));
    let workspace = Workspace::find(&path, &Folders::under(folder.path()))?;
    let tasks = {
        let opened = workspace.open(Refresh::Update, &NoProgress)?;
        Questions::draw(&opened.view(), TASKS).words
    };
    ensure!(!tasks.is_empty(), "{} has no symbols to ask for", path.display());
    let started = match options.url {
        Some(_) => None,
        None => Some(ServerProcess::start(options.program, workspace.root(), folder.path())?),
    };
    let address = match (&started, options.url) {
        (Some(server), _) => server.address().to_owned(),
        (None, Some(url)) => url.to_owned(),
        (None, None) => unreachable!("a server is started where no address is given"),
    };
    let mut client = Client::new(&address, options.token);
    let body = json!({"root_path": workspace.root()});
    let record: Value = serde_json::from_str(&client.post("/api/v1/init", &body)?)?;
    let name = record["workspace_hash"].as_str().context("`init` answered in another shape")?.to_owned();
    let question = |task: &String| json!({"workspace": name, "task": task});
    wait_for_index(&mut client, &question(&tasks[0]))?;
    watch("asking each question once");
    for task in &tasks {
        client.post("/api/v1/context", &question(task))?;
    }
    let questions: Vec<Value> = tasks.iter().map(question).collect();
    let mut rounds = Vec::new();
    for pause in [PAUSE, Duration::ZERO] {
        watch(&format!(
            "{} clients for {} s, pause {} ms",
            options.clients,
            options.duration.as_secs(),
            pause.as_millis()
        ));
        let before = memory(&address, options.token)?;
        let times = ask_all(options, &address, &questions, pause);
        rounds.push(Round::new(pause, options.duration, &times, before, memory(&address, options.token)?));
    }
    Ok(LoadReport {
        path: path.display().to_string(),
        clients: options.clients,
        tasks: tasks.len(),
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        debug_build: cfg!(debug_assertions),
        rounds,
    })
}

/// Asks from all clients until the time is over.
fn ask_all(options: &LoadOptions<'_>, address: &str, questions: &[Value], pause: Duration) -> Answers {
    let next = AtomicUsize::new(0);
    let answers = Mutex::new(Answers::default());
    let started = Instant::now();
    std::thread::scope(|scope| {
        for number in 0..options.clients {
            let (next, answers) = (&next, &answers);
            scope.spawn(move || {
                let mut own = Answers::default();
                let mut client = Client::new(address, options.token);
                // Clients do not begin in step.
                std::thread::sleep(pause * number as u32 / options.clients as u32);
                while started.elapsed() < options.duration {
                    let question = &questions[next.fetch_add(1, Ordering::Relaxed) % questions.len()];
                    let asked = Instant::now();
                    match client.post("/api/v1/context", question) {
                        Ok(_) => own.times_ms.push(asked.elapsed().as_secs_f64() * 1000.0),
                        Err(error) => own.errors.push(format!("{error:#}")),
                    }
                    std::thread::sleep(pause);
                }
                let mut all = answers.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                all.times_ms.append(&mut own.times_ms);
                all.errors.append(&mut own.errors);
            });
        }
    });
    let mut answers = answers.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    answers.elapsed = started.elapsed();
    answers
}

/// The responses to clients.
#[derive(Default)]
pub(crate) struct Answers {
    pub(crate) times_ms: Vec<f64>,
    pub(crate) errors: Vec<String>,
    pub(crate) elapsed: Duration,
}

fn wait_for_index(client: &mut Client, question: &Value) -> Result<()> {
    let since = Instant::now();
    loop {
        match client.post("/api/v1/context", question) {
            Ok(_) => return Ok(()),
            Err(error) if since.elapsed() > INDEX_PATIENCE => return Err(error),
            Err(_) => std::thread::sleep(Duration::from_secs(1)),
        }
    }
}

/// Resident memory of the server, where it reports it.
fn memory(address: &str, token: Option<&str>) -> Result<Option<u64>> {
    // A server closes a connection that is idle for the length of a round.
    let metrics = Client::new(address, token).get("/metrics")?;
    let value = metrics.lines().find_map(|line| line.strip_prefix("process_resident_memory_bytes "));
    Ok(value.and_then(|value| value.parse().ok()))
}
