//! Clients that stop half-way, and pages of other sites, against the command on real sockets.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::process::Command;
use std::time::{Duration, Instant};

use email_campaign_client::*;
use email_campaign_sandbox::{ListenOptions, Sandbox};

use crate::command::{Running, command};

const PATIENCE: Duration = Duration::from_secs(20);

/// Starts the command with a limit of open files. Returns the host and port it listens at.
fn start(descriptors: u32) -> (Running, String) {
    let mut limited = Command::new("sh");
    limited.args(["-c", &format!("ulimit -n {descriptors}; exec \"$0\" \"$@\"")]);
    let command = command(["--list", "News"]);
    limited.arg(command.get_program()).args(command.get_args());
    let running = Running::start(limited);
    let host = running.url.trim_start_matches("http://").to_owned();
    (running, host)
}

fn send(host: &str, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(bytes).unwrap();
    stream
}

fn ask(host: &str, request: &str) -> String {
    let mut stream = send(host, request.replace("HOST", host).as_bytes());
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    response
}

fn interrupt(running: &Running) {
    assert!(Command::new("kill").args(["-INT", &running.process().to_string()]).status().unwrap().success());
}

/// The time until the command ends by itself.
fn end(mut running: Running) -> Duration {
    let start = Instant::now();
    let status = loop {
        if let Some(status) = running.ended() {
            break status;
        }
        assert!(start.elapsed() < PATIENCE, "it does not end");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert!(status.success(), "{status}");
    start.elapsed()
}

/// Sends the head of a request and half of its body, with a pause until the server reads the body.
fn send_half_a_body(host: &str) -> TcpStream {
    let head = format!("POST /api.asmx HTTP/1.1\r\nHost: {host}\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n");
    let mut stream = send(host, head.as_bytes());
    let mut interim_response = [0; 25];
    stream.read_exact(&mut interim_response).unwrap();
    assert_eq!(std::str::from_utf8(&interim_response), Ok("HTTP/1.1 100 Continue\r\n\r\n"));
    stream.write_all(b"half").unwrap();
    stream
}

#[test]
fn ctrl_c_ends_it_while_a_client_is_half_way() {
    let (running, host) = start(256);
    let half_a_head = send(&host, b"GET /outbox HTTP/1.1\r\nHost: local");
    assert!(ask(&host, "GET /outbox HTTP/1.0\r\n\r\n").contains(" 200 OK"));
    interrupt(&running);
    assert!(end(running) < Duration::from_secs(5), "nothing is under way");
    drop(half_a_head);

    let (mut running, host) = start(256);
    let half_a_body = send_half_a_body(&host);
    interrupt(&running);
    // It refuses connections from the moment of Ctrl-C.
    let start = Instant::now();
    while TcpStream::connect(&host).is_ok() {
        assert!(start.elapsed() < PATIENCE, "it goes on");
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(running.ended(), None, "what is under way may end");
    interrupt(&running);
    assert!(end(running) < Duration::from_secs(5), "the second one ends it at once");
    drop(half_a_body);
}

/// Its output goes into a full pipe, so it cannot have printed yet that it is ready.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_is_caught_before_the_command_prints_that_it_is_ready() {
    let (mut output, mut full) = std::io::pipe().unwrap();
    full.write_all(&vec![b' '; 64 << 10]).unwrap();
    let mut child = command(["--list", "News"]).stdout(full).spawn().unwrap();
    let start = Instant::now();
    // Bit 1 of the mask of caught signals is SIGINT.
    while caught_signals(child.id()) & 0b10 == 0 {
        if start.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("Ctrl-C would still kill it");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut printed = String::new();
    output.read_to_string(&mut printed).unwrap();
    assert!(printed.contains("The sandbox is ready."), "{printed}");
    assert!(child.wait().unwrap().success());
}

#[cfg(target_os = "linux")]
fn caught_signals(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
    u64::from_str_radix(mask.trim(), 16).unwrap()
}

#[test]
fn it_survives_running_out_of_file_descriptors() {
    let (running, host) = start(64);
    let half_open: Vec<_> = (0..200).map(|_| send(&host, b"GET /outbox HTTP/1.1\r\nHost: local")).collect();
    let start = Instant::now();
    for _ in 0..5 {
        assert!(ask(&host, "GET /outbox HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n").contains("News"));
    }
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
    drop(half_open);
    running.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn its_connections_have_limits() {
    let options = ListenOptions::default().max_connections(8).head_timeout(Duration::from_millis(300));
    let sandbox = Sandbox::builder().list("News").listen_options(options).start().await.unwrap();
    let host = sandbox.base_url().trim_start_matches("http://").to_owned();
    let account = sandbox.client().build().unwrap();
    let half_open: Vec<_> = (0..40).map(|_| send(&host, b"GET /outbox HTTP/1.1\r\nHost: local")).collect();
    let lists = account.groups_get_list_data_set(GroupsGetListDataSet::new()).await.unwrap();
    assert_eq!(crate::fixture::column(&lists, "GroupName"), ["News"]);
    for mut stream in half_open {
        assert!(matches!(stream.read(&mut [0]), Ok(0) | Err(_)), "half a request gets no response");
        let _ = stream.shutdown(Shutdown::Both);
    }
    sandbox.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_hosts_and_pages_of_other_sites_are_refused() {
    let options = ListenOptions::default().allow_host("sandbox.test");
    let sandbox = Sandbox::builder().list("News").listen_options(options).start().await.unwrap();
    let host = sandbox.base_url().trim_start_matches("http://").to_owned();
    let status = |request: String| {
        let host = host.clone();
        async move {
            let response = tokio::task::spawn_blocking(move || ask(&host, &request)).await.unwrap();
            response.split(' ').nth(1).unwrap().to_owned()
        }
    };
    let get = |target: &str, lines: &str| status(format!("GET {target} HTTP/1.1\r\n{lines}Connection: close\r\n\r\n"));
    let call = "/api.asmx/AddGroupMemberString?Username=sandbox&Password=sandbox&GroupName=News&FieldNames=&FieldValues=&EmailAddress=";
    for target in ["/outbox", "/api.asmx?WSDL", call] {
        assert_eq!(get(target, "Host: rebound.test\r\n").await, "421");
        assert_eq!(get(target, "").await, "400");
        assert_eq!(get(target, "Host: HOST\r\nHost: HOST\r\n").await, "400");
        assert_eq!(get(target, "Host: HOST\r\nOrigin: http://evil.test\r\n").await, "403");
    }
    for lines in [
        "Host: HOST\r\nSec-Fetch-Site: cross-site\r\n",
        "Host: HOST\r\nSec-Fetch-Site: same-site\r\n",
        "Host: HOST\r\nReferer: http://evil.test/\r\n",
        "Host: HOST\r\nOrigin: null\r\n",
    ] {
        assert_eq!(get(&format!("{call}evil@x.test"), lines).await, "403", "{lines}");
        // A link on another site may lead to the outbox.
        assert_eq!(get("/outbox", lines).await, "200", "{lines}");
        for path in ["/outbox/lists", "/outbox/clock", "/api.asmx", "/api.asmx/AddGroupMemberString"] {
            let form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\nConnection: close\r\n\r\nmoment=&x";
            assert_eq!(status(format!("POST {path} HTTP/1.1\r\n{lines}{form}")).await, "403", "{path} {lines}");
        }
    }
    assert_eq!(crate::fixture::members(&sandbox.in_process()).await[0].1, "0");
    assert_eq!(get(&format!("{call}one@x.test"), "Host: HOST\r\n").await, "200");
    let own = "Host: Sandbox.test\r\nOrigin: http://sandbox.test\r\n";
    assert_eq!(get(&format!("{call}two@x.test"), own).await, "200");
    assert_eq!(crate::fixture::members(&sandbox.in_process()).await[0].1, "2");
}
