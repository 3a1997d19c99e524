//! The directions in which a member is sent, and the outcome for clients of one version if the other declares it differently.

use super::outcome::{Outcome, Outcomes, Read};
use super::reading::{Carrier, Direction, Reading};
use super::usage::Travels;
use super::versions::Versions;
use asmx_codegen::model::{Member, Presence, Transports};

#[derive(Debug, Clone, Copy)]
pub(super) struct Directions {
    pub(super) travels: Travels,
    pub(super) of_requests: Carrier,
    pub(super) of_responses: Carrier,
    /// Whether old and new clients refuse a response that lacks it.
    pub(super) is_strict: (bool, bool),
    /// Whether a request may lack it, whatever its presence says.
    pub(super) may_lack: bool,
}

impl Directions {
    pub(super) const fn members(travels: Travels) -> Self {
        Self {
            travels,
            of_requests: Carrier::Xml,
            of_responses: Carrier::Xml,
            is_strict: (false, false),
            may_lack: false,
        }
    }

    pub(super) const fn parameter(offered: Transports) -> Self {
        let travels = Travels { requests: offered, responses: Transports::NONE };
        Self { of_requests: Carrier::Form, ..Self::members(travels) }
    }

    pub(super) const fn output(offered: Transports, is_strict: (bool, bool)) -> Self {
        let travels = Travels { requests: Transports::NONE, responses: offered };
        Self { of_responses: Carrier::Root, is_strict, ..Self::members(travels) }
    }
}

impl Versions<'_> {
    /// How the service of one version and a client of the other read each other.
    fn reading(&self, direction: Direction, is_old_client: bool, carrier: Carrier, is_strict: bool) -> Reading<'_> {
        let writes_old = is_old_client == (direction == Direction::Request);
        let (writer, reader) =
            if writes_old { (&self.old_types, &self.new_types) } else { (&self.new_types, &self.old_types) };
        Reading { writer, reader, carrier, direction, is_strict }
    }

    /// The outcome for clients of both versions. `old` and `new` are the member in either version.
    pub(super) fn outcomes(&self, directions: Directions, old: Option<&Member>, new: Option<&Member>) -> Outcomes {
        Outcomes {
            old_clients: self.outcome_by(true, directions, old, new),
            new_clients: self.outcome_by(false, directions, new, old),
        }
    }

    /// `own` is the member in the version of the client, `other` in that of the service.
    fn outcome_by(
        &self,
        is_old: bool,
        directions: Directions,
        own: Option<&Member>,
        other: Option<&Member>,
    ) -> Outcome {
        let mut outcome = Outcome::default();
        for (over, carrier) in [(Transports::SOAP, Carrier::Xml), (Transports::HTTP, directions.of_requests)] {
            let over = directions.travels.requests.and(over);
            let reading = self.reading(Direction::Request, is_old, carrier, false);
            outcome.add(sent(&reading, directions, own, other), over);
        }
        for (over, carrier) in [(Transports::SOAP, Carrier::Xml), (Transports::HTTP, directions.of_responses)] {
            let over = directions.travels.responses.and(over);
            let is_strict = if is_old { directions.is_strict.0 } else { directions.is_strict.1 };
            let reading = self.reading(Direction::Response, is_old, carrier, is_strict);
            let found = match (other, own) {
                (Some(written), Some(expected)) => reading.member(written, expected),
                // A missing old member is a loss; a missing new optional member is not.
                (None, Some(expected)) if is_old || expected.presence == Presence::Required => {
                    reading.missing(expected)
                }
                _ => Read::Same,
            };
            outcome.add(found, over);
        }
        outcome
    }
}

fn sent(reading: &Reading<'_>, directions: Directions, written: Option<&Member>, known: Option<&Member>) -> Read {
    match (written, known) {
        (Some(written), Some(known)) => reading.member(written, known),
        (None, Some(known)) => {
            let is_expected =
                reading.carrier == Carrier::Form || !directions.may_lack && known.presence == Presence::Required;
            if is_expected { reading.missing(known) } else { Read::Same }
        }
        (_, None) => Read::Same,
    }
}
