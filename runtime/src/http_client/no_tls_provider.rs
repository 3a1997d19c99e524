//! Without rustls there is no cryptography to choose.

/// Does nothing.
pub(crate) fn install() {}
