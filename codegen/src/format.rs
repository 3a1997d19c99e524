//! Tokens to formatted text. Knows nothing of what they mean.

use proc_macro2::{Literal, TokenStream};

/// The items as `prettyplease` prints them.
///
/// Tokens that are no Rust, which no emitter makes, become an error at the place where they would have been compiled.
pub(crate) fn format(items: TokenStream) -> String {
    // The tokens are given away: a shared stream would be copied, which costs more than to print it.
    match syn::parse2(items) {
        Ok(file) => prettyplease::unparse(&file),
        Err(error) => {
            let message = format!("asmx-codegen made something that is no Rust, which is its own mistake: {error}");
            format!("::std::compile_error!({});\n", Literal::string(&message))
        }
    }
}
