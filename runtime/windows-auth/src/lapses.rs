//! Whether a server remembers who signed in on a connection.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// So many lapses in a row mean that the server forgets after each request. One lapse may be a restart or another server of a farm.
const LAPSES: u32 = 4;

/// The requests that sign in before one is sent without, to see whether the server remembers now. The number doubles each time it does not.
const FIRST_PAUSE: u32 = 8;
const LONGEST_PAUSE: u32 = 1024;

/// The memory of a server for sign-ins. A lapse is a challenge to the first request after a sign-in.
#[derive(Default)]
pub(crate) struct Lapses(Mutex<State>);

#[derive(Default)]
struct State {
    /// The server said so: `Persistent-Auth: false`.
    is_stated: bool,
    in_a_row: u32,
    pause: u32,
    /// The rest of the pause.
    left: u32,
}

impl Lapses {
    /// Whether the next request on a connection that signed in has to sign in again.
    pub(crate) fn signs_in_again(&self) -> bool {
        let mut state = self.state();
        if state.is_stated || state.in_a_row < LAPSES {
            return state.is_stated;
        }
        if state.left > 0 {
            state.left -= 1;
            return true;
        }
        state.pause = state.pause.saturating_mul(2).min(LONGEST_PAUSE);
        state.left = state.pause;
        false
    }

    pub(crate) fn lapsed(&self) {
        let mut state = self.state();
        state.in_a_row = state.in_a_row.saturating_add(1);
        if state.in_a_row == LAPSES {
            (state.pause, state.left) = (FIRST_PAUSE, FIRST_PAUSE);
        }
    }

    pub(crate) fn remembered(&self) {
        self.state().in_a_row = 0;
    }

    /// Notes what the server says about each request.
    pub(crate) fn states(&self, remembers: bool) {
        self.state().is_stated = !remembers;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
