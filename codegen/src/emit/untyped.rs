//! What a service has and generated Rust has no types for yet. Calls by descriptor have: they need no types.

use std::fmt;

use crate::diagnostic::quoted;
use crate::model::{Messages, Operation, ResultKind, Service};

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

/// What keeps Rust from being generated: each operation that cannot be typed.
#[must_use]
pub fn untyped(service: &Service) -> Vec<Untyped> {
    let operations = service.operations.iter().enumerate();
    let untyped = operations.filter_map(|(index, operation)| {
        let reason = of_operation(service, operation)?.to_owned();
        Some(Untyped { item: UntypedItem::Operation(index), reason })
    });
    untyped.collect()
}

/// What keeps an operation from being typed.
fn of_operation(service: &Service, operation: &Operation) -> Option<&'static str> {
    let Messages { request_headers, response_headers, one_way, .. } = &operation.messages;
    let elsewhere = |index: &usize| service.ports.get(*index).is_some_and(|port| port.path != service.path);
    if operation.result.kind == ResultKind::Message {
        Some("has outputs that are more than a result")
    } else if !request_headers.is_empty() || !response_headers.is_empty() {
        Some("has SOAP headers")
    } else if *one_way {
        Some("has no response")
    } else if operation.messages != Messages::default() {
        Some("has messages whose names or style are its own")
    } else if operation.ports.iter().any(elsewhere) {
        Some("has an address of its own")
    } else {
        None
    }
}
