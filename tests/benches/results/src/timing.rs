//! CPU time of several pieces of work that do the same, one after the other, round by round.

use std::hint::black_box;

use anyhow::{Context as _, Result};
use nix::time::{ClockId, clock_gettime};

/// One of the pieces of work that are compared. Its result (a length, a sum) must depend on all that was done, so that nothing
/// of it is optimised away.
pub(crate) type Work<'a> = &'a mut dyn FnMut() -> Result<u64>;

/// Median CPU seconds (user and system, all threads) of each piece of work: `runs` rounds, in each of them every piece once and in
/// turn, after one round that is not counted.
pub(crate) fn alternating(runs: usize, works: &mut [Work<'_>]) -> Result<Vec<f64>> {
    let mut samples = vec![Vec::with_capacity(runs); works.len()];
    for round in 0..=runs {
        for (work, samples) in works.iter_mut().zip(&mut samples) {
            let before = cpu_seconds()?;
            black_box(work()?);
            let spent = cpu_seconds()? - before;
            if round > 0 {
                samples.push(spent);
            }
        }
    }
    samples.into_iter().map(|samples| median(samples).context("no runs to count")).collect()
}

#[allow(clippy::cast_precision_loss, reason = "nanoseconds of a process are far below 2^52")]
fn cpu_seconds() -> Result<f64> {
    let time = clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).context("clock_gettime")?;
    Ok(time.tv_sec() as f64 + time.tv_nsec() as f64 / 1e9)
}

/// The middle one, or the mean of the two in the middle; `None` of nothing.
fn median(mut samples: Vec<f64>) -> Option<f64> {
    samples.sort_by(f64::total_cmp);
    let middle = samples.len() / 2;
    let upper = samples.get(middle).copied()?;
    let lower = if samples.len().is_multiple_of(2) { samples.get(middle.checked_sub(1)?).copied()? } else { upper };
    Some(f64::midpoint(lower, upper))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), Some(2.5));
    }

    #[test]
    fn every_piece_of_work_is_done_once_a_round_and_once_before() {
        let (mut first, mut second) = (0, 0);
        let mut count_first = || {
            first += 1;
            Ok((0..3_000_000_u64).map(black_box).sum())
        };
        let mut count_second = || {
            second += 1;
            Ok(0)
        };
        let medians = alternating(3, &mut [&mut count_first, &mut count_second]).unwrap();
        assert_eq!((first, second), (4, 4));
        assert!(medians[0] > medians[1], "{medians:?}");
    }
}
