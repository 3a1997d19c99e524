//! The outcome of calls between clients of one version and a service of the other.

use asmx_codegen::model::{Operation, Transport, Transports};

/// `SOAP and GET`
pub(super) fn transport_words(over: Transports) -> String {
    if over == Transports::ALL {
        return "every transport".to_owned();
    }
    let soap = (over.and(Transports::SOAP) == Transports::SOAP).then_some("SOAP");
    let of_soap = [(Transport::Soap11, "SOAP 1.1"), (Transport::Soap12, "SOAP 1.2")];
    let of_http = [(Transport::HttpGet, "GET"), (Transport::HttpPost, "POST")];
    let single = of_soap.iter().filter(|_| soap.is_none()).chain(&of_http);
    let single = single.filter(|(transport, _)| over.offers(*transport)).map(|(_, name)| *name);
    enumerated(&soap.into_iter().chain(single).collect::<Vec<_>>())
}

pub(super) fn offered(old: Option<&Operation>, new: Option<&Operation>) -> Transports {
    match (old, new) {
        (Some(old), Some(new)) => old.transports.and(new.transports),
        _ => Transports::NONE,
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
    pub(super) silent: Transports,
    pub(super) fails: Transports,
    words: Vec<(&'static str, Transports)>,
}

impl Outcome {
    pub(super) fn of(read: Read, over: Transports) -> Self {
        let mut outcome = Self::default();
        outcome.add(read, over);
        outcome
    }

    pub(super) fn add(&mut self, read: Read, over: Transports) {
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

    fn note(&mut self, words: &'static str, over: Transports) {
        match self.words.iter_mut().find(|(known, _)| *known == words) {
            Some((_, known)) => *known = known.or(over),
            None => self.words.push((words, over)),
        }
    }

    pub(super) const fn transports(&self) -> Transports {
        self.silent.or(self.fails)
    }

    /// `over SOAP, the service reads null, without an error; over GET and POST, it refuses the call`
    pub(super) fn sentence(&self) -> String {
        let clause = |(words, over): &(&str, Transports)| format!("over {}, {words}", transport_words(*over));
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
