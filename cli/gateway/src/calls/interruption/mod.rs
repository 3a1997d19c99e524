//! Requests to end the program: Ctrl-C, and what service managers, `timeout`, closed terminals and consoles send.

mod signal;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::future::pending;
use std::io;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::watch;

use signal::Signal;
#[cfg(unix)]
use unix::Signals;
#[cfg(windows)]
use windows::Signals;

/// A terminal that closes sends HUP twice, once by its shell, and a service manager sends TERM and HUP.
const ONE_REQUEST: Duration = Duration::from_secs(1);

/// The tasks that await signals. The system has handlers as long as the program runs, so a signal that no task awaits ends the program here.
struct Tasks {
    state: Mutex<State>,
    signals: watch::Sender<usize>,
}

#[derive(Default)]
struct State {
    tasks: usize,
    /// The signals since the first of the tasks began, and the time of the first signal.
    signals: usize,
    first: Option<Instant>,
    /// The most signals that a task awaits.
    limit: usize,
}

impl Tasks {
    /// A poisoned lock is used: each change is a single step.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn interrupt(&self, signal: Signal) {
        let mut state = self.state();
        let is_repeated = state.first.is_some_and(|first| first.elapsed() < ONE_REQUEST);
        if is_repeated && !signal.is_ctrl_c {
            return;
        }
        state.first = state.first.or_else(|| Some(Instant::now()));
        state.signals += 1;
        if state.tasks == 0 || state.signals > state.limit {
            std::process::exit(signal.code);
        }
        self.signals.send_modify(|count| *count += 1);
    }
}

/// Signals from now on, for one task.
pub(crate) struct Interruptions {
    tasks: &'static Tasks,
    signals: watch::Receiver<usize>,
}

impl Interruptions {
    /// Watches for signals, of which the task awaits `limit`. A later one ends the program at once.
    ///
    /// # Errors
    ///
    /// The system reports no signals.
    pub(crate) fn watch(limit: usize) -> io::Result<Self> {
        let tasks = tasks()?;
        let mut state = tasks.state();
        if state.tasks == 0 {
            *state = State::default();
        }
        state.tasks += 1;
        state.limit = state.limit.max(limit);
        Ok(Self { tasks, signals: tasks.signals.subscribe() })
    }

    /// Waits for the next signal.
    pub(crate) async fn next(&mut self) {
        if self.signals.changed().await.is_err() {
            // The sender is never dropped.
            pending::<()>().await;
        }
    }
}

impl Drop for Interruptions {
    fn drop(&mut self) {
        let mut state = self.tasks.state();
        state.tasks = state.tasks.saturating_sub(1);
    }
}

/// The tasks, and a thread that sees signals while all other threads are at work.
fn tasks() -> io::Result<&'static Tasks> {
    static TASKS: OnceLock<Tasks> = OnceLock::new();
    static STARTED: Mutex<bool> = Mutex::new(false);
    let tasks = TASKS.get_or_init(|| Tasks { state: Mutex::default(), signals: watch::Sender::new(0) });
    let mut started = STARTED.lock().unwrap_or_else(PoisonError::into_inner);
    if !*started {
        let (ready, is_ready) = mpsc::sync_channel(1);
        thread::Builder::new().name("signals".to_owned()).spawn(move || report(tasks, &ready))?;
        is_ready.recv().map_err(io::Error::other)??;
        *started = true;
    }
    Ok(tasks)
}

/// Reports signals to tasks for ever. `ready` gets the error of a system without signals.
fn report(tasks: &Tasks, ready: &mpsc::SyncSender<io::Result<()>>) {
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return drop(ready.send(Err(error))),
    };
    runtime.block_on(async {
        match Signals::watch() {
            Ok(mut signals) => {
                let _ = ready.send(Ok(()));
                loop {
                    tasks.interrupt(signals.next().await);
                }
            }
            Err(error) => drop(ready.send(Err(error))),
        }
    });
}
