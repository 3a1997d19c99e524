//! Whether the request of an attempt may have been sent through the layers of a client.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The request of one attempt, with all copies that layers make of it.
#[derive(Default)]
pub(crate) struct Delivery(Mutex<Copies>);

#[derive(Default)]
struct Copies {
    /// The layers around the HTTP client, if there are any.
    layers: Option<Arc<Layers>>,
    /// The number of copies that the HTTP client got, less those that it reported as not sent.
    maybe_sent: u32,
    /// Whether the attempt is over. Further copies are not sent.
    is_over: bool,
    /// The scheme whose step waits for a response, before the request itself is sent.
    signs_in: Option<&'static str>,
}

impl Delivery {
    /// Notes that the layers get the request.
    pub(crate) fn enter(&self, layers: &Arc<Layers>) {
        locked(&self.0).layers = Some(Arc::clone(layers));
    }

    /// Notes that the HTTP client gets the request or a copy, and so may send it. Returns false if the attempt is over: it must not be sent
    /// then.
    pub(crate) fn hand_over(&self) -> bool {
        let mut copies = locked(&self.0);
        copies.maybe_sent += u32::from(!copies.is_over);
        !copies.is_over
    }

    pub(crate) fn not_sent(&self) {
        let mut copies = locked(&self.0);
        copies.maybe_sent = copies.maybe_sent.saturating_sub(1);
    }

    pub(crate) fn signs_in(&self) -> Option<&'static str> {
        locked(&self.0).signs_in
    }

    pub(crate) fn may_be_sent(&self) -> bool {
        locked(&self.0).maybe_sent > 0
    }

    /// Ends the attempt: further copies are not sent. Returns true if certainly no copy was sent.
    pub(crate) fn end(&self) -> bool {
        let mut copies = locked(&self.0);
        copies.is_over = true;
        copies.maybe_sent == 0 && copies.layers.as_ref().is_none_or(|layers| layers.lose_nothing())
    }
}

/// A copy of the request that the HTTP client got: it counts as maybe sent until it is known to be unsent.
pub(crate) struct Handed {
    delivery: Arc<Delivery>,
    counts: Mutex<bool>,
}

impl Handed {
    /// `None` if the attempt is over: the copy must not be sent.
    pub(crate) fn over(delivery: Arc<Delivery>) -> Option<Self> {
        delivery.hand_over().then(|| Self { delivery, counts: Mutex::new(true) })
    }

    /// Notes that the copy is about to be sent. Returns false if the attempt is over: it must not be sent then.
    pub(crate) fn sending(&self) -> bool {
        let mut counts = locked(&self.counts);
        *counts = *counts || self.delivery.hand_over();
        *counts
    }

    pub(crate) fn signs_in(&self, scheme: Option<&'static str>) {
        locked(&self.delivery.0).signs_in = scheme;
    }

    pub(crate) fn not_sent(&self) {
        if std::mem::take(&mut *locked(&self.counts)) {
            self.delivery.not_sent();
        }
    }
}

/// Whether requests keep the note of their attempt on the way through the layers of a client. A layer that builds requests anew loses it.
#[derive(Default)]
pub(crate) struct Layers(Mutex<Known>);

#[derive(Default, Clone, Copy)]
enum Known {
    /// No request has arrived yet.
    #[default]
    Nothing,
    /// All requests had their note.
    AllNoted,
    /// All requests had their note, and an attempt was reported as not sent for that reason. To keep that true, requests without a note are
    /// refused.
    NotedOnly,
    /// Some requests had no note.
    SomeLost,
}

impl Layers {
    pub(crate) fn noted(&self) {
        let mut known = locked(&self.0);
        if matches!(*known, Known::Nothing) {
            *known = Known::AllNoted;
        }
    }

    /// Notes a request without a note. Returns false if it must not be sent.
    pub(crate) fn lost(&self) -> bool {
        let mut known = locked(&self.0);
        if matches!(*known, Known::NotedOnly) {
            return false;
        }
        *known = Known::SomeLost;
        true
    }

    fn lose_nothing(&self) -> bool {
        let mut known = locked(&self.0);
        if matches!(*known, Known::AllNoted) {
            *known = Known::NotedOnly;
        }
        matches!(*known, Known::NotedOnly)
    }
}

/// A poisoned lock is used: each change is a single step.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
