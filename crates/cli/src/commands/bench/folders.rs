//! Folders of benchmarks that are kept between runs: checkouts and installed systems.

use crate::commands::folders;
use anyhow::Result;
use std::path::PathBuf;

/// The folder that was given, or one of this name in the user's cache.
pub(super) fn given_or_cached(given: Option<&PathBuf>, name: &str) -> Result<PathBuf> {
    match given {
        Some(folder) => Ok(folder.clone()),
        None => Ok(folders()?.cache().join("bench").join(name)),
    }
}
