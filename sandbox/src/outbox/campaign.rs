//! The page of one campaign: its recipients and their fate, whom it left out, whom it removed, and the message.

use rusqlite::{OptionalExtension, Transaction, params};

use crate::moment::Moment;
use crate::refusal::Result;
use crate::report::Report;
use crate::service::SandboxState;
use crate::{campaigns, queries};

use super::message;
use super::page::{Cell, escape, table};

/// As many rows each table shows.
const MOST: i64 = 1000;

/// Account, message, subject, audience, options, and when it was sent.
type Facts = (i64, i64, String, String, String, i64);

/// Title and content of the page; `None` if there is no such campaign.
pub fn content(db: &Transaction<'_>, state: &SandboxState, id: i32) -> Result<Option<(String, String)>> {
    let sql = "SELECT campaign.account_id, campaign.message_id, subject, addressed_to, options, campaign.sent_at
               FROM campaign JOIN message ON message.id = campaign.message_id WHERE campaign.id = ?1";
    let found: Option<Facts> = db
        .query_row(sql, [id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?)))
        .optional()?;
    let Some((account, message_id, subject, addressed_to, options, sent_at)) = found else { return Ok(None) };
    let removed = queries::REMOVED.of(state.work(db, account), campaigns::find(state.work(db, account), id)?)?;
    let options = if options.is_empty() { options } else { format!("\nOptions: {options}") };
    let content = format!(
        "<p>JobID {id}, sent {}</p><pre>{}</pre><h2>Message</h2>{}<h2>Recipients</h2>{}<h2>Left out</h2>{}<h2>Removed addresses</h2>{}",
        Moment::from_seconds(sent_at).plain(),
        escape(&(addressed_to + &options)),
        message::content(db, message_id)?.map(|(_, content)| content).unwrap_or_default(),
        recipients(db, id, state.clock.now())?,
        left_out(db, id)?,
        removed_table(removed)
    );
    Ok(Some((format!("Campaign: {subject}"), content)))
}

fn recipients(db: &Transaction<'_>, campaign: i32, now: Moment) -> Result<String> {
    let sql = "
        SELECT address, fate, coalesce(group_concat(kind || ' ' || datetime(at, 'unixepoch'), char(10) ORDER BY at), ''),
               coalesce(max(smtp_code || ' ' || smtp_text), '')
        FROM delivery LEFT JOIN event ON event.delivery_id = delivery.id AND at <= ?2
        WHERE campaign_id = ?1 GROUP BY delivery.id ORDER BY delivery.id LIMIT ?3";
    let mut statement = db.prepare_cached(sql)?;
    let rows = statement.query_map(params![campaign, now.seconds(), MOST], |row| {
        Ok(vec![Cell::Text(row.get(0)?), Cell::Word(row.get(1)?), Cell::Lines(row.get(2)?), Cell::Text(row.get(3)?)])
    })?;
    let rows = rows.collect::<std::result::Result<Vec<_>, _>>()?;
    let all: i64 =
        db.query_row("SELECT count(*) FROM delivery WHERE campaign_id = ?1", [campaign], |row| row.get(0))?;
    let shown =
        table(&["Address", "Fate", "What happened", "The receiving server said"], &rows, "It was sent to nobody.");
    let more = if all > MOST { format!("<p class=\"note\">The first {MOST} of {all}.</p>") } else { String::new() };
    Ok(shown + &more)
}

fn left_out(db: &Transaction<'_>, campaign: i32) -> Result<String> {
    let mut statement = db.prepare_cached("SELECT address, reason FROM left_out WHERE campaign_id = ?1 LIMIT ?2")?;
    let rows = statement
        .query_map(params![campaign, MOST], |row| Ok(vec![Cell::Text(row.get(0)?), Cell::Word(row.get(1)?)]))?;
    let rows = rows.collect::<std::result::Result<Vec<_>, _>>()?;
    Ok(table(&["Address", "Reason"], &rows, "It left nobody out."))
}

fn removed_table(removed: Report) -> String {
    let rows: Vec<_> = removed.into_texts().into_iter().map(|row| row.into_iter().map(Cell::Text).collect()).collect();
    table(&["Address", "Reason", "When"], &rows, "It removed nobody.")
}
