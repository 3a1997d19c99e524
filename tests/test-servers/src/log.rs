//! The log of a thread.

use std::sync::{Arc, Mutex};

use tracing::subscriber::{DefaultGuard, NoSubscriber};
use tracing::{Dispatch, Level};

/// The events of the thread that made it, up to a level: a line each, without colours and times.
pub struct Log {
    lines: Lines,
    _guard: DefaultGuard,
    /// Beside a second subscriber, threads without one do not switch the events off.
    _second: Dispatch,
}

impl Log {
    pub fn of_this_thread(most: Level) -> Self {
        let second = Dispatch::new(NoSubscriber::default());
        let lines = Lines::default();
        let writer = lines.clone();
        let subscriber = tracing_subscriber::fmt().with_max_level(most).with_ansi(false).without_time();
        let subscriber = subscriber.with_writer(move || writer.clone()).finish();
        Self { lines, _guard: tracing::subscriber::set_default(subscriber), _second: second }
    }

    /// The lines since the last time.
    pub fn take(&self) -> String {
        String::from_utf8(std::mem::take(&mut *self.lines.0.lock().unwrap())).unwrap()
    }
}

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
