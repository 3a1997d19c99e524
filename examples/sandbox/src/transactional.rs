//! Transactional groups.

use email_campaign_client::TransactionalGroupsRename;
use rusqlite::{OptionalExtension, Transaction, params};

use crate::moment::Moment;
use crate::parameters::{non_blank, shortened};
use crate::refusal::{Kind, Refusal, Result};
use crate::work::{Work, success};

pub fn find(work: Work<'_>, id: i64) -> Result<i64> {
    let mut statement =
        work.db.prepare_cached("SELECT id FROM transactional_group WHERE account_id = ?1 AND id = ?2")?;
    let found = statement.query_row(params![work.account, id], |row| row.get(0)).optional()?;
    found.ok_or_else(|| Refusal::new(Kind::GroupNotFound, format!("Unknown transactional group {id} in this account")))
}

/// The group whose identifier is a text.
pub fn find_stated(work: Work<'_>, text: &str, parameter: &str) -> Result<i64> {
    let id = text.trim().parse().map_err(|_| {
        let message = format!("{parameter} `{}` is not an identifier of a transactional group", shortened(text));
        Refusal::new(Kind::InvalidParameter, message)
    })?;
    find(work, id)
}

pub fn find_named(work: Work<'_>, name: Option<&str>, parameter: &str) -> Result<i64> {
    let Some(name) = non_blank(name).map(str::trim) else {
        return Err(Refusal::new(Kind::GroupNotFound, format!("{parameter} is missing")));
    };
    let mut statement =
        work.db.prepare_cached("SELECT id FROM transactional_group WHERE account_id = ?1 AND name = ?2")?;
    let found = statement.query_row(params![work.account, name], |row| row.get(0)).optional()?;
    found.ok_or_else(|| {
        let message = format!("{parameter}: unknown transactional group `{}` in this account", shortened(name));
        Refusal::new(Kind::GroupNotFound, message)
    })
}

/// Creates a group. No operation of the service does.
pub fn create(db: &Transaction<'_>, account: i64, name: &str, now: Moment) -> Result<i64> {
    let name = checked_name(name, "The name")?;
    let added = db.execute(
        "INSERT INTO transactional_group (account_id, name, created_at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
        params![account, name, now.seconds()],
    )?;
    if added == 0 {
        return Err(duplicate(name));
    }
    Ok(db.last_insert_rowid())
}

/// `TransactionalGroups_Rename`.
pub fn rename(work: Work<'_>, request: &TransactionalGroupsRename) -> Result<String> {
    let group = find_named(work, request.old_group_name.as_deref(), "OldGroupName")?;
    let name = checked_name(request.new_group_name.as_deref().unwrap_or_default(), "NewGroupName")?;
    let renamed =
        work.db.execute("UPDATE OR IGNORE transactional_group SET name = ?2 WHERE id = ?1", params![group, name])?;
    if renamed == 0 { Err(duplicate(name)) } else { Ok(success([])) }
}

fn checked_name<'n>(name: &'n str, parameter: &str) -> Result<&'n str> {
    const LONGEST: usize = 200;
    let name = name.trim();
    if name.is_empty() || name.chars().count() > LONGEST || name.contains(char::is_control) {
        let message = format!(
            "{parameter} `{}` is not a valid name for a group: it needs 1 to {LONGEST} characters",
            shortened(name)
        );
        return Err(Refusal::new(Kind::InvalidParameter, message));
    }
    Ok(name)
}

fn duplicate(name: &str) -> Refusal {
    Refusal::new(Kind::DuplicateGroupName, format!("A transactional group `{name}` exists already"))
}
