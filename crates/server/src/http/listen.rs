//! Connections: accepted, bounded in number and time, and ended in order.

use super::connection::TimedWrites;
use crate::options::ServeError;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

/// Connections at once, and those that wait to be accepted: the usual queue of 128 makes the clients of a
/// larger burst try again after a second.
const MOST_CONNECTIONS: usize = 1_024;
/// The headers of a request must arrive within this time. Together with the time for the body it makes
/// 30 seconds.
const HEADER_PATIENCE: Duration = Duration::from_secs(10);
/// Most bytes of a request's headers.
const MOST_HEADER_BYTES: usize = 64 * 1024;
/// How long answers that are under way may take when the server stops.
const STOP_PATIENCE: Duration = Duration::from_secs(8);
/// How long to wait when the system has no connection to give.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

const TOO_MANY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nRetry-After: 2\r\n\
Content-Length: 103\r\nConnection: close\r\n\r\n\
{\"error\":{\"code\":\"busy\",\"message\":\"the server has too many connections\",\"hint\":\"ask again in seconds\"}}";

/// A socket that clients can connect to.
pub(super) fn bind(address: SocketAddr) -> Result<TcpListener, ServeError> {
    let bind = || {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        // A server that is started again takes its port at once; elsewhere the option means more.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(MOST_CONNECTIONS as u32)
    };
    bind().map_err(|error| ServeError::Listen(address, error))
}

/// Completes when the process receives a signal to stop.
pub(super) fn stop_signal() -> std::io::Result<oneshot::Receiver<()>> {
    let (sender, receiver) = oneshot::channel();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (mut terminate, mut interrupt) =
            (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
        tokio::spawn(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            // The server may have ended by itself.
            let _ = sender.send(());
        });
    }
    #[cfg(not(unix))]
    tokio::spawn(async move {
        let _ = tokio::signal::ctrl_c().await;
        let _ = sender.send(());
    });
    Ok(receiver)
}

/// Answers on a socket until `stop`; then ends what is under way.
pub(super) async fn serve(
    listener: TcpListener,
    router: Router,
    mut stop: oneshot::Receiver<()>,
    stopping: CancellationToken,
) {
    let connections = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    // Each connection holds a sender: when all are gone, so are the connections.
    let (open, mut all_closed) = mpsc::channel::<()>(1);
    loop {
        let accepted = tokio::select! {
            _ = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        let Ok((stream, _)) = accepted else {
            sleep(ACCEPT_PAUSE).await;
            continue;
        };
        let Ok(permit) = connections.clone().try_acquire_owned() else {
            tokio::spawn(refuse(stream));
            continue;
        };
        let (router, stopping, open) = (router.clone(), stopping.clone(), open.clone());
        tokio::spawn(async move {
            answer_connection(stream, router, stopping).await;
            drop((permit, open));
        });
    }
    drop((listener, open));
    stopping.cancel();
    // Connections that are still open are closed.
    let _ = timeout(STOP_PATIENCE, all_closed.recv()).await;
}

async fn answer_connection(stream: TcpStream, router: Router, stopping: CancellationToken) {
    // Answers are written whole; there is nothing to wait for.
    let _ = stream.set_nodelay(true);
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEADER_PATIENCE).max_buf_size(MOST_HEADER_BYTES);
    let io = TokioIo::new(TimedWrites::new(stream));
    let mut connection = pin!(builder.serve_connection(io, TowerToHyperService::new(router)));
    let is_done = tokio::select! {
        _ = connection.as_mut() => true,
        () = stopping.cancelled() => false,
    };
    if !is_done {
        connection.as_mut().graceful_shutdown();
        // How it ends concerns the client alone.
        let _ = connection.await;
    }
}

async fn refuse(mut stream: TcpStream) {
    // The client may be gone.
    let _ = timeout(Duration::from_secs(1), stream.write_all(TOO_MANY)).await;
}

#[cfg(test)]
mod tests {
    use super::TOO_MANY;

    #[test]
    fn the_refusal_of_a_connection_has_the_length_in_its_header() {
        let text = std::str::from_utf8(TOO_MANY).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("Content-Length: {}\r\n", body.len())), "{}", body.len());
        assert!(serde_json::from_str::<fathom_protocol::ErrorBody>(body).is_ok());
    }
}
