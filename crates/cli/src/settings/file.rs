//! The config file: where it lies, and its keys as texts.

use super::KEYS;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The largest file that is read; more settings are not plausible.
const MAX_BYTES: u64 = 1024 * 1024;
/// The name of the file in its folder.
const NAME: &str = "config.toml";

/// The values of the config file by key; `None` if there is none. A file that the user chose must be
/// there.
pub(super) fn read(place: &ConfigFile) -> Result<Option<BTreeMap<String, String>>> {
    let Some(path) = &place.path else { return Ok(None) };
    let text = match text(path) {
        Err(error) if error.kind() == ErrorKind::NotFound && !place.is_chosen => return Ok(None),
        text => text.with_context(|| format!("cannot read {}", path.display()))?,
    };
    values(&text).map(Some).with_context(|| format!("in {}", path.display()))
}

/// Where the config file is, or would be.
pub(super) struct ConfigFile {
    /// `None` where the environment names no folder for it.
    pub(super) path: Option<PathBuf>,
    /// Whether `FATHOM_CONFIG` names it.
    is_chosen: bool,
}

/// The place that the environment names.
pub(super) fn place(variable: &dyn Fn(&str) -> Option<OsString>) -> ConfigFile {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let absolute = |name: &str| set(name).filter(|path| path.is_absolute());
    if let Some(path) = set("FATHOM_CONFIG") {
        return ConfigFile { path: Some(path), is_chosen: true };
    }
    if let Some(home) = set("FATHOM_HOME") {
        return ConfigFile { path: Some(home.join(NAME)), is_chosen: false };
    }
    let home = || absolute("HOME");
    let folder = absolute("XDG_CONFIG_HOME").or_else(|| match std::env::consts::OS {
        "windows" => absolute("APPDATA"),
        "macos" => home().map(|home| home.join("Library/Application Support")),
        _ => home().map(|home| home.join(".config")),
    });
    ConfigFile { path: folder.map(|folder| folder.join("fathom").join(NAME)), is_chosen: false }
}

fn text(path: &Path) -> std::io::Result<String> {
    if !path.metadata()?.is_file() {
        return Err(std::io::Error::new(ErrorKind::InvalidInput, "it is not a regular file"));
    }
    let mut text = String::new();
    File::open(path)?.take(MAX_BYTES).read_to_string(&mut text)?;
    Ok(text)
}

/// Every key with its value, tables and keys joined by dots. An unknown key is an error.
pub(super) fn values(text: &str) -> Result<BTreeMap<String, String>> {
    let table: Table = text.parse()?;
    let mut values = BTreeMap::new();
    flatten("", table, &mut values)?;
    for name in values.keys() {
        if !KEYS.iter().any(|key| key.name == name) {
            let known: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
            bail!("there is no setting `{name}`; known are {}", known.join(", "));
        }
    }
    Ok(values)
}

fn flatten(before: &str, table: Table, values: &mut BTreeMap<String, String>) -> Result<()> {
    for (name, value) in table {
        let name = format!("{before}{name}");
        match value {
            Value::Table(inner) => flatten(&format!("{name}."), inner, values)?,
            Value::String(text) => _ = values.insert(name, text),
            Value::Integer(number) => _ = values.insert(name, number.to_string()),
            Value::Boolean(switch) => _ = values.insert(name, switch.to_string()),
            other => bail!("`{name}` is a {}, which no setting takes", other.type_str()),
        }
    }
    Ok(())
}
