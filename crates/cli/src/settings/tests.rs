//! Where each setting comes from, and what is wrong with a config file.

use super::{KEYS, Origin, Settings};
use std::ffi::OsString;
use std::path::Path;

/// The settings with these variables, and with this text in the config file of their `FATHOM_HOME`.
fn settings(text: Option<&str>, variables: &[(&str, &str)]) -> Result<Settings, String> {
    let folder = tempfile::tempdir().unwrap();
    if let Some(text) = text {
        std::fs::write(folder.path().join("config.toml"), text).unwrap();
    }
    let find = |name: &str| match variables.iter().find(|(known, _)| *known == name) {
        Some((_, value)) => Some(OsString::from(value)),
        None if name == "FATHOM_HOME" => Some(folder.path().into()),
        None => None,
    };
    Settings::load(find).map_err(|error| format!("{error:#}"))
}

fn value(settings: &Settings, key: &str) -> (String, Origin) {
    let setting = settings.values.iter().find(|setting| setting.key == key).unwrap();
    (setting.value.clone(), setting.from.clone())
}

#[test]
fn the_environment_comes_before_the_file_and_the_file_before_the_default() {
    let text = "budget = 4000\nconcepts = \"off\"\n[index]\ninclude_generated = true\n";
    let found = settings(Some(text), &[("FATHOM_BUDGET", "500"), ("FATHOM_LIMIT", "")]).unwrap();
    assert!(found.exists);
    assert_eq!(value(&found, "budget"), ("500".to_owned(), Origin::Variable("FATHOM_BUDGET")));
    assert_eq!(value(&found, "concepts"), ("off".to_owned(), Origin::ConfigFile));
    assert_eq!(value(&found, "index.include_generated"), ("true".to_owned(), Origin::ConfigFile));
    assert_eq!(value(&found, "limit"), ("0".to_owned(), Origin::Default));
    let found = settings(Some("pager = \"bat\"\n"), &[("FATHOM_PAGER", "")]).unwrap();
    assert_eq!(value(&found, "pager"), (String::new(), Origin::Variable("FATHOM_PAGER")), "none is wanted");
    assert!(!settings(None, &[]).unwrap().exists);
}

#[test]
fn an_error_names_its_place() {
    for (text, words) in [
        ("budgt = 1\n", &["budgt", "config.toml", "budget"][..]),
        ("[index]\nvendored = true\n", &["index.vendored", "config.toml", "index.include_vendored"]),
        ("budget = \"much\"\n", &["`budget` in", "config.toml", "much", "a whole number"]),
        ("budget = -1\n", &["-1", "a whole number"]),
        ("color = \"sometimes\"\n", &["sometimes", "auto, always or never"]),
        ("concepts = \"teem\"\n", &["teem", "on, off"]),
        ("limit = [1]\n", &["limit", "array"]),
        ("[index]\ninclude_generated = \"yes\"\n", &["yes", "true or false"]),
        ("budget = \n", &["config.toml", "line 1"]),
    ] {
        let error = settings(Some(text), &[]).unwrap_err();
        for word in words {
            assert!(error.contains(word), "{text}: {error}");
        }
    }
    let error = settings(None, &[("FATHOM_BUDGET", "much")]).unwrap_err();
    assert!(error.contains("FATHOM_BUDGET is `much`"), "{error}");
}

#[test]
fn a_file_that_was_chosen_must_be_there() {
    let error = settings(None, &[("FATHOM_CONFIG", "nowhere/config.toml")]).unwrap_err();
    assert!(error.contains("nowhere/config.toml"), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_file_lies_in_the_config_folder_of_the_platform() {
    let path = |variables: &'static [(&str, &str)]| {
        let find = |name: &str| variables.iter().find(|(known, _)| *known == name);
        Settings::load(|name| find(name).map(|(_, value)| value.into())).unwrap().path
    };
    assert_eq!(path(&[("HOME", "/h")]).unwrap(), Path::new("/h/.config/fathom/config.toml"));
    let xdg = path(&[("HOME", "/h"), ("XDG_CONFIG_HOME", "/c")]);
    assert_eq!(xdg.unwrap(), Path::new("/c/fathom/config.toml"));
    assert_eq!(path(&[]), None, "without a home there are the defaults");
}

#[test]
fn every_default_is_a_value_that_its_key_takes() {
    for key in KEYS {
        assert_eq!((key.check)(key.default), Ok(()), "{}", key.name);
    }
}
