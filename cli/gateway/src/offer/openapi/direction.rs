//! The direction of a message.

/// Requests and results say one type in different words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Direction {
    Request,
    Result,
}
