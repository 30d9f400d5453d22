//! Which learned models order symbols and files.

use crate::EngineError;
use fathom_rank::{FileModel, Model, ModelError};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The models of a question. `fathom-train` writes others: learned from other repositories, or
/// without some that are to be measured on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranker {
    /// The file of the model of symbols; without one the built-in model.
    pub symbols: Option<PathBuf>,
    /// The file of the model of files; without one the built-in model.
    pub files: Option<PathBuf>,
}

impl Ranker {
    /// The model of symbols. The built-in one is parsed once per process.
    pub(crate) fn symbols(&self) -> Result<Cow<'static, Model>, EngineError> {
        static BUILT_IN: OnceLock<Model> = OnceLock::new();
        load(self.symbols.as_deref(), &BUILT_IN, Model::built_in, Model::read)
    }

    /// The model of files. The built-in one is parsed once per process.
    pub(crate) fn files(&self) -> Result<Cow<'static, FileModel>, EngineError> {
        static BUILT_IN: OnceLock<FileModel> = OnceLock::new();
        load(self.files.as_deref(), &BUILT_IN, FileModel::built_in, FileModel::read)
    }
}

fn load<M: Clone>(
    path: Option<&Path>,
    parsed: &'static OnceLock<M>,
    built_in: impl Fn() -> Result<M, ModelError>,
    read: impl Fn(&str) -> Result<M, ModelError>,
) -> Result<Cow<'static, M>, EngineError> {
    let Some(path) = path else {
        if let Some(model) = parsed.get() {
            return Ok(Cow::Borrowed(model));
        }
        let model = built_in()?;
        return Ok(Cow::Borrowed(parsed.get_or_init(|| model)));
    };
    let wrong = |why: String| EngineError::Ranker { path: path.to_owned(), why };
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    read(&text).map(Cow::Owned).map_err(|error| wrong(error.to_string()))
}
