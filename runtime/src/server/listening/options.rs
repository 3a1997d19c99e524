//! The limits of a listener.

use std::time::Duration;

use crate::server::hosts::RefusalForm;

/// The limits of a listener: how many connections it keeps open, how long it waits for clients, and which hosts it serves.
///
/// Every time limit is for waiting for the client: for its next request, for the rest of a request, or while it reads a response. The work of
/// the service has no limit. A connection that exceeds a limit is closed without a response.
#[must_use = "options of a listener do nothing until it listens"]
#[derive(Debug, Clone)]
pub struct ListenOptions {
    pub(super) connections: usize,
    pub(super) head: Duration,
    pub(super) keep_alive: Duration,
    pub(super) stall: Duration,
    pub(super) transfer: Duration,
    pub(super) shutdown: Duration,
    pub(super) hosts: Vec<String>,
    pub(super) refuses_foreign_hosts: bool,
    pub(super) refusal: Option<RefusalForm>,
}

impl Default for ListenOptions {
    fn default() -> Self {
        Self {
            connections: 512,
            head: Duration::from_secs(20),
            keep_alive: Duration::from_secs(120),
            stall: Duration::from_secs(30),
            transfer: Duration::from_secs(300),
            shutdown: Duration::from_secs(10),
            hosts: Vec::new(),
            refuses_foreign_hosts: false,
            refusal: None,
        }
    }
}

impl ListenOptions {
    /// Sets the most open connections; at least 1. The default is 512, half of the file descriptors that a process usually may have.
    ///
    /// At the limit, a new connection waits for a place. It gets that of the next connection that has responded (`Connection: close`), or that of
    /// the connection that has waited longest for its client. Such a connection was idle for a second, stood still for a second in a request
    /// or a response, or has not sent a complete head in a tenth of a second. An idle one gets a 503, as the response to a request that may
    /// be on its way. A connection whose request is being worked on is never closed for another. There is no limit for each client, because
    /// all clients behind a proxy, and all on the same machine, have the same address.
    pub fn max_connections(mut self, connections: usize) -> Self {
        self.connections = connections.max(1);
        self
    }

    /// Limits the time for the head of a request, and for the first byte of a new connection. The default is 20 seconds.
    pub fn head_timeout(mut self, limit: Duration) -> Self {
        self.head = limit;
        self
    }

    /// Limits the time between a response and the next request. The default is 120 seconds.
    pub fn keep_alive_timeout(mut self, limit: Duration) -> Self {
        self.keep_alive = limit;
        self
    }

    /// Limits the time in which a client sends nothing of a body, or reads nothing of a response. The default is 30 seconds.
    pub fn stall_timeout(mut self, limit: Duration) -> Self {
        self.stall = limit;
        self
    }

    /// Limits the time for a whole body to arrive, and for a whole response to be read. The default is 5 minutes.
    pub fn transfer_timeout(mut self, limit: Duration) -> Self {
        self.transfer = limit;
        self
    }

    /// Limits the time for requests under way at a shutdown. The default is 10 seconds.
    pub fn shutdown_timeout(mut self, limit: Duration) -> Self {
        self.shutdown = limit;
        self
    }

    /// Refuses requests for foreign hosts with 421, and requests of pages of other hosts (`Origin`) with 403. The default is to serve them, as
    /// genuine servers do.
    ///
    /// Use it for servers on loopback, which every page in a browser on the machine can reach: a page can point its own name at 127.0.0.1, but
    /// cannot change the name that the browser sends. The listener's own hosts are `localhost`, loopback addresses and the bound address, each
    /// with its port. A listener elsewhere refuses nothing until [`allow_host`](Self::allow_host) names a host, because its names are not
    /// known.
    pub fn refuse_foreign_hosts(mut self, on: bool) -> Self {
        self.refuses_foreign_hosts = on;
        self
    }

    /// Sets the form of responses to requests that the listener refuses. The default is plain text.
    pub fn refusal_form(mut self, form: RefusalForm) -> Self {
        self.refusal = Some(form);
        self
    }

    /// Adds a host that the listener serves: `api.test` with the listener's port or without one, `api.test:81` with that port only. It may be
    /// called several times.
    pub fn allow_host(mut self, host: impl Into<String>) -> Self {
        self.hosts.push(host.into());
        self
    }

    pub(super) fn shortest(&self) -> Duration {
        self.head.min(self.keep_alive).min(self.stall).min(self.transfer)
    }
}
