//! The macros of `serde_impls.rs` without the feature `serde`: they expand to nothing.

/// Expands to nothing.
#[doc(hidden)]
#[macro_export]
macro_rules! __types_of {
    ($service:ident) => {};
}

/// Expands to nothing.
#[doc(hidden)]
#[macro_export]
macro_rules! __serde {
    ($kind:ident $type:ident) => {};
}
