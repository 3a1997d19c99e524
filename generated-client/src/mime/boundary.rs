//! Random boundaries: a service may put the values of recipients into the parts.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};

/// A new boundary: letters, digits and `_` only, so that it needs no quotes; all of the same length, so that none begins with
/// another.
pub(crate) fn random() -> String {
    // The keys of `RandomState` come from the operating system.
    let number = || RandomState::new().build_hasher().finish();
    format!("part_{:016x}{:016x}", number(), number())
}
