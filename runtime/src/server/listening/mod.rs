//! A server on a socket.

mod connections;
mod options;
mod progress;
mod request_line;
mod stream;
#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

pub use options::ListenOptions;

use self::connections::Connections;
use super::ServerError;
use super::hosts::Hosts;

/// The handle of a listening server. Dropping it begins a [`shutdown`](Self::shutdown) without waiting for its end.
#[derive(Debug)]
pub struct Listening {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

/// Serves a router over HTTP/1 to connections of `listener`, within the limits of `options`, until the returned handle is stopped or dropped.
/// It does not upgrade connections to other protocols.
///
/// A request without a host, with two hosts or with a malformed host gets 400, as HTTP/1.1 demands. A listener without free file descriptors
/// closes the connection that has waited longest for its client, and tries again.
///
/// # Errors
///
/// The listener has no address, or a host in the options is malformed.
///
/// # Panics
///
/// Outside a tokio runtime.
pub fn serve(listener: TcpListener, router: Router, options: ListenOptions) -> Result<Listening, ServerError> {
    let address = listener.local_addr()?;
    let hosts = Hosts::new(address, &options.hosts, options.refuses_foreign_hosts)?;
    let connections = Connections::new(router, hosts, options);
    let (stop, stopped) = oneshot::channel();
    let task = tokio::spawn(accept(listener, connections, stopped));
    Ok(Listening { address, stop: Some(stop), task })
}

impl Listening {
    /// The address of the listener.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops accepting connections, and waits until the requests under way have their responses, at most for
    /// [`ListenOptions::shutdown_timeout`]. Then their connections are closed. Connections without a complete request head are closed at once.
    ///
    /// # Errors
    ///
    /// The server panicked, or its runtime ended.
    pub async fn shutdown(mut self) -> std::io::Result<()> {
        drop(self.stop.take());
        self.ended().await
    }

    /// Closes all connections at once, including those with requests under way.
    pub async fn abort(mut self) {
        self.task.abort();
        // The error is the abort.
        let _ = self.ended().await;
    }

    /// Waits until the server ends. It runs until it is stopped.
    ///
    /// # Errors
    ///
    /// The server panicked, or its runtime ended.
    pub async fn wait(mut self) -> std::io::Result<()> {
        self.ended().await
    }

    async fn ended(&mut self) -> std::io::Result<()> {
        (&mut self.task).await.map_err(std::io::Error::other)
    }
}

/// The wait after a failure to accept a connection, unless a connection ends before.
const PAUSE: Duration = Duration::from_millis(100);

/// Takes connections until it is stopped, then lets requests under way end.
async fn accept(listener: TcpListener, mut connections: Connections, mut stopped: oneshot::Receiver<()>) {
    loop {
        // At the limit, one new connection waits for a place; further ones are not accepted yet.
        let accepted = tokio::select! {
            // A dropped sender means stop too.
            _ = &mut stopped => break,
            () = connections.change() => continue,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, _)) => {
                // Else the last piece of a response may wait until the client has acknowledged those before. A failure costs only that.
                let _ = stream.set_nodelay(true);
                tokio::select! {
                    _ = &mut stopped => break,
                    () = connections.make_room() => connections.add(stream),
                }
            }
            Err(error) if is_of_one_client(&error) => {}
            Err(error) => {
                tracing::warn!(%error, "a connection cannot be accepted");
                connections.close_longest_wait(true);
                // The connection stays in the listener, so accepting would fail again at once.
                let _ = tokio::time::timeout(PAUSE, connections.end_of_one()).await;
            }
        }
    }
    drop(listener);
    connections.shutdown().await;
}

/// Whether a connection was closed before it was accepted.
fn is_of_one_client(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
