//! A message as it looks: HTML in a frame that can do nothing, text, headers and source.

use mail_parser::{MessageParser, MimeHeaders};
use rusqlite::{OptionalExtension, Transaction};

use crate::mime;
use crate::refusal::Result;

use super::page::{Cell, escape, table};

/// The whole message.
pub fn source(db: &Transaction<'_>, id: i64) -> Result<Option<String>> {
    Ok(db.query_row("SELECT source FROM message WHERE id = ?1", [id], |row| row.get(0)).optional()?)
}

/// The HTML of a message; `None` if there is no such message or it has none. It is as it was sent, but for [`CONNECTING`] elements.
pub fn html(db: &Transaction<'_>, id: i64) -> Result<Option<String>> {
    let source = source(db, id)?;
    let html = source.as_deref().and_then(|source| {
        let source = mime::flat(source);
        let message = MessageParser::default().parse(source.as_bytes())?;
        message.body_html(0).map(|html| without_connecting(&html))
    });
    Ok(html)
}

/// The elements for which browsers connect to others before they ask what the page's policy permits (`<link rel=preconnect>`, the
/// address of a frame).
const CONNECTING: [&str; 5] = ["link", "iframe", "frame", "object", "embed"];

/// With elements of another name in place of these, which browsers do not know and pass over.
fn without_connecting(html: &str) -> String {
    let lower = html.to_ascii_lowercase();
    let mut without = String::with_capacity(html.len());
    let mut kept = 0;
    for (at, _) in lower.match_indices('<') {
        let name = lower.get(at + 1..).unwrap_or_default();
        if CONNECTING.iter().any(|connecting| name.starts_with(connecting)) {
            without.push_str(html.get(kept..=at).unwrap_or_default());
            without.push_str("x-");
            kept = at + 1;
        }
    }
    without.push_str(html.get(kept..).unwrap_or_default());
    without
}

/// Title and content of the page; `None` if there is no such message.
pub fn content(db: &Transaction<'_>, id: i64) -> Result<Option<(String, String)>> {
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
