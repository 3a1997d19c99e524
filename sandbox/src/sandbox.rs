//! The sandbox as a library.

use std::sync::Arc;

use asmx_runtime::Opener;
use asmx_runtime::protocol::ErrorStyle;
use asmx_runtime::server::Server;
use email_campaign_client::EmailCampaign;

use crate::account;
use crate::error::SandboxError;
use crate::lists;
use crate::moment::Moment;
use crate::outbox;
use crate::service::{SandboxState, Session};
use crate::transactional;
use crate::{campaigns, queries};

/// A sandbox: an account of the service on a database of its own. Cheap to clone; the database goes with the last one.
#[derive(Clone)]
pub struct Sandbox(Arc<Inner>);

/// What a sandbox is made of.
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

    /// The account, called in this process: no socket, no encoding, no credentials.
    pub fn in_process(&self) -> EmailCampaign {
        EmailCampaign::in_process(Session::of_account(self.0.state.clone(), self.0.account))
    }

    /// Serves the sandbox, to be mounted on a server of one's own.
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

    /// Whether the account was in the database already, with another password: it now has the one of the settings.
    pub fn replaced_password(&self) -> bool {
        self.0.replaced_password
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
        let (name, account, clock) = (name.to_owned(), self.0.account, Arc::clone(&self.0.state.clock));
        let made = self.0.state.store.write(move |db| lists::create(db, account, &name, clock.now()));
        made.await.map_err(SandboxError::Refused)
    }

    /// Makes a transactional group; its identifier. No operation of the service does.
    ///
    /// # Errors
    ///
    /// There is a group of that name, or it is no name for one.
    pub async fn create_transactional_group(&self, name: &str) -> Result<i64, SandboxError> {
        let (name, account, clock) = (name.to_owned(), self.0.account, Arc::clone(&self.0.state.clock));
        let made = self.0.state.store.write(move |db| transactional::create(db, account, &name, clock.now()));
        made.await.map_err(SandboxError::Refused)
    }

    /// Sets how many times an address must bounce to be on the account's bounce list; at least 1.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn set_bounce_threshold(&self, times: u32) -> Result<(), SandboxError> {
        let account = self.0.account;
        let set = self.0.state.store.write(move |db| account::set_bounce_threshold(db, account, times));
        set.await.map_err(SandboxError::Refused)
    }

    /// The addresses that a campaign removed from the account: what `Reports_GetRemovedAddresses` is about, whose response
    /// carries no result.
    ///
    /// # Errors
    ///
    /// There is no such campaign.
    pub async fn removed_addresses(&self, job_id: i32) -> Result<Vec<String>, SandboxError> {
        let (state, account) = (self.0.state.clone(), self.0.account);
        let store = state.store.clone();
        let removed = store.read(move |db| {
            queries::REMOVED.of(state.work(db, account), campaigns::find(state.work(db, account), job_id)?)
        });
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
        self.0.state.clock.set(Moment::read(moment, "The clock").map_err(SandboxError::Refused)?);
        Ok(())
    }

    /// Sets the clock forward and stops it there.
    pub fn advance_clock(&self, by: std::time::Duration) {
        let clock = &self.0.state.clock;
        clock.set(clock.now().later(i64::try_from(by.as_secs()).unwrap_or(i64::MAX)));
    }

    /// Lets the clock run with the machine's.
    pub fn run_clock(&self) {
        self.0.state.clock.run();
    }

    /// The time of the clock, as `2026-01-31T12:00:00` in UTC.
    pub fn now(&self) -> String {
        self.0.state.clock.now().iso()
    }

    /// The service and the outbox, to be merged into a router of one's own. Neither takes what changes something from pages of
    /// other sites; that the request's host is the right one, whoever serves the router has to check
    /// ([`ListenOptions::refuse_foreign_hosts`](asmx_runtime::server::ListenOptions::refuse_foreign_hosts)).
    ///
    /// # Errors
    ///
    /// The namespace is none.
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
