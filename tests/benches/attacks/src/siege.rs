//! A server and a client that are attacked for a while: what others get meanwhile, and what the attacked one uses.

use std::io::Write as _;
use std::net::TcpStream;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{Scope, sleep};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use crate::honest::Honest;
use crate::{process, requests, send};

/// How many half-open connections are held, twice what a server keeps by default.
const HALF_OPEN: usize = 1000;

/// How many expensive requests are under way.
const EXPENSIVE: usize = 4;

/// How many others call meanwhile.
const OTHERS: usize = 4;

/// An attack by one thread, until it is done; it counts what it sent.
type Attack<'a> = &'a (dyn Fn(&str, &AtomicBool, &AtomicUsize) + Sync);

pub(crate) fn run(time: Duration, megabytes: usize) -> Result<()> {
    println!("Others: {OTHERS} at once, one small request after the other, each on a connection of its own.\n");
    println!(
        "| attack | sent | others {} | memory, MB | descriptors | CPU, s of {} s |",
        Honest::COLUMNS,
        time.as_secs()
    );
    println!("|---|{}", "--:|".repeat(9));
    besiege("none", time, 0, &|_, _, _| {})?;
    besiege(&format!("{HALF_OPEN} half-open connections"), time, 1, &half_open)?;
    let expensive = requests::all(megabytes);
    let turn = AtomicUsize::new(0);
    besiege(&format!("{EXPENSIVE} expensive requests at once"), time, EXPENSIVE, &|address, done, sent| {
        while !done.load(Ordering::Relaxed) {
            let next = turn.fetch_add(1, Ordering::Relaxed) % expensive.len();
            // Whatever the response is, and if the connection is closed.
            let _ = expensive.get(next).map(|(_, request)| send(address, request));
            sent.fetch_add(1, Ordering::Relaxed);
        }
    })?;
    drop(expensive);
    let status = Command::new(std::env::current_exe()?).arg("--errors").arg(time.as_secs().to_string()).status()?;
    ensure!(status.success(), "the client failed");
    Ok(())
}

/// Opens connections, begins a request on each, and opens others for those that are closed.
fn half_open(address: &str, done: &AtomicBool, sent: &AtomicUsize) {
    let mut open: Vec<TcpStream> = Vec::new();
    while !done.load(Ordering::Relaxed) {
        // One byte more, so that it does not stand still: the head as a whole has its time.
        open.retain_mut(|stream| stream.write_all(b"a").is_ok());
        while open.len() < HALF_OPEN && !done.load(Ordering::Relaxed) {
            let Ok(mut stream) = TcpStream::connect(address) else { break };
            if stream.write_all(b"POST /api.asmx/Import HTTP/1.1\r\nX-Slow: ").is_ok() {
                sent.fetch_add(1, Ordering::Relaxed);
                open.push(stream);
            }
        }
        sleep(Duration::from_millis(50));
    }
}

fn besiege(name: &str, time: Duration, attackers: usize, attack: Attack<'_>) -> Result<()> {
    let (mut child, address) = process::start()?;
    let server = child.id();
    let (before, cpu) = (process::memory(server, "VmRSS")?, process::cpu(server)?);
    let (done, sent) = (AtomicBool::new(false), AtomicUsize::new(0));
    let mut honest = Honest::default();
    let mut descriptors = 0;
    std::thread::scope(|scope: &Scope<'_, '_>| -> Result<()> {
        for _ in 0..attackers {
            scope.spawn(|| attack(&address, &done, &sent));
        }
        let others: Vec<_> = (0..OTHERS).map(|_| scope.spawn(|| others(&address, &done))).collect();
        let begun = Instant::now();
        while begun.elapsed() < time {
            sleep(Duration::from_millis(100));
            descriptors = descriptors.max(process::descriptors(server).unwrap_or_default());
        }
        done.store(true, Ordering::Relaxed);
        for other in others {
            honest.add(other.join().map_err(|_| anyhow::anyhow!("one of the others panicked"))?);
        }
        Ok(())
    })?;
    let memory = process::memory(server, "VmHWM")?.saturating_sub(before) / 1_000_000;
    let cpu = process::cpu(server)? - cpu;
    child.kill()?;
    child.wait()?;
    println!("| {name} | {} | {honest} | {memory} | {descriptors} | {cpu:.1} |", sent.into_inner());
    Ok(())
}

fn others(address: &str, done: &AtomicBool) -> Honest {
    let request = requests::small();
    let mut honest = Honest::default();
    while !done.load(Ordering::Relaxed) {
        let start = Instant::now();
        match send(address, &request) {
            Ok(status) if status == "200" => honest.served(start.elapsed()),
            _ => honest.failed(),
        }
        sleep(Duration::from_millis(5));
    }
    honest
}
