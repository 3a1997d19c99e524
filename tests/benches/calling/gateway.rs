//! The command `asmx` as a process: its start, what its gateway adds to a call, and the speed of rows that it sends on.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use divan::Bencher;
use divan::counter::BytesCount;

use crate::http::Connection;
use crate::report;

/// Megabytes of a report.
const MEGABYTES: usize = 100;

/// A process that ends with its value.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(arguments: &[&str]) -> Running {
    let asmx = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/release/asmx");
    let asmx = std::env::var_os("ASMX").map_or(asmx, PathBuf::from);
    let mut command = Command::new(&asmx);
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    Running(command.spawn().unwrap_or_else(|error| {
        panic!("{}: {error}: run `cargo build --release -p asmx` first, or name it in ASMX", asmx.display())
    }))
}

/// A gateway of a service of so many operations, and its address.
fn gateway(operations: usize, upstream: SocketAddr) -> (Running, SocketAddr) {
    let spec = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("shop-{operations}.xml"));
    std::fs::write(&spec, report::spec(operations)).unwrap();
    // A port that was free a moment ago.
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (upstream, listen) = (format!("http://{upstream}"), free.to_string());
    (start(&["gateway", &spec.to_string_lossy(), "--upstream", &upstream, "--listen", &listen]), free)
}

#[divan::bench(sample_size = 1)]
fn asmx_start() {
    assert!(start(&["--version"]).0.wait().unwrap().success());
}

/// From the start of the process to the last byte of its `OpenAPI` document.
#[divan::bench(args = [3, 1_500], sample_count = 7, sample_size = 1)]
fn asmx_gateway_first_answer(bencher: Bencher<'_, '_>, operations: usize) {
    let upstream = report::serve(0);
    bencher.bench_local(|| {
        let (_gateway, address) = gateway(operations, upstream);
        Connection::open(address).send("GET /openapi.json HTTP/1.1", "")
    });
}

#[divan::bench(sample_count = 5_000, sample_size = 1)]
fn asmx_gateway_call(bencher: Bencher<'_, '_>) {
    let (_gateway, address) = gateway(3, report::serve(0));
    let mut connection = Connection::open(address);
    bencher.bench_local(|| connection.send("POST /Count0 HTTP/1.1\r\nContent-Type: application/json", "{\"Id\": 7}"));
}

#[divan::bench(sample_count = 5_000, sample_size = 1)]
fn asmx_gateway_call_without_it(bencher: Bencher<'_, '_>) {
    let mut connection = Connection::open(report::serve(0));
    bencher.bench_local(|| connection.send(report::CALL_HEAD, report::CALL));
}

#[divan::bench(args = ["jsonl", "csv", "arrow"], sample_count = 5, sample_size = 1)]
fn asmx_gateway_rows(bencher: Bencher<'_, '_>, form: &str) {
    let (_gateway, address) = gateway(3, report::serve(MEGABYTES));
    let mut connection = Connection::open(address);
    let head = format!("POST /Report?$format={form} HTTP/1.1\r\nContent-Type: application/json");
    bencher.counter(BytesCount::new(MEGABYTES * 1_000_000)).bench_local(|| connection.send(&head, "{}"));
}
