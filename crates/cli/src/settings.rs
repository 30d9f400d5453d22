//! Settings: the values of options that the command line does not set.
//!
//! The command line comes first, then the environment, then the user's `config.toml`, then the
//! default. A repository has no settings: its author must not change what the tools of
//! its readers do.
//!
//! Every setting is a row of [`KEYS`]; its value is a text, as in the environment, that the row can
//! check. `fathom config` prints the rows.

mod file;
mod fill;

use anyhow::{Result, bail};
use serde::Serialize;
use std::ffi::OsString;
use std::path::PathBuf;

/// One setting.
pub(crate) struct Key {
    /// In the config file; a table and a key in it are separated by a dot.
    pub(crate) name: &'static str,
    /// In the environment.
    variable: &'static str,
    default: &'static str,
    check: fn(&str) -> Result<(), &'static str>,
}

/// Tokens of `context`.
const BUDGET: Key = Key { name: "budget", variable: "FATHOM_BUDGET", default: "8000", check: is_number };
/// Results of lists; 0 leaves it to each command.
const LIMIT: Key = Key { name: "limit", variable: "FATHOM_LIMIT", default: "0", check: is_number };
/// Colours.
const COLOR: Key = Key { name: "color", variable: "FATHOM_COLOR", default: "auto", check: fill::is_when };
/// Links on terminals.
const HYPERLINKS: Key =
    Key { name: "hyperlinks", variable: "FATHOM_HYPERLINKS", default: "auto", check: fill::is_when };
/// The pager, a command; [`AUTO_PAGER`] for the one of `PAGER`, else `less`; empty for none.
const PAGER: Key = Key { name: "pager", variable: "FATHOM_PAGER", default: AUTO_PAGER, check: |_| Ok(()) };
const AUTO_PAGER: &str = "auto";
/// Concept packs.
const CONCEPTS: Key =
    Key { name: "concepts", variable: "FATHOM_CONCEPTS", default: "on", check: fill::are_kinds };
/// Whether generated files are indexed.
const GENERATED: Key = Key {
    name: "index.include_generated",
    variable: "FATHOM_INCLUDE_GENERATED",
    default: "false",
    check: is_switch,
};
/// Whether vendored files are indexed.
const VENDORED: Key = Key {
    name: "index.include_vendored",
    variable: "FATHOM_INCLUDE_VENDORED",
    default: "false",
    check: is_switch,
};

/// All of them, in the order of output.
pub(crate) const KEYS: [&Key; 8] =
    [&BUDGET, &LIMIT, &COLOR, &HYPERLINKS, &PAGER, &CONCEPTS, &GENERATED, &VENDORED];

fn is_number(text: &str) -> Result<(), &'static str> {
    text.parse::<usize>().map(drop).map_err(|_| "a whole number")
}

fn is_switch(text: &str) -> Result<(), &'static str> {
    text.parse::<bool>().map(drop).map_err(|_| "true or false")
}

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Origin {
    Default,
    ConfigFile,
    /// A variable of the environment.
    #[serde(untagged)]
    Variable(&'static str),
}

/// A setting that is in effect.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Setting {
    pub(crate) key: &'static str,
    pub(crate) value: String,
    pub(crate) from: Origin,
}

/// All settings.
#[derive(Debug, Serialize)]
pub(crate) struct Settings {
    /// Where the config file is, or would be; `None` where the environment names no folder for it.
    pub(crate) path: Option<PathBuf>,
    /// Whether there is one.
    pub(crate) exists: bool,
    /// One for each of [`KEYS`].
    #[serde(rename = "settings")]
    pub(crate) values: Vec<Setting>,
    /// Whether the environment asks for no colours, which comes before the config file.
    #[serde(skip)]
    no_color: bool,
}

impl Settings {
    /// The settings of the user whose environment this is.
    pub(crate) fn load(variable: impl Fn(&str) -> Option<OsString>) -> Result<Settings> {
        let place = file::place(&variable);
        let in_file = file::read(&place)?;
        let no_color = variable("NO_COLOR").is_some_and(|value| !value.is_empty());
        let mut values = Vec::new();
        for key in KEYS {
            let from_file = in_file.as_ref().and_then(|values| values.get(key.name));
            // An empty variable is one that is not set, except that an empty pager is none.
            let from_variable =
                variable(key.variable).filter(|value| !value.is_empty() || key.name == PAGER.name);
            let (value, from) = match (from_variable, from_file) {
                (Some(value), _) => (value.to_string_lossy().into_owned(), Origin::Variable(key.variable)),
                (None, Some(value)) => (value.clone(), Origin::ConfigFile),
                (None, None) => (key.default.to_owned(), Origin::Default),
            };
            if let Err(wanted) = (key.check)(&value) {
                let place = match (&from, &place.path) {
                    (Origin::ConfigFile, Some(path)) => format!("`{}` in {}", key.name, path.display()),
                    _ => key.variable.to_owned(),
                };
                bail!("{place} is `{value}`; it takes {wanted}");
            }
            values.push(Setting { key: key.name, value, from });
        }
        Ok(Settings { path: place.path, exists: in_file.is_some(), values, no_color })
    }

    fn get(&self, key: &Key) -> &str {
        let found = self.values.iter().find(|setting| setting.key == key.name);
        found.map_or(key.default, |setting| setting.value.as_str())
    }

    fn number(&self, key: &Key) -> usize {
        self.get(key).parse().unwrap_or_default()
    }

    fn switch(&self, key: &Key) -> bool {
        self.get(key) == "true"
    }
}

#[cfg(test)]
mod tests;
