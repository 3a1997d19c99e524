//! A log that nobody reads: the gateway serves on, and ends.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::folder;

#[test]
fn a_gateway_serves_and_ends_although_nobody_reads_its_log() {
    let folder = folder("unread_log");
    let arguments =
        ["gateway", "shop.xml", "--upstream", "http://127.0.0.1:1", "--listen", "127.0.0.1:0", "--end-with-input"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_asmx"));
    command.current_dir(&folder).args(arguments).env("ASMX_PROFILES", folder.join("profiles.toml"));
    let mut gateway = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(gateway.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim_start_matches("http://").split('/').next().unwrap().to_owned();
    let get = |path: &str| {
        let mut stream = TcpStream::connect(&address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    };
    // A line has some 300 bytes, and a pipe 64 KiB.
    let unknown = format!("/{}", "x".repeat(190));
    for _ in 0..600 {
        assert!(get(&unknown).starts_with("HTTP/1.1 404 "));
    }
    assert!(get("/healthz").starts_with("HTTP/1.1 200 "));
    drop(gateway.stdin.take());
    let begun = Instant::now();
    while gateway.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < Duration::from_secs(20), "it does not end");
        std::thread::sleep(Duration::from_millis(20));
    }
}
