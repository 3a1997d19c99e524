//! The progress of a call. The code that makes the call writes it; observers and errors read it.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use http::{HeaderMap, Method, StatusCode, Uri};

use super::delivery::Delivery;
use crate::redaction::Secrets;

#[derive(Default)]
pub(crate) struct CallProgress {
    /// The number of attempts that were begun.
    attempts: AtomicU32,
    /// Whether the messages of the current attempt are observed.
    is_observed: AtomicBool,
    /// Secrets beside those of the message: from a provider of credentials, of the requests that were sent, from responses.
    secrets: Secrets,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Whether an observer wants the messages of an attempt, not only their sizes.
    keeps_messages: bool,
    current: Exchange,
    totals: Totals,
    /// The request of the current attempt on its way.
    delivery: Arc<Delivery>,
    /// Whether an earlier attempt may have been sent.
    earlier_may_be_sent: bool,
}

#[derive(Default)]
pub(crate) struct Exchange {
    pub(crate) is_repeated_over_http1: bool,
    pub(crate) status: Option<StatusCode>,
    pub(crate) bytes_sent: u64,
    pub(crate) bytes_received: u64,
    pub(crate) request: Option<Box<(Method, Uri, Message)>>,
    pub(crate) response: Option<Box<Message>>,
}

#[derive(Default)]
pub(crate) struct Message {
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

#[derive(Clone, Default)]
pub(crate) struct Totals {
    pub(crate) attempts: u32,
    pub(crate) status: Option<StatusCode>,
    pub(crate) bytes_sent: u64,
    pub(crate) bytes_received: u64,
}

impl CallProgress {
    /// A poisoned lock is used: each change is a single step.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) const fn secrets(&self) -> &Secrets {
        &self.secrets
    }

    /// Begins an attempt, which is not observed yet, and returns its number.
    pub(crate) fn begin_attempt(&self) -> u32 {
        let mut state = self.state();
        let earlier = std::mem::take(&mut state.delivery);
        state.earlier_may_be_sent |= !earlier.end();
        self.is_observed.store(false, Ordering::Release);
        self.attempts.fetch_add(1, Ordering::AcqRel).saturating_add(1)
    }

    /// Observes the current attempt: keeps the sizes of its messages, and the messages if `keeps_messages`.
    pub(crate) fn observe(&self, keeps_messages: bool) {
        let mut state = self.state();
        state.current = Exchange::default();
        state.keeps_messages = keeps_messages;
        self.is_observed.store(true, Ordering::Release);
    }

    fn observed(&self) -> Option<MutexGuard<'_, State>> {
        self.is_observed.load(Ordering::Acquire).then(|| self.state())
    }

    pub(crate) fn delivery(&self) -> Arc<Delivery> {
        Arc::clone(&self.state().delivery)
    }

    /// Ends the current attempt. Returns true if certainly no attempt of the call was sent.
    pub(crate) fn end_unsent(&self) -> bool {
        let state = self.state();
        state.delivery.end() && !state.earlier_may_be_sent
    }

    pub(crate) fn sending(&self, request: &http::Request<Bytes>) {
        let Some(mut state) = self.observed() else { return };
        let sent = request.body().len() + request.uri().query().map_or(0, str::len);
        state.current.bytes_sent = sent as u64;
        if state.keeps_messages {
            let message = Message { headers: request.headers().clone(), body: request.body().clone() };
            state.current.request = Some(Box::new((request.method().clone(), request.uri().clone(), message)));
        }
    }

    pub(crate) fn repeated_over_http1(&self) {
        let Some(mut state) = self.observed() else { return };
        state.current.is_repeated_over_http1 = true;
    }

    pub(crate) fn response_began(&self, parts: &http::response::Parts) {
        let Some(mut state) = self.observed() else { return };
        state.current.status = Some(parts.status);
        if state.keeps_messages {
            state.current.response = Some(Box::new(Message { headers: parts.headers.clone(), body: Bytes::new() }));
        }
    }

    pub(crate) fn received(&self, body: &Bytes) {
        let Some(mut state) = self.observed() else { return };
        state.current.bytes_received = body.len() as u64;
        if let Some(response) = &mut state.current.response {
            response.body = body.clone();
        }
    }

    /// Ends an attempt and returns its messages. `failure` is the status in its error.
    pub(crate) fn end_attempt(&self, failure: Option<StatusCode>, is_unsent: bool) -> Exchange {
        let mut state = self.state();
        let mut exchange = std::mem::take(&mut state.current);
        if is_unsent {
            // The request was encoded, but not sent.
            exchange.bytes_sent = 0;
        }
        // A service in process has no status, but the error of a user's own handler may have one.
        exchange.status = exchange.status.or(failure);
        state.totals.status = exchange.status;
        state.totals.bytes_sent += exchange.bytes_sent;
        state.totals.bytes_received += exchange.bytes_received;
        exchange
    }

    pub(crate) fn totals(&self) -> Totals {
        Totals { attempts: self.attempts.load(Ordering::Acquire), ..self.state().totals.clone() }
    }
}
