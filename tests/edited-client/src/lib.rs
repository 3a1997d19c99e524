//! The client of a spec with one operation more.
#![forbid(unsafe_code)]

include!(concat!(env!("OUT_DIR"), "/client.rs"));
