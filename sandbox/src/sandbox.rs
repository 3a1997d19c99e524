//! The sandbox as a library: opened in memory or on a file, used in process or served on a socket.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use asmx_runtime::protocol::ErrorStyle;
use asmx_runtime::server::{Server, ServerError};
use asmx_runtime::{Builder, Opener};
use email_campaign_client::EmailCampaign;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::account;
use crate::campaign_reports;
use crate::clock::Clock;
use crate::demo;
use crate::lists;
use crate::moment::Moment;
use crate::outbox;
use crate::refusal::Refusal;
use crate::schema::SchemaError;
use crate::service::{Premises, Session};
use crate::store::Store;
use crate::transactional;

/// The XML namespace of the sandbox's service, unless it is given another.
pub const NAMESPACE: &str = "http://email-campaign.example/";

/// Settings of a sandbox.
///
/// The defaults: in memory, empty, an account `sandbox` with the password `sandbox`, the machine's clock, seed 1, messages of up
/// to 10 MiB, the namespace [`NAMESPACE`], faults that name their exception, any free port of 127.0.0.1.
#[must_use = "settings do nothing until the sandbox is opened or started"]
#[derive(Clone)]
pub struct SandboxBuilder {
    file: Option<PathBuf>,
    username: String,
    password: String,
    has_demo_data: bool,
    lists: Vec<String>,
    clock: Option<String>,
    seed: u64,
    largest_message: usize,
    bounce_threshold: Option<u32>,
    namespace: String,
    error_style: ErrorStyle,
    address: SocketAddr,
}

impl SandboxBuilder {
    fn new() -> Self {
        Self {
            file: None,
            username: "sandbox".to_owned(),
            password: "sandbox".to_owned(),
            has_demo_data: false,
            lists: Vec::new(),
            clock: None,
            seed: 1,
            largest_message: 10 * 1024 * 1024,
            bounce_threshold: None,
            namespace: NAMESPACE.to_owned(),
            error_style: ErrorStyle::Development,
            address: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
        }
    }

    /// Keeps everything in this `SQLite` file, which is made if it is not there.
    pub fn database(mut self, file: impl Into<PathBuf>) -> Self {
        self.file = Some(file.into());
        self
    }

    /// The credentials of the account. An account of that name that is in the database already gets this password.
    pub fn credentials(mut self, username: impl Into<String>, password: impl Into<String>) -> Self {
        self.username = username.into();
        self.password = password.into();
        self
    }

    /// Fills the account, if it has no lists yet, with a small realistic set of lists, campaigns and transactional messages.
    pub fn demo_data(mut self, filled: bool) -> Self {
        self.has_demo_data = filled;
        self
    }

    /// Adds a list, unless there is one of that name. No operation of the service makes lists.
    pub fn list(mut self, name: impl Into<String>) -> Self {
        self.lists.push(name.into());
        self
    }

    /// Stops the clock at a moment such as `2026-01-31T12:00:00`; UTC, unless it has an offset.
    pub fn clock(mut self, moment: impl Into<String>) -> Self {
        self.clock = Some(moment.into());
        self
    }

    /// What the fate of deliveries is drawn from: the same calls with the same seed and clock give the same reports.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The largest message in bytes.
    pub fn largest_message(mut self, bytes: usize) -> Self {
        self.largest_message = bytes;
        self
    }

    /// How many times an address must bounce to be on the account's bounce list. A new account has 3.
    pub fn bounce_threshold(mut self, times: u32) -> Self {
        self.bounce_threshold = Some(times);
        self
    }

    /// The service's XML namespace, which ends with a slash.
    pub fn namespace(mut self, namespace: impl Into<String>) -> Self {
        self.namespace = namespace.into();
        self
    }

    /// How much faults tell. The default names exceptions, as callers of such services expect it.
    pub fn error_style(mut self, style: ErrorStyle) -> Self {
        self.error_style = style;
        self
    }

    /// Where to listen. There is no encryption, and the outbox asks for no password: think before listening on more than the
    /// machine itself.
    pub fn listen(mut self, address: SocketAddr) -> Self {
        self.address = address;
        self
    }

    /// Opens the sandbox without a socket.
    ///
    /// # Errors
    ///
    /// The database cannot be used, or a setting is wrong.
    pub fn open(self) -> Result<Sandbox, SandboxError> {
        let clock = Arc::new(Clock::default());
        if let Some(moment) = &self.clock {
            clock.set(Moment::read(moment, "The clock").map_err(SandboxError::Refused)?);
        }
        let store = Store::open(self.file.as_deref())?;
        let premises = Premises { store, clock, seed: self.seed, largest_message: self.largest_message };
        let account = self.furnish(&premises).map_err(SandboxError::Refused)?;
        let Self { username, password, namespace, error_style, .. } = self;
        Ok(Sandbox(Arc::new(Inner { premises, account, username, password, namespace, error_style })))
    }

    /// Account, lists and demo data, in one transaction.
    fn furnish(&self, premises: &Premises) -> Result<i64, Refusal> {
        let settings = self.clone();
        let furnished = premises.clone();
        premises.store.run_blocking(move |db| {
            let now = furnished.clock.now();
            let account = account::ensure(db, &settings.username, &settings.password, now)?;
            if let Some(times) = settings.bounce_threshold {
                account::set_bounce_threshold(db, account, times)?;
            }
            let work = furnished.work(db, account);
            if settings.has_demo_data {
                demo::fill_if_empty(work)?;
            }
            for name in &settings.lists {
                if lists::find(work, Some(name), "The list").is_err() {
                    lists::create(db, account, name, now)?;
                }
            }
            Ok(account)
        })
    }

    /// Opens the sandbox and serves it: the service at `/api.asmx`, the outbox at `/outbox`.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open); and the address is taken.
    pub async fn start(self) -> Result<RunningSandbox, SandboxError> {
        let address = self.address;
        let sandbox = self.open()?;
        let listener = TcpListener::bind(address).await.map_err(|error| SandboxError::Listen { address, error })?;
        RunningSandbox::serve(sandbox, listener)
    }
}

/// A sandbox: an account of the service on a database of its own. Cheap to clone; the database goes with the last one.
#[derive(Clone)]
pub struct Sandbox(Arc<Inner>);

struct Inner {
    premises: Premises,
    account: i64,
    username: String,
    password: String,
    namespace: String,
    error_style: ErrorStyle,
}

impl Sandbox {
    /// Settings of a sandbox.
    pub fn builder() -> SandboxBuilder {
        SandboxBuilder::new()
    }

    /// Starts an empty sandbox in memory, on a free port of this machine: what a test needs.
    ///
    /// # Errors
    ///
    /// There is no free port.
    pub async fn start() -> Result<RunningSandbox, SandboxError> {
        Self::builder().start().await
    }

    /// The account, called in this process: no socket, no encoding, no credentials.
    pub fn in_process(&self) -> EmailCampaign {
        EmailCampaign::in_process(Session::of_account(self.0.premises.clone(), self.0.account))
    }

    /// Serves the sandbox, to be mounted on a server of one's own.
    pub fn opener(&self) -> Opener {
        let premises = self.0.premises.clone();
        EmailCampaign::opener(move |incoming| Ok(Arc::new(Session::of_incoming(premises.clone(), incoming))))
    }

    /// The user name of the account.
    pub fn username(&self) -> &str {
        &self.0.username
    }

    /// The password of the account.
    pub fn password(&self) -> &str {
        &self.0.password
    }

    /// The service's XML namespace.
    pub fn namespace(&self) -> &str {
        &self.0.namespace
    }

    /// Makes a list; its identifier. No operation of the service does.
    ///
    /// # Errors
    ///
    /// There is a list of that name, or it is no name for one.
    pub async fn create_list(&self, name: &str) -> Result<i64, SandboxError> {
        let (name, account, clock) = (name.to_owned(), self.0.account, Arc::clone(&self.0.premises.clock));
        let made = self.0.premises.store.run(move |db| lists::create(db, account, &name, clock.now()));
        made.await.map_err(SandboxError::Refused)
    }

    /// Makes a transactional group; its identifier. No operation of the service does.
    ///
    /// # Errors
    ///
    /// There is a group of that name, or it is no name for one.
    pub async fn create_transactional_group(&self, name: &str) -> Result<i64, SandboxError> {
        let (name, account, clock) = (name.to_owned(), self.0.account, Arc::clone(&self.0.premises.clock));
        let made = self.0.premises.store.run(move |db| transactional::create(db, account, &name, clock.now()));
        made.await.map_err(SandboxError::Refused)
    }

    /// Sets how many times an address must bounce to be on the account's bounce list; at least 1.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn set_bounce_threshold(&self, times: u32) -> Result<(), SandboxError> {
        let account = self.0.account;
        let set = self.0.premises.store.run(move |db| account::set_bounce_threshold(db, account, times));
        set.await.map_err(SandboxError::Refused)
    }

    /// The addresses that a campaign removed from the account: what `Reports_GetRemovedAddresses` is about, whose answer
    /// carries no result.
    ///
    /// # Errors
    ///
    /// There is no such campaign.
    pub async fn removed_addresses(&self, job_id: i32) -> Result<Vec<String>, SandboxError> {
        let (premises, account) = (self.0.premises.clone(), self.0.account);
        let store = premises.store.clone();
        let removed = store.run(move |db| campaign_reports::removed(premises.work(db, account), job_id));
        let rows = removed.await.map_err(SandboxError::Refused)?.into_texts();
        Ok(rows.into_iter().filter_map(|row| row.into_iter().next()).collect())
    }

    /// Stops the clock at a moment such as `2026-01-31T12:00:00`; UTC, unless it has an offset. What lies behind it has not
    /// happened for any report, until the clock is set forward.
    ///
    /// # Errors
    ///
    /// It is no date.
    pub fn set_clock(&self, moment: &str) -> Result<(), SandboxError> {
        self.0.premises.clock.set(Moment::read(moment, "The clock").map_err(SandboxError::Refused)?);
        Ok(())
    }

    /// Sets the clock forward and stops it there.
    pub fn advance_clock(&self, by: std::time::Duration) {
        let clock = &self.0.premises.clock;
        clock.set(clock.now().later(i64::try_from(by.as_secs()).unwrap_or(i64::MAX)));
    }

    /// Lets the clock run with the machine's.
    pub fn run_clock(&self) {
        self.0.premises.clock.run();
    }

    /// What the clock says, as `2026-01-31T12:00:00` in UTC.
    pub fn now(&self) -> String {
        self.0.premises.clock.now().iso()
    }

    /// The service and the outbox, to be merged into a router of one's own.
    ///
    /// # Errors
    ///
    /// The namespace is none.
    pub fn into_router(self) -> Result<axum::Router, SandboxError> {
        let server = Server::new(self.opener()).namespace(self.namespace()).error_style(self.0.error_style);
        Ok(server.into_router()?.merge(outbox::router(self.0.premises.clone())))
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

impl std::fmt::Debug for SandboxBuilder {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("SandboxBuilder")
            .field("file", &self.file)
            .field("username", &self.username)
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

/// A sandbox that is served. Dropped, it stops taking connections.
#[derive(Debug)]
pub struct RunningSandbox {
    sandbox: Sandbox,
    base_url: String,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<std::io::Result<()>>,
}

impl RunningSandbox {
    fn serve(sandbox: Sandbox, listener: TcpListener) -> Result<Self, SandboxError> {
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

    /// Settings of a client of the sandbox, over the network. Finish them with `build()`.
    pub fn client(&self) -> Builder<EmailCampaign> {
        let client = EmailCampaign::builder().base_url(self.base_url()).namespace(self.sandbox.namespace());
        client.credentials(self.sandbox.username(), self.sandbox.password())
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

/// Why a sandbox cannot be opened, started or changed.
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The database cannot be used.
    #[error("the database cannot be used: {0}")]
    Database(#[from] SchemaError),
    /// What was asked for is wrong.
    #[error("{0}")]
    Refused(Refusal),
    /// The settings of the server are wrong.
    #[error(transparent)]
    Server(#[from] ServerError),
    /// The address cannot be listened at.
    #[error("cannot listen at {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        error: std::io::Error,
    },
    /// Serving failed.
    #[error("serving failed: {0}")]
    Serve(std::io::Error),
}
