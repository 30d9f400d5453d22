//! The resources: the status and the overview of the default workspace, as text.

use super::indexing::{Freshness, IndexedWorkspace, limits};
use fathom_engine::Cancellation;
use fathom_engine::operations::overview;
use fathom_engine::render::{self, Paint};
use fathom_protocol::{Error, Request, status};
use rmcp::model::{ReadResourceResult, Resource, ResourceContents};
use std::fmt::Write;

/// A resource that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KnownResource {
    Status,
    Overview,
}

const ALL: [KnownResource; 2] = [KnownResource::Status, KnownResource::Overview];

/// The resources as they are listed.
pub(super) fn list() -> Vec<Resource> {
    ALL.into_iter().map(KnownResource::listed).collect()
}

impl KnownResource {
    /// The resource with an address.
    pub(super) fn at(uri: &str) -> Option<KnownResource> {
        ALL.into_iter().find(|one| one.uri() == uri)
    }

    fn uri(self) -> &'static str {
        match self {
            KnownResource::Status => "fathom://status",
            KnownResource::Overview => "fathom://overview",
        }
    }

    fn listed(self) -> Resource {
        let (name, title, description) = match self {
            KnownResource::Status => (
                "status",
                "Status of the index",
                "What the index of the repository holds and how fresh it is",
            ),
            KnownResource::Overview => (
                "overview",
                "Overview of the repository",
                "Languages, largest folders, entry points, most referenced symbols, and freshness",
            ),
        };
        Resource::new(self.uri(), name)
            .with_title(title)
            .with_description(description)
            .with_mime_type("text/plain")
    }

    /// Whether it can be read only once there is an index.
    pub(super) fn needs_index(self) -> bool {
        self == KnownResource::Overview
    }

    /// Its text; blocks.
    pub(super) fn text(
        self,
        cancellation: &Cancellation,
        workspace: &IndexedWorkspace,
        freshness: Freshness,
    ) -> Result<String, Error> {
        match self {
            KnownResource::Status => {
                let request = Request::Status(status::Request {});
                let mut text = workspace.answer(cancellation, &request, freshness)?.text();
                if workspace.shared().is_refreshing() {
                    let state = workspace.progress().state();
                    let _ = writeln!(text, "now:         {} (about {} %)", state.message, state.percent);
                }
                Ok(text)
            }
            KnownResource::Overview => {
                let answer = |view: &fathom_engine::View<'_>| Ok(overview::run(view));
                let overview = workspace.shared().ask_until(
                    cancellation,
                    limits(freshness),
                    workspace.progress(),
                    answer,
                )?;
                Ok(render::overview(&overview, &Paint::PLAIN))
            }
        }
    }

    /// Its text as the result of reading it.
    pub(super) fn result(self, text: String) -> ReadResourceResult {
        ReadResourceResult::new(vec![ResourceContents::text(text, self.uri())])
    }
}
