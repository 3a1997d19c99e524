//! Deliveries: what is recorded when a message goes out. Nothing ever leaves the machine.

use rusqlite::params;

use crate::account;
use crate::fate::{self, Event, EventKind};
use crate::moment::Moment;
use crate::recipients::Recipient;
use crate::refusal::Result;
use crate::work::Work;

/// What a delivery belongs to.
#[derive(Clone, Copy, Debug)]
pub enum Mailing {
    /// A campaign.
    Campaign(i64),
    /// A transactional group.
    Group(i64),
}

impl Mailing {
    const fn campaign(self) -> Option<i64> {
        match self {
            Self::Campaign(id) => Some(id),
            Self::Group(_) => None,
        }
    }

    const fn group(self) -> Option<i64> {
        match self {
            Self::Campaign(_) => None,
            Self::Group(id) => Some(id),
        }
    }
}

/// A message that is stored.
#[derive(Debug)]
pub struct Stored {
    /// Its identifier.
    pub id: i64,
    /// Where its links lead.
    pub links: Vec<String>,
}

/// Sends a stored message to the recipients, and decides what becomes of it. The identifiers of the deliveries, in order.
pub fn deliver(
    work: Work<'_>,
    mailing: Mailing,
    message: &Stored,
    recipients: &[Recipient],
    at: Moment,
) -> Result<Vec<i64>> {
    let threshold = account::bounce_threshold(work.db, work.account)?;
    let mut delivered = Vec::with_capacity(recipients.len());
    for recipient in recipients {
        // What is drawn differs from message to message, also within a group.
        let draw = fate::draw_of(work.seed, mailing.campaign().unwrap_or(-message.id), &recipient.key);
        let fate = fate::of(&recipient.address, message.links.len(), draw);
        let sql = "INSERT INTO delivery (account_id, message_id, campaign_id, group_id, address, key, fate, sent_at)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        let delivery = work.db.prepare_cached(sql)?.insert(params![
            work.account,
            message.id,
            mailing.campaign(),
            mailing.group(),
            recipient.address,
            recipient.key,
            fate.status,
            at.seconds()
        ])?;
        for event in &fate.events {
            record(work, delivery, message, event, at.later(event.after))?;
            remove_if_due(work, delivery, recipient, event.kind, at.later(event.after), threshold)?;
        }
        delivered.push(delivery);
    }
    Ok(delivered)
}

fn record(work: Work<'_>, delivery: i64, message: &Stored, event: &Event, at: Moment) -> Result<()> {
    let url = event.link.and_then(|link| message.links.get(link));
    let position = event.link.and_then(|link| i64::try_from(link + 1).ok());
    let sql = "INSERT INTO event (account_id, delivery_id, kind, at, url, link_position, smtp_code, smtp_text)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    work.db.prepare_cached(sql)?.execute(params![
        work.account,
        delivery,
        event.kind.name(),
        at.seconds(),
        url,
        position,
        event.reply.map(|reply| reply.code),
        event.reply.map(|reply| reply.text),
    ])?;
    Ok(())
}

/// Unsubscribes and complaints remove an address at once, bounces when they reach the account's threshold.
fn remove_if_due(
    work: Work<'_>,
    delivery: i64,
    recipient: &Recipient,
    kind: EventKind,
    at: Moment,
    threshold: i64,
) -> Result<()> {
    let reason = match kind {
        EventKind::Unsubscribe => "Unsubscribe",
        EventKind::Complaint => "Complaint",
        EventKind::Bounce => {
            let sql = "SELECT count(*) FROM delivery JOIN event ON event.delivery_id = delivery.id
                       WHERE delivery.account_id = ?1 AND delivery.key = ?2 AND event.kind = 'Bounce'";
            let bounces: i64 =
                work.db.prepare_cached(sql)?.query_row(params![work.account, recipient.key], |row| row.get(0))?;
            if bounces < threshold {
                return Ok(());
            }
            "Bounce"
        }
        EventKind::Open | EventKind::Click | EventKind::SoftBounce | EventKind::Block => return Ok(()),
    };
    let sql = "INSERT INTO removal (account_id, key, address, reason, delivery_id, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
               ON CONFLICT DO NOTHING";
    let parameters = params![work.account, recipient.key, recipient.address, reason, delivery, at.seconds()];
    work.db.prepare_cached(sql)?.execute(parameters)?;
    Ok(())
}
