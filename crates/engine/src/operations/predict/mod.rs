//! `predict`: what will happen, with probabilities; a file per expert.

pub mod error;
mod record;

pub use record::record;

use fathom_experts::ModelVersion;
use fathom_protocol::predict::Model;

/// A model as the protocol describes it.
pub(crate) fn model(version: &ModelVersion) -> Model {
    Model {
        expert_id: version.expert_id.word().to_owned(),
        version: version.version.clone(),
        created_at: version.created_at,
        trained_on_commits: version.trained_on_commits,
        git_hash: version.git_hash.clone(),
    }
}
