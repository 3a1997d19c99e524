//! How much a message may still take.

use std::cell::Cell;

use crate::value::Value;
use crate::xml::ParseOptions;

/// What is left of the memory that the values of one message may take: parameters, items of arrays, members of structures. A value
/// takes more than the shortest way to write one, so that without a bound a message would take many times its size.
#[derive(Debug)]
pub(crate) struct ValuesLeft {
    /// In bytes.
    memory: Cell<usize>,
    /// What an item takes, in parts of its size.
    per_item: usize,
    /// Bytes of namespaces that may be declared anew for XML that is kept: what is declared once may be used by many. Where this is
    /// `None` they take memory as everything does.
    declarations: Option<Cell<usize>>,
}

/// Bytes of namespaces that every request may have declared anew.
const DECLARATIONS: usize = 64 * 1024;

/// What the values of every response may take, in bytes.
const BESIDE: usize = 64 * 1024 * 1024;

/// What a value takes, in bytes.
const VALUE: usize = 32;

/// What grows is there twice for a moment, and half empty then.
const GROWING: usize = 3;

impl ValuesLeft {
    /// For a request of that many bytes: `at_least` so many values, and one more for as many bytes as a value takes.
    pub(crate) fn of_request(at_least: usize, bytes: usize) -> Self {
        Self {
            memory: Cell::new(at_least.saturating_add(bytes / VALUE).saturating_mul(VALUE)),
            per_item: 1,
            declarations: Some(Cell::new(DECLARATIONS.saturating_add(bytes))),
        }
    }

    /// For a response of that many bytes.
    pub(crate) fn of_response(limits: &ParseOptions, bytes: usize) -> Self {
        Self {
            memory: Cell::new(bytes.saturating_mul(limits.max_memory_per_byte).saturating_add(BESIDE)),
            per_item: GROWING,
            declarations: None,
        }
    }

    /// How many values of a request are left.
    pub(crate) fn count(&self) -> usize {
        self.memory.get() / VALUE
    }

    /// Takes so many; `false` if there are not so many left.
    #[must_use]
    pub(crate) fn take(&self, count: usize) -> bool {
        Self::take_from(&self.memory, count.saturating_mul(VALUE * self.per_item))
    }

    /// Takes room for something of so many bytes that is there once; `false` if there is not so much left.
    #[must_use]
    pub(crate) fn take_bytes(&self, bytes: usize) -> bool {
        Self::take_from(&self.memory, bytes)
    }

    /// Takes room for the declaration of a namespace of so many bytes; `false` if there is not so much left.
    #[must_use]
    pub(crate) fn take_declaration(&self, bytes: usize) -> bool {
        match &self.declarations {
            Some(declarations) => Self::take_from(declarations, bytes),
            None => self.take_bytes(bytes.saturating_mul(GROWING)),
        }
    }

    fn take_from(left: &Cell<usize>, count: usize) -> bool {
        let rest = left.get().checked_sub(count);
        left.set(rest.unwrap_or(0));
        rest.is_some()
    }
}

const _: () = assert!(size_of::<Value<'static>>() <= VALUE);
