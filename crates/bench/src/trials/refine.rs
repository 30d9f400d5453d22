//! How much does asking again find? A simulated user marks the expected symbols among the first ten as
//! right and the others as wrong, and asks again. What was found so far and the first ten of the new answer
//! are compared with what reading on in the first answer would have found.

use super::TrialSetup;
use super::table::table;
use crate::Watch;
use crate::matching::{Matching, judge, wanted};
use crate::metrics::precision::recall;
use crate::record::FoundSymbol;
use crate::runner::{Group, groups};
use crate::statistics::mean;
use crate::tasks::Task;
use anyhow::Result;
use fathom_engine::operations::context::{self, Settings};
use fathom_engine::{Folders, NoProgress, Refresh, View, Workspace};
use fathom_protocol::OneOrMany;
use fathom_protocol::context::{RankedSymbol, Request};
use serde::Serialize;
use std::fmt;

/// Symbols of an answer that are read.
const FIRST: usize = 10;
/// Rounds after the first answer.
const ROUNDS: usize = 2;

/// The result of one task.
#[derive(Clone, Debug, Serialize)]
pub struct RefinedTask {
    /// The task.
    pub task: String,
    /// Strict recall of the first answer's ten, and with the ten of each further round.
    pub rounds: Vec<f64>,
    /// Strict recall of the first answer's 10, 20 and 30.
    pub read_on: Vec<f64>,
}

/// All of them.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// One per task.
    pub tasks: Vec<RefinedTask>,
}

/// Asks every labelled task, and again.
pub fn run(ground: &TrialSetup, tasks: &[Task], watch: Watch<'_>) -> Result<Report> {
    let (groups, left_out) = groups(&ground.corpus, &ground.checkouts, tasks);
    for why in &left_out {
        watch(why);
    }
    let mut report = Report { tasks: Vec::new() };
    for Group { repository, commit, tasks } in &groups {
        watch(&format!("{}: {} tasks", repository.name, tasks.len()));
        let (place, site) = ground.site(repository, commit)?;
        let workspace = Workspace::find(&site.root, &Folders::under(&place.path().join("home")))?;
        let opened = workspace.open(Refresh::Update, &NoProgress)?;
        for task in tasks {
            report.tasks.push(of_task(&opened.view(), task)?);
        }
    }
    Ok(report)
}

fn of_task(view: &View<'_>, task: &Task) -> Result<RefinedTask> {
    let wanted = wanted(task);
    let found = |symbols: &[RankedSymbol]| -> Vec<FoundSymbol> {
        let one = |symbol: &RankedSymbol| FoundSymbol {
            name: symbol.qualified_name.clone(),
            path: Some(symbol.path.clone()),
            line: Some(symbol.line),
            end_line: Some(symbol.end_line),
        };
        symbols.iter().map(one).collect()
    };
    let strict = |shown: &[FoundSymbol]| recall(&judge(Matching::Strict, &wanted, shown), shown.len().max(1));
    let ask = |more_like: &[String], not: &[String]| -> Result<Vec<RankedSymbol>> {
        let request = Request {
            limit: Some(FIRST * (1 + ROUNDS)),
            more_like: OneOrMany(more_like.to_vec()),
            not: OneOrMany(not.to_vec()),
            no_feedback: true,
            ..Request::new(task.description.clone())
        };
        Ok(context::run(view, &request, &Settings::default())?.response().symbols)
    };
    let first = ask(&[], &[])?;
    let all = found(&first);
    let read_on = (1..=1 + ROUNDS).map(|count| strict(&all[..all.len().min(FIRST * count)])).collect();
    let (mut right, mut wrong, mut shown): (Vec<String>, Vec<String>, Vec<FoundSymbol>) = Default::default();
    let mut rounds = Vec::new();
    let mut answer = first;
    for round in 0..=ROUNDS {
        answer.truncate(FIRST);
        for symbol in &answer {
            let one = found(std::slice::from_ref(symbol));
            let is_right = recall(&judge(Matching::Exact, &wanted, &one), 1) > 0.0;
            if is_right {
                right.push(symbol.id.clone());
            } else {
                wrong.push(symbol.id.clone());
            }
            shown.extend(one);
        }
        rounds.push(strict(&shown));
        if round < ROUNDS {
            answer = ask(&right, &wrong)?;
        }
    }
    Ok(RefinedTask { task: task.id.clone(), rounds, read_on })
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<Vec<String>> = (0..=ROUNDS)
            .map(|round| {
                let of = |value: fn(&RefinedTask) -> &Vec<f64>| {
                    let values: Vec<f64> = self.tasks.iter().map(|one| value(one)[round]).collect();
                    format!("{:.3}", mean(&values))
                };
                vec![(FIRST * (round + 1)).to_string(), of(|one| &one.read_on), of(|one| &one.rounds)]
            })
            .collect();
        writeln!(out, "{} tasks, strict recall of the symbols that were read:", self.tasks.len())?;
        out.write_str(&table(&["symbols read", "reading on", "asking again"], &rows))
    }
}
