//! How many values a message may still have.

use std::cell::Cell;

/// What is left of the values that one message may have: parameters, items of arrays, members of structures. A value takes more
/// memory than the shortest way to write one, so that without a bound a request would take many times its size.
#[derive(Debug)]
pub(crate) struct ValuesLeft {
    values: Cell<usize>,
    /// Bytes of namespaces that may be declared anew for XML that is kept: what is declared once may be used by many.
    declarations: Cell<usize>,
}

/// Bytes of namespaces that every message may have declared anew.
const DECLARATIONS: usize = 64 * 1024;

impl ValuesLeft {
    /// Bytes of a request that bring one value more: as many as a value takes.
    const PER_VALUE: usize = 32;

    /// For a request of that many bytes: `at_least`, and more of them in proportion.
    pub(crate) fn of_request(at_least: usize, bytes: usize) -> Self {
        Self {
            values: Cell::new(at_least.saturating_add(bytes / Self::PER_VALUE)),
            declarations: Cell::new(DECLARATIONS.saturating_add(bytes)),
        }
    }

    /// For a response of that many bytes, which may have any number of values.
    pub(crate) fn of_response(bytes: usize) -> Self {
        let declarations = DECLARATIONS.saturating_add(bytes.saturating_mul(8));
        Self { values: Cell::new(usize::MAX), declarations: Cell::new(declarations) }
    }

    /// How many are left.
    pub(crate) fn count(&self) -> usize {
        self.values.get()
    }

    /// Takes so many; `false` if there are not so many left.
    #[must_use]
    pub(crate) fn take(&self, count: usize) -> bool {
        let left = self.values.get().checked_sub(count);
        self.values.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Takes room for the declaration of a namespace of so many bytes; `false` if there is not so much left.
    #[must_use]
    pub(crate) fn take_declaration(&self, bytes: usize) -> bool {
        let left = self.declarations.get().checked_sub(bytes);
        self.declarations.set(left.unwrap_or(0));
        left.is_some()
    }
}

const _: () = assert!(size_of::<crate::value::Value<'static>>() <= ValuesLeft::PER_VALUE);
