//! Which learned ranker puts candidates into order.

use crate::EngineError;
use fathom_rank::Model;
use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::OnceLock;

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
    /// The model. The built-in one is parsed once per process.
    pub(crate) fn model(&self) -> Result<Cow<'static, Model>, EngineError> {
        static BUILT_IN: OnceLock<Model> = OnceLock::new();
        let Ranker::File(path) = self else {
            if let Some(model) = BUILT_IN.get() {
                return Ok(Cow::Borrowed(model));
            }
            let model = Model::built_in()?;
            return Ok(Cow::Borrowed(BUILT_IN.get_or_init(|| model)));
        };
        let wrong = |why: String| EngineError::Ranker { path: path.clone(), why };
        let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        Model::read(&text).map(Cow::Owned).map_err(|error| wrong(error.to_string()))
    }
}
