//! Generated Rust: a small function for each kind of item returns its tokens.
//!
//! The functions read a resolved [`model`](crate::model), never XML. Each operation, type and service is one call of a macro of the runtime, in
//! which every name and every sentence stands once. Inside a call are ordinary Rust items, with attributes that the macro reads. Generated code uses
//! two kinds of names from outside: `rt`, its alias of the runtime, and the types of the prelude. [`names`](crate::names) gives none of these
//! names to an item. There are no time stamps and no hash maps: the same model gives the same bytes.

mod choice;
pub mod descriptor;
mod documentation;
mod file;
mod layout;
mod messages;
mod modules;
mod named_type;
mod operation;
mod parameter;
mod rust_type;
mod server;
mod service;
mod service_types;
mod signatures;
mod text;
mod type_descriptor;
mod wsdl;

pub use layout::features;
pub(crate) use modules::GENERATED;
pub use modules::RustFile;
pub use service_types::Owner as Fields;
pub use signatures::Signatures;
pub use text::{code, markdown};
pub use wsdl::said_in_words;
pub use wsdl::{wsdl, wsdl_at, wsdl_file};

use proc_macro2::TokenStream;

use crate::model::Service;
use service_types::ServiceTypes;

/// The Rust of a whole service, file by file, the one to include first. `source_name` is the spec's file name: it names the
/// files, and the WSDL template that is included: [`wsdl`] has to be written beside the first file as [`wsdl_file`].
#[must_use]
pub fn generate(service: &Service, source_name: &str) -> Vec<RustFile> {
    with_room(|| modules::all(&ServiceTypes::new(service), source_name, false))
}

/// What is made on a stack of its own: to read Rust types that are nested as deeply as they may be takes more than a small thread has.
fn with_room(make: impl Fn() -> Vec<RustFile> + Sync) -> Vec<RustFile> {
    const STACK: usize = 8 << 20;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, &make).ok();
        // Where there is no other thread, this one has to do.
        thread.and_then(|thread| thread.join().ok()).unwrap_or_else(&make)
    })
}

/// The same with a Cargo feature for each area ([`features`] gives their names): only what is switched on is compiled. The descriptor of
/// the service and the trait for implementors then have the operations of those areas; the WSDL document stays that of the whole service.
#[must_use]
pub fn generate_with_features(service: &Service, source_name: &str) -> Vec<RustFile> {
    with_room(|| modules::all(&ServiceTypes::new(&without_far_variants(service)), source_name, true))
}

/// Without what leads from the operation of one area to a variant in another, which may not be compiled.
fn without_far_variants(service: &Service) -> Service {
    let mut service = service.clone();
    let areas: Vec<usize> = service.operations.iter().map(|operation| operation.area).collect();
    for operation in &mut service.operations {
        let area = operation.area;
        operation.variant_of = operation.variant_of.filter(|original| areas.get(*original) == Some(&area));
    }
    service
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
    let (no_head, operations) = (TokenStream::new(), std::slice::from_ref(operation));
    server::push_methods(&mut file, service, &no_head, operations, |_| TokenStream::new());
    file.finish()
}

/// The Rust that one type adds to its service: an enumeration, or a structure with its choices and, if others are derived from it, the enum of these
/// (`AnyAnimal`). Empty if `index` is not the index of a type.
///
/// Made for snapshots, as [`generate_operation`]: an edit of one type in a spec changes the text of that type only, and of those that
/// hold it or are derived from it.
pub fn generate_type(service: &Service, index: usize) -> String {
    let mut file = file::File::default();
    named_type::push(&mut file, &ServiceTypes::new(service), index);
    file.finish()
}
