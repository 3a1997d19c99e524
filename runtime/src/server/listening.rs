//! A server on a socket.

use std::net::SocketAddr;

use axum::Router;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::ServerError;

/// A server that listens. Dropped, it stops taking connections and lets those it has finish.
#[derive(Debug)]
pub struct Listening {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<std::io::Result<()>>,
}

impl Listening {
    pub(super) fn start(listener: TcpListener, router: Router) -> Result<Self, ServerError> {
        let address = listener.local_addr()?;
        let (stop, stopped) = oneshot::channel();
        let served = axum::serve(listener, router).with_graceful_shutdown(async move {
            // A sender that is dropped means the same as one that speaks.
            let _ = stopped.await;
        });
        let task = tokio::spawn(async move { served.await });
        Ok(Self { address, stop: Some(stop), task })
    }

    /// The address it listens at.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops taking connections, lets those it has finish their requests, and waits for that.
    ///
    /// # Errors
    ///
    /// The listener failed.
    pub async fn shutdown(mut self) -> std::io::Result<()> {
        drop(self.stop.take());
        self.finished().await
    }

    /// Waits until the server ends, which it does not do by itself.
    ///
    /// # Errors
    ///
    /// The listener failed.
    pub async fn wait(mut self) -> std::io::Result<()> {
        self.finished().await
    }

    async fn finished(&mut self) -> std::io::Result<()> {
        (&mut self.task).await.unwrap_or_else(|error| Err(std::io::Error::other(error)))
    }
}
