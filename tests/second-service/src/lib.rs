//! A library's catalogue: a service with names and types chosen to hurt, generated from `spec/library-catalogue.xml`. Beside it two small ones, with
//! common parameters that are no plain texts.
//!
//! All code is generated, and every lint for published code is denied: generated code must compile under each lint that a user may
//! deny.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic, rustdoc::all)]

include!(concat!(env!("OUT_DIR"), "/library-catalogue.rs"));

/// A service whose common parameters are arrays, which every transport carries.
pub mod stock {
    include!(concat!(env!("OUT_DIR"), "/stock.rs"));
}

/// A service whose common parameters are structures, which only SOAP carries.
pub mod depot {
    include!(concat!(env!("OUT_DIR"), "/depot.rs"));
}

/// A service that takes and returns data sets and tables, typed ones among them.
pub mod tables {
    include!(concat!(env!("OUT_DIR"), "/tables.rs"));
}

/// A service of a genuine stack with a typed DataSet: `spec/typed-svc.xml` is what `asmx import` makes of its document.
pub mod typed_svc {
    include!(concat!(env!("OUT_DIR"), "/typed-svc.rs"));
}

/// A service with everything that a spec can say.
pub mod everything {
    include!(concat!(env!("OUT_DIR"), "/everything.rs"));
}

/// A service whose messages are of every style: several outputs, headers, names and addresses of their own.
pub mod parcels {
    include!(concat!(env!("OUT_DIR"), "/parcels.rs"));
}

/// A service with types of every shape.
pub mod zoo {
    include!(concat!(env!("OUT_DIR"), "/zoo.rs"));
}

/// A service with types in one long circle.
pub mod circle_line {
    include!(concat!(env!("OUT_DIR"), "/circle-line.rs"));
}

/// A service whose types, members and operations are called like those of Rust, of the runtime and of generated code.
pub mod same_names {
    include!(concat!(env!("OUT_DIR"), "/same-names.rs"));
}
