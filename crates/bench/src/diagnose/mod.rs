//! One task, followed through every stage of Fathom's ranking.
//!
//! An average shows that something was missed; this shows where: what each stage found, where it
//! ranked each expected symbol, and why the first wrong symbols rank before the best expected one
//! that was missed. The repository is checked out and indexed as for a run, and expected symbols
//! are paired as in exact matching.

mod expected;
mod rivals;
mod text;

pub use expected::Wish;
pub use rivals::{Difference, RankedSymbol, Term, WrongSymbol};

use crate::Watch;
use crate::corpus::{Checkouts, Corpus};
use crate::matching::wanted;
use crate::runner::groups;
use crate::tasks::{Task, Tier, changed};
use anyhow::{Context, Result, bail};
use expected::SearchTargets;
use fathom_engine::{Folders, NoProgress, Refresh, View, Workspace};
use fathom_graph::SymbolId;
use fathom_rank::{Model, stages};
use serde::Serialize;

/// The diagnosis of one task.
#[derive(Clone, Debug, Serialize)]
pub struct Diagnosis {
    /// The task's id.
    pub task: String,
    /// The repository.
    pub repository: String,
    /// The commit that was asked about.
    pub commit: String,
    /// How much of the repository the task spans.
    pub tier: Tier,
    /// The task in its own words.
    pub description: String,
    /// The expected symbols.
    pub expected: Vec<Wish>,
    /// In the order they work: each signal, all that was gathered, then the
    /// orders of the prior, of the model and of the answer.
    pub stages: Vec<Stage>,
    /// What the wrong ones are compared with: the best expected symbol behind
    /// the first ten, else the best behind a wrong one.
    pub rival: Option<RankedSymbol>,
    /// The first wrong ones of the answer; those before the rival, if there is one.
    pub wrong: Vec<WrongSymbol>,
}

/// The result of one stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stage {
    /// Its name: a signal, `gathered`, `prior`, `model` or `answer`.
    pub stage: &'static str,
    /// Symbols it found.
    pub symbols: usize,
    /// Expected symbols among them.
    pub expected: usize,
    /// The expected symbol it ranks best.
    pub best: Option<BestRank>,
    /// The rank of each expected symbol, from 1, in the order they are expected.
    pub ranks: Vec<Option<usize>>,
}

/// The best ranked expected symbol of a stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BestRank {
    /// As it is expected.
    pub symbol: String,
    /// From 1.
    pub rank: usize,
}

/// Checks out and indexes the task's repository and follows the task through
/// it; at most `wrong` wrong symbols are explained.
pub fn run(
    corpus: &Corpus,
    checkouts: &Checkouts,
    task: &Task,
    wrong: usize,
    watch: Watch<'_>,
) -> Result<Diagnosis> {
    let (groups, left_out) = groups(corpus, checkouts, std::slice::from_ref(task));
    let Some(group) = groups.first() else { bail!("{}", left_out.join("; ")) };
    watch(&format!("checking out {}", group.repository.name));
    let place = tempfile::Builder::new()
        .prefix("fathom-bench-")
        .tempdir()
        .context("cannot make a folder to index the repository in")?;
    let site = checkouts.site(&group.repository, place.path())?;
    site.move_to(&group.commit)?;
    let mut task = task.clone();
    changed::locate(&mut task, &site.root);
    watch(&format!("indexing {}", group.repository.name));
    let diagnosis = Workspace::find(&site.root, &Folders::under(&site.state))?.ask(
        Refresh::Update,
        &NoProgress,
        |view| Ok(diagnose(view, &Model::built_in()?, &task, &group.repository.name, &group.commit, wrong)),
    )?;
    Ok(diagnosis)
}

fn diagnose(
    view: &View<'_>,
    model: &Model,
    task: &Task,
    repository: &str,
    commit: &str,
    most_wrong: usize,
) -> Diagnosis {
    let asked = fathom_rank::Task::read(&task.description);
    let orders = stages(view.repository(), model, &asked);
    let sought = SearchTargets { graph: view.graph, wanted: wanted(task), symbols: expected::symbols(task) };
    let signals = orders.signals.iter().map(|(signal, order)| (signal.word(), order));
    let stages: Vec<Stage> = signals
        .chain([
            ("gathered", &orders.gathered),
            ("prior", &orders.prior),
            ("model", &orders.model),
            ("answer", &orders.answer),
        ])
        .map(|(name, order)| stage(name, order.len(), sought.ranks(order), &sought.symbols))
        .collect();
    let explain = |symbol: SymbolId| fathom_rank::explain(view.repository(), model, &asked, &[symbol]);
    let (rival, wrong) = rivals::compare(&sought, &orders.answer, most_wrong, &explain);
    Diagnosis {
        task: task.id.clone(),
        repository: repository.to_owned(),
        commit: commit.to_owned(),
        tier: task.tier,
        description: task.description.clone(),
        expected: sought.wishes(&orders),
        stages,
        rival,
        wrong,
    }
}

fn stage(name: &'static str, symbols: usize, ranks: Vec<Option<usize>>, expected: &[String]) -> Stage {
    let best = ranks.iter().zip(expected).filter_map(|(rank, symbol)| Some(((*rank)?, symbol)));
    let best = best.min_by_key(|(rank, _)| *rank);
    Stage {
        stage: name,
        symbols,
        expected: ranks.iter().flatten().count(),
        best: best.map(|(rank, symbol)| BestRank { symbol: symbol.clone(), rank }),
        ranks,
    }
}

#[cfg(test)]
mod tests {
    use super::{BestRank, stage};

    #[test]
    fn a_stage_counts_what_it_found_of_the_expected_and_names_the_best() {
        let expected = ["Basket".to_owned(), "Basket.total".to_owned(), "pay".to_owned()];
        let words = stage("words", 40, vec![Some(12), None, Some(3)], &expected);
        assert_eq!(words.expected, 2);
        assert_eq!(words.best, Some(BestRank { symbol: "pay".to_owned(), rank: 3 }));
        assert_eq!(stage("docs", 0, vec![None; 3], &expected).best, None);
    }
}
