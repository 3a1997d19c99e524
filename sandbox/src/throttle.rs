//! After wrong passwords in a row, sign-ins with that user name are refused for a while.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use crate::refusal::{Kind, Refusal, Result};

/// So many wrong passwords in a row have no consequences but the last.
const FREE: u32 = 5;
const SHORTEST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(30);
/// So many user names are remembered.
const MOST: usize = 1000;

/// The wrong passwords of each user name, whether there is such an account or not: otherwise it would tell which names exist.
#[derive(Debug, Default)]
pub struct Throttle(Mutex<HashMap<Name, Wrong>>);

/// A user name, at a fixed length however long it is; the database compares names without regard to the case of ASCII letters.
type Name = [u8; 32];

/// Wrong passwords since the last right one.
#[derive(Clone, Copy, Debug)]
struct Wrong {
    count: u32,
    last: Instant,
}

impl Wrong {
    /// Until when sign-ins are refused.
    fn until(self) -> Option<Instant> {
        let doublings = self.count.checked_sub(FREE)?;
        Some(self.last + SHORTEST.saturating_mul(2_u32.saturating_pow(doublings)).min(LONGEST))
    }
}

impl Throttle {
    /// Does `sign_in`, unless that user name has to wait; a right password has to wait too, for otherwise guessing would lose
    /// nothing. What is refused here does not make the wait longer.
    pub fn attempt(&self, username: &str, now: Instant, sign_in: impl FnOnce() -> Result<i64>) -> Result<i64> {
        let name: Name = Sha256::digest(username.to_ascii_lowercase()).into();
        // Kept during the sign-in: guesses at the same time would all go through otherwise.
        let mut names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let wrong = names.get(&name).copied();
        if let Some(wait) = wrong.and_then(Wrong::until).and_then(|until| until.checked_duration_since(now))
            && !wait.is_zero()
        {
            let seconds = wait.as_millis().div_ceil(1000);
            let message = format!("Username or Password were wrong too often; wait {seconds} s, then try again");
            return Err(Refusal::new(Kind::TooManyAttempts, message));
        }
        let signed_in = sign_in();
        match &signed_in {
            Ok(_) => {
                names.remove(&name);
            }
            Err(refusal) if refusal.kind() == Kind::InvalidCredentials => {
                if names.len() >= MOST && wrong.is_none() {
                    forget_one(&mut names);
                }
                names.insert(name, Wrong { count: wrong.map_or(0, |wrong| wrong.count).saturating_add(1), last: now });
            }
            Err(_) => {}
        }
        signed_in
    }
}

/// Forgets the name with the fewest wrong passwords; among those the oldest.
fn forget_one(names: &mut HashMap<Name, Wrong>) {
    let least = names.iter().min_by_key(|(_, wrong)| (wrong.count, wrong.last)).map(|(name, _)| *name);
    if let Some(name) = least {
        names.remove(&name);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// A throttle and its time, in milliseconds since it was made.
    struct Trial {
        throttle: Throttle,
        start: Instant,
    }

    impl Trial {
        fn new() -> Self {
            Self { throttle: Throttle::default(), start: Instant::now() }
        }

        fn attempt(&self, username: &str, at: u64, is_right: bool) -> std::result::Result<i64, (Kind, String)> {
            let now = self.start + Duration::from_millis(at);
            let sign_in = || if is_right { Ok(7) } else { Err(Refusal::new(Kind::InvalidCredentials, "wrong")) };
            let done = self.throttle.attempt(username, now, sign_in);
            done.map_err(|refusal| (refusal.kind(), refusal.to_string()))
        }

        fn is_refused(&self, username: &str, at: u64, is_right: bool) -> bool {
            matches!(self.attempt(username, at, is_right), Err((Kind::TooManyAttempts, _)))
        }
    }

    #[test]
    fn the_sixth_waits_a_second_and_each_further_one_twice_as_long() {
        let trial = Trial::new();
        for _ in 0..5 {
            assert_eq!(trial.attempt("ann", 0, false).unwrap_err().0, Kind::InvalidCredentials);
        }
        let (kind, said) = trial.attempt("ann", 1, true).unwrap_err();
        assert_eq!((kind, said.contains("wait 1 s")), (Kind::TooManyAttempts, true), "{said}");
        assert!(trial.is_refused("ANN", 999, true), "the same account");
        assert_eq!(trial.attempt("bob", 999, true), Ok(7), "another account");
        let mut at = 1000;
        for seconds in [2, 4, 8, 16, 30, 30] {
            assert_eq!(trial.attempt("ann", at, false).unwrap_err().0, Kind::InvalidCredentials);
            // What is refused does not make the wait longer.
            assert!(trial.is_refused("ann", at + seconds * 1000 - 1, false));
            at += seconds * 1000;
        }
        assert_eq!(trial.attempt("ann", at, true), Ok(7));
        for _ in 0..5 {
            assert!(!trial.is_refused("ann", at, false), "a right password makes good");
        }
        assert!(trial.is_refused("ann", at, false));
    }

    #[test]
    fn many_names_are_not_all_remembered_but_those_that_wait_are() {
        let trial = Trial::new();
        for _ in 0..5 {
            let _ = trial.attempt("ann", 0, false);
        }
        for index in 0..3 * MOST {
            assert!(!trial.is_refused(&format!("user{index}"), 10, false));
        }
        assert_eq!(trial.throttle.0.lock().unwrap().len(), MOST);
        assert!(trial.is_refused("ann", 20, true));
    }

    #[test]
    fn a_failing_database_is_no_wrong_password() {
        let trial = Trial::new();
        for _ in 0..10 {
            let failed = || Err(Refusal::new(Kind::Internal, "failed"));
            assert_eq!(trial.throttle.attempt("ann", trial.start, failed).unwrap_err().kind(), Kind::Internal);
        }
    }
}
