//! Processes that are attacked, and what they use, as the kernel tells it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result};

/// Starts a server; the result is its process and its address.
pub(crate) fn start() -> Result<(Child, String)> {
    let program = std::env::current_exe()?;
    let mut child = Command::new(program).arg("--serve").stdout(Stdio::piped()).spawn()?;
    let mut address = String::new();
    BufReader::new(child.stdout.take().context("no output")?).read_line(&mut address)?;
    Ok((child, address.trim().to_owned()))
}

/// Bytes of a process's memory, of the kind that Linux calls so.
pub(crate) fn memory(process: u32, kind: &str) -> Result<usize> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find(|line| line.starts_with(kind)).context("no such memory")?;
    Ok(line.split_whitespace().nth(1).context("no number")?.parse::<usize>()? * 1024)
}

/// How many descriptors a process has open.
pub(crate) fn descriptors(process: u32) -> Result<usize> {
    Ok(std::fs::read_dir(format!("/proc/{process}/fd"))?.count())
}

/// Seconds of CPU time of a process, user and system.
pub(crate) fn cpu(process: u32) -> Result<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The name, in brackets, may hold anything.
    let (_, fields) = stat.rsplit_once(')').context("no name")?;
    let ticks = |index| fields.split_whitespace().nth(index).context("no time")?.parse::<f64>().context("no number");
    // Linux counts hundredths of a second for programs, whatever its own clock.
    Ok((ticks(11)? + ticks(12)?) / 100.0)
}
