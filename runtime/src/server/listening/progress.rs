//! The phase of a connection, and how long it has waited for its client.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::options::ListenOptions;

/// The time that a request or a response must stand still before its connection may be closed for a new one.
const STILL: Duration = Duration::from_secs(1);

/// The time that a connection must be idle, while another one may close after its response. After a shorter time, a request is more likely
/// to be on its way.
const UNUSED: Duration = Duration::from_secs(5);

/// The time for a head before its connection may be closed for a new one: clients send a head at once.
const HEAD: Duration = Duration::from_millis(100);

/// The phase of a connection. Its stream and its service write it, the listener reads it.
#[derive(Debug)]
pub(super) struct Progress(Mutex<State>);

#[derive(Debug)]
#[allow(clippy::struct_excessive_bools, reason = "they are independent")]
struct State {
    phase: Phase,
    /// The begin of the phase.
    began: Instant,
    /// The last time in this phase that bytes went over the wire, or that a wait for bytes began.
    moved: Instant,
    /// Whether the connection waits for bytes of the client.
    is_reading: bool,
    /// Whether the client has not yet read all bytes.
    is_writing: bool,
    /// Whether bytes of the next request have arrived.
    is_ahead: bool,
    /// Whether the service may still read the body of the request.
    has_body: bool,
    /// Whether a response broke off whose end is that of the connection.
    is_cut: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// New: without any byte.
    New,
    /// Idle: after a response, before the next request.
    Idle,
    /// A part of a head has arrived.
    Head,
    /// The head has arrived, and the service has not read the whole body.
    Body,
    /// The service works.
    Work,
    /// The service returns its response.
    Response,
    /// The service has returned its whole response, but the client may not have read it.
    Responded,
}

impl Progress {
    pub(super) fn new() -> Self {
        let now = Instant::now();
        Self(Mutex::new(State {
            phase: Phase::New,
            began: now,
            moved: now,
            is_reading: true,
            is_writing: false,
            is_ahead: false,
            has_body: false,
            is_cut: false,
        }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that bytes arrived, or that the connection waits for some.
    pub(super) fn read(&self, came: bool) {
        let mut state = self.state();
        if came {
            match state.phase {
                Phase::New | Phase::Idle => state.enter(Phase::Head),
                Phase::Work | Phase::Response | Phase::Responded => state.is_ahead = true,
                Phase::Head | Phase::Body => state.moved = Instant::now(),
            }
        } else if !state.is_reading {
            state.moved = Instant::now();
        }
        state.is_reading = !came;
    }

    /// Notes that the client read bytes, or does not read.
    pub(super) fn wrote(&self, taken: bool) {
        let mut state = self.state();
        if taken || !state.is_writing {
            state.moved = Instant::now();
        }
        state.is_writing = !taken;
    }

    /// Notes that all written bytes are sent.
    pub(super) fn flushed(&self) {
        let mut state = self.state();
        state.is_writing = false;
        if state.phase == Phase::Responded {
            let next = if state.is_ahead { Phase::Head } else { Phase::Idle };
            state.is_ahead = false;
            state.enter(next);
        }
    }

    /// Notes a complete head.
    pub(super) fn requested(&self, has_body: bool) {
        let mut state = self.state();
        state.has_body = has_body;
        state.enter(if has_body { Phase::Body } else { Phase::Work });
    }

    /// Notes that the service has read the body.
    pub(super) fn received(&self) {
        let mut state = self.state();
        state.has_body = false;
        if state.phase == Phase::Body {
            state.enter(Phase::Work);
        }
    }

    /// Notes that the service begins its response.
    pub(super) fn responding(&self) {
        self.state().enter(Phase::Response);
    }

    /// Notes that the service has returned its whole response.
    pub(super) fn responded(&self) {
        self.state().enter(Phase::Responded);
    }

    /// Notes that a response broke off whose end is that of the connection.
    pub(super) fn cut(&self) {
        self.state().is_cut = true;
    }

    /// Whether such a response broke off.
    pub(super) fn is_cut(&self) -> bool {
        self.state().is_cut
    }

    /// The limit that the connection exceeds, if any.
    pub(super) fn overdue(&self, now: Instant, limits: &ListenOptions) -> Option<&'static str> {
        let state = self.state();
        let (phase, still) = (now.saturating_duration_since(state.began), now.saturating_duration_since(state.moved));
        match state.phase {
            Phase::Idle => (phase >= limits.keep_alive).then_some("no next request"),
            Phase::New | Phase::Head => (phase >= limits.head).then_some("no whole head"),
            Phase::Body if state.is_reading => {
                (still >= limits.stall || phase >= limits.transfer).then_some("no whole body")
            }
            Phase::Response if state.is_writing => (still >= limits.stall).then_some("a response is not taken"),
            Phase::Responded if state.is_writing => {
                (still >= limits.stall || phase >= limits.transfer).then_some("a response is not taken")
            }
            _ => None,
        }
    }

    /// The begin of the wait for the client, if the connection may be closed for a new one. `is_urgent`: no other connection has closed by
    /// itself.
    pub(super) fn gives_way(&self, now: Instant, is_urgent: bool) -> Option<Instant> {
        let state = self.state();
        let still = now.saturating_duration_since(state.moved);
        let stands_still = still >= STILL;
        match state.phase {
            Phase::New | Phase::Idle if still >= if is_urgent { STILL } else { UNUSED } => Some(state.began),
            Phase::Head if now.saturating_duration_since(state.began) >= HEAD => Some(state.began),
            Phase::Body if state.is_reading && stands_still => Some(state.moved),
            Phase::Response | Phase::Responded if state.is_writing && stands_still => Some(state.moved),
            _ => None,
        }
    }

    /// Whether the next byte is the first of a request.
    pub(super) fn is_between_requests(&self) -> bool {
        let state = self.state();
        matches!(state.phase, Phase::New | Phase::Idle) && !state.has_body
    }

    /// Whether no byte of a request has arrived.
    pub(super) fn is_unused(&self) -> bool {
        matches!(self.state().phase, Phase::New | Phase::Idle)
    }

    /// Whether no request is under way.
    pub(super) fn has_no_request(&self) -> bool {
        matches!(self.state().phase, Phase::New | Phase::Idle | Phase::Head)
    }
}

impl State {
    fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.began = Instant::now();
        self.moved = self.began;
    }
}
