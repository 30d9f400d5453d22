//! `fathom experts`: the state of the experts, and the outcomes of their predictions.

// clap prints these comments as help in a terminal, where backticks are noise.
#![allow(clippy::doc_markdown)]

mod calibration;
mod measure;
mod record;

use crate::arguments::Common;
use crate::commands::{QueryTarget, found};
use crate::output::{self, Output};
use anyhow::Result;
use calibration::CalibrationCommand;
use clap::{Args, Subcommand};
use fathom_engine::operations::outcomes;
use fathom_engine::render;
use measure::{EvaluateCommand, StatsCommand, TrainCommand};
use record::RecordCommand;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Subcommand)]
pub(crate) enum ExpertsCommand {
    /// Train on the commits since the last training
    #[command(
        long_about = "Train on the commits since the last training. `predict` does the same by itself; run this to train before the first prediction.",
        after_help = "Example:\n  fathom experts train --all"
    )]
    Train(TrainCommand),
    /// Show the state of the experts: commits, files, mappings, model versions, weights
    Stats(StatsCommand),
    /// Measure the experts on past commits, each predicted from the commits before it
    #[command(
        after_help = "Examples:\n  fathom experts evaluate --commits 300\n  fathom experts evaluate --expert tests --since 2025-01-01 --json"
    )]
    Evaluate(EvaluateCommand),
    /// Record the outcome of a prediction, or a work log
    Record {
        #[command(subcommand)]
        record: RecordCommand,
    },
    /// Show whether recorded probabilities held, and the metrics of recorded test runs
    #[command(
        after_help = "Examples:\n  fathom experts calibration\n  fathom experts calibration --tests --curve\n  fathom experts calibration --time-series --export calibration.csv"
    )]
    Calibration(CalibrationCommand),
    /// Show the balance of each expert and its latest predictions
    #[command(
        long_about = "Show the balance of each expert and its latest predictions.\n\nAn item predicted with probability p puts p² at stake. If it happens it earns 2p - p², otherwise the stake is lost: a wrong confident prediction costs more than a wrong timid one, and honest probabilities earn most."
    )]
    Leaderboard(LeaderboardCommand),
    /// Write predictions and outcomes as JSON Lines
    Export(TransferCommand),
    /// Read predictions and outcomes that `export` wrote, here or elsewhere
    Import(TransferCommand),
}

#[derive(Args)]
pub(crate) struct LeaderboardCommand {
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct TransferCommand {
    /// The folder; files are in its subfolder predictions
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
}

impl ExpertsCommand {
    pub(crate) fn common(&self) -> &Common {
        match self {
            ExpertsCommand::Record { record: RecordCommand::Outcome(command) } => &command.common,
            ExpertsCommand::Record { record: RecordCommand::Log(command) } => &command.common,
            ExpertsCommand::Train(command) => &command.common,
            ExpertsCommand::Stats(command) => &command.common,
            ExpertsCommand::Evaluate(command) => &command.common,
            ExpertsCommand::Calibration(command) => &command.common,
            ExpertsCommand::Leaderboard(command) => &command.common,
            ExpertsCommand::Export(command) | ExpertsCommand::Import(command) => &command.common,
        }
    }

    pub(crate) fn common_mut(&mut self) -> &mut Common {
        match self {
            ExpertsCommand::Record { record: RecordCommand::Outcome(command) } => &mut command.common,
            ExpertsCommand::Record { record: RecordCommand::Log(command) } => &mut command.common,
            ExpertsCommand::Train(command) => &mut command.common,
            ExpertsCommand::Stats(command) => &mut command.common,
            ExpertsCommand::Evaluate(command) => &mut command.common,
            ExpertsCommand::Calibration(command) => &mut command.common,
            ExpertsCommand::Leaderboard(command) => &mut command.common,
            ExpertsCommand::Export(command) | ExpertsCommand::Import(command) => &mut command.common,
        }
    }
}

pub(super) fn run(command: &ExpertsCommand, output: &Output, json: bool) -> Result<ExitCode> {
    match command {
        ExpertsCommand::Record { record: RecordCommand::Outcome(command) } => {
            record::run(command, output, json)
        }
        ExpertsCommand::Record { record: RecordCommand::Log(command) } => record::log(command, json),
        ExpertsCommand::Train(command) => measure::train(command, json),
        ExpertsCommand::Stats(command) => measure::print(command, json),
        ExpertsCommand::Evaluate(command) => measure::evaluate(command, output, json),
        ExpertsCommand::Calibration(command) => calibration::run(command, output, json),
        ExpertsCommand::Leaderboard(command) => leaderboard(command, output, json),
        ExpertsCommand::Export(command) => transfer(command, json, true),
        ExpertsCommand::Import(command) => transfer(command, json, false),
    }
}

fn leaderboard(command: &LeaderboardCommand, output: &Output, json: bool) -> Result<ExitCode> {
    let board = QueryTarget::new(&command.common)?.ask(outcomes::leaderboard)?;
    if json {
        output::json(&board)?;
    } else {
        output.answer(command.common.repo.as_deref(), |paint| render::leaderboard(&board, paint))?;
    }
    Ok(found(!board.accounts.is_empty()))
}

fn transfer(command: &TransferCommand, json: bool, write: bool) -> Result<ExitCode> {
    let target = QueryTarget::new(&command.common)?;
    let folder = &command.folder;
    let done = if write {
        target.ask(|view| outcomes::export(view, folder))?
    } else {
        target.ask(|view| outcomes::import(view, folder))?
    };
    if json {
        output::json(&done)?;
    } else {
        let known = if done.known > 0 { format!(", {} were known", done.known) } else { String::new() };
        let work = if done.episodes > 0 {
            format!("; {} changes of work logs", done.episodes)
        } else {
            String::new()
        };
        let verb = if write { "wrote" } else { "read" };
        output::text(&format!(
            "{verb} {} predictions and {} outcomes{known}{work}\n",
            done.predictions, done.outcomes
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}
