//! The ledger: balances of the experts, and their latest predictions.

use super::MOST;
use crate::foresight::GATED;
use crate::{EngineError, View};
use fathom_experts::gate::COMPONENTS;
use fathom_experts::ledger::HOUSE;
use fathom_store::{LocalState, StateStore};
use serde::Serialize;
use std::collections::BTreeMap;

/// Predictions that are listed.
const RECENT: usize = 12;

/// The experts by what they earned.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Leaderboard {
    /// Highest balance first.
    pub accounts: Vec<Account>,
    /// The components of the experts, by what each would have earned on the past commits that the
    /// gates learned from.
    pub components: Vec<ComponentAccount>,
    /// The latest predictions, newest first.
    pub recent: Vec<RecentPrediction>,
}

/// The account of a component: the record of its weight in the mixture.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ComponentAccount {
    /// Such as `files.history`.
    pub component: String,
    /// Its weight in the mixture.
    pub weight: f64,
    /// Its earnings, in thousandths of a credit.
    pub balance: i64,
    /// Its stakes.
    pub stake: i64,
    /// Past commits that it predicted.
    pub commits: usize,
    /// Its mean log loss on them.
    pub log_loss: f64,
}

/// An expert's account.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Account {
    /// The expert.
    pub expert: String,
    /// Its earnings, in thousandths of a credit.
    pub balance: i64,
    /// Its predictions.
    pub predictions: usize,
    /// Of these, how many have an outcome.
    pub settled: usize,
    /// Of these, how many named something that happened.
    pub hits: usize,
}

/// A prediction as a list shows it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct RecentPrediction {
    /// Its id.
    pub prediction_id: String,
    /// The expert.
    pub expert: String,
    /// The question.
    pub question: String,
    /// When, in seconds since 1970.
    pub time: i64,
    /// The first item, with its probability.
    pub first: Option<(String, f64)>,
    /// Items that were predicted.
    pub items: usize,
    /// Items that happened, of those predicted; absent without an outcome.
    pub happened: Option<usize>,
}

/// Reads the ledger.
pub fn leaderboard(view: &View<'_>) -> Result<Leaderboard, EngineError> {
    let state = LocalState::of(view.home());
    let mut accounts: BTreeMap<String, Account> = BTreeMap::new();
    for (expert, balance) in state.balances()?.into_iter().filter(|(account, _)| account != HOUSE) {
        accounts.insert(expert.clone(), Account { expert, balance, ..Account::default() });
    }
    let mut recent = Vec::new();
    for (id, prediction) in state.latest_predictions(None, MOST)? {
        let outcomes = state.outcomes(id)?;
        let guessed = |item: &str| prediction.guesses.iter().any(|guess| guess.item == item);
        let happened = outcomes.iter().filter(|outcome| outcome.happened && guessed(&outcome.item)).count();
        let settled = !outcomes.is_empty();
        let account = accounts
            .entry(prediction.expert.clone())
            .or_insert_with(|| Account { expert: prediction.expert.clone(), ..Account::default() });
        account.predictions += 1;
        account.settled += usize::from(settled);
        account.hits += usize::from(happened > 0);
        if recent.len() < RECENT {
            recent.push(RecentPrediction {
                prediction_id: prediction.key,
                expert: prediction.expert,
                question: prediction.question,
                time: prediction.time,
                first: prediction.guesses.first().map(|guess| (guess.item.clone(), guess.probability)),
                items: prediction.guesses.len(),
                happened: settled.then_some(happened),
            });
        }
    }
    let mut accounts: Vec<Account> = accounts.into_values().collect();
    accounts.sort_by(|a, b| b.balance.cmp(&a.balance).then_with(|| a.expert.cmp(&b.expert)));
    Ok(Leaderboard { accounts, components: components(view)?, recent })
}

fn components(view: &View<'_>) -> Result<Vec<ComponentAccount>, EngineError> {
    let foresight = view.foresight()?;
    let mut components = Vec::new();
    for expert in GATED {
        let state = foresight.gate(expert);
        let commits = state.commits;
        for (at, component) in COMPONENTS.iter().enumerate() {
            let (stake, balance) = state.accounts[at];
            components.push(ComponentAccount {
                component: format!("{expert}.{}", component.word),
                weight: state.weights[at],
                balance,
                stake,
                commits,
                log_loss: state.losses[at] / commits.max(1) as f64,
            });
        }
    }
    components.sort_by(|a, b| b.balance.cmp(&a.balance).then_with(|| a.component.cmp(&b.component)));
    Ok(components)
}
