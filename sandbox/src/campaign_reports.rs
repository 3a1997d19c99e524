//! Reports about campaigns. Nothing that lies behind the clock is in any report.

use asmx_runtime::results::table::ColumnType;
use rusqlite::params;

use crate::campaigns;
use crate::moment::Frame;
use crate::refusal::Result;
use crate::report::{Columns, Report};
use crate::work::Work;

const DETAILS: Columns = &[
    ("JobID", ColumnType::Int),
    ("Subject", ColumnType::String),
    ("FromEmail", ColumnType::String),
    ("FromName", ColumnType::String),
    ("SentDateTime", ColumnType::DateTime),
    ("Status", ColumnType::String),
    ("Recipients", ColumnType::Int),
    ("Opened", ColumnType::Int),
    ("Clicked", ColumnType::Int),
    ("Unsubscribes", ColumnType::Int),
    ("Bounces", ColumnType::Int),
    ("SoftBounces", ColumnType::Int),
    ("Blocks", ColumnType::Int),
    ("Complaints", ColumnType::Int),
];

/// `Reports_GetMassEmailInformation_…`: campaigns of a time frame, the earliest first.
pub fn details(work: Work<'_>, frame: Frame) -> Result<Report> {
    let sql = "
        SELECT campaign.id, subject, from_address, from_name, campaign.sent_at, status,
               count(DISTINCT delivery.id),
               count(DISTINCT delivery.id) FILTER (WHERE kind = 'Open'),
               count(DISTINCT delivery.id) FILTER (WHERE kind = 'Click'),
               count(DISTINCT delivery.id) FILTER (WHERE kind = 'Unsubscribe'),
               count(DISTINCT delivery.id) FILTER (WHERE kind = 'Bounce'),
               count(DISTINCT delivery.id) FILTER (WHERE kind = 'SoftBounce'),
               count(DISTINCT delivery.id) FILTER (WHERE kind = 'Block'),
               count(DISTINCT delivery.id) FILTER (WHERE kind = 'Complaint')
        FROM campaign JOIN message ON message.id = campaign.message_id
        LEFT JOIN delivery ON delivery.campaign_id = campaign.id
        LEFT JOIN event ON event.delivery_id = delivery.id AND event.at <= ?4
        WHERE campaign.account_id = ?1 AND campaign.sent_at BETWEEN ?2 AND ?3
        GROUP BY campaign.id ORDER BY campaign.sent_at, campaign.id";
    let parameters = params![work.account, frame.begin.seconds(), frame.end.seconds(), work.now.seconds()];
    Report::select(work.db, "Campaigns", DETAILS, sql, parameters)
}

/// `GetMassEmailReport2`: recipients, opened, clicked, unsubscribes, bounces (hard and soft), forwards, replies, page views, blocks.
/// Nobody forwards or replies in the sandbox; a page view is an open.
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

const RECIPIENTS: Columns = &[
    ("EmailAddress", ColumnType::String),
    ("Status", ColumnType::String),
    ("SentDateTime", ColumnType::DateTime),
    ("NumberOpens", ColumnType::Int),
    ("NumberClicks", ColumnType::Int),
];

/// `Reports_GetRecipients_DataSet`: in the order they were sent to.
pub fn recipients(work: Work<'_>, job_id: i32) -> Result<Report> {
    let campaign = campaigns::find(work, job_id)?;
    let sql = "
        SELECT address, fate, sent_at, count(*) FILTER (WHERE kind = 'Open'), count(*) FILTER (WHERE kind = 'Click')
        FROM delivery LEFT JOIN event ON event.delivery_id = delivery.id AND event.at <= ?2
        WHERE campaign_id = ?1 AND sent_at <= ?2 GROUP BY delivery.id ORDER BY delivery.id";
    Report::select(work.db, "Recipients", RECIPIENTS, sql, params![campaign, work.now.seconds()])
}

const BOUNCES: Columns = &[
    ("EmailAddress", ColumnType::String),
    ("SMTPCode", ColumnType::Int),
    ("Definitive", ColumnType::Boolean),
    ("BounceDateTime", ColumnType::DateTime),
    ("Reason", ColumnType::String),
];

/// `Reports_GetBouncesByCampaign_DataSet2`: hard bounces are definitive, soft ones are not.
pub fn bounces(work: Work<'_>, job_id: i32) -> Result<Report> {
    let campaign = campaigns::find(work, job_id)?;
    let sql = "
        SELECT address, smtp_code, kind = 'Bounce', at, smtp_text
        FROM delivery JOIN event ON event.delivery_id = delivery.id
        WHERE campaign_id = ?1 AND kind IN ('Bounce', 'SoftBounce') AND at <= ?2 ORDER BY at, event.id";
    Report::select(work.db, "Bounces", BOUNCES, sql, params![campaign, work.now.seconds()])
}

const REMOVED: Columns =
    &[("EmailAddress", ColumnType::String), ("Reason", ColumnType::String), ("RemovedDateTime", ColumnType::DateTime)];

/// What `Reports_GetRemovedAddresses` is about: addresses that a campaign removed from the account. Its response has no
/// result; the outbox shows them.
pub fn removed(work: Work<'_>, job_id: i32) -> Result<Report> {
    let campaign = campaigns::find(work, job_id)?;
    let sql = "
        SELECT removal.address, reason, at FROM delivery JOIN removal ON removal.delivery_id = delivery.id
        WHERE campaign_id = ?1 AND at <= ?2 ORDER BY at, delivery.id";
    Report::select(work.db, "Removed", REMOVED, sql, params![campaign, work.now.seconds()])
}
