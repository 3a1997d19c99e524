//! What is known when a descriptor is made, or stated later: types that hold each other cannot all be made first.

use std::sync::OnceLock;

/// A value that is known from the start, or stated once.
#[derive(Debug)]
pub(crate) enum Late<T> {
    /// From the start, as in `static` descriptors.
    Known(T),
    /// Later, as in descriptors built at run time.
    Stated(OnceLock<T>),
}

impl<T: Copy> Late<T> {
    pub(crate) const fn known(value: T) -> Self {
        Self::Known(value)
    }

    pub(crate) const fn unknown() -> Self {
        Self::Stated(OnceLock::new())
    }

    /// States it; only the first statement counts.
    pub(crate) fn state(&self, value: T) {
        if let Self::Stated(place) = self {
            place.get_or_init(|| value);
        }
    }

    pub(crate) fn get(&self) -> Option<&T> {
        match self {
            Self::Known(value) => Some(value),
            Self::Stated(place) => place.get(),
        }
    }
}
