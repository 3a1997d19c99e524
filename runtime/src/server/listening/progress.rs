//! What a connection is doing, and how long it has waited for its client.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::options::ListenOptions;

/// For how long a request or a response must stand still before its connection gives way to a new one.
const STILL: Duration = Duration::from_secs(1);

/// The same of a connection that is unused, as long as another may leave after its response. The shorter it was unused, the
/// likelier is a request on its way.
const UNUSED: Duration = Duration::from_secs(5);

/// How long a head may take before its connection gives way: clients send it at once.
const HEAD: Duration = Duration::from_millis(100);

/// What a connection is doing. Written by its stream and its service, read by the listener.
#[derive(Debug)]
pub(super) struct Progress(Mutex<State>);

#[derive(Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is seen by itself")]
struct State {
    phase: Phase,
    /// When the phase began.
    began: Instant,
    /// When bytes went over the wire in it, or the wait for some began.
    moved: Instant,
    /// Whether bytes of the client are waited for, which it has not sent.
    is_reading: bool,
    /// Whether bytes were not taken by the client.
    is_writing: bool,
    /// Whether bytes of the next request came already.
    is_ahead: bool,
    /// Whether the service may still read the body of the request.
    has_body: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Nothing has come.
    New,
    /// A request has its response, and nothing of the next one is there.
    Kept,
    /// Some of a head.
    Head,
    /// A head, and a body that the service has not read to its end.
    Body,
    /// The service works.
    Work,
    /// The service returns its response.
    Response,
    /// The service has returned its whole response. The client may still have to take it.
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
        }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes came, or there are none yet.
    pub(super) fn read(&self, came: bool) {
        let mut state = self.state();
        if came {
            match state.phase {
                Phase::New | Phase::Kept => state.enter(Phase::Head),
                Phase::Work | Phase::Response | Phase::Responded => state.is_ahead = true,
                Phase::Head | Phase::Body => state.moved = Instant::now(),
            }
        } else if !state.is_reading {
            state.moved = Instant::now();
        }
        state.is_reading = !came;
    }

    /// Bytes were taken, or cannot be yet.
    pub(super) fn wrote(&self, taken: bool) {
        let mut state = self.state();
        if taken || !state.is_writing {
            state.moved = Instant::now();
        }
        state.is_writing = !taken;
    }

    /// Everything that was written is gone.
    pub(super) fn flushed(&self) {
        let mut state = self.state();
        state.is_writing = false;
        if state.phase == Phase::Responded {
            let next = if state.is_ahead { Phase::Head } else { Phase::Kept };
            state.is_ahead = false;
            state.enter(next);
        }
    }

    /// A head is complete.
    pub(super) fn requested(&self, has_body: bool) {
        let mut state = self.state();
        state.has_body = has_body;
        state.enter(if has_body { Phase::Body } else { Phase::Work });
    }

    /// The service needs no more of the body.
    pub(super) fn received(&self) {
        let mut state = self.state();
        state.has_body = false;
        if state.phase == Phase::Body {
            state.enter(Phase::Work);
        }
    }

    /// The service begins its response.
    pub(super) fn responding(&self) {
        self.state().enter(Phase::Response);
    }

    /// The service has returned its whole response.
    pub(super) fn responded(&self) {
        self.state().enter(Phase::Responded);
    }

    /// Why the connection has waited too long for its client, if it has.
    pub(super) fn overdue(&self, now: Instant, limits: &ListenOptions) -> Option<&'static str> {
        let state = self.state();
        let (phase, still) = (now.saturating_duration_since(state.began), now.saturating_duration_since(state.moved));
        match state.phase {
            Phase::Kept => (phase >= limits.keep_alive).then_some("no next request"),
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

    /// Since when it has waited for its client, if it may be closed for a new connection. `is_urgent` if none has left by itself.
    pub(super) fn gives_way(&self, now: Instant, is_urgent: bool) -> Option<Instant> {
        let state = self.state();
        let still = now.saturating_duration_since(state.moved);
        let stands_still = still >= STILL;
        match state.phase {
            Phase::New | Phase::Kept if still >= if is_urgent { STILL } else { UNUSED } => Some(state.began),
            Phase::Head if now.saturating_duration_since(state.began) >= HEAD => Some(state.began),
            Phase::Body if state.is_reading && stands_still => Some(state.moved),
            Phase::Response | Phase::Responded if state.is_writing && stands_still => Some(state.moved),
            _ => None,
        }
    }

    /// Whether the next byte is the first of a request.
    pub(super) fn is_between_requests(&self) -> bool {
        let state = self.state();
        matches!(state.phase, Phase::New | Phase::Kept) && !state.has_body
    }

    /// Whether nothing of a request has come.
    pub(super) fn is_unused(&self) -> bool {
        matches!(self.state().phase, Phase::New | Phase::Kept)
    }

    /// Whether no request is under way.
    pub(super) fn has_no_request(&self) -> bool {
        matches!(self.state().phase, Phase::New | Phase::Kept | Phase::Head)
    }
}

impl State {
    fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.began = Instant::now();
        self.moved = self.began;
    }
}
