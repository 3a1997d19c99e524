//! Bulk import of members, `ImportGroupMembersFromData2`.

use std::collections::{HashMap, HashSet};

use email_campaign_client::ImportGroupMembersFromData2;
use rusqlite::params;

use crate::address;
use crate::lists::{self, Fields, Values};
use crate::members::names_once;
use crate::parameters::{self, non_blank, shortened};
use crate::refusal::{Kind, Refusal, Result};
use crate::work::{Work, success};

/// The most bad rows that a report or a refusal names.
const MOST_NAMED: usize = 100;

/// Imports members. A row with too many or too few columns refuses the whole import; rows with an unusable address
/// are left out and reported. A known member is updated; with `UpdateOnly` no other member is added. Of several rows
/// with one address the last wins.
pub fn import(work: Work<'_>, request: &ImportGroupMembersFromData2) -> Result<String> {
    let list = lists::find(work, request.group_name.as_deref(), "GroupName")?;
    let update_only =
        non_blank(request.update_only.as_deref()).map_or(Ok(false), |value| parameters::truth(value, "UpdateOnly"))?;
    let (column, qualifier) = (request.column_delimiter.as_deref(), request.text_qualifier.as_deref());
    let names = request.field_names.as_deref().unwrap_or_default();
    let names = parameters::cells(names, column, qualifier, "FieldNames")?;
    names_once(&names)?;
    let delimiters = parameters::delimiters(request.row_delimiter.as_deref(), column, qualifier);
    let rows = parameters::rows(request.import_data.as_deref().unwrap_or_default(), &delimiters, "ImportData")?;
    check_widths(&rows, names.len())?;
    let columns = Columns::find(work, list, &names, update_only)?;
    Importer::new(work, list, columns, update_only)?.take(rows)
}

fn check_widths(rows: &[(usize, Vec<String>)], expected: usize) -> Result<()> {
    let wrong: Vec<_> = rows.iter().filter(|(_, row)| row.len() != expected).collect();
    if wrong.is_empty() {
        return Ok(());
    }
    let mut named: Vec<_> =
        wrong.iter().take(MOST_NAMED).map(|(number, row)| format!("row {number} has {}", row.len())).collect();
    if wrong.len() > MOST_NAMED {
        named.push(format!("and {} rows more", wrong.len() - MOST_NAMED));
    }
    let message = format!("ImportData: FieldNames has {expected} columns, but {}", named.join(", "));
    Err(Refusal::new(Kind::InvalidFieldCount, message))
}

struct Columns {
    address: usize,
    /// Columns with the positions of their fields.
    fields: Vec<(usize, usize)>,
}

impl Columns {
    fn find(work: Work<'_>, list: i64, names: &[String], update_only: bool) -> Result<Self> {
        let mut addresses = names.iter().enumerate().filter(|(_, name)| lists::is_address(name));
        let Some((address, _)) = addresses.next() else {
            return Err(Refusal::new(Kind::InvalidField, "FieldNames: one of the columns must be EmailAddress"));
        };
        if let Some((_, second)) = addresses.next() {
            return Err(Refusal::new(
                Kind::InvalidField,
                format!("FieldNames: `{second}` is a second column of addresses; keep one"),
            ));
        }
        let mut known = Fields::of_list(work.db, list)?;
        let mut fields = Vec::new();
        for (column, name) in names.iter().enumerate().filter(|(column, _)| *column != address) {
            let position = if update_only { known.existing(name)? } else { known.existing_or_new(work.db, name)? };
            fields.push((column, position));
        }
        Ok(Self { address, fields })
    }
}

struct Importer<'t> {
    work: Work<'t>,
    list: i64,
    columns: Columns,
    update_only: bool,
    members: HashMap<String, (i64, String)>,
    bounced: HashSet<String>,
    added: usize,
    updated: usize,
    left_out: usize,
    report: Vec<String>,
}

impl<'t> Importer<'t> {
    fn new(work: Work<'t>, list: i64, columns: Columns, update_only: bool) -> Result<Self> {
        let mut statement = work.db.prepare("SELECT key, id, fields FROM member WHERE list_id = ?1")?;
        let members = statement
            .query_map([list], |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))))?
            .collect::<std::result::Result<_, _>>()?;
        let mut statement =
            work.db.prepare("SELECT key FROM removal WHERE account_id = ?1 AND reason = 'Bounce' AND at <= ?2")?;
        let bounced = statement
            .query_map(params![work.account, work.now.seconds()], |row| row.get(0))?
            .collect::<std::result::Result<_, _>>()?;
        Ok(Self {
            work,
            list,
            columns,
            update_only,
            members,
            bounced,
            added: 0,
            updated: 0,
            left_out: 0,
            report: Vec::new(),
        })
    }

    fn take(mut self, rows: Vec<(usize, Vec<String>)>) -> Result<String> {
        for (number, row) in rows {
            if let Some(why) = self.take_row(row)? {
                self.left_out += 1;
                if self.report.len() < MOST_NAMED {
                    self.report.push(format!("Row {number}: {why}"));
                }
            }
        }
        let mut lines = vec![
            format!("Added: {}", self.added),
            format!("Updated: {}", self.updated),
            format!("Left out: {}", self.left_out),
        ];
        let unnamed = self.left_out - self.report.len();
        lines.append(&mut self.report);
        if unnamed > 0 {
            lines.push(format!("And {unnamed} rows more"));
        }
        Ok(success(lines))
    }

    /// Imports a row, or returns the reason why not.
    fn take_row(&mut self, row: Vec<String>) -> Result<Option<String>> {
        let address = row.get(self.columns.address).map(|cell| cell.trim()).unwrap_or_default();
        if !address::is_valid(address) {
            return Ok(Some(format!("`{}` is not an e-mail address", shortened(address))));
        }
        let key = address::key(address);
        let address = address.to_owned();
        match self.members.get_mut(&key) {
            Some((id, stored)) => {
                let mut values = Values::parse(stored)?;
                fill(&mut values, &self.columns, row);
                *stored = values.stored()?;
                let mut statement = self.work.db.prepare_cached("UPDATE member SET fields = ?2 WHERE id = ?1")?;
                statement.execute(params![*id, *stored])?;
                self.updated += 1;
            }
            None if self.update_only => return Ok(Some(format!("`{address}` is not in the list"))),
            None if self.bounced.contains(&key) => {
                return Ok(Some(format!("`{address}`: Email address is on account's Bounce list.")));
            }
            None => {
                let mut values = Values::default();
                fill(&mut values, &self.columns, row);
                let stored = values.stored()?;
                let sql = "INSERT INTO member (list_id, address, key, fields, added_at) VALUES (?1, ?2, ?3, ?4, ?5)";
                let mut statement = self.work.db.prepare_cached(sql)?;
                let id = statement.insert(params![self.list, address, key, stored, self.work.now.seconds()])?;
                self.members.insert(key, (id, stored));
                self.added += 1;
            }
        }
        Ok(None)
    }
}

fn fill(values: &mut Values, columns: &Columns, mut row: Vec<String>) {
    for (column, position) in &columns.fields {
        values.set(*position, row.get_mut(*column).map(std::mem::take));
    }
}
