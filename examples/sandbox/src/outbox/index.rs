//! The first page: campaigns, transactional messages, lists and the clock.

use rusqlite::Transaction;

use crate::moment::Moment;
use crate::refusal::Result;

use super::page::{Cell, escape, table};

/// The most rows of a table.
const MOST: i64 = 200;

pub fn content(db: &Transaction<'_>, now: Moment, is_set: bool) -> Result<String> {
    Ok(format!(
        "{}<h2>Campaigns</h2>{}<h2>Transactional messages</h2>{}<h2>Lists</h2>{}{}",
        clock(now, is_set),
        campaigns(db, now)?,
        transactional(db, now)?,
        lists(db)?,
        new_list(db)?
    ))
}

fn clock(now: Moment, is_set: bool) -> String {
    let state = if is_set { "stands" } else { "runs" };
    format!(
        "<p>The clock {state}: <strong>{}</strong> UTC</p>\
         <form method=\"post\" action=\"/outbox/clock\"><label>Set to <input name=\"moment\" value=\"{}\" required></label>\
         <button>Set</button></form>\
         <form method=\"post\" action=\"/outbox/clock\"><input type=\"hidden\" name=\"moment\" value=\"{}\"><button>One day on</button></form>\
         <form method=\"post\" action=\"/outbox/clock\"><input type=\"hidden\" name=\"moment\" value=\"\"><button>Run with the machine</button></form>",
        now.date_time(),
        now.iso(),
        now.later(24 * 3600).iso()
    )
}

fn campaigns(db: &Transaction<'_>, now: Moment) -> Result<String> {
    let sql = "
        SELECT campaign.id, username, subject, campaign.sent_at, status, count(delivery.id), count(delivery.id) FILTER (WHERE fate <> 'Delivered')
        FROM campaign JOIN account ON account.id = campaign.account_id JOIN message ON message.id = campaign.message_id
        LEFT JOIN delivery ON delivery.campaign_id = campaign.id
        GROUP BY campaign.id ORDER BY campaign.id DESC LIMIT ?1";
    let mut statement = db.prepare_cached(sql)?;
    let rows = statement.query_map([MOST], |row| {
        let id: i64 = row.get(0)?;
        let at = Moment::from_seconds(row.get(3)?);
        let status: String = row.get(4)?;
        Ok(vec![
            Cell::Link(id.to_string(), format!("/outbox/campaigns/{id}")),
            Cell::Text(row.get(2)?),
            Cell::Text(row.get(1)?),
            Cell::Text(at.date_time()),
            Cell::Text(if at > now { "Scheduled".to_owned() } else { status }),
            Cell::Number(row.get(5)?),
            Cell::Number(row.get(6)?),
        ])
    })?;
    let rows = rows.collect::<std::result::Result<Vec<_>, _>>()?;
    let names = ["JobID", "Subject", "Account", "Sent", "Status", "Recipients", "Not delivered"];
    Ok(table(&names, &rows, "No campaign was sent yet."))
}

fn transactional(db: &Transaction<'_>, now: Moment) -> Result<String> {
    let sql = "
        SELECT delivery.id, message_id, subject, name, address, sent_at, fate,
               coalesce(group_concat(kind || ' ' || datetime(at, 'unixepoch'), char(10) ORDER BY at), '')
        FROM delivery JOIN message ON message.id = message_id JOIN transactional_group ON transactional_group.id = group_id
        LEFT JOIN event ON event.delivery_id = delivery.id AND at <= ?2
        WHERE group_id IS NOT NULL GROUP BY delivery.id ORDER BY delivery.id DESC LIMIT ?1";
    let mut statement = db.prepare_cached(sql)?;
    let rows = statement.query_map([MOST, now.seconds()], |row| {
        let (id, message): (i64, i64) = (row.get(0)?, row.get(1)?);
        Ok(vec![
            Cell::Link(id.to_string(), format!("/outbox/messages/{message}")),
            Cell::Text(row.get(2)?),
            Cell::Text(row.get(3)?),
            Cell::Text(row.get(4)?),
            Cell::Text(Moment::from_seconds(row.get(5)?).date_time()),
            Cell::Word(row.get(6)?),
            Cell::Lines(row.get(7)?),
        ])
    })?;
    let rows = rows.collect::<std::result::Result<Vec<_>, _>>()?;
    let names = ["TransactionalID", "Subject", "Group", "To", "Sent", "Fate", "What happened"];
    Ok(table(&names, &rows, "No transactional message was sent yet."))
}

fn lists(db: &Transaction<'_>) -> Result<String> {
    let sql = "
        SELECT list.id, name, username, (SELECT count(*) FROM member WHERE list_id = list.id),
               (SELECT coalesce(group_concat(field.name, ', '), '') FROM list_field AS field WHERE field.list_id = list.id)
        FROM list JOIN account ON account.id = account_id ORDER BY username, name LIMIT ?1";
    let mut statement = db.prepare_cached(sql)?;
    let rows = statement.query_map([MOST], |row| {
        Ok(vec![
            Cell::Text(row.get::<_, i64>(0)?.to_string()),
            Cell::Text(row.get(1)?),
            Cell::Text(row.get(2)?),
            Cell::Number(row.get(3)?),
            Cell::Text(row.get(4)?),
        ])
    })?;
    let rows = rows.collect::<std::result::Result<Vec<_>, _>>()?;
    Ok(table(&["GroupID", "Name", "Account", "Members", "Fields"], &rows, "There is no list yet."))
}

fn new_list(db: &Transaction<'_>) -> Result<String> {
    let mut statement = db.prepare_cached("SELECT username FROM account ORDER BY id LIMIT ?1")?;
    let names =
        statement.query_map([MOST], |row| row.get::<_, String>(0))?.collect::<std::result::Result<Vec<_>, _>>()?;
    let choices: Vec<_> = names.iter().map(|name| format!("<option>{}</option>", escape(name))).collect();
    let choices = choices.concat();
    Ok(format!(
        "<p><form method=\"post\" action=\"/outbox/lists\"><label>New list <input name=\"name\" required></label>\
         <label>for <select name=\"username\">{choices}</select></label><button>Make</button></form></p>"
    ))
}
