//! The transports of an operation, and why another one cannot carry it.

use super::groups::Taken;
use super::type_names::Index;
use crate::diagnostic::{Code, Diagnostic, quoted};
use crate::model::Transports;
use crate::read::ast::Operation;

/// The transports that the operation names, or else all that can carry its parameters and its outputs: GET and POST carry one.
pub(super) fn transports(
    spec: &Operation,
    parameters: &[&Taken<'_>],
    outputs: usize,
    index: &Index<'_>,
    mistakes: &mut Vec<Diagnostic>,
) -> Transports {
    let hindrance = parameters.iter().filter(|taken| taken.parameter.is_typed).find_map(|taken| {
        let parameter = &taken.parameter.model;
        Some((*taken, parameter.hindrance(|number| index.kind(number))?))
    });
    let Some(named) = &spec.transports else {
        let http = hindrance.is_none() && outputs <= 1;
        return Transports { soap11: true, soap12: true, get: http, post: http };
    };
    let has = |name: &str| named.iter().any(|transport| transport.value == name);
    let http = named.iter().find(|transport| matches!(transport.value.as_str(), "get" | "post"));
    if let (Some(transport), Some((taken, reason)), false) = (http, hindrance, index.is_imported) {
        let message = format!("HTTP GET and POST cannot carry {}", quoted(taken.parameter.spec.shown_name()));
        mistakes.push(
            Diagnostic::new(Code::NotCarried, transport.span, message).also(taken.place, reason.to_string()).help(
                "write `transports=\"soap11 soap12\"`, or leave `transports` out: it is then what the parameters allow",
            ),
        );
    }
    Transports { soap11: has("soap11"), soap12: has("soap12"), get: has("get"), post: has("post") }
}
