//! Every operation once: one request type, one response type, one function.
//!
//! The engine joins the other crates: it finds the workspace, keeps its index
//! fresh ([`build`]) and answers from it ([`operations`]). Front ends (command
//! line, and later HTTP and MCP) only turn their input into requests and
//! responses into their output.
//!
//! # Examples
//!
//! A repository, and a task that is answered from it:
//!
//! ```
//! use fathom_engine::operations::context;
//! use fathom_engine::{Folders, NoProgress, Refresh, Workspace};
//!
//! let place = tempfile::tempdir()?;
//! let repository = place.path().join("repository");
//! std::fs::create_dir(&repository)?;
//! std::fs::write(repository.join("upload.py"), "def retry_upload(job):\n    return job\n")?;
//!
//! let folders = Folders::under(&place.path().join("home"));
//! let workspace = Workspace::find(&repository, &folders)?;
//! let request = fathom_protocol::context::Request::new("retry the upload");
//! let settings = context::Settings::default();
//! let answer = workspace
//!     .ask(Refresh::Update, &NoProgress, |view| context::run(view, &request, &settings))?;
//! assert_eq!(answer.response().symbols[0].qualified_name, "retry_upload");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
pub mod build;
mod cancellation;
mod concepts;
mod error;
mod foresight;
mod memory;
mod open_index;
pub mod operations;
mod past;
mod progress;
pub mod render;
pub mod scip;
mod shared_workspace;
mod source_text;
mod view;
mod workspace;

pub use answer::{Answer, answer};
pub use cancellation::{CancelOnDrop, Cancellation};
pub use concepts::{Concepts, Kind as ConceptKind};
pub use error::EngineError;
pub use fathom_history::Branch;
pub use fathom_store::{Folders, HOME_VARIABLE};
pub use fathom_syntax::{Token, TokenClass};
pub use open_index::OpenIndex;
pub use progress::{NoProgress, Phase, Progress};
pub use shared_workspace::{SharedWorkspace, WaitLimits};
pub use view::View;
pub use workspace::{Refresh, Workspace};
