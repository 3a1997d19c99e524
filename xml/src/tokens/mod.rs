//! Texts cut at their marks, without namespaces and without a look at what stands between the marks: where a document is only looked at, and
//! where a part of one is cut out for a [`PullReader`](crate::pull::PullReader) or a [`Document`](crate::Document).

mod cut;
mod head;
mod tag;
mod token;

pub use cut::{Cut, cut};
pub use head::{FoundElement, Head, local};
pub(crate) use tag::check_declaration;
pub use tag::{RawAttribute, Tag};
pub use token::{Stopped, Token, TokenKind, Tokens};
