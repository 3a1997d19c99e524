//! Problems of rows that broke off behind the first ones, where no status can say it any more: the caller asks for them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use asmx_types::display::shown_line;
use axum::body::Body;
use http::{HeaderMap, HeaderName, Response, StatusCode};
use serde_json::Value as Json;

use super::reply::{self, uncached_response};

/// The folder of problems: `/broken-off/KEY` has that of the call with this key, once.
pub(super) const BROKEN_OFF: &str = "/broken-off/";

/// A key that the caller makes up for a call, and that no other caller can guess.
const KEY: HeaderName = HeaderName::from_static("asmx-call");

/// The most characters of a key.
const LONGEST_KEY: usize = 64;
/// The most problems that wait for their callers. The oldest is dropped.
const MOST: usize = 64;

#[derive(Clone, Default)]
pub(super) struct BrokenOff(Arc<Mutex<VecDeque<(String, Json)>>>);

/// The place for the problem of one call, if its caller gave a key.
pub(super) struct Slot {
    key: Option<String>,
    all: BrokenOff,
}

impl BrokenOff {
    pub(super) fn slot(&self, headers: &HeaderMap) -> Slot {
        let key = headers.get(KEY).and_then(|value| value.to_str().ok()).map(str::to_owned);
        Slot { key: key.filter(|key| !key.is_empty() && key.len() <= LONGEST_KEY), all: self.clone() }
    }

    /// The problem of a call, which is forgotten then.
    pub(super) fn response(&self, path: &str) -> Response<Body> {
        let key = path.strip_prefix(BROKEN_OFF).unwrap_or_default();
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let index = all.iter().position(|(other, _)| other == key);
        match index.and_then(|index| all.remove(index)) {
            Some((_, problem)) => uncached_response(StatusCode::OK, "application/problem+json", problem.to_string()),
            None => reply::problem(StatusCode::NOT_FOUND, "no call with this key broke off", &shown_line(path)),
        }
    }
}

impl Slot {
    pub(super) fn put(self, problem: impl FnOnce() -> Json) {
        let Some(key) = self.key else { return };
        let mut all = self.all.0.lock().unwrap_or_else(PoisonError::into_inner);
        while all.len() >= MOST {
            all.pop_front();
        }
        all.push_back((key, problem()));
    }
}
