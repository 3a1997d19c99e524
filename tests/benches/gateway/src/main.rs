//! Measures the command `asmx` as a process: its start, what its gateway adds to a call, and the memory and speed of rows that it sends on.

#![allow(clippy::cast_precision_loss, reason = "figures are rounded")]

mod http;
mod report;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result};
use asmx_gateway::{Checks, Document, Setup, Target};
use clap::Parser;
use figures::{Figure, Goal};

use http::Connection;

/// Measures the command.
#[derive(Parser)]
struct Arguments {
    /// The command, as `cargo build --release -p asmx` makes it.
    #[arg(long, default_value = "../target/release/asmx")]
    asmx: PathBuf,
    /// Megabytes of a report.
    #[arg(long, default_value_t = 100)]
    megabytes: usize,
    /// Calls of a round.
    #[arg(long, default_value_t = 2_000)]
    calls: usize,
}

/// A process that ends with its value.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    fn start(asmx: &Path, arguments: &[&str]) -> Result<Self> {
        let mut command = Command::new(asmx);
        command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(Self(command.spawn().with_context(|| format!("{}: build it first", asmx.display()))?))
    }

    fn status(&self, name: &str) -> Result<f64> {
        let text = fs::read_to_string(format!("/proc/{}/status", self.0.id()))?;
        let line = text.lines().find_map(|line| line.strip_prefix(name)).context("no such line")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }

    fn cpu(&self) -> Result<f64> {
        cpu(&self.0.id().to_string())
    }
}

/// The CPU time of a process in seconds.
fn cpu(process: &str) -> Result<f64> {
    let text = fs::read_to_string(format!("/proc/{process}/stat"))?;
    // Behind the name: user and system time are the 12th and 13th field.
    let fields = text.rsplit(") ").next().unwrap_or_default().split(' ').skip(11).take(2);
    let ticks = fields.map(str::parse::<f64>).sum::<Result<f64, _>>()?;
    Ok(ticks / 100.0)
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let folder = std::env::temp_dir().join(format!("asmx-gateway-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let measured = measure(&arguments, &folder);
    fs::remove_dir_all(&folder)?;
    measured
}

fn measure(arguments: &Arguments, folder: &Path) -> Result<()> {
    let (small, large) = (folder.join("small.xml"), folder.join("large.xml"));
    fs::write(&small, report::spec(3))?;
    fs::write(&large, report::spec(1_500))?;
    let (small, large) = (small.to_string_lossy().into_owned(), large.to_string_lossy().into_owned());
    start(arguments)?;
    first_answer(arguments, "3", &small, 0.1)?;
    first_answer(arguments, "1500", &large, 0.5)?;
    calls(arguments, &small)?;
    rows(arguments, &small)
}

fn start(arguments: &Arguments) -> Result<()> {
    let times = rounds(20, || {
        let begun = Instant::now();
        Running::start(&arguments.asmx, &["--version"])?.0.wait()?;
        Ok(begun.elapsed().as_secs_f64() * 1e3)
    })?;
    println!("{}", Figure::new("asmx: start", times).unit("ms").goal(Goal::AtMost(10.0)));
    let megabytes = fs::metadata(&arguments.asmx)?.len() as f64 / 1e6;
    println!("{}", Figure::new("asmx: the file", megabytes).unit("MB").decimals(1).goal(Goal::AtMost(30.0)));
    Ok(())
}

/// From the start of the process to the last byte of its `OpenAPI` document.
fn first_answer(arguments: &Arguments, operations: &str, spec: &str, goal: f64) -> Result<()> {
    let time = rounds(5, || {
        let begun = Instant::now();
        let _gateway = gateway(&arguments.asmx, spec)?;
        Connection::open(GATEWAY)?.send("GET /openapi.json HTTP/1.1", "")?;
        Ok(begun.elapsed().as_secs_f64())
    })?;
    let what = format!("asmx gateway: first answer after the start, {operations} operations");
    println!("{}", Figure::new(what, time).unit("s").decimals(3).goal(Goal::AtMost(goal)));
    Ok(())
}

// Below the ports of outgoing connections: one of those could meet itself.
const SERVICE: u16 = 17_801;
const GATEWAY: u16 = 17_802;

fn gateway(asmx: &Path, spec: &str) -> Result<Running> {
    let (upstream, listen) = (format!("http://127.0.0.1:{SERVICE}"), format!("127.0.0.1:{GATEWAY}"));
    Running::start(asmx, &["gateway", spec, "--upstream", &upstream, "--listen", &listen])
}

/// One call after the other, in turns: to the service itself, through the gateway, and to the service by a client of ours, which does the half
/// of the gateway's work that callers without a gateway do.
fn calls(arguments: &Arguments, spec: &str) -> Result<()> {
    let listen = format!("127.0.0.1:{SERVICE}");
    let _service = Running::start(&arguments.asmx, &["mock", spec, "--listen", &listen])?;
    let gateway = gateway(&arguments.asmx, spec)?;
    let (mut direct, mut through) = (Connection::open(SERVICE)?, Connection::open(GATEWAY)?);
    let (soap_head, soap) = report::call();
    let setup = Setup::of_document(Document::open(Path::new(spec))?).checks(Checks::None);
    let target = Target::new(setup.base_url(format!("http://{listen}")))?;
    let parameters = serde_json::Map::from_iter([("Id".to_owned(), 7.into())]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let rest_head = "POST /Count0 HTTP/1.1\r\nContent-Type: application/json";
    let (mut added, mut of_gateway, mut of_client) = (Vec::new(), Vec::new(), Vec::new());
    let per_call = |seconds: f64| seconds / arguments.calls as f64 * 1e6;
    for round in 0..6 {
        let alone = median_of(arguments.calls, || direct.send(&soap_head, &soap).map(drop))?;
        let before = gateway.cpu()?;
        let over_rest = median_of(arguments.calls, || through.send(rest_head, "{\"Id\": 7}").map(drop))?;
        let after = gateway.cpu()?;
        let begun = cpu("self")?;
        for _ in 0..arguments.calls {
            runtime.block_on(target.call("Count0", &parameters))?;
        }
        // The first round warms up.
        if round > 0 {
            added.push((over_rest - alone) * 1e3);
            of_gateway.push(per_call(after - before));
            of_client.push(per_call(cpu("self")? - begun));
        }
    }
    let name = "asmx gateway: time that it adds to a call, median";
    println!("{}", Figure::new(name, median(&mut added)).unit("ms").decimals(3).goal(Goal::AtMost(0.15)));
    println!("{}", Figure::new("asmx gateway: its CPU for a call", median(&mut of_gateway)).unit("µs").decimals(0));
    let name = "asmx gateway: CPU of a client that makes the same call itself";
    println!("{}", Figure::new(name, median(&mut of_client)).unit("µs").decimals(0));
    Ok(())
}

/// A large report as lines, CSV and Arrow.
fn rows(arguments: &Arguments, spec: &str) -> Result<()> {
    report::serve(SERVICE, arguments.megabytes)?;
    let megabytes = arguments.megabytes as f64;
    for form in ["jsonl", "csv", "arrow"] {
        let gateway = gateway(&arguments.asmx, spec)?;
        let head = format!("POST /Report?$format={form} HTTP/1.1\r\nContent-Type: application/json");
        let mut connection = Connection::open(GATEWAY)?;
        let (before, begun) = (gateway.status("VmRSS:")?, Instant::now());
        connection.send(&head, "{}")?;
        let (seconds, memory) = (begun.elapsed().as_secs_f64(), (gateway.status("VmHWM:")? - before) / 1e3);
        let what = format!("asmx gateway: {megabytes:.0} MB of DataSet to {form}");
        let memory = Figure::new(format!("{what}, memory"), memory).unit("MB").decimals(1).goal(Goal::AtMost(16.0));
        println!("{memory}");
        println!("{}", Figure::new(format!("{what}, speed"), megabytes / seconds).unit("MB/s").decimals(0));
    }
    Ok(())
}

fn rounds(count: usize, mut measured: impl FnMut() -> Result<f64>) -> Result<f64> {
    let mut all = (0..count).map(|_| measured()).collect::<Result<Vec<_>>>()?;
    Ok(median(&mut all))
}

fn median_of(count: usize, mut what: impl FnMut() -> Result<()>) -> Result<f64> {
    rounds(count, || {
        let begun = Instant::now();
        what()?;
        Ok(begun.elapsed().as_secs_f64())
    })
}

fn median(all: &mut [f64]) -> f64 {
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or_default()
}
