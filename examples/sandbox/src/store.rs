//! The threads of the database: one writes, some read. Every operation is one job and one transaction.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use rusqlite::{Connection, Transaction, TransactionBehavior};
use tokio::sync::oneshot;

use crate::database::{Database, Hold};
use crate::error::DatabaseError;
use crate::refusal::{Kind, Refusal, Result};

type Job = Box<dyn FnOnce(&mut Connection) + Send>;

/// A handle on the database. Its threads end with the last handle.
///
/// Separate threads keep long imports and reports from blocking an async runtime, and work without one. Writes wait
/// for each other and never for a read; reads wait only if all readers are busy.
#[derive(Clone, Debug)]
pub struct Store {
    writes: mpsc::Sender<Job>,
    reads: mpsc::Sender<Job>,
}

impl Store {
    pub fn start(database: Database) -> std::result::Result<Self, DatabaseError> {
        let Database { writer, readers, hold } = database;
        let hold = Arc::new(hold);
        let (writes, jobs) = mpsc::channel();
        spawn(writer, Arc::new(Mutex::new(jobs)), Arc::clone(&hold))?;
        let (reads, jobs) = mpsc::channel();
        let jobs = Arc::new(Mutex::new(jobs));
        for reader in readers {
            spawn(reader, Arc::clone(&jobs), Arc::clone(&hold))?;
        }
        Ok(Self { writes, reads })
    }

    /// Runs `work` in a transaction that only reads the state at its beginning.
    pub async fn read<T, W>(&self, work: W) -> Result<T>
    where
        T: Send + 'static,
        W: FnOnce(&Transaction<'_>) -> Result<T> + Send + 'static,
    {
        send_and_wait(&self.reads, TransactionBehavior::Deferred, work).await
    }

    /// Runs `work` in a transaction, which is committed if it succeeds and rolled back if it fails. It runs to its
    /// end even if the caller is gone.
    pub async fn write<T, W>(&self, work: W) -> Result<T>
    where
        T: Send + 'static,
        W: FnOnce(&Transaction<'_>) -> Result<T> + Send + 'static,
    {
        send_and_wait(&self.writes, TransactionBehavior::Immediate, work).await
    }

    /// As [`write`](Self::write), for callers without an async runtime.
    pub fn write_blocking<T, W>(&self, work: W) -> Result<T>
    where
        T: Send + 'static,
        W: FnOnce(&Transaction<'_>) -> Result<T> + Send + 'static,
    {
        let (sender, result) = mpsc::channel();
        let job = move |connection: &mut Connection| {
            let _ = sender.send(done(connection, TransactionBehavior::Immediate, work));
        };
        self.writes.send(Box::new(job)).map_err(|_| stopped())?;
        result.recv().unwrap_or_else(|_| Err(stopped()))
    }
}

/// Runs jobs on a connection until all senders are dropped.
fn spawn(
    mut connection: Connection,
    jobs: Arc<Mutex<mpsc::Receiver<Job>>>,
    hold: Arc<Hold>,
) -> std::result::Result<(), DatabaseError> {
    let next = move || jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
    let work = move || {
        while let Ok(job) = next() {
            job(&mut connection);
        }
        drop(connection);
        drop(hold);
    };
    let thread = std::thread::Builder::new().name("email-campaign-sandbox".to_owned());
    thread.spawn(work).map_err(DatabaseError::Io)?;
    Ok(())
}

async fn send_and_wait<T, W>(jobs: &mpsc::Sender<Job>, behavior: TransactionBehavior, work: W) -> Result<T>
where
    T: Send + 'static,
    W: FnOnce(&Transaction<'_>) -> Result<T> + Send + 'static,
{
    let (sender, result) = oneshot::channel();
    let job = move |connection: &mut Connection| {
        if matches!(behavior, TransactionBehavior::Deferred) && sender.is_closed() {
            // The caller is gone; other reads should not wait for it.
            return;
        }
        let _ = sender.send(done(connection, behavior, work));
    };
    jobs.send(Box::new(job)).map_err(|_| stopped())?;
    result.await.unwrap_or_else(|_| Err(stopped()))
}

/// Runs `work`. A panic fails only this operation.
fn done<T>(
    connection: &mut Connection,
    behavior: TransactionBehavior,
    work: impl FnOnce(&Transaction<'_>) -> Result<T>,
) -> Result<T> {
    let done = catch_unwind(AssertUnwindSafe(|| in_transaction(connection, behavior, work)));
    done.unwrap_or_else(|_| Err(Refusal::new(Kind::Internal, "The sandbox failed unexpectedly.")))
}

fn in_transaction<T>(
    connection: &mut Connection,
    behavior: TransactionBehavior,
    work: impl FnOnce(&Transaction<'_>) -> Result<T>,
) -> Result<T> {
    let transaction = connection.transaction_with_behavior(behavior)?;
    let result = work(&transaction)?;
    transaction.commit()?;
    Ok(result)
}

fn stopped() -> Refusal {
    Refusal::new(Kind::Internal, "The sandbox has stopped.")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::database::READERS;

    /// A job that reports its start and waits for permission to go on.
    fn gate() -> (mpsc::Receiver<()>, mpsc::Sender<()>, impl FnOnce() + Send) {
        let (entered, begun) = mpsc::channel();
        let (open, opened) = mpsc::channel::<()>();
        let pass = move || {
            entered.send(()).unwrap();
            opened.recv_timeout(Duration::from_secs(60)).unwrap();
        };
        (begun, open, pass)
    }

    fn accounts(db: &Transaction<'_>) -> Result<i64> {
        Ok(db.query_row("SELECT count(*) FROM account", [], |row| row.get(0))?)
    }

    fn add(db: &Transaction<'_>, name: &str) -> Result<()> {
        db.execute("INSERT INTO account (username, salt, password_hash, created_at) VALUES (?1, '', '', 0)", [name])?;
        Ok(())
    }

    fn stores() -> (tempfile::TempDir, [Store; 2]) {
        let folder = tempfile::tempdir().unwrap();
        let in_file = Database::of_file(&folder.path().join("kept.sqlite")).unwrap();
        (folder, [in_file, Database::temporary().unwrap()].map(|database| Store::start(database).unwrap()))
    }

    async fn soon<T>(future: impl Future<Output = Result<T>>) -> T {
        tokio::time::timeout(Duration::from_secs(30), future).await.unwrap().unwrap()
    }

    #[tokio::test]
    async fn reads_do_not_wait_for_a_write_and_see_it_whole() {
        let (_folder, stores) = stores();
        for store in stores {
            let (begun, open, pass) = gate();
            let writer = store.clone();
            let written = std::thread::spawn(move || {
                writer.write_blocking(move |db| {
                    add(db, "one")?;
                    pass();
                    add(db, "two")
                })
            });
            begun.recv().unwrap();
            for _ in 0..2 * READERS {
                assert_eq!(soon(store.read(accounts)).await, 0);
            }
            open.send(()).unwrap();
            written.join().unwrap().unwrap();
            assert_eq!(soon(store.read(accounts)).await, 2);
        }
    }

    #[tokio::test]
    async fn a_long_read_blocks_nobody_and_sees_one_state() {
        let (_folder, stores) = stores();
        for store in stores {
            let (begun, open, pass) = gate();
            let long = store.read(move |db| {
                let before = accounts(db)?;
                pass();
                Ok((before, accounts(db)?))
            });
            let (observed, ()) = tokio::join!(long, async {
                // The first future has sent its job by now.
                begun.recv().unwrap();
                soon(store.write(|db| add(db, "one"))).await;
                assert_eq!(soon(store.read(accounts)).await, 1);
                open.send(()).unwrap();
            });
            assert_eq!(observed.unwrap(), (0, 0));
        }
    }

    #[tokio::test]
    async fn abandoned_reads_are_skipped_and_abandoned_writes_are_done() {
        let (_folder, stores) = stores();
        for store in stores {
            let gates: Vec<_> = (0..READERS).map(|_| gate()).collect();
            let (mut opens, mut long) = (Vec::new(), Vec::new());
            for (begun, open, pass) in gates {
                let store = store.clone();
                long.push(tokio::spawn(async move {
                    let passed = store.read(move |_| {
                        pass();
                        Ok(())
                    });
                    passed.await
                }));
                opens.push((begun, open));
            }
            for (begun, _) in &opens {
                while begun.try_recv().is_err() {
                    tokio::task::yield_now().await;
                }
            }
            let (ran, running) = mpsc::channel();
            for name in ["a read", "a write"] {
                let ran = ran.clone();
                let work = move |_: &Transaction<'_>| {
                    ran.send(name).unwrap();
                    Ok(())
                };
                let done = async { if name == "a read" { store.read(work).await } else { store.write(work).await } };
                // One poll sends the job; then the future is dropped.
                let _ = tokio::time::timeout(Duration::ZERO, done).await;
            }
            for (_, open) in opens {
                open.send(()).unwrap();
            }
            for read in long {
                read.await.unwrap().unwrap();
            }
            soon(store.read(|_| Ok(()))).await;
            drop((ran, store));
            assert_eq!(running.iter().collect::<Vec<_>>(), ["a write"]);
        }
    }

    #[tokio::test]
    async fn a_read_cannot_write() {
        let (_folder, stores) = stores();
        for store in stores {
            let refused = store.read(|db| add(db, "one")).await.unwrap_err();
            assert!(refused.to_string().contains("readonly"), "{refused}");
        }
    }
}
