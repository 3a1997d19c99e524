//! Reports without a table: numbers, lists of addresses, a log. No report shows anything after the time of the clock.

use asmx_runtime::xml::{escape_attribute, escape_text};
use rusqlite::{OptionalExtension, params};

use crate::moment::{Frame, Moment};
use crate::parameters::{non_blank, shortened};
use crate::queries::SOFT_BOUNCES;
use crate::refusal::{Kind, Refusal, Result};
use crate::report::{Report, printable};
use crate::work::{Work, success};
use crate::{account, campaigns};

/// `GetMassEmailReport2`: recipients, opened, clicked, unsubscribes, bounces (hard and soft), forwards, replies, page
/// views, blocks. Forwards and replies are not simulated; a page view is an open.
pub fn statistics(work: Work<'_>, job_id: i32) -> Result<Vec<i32>> {
    let campaign = campaigns::find(work, job_id)?;
    let sql = "
        SELECT count(DISTINCT delivery.id),
               count(DISTINCT delivery.id) FILTER (WHERE kind = 'Open'),
               count(DISTINCT delivery.id) FILTER (WHERE kind = 'Click'),
               count(DISTINCT delivery.id) FILTER (WHERE kind = 'Unsubscribe'),
               count(DISTINCT delivery.id) FILTER (WHERE kind IN ('Bounce', 'SoftBounce')),
               0, 0,
               count(*) FILTER (WHERE kind = 'Open'),
               count(DISTINCT delivery.id) FILTER (WHERE kind = 'Block')
        FROM delivery LEFT JOIN event ON event.delivery_id = delivery.id AND event.at <= ?2
        WHERE delivery.campaign_id = ?1 AND delivery.sent_at <= ?2";
    let counts = work.db.prepare_cached(sql)?.query_row(params![campaign, work.now.seconds()], |row| {
        (0..9).map(|index| row.get(index)).collect::<std::result::Result<_, _>>()
    })?;
    Ok(counts)
}

/// `GetBounceListNormal_IncludePast` and its variant 2: addresses whose hard bounces reach the account's threshold,
/// with at least one since `since`. By default all.
pub fn bounce_list(work: Work<'_>, since: Option<&str>) -> Result<String> {
    let since = non_blank(since).map_or(Ok(i64::MIN), |text| Moment::read(text, "Since").map(Moment::seconds))?;
    let threshold = account::bounce_threshold(work.db, work.account)?;
    let sql = "
        SELECT max(address) FROM event JOIN delivery ON delivery.id = event.delivery_id
        WHERE event.account_id = ?1 AND kind = 'Bounce' AND at <= ?4
        GROUP BY key HAVING count(*) >= ?2 AND max(at) >= ?3 ORDER BY key";
    let mut statement = work.db.prepare_cached(sql)?;
    let parameters = params![work.account, threshold, since, work.now.seconds()];
    let addresses =
        statement.query_map(parameters, |row| row.get(0))?.collect::<std::result::Result<Vec<String>, _>>()?;
    Ok(success(addresses))
}

/// `Reports_GetSoftBouncesByCount_…`: addresses with at most `max_count` soft bounces in the time frame, those with
/// most first. By default no limit.
pub fn soft_bounces(work: Work<'_>, frame: Frame, max_count: Option<&str>) -> Result<Report> {
    let most = match non_blank(max_count).map(str::trim) {
        None => i64::MAX,
        Some(text) => text.parse::<u32>().map(i64::from).map_err(|_| {
            let message = format!("MaxCount `{}` is not a number of at least 0", shortened(text));
            Refusal::new(Kind::InvalidParameter, message)
        })?,
    };
    SOFT_BOUNCES.select(work, &[(":begin", frame.begin.seconds()), (":end", frame.end.seconds()), (":most", most)])
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
        let message = format!("TransactionalID {id}: unknown transactional message in this account");
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
