//! Accounts and sub-accounts, how they sign in, and the wait after wrong passwords.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use email_campaign_client::CreateSubAccount;
use rusqlite::{OptionalExtension, Row, Transaction, params};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq as _;

use crate::address;
use crate::moment::Moment;
use crate::parameters::{Options, non_blank, shortened};
use crate::refusal::{Kind, Refusal, Result};
use crate::work::{Work, success};

/// The account of these credentials. A refusal does not reveal which of the two is wrong.
pub fn sign_in(db: &Transaction<'_>, username: Option<&str>, password: Option<&str>) -> Result<i64> {
    let refused = || Refusal::new(Kind::InvalidCredentials, "Username or Password is wrong");
    let (Some(username), Some(password)) = (username, password) else { return Err(refused()) };
    let mut statement = db.prepare_cached("SELECT id, salt, password_hash FROM account WHERE username = ?1")?;
    let found: Option<(i64, String, String)> =
        statement.query_row([username], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).optional()?;
    // The time taken reveals neither whether the account exists nor how much of the hash is right.
    let (id, salt, stored) = found.map_or_else(Default::default, |(id, salt, stored)| (Some(id), salt, stored));
    let is_right = bool::from(hash(&salt, password).as_bytes().ct_eq(stored.as_bytes()));
    id.filter(|_| is_right).ok_or_else(refused)
}

/// The account of that name, which is created or gets this password. Also returns whether it had another password.
pub fn ensure(db: &Transaction<'_>, username: &str, password: &str, now: Moment) -> Result<(i64, bool)> {
    let stored = "SELECT id, salt, password_hash FROM account WHERE username = ?1";
    let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let found: Option<(i64, String, String)> = db.query_row(stored, [username], read).optional()?;
    match found {
        Some((id, salt, stored)) if hash(&salt, password) == stored => Ok((id, false)),
        Some((id, ..)) => {
            set_password(db, id, username, password)?;
            Ok((id, true))
        }
        None => {
            let sql = "INSERT INTO account (username, salt, password_hash, created_at) VALUES (?1, '', '', ?2)";
            db.execute(sql, params![username, now.seconds()])?;
            let id = db.last_insert_rowid();
            set_password(db, id, username, password)?;
            Ok((id, false))
        }
    }
}

fn set_password(db: &Transaction<'_>, account: i64, username: &str, password: &str) -> Result<()> {
    let salt = username.to_lowercase();
    let sql = "UPDATE account SET salt = ?2, password_hash = ?3 WHERE id = ?1";
    db.execute(sql, params![account, salt, hash(&salt, password)])?;
    Ok(())
}

pub fn set_bounce_threshold(db: &Transaction<'_>, account: i64, times: u32) -> Result<()> {
    db.execute("UPDATE account SET bounce_threshold = ?2 WHERE id = ?1", params![account, times.max(1)])?;
    Ok(())
}

/// The number of bounces that put an address on the account's bounce list.
pub fn bounce_threshold(db: &Transaction<'_>, account: i64) -> Result<i64> {
    Ok(db
        .prepare_cached("SELECT bounce_threshold FROM account WHERE id = ?1")?
        .query_row([account], |row| row.get(0))?)
}

/// `CreateSubAccount`. The sub-account signs in with the option `Password`, by default its parent's password. It has
/// its parent's bounce threshold, and lists and campaigns of its own.
pub fn create_sub_account(work: Work<'_>, request: &CreateSubAccount) -> Result<String> {
    let options = Options::parse(request.options.as_deref())?;
    let Some(username) = non_blank(request.sub_username.as_deref()).map(str::trim) else {
        return Err(Refusal::new(Kind::InvalidParameter, "SubUsername is missing"));
    };
    let address = address::required(request.sub_email_address.as_deref(), "SubEmailAddress")?;
    let is_taken: bool =
        work.db.query_row("SELECT count(*) FROM account WHERE username = ?1", [username], |row| row.get(0))?;
    if is_taken {
        let message = format!("An account `{}` exists already", shortened(username));
        return Err(Refusal::new(Kind::DuplicateUsername, message));
    }
    let text = |value: &Option<String>| value.as_deref().unwrap_or_default().trim().to_owned();
    work.db.execute(
        "INSERT INTO account (parent_id, username, salt, password_hash, first_name, last_name, email_address, phone_number,
                              bounce_threshold, created_at)
         SELECT id, ?2, salt, password_hash, ?3, ?4, ?5, ?6, bounce_threshold, ?7 FROM account WHERE id = ?1",
        params![
            work.account,
            username,
            text(&request.sub_first_name),
            text(&request.sub_last_name),
            address,
            text(&request.sub_phone_number),
            work.now.seconds()
        ],
    )?;
    let id = work.db.last_insert_rowid();
    if let Some(password) = options.get("Password") {
        set_password(work.db, id, username, password)?;
    }
    Ok(success([id.to_string()]))
}

/// Keeps passwords out of the database. It is not meant to withstand an attack on a stolen one.
fn hash(salt: &str, password: &str) -> String {
    use std::fmt::Write as _;
    let digest = Sha256::new().chain_update(salt).chain_update([0]).chain_update(password).finalize();
    digest.iter().fold(String::new(), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The number of wrong passwords in a row before sign-ins have to wait.
const FREE: u32 = 5;
const SHORTEST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(30);
/// The most user names that are remembered.
const MOST: usize = 1000;

/// Wrong passwords of each user name, whether the account exists or not: otherwise the wait would reveal which names
/// exist.
#[derive(Debug, Default)]
pub struct Throttle(Mutex<HashMap<Name, Wrong>>);

/// A user name in a fixed length. The database compares names without regard to the case of ASCII letters.
type Name = [u8; 32];

/// Wrong passwords since the last right one.
#[derive(Clone, Copy, Debug)]
struct Wrong {
    count: u32,
    last: Instant,
}

impl Wrong {
    /// The end of the wait.
    fn until(self) -> Option<Instant> {
        let doublings = self.count.checked_sub(FREE)?;
        Some(self.last + SHORTEST.saturating_mul(2_u32.saturating_pow(doublings)).min(LONGEST))
    }
}

impl Throttle {
    /// Calls `sign_in`, unless that user name has to wait. A right password has to wait too, or guessing would cost
    /// nothing. A sign-in that is refused here does not make the wait longer.
    pub fn attempt(&self, username: &str, now: Instant, sign_in: impl FnOnce() -> Result<i64>) -> Result<i64> {
        let name: Name = Sha256::digest(username.to_ascii_lowercase()).into();
        // Locked during the sign-in: otherwise simultaneous guesses would all pass.
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

/// Forgets the oldest of the names with the fewest wrong passwords.
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

    /// A throttle and the time since it was made, in milliseconds.
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
    fn the_wait_begins_after_five_wrong_passwords_and_doubles() {
        let trial = Trial::new();
        for _ in 0..5 {
            assert_eq!(trial.attempt("ann", 0, false).unwrap_err().0, Kind::InvalidCredentials);
        }
        let (kind, message) = trial.attempt("ann", 1, true).unwrap_err();
        assert_eq!((kind, message.contains("wait 1 s")), (Kind::TooManyAttempts, true), "{message}");
        assert!(trial.is_refused("ANN", 999, true), "the same account");
        assert_eq!(trial.attempt("bob", 999, true), Ok(7), "another account");
        let mut at = 1000;
        for seconds in [2, 4, 8, 16, 30, 30] {
            assert_eq!(trial.attempt("ann", at, false).unwrap_err().0, Kind::InvalidCredentials);
            // A refused sign-in does not make the wait longer.
            assert!(trial.is_refused("ann", at + seconds * 1000 - 1, false));
            at += seconds * 1000;
        }
        assert_eq!(trial.attempt("ann", at, true), Ok(7));
        for _ in 0..5 {
            assert!(!trial.is_refused("ann", at, false), "a right password resets the count");
        }
        assert!(trial.is_refused("ann", at, false));
    }

    #[test]
    fn names_that_wait_are_remembered_before_others() {
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
    fn a_failing_database_is_not_a_wrong_password() {
        let trial = Trial::new();
        for _ in 0..10 {
            let failed = || Err(Refusal::new(Kind::Internal, "failed"));
            assert_eq!(trial.throttle.attempt("ann", trial.start, failed).unwrap_err().kind(), Kind::Internal);
        }
    }
}
