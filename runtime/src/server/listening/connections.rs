//! The open connections of a listener: each in a task of its own, watched for how long it waits for its client.

use std::collections::HashMap;
use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use http::header::{CONNECTION, HeaderValue};
use http::{Request, Response};
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpStream;
use tokio::task::{AbortHandle, Id, JoinSet};
use tokio::time::{Instant, Interval, MissedTickBehavior};
use tower::Service as _;

use super::options::ListenOptions;
use super::progress::Progress;
use super::stream::{Received, ResponseBody, Watched};
use crate::server::hosts::Hosts;

/// The open connections.
pub(super) struct Connections {
    site: Arc<Site>,
    options: ListenOptions,
    tasks: JoinSet<()>,
    open: HashMap<Id, Open>,
    graceful: GracefulShutdown,
    tick: Interval,
}

/// What the connections share.
struct Site {
    router: Router,
    hosts: Hosts,
    /// Whether there are so many connections that none is kept after its response.
    is_crowded: AtomicBool,
}

/// An open connection.
struct Open {
    progress: Arc<Progress>,
    task: AbortHandle,
}

impl Connections {
    pub(super) fn new(router: Router, hosts: Hosts, options: ListenOptions) -> Self {
        // Often enough that no limit is exceeded by more than a quarter, or a second.
        let often = (options.shortest() / 4).clamp(Duration::from_millis(10), Duration::from_secs(1));
        let mut tick = tokio::time::interval(often);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self {
            site: Arc::new(Site { router, hosts, is_crowded: AtomicBool::new(false) }),
            options,
            tasks: JoinSet::new(),
            open: HashMap::new(),
            graceful: GracefulShutdown::new(),
            tick,
        }
    }

    /// Serves a connection.
    pub(super) fn add(&mut self, stream: TcpStream) {
        let progress = Arc::new(Progress::new());
        let (site, seen) = (Arc::clone(&self.site), Arc::clone(&progress));
        let service = service_fn(move |request| respond(Arc::clone(&site), Arc::clone(&seen), request));
        let stream = TokioIo::new(Watched { stream, progress: Arc::clone(&progress) });
        // hyper's own limit of a head counts from the response before it, so that a connection could be kept no longer than a head
        // may take. `Progress` tells the two from each other.
        let served = http1::Builder::new().header_read_timeout(None).serve_connection(stream, service);
        let served = self.graceful.watch(served);
        let task = self.tasks.spawn(async move {
            if let Err(error) = served.await {
                tracing::debug!(%error, "a connection ended early");
            }
        });
        self.open.insert(task.id(), Open { progress, task });
        self.count();
    }

    /// Waits until a connection has ended, or until it is time to look after them; closes those that wait for too long.
    pub(super) async fn change(&mut self) {
        tokio::select! {
            () = end_of_one(&mut self.tasks, &mut self.open) => self.count(),
            _ = self.tick.tick() => self.close_overdue(),
        }
    }

    /// Waits until one more connection may be opened, for which another is closed if one waits for its client.
    pub(super) async fn make_room(&mut self) {
        while self.open.len() >= self.options.connections && !self.close_longest_wait() {
            self.change().await;
        }
    }

    /// Waits until a connection has ended; for ever, if there is none.
    pub(super) async fn end_of_one(&mut self) {
        end_of_one(&mut self.tasks, &mut self.open).await;
        self.count();
    }

    /// Closes the connection that has waited longest for its client; whether there is one.
    pub(super) fn close_longest_wait(&mut self) -> bool {
        let now = Instant::now();
        let waiting = self.open.iter().filter_map(|(id, open)| Some((open.progress.gives_way(now)?, *id)));
        let Some((_, id)) = waiting.min_by_key(|(since, _)| *since) else { return false };
        self.close(id, "others need its place");
        true
    }

    fn close_overdue(&mut self) {
        let now = Instant::now();
        let overdue = self.open.iter().filter_map(|(id, open)| Some((*id, open.progress.overdue(now, &self.options)?)));
        for (id, reason) in overdue.collect::<Vec<_>>() {
            self.close(id, reason);
        }
    }

    fn close(&mut self, id: Id, reason: &'static str) {
        if let Some(open) = self.open.remove(&id) {
            tracing::debug!(reason, "a connection is closed");
            open.task.abort();
        }
        self.count();
    }

    fn count(&self) {
        let is_crowded = self.open.len() > self.options.connections - self.options.connections / 4;
        self.site.is_crowded.store(is_crowded, Ordering::Relaxed);
    }

    /// Closes what has no request under way, waits for the others as long as the options say, and closes those, too.
    pub(super) async fn shutdown(mut self) {
        let without: Vec<_> =
            self.open.iter().filter(|(_, open)| open.progress.has_no_request()).map(|(id, _)| *id).collect();
        for id in without {
            self.close(id, "the server is shut down");
        }
        let graceful = std::mem::take(&mut self.graceful);
        let limit = self.options.shutdown;
        let ended = {
            let mut graceful = pin!(graceful.shutdown());
            let all = async {
                loop {
                    tokio::select! {
                        () = &mut graceful => break,
                        () = self.change() => {}
                    }
                }
            };
            tokio::time::timeout(limit, all).await
        };
        if ended.is_err() {
            tracing::warn!(connections = self.open.len(), "connections are closed in the middle of a request");
        }
        self.tasks.shutdown().await;
    }
}

async fn end_of_one(tasks: &mut JoinSet<()>, open: &mut HashMap<Id, Open>) {
    let id = match tasks.join_next_with_id().await {
        Some(Ok((id, ()))) => id,
        Some(Err(error)) => error.id(),
        None => return std::future::pending().await,
    };
    open.remove(&id);
}

async fn respond(
    site: Arc<Site>,
    progress: Arc<Progress>,
    request: Request<Incoming>,
) -> Result<Response<ResponseBody>, Infallible> {
    let has_body = !request.body().is_end_stream();
    progress.requested(has_body);
    let mut request = request.map(|body| {
        if has_body { Body::new(Received { body, progress: Arc::clone(&progress) }) } else { Body::empty() }
    });
    let mut response = match site.hosts.check(&mut request) {
        // A router is always ready.
        Ok(()) => site.router.clone().call(request).await?,
        Err(refusal) => refusal.into_response(),
    };
    if site.is_crowded.load(Ordering::Relaxed) {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    progress.responding();
    Ok(response.map(|body| ResponseBody { body, progress }))
}
