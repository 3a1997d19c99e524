//! Reports about deliveries of the whole account. Nothing that lies behind the clock is in any report.

use asmx_runtime::results::table::ColumnType;
use rusqlite::params;

use crate::account;
use crate::moment::{Frame, Moment, given, shortened};
use crate::refusal::{Kind, Refusal, Result};
use crate::report::{Columns, Report};
use crate::work::{Work, success};

/// `GetBounceListNormal_IncludePast` and its variant 2: addresses with at least as many hard bounces in all as the account's
/// threshold and at least one since `since`; nothing given is since ever.
pub fn bounce_list(work: Work<'_>, since: Option<&str>) -> Result<String> {
    let since = given(since).map_or(Ok(i64::MIN), |text| Moment::read(text, "Since").map(Moment::seconds))?;
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

const BLOCKS: Columns = &[
    ("EmailAddress", ColumnType::String),
    ("BlockDateTime", ColumnType::DateTime),
    ("SMTPCode", ColumnType::Int),
    ("Reason", ColumnType::String),
    ("JobID", ColumnType::Int),
];

/// `Reports_GetBlocks`: the 20,000 most recent of the time frame, the most recent first.
pub fn blocks(work: Work<'_>, frame: Frame) -> Result<Report> {
    let sql = "
        SELECT address, at, smtp_code, smtp_text, campaign_id
        FROM event JOIN delivery ON delivery.id = event.delivery_id
        WHERE event.account_id = ?1 AND kind = 'Block' AND at BETWEEN ?2 AND ?3
        ORDER BY at DESC, event.id DESC LIMIT 20000";
    Report::select(work.db, "Blocks", BLOCKS, sql, params![work.account, frame.begin.seconds(), frame.end.seconds()])
}

const COMPLAINTS: Columns =
    &[("EmailAddress", ColumnType::String), ("ComplaintDateTime", ColumnType::DateTime), ("JobID", ColumnType::Int)];

/// `Reports_GetComplaintsAll_String`: complaints about campaigns and transactional messages, the earliest first.
pub fn complaints(work: Work<'_>, frame: Frame) -> Result<Report> {
    let sql = "
        SELECT address, at, campaign_id FROM event JOIN delivery ON delivery.id = event.delivery_id
        WHERE event.account_id = ?1 AND kind = 'Complaint' AND at BETWEEN ?2 AND ?3 ORDER BY at, event.id";
    Report::select(
        work.db,
        "Complaints",
        COMPLAINTS,
        sql,
        params![work.account, frame.begin.seconds(), frame.end.seconds()],
    )
}

const UNSUBSCRIBES: Columns = &[
    ("EmailAddress", ColumnType::String),
    ("UnsubscribeDateTime", ColumnType::DateTime),
    ("JobID", ColumnType::Int),
    ("Subject", ColumnType::String),
];

/// `Reports_GetUnsubscribesAll_DataSet2`: across all campaigns, the earliest first.
pub fn unsubscribes(work: Work<'_>, frame: Frame) -> Result<Report> {
    let sql = "
        SELECT address, at, campaign_id, subject
        FROM event JOIN delivery ON delivery.id = event.delivery_id JOIN message ON message.id = message_id
        WHERE event.account_id = ?1 AND kind = 'Unsubscribe' AND campaign_id IS NOT NULL AND at BETWEEN ?2 AND ?3
        ORDER BY at, event.id";
    let parameters = params![work.account, frame.begin.seconds(), frame.end.seconds()];
    Report::select(work.db, "Unsubscribes", UNSUBSCRIBES, sql, parameters)
}

const SOFT_BOUNCES: Columns = &[
    ("EmailAddress", ColumnType::String),
    ("SoftBounceCount", ColumnType::Int),
    ("LastBounceDateTime", ColumnType::DateTime),
    ("SMTPCode", ColumnType::Int),
];

/// `Reports_GetSoftBouncesByCount_…`: addresses with at most `max_count` soft bounces in the time frame, those with most
/// first; nothing given is no bound.
pub fn soft_bounces(work: Work<'_>, frame: Frame, max_count: Option<&str>) -> Result<Report> {
    let most = match given(max_count).map(str::trim) {
        None => i64::MAX,
        Some(text) => text.parse::<u32>().map(i64::from).map_err(|_| {
            let message = format!("MaxCount `{}` is no number from 0 up", shortened(text));
            Refusal::new(Kind::InvalidParameter, message)
        })?,
    };
    // Of a group with max(), SQLite takes the other columns from the row that has it.
    let sql = "
        SELECT address, count(*), max(at), smtp_code FROM event JOIN delivery ON delivery.id = event.delivery_id
        WHERE event.account_id = ?1 AND kind = 'SoftBounce' AND at BETWEEN ?2 AND ?3
        GROUP BY key HAVING count(*) <= ?4 ORDER BY count(*) DESC, key";
    let parameters = params![work.account, frame.begin.seconds(), frame.end.seconds(), most];
    Report::select(work.db, "SoftBounces", SOFT_BOUNCES, sql, parameters)
}
