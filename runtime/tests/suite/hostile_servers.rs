//! Servers that send endlessly: a call ends within its time, and takes no memory for data that it does not keep.
#![cfg(feature = "client")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::time::{Duration, Instant};

use asmx_runtime::{ErrorKind, Outcome, RetryPolicy};
use test_servers::scripted::{READ, builder, call};

/// A server that sends `begin`, and then `more` forever.
fn endless(begin: &'static str, more: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            std::thread::spawn(move || {
                let _ = stream.read(&mut [0; 4096]);
                let piece = more.repeat(16 * 1024 / more.len());
                let _ = stream.write_all(begin.as_bytes());
                // Until the client has left. The pause keeps the server from taking the whole processor.
                while stream.write_all(piece.as_bytes()).is_ok() {
                    std::thread::sleep(Duration::from_millis(5));
                }
            });
        }
    });
    address
}

/// The most memory that this process has had, in bytes.
fn most_memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok()).unwrap_or_default() * 1024
}

const OK: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n";
const CHUNKED: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n";

/// A chunk for each byte costs a client much more than the byte.
#[tokio::test(flavor = "multi_thread")]
async fn a_response_of_single_bytes_is_given_up() {
    let client = builder().base_url(format!("http://{}", endless(CHUNKED, "1\r\na\r\n"))).build().unwrap();
    let begun = Instant::now();
    let error = call(&client, &READ).retry(RetryPolicy::never()).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::ResponseTooLarge, Outcome::Unknown), "{error}");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

/// Memory counts by process, so that this test has one of its own.
#[test]
fn endless_responses_are_given_up() {
    const ALONE: &str = "HOSTILE_SERVERS_ALONE";
    if std::env::var_os(ALONE).is_some() {
        return tokio::runtime::Runtime::new().unwrap().block_on(given_up());
    }
    let mut alone = std::process::Command::new(std::env::current_exe().unwrap());
    let alone = alone.args(["--exact", "hostile_servers::endless_responses_are_given_up"]).env(ALONE, "");
    let output = alone.output().unwrap();
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}

async fn given_up() {
    for (begin, more) in [
        ("", "x"),
        ("HTTP/1.1 200 ", "a"),
        (OK, "X-A: b\r\n"),
        (OK, "a"),
        ("HTTP/1.1 200 OK\r\nX: a\r\n", " b\r\n"),
        ("", "HTTP/1.1 100 Continue\r\n\r\n"),
        ("", "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n"),
        (CHUNKED, "1\r\na\r\n"),
        (CHUNKED, "1;a=b\r\na\r\n"),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", "a"),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "X-A: b\r\n"),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "0"),
        ("HTTP/1.1 500 Error\r\n\r\n", "%"),
        ("HTTP/1.0 200 OK\r\n\r\n", "<a>"),
    ] {
        let before = most_memory();
        let client = builder().base_url(format!("http://{}", endless(begin, more))).response_limit(1_000_000);
        let client = client.build().unwrap();
        let begun = Instant::now();
        let call = call(&client, &READ).attempt_timeout(Duration::from_millis(500)).retry(RetryPolicy::never());
        let error = call.await.unwrap_err();
        let (took, memory) = (begun.elapsed(), most_memory().saturating_sub(before));
        assert!(took < Duration::from_secs(10), "{begin:?} {more:?}: {took:?}");
        assert!(memory < 32_000_000, "{begin:?} {more:?}: {memory} bytes");
        assert!(error.to_string().len() < 5_000);
        let is_given_up =
            matches!(error.kind(), ErrorKind::Timeout | ErrorKind::Interrupted | ErrorKind::ResponseTooLarge);
        assert!(is_given_up, "{begin:?} {more:?}: {error}");
    }
}
