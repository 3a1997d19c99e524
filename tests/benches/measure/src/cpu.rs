//! CPU time, and medians of it.

use anyhow::{Context as _, Result};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;

/// CPU seconds (user and system) that `work` costs this process, and its result.
pub(crate) fn of_this_process<T>(work: impl FnOnce() -> Result<T>) -> Result<(f64, T)> {
    spent(UsageWho::RUSAGE_SELF, work)
}

/// CPU seconds (user and system) of the processes that `work` starts and waits for, with those that they start in turn.
pub(crate) fn of_children<T>(work: impl FnOnce() -> Result<T>) -> Result<(f64, T)> {
    spent(UsageWho::RUSAGE_CHILDREN, work)
}

fn spent<T>(who: UsageWho, work: impl FnOnce() -> Result<T>) -> Result<(f64, T)> {
    let before = seconds(who)?;
    let response = work()?;
    Ok((seconds(who)? - before, response))
}

fn seconds(who: UsageWho) -> Result<f64> {
    let usage = getrusage(who).context("getrusage")?;
    Ok(in_seconds(usage.user_time()) + in_seconds(usage.system_time()))
}

#[allow(clippy::cast_precision_loss, reason = "microseconds of a process are far below 2^52")]
fn in_seconds(time: TimeVal) -> f64 {
    time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6
}

/// The middle one, or the mean of the two in the middle; `None` of nothing.
pub(crate) fn median(mut samples: Vec<f64>) -> Option<f64> {
    samples.sort_by(f64::total_cmp);
    let middle = samples.len() / 2;
    let upper = samples.get(middle).copied()?;
    let lower = if samples.len().is_multiple_of(2) { samples.get(middle.checked_sub(1)?).copied()? } else { upper };
    Some(f64::midpoint(lower, upper))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), Some(2.5));
    }

    #[test]
    fn work_costs_time_and_waiting_does_not() {
        #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]
        let (busy, sum) = of_this_process(|| Ok((0..30_000_000_u64).map(std::hint::black_box).sum::<u64>())).unwrap();
        assert_eq!(sum, 30_000_000 * 29_999_999 / 2);
        assert!(busy > 0.001, "{busy}");
    }
}
