//! The outcome of calls between clients of one version and a service of the other.

use asmx_codegen::model::{Operation, Transport, Transports};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Set(u8);

impl Set {
    pub(super) const NONE: Self = Self(0);
    pub(super) const SOAP: Self = Self(0b0011);
    pub(super) const HTTP: Self = Self(0b1100);
    pub(super) const ALL: Self = Self(0b1111);

    const fn bit(transport: Transport) -> u8 {
        match transport {
            Transport::Soap11 => 1,
            Transport::Soap12 => 2,
            Transport::HttpGet => 4,
            Transport::HttpPost => 8,
        }
    }

    pub(super) const fn only(transport: Transport) -> Self {
        Self(Self::bit(transport))
    }

    pub(super) fn of(offered: Transports) -> Self {
        let Transports { soap11, soap12, get, post } = offered;
        Self(u8::from(soap11) | u8::from(soap12) << 1 | u8::from(get) << 2 | u8::from(post) << 3)
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn list(self) -> Vec<Transport> {
        Transport::ALL.into_iter().filter(|transport| self.0 & Self::bit(*transport) != 0).collect()
    }

    /// `SOAP and GET`
    pub(super) fn words(self) -> String {
        if self == Self::ALL {
            return "every transport".to_owned();
        }
        let soap = if self.and(Self::SOAP) == Self::SOAP { Some("SOAP") } else { None };
        let of_soap = [(Transport::Soap11, "SOAP 1.1"), (Transport::Soap12, "SOAP 1.2")];
        let of_http = [(Transport::HttpGet, "GET"), (Transport::HttpPost, "POST")];
        let has = |(transport, _): &&(Transport, &'static str)| self.0 & Self::bit(*transport) != 0;
        let single = of_soap.iter().filter(|_| soap.is_none()).chain(&of_http).filter(has).map(|(_, name)| *name);
        enumerated(&soap.into_iter().chain(single).collect::<Vec<_>>())
    }
}

pub(super) fn offered(old: Option<&Operation>, new: Option<&Operation>) -> Set {
    match (old, new) {
        (Some(old), Some(new)) => Set::of(old.transports).and(Set::of(new.transports)),
        _ => Set::NONE,
    }
}

/// `A`, `A and B`, `A, B and C`
pub(super) fn enumerated(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

/// How one version reads a value that the other writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Read {
    /// Correctly.
    Same,
    /// As another value, without an error. The text says what the reader does.
    Silent(&'static str),
    /// The call or the reading fails, for the reason in the text.
    Fails(&'static str),
}

impl Read {
    pub(super) const fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Fails(_), _) | (Self::Silent(_), Self::Same | Self::Silent(_)) => self,
            (Self::Same, _) | (Self::Silent(_), Self::Fails(_)) => other,
        }
    }
}

/// The outcome for clients of one version, by transport.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Outcome {
    pub(super) silent: Set,
    pub(super) fails: Set,
    words: Vec<(&'static str, Set)>,
}

impl Outcome {
    pub(super) fn of(read: Read, over: Set) -> Self {
        let mut outcome = Self::default();
        outcome.add(read, over);
        outcome
    }

    pub(super) fn add(&mut self, read: Read, over: Set) {
        let words = match read {
            _ if over.is_empty() => return,
            Read::Same => return,
            Read::Silent(words) => {
                self.silent = self.silent.or(over);
                words
            }
            Read::Fails(words) => {
                self.fails = self.fails.or(over);
                words
            }
        };
        self.note(words, over);
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.silent = self.silent.or(other.silent);
        self.fails = self.fails.or(other.fails);
        for (words, over) in other.words {
            self.note(words, over);
        }
    }

    fn note(&mut self, words: &'static str, over: Set) {
        match self.words.iter_mut().find(|(known, _)| *known == words) {
            Some((_, known)) => *known = known.or(over),
            None => self.words.push((words, over)),
        }
    }

    pub(super) const fn transports(&self) -> Set {
        self.silent.or(self.fails)
    }

    /// `over SOAP, the service reads null, without an error; over GET and POST, it refuses the call`
    pub(super) fn sentence(&self) -> String {
        let clause = |(words, over): &(&str, Set)| format!("over {}, {words}", over.words());
        self.words.iter().map(clause).collect::<Vec<_>>().join("; ")
    }
}

/// The outcomes for clients of either version at a service of the other.
#[derive(Debug, Clone, Default)]
pub(super) struct Outcomes {
    pub(super) old_clients: Outcome,
    pub(super) new_clients: Outcome,
}

impl Outcomes {
    pub(super) fn by_old(old_clients: Outcome) -> Self {
        Self { old_clients, ..Self::default() }
    }

    pub(super) fn by_new(new_clients: Outcome) -> Self {
        Self { new_clients, ..Self::default() }
    }

    pub(super) fn by_both(outcome: Outcome) -> Self {
        Self { old_clients: outcome.clone(), new_clients: outcome }
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.old_clients.merge(other.old_clients);
        self.new_clients.merge(other.new_clients);
    }
}

impl FromIterator<Self> for Outcomes {
    fn from_iter<I: IntoIterator<Item = Self>>(all: I) -> Self {
        let mut outcomes = Self::default();
        all.into_iter().for_each(|more| outcomes.merge(more));
        outcomes
    }
}
