//! The custom fields of a list, and what a member has in them.

use rusqlite::{Transaction, params};

use crate::moment::shortened;
use crate::refusal::{Kind, Refusal, Result};

/// More fields than this a list cannot have.
const MOST: usize = 200;
const LONGEST_NAME: usize = 100;

/// Whether a name means the member's address, however it is spelled: `EmailAddress`, `E-mail`, `email_address`.
pub fn is_address(name: &str) -> bool {
    let letters: String = name.chars().filter(|letter| letter.is_alphanumeric()).collect();
    letters.eq_ignore_ascii_case("emailaddress") || letters.eq_ignore_ascii_case("email")
}

/// The fields of one list; their names are compared without regard to case.
#[derive(Debug)]
pub struct Fields {
    list: i64,
    names: Vec<String>,
}

impl Fields {
    /// Reads them.
    pub fn of_list(db: &Transaction<'_>, list: i64) -> Result<Self> {
        let mut statement = db.prepare_cached("SELECT name FROM list_field WHERE list_id = ?1 ORDER BY position")?;
        let names = statement.query_map([list], |row| row.get(0))?.collect::<std::result::Result<_, _>>()?;
        Ok(Self { list, names })
    }

    /// The names in order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The place of a field.
    pub fn position(&self, name: &str) -> Option<usize> {
        let name = name.trim().to_lowercase();
        self.names.iter().position(|known| known.to_lowercase() == name)
    }

    /// The place of a field that must be there.
    pub fn existing(&self, name: &str) -> Result<usize> {
        self.position(name).ok_or_else(|| {
            let known = if self.names.is_empty() { "none".to_owned() } else { self.names.join(", ") };
            let message = format!("The list has no field `{}`; its fields: {known}", shortened(name));
            Refusal::new(Kind::InvalidField, message)
        })
    }

    /// The place of a field, which is added to the list if it is not there.
    pub fn existing_or_new(&mut self, db: &Transaction<'_>, name: &str) -> Result<usize> {
        let name = name.trim();
        if let Some(position) = self.position(name) {
            return Ok(position);
        }
        if name.is_empty() || name.chars().count() > LONGEST_NAME || name.contains(char::is_control) {
            let message =
                format!("`{}` is no name for a field: it needs 1 to {LONGEST_NAME} characters", shortened(name));
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

/// The values of one member, by the places of the fields. A field that was never set has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values(Vec<Option<String>>);

impl Values {
    /// Reads what is stored.
    pub fn parse(stored: &str) -> Result<Self> {
        serde_json::from_str(stored)
            .map(Self)
            .map_err(|error| Refusal::new(Kind::Internal, format!("The fields of a member cannot be read: {error}")))
    }

    /// What is to be stored.
    pub fn stored(&self) -> Result<String> {
        serde_json::to_string(&self.0)
            .map_err(|error| Refusal::new(Kind::Internal, format!("The fields of a member cannot be written: {error}")))
    }

    /// Sets the value at a place.
    pub fn set(&mut self, position: usize, value: Option<String>) {
        if self.0.len() <= position {
            self.0.resize(position + 1, None);
        }
        if let Some(place) = self.0.get_mut(position) {
            *place = value;
        }
    }

    /// The value at a place.
    pub fn get(&self, position: usize) -> Option<&str> {
        self.0.get(position)?.as_deref()
    }
}
