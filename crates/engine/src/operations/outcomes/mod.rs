//! Outcomes of predictions from test reports, commits and the command line; the
//! ledger; calibration; export and import.
//!
//! A prediction is compared with what happened, and kept. Recorded runs and work logs are evidence for
//! later predictions.

mod calibration;
mod leaderboard;
mod record;
mod transfer;
mod work;

pub use calibration::{CalibrationReport, TimePoint, calibration};
pub use leaderboard::{Account, ComponentAccount, Leaderboard, RecentPrediction, leaderboard};
pub use record::{RecordedOutcomes, SettledPrediction, Source, record};
pub use transfer::{TransferCounts, export, import};
pub use work::{RecordedWork, record_work};
pub(crate) use work::{read_work, recorded_work};

use fathom_experts::quality::Run;
use fathom_store::{Outcome, Prediction, TestRun};
use std::collections::BTreeSet;

/// Predictions that are read; older ones do not count.
const MOST: usize = 20_000;

/// A prediction of tests and the run that followed, as the metrics read it.
fn quality_run(prediction: &Prediction, outcomes: &[Outcome], run: &TestRun) -> Run {
    let happened = |wanted: bool| -> BTreeSet<String> {
        outcomes.iter().filter(|one| one.happened || !wanted).map(|one| one.item.clone()).collect()
    };
    Run {
        suggested: prediction.guesses.iter().map(|guess| guess.item.clone()).collect(),
        failed: happened(true),
        ran: happened(false),
        all: usize::try_from(run.all).unwrap_or(usize::MAX),
        seconds: run.seconds_predicted.zip(run.seconds),
    }
}
