//! Campaigns: sending a raw message, and sending a saved one again.

use email_campaign_client::{SendMassEmailPrevious2, SendMassEmailRaw};
use rusqlite::{OptionalExtension, params};

use crate::address;
use crate::deliveries::{self, Mailing, Stored};
use crate::message::{self, Raw};
use crate::moment::Moment;
use crate::parameters::{Options, shortened};
use crate::recipients::{self, Audience, Recipients};
use crate::refusal::{Kind, Refusal, Result};
use crate::transactional;
use crate::work::{Work, success};

/// `SendMassEmailRaw`.
pub fn send_raw(work: Work<'_>, request: &SendMassEmailRaw) -> Result<String> {
    let options = Options::parse(request.options.as_deref())?;
    let raw = Raw {
        from_address: address::required(request.from_email.as_deref(), "FromEmail")?,
        from_name: request.from_name.as_deref().unwrap_or_default(),
        subject: request.subject.as_deref(),
        source: request.raw_message.as_deref().unwrap_or_default(),
        boundary: request.boundary.as_deref(),
    };
    let message = save(work, &raw)?;
    let audience = Audience {
        groups: request.to_groups.as_deref(),
        group_filter: request.to_group_filter.as_deref(),
        other: request.to_other.as_deref(),
        web_database: request.to_web_database.as_deref(),
    };
    send(work, &message, &audience, &options, request.options.as_deref())
}

/// `SendMassEmailPrevious2`: a new campaign with the message of an old one.
pub fn send_previous(work: Work<'_>, request: &SendMassEmailPrevious2) -> Result<String> {
    let options = Options::parse(request.options.as_deref())?;
    let campaign = find(work, request.job_id.unwrap_or_default())?;
    let sql = "SELECT message.id, message.links FROM campaign JOIN message ON message.id = campaign.message_id WHERE campaign.id = ?1";
    let (id, links): (i64, String) = work.db.query_row(sql, [campaign], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let audience = Audience {
        groups: request.to_groups.as_deref(),
        group_filter: request.to_group_filter.as_deref(),
        other: request.to_other.as_deref(),
        web_database: request.to_web_database.as_deref(),
    };
    let links = links.lines().map(str::to_owned).collect();
    send(work, &Stored { id, links }, &audience, &options, request.options.as_deref())
}

/// The identifier of a campaign of the calling account.
pub fn find(work: Work<'_>, job_id: i32) -> Result<i64> {
    let mut statement = work.db.prepare_cached("SELECT id FROM campaign WHERE account_id = ?1 AND id = ?2")?;
    let found = statement.query_row(params![work.account, job_id], |row| row.get(0)).optional()?;
    found.ok_or_else(|| {
        Refusal::new(Kind::CampaignNotFound, format!("JobID {job_id}: unknown campaign in this account"))
    })
}

fn save(work: Work<'_>, raw: &Raw<'_>) -> Result<Stored> {
    let composed = message::compose(raw, work.now, work.largest_message)?;
    work.db.execute(
        "INSERT INTO message (account_id, from_address, from_name, subject, source, links) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            work.account,
            raw.from_address,
            raw.from_name.trim(),
            composed.subject,
            composed.source,
            composed.links.join("\n")
        ],
    )?;
    Ok(Stored { id: work.db.last_insert_rowid(), links: composed.links })
}

/// Creates a campaign and sends it. With `PreprocessOnly` it is only checked and saved, to be sent by
/// `SendMassEmailPrevious2`. With `TransactionalGroupID` the message is sent as transactional messages of that group
/// instead.
fn send(
    work: Work<'_>,
    message: &Stored,
    audience: &Audience<'_>,
    options: &Options,
    stated_options: Option<&str>,
) -> Result<String> {
    let at = sending_time(work, options)?;
    let is_saved_only = options.is_on("PreprocessOnly")?;
    if let Some(group) = options.get("TransactionalGroupID") {
        let group = transactional::find_stated(work, group, "TransactionalGroupID")?;
        if is_saved_only {
            let message = "PreprocessOnly saves campaigns; with TransactionalGroupID there is no campaign";
            return Err(Refusal::new(Kind::CannotSend, message));
        }
        let recipients = recipients::find(work, audience, options)?;
        let sent = deliveries::deliver(work, Mailing::Group(group), message, &recipients.chosen, at)?;
        return Ok(success(sent.into_iter().map(|id| id.to_string())));
    }
    let recipients = if is_saved_only {
        // A message that could not be sent is not saved either; but the audience may be left to the later sending.
        recipients::reasons_to_leave_out(work, options)?;
        if audience.is_stated() {
            recipients::find(work, audience, options)?;
        }
        Recipients::default()
    } else {
        recipients::find(work, audience, options)?
    };
    work.db.execute(
        "INSERT INTO campaign (account_id, message_id, status, options, addressed_to, sent_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            work.account,
            message.id,
            if is_saved_only { "Saved" } else { "Sent" },
            stated_options.unwrap_or_default(),
            audience.description(),
            at.seconds()
        ],
    )?;
    let campaign = work.db.last_insert_rowid();
    for (address, reason) in &recipients.left_out {
        let mut statement =
            work.db.prepare_cached("INSERT INTO left_out (campaign_id, address, reason) VALUES (?1, ?2, ?3)")?;
        statement.execute(params![campaign, address, reason])?;
    }
    deliveries::deliver(work, Mailing::Campaign(campaign), message, &recipients.chosen, at)?;
    Ok(success([campaign.to_string()]))
}

/// `SendDate` if it is in the future, else now.
fn sending_time(work: Work<'_>, options: &Options) -> Result<Moment> {
    const FURTHEST: i64 = 366 * 24 * 3600;
    let Some(text) = options.get("SendDate") else { return Ok(work.now) };
    let moment = Moment::read(text, "SendDate")?;
    if moment > work.now.later(FURTHEST) {
        let message = format!("SendDate `{}` is more than a year ahead", shortened(text));
        return Err(Refusal::new(Kind::InvalidDate, message));
    }
    Ok(moment.max(work.now))
}
