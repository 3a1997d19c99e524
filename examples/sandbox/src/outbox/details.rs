//! The pages of one campaign and of one message. A message is shown as HTML in a frame without any rights, as text
//! and as source.

use mail_parser::{MessageParser, MimeHeaders};
use rusqlite::{OptionalExtension, Transaction, params};

use super::page::{Cell, escape, table};
use crate::moment::Moment;
use crate::refusal::Result;
use crate::report::Report;
use crate::service::SandboxState;
use crate::{campaigns, mime, queries};

/// The most rows of a table.
const MOST: i64 = 1000;

type Facts = (i64, i64, String, String, String, i64);

/// Title and content of the page; `None` if there is no such campaign.
pub fn campaign(db: &Transaction<'_>, state: &SandboxState, id: i32) -> Result<Option<(String, String)>> {
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
        Moment::from_seconds(sent_at).date_time(),
        escape(&(addressed_to + &options)),
        message(db, message_id)?.map(|(_, content)| content).unwrap_or_default(),
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
    let display =
        table(&["Address", "Fate", "What happened", "The receiving server said"], &rows, "It was sent to nobody.");
    let more = if all > MOST { format!("<p class=\"note\">The first {MOST} of {all}.</p>") } else { String::new() };
    Ok(display + &more)
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

/// The whole message.
pub fn source(db: &Transaction<'_>, id: i64) -> Result<Option<String>> {
    Ok(db.query_row("SELECT source FROM message WHERE id = ?1", [id], |row| row.get(0)).optional()?)
}

/// The HTML of a message without [`CONNECTING`] elements; `None` if the message is unknown or has no HTML.
pub fn html(db: &Transaction<'_>, id: i64) -> Result<Option<String>> {
    let source = source(db, id)?;
    let html = source.as_deref().and_then(|source| {
        let source = mime::flat(source);
        let message = MessageParser::default().parse(source.as_bytes())?;
        message.body_html(0).map(|html| without_connecting(&html))
    });
    Ok(html)
}

/// Elements for which browsers connect to other hosts before they ask the page's policy (`<link rel=preconnect>`, the
/// address of a frame).
const CONNECTING: [&str; 5] = ["link", "iframe", "frame", "object", "embed"];

/// Renames these elements, so that browsers ignore them.
fn without_connecting(html: &str) -> String {
    let lower = html.to_ascii_lowercase();
    let mut without = String::with_capacity(html.len());
    let mut rest_start = 0;
    for (at, _) in lower.match_indices('<') {
        let name = lower.get(at + 1..).unwrap_or_default();
        if CONNECTING.iter().any(|connecting| name.starts_with(connecting)) {
            without.push_str(html.get(rest_start..=at).unwrap_or_default());
            without.push_str("x-");
            rest_start = at + 1;
        }
    }
    without.push_str(html.get(rest_start..).unwrap_or_default());
    without
}

/// Title and content of the page; `None` if there is no such message.
pub fn message(db: &Transaction<'_>, id: i64) -> Result<Option<(String, String)>> {
    let Some(source) = source(db, id)? else { return Ok(None) };
    let flat = mime::flat(&source);
    let Some(message) = MessageParser::default().parse(flat.as_bytes()) else { return Ok(None) };
    let headers = source.split("\n\n").next().unwrap_or_default();
    let text = message.body_text(0).unwrap_or_default();
    let rows = message.attachments().map(|part| {
        let kind = part.content_type().map(|kind| format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or("?")));
        let size = i64::try_from(part.contents().len()).unwrap_or(i64::MAX);
        let name = part.attachment_name().unwrap_or("(no name)").to_owned();
        vec![Cell::Text(name), Cell::Text(kind.unwrap_or_default()), Cell::Number(size)]
    });
    let rows: Vec<_> = rows.collect();
    let attachments = if rows.is_empty() { String::new() } else { table(&["Attachment", "Type", "Bytes"], &rows, "") };
    let content = format!(
        "<iframe title=\"The message as HTML\" sandbox src=\"/outbox/messages/{id}/html\"></iframe>{attachments}\
         <details open><summary>Text</summary><pre>{}</pre></details>\
         <details open><summary>Headers</summary><pre>{}</pre></details>\
         <p><a href=\"/outbox/messages/{id}/source\">Source</a></p>",
        escape(&text),
        escape(headers)
    );
    Ok(Some((message.subject().unwrap_or("(no subject)").to_owned(), content)))
}
