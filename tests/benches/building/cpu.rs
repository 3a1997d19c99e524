//! CPU time: it depends less on the other load of a machine than the time on the clock.

use nix::sys::resource::{UsageWho, getrusage};

/// CPU seconds (user and system) that `work` costs this process.
pub(crate) fn of_this_process<T>(work: impl FnOnce() -> T) -> f64 {
    spent(UsageWho::RUSAGE_SELF, work)
}

/// CPU seconds (user and system) of the processes that `work` starts and waits for, with those that they start in turn.
pub(crate) fn of_children<T>(work: impl FnOnce() -> T) -> f64 {
    spent(UsageWho::RUSAGE_CHILDREN, work)
}

fn spent<T>(who: UsageWho, work: impl FnOnce() -> T) -> f64 {
    let before = seconds(who);
    std::hint::black_box(work());
    seconds(who) - before
}

fn seconds(who: UsageWho) -> f64 {
    let usage = getrusage(who).unwrap();
    let both = [usage.user_time(), usage.system_time()];
    #[allow(clippy::cast_precision_loss, reason = "microseconds of a process are far below 2^52")]
    both.map(|time| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6).iter().sum()
}

/// Medians of several pieces of work, each measured once in every round. The first round warms caches up.
pub(crate) fn in_turns<const N: usize>(rounds: usize, mut works: [&mut dyn FnMut() -> f64; N]) -> [f64; N] {
    let mut samples = [const { Vec::new() }; N];
    for round in 0..=rounds {
        for (work, samples) in works.iter_mut().zip(&mut samples) {
            let seconds = work();
            if round > 0 {
                samples.push(seconds);
            }
        }
    }
    samples.map(|mut samples| {
        samples.sort_by(f64::total_cmp);
        samples[samples.len() / 2]
    })
}
