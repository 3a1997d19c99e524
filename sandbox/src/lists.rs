//! Lists, which are also called groups.

use rusqlite::{OptionalExtension, Transaction, params};

use crate::moment::{Moment, given, shortened};
use crate::refusal::{Kind, Refusal, Result};
use crate::work::Work;

/// The identifier of a list of the calling account. `parameter` is where the name came from.
pub fn find(work: Work<'_>, name: Option<&str>, parameter: &str) -> Result<i64> {
    let Some(name) = given(name).map(str::trim) else {
        return Err(Refusal::new(Kind::GroupNotFound, format!("{parameter} is missing")));
    };
    let mut statement = work.db.prepare_cached("SELECT id FROM list WHERE account_id = ?1 AND name = ?2")?;
    let found = statement.query_row(params![work.account, name], |row| row.get(0)).optional()?;
    match found {
        Some(id) => Ok(id),
        None => Err(missing(work, name, parameter)?),
    }
}

/// The refusal of a list that is not there; it names some that are.
fn missing(work: Work<'_>, name: &str, parameter: &str) -> Result<Refusal> {
    let mut statement = work.db.prepare_cached("SELECT name FROM list WHERE account_id = ?1 ORDER BY name LIMIT 5")?;
    let names = statement.query_map([work.account], |row| row.get::<_, String>(0))?;
    let known: Vec<_> = names.map(|name| Ok(format!("`{}`", shortened(&name?)))).collect::<rusqlite::Result<_>>()?;
    let known = if known.is_empty() { "it has none".to_owned() } else { format!("it has {}", known.join(", ")) };
    let message = format!("{parameter}: there is no list `{}` in this account; {known}", shortened(name));
    Ok(Refusal::new(Kind::GroupNotFound, message))
}

/// Makes a list. No operation of the service makes lists: the owner of the sandbox does.
pub fn create(db: &Transaction<'_>, account: i64, name: &str, now: Moment) -> Result<i64> {
    const LONGEST: usize = 200;
    let name = name.trim();
    if name.is_empty()
        || name.chars().count() > LONGEST
        || name.contains([',', ':', '"'])
        || name.contains(char::is_control)
    {
        let message = format!(
            "`{}` is no name for a list: it needs 1 to {LONGEST} characters, without comma, colon and double quote",
            shortened(name)
        );
        return Err(Refusal::new(Kind::InvalidParameter, message));
    }
    let added = db.execute(
        "INSERT INTO list (account_id, name, created_at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
        params![account, name, now.seconds()],
    )?;
    if added == 0 {
        return Err(Refusal::new(Kind::DuplicateGroupName, format!("There is a list `{name}` already")));
    }
    Ok(db.last_insert_rowid())
}
