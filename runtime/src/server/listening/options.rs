//! How long a listener waits for its clients, and how many of them it serves.

use std::time::Duration;

/// The limits of a listener: how many connections it keeps open, how long it waits for clients, and which hosts it serves.
///
/// Every time limit is one of waiting for the client: for its next request, the rest of one, or that it takes a response. How long
/// a service works is its own affair. A connection that exceeds a limit is closed without a response.
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
        }
    }
}

impl ListenOptions {
    /// The most connections that are open at the same time; at least one. The default is 512, half of the descriptors that a
    /// process usually may have.
    ///
    /// At the bound, a new connection waits for a place. It gets that of the next connection that has its response (`Connection: close`),
    /// or that of the one that has waited longest for its client: that was unused for a second, stood still for a second in a
    /// request or a response, or has not sent a whole head in a tenth of a second. An unused one gets a 503, so that a request that
    /// is on its way at this moment has a response. A connection whose request is being worked on is never closed for another.
    /// There is no share for each client, because all clients behind a proxy, and all
    /// on the same machine, have one address.
    pub fn max_connections(mut self, connections: usize) -> Self {
        self.connections = connections.max(1);
        self
    }

    /// How long the head of a request may take from its first byte to its last, and how long a new connection may send nothing.
    /// The default is 20 seconds.
    pub fn head_timeout(mut self, limit: Duration) -> Self {
        self.head = limit;
        self
    }

    /// How long a connection is kept after a response until the next request begins. The default is 120 seconds.
    pub fn keep_alive_timeout(mut self, limit: Duration) -> Self {
        self.keep_alive = limit;
        self
    }

    /// How long a client may send nothing of a body that it has begun, or take nothing of a response. The default is 30 seconds.
    pub fn stall_timeout(mut self, limit: Duration) -> Self {
        self.stall = limit;
        self
    }

    /// How long a whole body may take to arrive, and a whole response to be taken. The default is 5 minutes.
    pub fn transfer_timeout(mut self, limit: Duration) -> Self {
        self.transfer = limit;
        self
    }

    /// How long requests under way may take to end when the server is shut down. The default is 10 seconds.
    pub fn shutdown_timeout(mut self, limit: Duration) -> Self {
        self.shutdown = limit;
        self
    }

    /// Refuses requests for other hosts than the listener's own with 421, and requests that pages of other hosts make
    /// (`Origin`) with 403. The default is to serve them, as genuine servers do.
    ///
    /// It is for servers on loopback, which any page in a browser on the machine can reach: a page can let its own name lead to
    /// 127.0.0.1, but it cannot change the name that the browser sends. The listener's own hosts are `localhost`, loopback
    /// addresses and the address it is bound to, each with its port. On a listener elsewhere nothing is refused unless
    /// [`allow_host`](Self::allow_host) names a host, because only you know its names.
    pub fn refuse_foreign_hosts(mut self, on: bool) -> Self {
        self.refuses_foreign_hosts = on;
        self
    }

    /// Names a host that the listener serves beside its own: `api.test` with the listener's port or none, or `api.test:81`
    /// with that port only. May be called several times.
    pub fn allow_host(mut self, host: impl Into<String>) -> Self {
        self.hosts.push(host.into());
        self
    }

    /// The shortest of the limits of waiting.
    pub(super) fn shortest(&self) -> Duration {
        self.head.min(self.keep_alive).min(self.stall).min(self.transfer)
    }
}
