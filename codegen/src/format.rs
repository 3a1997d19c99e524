//! Tokens to formatted text. Knows nothing of what they mean.

use proc_macro2::TokenStream;

/// The items as `prettyplease` prints them. Tokens that are no Rust, which no emitter makes, are given as they are, so that the
/// compiler shows where.
pub(crate) fn format(items: TokenStream) -> String {
    match syn::parse2(items.clone()) {
        Ok(file) => prettyplease::unparse(&file),
        Err(_) => items.to_string(),
    }
}
