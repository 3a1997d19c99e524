//! Tries of a password: rejections lock accounts, so that they are few, and followed by pauses.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use asmx_runtime::stack::SignInProblem;
use secrecy::{ExposeSecret as _, SecretString};
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::connection::Origin;

/// Rejections in a row after which an identity rests.
const REJECTIONS: u32 = 2;

/// The pause after so many rejections in a row; `None` while there is none.
const fn pause(rejections: u32) -> Option<Duration> {
    match rejections.checked_sub(REJECTIONS) {
        None => None,
        Some(0) => Some(Duration::from_secs(60)),
        Some(1) => Some(Duration::from_secs(5 * 60)),
        Some(_) => Some(Duration::from_secs(15 * 60)),
    }
}

/// A user with a password, as a hash with a key of this process: a password can be recognised, and not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Credential(u64);

/// The tries of an identity at each server. Clones of the identity share them.
#[derive(Default)]
pub(crate) struct AllTrials {
    key: RandomState,
    servers: Mutex<Vec<(Origin, Arc<Trials>)>>,
}

impl AllTrials {
    pub(crate) fn credential(&self, user: &str, password: &SecretString) -> Credential {
        Credential(self.key.hash_one((user, password.expose_secret())))
    }

    pub(crate) fn at(&self, origin: &Origin) -> Arc<Trials> {
        let mut servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, trials)) = servers.iter().find(|(known, _)| known == origin) {
            return Arc::clone(trials);
        }
        let trials = Arc::<Trials>::default();
        servers.push((origin.clone(), Arc::clone(&trials)));
        trials
    }
}

/// The tries of an identity at one server.
#[derive(Default)]
pub(crate) struct Trials {
    state: Mutex<State>,
    ended: Notify,
}

#[derive(Default)]
struct State {
    /// The one that was tried last.
    credential: Option<Credential>,
    /// Whether the last verdict was that it is accepted.
    is_proven: bool,
    /// Rejections since the last acceptance.
    rejections: u32,
    /// The end of the pause.
    rests_until: Option<Instant>,
    /// Tries without a verdict yet.
    under_way: u32,
}

/// The pause of a credential.
pub(crate) struct Rest {
    pub(crate) credential: Credential,
    pub(crate) problem: SignInProblem,
}

/// One try. It ends without a verdict if it is dropped.
pub(crate) struct Trial {
    trials: Arc<Trials>,
    credential: Credential,
}

impl Trials {
    /// The pause, if there is one now.
    pub(crate) fn rest(&self) -> Option<Rest> {
        self.state().rest()
    }

    /// Begins a try. While it is not known whether the credential is right, others wait for the verdict: never are more tries under way than
    /// may be rejected before a pause.
    pub(crate) async fn begin(self: &Arc<Self>, credential: Credential) -> Result<Trial, SignInProblem> {
        loop {
            let ended = self.ended.notified();
            {
                let mut state = self.state();
                if state.credential != Some(credential) {
                    *state = State { credential: Some(credential), under_way: state.under_way, ..State::default() };
                }
                if let Some(rest) = state.rest() {
                    return Err(rest.problem);
                }
                let most = REJECTIONS.saturating_sub(state.rejections).max(1);
                if state.is_proven || state.under_way < most {
                    state.under_way += 1;
                    return Ok(Trial { trials: Arc::clone(self), credential });
                }
            }
            ended.await;
        }
    }

    /// A poisoned lock is used: each change is complete.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn rest(&self) -> Option<Rest> {
        let wait = self.rests_until?.checked_duration_since(Instant::now()).filter(|wait| !wait.is_zero())?;
        Some(Rest {
            credential: self.credential?,
            problem: SignInProblem::Resting { rejections: self.rejections, wait },
        })
    }
}

impl Trial {
    pub(crate) fn accepted(self) {
        self.judged(|state| {
            state.is_proven = true;
            state.rejections = 0;
            state.rests_until = None;
        });
    }

    pub(crate) fn rejected(self) {
        self.judged(|state| {
            state.is_proven = false;
            state.rejections = state.rejections.saturating_add(1);
            state.rests_until = pause(state.rejections).and_then(|pause| Instant::now().checked_add(pause));
        });
    }

    fn judged(self, change: impl FnOnce(&mut State)) {
        let mut state = self.trials.state();
        // A verdict on an earlier password says nothing about the present one.
        if state.credential == Some(self.credential) {
            change(&mut state);
        }
    }
}

impl Drop for Trial {
    fn drop(&mut self) {
        let mut state = self.trials.state();
        state.under_way = state.under_way.saturating_sub(1);
        drop(state);
        self.trials.ended.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn rejected(trials: &Arc<Trials>, credential: Credential) {
        trials.begin(credential).await.unwrap().rejected();
    }

    fn seconds_left(trials: &Trials) -> Option<u64> {
        trials.rest().map(|rest| match rest.problem {
            SignInProblem::Resting { wait, .. } => wait.as_secs(),
            other => panic!("{other}"),
        })
    }

    #[tokio::test(start_paused = true)]
    async fn pauses_grow_with_one_try_after_each() {
        let (trials, credential) = (Arc::<Trials>::default(), Credential(1));
        rejected(&trials, credential).await;
        assert_eq!(seconds_left(&trials), None);
        for seconds in [60, 300, 900, 900] {
            rejected(&trials, credential).await;
            assert_eq!(seconds_left(&trials), Some(seconds));
            assert!(trials.begin(credential).await.is_err());
            tokio::time::advance(Duration::from_secs(seconds)).await;
            assert_eq!(seconds_left(&trials), None);
        }
        trials.begin(credential).await.unwrap().accepted();
        rejected(&trials, credential).await;
        assert_eq!(seconds_left(&trials), None, "an acceptance ends the row");
    }

    #[tokio::test]
    async fn another_password_ends_the_pause() {
        let trials = Arc::<Trials>::default();
        rejected(&trials, Credential(1)).await;
        rejected(&trials, Credential(1)).await;
        assert!(trials.begin(Credential(1)).await.is_err());
        trials.begin(Credential(2)).await.unwrap().accepted();
        assert!(trials.begin(Credential(2)).await.is_ok());
    }

    #[tokio::test]
    async fn tries_at_a_time_are_few_until_the_password_is_proven() {
        let (trials, credential) = (Arc::<Trials>::default(), Credential(1));
        let begun = [trials.begin(credential).await.unwrap(), trials.begin(credential).await.unwrap()];
        let waiting = tokio::spawn({
            let trials = Arc::clone(&trials);
            async move { trials.begin(credential).await.map(Trial::accepted) }
        });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        begun.into_iter().for_each(Trial::rejected);
        assert!(waiting.await.unwrap().is_err(), "the pause begins while it waits");
    }

    #[tokio::test]
    async fn tries_are_free_once_the_password_is_proven() {
        let (trials, credential) = (Arc::<Trials>::default(), Credential(1));
        trials.begin(credential).await.unwrap().accepted();
        let mut under_way = Vec::new();
        for _ in 0..20 {
            under_way.push(trials.begin(credential).await.unwrap());
        }
        // A try that ends without a verdict counts for nothing.
        drop(under_way);
        assert_eq!(seconds_left(&trials), None);
    }

    #[test]
    fn a_credential_is_user_and_password() {
        let all = AllTrials::default();
        let credential = |user, password: &str| all.credential(user, &password.into());
        assert_eq!(credential("ann", "a"), credential("ann", "a"));
        assert!(credential("ann", "a") != credential("ann", "b") && credential("ann", "a") != credential("bob", "a"));
    }
}
