//! Lists, which are also called groups, and their custom fields.

use rusqlite::{OptionalExtension, Transaction, params};

use crate::moment::Moment;
use crate::parameters::{non_blank, shortened};
use crate::refusal::{Kind, Refusal, Result};
use crate::work::Work;

/// The identifier of a list of the calling account. `parameter` is the parameter that names it.
pub fn find(work: Work<'_>, name: Option<&str>, parameter: &str) -> Result<i64> {
    let Some(name) = non_blank(name).map(str::trim) else {
        return Err(Refusal::new(Kind::GroupNotFound, format!("{parameter} is missing")));
    };
    let mut statement = work.db.prepare_cached("SELECT id FROM list WHERE account_id = ?1 AND name = ?2")?;
    let found = statement.query_row(params![work.account, name], |row| row.get(0)).optional()?;
    match found {
        Some(id) => Ok(id),
        None => Err(missing(work, name, parameter)?),
    }
}

/// The refusal of an unknown list, which names some known ones.
fn missing(work: Work<'_>, name: &str, parameter: &str) -> Result<Refusal> {
    let mut statement = work.db.prepare_cached("SELECT name FROM list WHERE account_id = ?1 ORDER BY name LIMIT 5")?;
    let names = statement.query_map([work.account], |row| row.get::<_, String>(0))?;
    let known: Vec<_> = names.map(|name| Ok(format!("`{}`", shortened(&name?)))).collect::<rusqlite::Result<_>>()?;
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    let message = format!("{parameter}: this account has no list `{}`; known lists: {known}", shortened(name));
    Ok(Refusal::new(Kind::GroupNotFound, message))
}

/// Creates a list. No operation of the service does: the owner of the sandbox creates lists.
pub fn create(db: &Transaction<'_>, account: i64, name: &str, now: Moment) -> Result<i64> {
    const LONGEST: usize = 200;
    let name = name.trim();
    if name.is_empty()
        || name.chars().count() > LONGEST
        || name.contains([',', ':', '"'])
        || name.contains(char::is_control)
    {
        let message = format!(
            "`{}` is not a valid name for a list: it needs 1 to {LONGEST} characters, without comma, colon and double quote",
            shortened(name)
        );
        return Err(Refusal::new(Kind::InvalidParameter, message));
    }
    let added = db.execute(
        "INSERT INTO list (account_id, name, created_at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
        params![account, name, now.seconds()],
    )?;
    if added == 0 {
        return Err(Refusal::new(Kind::DuplicateGroupName, format!("A list `{name}` exists already")));
    }
    Ok(db.last_insert_rowid())
}

/// The most fields of a list.
const MOST: usize = 200;
const LONGEST_NAME: usize = 100;

/// Whether a name is the member's address in any spelling: `EmailAddress`, `E-mail`, `email_address`.
pub fn is_address(name: &str) -> bool {
    let letters: String = name.chars().filter(|letter| letter.is_alphanumeric()).collect();
    letters.eq_ignore_ascii_case("emailaddress") || letters.eq_ignore_ascii_case("email")
}

/// The fields of one list. Names are compared without regard to case.
#[derive(Debug)]
pub struct Fields {
    list: i64,
    names: Vec<String>,
}

impl Fields {
    pub fn of_list(db: &Transaction<'_>, list: i64) -> Result<Self> {
        let mut statement = db.prepare_cached("SELECT name FROM list_field WHERE list_id = ?1 ORDER BY position")?;
        let names = statement.query_map([list], |row| row.get(0))?.collect::<std::result::Result<_, _>>()?;
        Ok(Self { list, names })
    }

    pub fn names(&self) -> &[String] {
        &self.names
    }

    pub fn position(&self, name: &str) -> Option<usize> {
        let name = name.trim().to_lowercase();
        self.names.iter().position(|known| known.to_lowercase() == name)
    }

    /// The position of a field; an unknown one is refused.
    pub fn existing(&self, name: &str) -> Result<usize> {
        self.position(name).ok_or_else(|| {
            let known = if self.names.is_empty() { "none".to_owned() } else { self.names.join(", ") };
            let message = format!("The list has no field `{}`; its fields: {known}", shortened(name));
            Refusal::new(Kind::InvalidField, message)
        })
    }

    /// The position of a field; an unknown one is added to the list.
    pub fn existing_or_new(&mut self, db: &Transaction<'_>, name: &str) -> Result<usize> {
        let name = name.trim();
        if let Some(position) = self.position(name) {
            return Ok(position);
        }
        if name.is_empty() || name.chars().count() > LONGEST_NAME || name.contains(char::is_control) {
            let message = format!(
                "`{}` is not a valid name for a field: it needs 1 to {LONGEST_NAME} characters",
                shortened(name)
            );
            return Err(Refusal::new(Kind::InvalidField, message));
        }
        if self.names.len() >= MOST {
            return Err(Refusal::new(Kind::InvalidField, format!("A list has at most {MOST} fields")));
        }
        let position = self.names.len();
        db.execute(
            "INSERT INTO list_field (list_id, position, name) VALUES (?1, ?2, ?3)",
            params![self.list, i64::try_from(position).unwrap_or(i64::MAX), name],
        )?;
        self.names.push(name.to_owned());
        Ok(position)
    }
}

/// The values of one member, by the positions of the fields; `None` for a field that was never set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values(Vec<Option<String>>);

impl Values {
    pub fn parse(stored: &str) -> Result<Self> {
        serde_json::from_str(stored)
            .map(Self)
            .map_err(|error| Refusal::new(Kind::Internal, format!("The fields of a member cannot be read: {error}")))
    }

    pub fn stored(&self) -> Result<String> {
        serde_json::to_string(&self.0)
            .map_err(|error| Refusal::new(Kind::Internal, format!("The fields of a member cannot be written: {error}")))
    }

    pub fn set(&mut self, position: usize, value: Option<String>) {
        if self.0.len() <= position {
            self.0.resize(position + 1, None);
        }
        if let Some(slot) = self.0.get_mut(position) {
            *slot = value;
        }
    }

    pub fn get(&self, position: usize) -> Option<&str> {
        self.0.get(position)?.as_deref()
    }
}
