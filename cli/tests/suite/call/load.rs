//! `asmx gateway` under load: others are served, and Ctrl-C ends it.

use std::fmt::Write as _;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::folder;
use super::server::{self, read};

const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop">
  <doc>A shop.</doc>
  <area name="all" title="All">
    <operation name="Large" result="dataset" effect="read"><doc>Reports.</doc></operation>
    <operation name="Columns" result="dataset" effect="read"><doc>Reports.</doc></operation>
    <operation name="EmptyRows" result="dataset" effect="read"><doc>Reports.</doc></operation>
    <operation name="Take" effect="read"><doc>Takes.</doc><param name="Ids" type="int" array="true"/><result type="int"/></operation>
    <operation name="Day" effect="read"><doc>Counts.</doc><param name="On" type="date"/><param name="Id" type="int"/><result type="int"/></operation>
  </area>
</service>"#;

fn data_set(columns: &str, rows: &str) -> String {
    server::data_set(&server::table("T", columns), rows)
}

fn column(name: &str) -> String {
    server::column(name, "string")
}

/// A report of so many rows of some 125 bytes.
fn large(rows: usize) -> String {
    let mut text = String::new();
    for row in 0..rows {
        write!(
            text,
            "<T><Id>{row}</Id><Name>somebody of the shop</Name><Mail>{row}@example.test</Mail><State>Open</State><Total>12.50</Total></T>"
        )
        .unwrap();
    }
    data_set(&["Id", "Name", "Mail", "State", "Total"].map(column).concat(), &text)
}

/// A server of many callers at once. Its answers are by operation.
fn serve(answers: [(&'static str, String); 3]) -> String {
    let (listener, url) = server::listener();
    let answers = Arc::new(answers);
    thread::spawn(move || {
        for stream in listener.incoming() {
            let (mut stream, answers) = (stream.unwrap(), Arc::clone(&answers));
            thread::spawn(move || {
                let Some(request) = read(&mut stream) else { return };
                let found = answers.iter().find(|(name, _)| request.contains(&format!("/{name}\"")));
                // A caller may go away.
                let _ = stream.write_all(found.map_or("", |(_, answer)| answer).as_bytes());
            });
        }
    });
    url
}

/// A gateway to a service with reports of so many rows.
struct Gateway(Child, String);

impl Gateway {
    fn start(folder: &Path, rows: usize) -> Self {
        fs::write(folder.join("reports.xml"), SPEC).unwrap();
        let mut columns = String::new();
        for row in 0..20_000 {
            write!(columns, "<T><c{row}>1</c{row}></T>").unwrap();
        }
        let wide: String = (0..1_000).map(|number| column(&format!("c{number}"))).collect();
        let results = [
            ("Large", large(rows)),
            ("Columns", data_set("", &columns)),
            ("EmptyRows", data_set(&wide, &"<T/>".repeat(100_000))),
        ];
        let answers = results.map(|(operation, content)| (operation, server::result(operation, &content)));
        let upstream = serve(answers);
        let program = std::env::var_os("ASMX").map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_asmx")), PathBuf::from);
        let mut command = Command::new(program);
        command.current_dir(folder).args(["gateway", "reports.xml", "--upstream", &upstream]);
        command.args(["--listen", "127.0.0.1:0"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (mut line, mut out) = (Vec::new(), child.stdout.take().unwrap());
        let mut byte = [0];
        while out.read(&mut byte).unwrap() == 1 && byte != *b"\n" {
            line.extend(byte);
        }
        let line = String::from_utf8(line).unwrap();
        let address = line.split('/').nth(2).unwrap().to_owned();
        Self(child, address)
    }

    #[cfg(unix)]
    fn interrupt(&self) {
        assert!(Command::new("kill").args(["-INT", &self.0.id().to_string()]).status().unwrap().success());
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Sends a request and reads the response to its end.
fn ask(address: &str, request: &str, body: &str) -> std::io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect(address)?;
    let length = body.len();
    let head = format!(
        "{request} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
         Connection: close\r\nContent-Length: {length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())?;
    let mut response = Vec::new();
    stream.read_to_end(&mut response)?;
    Ok(response)
}

#[test]
fn values_that_are_not_of_their_type_are_refused_before_they_are_sent() {
    let gateway = Gateway::start(&folder("gateway_values"), 1);
    for (body, name) in [
        (r#"{"On":"yesterday","Id":1}"#, "On"),
        (r#"{"On":"2026-01-31","Id":"2147483648"}"#, "Id"),
        (r#"{"On":"2026-01-31","Id":18446744073709551616}"#, "Id"),
    ] {
        let response = String::from_utf8(ask(&gateway.1, "POST /Day", body).unwrap()).unwrap();
        assert!(response.starts_with("HTTP/1.1 400 ") && response.contains(&format!("`{name}`")), "{response}");
    }
    // The service hangs up, so that this one was sent.
    let sent = String::from_utf8(ask(&gateway.1, "POST /Day", r#"{"On":"2026-01-31","Id":1}"#).unwrap()).unwrap();
    assert!(sent.starts_with("HTTP/1.1 5"), "{sent}");
}

#[cfg(unix)]
#[test]
fn the_second_interrupt_ends_a_gateway_while_work_is_under_way() {
    let folder = folder("interrupted_twice");
    let mut gateway = Gateway::start(&folder, 60_000);
    let address = gateway.1.clone();
    let calls = [0; 3].map(|_| {
        let address = address.clone();
        thread::spawn(move || ask(&address, "POST /Large", "{}"))
    });
    thread::sleep(Duration::from_millis(1500));
    gateway.interrupt();
    thread::sleep(Duration::from_millis(200));
    gateway.interrupt();
    let begun = Instant::now();
    while gateway.0.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < Duration::from_secs(5), "the gateway goes on");
        thread::sleep(Duration::from_millis(20));
    }
    for call in calls {
        // The connection broke off, or the call had ended before.
        let _ = call.join().unwrap();
    }
}

/// The time of 200 looks at a gateway, while four large reports and four hostile calls are under way.
/// `ASMX=target/release/asmx cargo test -p asmx --test suite -- --ignored --nocapture probes`.
#[test]
#[ignore = "measures time, with a release build"]
fn probes_of_a_gateway_under_load() {
    let folder = folder("probes");
    let gateway = Gateway::start(&folder, 200_000);
    let address = gateway.1.clone();
    let is_over = Arc::new(AtomicBool::new(false));
    let nested = format!("{{\"Ids\":[{}[[0]]]}}", "[[0]],".repeat(2_600_000));
    let numbers = format!("{{\"Ids\":[{}\"x\"]}}", "0,".repeat(1_500_000));
    let tool =
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"EmptyRows","arguments":{}}}"#.to_owned();
    let mut calls = vec![
        ("POST /Columns?$format=jsonl", "{}".to_owned()),
        ("POST /Take", nested),
        ("POST /Take", numbers),
        ("POST /mcp", tool),
    ];
    calls.extend(["json", "json", "jsonl", "csv"].map(|form| {
        let request: &'static str = Box::leak(format!("POST /Large?$format={form}").into_boxed_str());
        (request, "{}".to_owned())
    }));
    let callers: Vec<_> = calls
        .into_iter()
        .map(|(request, body)| {
            let (address, is_over) = (address.clone(), Arc::clone(&is_over));
            thread::spawn(move || {
                let (mut count, mut first) = (0, String::new());
                while !is_over.load(Ordering::Relaxed) {
                    let Ok(response) = ask(&address, request, &body) else { continue };
                    first = String::from_utf8_lossy(&response[..response.len().min(12)]).into_owned();
                    count += 1;
                }
                println!("{request}: {count} responses, the last {first}");
            })
        })
        .collect();
    thread::sleep(Duration::from_secs(1));
    let mut times: Vec<Duration> = (0..200)
        .map(|_| {
            let begun = Instant::now();
            assert!(ask(&address, "GET /healthz", "").unwrap().ends_with(b"ok\n"));
            let time = begun.elapsed();
            thread::sleep(Duration::from_millis(50));
            time
        })
        .collect();
    is_over.store(true, Ordering::Relaxed);
    let status = fs::read_to_string(format!("/proc/{}/status", gateway.0.id())).unwrap_or_default();
    for caller in callers {
        caller.join().unwrap();
    }
    times.sort();
    let peak = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default();
    println!("median {:?}, 99 of 100 {:?}, longest {:?}; {peak}", times[100], times[197], times[199]);
    assert!(times[197] <= Duration::from_millis(100) && times[199] <= Duration::from_millis(500), "{times:?}");
}
