//! A sandbox on a socket.

use asmx_runtime::server::{self, ListenOptions, Listening};
use asmx_runtime::{Builder, ServerLimits};
use email_campaign_client::EmailCampaign;
use tokio::net::TcpListener;

use crate::error::SandboxError;
use crate::sandbox::Sandbox;

/// A sandbox that is served. Dropped, it stops taking connections.
#[derive(Debug)]
pub struct RunningSandbox {
    sandbox: Sandbox,
    base_url: String,
    listening: Listening,
}

impl RunningSandbox {
    pub(crate) fn serve(sandbox: Sandbox, listener: TcpListener, options: ListenOptions) -> Result<Self, SandboxError> {
        let router = sandbox.clone().into_router()?;
        let listening = server::serve(listener, router, options.refuse_foreign_hosts(true))?;
        let base_url = format!("http://{}", listening.address());
        Ok(Self { sandbox, base_url, listening })
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

    /// Stops taking connections and waits until the requests under way have their responses, for 10 seconds unless
    /// [`ListenOptions::shutdown_timeout`] says otherwise; then it closes their connections.
    ///
    /// # Errors
    ///
    /// The server panicked, or its runtime ended.
    pub async fn stop(self) -> Result<(), SandboxError> {
        self.listening.shutdown().await.map_err(SandboxError::Serve)
    }
}

impl std::ops::Deref for RunningSandbox {
    type Target = Sandbox;

    fn deref(&self) -> &Sandbox {
        &self.sandbox
    }
}
