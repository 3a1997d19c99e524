//! What an account asks of whoever carries its calls over a wire.

use super::attempt_runner::AttemptRunner;
use crate::Transport;
use crate::call::handler::{Call, HandlerFuture};

/// Carries the calls of an account: chooses their transport, and makes as many attempts as they may have. A client in this process
/// has none.
pub(crate) trait Wire: Send + Sync {
    /// The transport to use for a call that leaves the choice to the client; `None` if none can carry it.
    fn choose(&self, call: &Call) -> Option<Transport>;

    /// Makes the call: as many attempts as its policy has, within its time. `decoded` asks for content instead of a response.
    fn perform<'a>(&'a self, runner: &'a AttemptRunner, call: &'a Call, decoded: bool) -> HandlerFuture<'a>;
}
