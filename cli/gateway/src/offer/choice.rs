//! The operations and choices that a gateway offers.

use asmx_codegen::{NoSuchOperation, name_matches};
use asmx_import::EffectPatterns;
use asmx_import::name_hints::first_word;
use asmx_types::{Effect, Operation, Service};

use crate::offer::access::Supplied;
use crate::rows::texts::CELLS_PER_BYTE;

/// Permissions of callers of a [`Gateway`](crate::Gateway) may do. By default they may call operations that only read, and never see the service's
/// credentials.
#[derive(Clone)]
#[must_use = "an offer does nothing until a gateway has it"]
pub struct Offer {
    write: bool,
    send: bool,
    credentials: bool,
    only: Vec<String>,
    effects: EffectPatterns,
    pub(crate) supplied: Supplied,
    pub(crate) at_once: usize,
    pub(crate) per_second: Option<u32>,
    pub(crate) memory: usize,
    pub(crate) cells_per_byte: u32,
}

/// The first words of names of operations that only read.
const READS: [&str; 8] = ["Get", "Find", "List", "Search", "Read", "Query", "Count", "Is"];

impl Default for Offer {
    fn default() -> Self {
        Self {
            write: false,
            send: false,
            credentials: false,
            only: Vec::new(),
            effects: EffectPatterns::default(),
            supplied: Supplied::default(),
            at_once: Self::AT_ONCE,
            per_second: None,
            memory: Self::MEMORY,
            cells_per_byte: CELLS_PER_BYTE,
        }
    }
}

impl Offer {
    /// The most calls under way, unless a setting says otherwise.
    pub const AT_ONCE: usize = 256;
    /// The bytes of memory of all calls, unless a setting says otherwise.
    pub const MEMORY: usize = 512 * 1024 * 1024;

    /// Offers operations that change data.
    pub const fn write(mut self) -> Self {
        self.write = true;
        self
    }

    /// Offers operations that send messages to people.
    pub const fn send(mut self) -> Self {
        self.send = true;
        self
    }

    /// Lets callers give credentials and other secrets as parameters. By default only the gateway gives them.
    pub const fn credentials(mut self) -> Self {
        self.credentials = true;
        self
    }

    /// Offers only the operations that match a pattern, in which `*` is any text and `?` any character. Several patterns add up.
    pub fn only(mut self, patterns: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.only.extend(patterns.into_iter().map(Into::into));
        self
    }

    /// Takes the operations that match a pattern for reads: a WSDL document does not say which operations only read. A call of one is retried
    /// as a read is if the pattern is its whole name, or if the first word of its name is Get, Find, List, Search, Read, Query, Count or Is. Of
    /// patterns with different effects the last one that matches counts, and it counts more than the description.
    pub fn reads(self, patterns: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.stating(Effect::Read, patterns)
    }

    /// Takes the operations that match a pattern for writes, as [`reads`](Self::reads) does for reads.
    pub fn writes(self, patterns: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.stating(Effect::Write, patterns)
    }

    /// Takes the operations that match a pattern for sends, as [`reads`](Self::reads) does for reads.
    pub fn sends(self, patterns: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.stating(Effect::Send, patterns)
    }

    /// Takes operations for what these patterns state, in the place of all patterns before.
    pub fn effects(mut self, patterns: EffectPatterns) -> Self {
        self.effects = patterns;
        self
    }

    fn stating(mut self, effect: Effect, patterns: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.effects = self.effects.with(effect, patterns);
        self
    }

    /// Supplies these values with each call. [`Gateway::renew`](crate::Gateway::renew) changes them while the gateway serves.
    pub fn supplied(mut self, supplied: Supplied) -> Self {
        self.supplied = supplied;
        self
    }

    /// Limits the calls under way (256 by default) and those that begin in a second (by default any number). More are refused with the time after
    /// which they may be tried again.
    pub const fn limits(mut self, at_once: usize, per_second: Option<u32>) -> Self {
        (self.at_once, self.per_second) = (at_once, per_second);
        self
    }

    /// Limits the memory, in bytes, that all calls hold together beside 256 KiB of each. The default is 512 MiB. A call that needs more waits
    /// up to 10 seconds, and is then refused.
    pub const fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// Sets the most cells for each byte of a response, in forms with a cell for every column: CSV and Arrow. The default is 64. A response
    /// with more is refused with the advice to take lines of JSON.
    pub const fn cells_per_byte(mut self, cells: u32) -> Self {
        self.cells_per_byte = cells;
        self
    }

    /// Whether each pattern matches an operation.
    pub(crate) fn check(&self, service: &Service) -> Result<(), NoSuchOperation> {
        let names = || service.operations.iter().map(|operation| operation.name);
        let is_idle = |pattern: &&str| !names().any(|name| name_matches(pattern, name));
        let patterns = self.effects.iter().map(|(pattern, _)| pattern);
        match self.only.iter().map(String::as_str).chain(patterns).find(is_idle) {
            Some(pattern) => Err(NoSuchOperation::among(service.name, names(), pattern)),
            None => Ok(()),
        }
    }

    pub(crate) fn is_chosen(&self, operation: &Operation) -> bool {
        self.only.is_empty() || self.only.iter().any(|pattern| name_matches(pattern, operation.name))
    }

    pub(crate) fn effect(&self, operation: &Operation) -> Effect {
        self.effects.of(operation.name).map_or(operation.effect, |(_, effect)| effect)
    }

    /// The effect that decides about retries of a call whose outcome is unknown. A pattern makes a read of it only if the pattern is its very
    /// name, or the name begins as those of reads do: `*Get*` matches `ForgetPassword`.
    pub(crate) fn effect_of_retries(&self, operation: &Operation) -> Effect {
        let name = operation.name;
        match self.effects.of(name) {
            Some((pattern, Effect::Read)) if operation.effect != Effect::Read => {
                let is_named = pattern == name || READS.iter().any(|word| word.eq_ignore_ascii_case(first_word(name)));
                if is_named { Effect::Read } else { operation.effect }
            }
            Some((_, effect)) => effect,
            None => operation.effect,
        }
    }

    pub(crate) const fn permits(&self, effect: Effect) -> bool {
        match effect {
            Effect::Read => true,
            Effect::Write => self.write,
            Effect::Send => self.send,
        }
    }

    pub(crate) const fn takes_secrets(&self) -> bool {
        self.credentials
    }
}

// The supplied values may be secret.
debug_only!(Offer: write, send, credentials, only, effects);
