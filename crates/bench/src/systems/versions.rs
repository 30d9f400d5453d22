//! The pinned versions, and how each system is had: `versions.yaml`.

use serde::Deserialize;
use std::collections::BTreeMap;

/// How one system is had.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pin {
    /// Its name, as in `--systems`.
    pub system: String,
    /// The version that is installed.
    pub version: String,
    /// Where from.
    pub registry: String,
    /// Commands that install it, one after the other.
    #[serde(default)]
    pub install: Vec<Vec<String>>,
    /// Environment of these commands.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    /// The program.
    pub program: String,
    /// The interpreter, if it is a script.
    #[serde(default)]
    pub interpreter: Option<String>,
    /// Arguments that print the version.
    #[serde(default)]
    pub check: Vec<String>,
    /// How it comes onto the PATH, if nothing here installs it.
    #[serde(default)]
    pub advice: Option<String>,
}

/// The pin of a system; `fathom+concepts` is Fathom, asked in another way, and so is `grep-generous`.
pub fn pin(system: &str) -> Option<Pin> {
    let system = system.split('+').next().unwrap_or(system).trim_end_matches("-generous");
    let pins: Vec<Pin> = serde_saphyr::from_str(include_str!("versions.yaml")).ok()?;
    pins.into_iter().find(|pin| pin.system == system)
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_system_is_pinned() {
        for name in super::super::NAMES {
            let pin = super::pin(name).unwrap_or_else(|| panic!("{name} is not in versions.yaml"));
            assert!(!pin.version.is_empty() && !pin.program.is_empty());
        }
    }
}
