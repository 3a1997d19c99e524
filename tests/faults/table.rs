//! The table of faults in the docs.

use std::fmt::Write as _;

use asmx_runtime::{ErrorKind, Outcome};

const TABLE: &str = "docs/FAULTS.md";

/// The outcomes of a fault over some transports, for a read, a write and a send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub over: &'static str,
    pub result: Option<(ErrorKind, Outcome)>,
    /// Attempts of the three; none where there is a result.
    pub attempts: [u32; 3],
    /// How often the server executed each.
    pub executed: [usize; 3],
}

/// A group of faults, each with its rows.
pub struct Section {
    pub title: &'static str,
    pub faults: Vec<(&'static str, Vec<Row>)>,
}

/// Rewrites the table if `UPDATE_FAULTS` is set; else it must be what came out.
pub fn assert_current(sections: &[Section]) {
    let text = text(sections);
    if std::env::var_os("UPDATE_FAULTS").is_some() {
        std::fs::write(TABLE, &text).unwrap();
    }
    let committed = std::fs::read_to_string(TABLE).unwrap_or_default();
    assert_eq!(committed, text, "{TABLE} is not current: run this test with UPDATE_FAULTS=1");
}

fn text(sections: &[Section]) -> String {
    let mut out = String::from(INTRODUCTION);
    for section in sections {
        let _ = write!(
            out,
            "\n## {}\n\n| the server | over | result | outcome | attempts | executed |\n|---|---|---|---|---|---|\n",
            section.title
        );
        for (what, rows) in &section.faults {
            for row in rows {
                let (result, outcome) = match row.result {
                    None => ("the right response".to_owned(), "done"),
                    Some((kind, Outcome::NotSent)) => (format!("`{kind:?}`"), "not sent"),
                    Some((kind, Outcome::Refused)) => (format!("`{kind:?}`"), "refused"),
                    Some((kind, Outcome::Unknown)) => (format!("`{kind:?}`"), "unknown"),
                };
                let [attempts, executed] = [row.attempts.map(|count| count as usize), row.executed]
                    .map(|[read, write, send]| format!("{read} / {write} / {send}"));
                let _ = writeln!(out, "| {what} | {} | {result} | {outcome} | {attempts} | {executed} |", row.over);
            }
        }
    }
    out.push_str(NOTES);
    out
}

const INTRODUCTION: &str = "# Faults of servers, and what the client makes of them

A server on real sockets that misbehaves on purpose (`tests/test-servers`: plain TCP, HTTP/1.1 written by hand) does each of these to a read
(`GetBounceListNormal_IncludePast`), a write (`TransactionalGroups_Rename`) and a send (`SendMassEmailRaw`) over all four transports,
every time it is called. The client may try three times. The three numbers in the last two columns are of the read, the write and the
send: how often the client tried, and how often the server's log says that the operation was executed. It counts as executed as
soon as the whole request was read, whatever the response is: what the table proves is that no write and no send is executed twice.

Every call ends within its time, keeps no more of a response than the client's limit, and where there is a result it is the one of this
call. What is *not sent* was never executed.

The test `faults` writes this file (`UPDATE_FAULTS=1 cargo test -p email-campaign-client --test faults`) and fails when it is not current.
";

const NOTES: &str = "
## What the same test shows besides

* **Cut at every byte.** A right response is cut at each of its bytes, head and body, with a told length, in chunks and until the
  connection closes, for a read, a write and a send over SOAP 1.1 and POST: never a result, never a write or send done twice. The
  same for streamed responses: every byte that came is delivered, then the error.
* **Kept connections.** Connections that the server closes or resets after a response, at once or a moment later, or after it has read one
  more request whole: each write and send is executed at most once, and each result is that of its call.
* **Large requests** of 4 MiB that the server stops reading, closes, resets or responds to with 413 in the middle.
* **Sick for a moment.** After each fault that reads are tried again for, a server in order responds to the second attempt: reads
  succeed, and a write or send fails as in the table.

## What cannot be told

* A second response that arrives when the next request is already on its way, on the same connection and of the same operation, looks
  like the response to that request. HTTP/1.1 has nothing that tells them apart. One that arrives before is noticed: the
  connection is given up.
* Over GET and POST every string is `<string>`: the response of another operation is not told from the right one. SOAP tells.
* Over GET and POST a null XML document is a document without a root, and nothing is an empty body. A response whose length is not told, cut
  exactly there, looks the same. Genuine servers tell the length.
* A request may be given to a connection in the very instant in which the server ends it. The HTTP client then loses sight of the
  request, in one call of some thousands on a busy machine: the call ends as `Timeout` after `attempt_timeout`, where it ends at
  once otherwise. Its outcome is unknown in both cases.
";
