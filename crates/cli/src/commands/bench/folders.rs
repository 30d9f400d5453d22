//! Where benchmarks keep what outlives a run: checkouts and installed systems.

use anyhow::{Context, Result};
use std::env;
use std::path::PathBuf;

/// The folder that was given, or one of this name in the user's cache.
pub(super) fn given_or_cached(given: Option<&PathBuf>, name: &str) -> Result<PathBuf> {
    match given {
        Some(folder) => Ok(folder.clone()),
        None => Ok(cache()?.join("fathom").join("bench").join(name)),
    }
}

fn cache() -> Result<PathBuf> {
    let named = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    named("XDG_CACHE_HOME")
        .or_else(|| named("LOCALAPPDATA"))
        .or_else(|| named("HOME").map(|home| home.join(".cache")))
        .context("cannot tell the user's cache folder; give the folder by its option")
}
