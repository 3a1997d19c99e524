//! What becomes of a message: decided by its address, else drawn from the seed.

/// The response of the receiving server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmtpReply {
    /// The reply code of RFC 5321.
    pub code: i64,
    /// What follows it.
    pub text: &'static str,
}

/// Something that happened to a delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What it was.
    pub kind: EventKind,
    /// Seconds after the message was sent.
    pub after: i64,
    /// What was clicked: the place of the link in the message, from 0.
    pub link: Option<usize>,
    /// The response of the receiving server.
    pub reply: Option<SmtpReply>,
}

/// Kinds of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// The message was opened.
    Open,
    /// A link of it was clicked.
    Click,
    /// It could not be delivered, and never will be.
    Bounce,
    /// It could not be delivered this time.
    SoftBounce,
    /// The receiving server refused it for what it is.
    Block,
    /// The recipient reported it as spam.
    Complaint,
    /// The recipient wants no more.
    Unsubscribe,
}

impl EventKind {
    /// The word that is stored.
    pub const fn name(self) -> &'static str {
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

/// What becomes of one delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fate {
    /// `Delivered`, `Bounced`, `SoftBounced` or `Blocked`.
    pub status: &'static str,
    /// What happened, in order.
    pub events: Vec<Event>,
}

const NO_SUCH_USER: SmtpReply = SmtpReply { code: 550, text: "5.1.1 The mailbox does not exist" };
const MAILBOX_FULL: SmtpReply = SmtpReply { code: 452, text: "4.2.2 The mailbox is full" };
const REFUSED: SmtpReply = SmtpReply { code: 554, text: "5.7.1 The message was refused by policy" };

/// What becomes of a message to `address` that has so many links. `draw` must be the same for the same delivery and differ
/// between deliveries.
///
/// An address that begins with `bounce`, `softbounce`, `block`, `complaint`, `unsubscribe`, `open` or `click`, alone or followed
/// by `+` and anything, has that fate at once. All others are delivered; about a third are opened, and some of these clicked,
/// within two days.
pub fn of(address: &str, links: usize, draw: u64) -> Fate {
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
        // The lesser of two: early opens are more frequent.
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

/// What the draws of one delivery begin with.
pub fn draw_of(seed: u64, mailing: i64, key: &str) -> u64 {
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
        of(address, links, 7).events.into_iter().map(|event| event.kind).collect()
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
            assert_eq!((of(address, 1, 0).status, kinds(address, 1)), (status, expected), "{address}");
        }
        assert_eq!(kinds("click@x.test", 0), [EventKind::Open]);
        assert_eq!(of("bouncer@x.test", 1, 0).status, "Delivered");
    }

    #[test]
    fn others_react_plausibly_and_always_the_same() {
        let fates =
            |seed| (0..1000).map(|index| of("a@x.test", 3, draw_of(seed, index, "a@x.test"))).collect::<Vec<_>>();
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
