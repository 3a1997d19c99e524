//! Settings of a sandbox.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use asmx_runtime::protocol::ErrorStyle;
use asmx_runtime::server::ListenOptions;
use tokio::net::TcpListener;

use crate::account;
use crate::database::Database;
use crate::demo;
use crate::error::SandboxError;
use crate::lists;
use crate::moment::{Clock, Moment};
use crate::refusal::Refusal;
use crate::sandbox::{Inner, RunningSandbox, Sandbox};
use crate::service::SandboxState;
use crate::store::Store;

/// The XML namespace of the sandbox's service, unless it is given another.
pub const NAMESPACE: &str = "http://email-campaign.example/";

/// Settings of a sandbox.
///
/// The defaults: a temporary, empty database, an account `sandbox` with the password `sandbox`, the machine's clock,
/// seed 1, messages of up to 10 MiB, a wait after wrong passwords, the namespace [`NAMESPACE`], faults that name
/// their exception, any free port of 127.0.0.1.
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
    is_throttled: bool,
    namespace: String,
    error_style: ErrorStyle,
    address: SocketAddr,
    listen_options: ListenOptions,
}

impl Sandbox {
    /// Settings of a sandbox.
    pub fn builder() -> SandboxBuilder {
        SandboxBuilder::new()
    }

    /// Starts an empty sandbox with a temporary database on a free port of this machine, for tests.
    ///
    /// # Errors
    ///
    /// There is no free port, or the system's folder for temporary files cannot be written.
    pub async fn start() -> Result<RunningSandbox, SandboxError> {
        Self::builder().start().await
    }
}

impl SandboxBuilder {
    pub(crate) fn new() -> Self {
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
            is_throttled: true,
            namespace: NAMESPACE.to_owned(),
            error_style: ErrorStyle::Development,
            address: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
            listen_options: ListenOptions::default(),
        }
    }

    /// Keeps everything in this `SQLite` file, which is created if it does not exist. One sandbox uses it at a time;
    /// a second one is refused. Without this setting the database is temporary.
    pub fn database(mut self, file: impl Into<PathBuf>) -> Self {
        self.file = Some(file.into());
        self
    }

    /// Sets the credentials of the account. If the account exists with another password, it gets this one, and
    /// [`Sandbox::replaced_password`] is true.
    pub fn credentials(mut self, username: impl Into<String>, password: impl Into<String>) -> Self {
        self.username = username.into();
        self.password = password.into();
        self
    }

    /// Sets whether sign-ins have to wait after wrong passwords: after 5 in a row, sign-ins with that user name are
    /// refused for 1 s, and after each further wrong one for twice as long, at most 30 s, by the machine's clock.
    /// Default: true.
    pub fn throttle(mut self, is_throttled: bool) -> Self {
        self.is_throttled = is_throttled;
        self
    }

    /// Fills an account without lists with a small realistic set of lists, campaigns and transactional messages.
    /// Default: false.
    pub fn demo_data(mut self, filled: bool) -> Self {
        self.has_demo_data = filled;
        self
    }

    /// Adds a list unless it exists. No operation of the service creates lists.
    pub fn list(mut self, name: impl Into<String>) -> Self {
        self.lists.push(name.into());
        self
    }

    /// Stops the clock at a moment such as `2026-01-31T12:00:00`; UTC, unless it has an offset.
    pub fn clock(mut self, moment: impl Into<String>) -> Self {
        self.clock = Some(moment.into());
        self
    }

    /// Sets the seed of random fates: the same calls with the same seed and clock give the same reports. Default: 1.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets the largest message in bytes. Default: 10 MiB.
    pub fn largest_message(mut self, bytes: usize) -> Self {
        self.largest_message = bytes;
        self
    }

    /// Sets the number of bounces that put an address on the account's bounce list. Default: 3 for a new account.
    pub fn bounce_threshold(mut self, times: u32) -> Self {
        self.bounce_threshold = Some(times);
        self
    }

    /// Sets the service's XML namespace, which ends with a slash.
    pub fn namespace(mut self, namespace: impl Into<String>) -> Self {
        self.namespace = namespace.into();
        self
    }

    /// Sets the style of faults. Default: they name exceptions, as callers of such services expect.
    pub fn error_style(mut self, style: ErrorStyle) -> Self {
        self.error_style = style;
        self
    }

    /// Sets the address to listen at. There is no encryption, and the outbox needs no password: take care with
    /// addresses that other machines can reach.
    pub fn listen(mut self, address: SocketAddr) -> Self {
        self.address = address;
        self
    }

    /// Sets the limits of connections and the hosts that are served beside its own. A loopback address refuses all
    /// other hosts, so that no web page reaches the sandbox under another name; other addresses do so only if a host
    /// is allowed.
    pub fn listen_options(mut self, options: ListenOptions) -> Self {
        self.listen_options = options;
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
        let database = match &self.file {
            Some(file) => Database::of_file(file),
            None => Database::temporary(),
        };
        let store = database.and_then(Store::start);
        let store = store.map_err(|error| SandboxError::Database { file: self.file.clone(), error })?;
        let state = SandboxState {
            store,
            clock,
            seed: self.seed,
            largest_message: self.largest_message,
            throttle: self.is_throttled.then(Arc::default),
        };
        let (account, replaced_password) = self.furnish(&state).map_err(SandboxError::Refused)?;
        let Self { username, password, namespace, error_style, .. } = self;
        Ok(Sandbox::new(Inner { state, account, username, password, replaced_password, namespace, error_style }))
    }

    /// Creates account, lists and demo data in one transaction. Returns the account, and whether it had another
    /// password.
    fn furnish(&self, state: &SandboxState) -> Result<(i64, bool), Refusal> {
        let settings = self.clone();
        let furnished = state.clone();
        state.store.write_blocking(move |db| {
            let now = furnished.clock.now();
            let (account, replaced_password) = account::ensure(db, &settings.username, &settings.password, now)?;
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
            Ok((account, replaced_password))
        })
    }

    /// Opens the sandbox and serves it: the service at `/api.asmx`, the outbox at `/outbox`.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open), and if the address is taken.
    pub async fn start(self) -> Result<RunningSandbox, SandboxError> {
        let (address, options) = (self.address, self.listen_options.clone());
        let sandbox = self.open()?;
        let listener = TcpListener::bind(address).await.map_err(|error| SandboxError::Listen { address, error })?;
        RunningSandbox::serve(sandbox, listener, options)
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
