//! The recipients of a mailing, from lists, a filter and other addresses: each address once, without removed and
//! excluded ones.

use std::collections::{HashMap, HashSet};

use rusqlite::params;

use crate::address;
use crate::filter;
use crate::lists::{self, Fields, Values};
use crate::parameters::{self, Options, non_blank};
use crate::refusal::{Kind, Refusal, Result};
use crate::work::Work;

/// The recipients that a request names.
#[derive(Debug)]
pub struct Audience<'r> {
    /// Names of lists, separated by commas.
    pub groups: Option<&'r str>,
    /// `List: condition`.
    pub group_filter: Option<&'r str>,
    /// Other addresses.
    pub other: Option<&'r str>,
    /// A query to a database of the caller, which the sandbox does not have.
    pub web_database: Option<&'r str>,
}

impl Audience<'_> {
    pub fn is_stated(&self) -> bool {
        [self.groups, self.group_filter, self.other, self.web_database]
            .into_iter()
            .any(|value| non_blank(value).is_some())
    }

    pub fn description(&self) -> String {
        let parts = [("Lists", self.groups), ("Filter", self.group_filter), ("Others", self.other)];
        let declared =
            parts.into_iter().filter_map(|(name, value)| non_blank(value).map(|value| format!("{name}: {value}")));
        declared.collect::<Vec<_>>().join("\n")
    }
}

#[derive(Clone, Debug)]
pub struct Recipient {
    /// In the form that came first.
    pub address: String,
    /// The form in which addresses are compared.
    pub key: String,
}

#[derive(Debug, Default)]
pub struct Recipients {
    /// In order.
    pub chosen: Vec<Recipient>,
    /// Addresses with the reason.
    pub left_out: Vec<(String, String)>,
}

/// Finds the recipients. A message without recipients is refused, and so is one whose recipients are all removed.
pub fn find(work: Work<'_>, audience: &Audience<'_>, options: &Options) -> Result<Recipients> {
    if non_blank(audience.web_database).is_some() {
        let message =
            "ToWebDatabase: this account has no web database, and the sandbox never executes the SQL of a request";
        return Err(Refusal::new(Kind::CannotSend, message));
    }
    let mut named = Named::default();
    for name in list_names(audience.groups, "ToGroups")? {
        let list = lists::find(work, Some(&name), "ToGroups")?;
        named.add_list(work, list)?;
    }
    if let Some(filter) = non_blank(audience.group_filter) {
        named.add_filtered(work, filter)?;
    }
    if let Some(text) = non_blank(audience.other) {
        for address in other_addresses(text, options)? {
            named.add(&address);
        }
    }
    if named.recipients.is_empty() {
        let message = "The mailing has no recipients: ToGroups, ToGroupFilter and ToOther name no address";
        return Err(Refusal::new(Kind::CannotSend, message));
    }
    let removed = reasons_to_leave_out(work, options)?;
    let (chosen, left_out): (Vec<_>, Vec<_>) =
        named.recipients.into_iter().partition(|recipient| !removed.contains_key(&recipient.key));
    let left_out = left_out.into_iter().map(|recipient| {
        let reason = removed.get(&recipient.key).cloned().unwrap_or_default();
        (recipient.address, reason)
    });
    let left_out: Vec<_> = left_out.collect();
    if chosen.is_empty() {
        let message =
            format!("No recipient is left: all {} addresses are unsubscribed, removed or excluded", left_out.len());
        return Err(Refusal::new(Kind::CannotSend, message));
    }
    Ok(Recipients { chosen, left_out })
}

fn list_names(names: Option<&str>, parameter: &str) -> Result<Vec<String>> {
    let names = parameters::cells(names.unwrap_or_default(), None, None, parameter)?;
    Ok(names.into_iter().filter(|name| !name.trim().is_empty()).collect())
}

/// Addresses in the order of the request, each once.
#[derive(Default)]
struct Named {
    recipients: Vec<Recipient>,
    addresses: HashSet<String>,
}

impl Named {
    fn add(&mut self, address: &str) {
        let key = address::key(address);
        if self.addresses.insert(key.clone()) {
            self.recipients.push(Recipient { address: address.to_owned(), key });
        }
    }

    fn add_list(&mut self, work: Work<'_>, list: i64) -> Result<()> {
        let mut statement = work.db.prepare_cached("SELECT address FROM member WHERE list_id = ?1 ORDER BY id")?;
        let mut rows = statement.query([list])?;
        while let Some(row) = rows.next()? {
            self.add(row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?);
        }
        Ok(())
    }

    fn add_filtered(&mut self, work: Work<'_>, filter: &str) -> Result<()> {
        let (list, condition) = filter::split(filter)?;
        let list = lists::find(work, Some(list), "ToGroupFilter")?;
        let condition = filter::parse(condition, &Fields::of_list(work.db, list)?)?;
        let mut statement =
            work.db.prepare_cached("SELECT id, address, fields FROM member WHERE list_id = ?1 ORDER BY id")?;
        let mut rows = statement.query([list])?;
        while let Some(row) = rows.next()? {
            let (id, address, stored): (i64, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let values = Values::parse(&stored)?;
            if condition.holds(&filter::Member { id, address: &address, values: &values }) {
                self.add(&address);
            }
        }
        Ok(())
    }
}

/// `ToOther`: free text, or rows if a `ToOther…` option describes them.
fn other_addresses(text: &str, options: &Options) -> Result<Vec<String>> {
    let row = options.get("ToOtherRowDelimiter");
    let column = options.get("ToOtherColDelimiter");
    let names = options.get("ToOtherFieldNames");
    if row.is_none() && column.is_none() && names.is_none() {
        return address::in_free_text(text, "ToOther").map(|found| found.into_iter().map(str::to_owned).collect());
    }
    let names = parameters::cells(names.unwrap_or("EmailAddress"), None, None, "ToOtherFieldNames")?;
    let Some(index) = names.iter().position(|name| lists::is_address(name)) else {
        return Err(Refusal::new(Kind::InvalidField, "ToOtherFieldNames: one of the columns must be EmailAddress"));
    };
    let delimiters = parameters::delimiters(row, column, None);
    let mut found = Vec::new();
    for (number, cells) in parameters::rows(text, &delimiters, "ToOther")? {
        if cells.len() != names.len() {
            let message =
                format!("ToOther, row {number}: {} columns, but ToOtherFieldNames has {}", cells.len(), names.len());
            return Err(Refusal::new(Kind::InvalidFieldCount, message));
        }
        let parameter = format!("ToOther, row {number}:");
        found.push(address::required(cells.get(index).map(String::as_str), &parameter)?.to_owned());
    }
    Ok(found)
}

/// Keys of removed and excluded addresses, with the reason.
pub fn reasons_to_leave_out(work: Work<'_>, options: &Options) -> Result<HashMap<String, String>> {
    let skip_unsubscribed = options.is_on("SkipUnsubCheck")?;
    let mut reasons = HashMap::new();
    let sql = "SELECT key, reason FROM removal WHERE account_id = ?1 AND at <= ?2";
    let mut statement = work.db.prepare_cached(sql)?;
    let mut rows = statement.query(params![work.account, work.now.seconds()])?;
    while let Some(row) = rows.next()? {
        let (key, reason): (String, String) = (row.get(0)?, row.get(1)?);
        if !(skip_unsubscribed && reason == "Unsubscribe") {
            reasons.insert(key, reason);
        }
    }
    for name in list_names(
        options.get("SuppressionGroups").map(|names| names.replace(';', ",")).as_deref(),
        "SuppressionGroups",
    )? {
        let mut excluded = Named::default();
        excluded.add_list(work, lists::find(work, Some(&name), "SuppressionGroups")?)?;
        for recipient in excluded.recipients {
            reasons.entry(recipient.key).or_insert_with(|| format!("In {name}"));
        }
    }
    for address in address::in_free_text(options.get("DoNotSendTo").unwrap_or_default(), "DoNotSendTo")? {
        reasons.entry(address::key(address)).or_insert_with(|| "DoNotSendTo".to_owned());
    }
    Ok(reasons)
}
