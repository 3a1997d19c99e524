//! A gateway uses its profile as it is now.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use super::agents::Session;
use super::folder;
use super::mock::Served;
use super::profiles::write;
use super::server::{ORDERS, serve, serve_by, soap};

/// A profile is read some two seconds after its change; machines that run other tests take longer.
const PATIENCE: Duration = Duration::from_secs(60);

fn until<T>(look: impl Fn() -> Option<T>) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < end, "no change");
        thread::sleep(Duration::from_millis(50));
    }
}

/// The lines of the log about the profile.
fn renewals(log: &Path) -> Vec<Json> {
    let text = fs::read_to_string(log).unwrap();
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Json>(line).ok());
    lines.filter(|line| line.get("profile").is_some()).collect()
}

/// The status of a call of the gateway.
fn status(gateway: &str) -> String {
    let host = gateway.trim_start_matches("http://");
    let mut stream = TcpStream::connect(host).unwrap();
    let head = format!("POST /FindOrders HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n");
    write!(stream, "{head}Content-Length: 2\r\nConnection: close\r\n\r\n{{}}").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text.split(' ').nth(1).unwrap().to_owned()
}

/// The request that the service gets by a call.
fn request(gateway: &str, requests: &Receiver<String>) -> String {
    assert_eq!(status(gateway), "200");
    requests.recv().unwrap()
}

#[test]
fn a_changed_profile_is_used_by_calls_that_begin_later() {
    let folder = folder("renewal");
    let is_slow = Arc::new(AtomicBool::new(false));
    let (release, released) = channel::<()>();
    let (arrived, arrivals) = channel::<()>();
    let (slow, released) = (Arc::clone(&is_slow), Mutex::new(released));
    let (url, requests) = serve_by(move |_| {
        if slow.swap(false, Ordering::SeqCst) {
            arrived.send(()).unwrap();
            released.lock().unwrap().recv().unwrap();
        }
        soap(ORDERS)
    });
    let profile = |password: &str, more: &str| {
        let headers = "http-headers = { X-Key = { file = 'key' } }";
        let text = format!("[shop]\nbase-url = '{url}'\nusername = 'ann'\npassword = {password}\n{headers}\n{more}");
        write(&folder, &text);
    };
    fs::write(folder.join("key"), "first-key\n").unwrap();
    profile("'hunter2word'", "bearer = 'first-token'\n");
    let log = folder.join("log");
    let to_log = Stdio::from(fs::File::create(&log).unwrap());
    let gateway = Served::logged(&folder, &["gateway", "shop.xml", "--profile", "shop"], to_log);
    let has = |request: &str, all: &[&str]| {
        for text in all {
            assert!(request.contains(text), "{text}: {request}");
        }
    };
    has(&request(&gateway.1, &requests), &["<Password>hunter2word<", "x-key: first-key", "Bearer first-token"]);

    // A call that is under way ends as it began.
    is_slow.store(true, Ordering::SeqCst);
    let under_way = thread::spawn({
        let url = gateway.1.clone();
        move || status(&url)
    });
    arrivals.recv().unwrap();
    profile("'hunter3word'", "bearer = 'second-token'\n");
    assert_eq!(until(|| renewals(&log).pop()), json!({ "profile": "shop", "renewed": true }));
    release.send(()).unwrap();
    assert_eq!(under_way.join().unwrap(), "200");
    has(&requests.recv().unwrap(), &["<Password>hunter2word<", "Bearer first-token"]);
    has(&request(&gateway.1, &requests), &["<Password>hunter3word<", "x-key: first-key", "Bearer second-token"]);

    // A file that the profile names.
    fs::write(folder.join("key"), "second-key!\n").unwrap();
    until(|| (renewals(&log).len() == 2).then_some(()));
    has(&request(&gateway.1, &requests), &["<Password>hunter3word<", "x-key: second-key!"]);

    let missing = format!("`bearer`: cannot read {}", folder.join("none").display());
    // A profile that is wrong is reported once, without its values, and calls go on.
    for (settings, expected) in [
        ("bearer = 'third-token\n", "profiles.toml, line 6: "),
        ("bearer = { prompt = true }\n", "`bearer` asks a person, which only the start of the program does"),
        ("bearer = { file = 'none' }\n", &missing),
    ] {
        let before = renewals(&log).len();
        profile("'hunter4word'", settings);
        let last = until(|| renewals(&log).get(before).cloned());
        let reason = last["reason"].as_str().unwrap();
        assert!(last["renewed"] == false && reason.contains(expected), "{settings}: {last}");
        assert!(!last.to_string().contains("hunter") && !last.to_string().contains("third-token"), "{last}");
        has(&request(&gateway.1, &requests), &["<Password>hunter3word<", "Bearer second-token"]);
    }
    let before = renewals(&log).len();
    profile("{ command = 'echo hunter5word' }", "bearer = 'fourth-token'\n");
    assert_eq!(until(|| renewals(&log).get(before).cloned())["renewed"], true);
    assert_eq!(renewals(&log).len(), before + 1);
    has(&request(&gateway.1, &requests), &["<Password>hunter5word<", "Bearer fourth-token"]);
    let text = fs::read_to_string(&log).unwrap();
    assert!(!text.contains("hunter") && !text.contains("-token") && !text.contains("-key"), "{text}");
}

#[test]
fn a_profile_that_fills_in_other_parameters_needs_a_restart() {
    let folder = folder("renewal_of_names");
    let (url, requests) = serve(soap(ORDERS));
    write(&folder, &format!("[shop]\nbase-url = '{url}'\n"));
    let log = folder.join("log");
    let to_log = Stdio::from(fs::File::create(&log).unwrap());
    let gateway = Served::logged(&folder, &["gateway", "shop.xml", "--profile", "shop"], to_log);
    write(&folder, &format!("[shop]\nbase-url = '{url}'\nusername = 'ann'\npassword = 'hunter2word'\n"));
    let reason = until(|| renewals(&log).pop())["reason"].to_string();
    assert!(reason.contains("changes what callers send: start the program again"), "{reason}");
    assert!(!request(&gateway.1, &requests).contains("hunter2word"));
}

#[test]
fn tools_use_a_changed_profile() {
    let folder = folder("renewal_of_tools");
    let (url, requests) = serve(soap(ORDERS));
    let profile = |token: &str| write(&folder, &format!("[shop]\nbase-url = '{url}'\nbearer = {token}\n"));
    profile("'first-token'");
    let mut session = Session::start(&folder, &["--profile", "shop"], &json!({}));
    let mut request = || {
        session.call("FindOrders", &json!({}));
        requests.recv().unwrap()
    };
    assert!(request().contains("Bearer first-token"));
    // The input of the command is not that of the protocol.
    profile(if cfg!(unix) { "{ command = 'read line; echo second-token' }" } else { "'second-token'" });
    let end = Instant::now() + PATIENCE;
    while !request().contains("Bearer second-token") {
        assert!(Instant::now() < end, "no change");
        thread::sleep(Duration::from_millis(100));
    }
}
