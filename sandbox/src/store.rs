//! The database and the thread that owns it: every operation is one job there, and one transaction.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use rusqlite::{Connection, Transaction, TransactionBehavior};
use tokio::sync::oneshot;

use crate::refusal::{Kind, Refusal, Result};
use crate::schema::{self, SchemaError};

type Job = Box<dyn FnOnce(&mut Connection) + Send>;

/// The database. Its thread ends when the last handle on the store is gone.
///
/// A thread of its own keeps long imports from holding up an async runtime, and works without one.
#[derive(Clone, Debug)]
pub struct Store {
    jobs: mpsc::Sender<Job>,
}

impl Store {
    /// Opens a database: a file, or one in memory.
    pub fn open(file: Option<&Path>) -> std::result::Result<Self, SchemaError> {
        let mut connection = match file {
            Some(file) => Connection::open(file)?,
            None => Connection::open_in_memory()?,
        };
        connection.busy_timeout(Duration::from_secs(5))?;
        // What was acknowledged stays, even if the machine stops at once; what was begun leaves nothing behind.
        connection.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;")?;
        connection.set_prepared_statement_cache_capacity(128);
        schema::prepare(&mut connection)?;
        let (jobs, received) = mpsc::channel::<Job>();
        let work = move || {
            for job in received {
                job(&mut connection);
            }
        };
        std::thread::Builder::new()
            .name("email-campaign-sandbox".to_owned())
            .spawn(work)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
        Ok(Self { jobs })
    }

    /// Runs `work` in a transaction, which is committed if it succeeds and rolled back if it does not.
    pub async fn run<T, W>(&self, work: W) -> Result<T>
    where
        T: Send + 'static,
        W: FnOnce(&Transaction<'_>) -> Result<T> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        self.submit(work, move |result| {
            // Nobody waits any more when the caller has gone; the work is done nevertheless.
            let _ = answer.send(result);
        })?;
        answered.await.unwrap_or_else(|_| Err(stopped()))
    }

    /// As [`run`](Self::run), but waits for the result where there is no async runtime.
    pub fn run_blocking<T, W>(&self, work: W) -> Result<T>
    where
        T: Send + 'static,
        W: FnOnce(&Transaction<'_>) -> Result<T> + Send + 'static,
    {
        let (answer, answered) = mpsc::channel();
        self.submit(work, move |result| {
            let _ = answer.send(result);
        })?;
        answered.recv().unwrap_or_else(|_| Err(stopped()))
    }

    fn submit<T, W>(&self, work: W, answer: impl FnOnce(Result<T>) + Send + 'static) -> Result<()>
    where
        W: FnOnce(&Transaction<'_>) -> Result<T> + Send + 'static,
    {
        let job: Job = Box::new(move |connection| {
            let done = catch_unwind(AssertUnwindSafe(|| in_transaction(connection, work)));
            answer(done.unwrap_or_else(|_| Err(Refusal::new(Kind::Internal, "The sandbox failed unexpectedly."))));
        });
        self.jobs.send(job).map_err(|_| stopped())
    }
}

fn in_transaction<T>(connection: &mut Connection, work: impl FnOnce(&Transaction<'_>) -> Result<T>) -> Result<T> {
    // Immediate: a second process at the same file then waits at the start instead of failing in the middle.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let result = work(&transaction)?;
    transaction.commit()?;
    Ok(result)
}

fn stopped() -> Refusal {
    Refusal::new(Kind::Internal, "The sandbox has stopped.")
}
