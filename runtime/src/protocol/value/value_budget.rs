//! Limits the memory of the values of a message.

use std::cell::Cell;

use crate::results::proportion::BESIDE;
use crate::value::Value;
use crate::xml::ParseOptions;

/// The memory left for the values of one message: parameters, items of arrays, members of structures. A value takes more bytes than its
/// shortest form in XML, so without a limit a message could take many times its size.
#[derive(Debug)]
pub(crate) struct ValueBudget {
    /// Bytes.
    memory: Cell<usize>,
    /// The factor on the size of an item.
    per_item: usize,
    /// Bytes left for namespaces that are declared again in XML that is kept, because many elements may use one declaration. `None` means that
    /// they count as other memory.
    declarations: Option<Cell<usize>>,
}

/// Bytes of repeated namespace declarations that every request may have.
const DECLARATIONS: usize = 64 * 1024;

const VALUE: usize = 32;

/// A growing array exists twice for a moment, and is half empty afterwards.
const GROWING: usize = 3;

impl ValueBudget {
    /// For a request of that many bytes: `at_least` values, and one more for every 32 bytes.
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

    /// The number of values that a request may still have.
    pub(crate) fn count(&self) -> usize {
        self.memory.get() / VALUE
    }

    /// Takes room for `count` values; `false` if too little is left.
    #[must_use]
    pub(crate) fn take(&self, count: usize) -> bool {
        Self::take_from(&self.memory, count.saturating_mul(VALUE * self.per_item))
    }

    /// Takes `bytes` for something that does not grow; `false` if too little is left.
    #[must_use]
    pub(crate) fn take_bytes(&self, bytes: usize) -> bool {
        Self::take_from(&self.memory, bytes)
    }

    /// Takes room for the declaration of a namespace of that many bytes; `false` if too little is left.
    #[must_use]
    pub(crate) fn take_declaration(&self, bytes: usize) -> bool {
        match &self.declarations {
            Some(declarations) => Self::take_from(declarations, bytes),
            None => self.take_bytes(bytes.saturating_mul(GROWING)),
        }
    }

    fn take_from(memory: &Cell<usize>, count: usize) -> bool {
        let rest = memory.get().checked_sub(count);
        memory.set(rest.unwrap_or(0));
        rest.is_some()
    }
}

const _: () = assert!(size_of::<Value<'static>>() <= VALUE);
