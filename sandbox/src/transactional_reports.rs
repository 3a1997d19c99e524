//! Reports about transactional messages. Nothing that lies behind the clock is in any report.

use asmx_runtime::results::table::ColumnType;
use asmx_runtime::xml::{escape_attribute, escape_text};
use rusqlite::{OptionalExtension, params};

use crate::moment::{Frame, Moment};
use crate::refusal::{Kind, Refusal, Result};
use crate::report::{Columns, Report, printable};
use crate::transactional;
use crate::work::Work;

const RECIPIENTS: Columns = &[
    ("TransactionalID", ColumnType::Long),
    ("EmailAddress", ColumnType::String),
    ("Subject", ColumnType::String),
    ("SentDateTime", ColumnType::DateTime),
    ("Status", ColumnType::String),
];

/// `Reports_Transactional_GetRecipients_DataSet`: messages of a group, the earliest first.
pub fn recipients(work: Work<'_>, group: i32, frame: Frame) -> Result<Report> {
    let group = transactional::find(work, i64::from(group))?;
    let sql = "
        SELECT delivery.id, address, subject, sent_at, fate FROM delivery JOIN message ON message.id = message_id
        WHERE group_id = ?1 AND sent_at BETWEEN ?2 AND ?3 ORDER BY sent_at, delivery.id";
    Report::select(work.db, "Recipients", RECIPIENTS, sql, params![group, frame.begin.seconds(), frame.end.seconds()])
}

const OPENS: Columns = &[
    ("TransactionalID", ColumnType::Long),
    ("EmailAddress", ColumnType::String),
    ("NumberOpens", ColumnType::Int),
    ("OpenDateTime", ColumnType::DateTime),
];

/// `Reports_Transactional_GetOpens_…`: one row per opened message with its opens in the time frame and the last of them.
pub fn opens(work: Work<'_>, group: i32, frame: Frame) -> Result<Report> {
    let group = transactional::find(work, i64::from(group))?;
    let sql = "
        SELECT delivery.id, address, count(*), max(at) FROM delivery JOIN event ON event.delivery_id = delivery.id
        WHERE group_id = ?1 AND kind = 'Open' AND at BETWEEN ?2 AND ?3 GROUP BY delivery.id ORDER BY max(at), delivery.id";
    Report::select(work.db, "Opens", OPENS, sql, params![group, frame.begin.seconds(), frame.end.seconds()])
}

const CLICKS: Columns = &[
    ("TransactionalID", ColumnType::Long),
    ("EmailAddress", ColumnType::String),
    ("URL", ColumnType::String),
    ("LinkPosition", ColumnType::Int),
    ("ClickDateTime", ColumnType::DateTime),
];

/// `Reports_Transactional_GetClicks_…`: every click, the earliest first.
pub fn clicks(work: Work<'_>, group: i32, frame: Frame) -> Result<Report> {
    let group = transactional::find(work, i64::from(group))?;
    let sql = "
        SELECT delivery.id, address, url, link_position, at FROM delivery JOIN event ON event.delivery_id = delivery.id
        WHERE group_id = ?1 AND kind = 'Click' AND at BETWEEN ?2 AND ?3 ORDER BY at, event.id";
    Report::select(work.db, "Clicks", CLICKS, sql, params![group, frame.begin.seconds(), frame.end.seconds()])
}

const SMTP_ERRORS: Columns = &[
    ("TransactionalID", ColumnType::Long),
    ("EmailAddress", ColumnType::String),
    ("SMTPCode", ColumnType::Int),
    ("Definitive", ColumnType::Boolean),
    ("ErrorDateTime", ColumnType::DateTime),
    ("Message", ColumnType::String),
    ("GroupID", ColumnType::Int),
];

/// `Reports_Transactional_GetSMTPErrors_…`: bounces, soft bounces and blocks of all groups, the earliest first.
pub fn smtp_errors(work: Work<'_>, frame: Frame) -> Result<Report> {
    let sql = "
        SELECT delivery.id, address, smtp_code, kind <> 'SoftBounce', at, smtp_text, group_id
        FROM event JOIN delivery ON delivery.id = event.delivery_id
        WHERE event.account_id = ?1 AND group_id IS NOT NULL AND kind IN ('Bounce', 'SoftBounce', 'Block')
              AND at BETWEEN ?2 AND ?3 ORDER BY at, event.id";
    let parameters = params![work.account, frame.begin.seconds(), frame.end.seconds()];
    Report::select(work.db, "SMTPErrors", SMTP_ERRORS, sql, parameters)
}

const COMPLAINTS: Columns = &[
    ("EmailAddress", ColumnType::String),
    ("ComplaintDateTime", ColumnType::DateTime),
    ("TransactionalID", ColumnType::Long),
];

/// `Reports_GetComplaintsByTransactionalGroup_String`.
pub fn complaints(work: Work<'_>, group: Option<&str>, frame: Frame) -> Result<Report> {
    let group = transactional::find_stated(work, group.unwrap_or_default(), "GroupID")?;
    let sql = "
        SELECT address, at, delivery.id FROM delivery JOIN event ON event.delivery_id = delivery.id
        WHERE group_id = ?1 AND kind = 'Complaint' AND at BETWEEN ?2 AND ?3 ORDER BY at, event.id";
    Report::select(work.db, "Complaints", COMPLAINTS, sql, params![group, frame.begin.seconds(), frame.end.seconds()])
}

const BOUNCES: Columns = &[
    ("EmailAddress", ColumnType::String),
    ("SMTPCode", ColumnType::Int),
    ("Definitive", ColumnType::Boolean),
    ("BounceDateTime", ColumnType::DateTime),
];

/// `Reports_GetBouncesByTransactionalGroup_String`: hard and soft, the earliest first.
pub fn bounces(work: Work<'_>, group: Option<&str>) -> Result<Report> {
    let group = transactional::find_named(work, group, "GroupName")?;
    let sql = "
        SELECT address, smtp_code, kind = 'Bounce', at FROM delivery JOIN event ON event.delivery_id = delivery.id
        WHERE group_id = ?1 AND kind IN ('Bounce', 'SoftBounce') AND at <= ?2 ORDER BY at, event.id";
    Report::select(work.db, "Bounces", BOUNCES, sql, params![group, work.now.seconds()])
}

const BOUNCES_WITH_ID: Columns = &[
    ("TransactionalID", ColumnType::Long),
    ("EmailAddress", ColumnType::String),
    ("SMTPCode", ColumnType::Int),
    ("Definitive", ColumnType::Boolean),
    ("BounceDateTime", ColumnType::DateTime),
];

/// `Reports_GetBouncesByTransactionalGroupWithId_String`: the same, each with the identifier of the message.
pub fn bounces_with_id(work: Work<'_>, group: Option<&str>) -> Result<Report> {
    let group = transactional::find_named(work, group, "GroupName")?;
    let sql = "
        SELECT delivery.id, address, smtp_code, kind = 'Bounce', at
        FROM delivery JOIN event ON event.delivery_id = delivery.id
        WHERE group_id = ?1 AND kind IN ('Bounce', 'SoftBounce') AND at <= ?2 ORDER BY at, event.id";
    Report::select(work.db, "Bounces", BOUNCES_WITH_ID, sql, params![group, work.now.seconds()])
}

/// `Reports_GetSMTPLog_Transactional`: the dialogue with the receiving server, as the text of an XML document.
pub fn smtp_log(work: Work<'_>, id: i64) -> Result<String> {
    let sql = "
        SELECT address, from_address, sent_at,
               (SELECT smtp_code || ' ' || smtp_text FROM event WHERE delivery_id = delivery.id AND smtp_code IS NOT NULL)
        FROM delivery JOIN message ON message.id = message_id
        WHERE delivery.account_id = ?1 AND delivery.id = ?2 AND group_id IS NOT NULL AND sent_at <= ?3";
    let parameters = params![work.account, id, work.now.seconds()];
    let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
    let found: Option<(String, String, i64, Option<String>)> =
        work.db.prepare_cached(sql)?.query_row(parameters, read).optional()?;
    let Some((to, from, at, refusal)) = found else {
        let message = format!("TransactionalID {id}: there is no such transactional message in this account");
        return Err(Refusal::new(Kind::InvalidParameter, message));
    };
    let domain = to.rsplit_once('@').map_or("", |(_, domain)| domain).to_owned();
    let mut lines = vec![
        ("server", format!("220 mx.{domain} ESMTP")),
        ("client", "EHLO sandbox.invalid".to_owned()),
        ("server", format!("250 mx.{domain}")),
        ("client", format!("MAIL FROM:<{from}>")),
        ("server", "250 2.1.0 OK".to_owned()),
        ("client", format!("RCPT TO:<{to}>")),
    ];
    match refusal {
        Some(refusal) => lines.push(("server", refusal)),
        None => lines.extend([
            ("server", "250 2.1.5 OK".to_owned()),
            ("client", "DATA".to_owned()),
            ("server", "354 End data with <CR><LF>.<CR><LF>".to_owned()),
            ("client", "[the message]".to_owned()),
            ("server", format!("250 2.0.0 OK queued as {id}")),
        ]),
    }
    lines.extend([("client", "QUIT".to_owned()), ("server", "221 2.0.0 Bye".to_owned())]);
    let mut log =
        format!("<SMTPLog TransactionalID=\"{id}\" DateTime=\"{}\" EmailAddress=\"", Moment::from_seconds(at).iso());
    escape_attribute(&mut log, &printable(&to));
    log.push_str("\">");
    for (side, line) in lines {
        log.extend(["<Line from=\"", side, "\">"]);
        escape_text(&mut log, &printable(&line));
        log.push_str("</Line>");
    }
    log.push_str("</SMTPLog>");
    Ok(log)
}
