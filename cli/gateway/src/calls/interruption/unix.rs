//! Signals of Unix.

use std::future::poll_fn;
use std::io;
use std::task::Poll;

use tokio::signal::unix::{Signal as Receiver, SignalKind, signal};

use super::signal::Signal;

/// Receivers of INT, TERM and HUP.
pub(super) struct Signals(Vec<(SignalKind, Receiver)>);

impl Signals {
    pub(super) fn watch() -> io::Result<Self> {
        let mut kinds = vec![SignalKind::interrupt(), SignalKind::terminate()];
        if !is_hang_up_ignored() {
            kinds.push(SignalKind::hangup());
        }
        let receivers = kinds.into_iter().map(|kind| Ok((kind, signal(kind)?)));
        receivers.collect::<io::Result<_>>().map(Self)
    }

    pub(super) async fn next(&mut self) -> Signal {
        let kind = poll_fn(|context| {
            let mut ready = self
                .0
                .iter_mut()
                .filter_map(|(kind, receiver)| receiver.poll_recv(context).is_ready().then_some(*kind));
            ready.next().map_or(Poll::Pending, Poll::Ready)
        });
        let kind = kind.await;
        Signal { is_ctrl_c: kind == SignalKind::interrupt(), code: 128 + kind.as_raw_value() }
    }
}

/// Whether HUP is ignored, as under `nohup`: a handler would undo that. Only Linux says so; elsewhere HUP keeps its effect.
fn is_hang_up_ignored() -> bool {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return true };
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // The lowest bit is that of signal 1.
    ignored.is_none_or(|mask| mask & 1 == 1)
}
