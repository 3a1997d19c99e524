//! A sandbox on a socket.

use asmx_runtime::{Builder, ServerLimits};
use email_campaign_client::EmailCampaign;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::error::SandboxError;
use crate::sandbox::Sandbox;

/// A sandbox that is served. Dropped, it stops taking connections.
#[derive(Debug)]
pub struct RunningSandbox {
    sandbox: Sandbox,
    base_url: String,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<std::io::Result<()>>,
}

impl RunningSandbox {
    pub(crate) fn serve(sandbox: Sandbox, listener: TcpListener) -> Result<Self, SandboxError> {
        let address = listener.local_addr().map_err(SandboxError::Serve)?;
        let router = sandbox.clone().into_router()?;
        let (stop, stopped) = oneshot::channel();
        let served = axum::serve(listener, router).with_graceful_shutdown(async move {
            // A sender that is dropped means the same as one that speaks.
            let _ = stopped.await;
        });
        let task = tokio::spawn(async move { served.await });
        Ok(Self { sandbox, base_url: format!("http://{address}"), stop: Some(stop), task })
    }

    /// Where it listens: what clients take as base URL.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Settings of a client of the sandbox, over the network, which takes requests of any size and any text. Finish them with
    /// `build()`.
    pub fn client(&self) -> Builder<EmailCampaign> {
        let client = EmailCampaign::builder().base_url(self.base_url()).namespace(self.sandbox.namespace());
        client.credentials(self.sandbox.username(), self.sandbox.password()).server_limits(ServerLimits::none())
    }

    /// Stops taking connections, lets those it has finish, and waits for that.
    ///
    /// # Errors
    ///
    /// The listener failed.
    pub async fn stop(mut self) -> Result<(), SandboxError> {
        drop(self.stop.take());
        let ended = (&mut self.task).await.unwrap_or_else(|error| Err(std::io::Error::other(error)));
        ended.map_err(SandboxError::Serve)
    }
}

impl std::ops::Deref for RunningSandbox {
    type Target = Sandbox;

    fn deref(&self) -> &Sandbox {
        &self.sandbox
    }
}
