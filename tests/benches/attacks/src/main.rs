//! Measures requests that are made to be expensive for a server: time until the response, peak memory of its process, memory that it keeps,
//! and the time that others wait meanwhile. Each request meets a server of its own: this program, started again. Further measurements attack
//! server and client continuously.

mod errors;
mod honest;
mod process;
mod requests;
mod responses;
mod server;
mod siege;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Parser;
use figures::{Figure, Goal};

/// Measures attacks by single requests.
#[derive(Parser)]
struct Arguments {
    /// Megabytes of a form; a document has a third of it.
    #[arg(long, default_value_t = 60)]
    megabytes: usize,
    /// How many of the same come at once.
    #[arg(long, default_value_t = 1)]
    at_once: usize,
    /// Only attacks with this in their name.
    #[arg(long, default_value = "")]
    only: String,
    /// Attacks for so many seconds instead: half-open connections, expensive requests, and a server whose errors are hostile.
    #[arg(long, value_name = "SECONDS")]
    siege: Option<u64>,
    /// Attacks on a client instead: what decoding a response takes.
    #[arg(long)]
    responses: bool,
    /// Be the server.
    #[arg(long, hide = true)]
    serve: bool,
    /// Decode the response of this number.
    #[arg(long, hide = true)]
    decode: Option<usize>,
    /// Bytes of that response.
    #[arg(long, hide = true, default_value_t = 0)]
    bytes: usize,
    /// Be the client whose server is hostile, for so many seconds.
    #[arg(long, hide = true)]
    errors: Option<u64>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if arguments.serve {
        return server::serve();
    }
    if let Some(number) = arguments.decode {
        return responses::decode(number, arguments.bytes);
    }
    if arguments.responses {
        return responses::run(arguments.megabytes * 1_000_000 / 3);
    }
    if let Some(seconds) = arguments.errors {
        return errors::run(Duration::from_secs(seconds));
    }
    if let Some(seconds) = arguments.siege {
        return siege::run(Duration::from_secs(seconds), arguments.megabytes * 1_000_000);
    }
    println!("| attack | MB | response | s | memory, MB | times the bodies | kept, MB | longest wait of others, ms |");
    println!("|---|--:|--:|--:|--:|--:|--:|--:|");
    let (mut memory, mut seconds): (f64, f64) = (0.0, 0.0);
    for (name, request) in requests::all(arguments.megabytes * 1_000_000) {
        if name.contains(&arguments.only) {
            let cost = attack(name, &request, arguments.at_once)?;
            memory = memory.max(cost.times_the_bodies);
            seconds = seconds.max(cost.seconds);
        }
    }
    if arguments.only.is_empty() {
        let what = |of: &str| format!("a request made to be expensive, {} at once: {of}, the worst", arguments.at_once);
        let figure = Figure::new(what("memory of the server in sizes of the bodies"), memory).decimals(1);
        println!("\n{}", figure.goal(Goal::AtMost(3.0)));
        println!("{}", Figure::new(what("time until the response"), seconds).unit("s"));
    }
    Ok(())
}

/// The cost of an attack for the server.
struct Cost {
    times_the_bodies: f64,
    seconds: f64,
}

#[allow(clippy::cast_precision_loss, reason = "sizes and times are shown")]
fn attack(name: &str, request: &[u8], at_once: usize) -> Result<Cost> {
    let (mut child, address) = process::start()?;
    let before = process::memory(child.id(), "VmRSS")?;
    let done = AtomicBool::new(false);
    let (outcome, waited, took) = std::thread::scope(|scope| {
        let others = scope.spawn(|| others(&address, &done));
        let start = Instant::now();
        let senders: Vec<_> = (0..at_once).map(|_| scope.spawn(|| send(&address, request))).collect();
        let mut outcome = Ok(String::new());
        for sender in senders {
            outcome = sender.join().unwrap_or_else(|_| Err(anyhow::anyhow!("a sender panicked")));
        }
        let took = start.elapsed();
        done.store(true, Ordering::Relaxed);
        (outcome, others.join(), took)
    });
    let waited = waited.map_err(|_| anyhow::anyhow!("the others panicked"))??;
    let most = process::memory(child.id(), "VmHWM")?.saturating_sub(before);
    std::thread::sleep(Duration::from_secs(1));
    let kept = process::memory(child.id(), "VmRSS")?.saturating_sub(before);
    child.kill()?;
    child.wait()?;
    let megabytes = request.len() as f64 * at_once as f64 / 1e6;
    let most = most as f64 / 1e6;
    println!(
        "| {name} | {megabytes:.0} | {} | {:.2} | {most:.0} | {:.1} | {:.0} | {:.0} |",
        outcome.unwrap_or_else(|error| error.to_string()),
        took.as_secs_f64(),
        most / megabytes,
        kept as f64 / 1e6,
        waited.as_secs_f64() * 1e3,
    );
    Ok(Cost { times_the_bodies: most / megabytes, seconds: took.as_secs_f64() })
}

/// Sends a request; the result is the status of its response.
fn send(address: &str, request: &[u8]) -> Result<String> {
    let mut stream = TcpStream::connect(address)?;
    // A server may respond, and close, before it has read everything.
    let sent = stream.write_all(request);
    let mut response = [0; 12];
    if let Err(error) = stream.read_exact(&mut response) {
        sent?;
        return Err(error.into());
    }
    std::io::copy(&mut stream, &mut std::io::sink()).ok();
    Ok(String::from_utf8_lossy(&response).chars().skip(9).collect())
}

/// Sends small requests until it is done; the result is the longest time that one waited for its response.
fn others(address: &str, done: &AtomicBool) -> Result<Duration> {
    let request = requests::small();
    let mut longest = Duration::ZERO;
    while !done.load(Ordering::Relaxed) {
        let start = Instant::now();
        let status = send(address, &request)?;
        longest = longest.max(start.elapsed());
        anyhow::ensure!(status == "200", "another request got {status}");
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(longest)
}
