//! MCP over standard input and output, for agents that start a server themselves.
//!
//! Nothing but messages is written to standard output. The process ends when its input does.

use super::handler::Handler;
use super::local::{DefaultFolder, LocalWorkspaces};
use super::tools::ToolSelection;
use fathom_engine::Folders;
use fathom_engine::build::Options;
use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use std::io;
use std::path::PathBuf;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, ReadBuf};
use tokio_util::sync::CancellationToken;

/// How long answers that are under way may take once the input has ended.
const FAREWELL: Duration = Duration::from_millis(600);

/// How the server is started.
pub struct StdioOptions {
    /// Where indexes are kept.
    pub folders: Folders,
    /// The repository of questions that name none; `None` for the one around the current folder.
    pub repo: Option<PathBuf>,
    /// The current folder, if it is known.
    pub current: Option<PathBuf>,
    /// The options of an index that the first question builds.
    pub first_index: Options,
    /// The tools that are offered.
    pub tools: ToolSelection,
}

/// Serves one client until standard input ends.
pub fn stdio(options: StdioOptions) -> io::Result<()> {
    let default = match (options.repo, options.current) {
        (Some(repo), current) => DefaultFolder::Named(current.unwrap_or_default().join(repo)),
        (None, Some(current)) => DefaultFolder::Started(current),
        (None, None) => DefaultFolder::Unknown,
    };
    let workspaces = LocalWorkspaces::new(options.folders, options.first_index, default);
    let handler = Handler::new(options.tools, Box::new(workspaces));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let result = runtime.block_on(serve(handler));
    // A read of standard input and an index that is being built block their threads: they end with
    // the process, and an interrupted index is taken up by the next one.
    runtime.shutdown_background();
    result
}

async fn serve(handler: Handler) -> io::Result<()> {
    let ended = CancellationToken::new();
    let (reader, writer) = rmcp::transport::stdio_pipes();
    let reader = EndSignal { reader, ended: ended.clone() };
    let preparing = handler.clone();
    tokio::task::spawn_blocking(move || preparing.prepare());
    let serving = async {
        match handler.serve((reader, writer)).await {
            Ok(service) => service.waiting().await.map(drop).map_err(io::Error::other),
            // A client that disconnects before its first message is not an error.
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => Err(io::Error::other(error)),
        }
    };
    tokio::select! {
        result = serving => result,
        () = async { ended.cancelled().await; tokio::time::sleep(FAREWELL).await } => Ok(()),
    }
}

/// A reader that signals when it has come to its end.
struct EndSignal<R> {
    reader: R,
    ended: CancellationToken,
}

impl<R: AsyncRead + Unpin> AsyncRead for EndSignal<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let result = Pin::new(&mut self.reader).poll_read(context, buffer);
        let nothing_came = buffer.filled().len() == before;
        match &result {
            Poll::Ready(Ok(())) if nothing_came => self.ended.cancel(),
            Poll::Ready(Err(_)) => self.ended.cancel(),
            _ => {}
        }
        result
    }
}
