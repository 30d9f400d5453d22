//! Settings into the options that the command line leaves open.

use super::{
    AUTO_PAGER, BUDGET, COLOR, CONCEPTS, GENERATED, HYPERLINKS, Key, LIMIT, Origin, PAGER, Settings, VENDORED,
};
use crate::arguments::{Command, Common, ConceptKind, IndexCommand, RankingArguments};
use crate::terminal::{TerminalArguments, When};
use clap::ValueEnum;
use fathom_engine::build::Options;

impl Settings {
    /// Fills in what the command line does not set.
    pub(crate) fn fill(&self, command: &mut Command) {
        match command {
            Command::Context(command) => {
                command.default_budget = self.number(&BUDGET);
                self.fill_ranking(&mut command.ranking);
                self.fill_common(&mut command.common);
            }
            Command::Files(command) => {
                self.fill_ranking(&mut command.ranking);
                self.fill_common(&mut command.common);
            }
            Command::Explain(command) => {
                self.fill_ranking(&mut command.ranking);
                self.fill_common(&mut command.common);
            }
            Command::Feedback(command) => self.fill_common(&mut command.common),
            Command::Concepts(command) => self.fill_common(&mut command.common),
            Command::Query(command) => self.fill_list(&mut command.limit, &mut command.common),
            Command::Symbols(command) => self.fill_list(&mut command.limit, &mut command.common),
            Command::Show(command) => self.fill_list(&mut command.limit, &mut command.common),
            Command::Trace(command) => self.fill_list(&mut command.limit, &mut command.common),
            Command::Impact(command) => self.fill_list(&mut command.limit, &mut command.common),
            Command::Flow(command) => self.fill_common(&mut command.common),
            Command::Endpoints(command) => self.fill_common(&mut command.common),
            Command::States(command) => self.fill_common(&mut command.common),
            Command::Tests(command) => self.fill_common(&mut command.common),
            Command::Experts { experts } => self.fill_common(experts.common_mut()),
            Command::Predict { predict } => self.fill_common(predict.common_mut()),
            Command::Serve(command) => command.first_index = self.first_index(),
            Command::Index(command) => self.fill_index(command),
            Command::Mcp(command) => command.first_index = self.first_index(),
            _ => {}
        }
    }

    /// Fills in the terminal options that the command line does not set.
    pub(crate) fn fill_terminal(&self, terminal: &mut TerminalArguments) {
        let when = |key: &Key| When::from_str(self.get(key), true).unwrap_or(When::Auto);
        let overruled = self.no_color
            && self.values.iter().any(|one| one.key == COLOR.name && one.from == Origin::ConfigFile);
        terminal.color.get_or_insert(if overruled { When::Auto } else { when(&COLOR) });
        terminal.hyperlinks.get_or_insert(when(&HYPERLINKS));
        terminal.pager = Some(self.get(&PAGER).to_owned()).filter(|pager| pager != AUTO_PAGER);
    }

    fn fill_list(&self, limit: &mut Option<usize>, common: &mut Common) {
        *limit = limit.or(Some(self.number(&LIMIT)).filter(|limit| *limit > 0));
        self.fill_common(common);
    }

    fn fill_ranking(&self, ranking: &mut RankingArguments) {
        if ranking.concepts.is_empty() {
            ranking.concepts = kinds(self.get(&CONCEPTS)).unwrap_or_default();
        }
    }

    /// A question may be the first one of a repository, which builds its index.
    fn fill_common(&self, common: &mut Common) {
        common.first_index = self.first_index();
    }

    fn first_index(&self) -> Options {
        Options {
            include_generated: self.switch(&GENERATED),
            include_vendored: self.switch(&VENDORED),
            ..Options::default()
        }
    }

    fn fill_index(&self, command: &mut IndexCommand) {
        command.include_generated.get_or_insert(self.switch(&GENERATED));
        command.include_vendored.get_or_insert(self.switch(&VENDORED));
    }
}

/// The kinds of packs that `--concepts` takes, separated by commas.
fn kinds(text: &str) -> Option<Vec<ConceptKind>> {
    text.split(',').map(|kind| ConceptKind::from_str(kind.trim(), true).ok()).collect()
}

pub(super) fn is_when(text: &str) -> Result<(), &'static str> {
    When::from_str(text, true).map(drop).map_err(|_| "auto, always or never")
}

pub(super) fn are_kinds(text: &str) -> Result<(), &'static str> {
    kinds(text).map(drop).ok_or("on, off, or some of team,shipped,learned")
}
