//! A file of Rust: made of tokens, printed by `prettyplease`.

use asmx_types::display::shown_line;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// Items of Rust, an empty line between two that are pushed one after the other.
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

    /// Appends the items right behind what is there.
    pub(super) fn push_close(&mut self, items: TokenStream) {
        self.0.push_str(&format(items));
    }

    /// Appends a call of the runtime's macro of that name with the items, which it reads.
    ///
    /// A printer of Rust leaves alone what stands inside such a call, so the items are printed for themselves. No literal of theirs has
    /// more than one line.
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

/// One `#[doc = "…"]` for each line, which is printed as `/// …`; an empty line separates paragraphs.
pub(super) fn docs<L: AsRef<str>>(lines: impl IntoIterator<Item = L>) -> TokenStream {
    let attribute = |line: L| {
        let space = if line.as_ref().is_empty() { "" } else { " " };
        let text = Literal::string(&format!("{space}{}", shown_line(line.as_ref())));
        quote!(#[doc = #text])
    };
    lines.into_iter().map(attribute).collect()
}

/// The items as they are printed.
///
/// Tokens that are no Rust, which no emitter makes, become an error at the place where they would have been compiled.
fn format(items: TokenStream) -> String {
    // The tokens are given away: a shared stream would be copied, which costs more than to print it.
    match syn::parse2(items) {
        Ok(file) => prettyplease::unparse(&file),
        Err(error) => {
            let message = format!("asmx-codegen made something that is no Rust, which is its own mistake: {error}");
            format!("compile_error!({});\n", Literal::string(&message))
        }
    }
}
