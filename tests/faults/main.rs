//! The client against servers that misbehave, on real sockets: the outcome, the attempts, and no write or send that is executed
//! twice. Writes and checks `docs/FAULTS.md`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]
// A spec that deprecates an operation edits no test of it.
#![allow(deprecated)]

mod calls;
mod cut;
mod faults;
mod idle;
mod large;
mod table;
mod wrong;

use std::sync::Arc;
use std::time::Duration;

use asmx_runtime::{Error, Message, Transport};
use tokio::task::JoinSet;

use calls::{ATTEMPTS, READ, SEND, WRITE, call, check, client};
use faults::{Again, Expected, Fault};
use table::{Row, Section};
use test_servers::request::marker;
use test_servers::server::{Behavior, FaultServer};
use test_servers::{request, responses, server};

/// How long an attempt takes at most in cases that wait for that.
const SHORT: Duration = Duration::from_millis(1500);
const LONG: Duration = Duration::from_secs(60);

/// The order of the columns.
const OPERATIONS: [&str; 3] = [READ, WRITE, SEND];

fn sections() -> [(&'static str, &'static [Fault]); 4] {
    [
        ("Connections", faults::CONNECTIONS),
        ("Responses that are wrong as HTTP", faults::FRAMING),
        ("Refusals, the service's own and others'", faults::STATUSES),
        ("Responses of success that are no result", faults::SUCCESSES),
    ]
}

/// One call of a case.
struct Made {
    transport: Transport,
    operation: &'static str,
    number: usize,
    result: Result<Message, Error>,
}

/// Makes all calls of a fault at once and gives its rows, or what is wrong.
async fn rows((what, behavior, expected): Fault) -> Result<Vec<Row>, String> {
    let server = FaultServer::new(behavior).await;
    let account = client(server.address, if expected.waits() { SHORT } else { LONG });
    let mut making = JoinSet::new();
    for (index, transport) in Transport::ALL.into_iter().enumerate() {
        for (column, operation) in OPERATIONS.into_iter().enumerate() {
            let number = index * OPERATIONS.len() + column;
            let prepared = call(&account, operation, transport, number);
            making.spawn(async move { Made { transport, operation, number, result: prepared.await } });
        }
    }
    let mut made = making.join_all().await;
    if expected == Expected::Result {
        // No part of an earlier response gets into a later one.
        for number in 100..110 {
            let result = call(&account, READ, Transport::Soap11, number).await;
            check(&server.log, READ, number, &result)?;
            assert!(result.is_ok(), "{what}: {result:?}");
        }
    }
    made.sort_by_key(|made| made.number);
    let mut seen = Vec::new();
    for made in &made {
        check(&server.log, made.operation, made.number, &made.result).map_err(|why| format!("{what}: {why}"))?;
        let expected = expected.over(made.transport.is_soap());
        seen.push(seen_of(what, expected, made, server.log.executed(made.operation, &marker(made.number)))?);
    }
    let bytes_per_attempt = server.log.sent() / 20;
    if bytes_per_attempt > 16 * 1024 * 1024 {
        return Err(format!("{what}: the client let the server send {bytes_per_attempt} bytes"));
    }
    let mut rows: Vec<Row> = seen.chunks(OPERATIONS.len()).map(merged).collect::<Result<_, _>>()?;
    if rows.iter().all(|row| *row == rows[0]) {
        rows.truncate(1);
        return Ok(rows);
    }
    let [soap11, soap12, get, post] = &rows[..] else { return Err("four transports".to_owned()) };
    if soap11 == soap12 && get == post {
        return Ok(vec![Row { over: "SOAP", ..soap11.clone() }, Row { over: "GET and POST", ..get.clone() }]);
    }
    Err(format!("{what} differs by transport: {rows:?}"))
}

/// The row of one call, whose outcome must be the expected one.
fn seen_of(what: &str, expected: Expected, made: &Made, executed: usize) -> Result<Row, String> {
    let wrong = |why: String| Err(format!("{what} to {} over {}: {why}", made.operation, made.transport));
    let (result, attempts) = match (&made.result, expected) {
        (Ok(_), Expected::Result) => (None, 1),
        (Err(error), Expected::Error(kind, outcome, again)) => {
            let repeated = again == Again::All || again == Again::Reads && made.operation == READ;
            let attempts = if repeated { ATTEMPTS } else { 1 };
            if (error.kind(), error.outcome(), error.attempts()) != (kind, outcome, attempts) {
                return wrong(format!("{expected:?} in {attempts} attempts is expected, and there is {error:?}"));
            }
            (Some((kind, outcome)), attempts)
        }
        (result, expected) => return wrong(format!("{expected:?} is expected, and there is {result:?}")),
    };
    let named = made.result.as_ref().err();
    if named.is_some_and(|error| error.operation() != Some(made.operation) || error.transport() != Some(made.transport))
    {
        return wrong(format!("the error tells another call: {named:?}"));
    }
    Ok(Row { over: "all", result, attempts: [attempts; 3], executed: [executed; 3] })
}

/// Of a read, a write and a send: all come to the same, but for how often.
fn merged(seen: &[Row]) -> Result<Row, String> {
    let [read, write, send] = seen else { return Err("three operations".to_owned()) };
    if read.result != write.result || write.result != send.result {
        return Err(format!("effects differ: {seen:?}"));
    }
    let attempts = [read, write, send].map(|row| row.attempts[0]);
    let executed = [read, write, send].map(|row| row.executed[0]);
    Ok(Row { attempts, executed, ..read.clone() })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_fault_has_the_right_outcome_and_no_write_is_executed_twice() {
    // A few at a time: more would wait for the processor longer than the short attempts last.
    let permits = Arc::new(tokio::sync::Semaphore::new(6));
    let mut running = JoinSet::new();
    for (section, (_, faults)) in sections().into_iter().enumerate() {
        for (index, fault) in faults.iter().copied().enumerate() {
            let permits = Arc::clone(&permits);
            running.spawn(async move {
                let _permit = permits.acquire_owned().await.unwrap();
                ((section, index), fault.0, rows(fault).await)
            });
        }
    }
    let mut all = running.join_all().await;
    all.sort_by_key(|(place, ..)| *place);
    let mut written = sections().map(|(title, _)| Section { title, faults: Vec::new() });
    let mut wrong = Vec::new();
    for ((section, _), what, rows) in all {
        match rows {
            Ok(rows) => written[section].faults.push((what, rows)),
            Err(why) => wrong.push(why),
        }
    }
    assert!(wrong.is_empty(), "{} faults\n{}", wrong.len(), wrong.join("\n"));
    table::assert_current(&written);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_fault_reads_succeed_at_the_second_attempt_and_writes_are_not_repeated() {
    let faults = sections().into_iter().flat_map(|(_, faults)| faults.iter().copied());
    let repeated =
        faults.filter(|(_, _, expected)| matches!(expected, Expected::Error(_, _, Again::Reads)) && !expected.waits());
    let mut checked = 0;
    for (what, behavior, _) in repeated {
        for (number, operation) in OPERATIONS.into_iter().enumerate() {
            let (behavior, right) = (behavior.once(), Behavior::respond(responses::right));
            let server = FaultServer::deciding(move |count| if count == 0 { behavior } else { right }).await;
            let result = call(&client(server.address, LONG), operation, Transport::Soap11, number).await;
            check(&server.log, operation, number, &result).unwrap();
            assert_eq!(result.is_ok(), operation == READ, "{what}: {operation}: {result:?}");
            checked += 1;
        }
    }
    assert!(checked > 60, "{checked} cases");
}

#[tokio::test]
async fn a_call_ends_within_its_time_whatever_the_attempts() {
    let waiting = faults::CONNECTIONS.iter().copied().filter(|(_, _, expected)| expected.waits());
    let ends = |(what, behavior, _): Fault| async move {
        let server = FaultServer::new(behavior).await;
        let account = client(server.address, Duration::from_millis(300));
        let started = std::time::Instant::now();
        let prepared = call(&account, READ, Transport::Soap11, 0).timeout(Duration::from_millis(700));
        let error = prepared.await.unwrap_err();
        let elapsed = started.elapsed();
        assert_eq!((error.kind(), error.outcome()), (asmx_runtime::ErrorKind::Timeout, asmx_runtime::Outcome::Unknown));
        assert!((2..=3).contains(&error.attempts()), "{what}: {error:?}");
        // A busy machine may wake the client late, and no later than that.
        assert!(elapsed >= Duration::from_millis(600) && elapsed < Duration::from_secs(4), "{what}: {elapsed:?}");
    };
    waiting.map(ends).collect::<JoinSet<()>>().join_all().await;
}
