//! Where what was received or read is something else than what was meant.

use super::meaning::{Meaning, Record, is_nothing};

/// Both; of a list of one its item, where the other is no list.
fn alike<'m>(one: &'m Meaning, other: &'m Meaning) -> (&'m Meaning, &'m Meaning) {
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

/// The first place where what was received is something else than what was meant. What the receiver does not know does not count, and what the
/// sender did not mean counts if something is there.
pub(super) fn received_otherwise(meant: &Meaning, received: &Meaning) -> Option<String> {
    match alike(meant, received) {
        (Meaning::Record(meant), Meaning::Record(received)) => records_otherwise(meant, received),
        (Meaning::List(meant), Meaning::List(received)) if meant.len() == received.len() => {
            meant.iter().zip(received).find_map(|(meant, received)| received_otherwise(meant, received))
        }
        (meant, received) if meant.is(received) => None,
        // One that may not be left out is read as one that may be.
        (meant, received) if is_absent(meant) && is_absent(received) => None,
        (meant, received) => Some(format!("{meant:?} is received as {received:?}")),
    }
}

pub(super) fn records_otherwise(meant: &Record, received: &Record) -> Option<String> {
    received.iter().find_map(|(name, received)| match meant.get(name) {
        Some(meant) => received_otherwise(meant, received).map(|how| format!("{name}: {how}")),
        None if is_nothing(received) => None,
        None => Some(format!("{name}: nothing is received as {received:?}")),
    })
}

/// The first place where a client reads something else of two services that say the same: of its own one, and of another one. `said` is what the
/// client of the other one reads. What the other one does not say at all is lost to an old client; a new one knows that it may be missing, if
/// it reads nothing there.
pub(super) fn answered_otherwise(own: &Meaning, said: &Meaning, read: &Meaning, is_old: bool) -> Option<String> {
    let (own, read) = alike(own, read);
    let (said, _) = alike(said, own);
    match (own, said, read) {
        (Meaning::Record(own), Meaning::Record(said), Meaning::Record(read)) => own.iter().find_map(|(name, own)| {
            let read = read.get(name).unwrap_or(&Meaning::Nothing);
            let difference = match said.get(name) {
                Some(said) => answered_otherwise(own, said, read, is_old),
                None if !is_old && is_nothing(read) => None,
                None => (own != read).then(|| format!("{own:?} is read as {read:?}")),
            };
            difference.map(|how| format!("{name}: {how}"))
        }),
        (Meaning::List(own), Meaning::List(said), Meaning::List(read))
            if own.len() == read.len() && own.len() == said.len() =>
        {
            let all = own.iter().zip(said).zip(read);
            all.into_iter().find_map(|((own, said), read)| answered_otherwise(own, said, read, is_old))
        }
        (own, _, read) if own.is(read) => None,
        (own, _, read) => Some(format!("{own:?} is read as {read:?}")),
    }
}

/// The first place where what a client reads of a response is something else than what the service said in it. What the service does not
/// say does not count; what the client keeps as XML is not lost.
pub(super) fn read_otherwise(said: &Meaning, read: &Meaning) -> Option<String> {
    match alike(said, read) {
        (Meaning::Record(said), Meaning::Record(read)) => {
            let both = read.iter().filter_map(|(name, read)| Some((name, said.get(name)?, read)));
            both.into_iter()
                .find_map(|(name, said, read)| read_otherwise(said, read).map(|how| format!("{name}: {how}")))
        }
        (Meaning::List(said), Meaning::List(read)) if said.len() == read.len() => {
            said.iter().zip(read).find_map(|(said, read)| read_otherwise(said, read))
        }
        (Meaning::Record(_), Meaning::Xml(_)) => None,
        (said, read) if said.is(read) => None,
        (said, read) => Some(format!("{said:?} is read as {read:?}")),
    }
}
