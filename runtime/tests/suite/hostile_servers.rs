//! Servers that send more than anybody asked for: a call ends, in its time, and takes no memory for what it does not keep.
#![cfg(feature = "client")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::time::{Duration, Instant};

use asmx_runtime::{ErrorKind, RetryPolicy};
use test_servers::scripted::{READ, builder, call};

/// A server that says `begin`, and then `more` for ever.
fn endless(begin: &'static str, more: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            std::thread::spawn(move || {
                let _ = stream.read(&mut [0; 4096]);
                let piece = more.repeat(64 * 1024 / more.len());
                let _ = stream.write_all(begin.as_bytes());
                // Until the client has left.
                while stream.write_all(piece.as_bytes()).is_ok() {}
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

/// In a process of its own: what the other tests need would count, too.
#[test]
fn what_never_ends_is_given_up() {
    let mut command = std::process::Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "hostile_servers::calls_of_servers_that_never_end", "--ignored", "--nocapture"]);
    let output = command.output().unwrap();
    let (said, complaints) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && said.contains("1 passed"), "{said}{complaints}");
}

#[tokio::test(flavor = "current_thread")]
#[ignore = "the test before it runs it in a process of its own"]
async fn calls_of_servers_that_never_end() {
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
        let call = call(&client, &READ).attempt_timeout(Duration::from_secs(2)).retry(RetryPolicy::never());
        let error = call.await.unwrap_err();
        let (took, memory) = (begun.elapsed(), most_memory() - before);
        println!("{:?} {begin:?} {more:?}: {took:?}, {memory} bytes, {error}", error.kind());
        //T
        assert!(memory < 32_000_000, "{begin:?} {more:?}: {memory} bytes");
        assert!(error.to_string().len() < 5_000);
        assert_ne!(error.kind(), ErrorKind::Fault);
    }
}
