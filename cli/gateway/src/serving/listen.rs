//! Listens until it is interrupted, or until the program that started it has ended.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;

use asmx_runtime::server::{ListenOptions, RefusalForm, ServerError, serve};

use axum::Router;
use futures_util::future::{Either, select};

use crate::calls::blocking::wait_serving;
use crate::calls::interruption::Interruptions;
use crate::offer::mocked::Mocked;

use super::interface::Interface;

/// The address and the hosts of a gateway.
#[derive(Debug, Clone)]
#[must_use = "settings do nothing until the gateway listens"]
pub struct Listen {
    address: SocketAddr,
    hosts: Vec<String>,
    is_behind_proxy: bool,
    ends_with_input: bool,
}

/// The fewest characters of a token.
const SHORTEST_TOKEN: usize = 16;

/// The error of a gateway that cannot listen.
#[non_exhaustive]
#[derive(thiserror::Error)]
pub enum ListenError {
    /// Other machines could call without a token.
    #[error(
        "{0} can be reached by other machines: give a token, or say that a proxy in front of the gateway checks its callers"
    )]
    Open(SocketAddr),
    /// The token has so many characters, which can be guessed.
    #[error(
        "the token has {0} characters, which callers can guess: take one of at least {SHORTEST_TOKEN}, such as 32 random hexadecimal digits"
    )]
    ShortToken(usize),
    /// The address cannot be listened at.
    #[error("cannot listen at {0}: {1}")]
    Address(SocketAddr, #[source] io::Error),
    /// The settings of the listener are wrong, or the system refuses what it needs.
    #[error(transparent)]
    Server(#[from] ServerError),
    /// The system refuses what a server needs.
    #[error("this machine refuses what a server needs: {0}")]
    System(#[from] io::Error),
}

asmx_types::debug_is_a_sentence!(ListenError);

impl Listen {
    /// Listens at this address. Port 0 takes a free one. On loopback, requests for foreign hosts are refused.
    pub const fn at(address: SocketAddr) -> Self {
        Self { address, hosts: Vec::new(), is_behind_proxy: false, ends_with_input: false }
    }

    /// Serves this host too: `api.test`, or `api.test:81` with that port only.
    pub fn allow_host(mut self, host: impl Into<String>) -> Self {
        self.hosts.push(host.into());
        self
    }

    /// Listens at an address that other machines reach, without a token: a proxy checks callers.
    pub const fn behind_proxy(mut self) -> Self {
        self.is_behind_proxy = true;
        self
    }

    /// Ends at the end of standard input as well, as after Ctrl-C: a program that keeps it open ends the gateway with itself, however it ends. What
    /// comes there is not read.
    pub const fn end_with_input(mut self) -> Self {
        self.ends_with_input = true;
        self
    }

    /// Serves a gateway until Ctrl-C, and what service managers and closed terminals send, and then lets calls under way end. A second signal ends at
    /// once. `ready` gets the address.
    ///
    /// # Errors
    ///
    /// Other machines could call without a token, the token is short, or the address cannot be listened at.
    pub fn run(self, interface: Interface, ready: impl FnOnce(SocketAddr)) -> Result<(), ListenError> {
        if !self.address.ip().is_loopback() && !self.is_behind_proxy && interface.token_length().is_none() {
            return Err(ListenError::Open(self.address));
        }
        if let Some(length) = interface.token_length().filter(|length| *length < SHORTEST_TOKEN) {
            return Err(ListenError::ShortToken(length));
        }
        let refusals = interface.refusals();
        self.serve(interface.into_router(), Some(refusals), ready)
    }

    /// Serves a mock, as [`run`](Self::run) serves a gateway. Nobody needs a token, because a mock has no secrets.
    ///
    /// # Errors
    ///
    /// The namespace is missing, or the address cannot be listened at.
    pub fn run_mock(self, mocked: Mocked, ready: impl FnOnce(SocketAddr)) -> Result<(), ListenError> {
        let router = mocked.into_router()?;
        self.serve(router, None, ready)
    }

    fn serve(
        self,
        router: Router,
        refusals: Option<RefusalForm>,
        ready: impl FnOnce(SocketAddr),
    ) -> Result<(), ListenError> {
        let options = self.hosts.iter().fold(ListenOptions::default(), ListenOptions::allow_host);
        let options = options.refuse_foreign_hosts(true);
        let options = refusals.into_iter().fold(options, ListenOptions::refusal_form);
        wait_serving(async move {
            let unusable = |error| ListenError::Address(self.address, error);
            let listener = tokio::net::TcpListener::bind(self.address).await.map_err(unusable)?;
            let listening = serve(listener, router, options)?;
            // Signals are watched for before the address is told. The second one ends at once, while calls are under way.
            let mut interruptions = Interruptions::watch(2)?;
            ready(listening.address());
            select(pin!(end_of_input(self.ends_with_input)), pin!(interruptions.next())).await;
            match select(pin!(interruptions.next()), pin!(listening.shutdown())).await {
                Either::Left(_) => Ok(()),
                Either::Right((ended, _)) => Ok(ended?),
            }
        })?
    }
}

/// Waits for the end of standard input; for ever if it is not wanted.
async fn end_of_input(is_wanted: bool) {
    if !is_wanted {
        return std::future::pending().await;
    }
    let (sender, end) = tokio::sync::oneshot::channel();
    // A read of standard input cannot be given up. The thread of its own ends with the program.
    std::thread::spawn(move || {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        let _ = sender.send(());
    });
    let _ = end.await;
}
