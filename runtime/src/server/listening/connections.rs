//! The open connections of a listener. Each has its own task, and is closed if it waits for its client for too long.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use http::header::{CONNECTION, HeaderValue};
use http::{Request, Response, Version};
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::{AbortHandle, Id, JoinSet};
use tokio::time::{Instant, Interval, MissedTickBehavior};
use tower::Service as _;

use super::options::ListenOptions;
use super::progress::Progress;
use super::stream::{Received, ResponseBody, Watched};
use crate::server::hosts::{Hosts, RefusalForm};

pub(super) struct Connections {
    site: Arc<Site>,
    options: ListenOptions,
    tasks: JoinSet<()>,
    open: HashMap<Id, Open>,
    tick: Interval,
}

struct Site {
    router: Router,
    hosts: Hosts,
    refusal: Option<RefusalForm>,
    /// Whether a new connection waits for a place. The next connection that has responded is closed for it.
    wants_place: AtomicBool,
}

struct Open {
    progress: Arc<Progress>,
    task: AbortHandle,
    /// `None` once an order was given.
    order: Option<oneshot::Sender<Order>>,
}

/// An order of the listener to a connection.
#[derive(Clone, Copy)]
enum Order {
    /// Close if there is no request under way.
    Leave,
    /// Close after the request under way.
    Finish,
}

impl Connections {
    pub(super) fn new(router: Router, hosts: Hosts, options: ListenOptions) -> Self {
        // Limits are exceeded by at most a quarter, or by a second.
        let often = (options.shortest() / 4).clamp(Duration::from_millis(10), Duration::from_secs(1));
        let mut tick = tokio::time::interval(often);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self {
            site: Arc::new(Site {
                router,
                hosts,
                refusal: options.refusal.clone(),
                wants_place: AtomicBool::new(false),
            }),
            options,
            tasks: JoinSet::new(),
            open: HashMap::new(),
            tick,
        }
    }

    pub(super) fn add(&mut self, stream: TcpStream) {
        let progress = Arc::new(Progress::new());
        let (site, seen) = (Arc::clone(&self.site), Arc::clone(&progress));
        let service = service_fn(move |request| respond(Arc::clone(&site), Arc::clone(&seen), request));
        let stream = TokioIo::new(Watched::new(stream, Arc::clone(&progress)));
        // hyper's own limit for a head starts at the previous response, which would also limit idle connections. `Progress` separates the two.
        let mut served = http1::Builder::new().header_read_timeout(None).serve_connection(stream, service);
        let (order, ordered) = oneshot::channel();
        let waiting = Arc::clone(&progress);
        let task = self.tasks.spawn(async move {
            let ended = tokio::select! {
                // A request that has arrived is served before an order is obeyed.
                biased;
                ended = &mut served => ended,
                order = ordered => match order {
                    Ok(Order::Leave) if waiting.is_unused() => return decline(served.into_parts().io.into_inner().into_stream()).await,
                    Ok(_) => {
                        Pin::new(&mut served).graceful_shutdown();
                        (&mut served).await
                    }
                    Err(_) => (&mut served).await,
                },
            };
            if let Err(error) = ended {
                tracing::debug!(%error, "a connection ended early");
            }
            if waiting.is_cut() {
                // An orderly end would look like that of the response. A failure leaves it so, and there is nothing else to do.
                let _ = served.into_parts().io.into_inner().into_stream().set_zero_linger();
            }
        });
        self.open.insert(task.id(), Open { progress, task, order: Some(order) });
    }

    /// Waits until a connection has ended, or until the next check, which closes connections that wait for too long.
    pub(super) async fn change(&mut self) {
        tokio::select! {
            () = end_of_one(&mut self.tasks, &mut self.open) => {}
            _ = self.tick.tick() => self.close_overdue(),
        }
    }

    /// Waits until one more connection may be opened. If another one waits for its client, it is closed.
    pub(super) async fn make_room(&mut self) {
        /// The time between two searches for a connection to close.
        const LOOK: Duration = Duration::from_millis(25);
        /// The wait for a connection that closes after its response.
        const PATIENCE: Duration = Duration::from_millis(100);
        let begun = Instant::now();
        while self.open.len() >= self.options.connections && !self.close_longest_wait(begun.elapsed() >= PATIENCE) {
            // A client that reads `Connection: close` sends no further request, so that none is lost.
            self.site.wants_place.store(true, Ordering::Relaxed);
            let _ = tokio::time::timeout(LOOK, self.change()).await;
        }
        self.site.wants_place.store(false, Ordering::Relaxed);
    }

    /// Waits until a connection has ended; forever if there is none.
    pub(super) async fn end_of_one(&mut self) {
        end_of_one(&mut self.tasks, &mut self.open).await;
    }

    /// Closes the connection that has waited longest for its client; false if none waits.
    pub(super) fn close_longest_wait(&mut self, is_urgent: bool) -> bool {
        let now = Instant::now();
        let waiting = self.open.iter().filter_map(|(id, open)| Some((open.progress.gives_way(now, is_urgent)?, *id)));
        let Some((_, id)) = waiting.min_by_key(|(since, _)| *since) else { return false };
        let order = self.open.get_mut(&id).filter(|open| open.progress.is_unused()).and_then(|open| open.order.take());
        let Some(order) = order else {
            self.close(id, "others need its place");
            return true;
        };
        tracing::debug!("an unused connection gives its place to another");
        self.open.remove(&id);
        // If the connection has already ended, its place is free too.
        let _ = order.send(Order::Leave);
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
    }

    /// Closes idle connections, waits for the requests of the others within the limit of the options, and then closes those too.
    pub(super) async fn shutdown(mut self) {
        let without: Vec<_> =
            self.open.iter().filter(|(_, open)| open.progress.has_no_request()).map(|(id, _)| *id).collect();
        for id in without {
            self.close(id, "the server is shut down");
        }
        for order in self.open.values_mut().filter_map(|open| open.order.take()) {
            // A connection that has ended needs no order.
            let _ = order.send(Order::Finish);
        }
        let limit = self.options.shutdown;
        let all = async {
            while !self.tasks.is_empty() {
                self.change().await;
            }
        };
        let ended = tokio::time::timeout(limit, all).await;
        if ended.is_err() {
            tracing::warn!(connections = self.open.len(), "connections are closed in the middle of a request");
        }
        self.tasks.shutdown().await;
    }
}

/// Ends an idle connection. A request that is already on its way gets a 503: it was not executed.
async fn decline(mut stream: TcpStream) {
    const DECLINED: &[u8] =
        b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 1\r\ncontent-length: 0\r\n\r\n";
    /// The wait for the client to close too. Data that arrives at a closed socket would destroy the sent response.
    const LINGER: Duration = Duration::from_millis(250);
    let end = async {
        stream.write_all(DECLINED).await?;
        stream.shutdown().await?;
        let mut rest = [0; 1024];
        while stream.read(&mut rest).await? > 0 {}
        std::io::Result::Ok(())
    };
    let _ = tokio::time::timeout(LINGER, end).await;
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
    let ends_connection = request.version() < Version::HTTP_11;
    progress.requested(has_body);
    let mut request = request.map(|body| {
        if has_body { Body::new(Received { body, progress: Arc::clone(&progress) }) } else { Body::empty() }
    });
    let mut response = match site.hosts.check(&mut request) {
        // A router is always ready.
        Ok(()) => site.router.clone().call(request).await?,
        Err(refusal) => {
            let line = format!("{} {}", request.method(), request.uri().path());
            refusal.logged().into_response_of(&line, site.refusal.as_ref())
        }
    };
    if site.wants_place.swap(false, Ordering::Relaxed) {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    progress.responding();
    Ok(response.map(|body| ResponseBody { body, progress, ends_connection }))
}
