//! What people see of generated code: a listing of it, and code that uses every item of the listing.
//!
//! Generated code is calls of macros with ordinary items of Rust in them, so that it is read with `syn`; what the macros make of an item
//! (setters, constants) is known here.

mod item;
mod names;
mod uses;

use asmx_codegen::model::Service;
use asmx_codegen::{RustFile, generate};

use self::item::Item;

/// The public items of the code that is generated for a service.
pub struct Api {
    items: Vec<Item>,
}

impl Api {
    /// Those of the service of that model.
    #[must_use]
    pub fn of(service: &Service) -> Self {
        let mut items = Vec::new();
        for RustFile { path, text, .. } in generate(service, "service.xml") {
            let file = syn::parse_file(&text).unwrap_or_else(|error| panic!("{path}: {error}\n{text}"));
            items.extend(file.items.into_iter().filter_map(Item::read));
        }
        Self { items }
    }

    /// A line for each item, field, method and variant, with its type; sorted.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.items.iter().flat_map(Item::lines).collect();
        lines.sort();
        lines.dedup();
        lines
    }

    /// A module of Rust that calls every operation with every parameter, reads every result, and implements every method of the trait
    /// reading every field of its request. It stands beside the generated module `service`, and holds outside of its crate too.
    #[must_use]
    pub fn uses(&self) -> String {
        uses::module(&self.items)
    }
}
