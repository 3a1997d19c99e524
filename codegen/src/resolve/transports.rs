//! The transports of an operation, and what keeps it from one.

use super::groups::Taken;
use super::types::Index;
use crate::diagnostic::{Code, Diagnostic, quoted};
use crate::model::{Presence, Scalar, Transports, Type};
use crate::read::ast::Operation;

/// The transports that the operation names, or else all that can carry its parameters.
pub(super) fn transports(
    spec: &Operation,
    parameters: &[&Taken<'_>],
    index: &Index<'_>,
    mistakes: &mut Vec<Diagnostic>,
) -> Transports {
    let hindrance = parameters.iter().filter(|taken| taken.parameter.is_typed).find_map(|taken| {
        Some((*taken, hindrance(&taken.parameter.model.kind, taken.parameter.model.presence, index)?))
    });
    let Some(named) = &spec.transports else {
        let http = hindrance.is_none();
        return Transports { soap11: true, soap12: true, get: http, post: http };
    };
    let has = |name: &str| named.iter().any(|transport| transport.value == name);
    let http = named.iter().find(|transport| matches!(transport.value.as_str(), "get" | "post"));
    if let (Some(transport), Some((taken, reason))) = (http, hindrance) {
        mistakes.push(
            Diagnostic::new(
                Code::NotCarried,
                transport.span,
                format!("HTTP GET and POST cannot carry {}", quoted(&taken.parameter.spec.name.value)),
            )
            .also(taken.place, reason)
            .help(
                "write `transports=\"soap11 soap12\"`, or leave `transports` out: it is then what the parameters allow",
            ),
        );
    }
    Transports { soap11: has("soap11"), soap12: has("soap12"), get: has("get"), post: has("post") }
}

/// Why GET and POST cannot carry a parameter (docs/RULES.md, rule 1), if so.
fn hindrance(kind: &Type, presence: Presence, index: &Index<'_>) -> Option<String> {
    if presence == Presence::Nullable {
        return Some("it may be null".to_owned());
    }
    match kind {
        Type::Scalar(scalar) if scalar.carried_by_http() => None,
        Type::Scalar(scalar) => Some(format!("it is of type `{}`", scalar.name())),
        Type::Named(number) if index.is_enumeration(*number) => None,
        Type::Named(_) => Some("it is a structure".to_owned()),
        Type::Array(array) => match &array.item {
            Type::Array(_) => Some("it is an array of arrays".to_owned()),
            Type::Named(number) if !index.is_enumeration(*number) => Some("it is an array of structures".to_owned()),
            Type::Scalar(scalar) if !scalar.carried_by_http() => Some(format!("it is an array of `{}`", scalar.name())),
            item if array.nullable_items && *item != Type::Scalar(Scalar::String) => {
                Some("its items may be null".to_owned())
            }
            _ => None,
        },
    }
}
