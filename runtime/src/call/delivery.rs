//! Whether the request of an attempt may have been sent, whatever layers did with it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The request of one attempt, with all copies that layers make of it.
#[derive(Default)]
pub(crate) struct Delivery(Mutex<Copies>);

#[derive(Default)]
struct Copies {
    /// What the request was given to, if there are layers around the HTTP client.
    layers: Option<Arc<Layers>>,
    /// How many copies the HTTP client has or had, without those of which it reported that nothing was sent.
    maybe_sent: u32,
    /// Whether the attempt is over. No further copy is sent.
    is_over: bool,
}

impl Delivery {
    /// The request is given to layers.
    pub(crate) fn enter(&self, layers: &Arc<Layers>) {
        locked(&self.0).layers = Some(Arc::clone(layers));
    }

    /// The HTTP client gets the request or a copy: from here on it is unknown whether it was sent. False, and then it must not be
    /// sent, if the attempt is over.
    pub(crate) fn hand_over(&self) -> bool {
        let mut copies = locked(&self.0);
        copies.maybe_sent += u32::from(!copies.is_over);
        !copies.is_over
    }

    /// The HTTP client reports that nothing was sent of a copy that it got.
    pub(crate) fn not_sent(&self) {
        let mut copies = locked(&self.0);
        copies.maybe_sent = copies.maybe_sent.saturating_sub(1);
    }

    /// Whether the HTTP client has or had a copy that it may have sent.
    pub(crate) fn may_be_sent(&self) -> bool {
        locked(&self.0).maybe_sent > 0
    }

    /// Ends the attempt: no copy is sent any more. True if it is certain that none was.
    pub(crate) fn end(&self) -> bool {
        let mut copies = locked(&self.0);
        copies.is_over = true;
        copies.maybe_sent == 0 && copies.layers.as_ref().is_none_or(|layers| layers.lose_nothing())
    }
}

/// What is known of the layers of a client: whether a request comes through them with the note of its attempt, or, because a layer
/// has built it anew, without.
#[derive(Default)]
pub(crate) struct Layers(Mutex<Known>);

#[derive(Default, Clone, Copy)]
enum Known {
    /// No request has come through.
    #[default]
    Nothing,
    /// All came with their note.
    AllNoted,
    /// And an attempt was reported as not sent for that reason. It stays true: requests without a note are refused.
    NotedOnly,
    /// Some came without one.
    SomeLost,
}

impl Layers {
    /// A request with its note came through.
    pub(crate) fn noted(&self) {
        let mut known = locked(&self.0);
        if matches!(*known, Known::Nothing) {
            *known = Known::AllNoted;
        }
    }

    /// A request without a note came through. False if it must not be sent.
    pub(crate) fn lost(&self) -> bool {
        let mut known = locked(&self.0);
        if matches!(*known, Known::NotedOnly) {
            return false;
        }
        *known = Known::SomeLost;
        true
    }

    /// Whether no request came or will come through without a note.
    fn lose_nothing(&self) -> bool {
        let mut known = locked(&self.0);
        if matches!(*known, Known::AllNoted) {
            *known = Known::NotedOnly;
        }
        matches!(*known, Known::NotedOnly)
    }
}

/// A panic elsewhere leaves nothing half done here.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
