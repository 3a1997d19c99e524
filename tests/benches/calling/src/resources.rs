//! CPU time and memory of this and other processes, as the kernel reports them.

use anyhow::{Context as _, Result};
use nix::time::{ClockId, clock_gettime};

/// Nanoseconds of CPU time of the calling thread, user and system.
pub(crate) fn thread_cpu() -> Result<u64> {
    nanoseconds(ClockId::CLOCK_THREAD_CPUTIME_ID)
}

/// Nanoseconds of CPU time of all threads of this process, user and system.
pub(crate) fn process_cpu() -> Result<u64> {
    nanoseconds(ClockId::CLOCK_PROCESS_CPUTIME_ID)
}

fn nanoseconds(clock: ClockId) -> Result<u64> {
    let time = clock_gettime(clock)?;
    let (seconds, nanoseconds) = (u64::try_from(time.tv_sec())?, u64::try_from(time.tv_nsec())?);
    Ok(seconds * 1_000_000_000 + nanoseconds)
}

/// KiB of memory that a process holds.
pub(crate) fn resident(process: u32) -> Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("a resident set")?;
    line.trim().trim_end_matches(" kB").parse().context("a number of KiB")
}
