//! What an edit of a spec, or a newer WSDL document, does to people: to those who have deployed a client, to those who compile against the
//! generated code, and to those who implement the service.
//!
//! The models are compared, not the texts: what means the same is no change.

mod change;
mod kind;

pub use change::{Affected, Change, Class, Difference, Place, Step};
pub use kind::Kind;
