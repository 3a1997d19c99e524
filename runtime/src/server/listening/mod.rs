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

/// A server that listens. Dropped, it stops taking connections and lets requests under way end as [`shutdown`](Self::shutdown)
/// does, without waiting for them.
#[derive(Debug)]
pub struct Listening {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

/// Serves a router over HTTP/1 to connections of `listener`, within the limits of `options`, until the handle that it returns is
/// stopped or dropped. There are no upgrades to other protocols.
///
/// Whatever the options, a request that names no host, two hosts or something that is no host gets 400, as HTTP/1.1 demands. A
/// listener that cannot accept connections, because there are no more descriptors, closes the connection that has waited longest
/// for its client, and tries again.
///
/// # Errors
///
/// The listener has no address, or a host of the options is none.
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
    /// The address it listens at.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops taking connections and waits until the requests under way have their responses: as long as
    /// [`ListenOptions::shutdown_timeout`] states, after which their connections are closed. Connections without a whole request
    /// head are closed at once.
    ///
    /// # Errors
    ///
    /// The server panicked, or its runtime ended.
    pub async fn shutdown(mut self) -> std::io::Result<()> {
        drop(self.stop.take());
        self.ended().await
    }

    /// Closes all connections at once, whatever they are doing.
    pub async fn abort(mut self) {
        self.task.abort();
        // It ends because it was aborted.
        let _ = self.ended().await;
    }

    /// Waits until the server ends, which it does not do by itself.
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

/// For how long a listener that cannot accept a connection does not try again, unless a connection ends before.
const PAUSE: Duration = Duration::from_millis(100);

/// Takes connections until it is stopped, then lets requests under way end.
async fn accept(listener: TcpListener, mut connections: Connections, mut stopped: oneshot::Receiver<()>) {
    loop {
        // At the bound, one connection that is new waits for its place; others wait outside.
        let accepted = tokio::select! {
            // A sender that is dropped means the same as one that speaks.
            _ = &mut stopped => break,
            () = connections.change() => continue,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, _)) => {
                tokio::select! {
                    _ = &mut stopped => break,
                    () = connections.make_room() => connections.add(stream),
                }
            }
            Err(error) if is_of_one_client(&error) => {}
            Err(error) => {
                tracing::warn!(%error, "a connection cannot be accepted");
                connections.close_longest_wait(true);
                // It waits in the listener, and would be tried again at once.
                let _ = tokio::time::timeout(PAUSE, connections.end_of_one()).await;
            }
        }
    }
    drop(listener);
    connections.shutdown().await;
}

/// Whether a connection was gone before it was accepted.
fn is_of_one_client(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
