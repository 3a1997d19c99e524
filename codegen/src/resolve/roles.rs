//! Roles that need one another.

use super::groups::Taken;
use super::rust_names::Reported;
use crate::diagnostic::{Code, Diagnostic, Span, quoted};
use crate::model::{Role, Type};
use crate::read::ast::Operation;

/// A role, and those of which an operation that has it needs one.
pub(crate) const PARTNERS: &[(Role, &[Role])] = &[
    (Role::BeginDate, &[Role::EndDate]),
    (Role::EndDate, &[Role::BeginDate]),
    (Role::FieldNames, &[Role::FieldValues, Role::Records]),
    (Role::FieldValues, &[Role::FieldNames]),
    (Role::Records, &[Role::SentRowDelimiter]),
    (Role::Records, &[Role::SentColumnDelimiter]),
    (Role::SentRowDelimiter, &[Role::Records]),
    (Role::SentColumnDelimiter, &[Role::Records, Role::FieldValues]),
    (Role::SentTextQualifier, &[Role::Records, Role::FieldValues]),
    (Role::MimeBoundary, &[Role::MimeMessage]),
];

/// Reports roles of an operation that are of no use without another that it lacks, and names and values that are not of one kind.
pub(super) fn check_partners(
    spec: &Operation,
    all: &[&Taken<'_>],
    roles: &[(Role, Span)],
    reported: &mut Reported,
    mistakes: &mut Vec<Diagnostic>,
) {
    let place = |wanted: Role| roles.iter().find(|(role, _)| *role == wanted).map(|(_, place)| *place);
    for (role, partners) in PARTNERS {
        let Some(at) = place(*role).filter(|_| !partners.iter().any(|partner| place(*partner).is_some())) else {
            continue;
        };
        let names: Vec<_> = partners.iter().map(|partner| format!("`{}`", partner.name())).collect();
        let needed = names.join(" or ");
        mistakes.push(
            Diagnostic::new(
                Code::IncompleteRoles,
                at,
                format!("{} has the role `{}` without {needed}", quoted(&spec.name.value), role.name()),
            )
            .label(format!("of no use without a parameter with the role {needed}"))
            .help("give that parameter its role, or remove this one"),
        );
    }
    let is_list = |wanted: Role| {
        let taken = all.iter().find(|taken| taken.parameter.model.role == Some(wanted))?;
        taken.parameter.is_typed.then_some(matches!(taken.parameter.model.kind, Type::Array(_)))
    };
    let (names, values) = (Role::FieldNames, Role::FieldValues);
    if let (Some(one), Some(two), Some(first), Some(second)) =
        (is_list(names), is_list(values), place(names), place(values))
        && one != two
        && reported.is_new(first, second)
    {
        mistakes.push(
            Diagnostic::new(
                Code::IncompleteRoles,
                second,
                format!("{} takes names and values of fields in two forms", quoted(&spec.name.value)),
            )
            .label("one is an array, the other is not")
            .also(first, "the names")
            .help("make both arrays, or both strings"),
        );
    }
}
