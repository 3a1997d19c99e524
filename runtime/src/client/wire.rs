//! The trait that carries a client's calls over a wire, and its settings.

use std::any::Any;

use super::attempt_runner::AttemptRunner;
use crate::Transport;
use crate::call::handler::{Call, HandlerFuture};

/// Carries the calls of a client: chooses their transport and makes their attempts. A client in this process has no wire.
pub(crate) trait Wire: Send + Sync {
    /// The transport to use for a call that leaves the choice to the client; `None` if none can carry it.
    fn choose(&self, call: &Call) -> Option<Transport>;

    /// Makes the call, with the attempts that its policy allows, within its time. `decoded` asks for the result instead of the response.
    fn perform<'a>(&'a self, runner: &'a AttemptRunner, call: &'a Call, decoded: bool) -> HandlerFuture<'a>;
}

/// Settings of a wire. Their type is known to the wire alone; over HTTP it is that of the HTTP client.
#[derive(Default)]
pub(crate) struct WireSettings(Option<Box<dyn Any + Send>>);

impl WireSettings {
    pub(crate) fn take<T: Any + Send + Default>(&mut self) -> T {
        self.0.take().and_then(|settings| settings.downcast().ok()).map(|settings| *settings).unwrap_or_default()
    }

    pub(crate) fn change<T: Any + Send + Default>(&mut self, change: impl FnOnce(&mut T)) {
        let mut settings: T = self.take();
        change(&mut settings);
        self.0 = Some(Box::new(settings));
    }
}
