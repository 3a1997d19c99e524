//! The log of a program that serves: a line of JSON for each event, on standard error. A thread of its own writes it, so that a reader who
//! stops reading stops no call.

use std::io::{self, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, TrySendError, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

/// The most lines that wait for the reader of the log. Later ones are left out, and counted.
const MOST: usize = 10_000;
/// The longest time that a program waits at its end for the reader of the log.
const END: Duration = Duration::from_secs(1);

static LOG: OnceLock<Log> = OnceLock::new();

/// Writes a line as soon as the reader of the log takes it. The reader may be gone; the program serves nevertheless.
pub(super) fn log_line(event: &Json) {
    // Standard error has no buffer: as it is formatted, each piece of the line would be a write of its own.
    LOG.get_or_init(|| Log::begun(MOST, io::stderr())).write(format!("{event}\n"));
}

/// Waits until all lines are written, for a second at most.
pub(super) fn log_ended() {
    if let Some(log) = LOG.get() {
        log.end(END);
    }
}

enum Entry {
    Line(String),
    /// All lines before are written.
    End(Sender<()>),
}

struct Log {
    entries: SyncSender<Entry>,
    left_out: &'static AtomicU64,
}

impl Log {
    fn begun(most: usize, out: impl Write + Send + 'static) -> Self {
        let (entries, waiting) = sync_channel(most);
        // A program has one log.
        let left_out: &'static AtomicU64 = Box::leak(Box::default());
        // Without a thread the channel has no receiver, and every line is left out.
        drop(thread::Builder::new().name("log".to_owned()).spawn(move || write_all(&waiting, left_out, out)));
        Self { entries, left_out }
    }

    fn write(&self, line: String) {
        if self.entries.try_send(Entry::Line(line)).is_err() {
            self.left_out.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn end(&self, longest: Duration) {
        let (sender, written) = channel();
        let (begun, mut end) = (Instant::now(), Entry::End(sender));
        while let Err(TrySendError::Full(entry)) = self.entries.try_send(end) {
            if begun.elapsed() >= longest {
                return;
            }
            end = entry;
            thread::sleep(Duration::from_millis(10));
        }
        // The reader of the log may take no more.
        let _ = written.recv_timeout(longest.saturating_sub(begun.elapsed()));
    }
}

fn write_all(entries: &Receiver<Entry>, left_out: &AtomicU64, mut out: impl Write) {
    for entry in entries {
        match entry {
            Entry::Line(line) => {
                let _ = out.write_all(line.as_bytes());
            }
            Entry::End(written) => {
                let _ = written.send(());
            }
        }
        let count = left_out.swap(0, Ordering::Relaxed);
        if count > 0 {
            let _ = out.write_all(format!("{}\n", json!({ "left-out": count })).as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// Takes a line for each permit.
    struct Slow(Receiver<()>, Arc<Mutex<String>>);

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.recv().map_err(io::Error::other)?;
            self.1.lock().unwrap().push_str(std::str::from_utf8(bytes).unwrap());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_that_nobody_reads_are_counted_and_stop_nothing() {
        let (permits, waiting) = channel();
        let text = Arc::new(Mutex::new(String::new()));
        let log = Log::begun(2, Slow(waiting, Arc::clone(&text)));
        for number in 0..10 {
            log.write(format!("{number}\n"));
        }
        let begun = Instant::now();
        log.end(Duration::from_millis(100));
        assert!(begun.elapsed() < Duration::from_secs(5));
        (0..20).for_each(|_| permits.send(()).unwrap());
        log.end(Duration::from_secs(20));
        let text = text.lock().unwrap();
        let (lines, notes): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| !line.starts_with('{'));
        let counts = notes.iter().map(|note| serde_json::from_str::<Json>(note).unwrap()["left-out"].as_u64().unwrap());
        assert_eq!(lines.len() as u64 + counts.sum::<u64>(), 10, "{text}");
        assert!(lines.starts_with(&["0", "1"]) && lines.len() < 5, "{text}");
    }
}
