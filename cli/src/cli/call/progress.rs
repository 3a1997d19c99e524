//! The progress of a call on a terminal.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use asmx_gateway::Progress;

/// A call that takes longer shows its progress.
const SOON: Duration = Duration::from_secs(1);
const OFTEN: Duration = Duration::from_millis(200);

/// The line on a terminal that says how much has arrived, unless rows go to the terminal.
pub(super) struct ProgressLine {
    next: Option<Instant>,
    is_shown: bool,
}

impl ProgressLine {
    pub(super) fn new(is_free: bool) -> Self {
        let is_wanted = io::stderr().is_terminal() && is_free;
        Self { next: is_wanted.then(|| Instant::now() + SOON), is_shown: false }
    }

    pub(super) fn show(&mut self, progress: Progress) {
        let now = Instant::now();
        if self.next.is_none_or(|next| now < next) {
            return;
        }
        (self.next, self.is_shown) = (Some(now + OFTEN), true);
        // A terminal that takes no text is no failure of the call.
        let _ = write!(io::stderr(), "\r{} rows, {} MB\x1b[K", progress.rows, progress.bytes / 1_000_000);
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if self.is_shown {
            // As above.
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
