//! Accounts and sub-accounts: who they are and how they sign in.

use rusqlite::{OptionalExtension, Row, Transaction, params};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq as _;

use email_campaign_client::CreateSubAccount;

use crate::address;
use crate::moment::{Moment, given, shortened};
use crate::options::Options;
use crate::refusal::{Kind, Refusal, Result};
use crate::work::{Work, success};

/// The account that these credentials belong to. Does not tell which of the two is wrong.
pub fn sign_in(db: &Transaction<'_>, username: Option<&str>, password: Option<&str>) -> Result<i64> {
    let refused = || Refusal::new(Kind::InvalidCredentials, "Username or Password is wrong");
    let (Some(username), Some(password)) = (username, password) else { return Err(refused()) };
    let mut statement = db.prepare_cached("SELECT id, salt, password_hash FROM account WHERE username = ?1")?;
    let found: Option<(i64, String, String)> =
        statement.query_row([username], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).optional()?;
    // How long it takes tells neither whether there is such an account nor how much of the hash is right.
    let (id, salt, stored) = found.map_or_else(Default::default, |(id, salt, stored)| (Some(id), salt, stored));
    let is_right = bool::from(hash(&salt, password).as_bytes().ct_eq(stored.as_bytes()));
    id.filter(|_| is_right).ok_or_else(refused)
}

/// The account of that name with that password: made if there is none, else its password is set. Also returns whether it had
/// another one.
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

/// Sets how many times an address must bounce to be on the account's bounce list.
pub fn set_bounce_threshold(db: &Transaction<'_>, account: i64, times: u32) -> Result<()> {
    db.execute("UPDATE account SET bounce_threshold = ?2 WHERE id = ?1", params![account, times.max(1)])?;
    Ok(())
}

/// How many times an address must bounce to be on the account's bounce list.
pub fn bounce_threshold(db: &Transaction<'_>, account: i64) -> Result<i64> {
    Ok(db
        .prepare_cached("SELECT bounce_threshold FROM account WHERE id = ?1")?
        .query_row([account], |row| row.get(0))?)
}

/// `CreateSubAccount`. The sub-account signs in with the option `Password`, or without it with its parent's password; it has
/// its parent's bounce threshold, and lists and campaigns of its own.
pub fn create_sub_account(work: Work<'_>, request: &CreateSubAccount) -> Result<String> {
    let options = Options::parse(request.options.as_deref())?;
    let Some(username) = given(request.sub_username.as_deref()).map(str::trim) else {
        return Err(Refusal::new(Kind::InvalidParameter, "SubUsername is missing"));
    };
    let address = address::required(request.sub_email_address.as_deref(), "SubEmailAddress")?;
    let taken: bool =
        work.db.query_row("SELECT count(*) FROM account WHERE username = ?1", [username], |row| row.get(0))?;
    if taken {
        let message = format!("There is an account `{}` already", shortened(username));
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

/// Not meant to withstand an attack on a stolen database, only to keep passwords out of it.
fn hash(salt: &str, password: &str) -> String {
    use std::fmt::Write as _;
    let digest = Sha256::new().chain_update(salt).chain_update([0]).chain_update(password).finalize();
    digest.iter().fold(String::new(), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
