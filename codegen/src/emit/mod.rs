//! What generated Rust looks like: one small function per thing emitted, named after it, each giving tokens.
//!
//! Works from a resolved [`model`](crate::model) only, and never looks at XML. Each operation, type and service is one
//! call of a macro of the runtime, in which every name and every sentence stands once. What stands in a call are ordinary items of
//! Rust with attributes that the macro reads; the macros are what a reader looks up there. `rt`, the alias of the runtime, and the prelude's
//! types are the only names from outside: [`names`](crate::names) gives none of them to an item. There are no time stamps and no hash
//! maps: the same model gives the same bytes.

mod choice;
pub mod descriptor;
mod documentation;
mod file;
mod messages;
mod modules;
mod named_type;
mod operation;
mod parameter;
mod result;
mod row;
mod rust_type;
mod server;
mod service;
mod service_types;
mod text;
mod type_descriptor;
mod wsdl;

pub use modules::RustFile;
pub use wsdl::{wsdl, wsdl_at, wsdl_file};

use proc_macro2::TokenStream;

use crate::model::Service;
use service_types::ServiceTypes;

/// The Rust of a whole service, file by file, the one to include first. `source_name` is the spec's file name: it names the
/// files, and the WSDL template that is included: [`wsdl`] has to be written beside the first file as [`wsdl_file`].
#[must_use]
pub fn generate(service: &Service, source_name: &str) -> Vec<RustFile> {
    modules::all(&ServiceTypes::new(service), source_name)
}

/// The Rust that one operation adds to its service: its request, its row if it has one, and its method of the trait for
/// implementors. Empty if `index` is not the index of an operation.
///
/// Made for snapshots: an edit of one operation in a spec changes the text of that operation only, and of those it names as
/// variants.
pub fn generate_operation(service: &Service, index: usize) -> String {
    let Some(operation) = service.operations.get(index) else {
        return String::new();
    };
    let mut file = file::File::default();
    let service = &ServiceTypes::new(service);
    operation::push(&mut file, service, index, operation);
    server::push_methods(&mut file, service, &TokenStream::new(), std::slice::from_ref(operation));
    file.finish()
}

/// The Rust that one type adds to its service: an enumeration, or a structure with its choices and what stands where it is declared if
/// others are derived from it. Empty if `index` is not the index of a type.
///
/// Made for snapshots, as [`generate_operation`]: an edit of one type in a spec changes the text of that type only, and of those that
/// hold it or are derived from it.
pub fn generate_type(service: &Service, index: usize) -> String {
    let mut file = file::File::default();
    named_type::push(&mut file, &ServiceTypes::new(service), index);
    file.finish()
}
