//! Members of lists: adding one and editing one.

use email_campaign_client::{AddGroupMember, AddGroupMemberString, GroupsEditMemberById, ListsEditMemberByAddress};
use rusqlite::{OptionalExtension, params};

use crate::address;
use crate::lists::{self, Fields, Values};
use crate::parameters::{self, Options, shortened};
use crate::refusal::{Kind, Refusal, Result};
use crate::work::{Work, not_found, success};

/// `AddGroupMember`.
pub fn add(work: Work<'_>, request: AddGroupMember) -> Result<String> {
    let names: Vec<_> = request.field_names.unwrap_or_default().into_iter().map(Option::unwrap_or_default).collect();
    let values = request.field_values.unwrap_or_default();
    add_member(work, request.group_name.as_deref(), request.email_address.as_deref(), &names, values)
}

/// `AddGroupMemberString`: names and values separated by commas; a value with a comma is in double quotes.
pub fn add_from_strings(work: Work<'_>, request: &AddGroupMemberString) -> Result<String> {
    let cells = |text: &Option<String>, parameter| {
        parameters::cells(text.as_deref().unwrap_or_default(), None, Some("\""), parameter)
    };
    let names = cells(&request.field_names, "FieldNames")?;
    let values =
        cells_for(&names, request.field_values.as_deref(), |text| cells(&Some(text.to_owned()), "FieldValues"))?;
    add_member(work, request.group_name.as_deref(), request.email_address.as_deref(), &names, values)
}

/// Values for names. For one name, no values mean one empty value.
fn cells_for(
    names: &[String],
    values: Option<&str>,
    cut: impl Fn(&str) -> Result<Vec<String>>,
) -> Result<Vec<Option<String>>> {
    let values = cut(values.unwrap_or_default())?;
    let values = if values.is_empty() && names.len() == 1 { vec![String::new()] } else { values };
    Ok(values.into_iter().map(Some).collect())
}

fn add_member(
    work: Work<'_>,
    list: Option<&str>,
    address: Option<&str>,
    names: &[String],
    values: Vec<Option<String>>,
) -> Result<String> {
    let list = lists::find(work, list, "GroupName")?;
    let address = address::required(address, "EmailAddress")?;
    check_names(names, values.len())?;
    if let Some(name) = names.iter().find(|name| lists::is_address(name)) {
        return Err(Refusal::new(
            Kind::InvalidField,
            format!("FieldNames: `{name}` belongs in the parameter EmailAddress"),
        ));
    }
    if is_bounce_listed(work, address)? {
        let message = format!("The address `{address}` cannot be added: Email address is on account's Bounce list.");
        return Err(Refusal::new(Kind::BouncedEmailAddress, message));
    }
    let mut fields = Fields::of_list(work.db, list)?;
    let mut field_values = Values::default();
    for (name, value) in names.iter().zip(values) {
        field_values.set(fields.existing_or_new(work.db, name)?, value);
    }
    let added = work.db.execute(
        "INSERT INTO member (list_id, address, key, fields, added_at) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
        params![list, address, address::key(address), field_values.stored()?, work.now.seconds()],
    )?;
    if added == 0 {
        return Err(duplicate(address));
    }
    Ok(success([work.db.last_insert_rowid().to_string()]))
}

fn duplicate(address: &str) -> Refusal {
    Refusal::new(Kind::DuplicateEmailAddress, format!("EmailAddress `{address}` is already in the list"))
}

fn check_names(names: &[String], values: usize) -> Result<()> {
    if names.len() != values {
        let message = format!("FieldNames has {} names, FieldValues {values} values", names.len());
        return Err(Refusal::new(Kind::InvalidFieldCount, message));
    }
    names_once(names)
}

pub fn names_once(names: &[String]) -> Result<()> {
    let mut addresses = std::collections::HashSet::new();
    match names.iter().find(|name| !addresses.insert(name.trim().to_lowercase())) {
        Some(name) => {
            Err(Refusal::new(Kind::InvalidField, format!("FieldNames: `{}` is given twice", shortened(name))))
        }
        None => Ok(()),
    }
}

fn is_bounce_listed(work: Work<'_>, address: &str) -> Result<bool> {
    let sql = "SELECT count(*) FROM removal WHERE account_id = ?1 AND key = ?2 AND reason = 'Bounce' AND at <= ?3";
    let mut statement = work.db.prepare_cached(sql)?;
    Ok(statement.query_row(params![work.account, address::key(address), work.now.seconds()], |row| row.get(0))?)
}

/// `Groups_EditMember_ByID`.
pub fn edit_by_id(work: Work<'_>, request: GroupsEditMemberById) -> Result<String> {
    let list = lists::find(work, request.group_name.as_deref(), "GroupName")?;
    let name = request.field_name.unwrap_or_default();
    let id = i64::from(request.group_member_id.unwrap_or_default());
    let mut statement = work.db.prepare_cached("SELECT id, fields FROM member WHERE list_id = ?1 AND id = ?2")?;
    let found: Option<(i64, String)> =
        statement.query_row(params![list, id], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    edit(work, list, found, &[name], vec![Some(request.new_field_value.unwrap_or_default())])
}

/// `Lists_EditMember_ByAddress`. The default delimiter is a comma. Options are checked and have no effect.
pub fn edit_by_address(work: Work<'_>, request: &ListsEditMemberByAddress) -> Result<String> {
    Options::parse(request.options.as_deref())?;
    let list = lists::find(work, request.list_name.as_deref(), "ListName")?;
    let address = address::required(request.email_address.as_deref(), "EmailAddress")?;
    let cut = |text: &str, parameter| {
        parameters::cells(text, request.delimiter.as_deref(), request.text_qualifier.as_deref(), parameter)
    };
    let names = cut(request.field_names.as_deref().unwrap_or_default(), "FieldNames")?;
    let values = cells_for(&names, request.field_values.as_deref(), |text| cut(text, "FieldValues"))?;
    if names.is_empty() {
        return Err(Refusal::new(Kind::InvalidField, "FieldNames is missing"));
    }
    let mut statement = work.db.prepare_cached("SELECT id, fields FROM member WHERE list_id = ?1 AND key = ?2")?;
    let found: Option<(i64, String)> =
        statement.query_row(params![list, address::key(address)], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    edit(work, list, found, &names, values)
}

fn edit(
    work: Work<'_>,
    list: i64,
    member: Option<(i64, String)>,
    names: &[String],
    values: Vec<Option<String>>,
) -> Result<String> {
    check_names(names, values.len())?;
    let fields = Fields::of_list(work.db, list)?;
    let Some((member, stored)) = member else { return Ok(not_found()) };
    let mut field_values = Values::parse(&stored)?;
    for (name, value) in names.iter().zip(values) {
        if lists::is_address(name) {
            let address = address::required(value.as_deref(), "The new EmailAddress")?;
            let changed = work.db.execute(
                "UPDATE OR IGNORE member SET address = ?2, key = ?3 WHERE id = ?1",
                params![member, address, address::key(address)],
            )?;
            if changed == 0 {
                return Err(duplicate(address));
            }
        } else {
            field_values.set(fields.existing(name)?, value);
        }
    }
    work.db.execute("UPDATE member SET fields = ?2 WHERE id = ?1", params![member, field_values.stored()?])?;
    Ok(success([]))
}
