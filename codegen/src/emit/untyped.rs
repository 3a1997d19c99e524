//! What a service has and generated Rust has no types for yet. Calls by descriptor have: they need no types.

use std::fmt;

use crate::diagnostic::quoted;
use crate::model::Service;

/// An operation, or a type that no operation needs, of which no Rust can be generated yet.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untyped {
    /// What it is.
    pub item: UntypedItem,
    /// Why, in words that go on after its name: `has the parameter …, which …`.
    pub reason: String,
}

/// What no Rust can be generated of yet.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UntypedItem {
    /// The operation of that index.
    Operation(usize),
    /// The type of that index.
    Type(usize),
}

/// A service of which no Rust can be generated yet. `Display` says of each operation why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotTyped {
    lines: Vec<String>,
}

impl NotTyped {
    /// An error, if there is anything that is not typed.
    pub(super) fn check(service: &Service) -> Result<(), Self> {
        let untyped = untyped(service);
        if untyped.is_empty() {
            return Ok(());
        }
        let line = |one: &Untyped| match one.item {
            UntypedItem::Operation(index) => {
                let name = service.operations.get(index).map_or("", |operation| &operation.name);
                format!("the operation {} {}", quoted(name), one.reason)
            }
            UntypedItem::Type(index) => {
                let name = service.types.get(index).map_or("", |named| &named.name);
                format!("the type {} {}", quoted(name), one.reason)
            }
        };
        Err(Self { lines: untyped.iter().map(line).collect() })
    }
}

impl fmt::Display for NotTyped {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(
            "generated Rust has no types yet for all of the service; call it by descriptor, which needs none",
        )?;
        self.lines.iter().try_for_each(|line| write!(formatter, "\n  {line}"))
    }
}

impl std::error::Error for NotTyped {}

/// What keeps Rust from being generated: nothing, since every type and every message has its Rust.
#[must_use]
pub const fn untyped(_: &Service) -> Vec<Untyped> {
    Vec::new()
}
