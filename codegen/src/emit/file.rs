//! A file of Rust, made of tokens and printed by `prettyplease`.

use std::fmt::Debug;

use asmx_types::display::shown_line;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use crate::names::ident;

/// Rust items, with an empty line after each push.
#[derive(Default)]
pub(super) struct File(String);

impl File {
    pub(super) fn new(header: &str) -> Self {
        Self(format!("{header}\n"))
    }

    pub(super) fn push(&mut self, items: TokenStream) {
        let text = format(items);
        if !text.is_empty() {
            self.empty_line();
            self.0.push_str(&text);
        }
    }

    /// Appends the items without an empty line before them.
    pub(super) fn push_close(&mut self, items: TokenStream) {
        self.0.push_str(&format(items));
    }

    /// Appends a call of that macro of the runtime around the items.
    ///
    /// Printers of Rust leave the inside of macro calls alone, so the items are printed separately. No literal in them has several lines.
    pub(super) fn push_call(&mut self, name: &str, items: TokenStream) {
        self.empty_line();
        self.0.extend(["rt::", name, "! {\n"]);
        for line in format(items).lines() {
            if !line.is_empty() {
                self.0.push_str("    ");
                self.0.push_str(line);
            }
            self.0.push('\n');
        }
        self.0.push_str("}\n");
    }

    fn empty_line(&mut self) {
        if !self.0.is_empty() {
            self.0.push('\n');
        }
    }

    pub(super) fn finish(self) -> String {
        self.0
    }
}

/// One `#[doc = "…"]` for each line, which prints as `/// …`; an empty line separates paragraphs.
pub(super) fn docs<L: AsRef<str>>(lines: impl IntoIterator<Item = L>) -> TokenStream {
    let attribute = |line: L| {
        let space = if line.as_ref().is_empty() { "" } else { " " };
        let text = Literal::string(&format!("{space}{}", shown_line(line.as_ref())));
        quote!(#[doc = #text])
    };
    lines.into_iter().map(attribute).collect()
}

/// Prints the items.
///
/// Tokens that are not Rust, which no emitter makes, become a compile error at their place.
fn format(items: TokenStream) -> String {
    // `parse2` takes the tokens: copying a shared stream would cost more than printing it.
    match syn::parse2(items) {
        Ok(file) => prettyplease::unparse(&file),
        Err(error) => {
            let message = format!("asmx-codegen generated invalid Rust, which is a bug of asmx-codegen: {error}");
            format!("compile_error!({});\n", Literal::string(&message))
        }
    }
}

/// The name of a variant of the runtime's enums: `HttpGet`.
pub(super) fn variant(value: &dyn Debug) -> Ident {
    ident(&format!("{value:?}"))
}
