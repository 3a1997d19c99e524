//! The sandbox as a library, and on a socket.

use std::sync::Arc;

use asmx_runtime::protocol::ErrorStyle;
use asmx_runtime::server::{ListenOptions, Listening, Server};
use asmx_runtime::{Builder, Opener, ServerLimits, server};
use email_campaign_client::EmailCampaign;
use tokio::net::TcpListener;

use crate::error::SandboxError;
use crate::moment::Moment;
use crate::service::{SandboxState, Session};
use crate::{account, campaigns, lists, outbox, queries, transactional};

/// A sandbox: an account of the service on a database of its own. Clones share it; the last one closes it.
#[derive(Clone)]
pub struct Sandbox(Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) state: SandboxState,
    pub(crate) account: i64,
    pub(crate) username: String,
    pub(crate) password: String,
    pub(crate) replaced_password: bool,
    pub(crate) namespace: String,
    pub(crate) error_style: ErrorStyle,
}

impl Sandbox {
    pub(crate) fn new(inner: Inner) -> Self {
        Self(Arc::new(inner))
    }

    /// A client of the account in this process: no socket, no encoding, no credentials.
    pub fn in_process(&self) -> EmailCampaign {
        EmailCampaign::in_process(Session::of_account(self.0.state.clone(), self.0.account))
    }

    /// The service, to be mounted on another server.
    pub fn opener(&self) -> Opener {
        let state = self.0.state.clone();
        EmailCampaign::opener(move |incoming| Ok(Arc::new(Session::of_incoming(state.clone(), incoming))))
    }

    /// The user name of the account.
    pub fn username(&self) -> &str {
        &self.0.username
    }

    /// The password of the account.
    pub fn password(&self) -> &str {
        &self.0.password
    }

    /// Whether the account existed with another password, which the settings have replaced.
    pub fn replaced_password(&self) -> bool {
        self.0.replaced_password
    }

    /// The service's XML namespace.
    pub fn namespace(&self) -> &str {
        &self.0.namespace
    }

    /// Creates a list and returns its identifier. No operation of the service does.
    ///
    /// # Errors
    ///
    /// The list exists already, or the name is not valid.
    pub async fn create_list(&self, name: &str) -> Result<i64, SandboxError> {
        let (name, account, clock) = (name.to_owned(), self.0.account, Arc::clone(&self.0.state.clock));
        let created = self.0.state.store.write(move |db| lists::create(db, account, &name, clock.now()));
        created.await.map_err(SandboxError::Refused)
    }

    /// Creates a transactional group and returns its identifier. No operation of the service does.
    ///
    /// # Errors
    ///
    /// The group exists already, or the name is not valid.
    pub async fn create_transactional_group(&self, name: &str) -> Result<i64, SandboxError> {
        let (name, account, clock) = (name.to_owned(), self.0.account, Arc::clone(&self.0.state.clock));
        let created = self.0.state.store.write(move |db| transactional::create(db, account, &name, clock.now()));
        created.await.map_err(SandboxError::Refused)
    }

    /// Sets the number of bounces that put an address on the account's bounce list; at least 1.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn set_bounce_threshold(&self, times: u32) -> Result<(), SandboxError> {
        let account = self.0.account;
        let set = self.0.state.store.write(move |db| account::set_bounce_threshold(db, account, times));
        set.await.map_err(SandboxError::Refused)
    }

    /// The addresses that a campaign removed from the account. The response of `Reports_GetRemovedAddresses` has no
    /// result.
    ///
    /// # Errors
    ///
    /// The campaign is unknown.
    pub async fn removed_addresses(&self, job_id: i32) -> Result<Vec<String>, SandboxError> {
        let (state, account) = (self.0.state.clone(), self.0.account);
        let store = state.store.clone();
        let removed = store.read(move |db| {
            queries::REMOVED.of(state.work(db, account), campaigns::find(state.work(db, account), job_id)?)
        });
        let rows = removed.await.map_err(SandboxError::Refused)?.into_texts();
        Ok(rows.into_iter().filter_map(|row| row.into_iter().next()).collect())
    }

    /// Stops the clock at a moment such as `2026-01-31T12:00:00`, in UTC unless it has an offset. Reports show only
    /// events before that moment, until the clock is set forward.
    ///
    /// # Errors
    ///
    /// The text is not a date.
    pub fn set_clock(&self, moment: &str) -> Result<(), SandboxError> {
        self.0.state.clock.set(Moment::read(moment, "The clock").map_err(SandboxError::Refused)?);
        Ok(())
    }

    /// Sets the clock forward and stops it there.
    pub fn advance_clock(&self, by: std::time::Duration) {
        let clock = &self.0.state.clock;
        clock.set(clock.now().later(i64::try_from(by.as_secs()).unwrap_or(i64::MAX)));
    }

    /// Lets the clock follow the machine's.
    pub fn run_clock(&self) {
        self.0.state.clock.run();
    }

    /// The time of the clock, as `2026-01-31T12:00:00` in UTC.
    pub fn now(&self) -> String {
        self.0.state.clock.now().iso()
    }

    /// The service and the outbox, to be merged into another router. Both refuse changes that pages of other sites
    /// request. The server of the router must check the host of requests
    /// ([`ListenOptions::refuse_foreign_hosts`](asmx_runtime::server::ListenOptions::refuse_foreign_hosts)).
    ///
    /// # Errors
    ///
    /// The namespace is not valid.
    pub fn into_router(self) -> Result<axum::Router, SandboxError> {
        let server = Server::new(self.opener()).namespace(self.namespace()).error_style(self.0.error_style);
        let server = server.refuse_cross_site_writes(true);
        Ok(server.into_router()?.merge(outbox::router(self.0.state.clone())))
    }
}

impl std::fmt::Debug for Sandbox {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Sandbox")
            .field("username", &self.0.username)
            .field("namespace", &self.0.namespace)
            .finish_non_exhaustive()
    }
}

/// A sandbox on a socket. When it is dropped, it stops accepting connections.
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

    /// The base URL for clients.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Settings of a client of the sandbox over the network, with its credentials and without limits on requests.
    /// Finish them with `build()`.
    pub fn client(&self) -> Builder<EmailCampaign> {
        let client = EmailCampaign::builder().base_url(self.base_url()).namespace(self.sandbox.namespace());
        client.credentials(self.sandbox.username(), self.sandbox.password()).server_limits(ServerLimits::none())
    }

    /// Stops accepting connections and waits for requests under way, for 10 seconds or
    /// [`ListenOptions::shutdown_timeout`]; then it closes their connections.
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
