//! What this and other processes use, as the kernel tells it.

use anyhow::{Context as _, Result};

/// Nanoseconds of CPU time of the calling thread, user and system.
pub(crate) fn thread_cpu() -> Result<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    text.split(' ').next().context("a time")?.parse().context("a number of nanoseconds")
}

/// KiB of memory that a process holds.
pub(crate) fn resident(process: u32) -> Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("a resident set")?;
    line.trim().trim_end_matches(" kB").parse().context("a number of KiB")
}
