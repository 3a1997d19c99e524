//! A gateway ends with the program that started it, if it is told so.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::folder;

/// Machines that run other tests take long.
const PATIENCE: Duration = Duration::from_secs(60);

const TOKEN: &str = "a-token-of-a-test";

/// Starts a gateway whose token comes on standard input.
fn start(test: &str, options: &[&str]) -> (Child, ChildStdin) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_asmx"));
    command.current_dir(folder(test)).args(["gateway", "shop.xml", "--base-url", "https://shop.example"]);
    command.args(["--listen", "127.0.0.1:0", "--token-file", "-"]).args(options);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(format!("{TOKEN}\n").as_bytes()).unwrap();
    (child, input)
}

/// The address that a gateway prints when it is ready.
fn address(child: &mut Child) -> String {
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    line.split(' ').next().unwrap().trim_start_matches("http://").trim_end_matches('/').to_owned()
}

fn status(address: &str, token: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!("GET /page/operations HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n");
    write!(stream, "{head}Connection: close\r\n\r\n").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text.split(' ').nth(1).unwrap().to_owned()
}

#[test]
fn a_gateway_ends_at_the_end_of_its_input_if_it_is_told_so() {
    let (mut gateway, mut input) = start("end_with_input", &["--end-with-input"]);
    let address = address(&mut gateway);
    assert_eq!((status(&address, TOKEN), status(&address, "other")), ("200".to_owned(), "401".to_owned()));
    // More input changes nothing.
    input.write_all(b"more\n").unwrap();
    thread::sleep(Duration::from_millis(200));
    assert_eq!(status(&address, TOKEN), "200");
    drop(input);
    let end = Instant::now() + PATIENCE;
    let ended = loop {
        match gateway.try_wait().unwrap() {
            Some(status) => break status,
            None => assert!(Instant::now() < end, "it goes on"),
        }
        thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(ended.code(), Some(0));
}

#[test]
fn a_gateway_stays_without_its_input_otherwise() {
    let (mut gateway, input) = start("without_input", &[]);
    drop(input);
    let address = address(&mut gateway);
    thread::sleep(Duration::from_millis(200));
    assert_eq!(status(&address, TOKEN), "200");
    gateway.kill().unwrap();
    gateway.wait().unwrap();
}
