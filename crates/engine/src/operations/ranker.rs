//! Which learned ranker puts candidates into order.

use crate::EngineError;
use fathom_rank::Model;
use std::path::PathBuf;

/// The ranker of a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Ranker {
    /// The one that the program carries.
    #[default]
    BuiltIn,
    /// One that `fathom-train fit` wrote: learned from other repositories, or
    /// without some that are to be measured on.
    File(PathBuf),
}

impl Ranker {
    pub(crate) fn model(&self) -> Result<Model, EngineError> {
        let Ranker::File(path) = self else { return Ok(Model::built_in()?) };
        let wrong = |why: String| EngineError::Ranker { path: path.clone(), why };
        let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        Model::read(&text).map_err(|error| wrong(error.to_string()))
    }
}
