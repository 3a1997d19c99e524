//! Finds the first difference between the meaning of a value and its reading.

use super::meaning::{Meaning, Record, is_nothing};

/// Unwraps a list of one item if the other value is not a list.
fn unwrapped<'m>(one: &'m Meaning, other: &'m Meaning) -> (&'m Meaning, &'m Meaning) {
    match (one, other) {
        (Meaning::List(_), Meaning::List(_)) => (one, other),
        (Meaning::List(items), _) if items.len() == 1 => (items.first().unwrap_or(one), other),
        (_, Meaning::List(items)) if items.len() == 1 => (one, items.first().unwrap_or(other)),
        _ => (one, other),
    }
}

fn is_absent(meaning: &Meaning) -> bool {
    is_nothing(meaning) || *meaning == Meaning::Default
}

/// The first place where the received value differs from the meant one. Members that the receiver lacks do not count; members that the sender did
/// not send count if they have a value.
pub(super) fn received_otherwise(sent: &Meaning, received: &Meaning) -> Option<String> {
    match unwrapped(sent, received) {
        (Meaning::Record(sent), Meaning::Record(received)) => records_otherwise(sent, received),
        (Meaning::List(sent), Meaning::List(received)) if sent.len() == received.len() => {
            sent.iter().zip(received).find_map(|(sent, received)| received_otherwise(sent, received))
        }
        (sent, received) if sent.is(received) => None,
        // A required value may be read as an optional one.
        (sent, received) if is_absent(sent) && is_absent(received) => None,
        (sent, received) => Some(format!("{sent:?} is received as {received:?}")),
    }
}

pub(super) fn records_otherwise(sent: &Record, received: &Record) -> Option<String> {
    received.iter().find_map(|(name, received)| match sent.get(name) {
        Some(sent) => received_otherwise(sent, received).map(|how| format!("{name}: {how}")),
        None if is_nothing(received) => None,
        None => Some(format!("{name}: nothing is received as {received:?}")),
    })
}

/// The first place where a client reads two equal responses differently: that of its own service, and that of the other one. `said` is the reading
/// of the other service's client. A member that the other service lacks is lost to an old client; a new client may read it as absent.
pub(super) fn answered_otherwise(own: &Meaning, sent: &Meaning, read: &Meaning, is_old: bool) -> Option<String> {
    let (own, read) = unwrapped(own, read);
    let (sent, _) = unwrapped(sent, own);
    match (own, sent, read) {
        (Meaning::Record(own), Meaning::Record(sent), Meaning::Record(read)) => own.iter().find_map(|(name, own)| {
            let read = read.get(name).unwrap_or(&Meaning::Nothing);
            let difference = match sent.get(name) {
                Some(sent) => answered_otherwise(own, sent, read, is_old),
                None if !is_old && is_nothing(read) => None,
                None => (own != read).then(|| format!("{own:?} is read as {read:?}")),
            };
            difference.map(|how| format!("{name}: {how}"))
        }),
        (Meaning::List(own), Meaning::List(sent), Meaning::List(read))
            if own.len() == read.len() && own.len() == sent.len() =>
        {
            let all = own.iter().zip(sent).zip(read);
            all.into_iter().find_map(|((own, sent), read)| answered_otherwise(own, sent, read, is_old))
        }
        (own, _, read) if own.is(read) => None,
        (own, _, read) => Some(format!("{own:?} is read as {read:?}")),
    }
}

/// The first place where a client reads another value than the service sent. Members that the service lacks do not count, and content that the client
/// keeps as XML is not lost.
pub(super) fn read_otherwise(sent: &Meaning, read: &Meaning) -> Option<String> {
    match unwrapped(sent, read) {
        (Meaning::Record(sent), Meaning::Record(read)) => {
            let both = read.iter().filter_map(|(name, read)| Some((name, sent.get(name)?, read)));
            both.into_iter()
                .find_map(|(name, sent, read)| read_otherwise(sent, read).map(|how| format!("{name}: {how}")))
        }
        (Meaning::List(sent), Meaning::List(read)) if sent.len() == read.len() => {
            sent.iter().zip(read).find_map(|(sent, read)| read_otherwise(sent, read))
        }
        (Meaning::Record(_), Meaning::Xml(_)) => None,
        (sent, read) if sent.is(read) => None,
        (sent, read) => Some(format!("{sent:?} is read as {read:?}")),
    }
}
