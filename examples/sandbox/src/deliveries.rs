//! Deliveries: the record of sent messages, and their fate, which the address decides or the seed draws. No message
//! leaves the machine.

use rusqlite::params;

use crate::account;
use crate::moment::Moment;
use crate::recipients::Recipient;
use crate::refusal::Result;
use crate::work::Work;

/// The origin of a delivery.
#[derive(Clone, Copy, Debug)]
pub enum Mailing {
    Campaign(i64),
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

/// A stored message.
#[derive(Debug)]
pub struct Stored {
    pub id: i64,
    /// The targets of its links.
    pub links: Vec<String>,
}

/// Sends a stored message to the recipients and decides their fates. Returns the identifiers of the deliveries, in
/// order.
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
        // Draws differ between messages, also within a group.
        let draw = draw_of(work.seed, mailing.campaign().unwrap_or(-message.id), &recipient.key);
        let fate = fate_of(&recipient.address, message.links.len(), draw);
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SmtpReply {
    /// Of RFC 5321.
    code: i64,
    text: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Event {
    kind: EventKind,
    /// Seconds after the message was sent.
    after: i64,
    /// The position of the clicked link in the message, from 0.
    link: Option<usize>,
    reply: Option<SmtpReply>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EventKind {
    Open,
    Click,
    /// A permanent failure.
    Bounce,
    /// A temporary failure.
    SoftBounce,
    /// A refusal because of the message's content.
    Block,
    /// A report as spam.
    Complaint,
    Unsubscribe,
}

impl EventKind {
    /// The stored word.
    const fn name(self) -> &'static str {
        match self {
            Self::Open => "Open",
            Self::Click => "Click",
            Self::Bounce => "Bounce",
            Self::SoftBounce => "SoftBounce",
            Self::Block => "Block",
            Self::Complaint => "Complaint",
            Self::Unsubscribe => "Unsubscribe",
        }
    }
}

/// The fate of one delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fate {
    /// `Delivered`, `Bounced`, `SoftBounced` or `Blocked`.
    status: &'static str,
    /// In order of time.
    events: Vec<Event>,
}

const NO_SUCH_USER: SmtpReply = SmtpReply { code: 550, text: "5.1.1 The mailbox does not exist" };
const MAILBOX_FULL: SmtpReply = SmtpReply { code: 452, text: "4.2.2 The mailbox is full" };
const REFUSED: SmtpReply = SmtpReply { code: 554, text: "5.7.1 The message was refused by policy" };

/// The fate of a message to `address` with so many links. `draw` is the same for the same delivery, and differs
/// between deliveries.
///
/// The local parts `bounce`, `softbounce`, `block`, `complaint`, `unsubscribe`, `open` and `click`, alone or followed
/// by `+` and any text, have that fate at once. Messages to all others are delivered; about a third are opened, and
/// some of these clicked, within two days.
fn fate_of(address: &str, links: usize, draw: u64) -> Fate {
    let local = address.rsplit_once('@').map_or(address, |(local, _)| local);
    let name = local.split('+').next().unwrap_or(local).to_ascii_lowercase();
    let at_once = |kind| Event { kind, after: 0, link: None, reply: None };
    let refused = |status, kind, reply| Fate { status, events: vec![Event { reply: Some(reply), ..at_once(kind) }] };
    let delivered = |events| Fate { status: "Delivered", events };
    match name.as_str() {
        "bounce" => refused("Bounced", EventKind::Bounce, NO_SUCH_USER),
        "softbounce" => refused("SoftBounced", EventKind::SoftBounce, MAILBOX_FULL),
        "block" => refused("Blocked", EventKind::Block, REFUSED),
        "complaint" => delivered(vec![at_once(EventKind::Complaint)]),
        "unsubscribe" => delivered(vec![at_once(EventKind::Unsubscribe)]),
        "open" => delivered(vec![at_once(EventKind::Open)]),
        "click" => {
            let click = Event { link: Some(0), ..at_once(EventKind::Click) };
            delivered(std::iter::once(at_once(EventKind::Open)).chain((links > 0).then_some(click)).collect())
        }
        _ => delivered(reactions(links, &mut Draw(draw))),
    }
}

/// Opens and clicks of an ordinary recipient, in order.
fn reactions(links: usize, draw: &mut Draw) -> Vec<Event> {
    const TWO_DAYS: u64 = 2 * 24 * 3600;
    let mut events = Vec::new();
    if draw.below(100) >= 35 {
        return events;
    }
    for _ in 0..=draw.below(3) {
        // The smaller of two draws, because early opens are more frequent.
        let seconds = draw.below(TWO_DAYS).min(draw.below(TWO_DAYS));
        let after = i64::try_from(60 + seconds).unwrap_or(i64::MAX);
        events.push(Event { kind: EventKind::Open, after, link: None, reply: None });
    }
    events.sort_by_key(|event| event.after);
    if let (Some(first), true) = (events.first().map(|event| event.after), links > 0 && draw.below(100) < 40) {
        for _ in 0..=draw.below(2) {
            let link = usize::try_from(draw.below(u64::try_from(links).unwrap_or(u64::MAX))).ok();
            let after = first + 5 + i64::try_from(draw.below(60)).unwrap_or_default();
            events.push(Event { kind: EventKind::Click, after, link, reply: None });
        }
    }
    events.sort_by_key(|event| event.after);
    events
}

/// The first state of a delivery's draws.
fn draw_of(seed: u64, mailing: i64, key: &str) -> u64 {
    // FNV-1a.
    let bytes = seed.to_le_bytes().into_iter().chain(mailing.to_le_bytes()).chain(key.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// `SplitMix64`.
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is not 0.
    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(address: &str, links: usize) -> Vec<EventKind> {
        fate_of(address, links, 7).events.into_iter().map(|event| event.kind).collect()
    }

    #[test]
    fn the_address_decides() {
        for (address, status, expected) in [
            ("bounce@x.test", "Bounced", vec![EventKind::Bounce]),
            ("Bounce+7@x.test", "Bounced", vec![EventKind::Bounce]),
            ("softbounce@x.test", "SoftBounced", vec![EventKind::SoftBounce]),
            ("block@x.test", "Blocked", vec![EventKind::Block]),
            ("complaint@x.test", "Delivered", vec![EventKind::Complaint]),
            ("unsubscribe@x.test", "Delivered", vec![EventKind::Unsubscribe]),
            ("open@x.test", "Delivered", vec![EventKind::Open]),
            ("click@x.test", "Delivered", vec![EventKind::Open, EventKind::Click]),
        ] {
            assert_eq!((fate_of(address, 1, 0).status, kinds(address, 1)), (status, expected), "{address}");
        }
        assert_eq!(kinds("click@x.test", 0), [EventKind::Open]);
        assert_eq!(fate_of("bouncer@x.test", 1, 0).status, "Delivered");
    }

    #[test]
    fn others_react_plausibly_and_always_the_same() {
        let fates =
            |seed| (0..1000).map(|index| fate_of("a@x.test", 3, draw_of(seed, index, "a@x.test"))).collect::<Vec<_>>();
        assert_eq!(fates(1), fates(1));
        assert_ne!(fates(1), fates(2));
        let opened = fates(1).iter().filter(|fate| !fate.events.is_empty()).count();
        assert!((250..450).contains(&opened), "{opened} of 1000 opened");
        for event in fates(1).iter().flat_map(|fate| &fate.events) {
            assert!((1..=2 * 24 * 3600 + 200).contains(&event.after));
            assert!(event.link.is_none_or(|link| link < 3));
        }
    }
}
