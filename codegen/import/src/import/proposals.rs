//! Decisions for a person: names suggest something that a WSDL document cannot declare.

use asmx_codegen::model::{Effect, Operation, Service};

use super::credentials;
use crate::effects::covering;
use crate::name_hints::{Verb, read_word, sends, signs_in, verb};

/// A decision for a person.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proposal {
    /// Operations are sends because of their names.
    SendsByName {
        /// Their names in the service.
        operations: Vec<String>,
    },
    /// Operations look like reads because of their names, and are writes.
    LookLikeReads {
        /// Their names in the service.
        operations: Vec<String>,
        /// Patterns that match these operations and none of another effect.
        patterns: Vec<String>,
    },
    /// Any other decision, as a text for people.
    Other(String),
}

/// The words of a front end for an import with an effect for the operations that match these patterns. Without patterns, the words have a
/// placeholder for one.
pub type EffectWords = fn(Effect, &[String]) -> String;

/// The words of this crate.
pub(super) fn api_words(effect: Effect, patterns: &[String]) -> String {
    let patterns = if patterns.is_empty() { "[…]".to_owned() } else { format!("{patterns:?}") };
    format!("`EffectPatterns::default().with(Effect::{effect:?}, {patterns})`")
}

impl Proposal {
    /// The decision as a text for people.
    #[must_use]
    pub fn text(&self, words: EffectWords) -> String {
        let (sentence, words, operations) = match self {
            Self::SendsByName { operations } => (SEND_BY_NAME, words(Effect::Write, &[]), operations),
            Self::LookLikeReads { operations, patterns } => {
                (LOOK_LIKE_READS, words(Effect::Read, patterns), operations)
            }
            Self::Other(text) => return text.clone(),
        };
        format!("{sentence}, or import with {words}: {}", operations.join(", "))
    }
}

/// The decision of a person about operations that are sends by their names.
#[doc(hidden)]
pub const SEND_BY_NAME: &str = "are `send` because of their names, until you change them";
/// The decision of a person about operations that look like reads.
#[doc(hidden)]
pub const LOOK_LIKE_READS: &str = "look like reads; they stay `write` until you change them";

/// Whether the operation is a send, and its name says so.
#[doc(hidden)]
#[must_use]
pub fn is_send_by_name(operation: &Operation) -> bool {
    operation.effect == Effect::Send && sends(&operation.name)
}

/// Whether the operation is a write, and its name says that it reads.
#[doc(hidden)]
#[must_use]
pub fn looks_like_read(operation: &Operation) -> bool {
    operation.effect == Effect::Write && verb(&operation.name) == Some(Verb::Reads)
}

/// See [`Report::proposals`](super::Report::proposals).
pub(super) fn proposals(service: &Service) -> Vec<Proposal> {
    let mut proposals = Vec::new();
    let names = |is_one: &dyn Fn(&Operation) -> bool| -> Vec<&str> {
        service
            .operations
            .iter()
            .filter(|operation| is_one(operation))
            .map(|operation| operation.name.as_str())
            .collect()
    };
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let sends = names(&is_send_by_name);
    if !sends.is_empty() {
        proposals.push(Proposal::SendsByName { operations: owned(&sends) });
    }
    let reads = names(&looks_like_read);
    if !reads.is_empty() {
        let other_names = names(&|operation| operation.effect != Effect::Read && !looks_like_read(operation));
        let patterns = covering(&reads, &other_names, |name| read_word(name).unwrap_or(name));
        proposals.push(Proposal::LookLikeReads { operations: owned(&reads), patterns });
    }
    let common: Vec<&str> = service.common.iter().map(|member| member.name.as_str()).collect();
    if !common.is_empty() {
        proposals.push(Proposal::Other(format!("parameters of every operation: {}", common.join(", "))));
    }
    let of_credentials = credentials::sentences(credentials::owned(service, "common"));
    proposals.extend(of_credentials.into_iter().map(Proposal::Other));
    let sign_in = service.operations.iter().find(|operation| signs_in(&operation.name));
    if let Some(operation) = sign_in {
        let name = &operation.name;
        proposals.push(Proposal::Other(format!(
            "{name} may sign callers in: if its result has no token, the service keeps a cookie, and `cookies(…)` sends it back"
        )));
    }
    proposals
}
