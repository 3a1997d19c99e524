//! Generated Rust: a small function for each kind of item returns its tokens.
//!
//! The functions read a resolved [`model`](crate::model), never XML. Each operation, type and service is one call of a runtime macro, with
//! every name and sentence once. The calls contain ordinary Rust items with attributes that the macro reads. Generated code uses two kinds
//! of names from outside: `rt`, its alias of the runtime, and the types of the prelude. [`names`](crate::names) gives no item these names.
//! Without time stamps and hash maps, the same model gives the same bytes.

mod choice;
pub mod documentation;
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

pub(crate) use modules::GENERATED;
pub use modules::RustFile;
pub use service_types::Owner as Fields;
pub use signatures::Signatures;
pub use text::{code, markdown};
pub use wsdl::{Arrays as ArrayNames, said_in_words};
pub use wsdl::{wsdl, wsdl_at, wsdl_file};

use proc_macro2::TokenStream;

use crate::model::Service;
use service_types::ServiceTypes;

/// The Rust of a whole service, as files; the first one is the file to include. `source_name` is the spec's file name, which gives names to
/// the files. The files include the WSDL template: write [`wsdl`] as [`wsdl_file`] beside the first file.
#[must_use]
pub fn generate(service: &Service, source_name: &str) -> Vec<RustFile> {
    with_room(|| modules::all(&ServiceTypes::new(service), source_name))
}

/// Uses a thread with a large stack, because parsing deeply nested Rust types recurses.
fn with_room(make: impl Fn() -> Vec<RustFile> + Sync) -> Vec<RustFile> {
    const STACK: usize = 8 << 20;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, &make).ok();
        // Without a second thread, this one does it.
        thread.and_then(|thread| thread.join().ok()).unwrap_or_else(&make)
    })
}

/// The Rust of one operation: its request, its row if it has one, and its method of the trait for implementors. Empty if `index` is out of
/// range.
///
/// For snapshots: an edit of one operation changes only its text, and the texts of operations that it names as variants.
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

/// The Rust of one type: an enumeration, or a structure with its choices and, if it has derived types, their enum (`AnyAnimal`). Empty if
/// `index` is out of range.
///
/// For snapshots, like [`generate_operation`]: an edit of one type changes only its text, and the texts of types that hold it or are derived
/// from it.
pub fn generate_type(service: &Service, index: usize) -> String {
    let mut file = file::File::default();
    named_type::push(&mut file, &ServiceTypes::new(service), index);
    file.finish()
}
