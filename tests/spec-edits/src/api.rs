//! Public items of generated code: a listing, and code that uses every item of it.
//!
//! Generated code consists of macro calls around ordinary Rust items, which `syn` parses. The items that the macros add (setters, constants) are
//! listed here.

mod item;
mod names;
mod uses;

use asmx_codegen::model::Service;
use asmx_codegen::{RustFile, generate};

use self::item::Item;

/// The public items of the code for a service.
pub struct Api {
    items: Vec<Item>,
}

impl Api {
    #[must_use]
    pub fn of(service: &Service) -> Self {
        let mut items = Vec::new();
        for RustFile { path, text, .. } in generate(service, "service.xml") {
            let file = syn::parse_file(&text).unwrap_or_else(|error| panic!("{path}: {error}\n{text}"));
            items.extend(file.items.into_iter().filter_map(Item::read));
        }
        Self { items }
    }

    /// A line for each item, field, method and variant, with its type, sorted.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.items.iter().flat_map(Item::lines).collect();
        lines.sort();
        lines.dedup();
        lines
    }

    /// A Rust module that calls every operation with every parameter, reads every result, and implements every method of the trait, reading every
    /// field of its request. It belongs beside the generated module `service`, and also compiles in another crate.
    #[must_use]
    pub fn uses(&self) -> String {
        uses::module(&self.items)
    }
}
