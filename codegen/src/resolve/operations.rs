//! Operations: their parameters, roles, transports and attributes, and their variants.

use asmx_types::xml_name::decode_local_name;
use std::collections::BTreeMap;

use super::declared::{Links, MOST_PARAMETERS, Unique, unknown, wire_name};
use super::groups::{Groups, Occurrence};
use super::locations::Notes;
use super::messages;
use super::parameters;
use super::results;
use super::roles;
use super::rust_names::{self, Reported};
use super::type_names::Index;
use super::wildcards;
use crate::diagnostic::{Code, Diagnostic, Span, question_behind, quoted};
use crate::locations::operation_path;
use crate::model::{Effect, Limit, OnContradiction, Operation, Port, Role, Transports};
use crate::read::ast::{self, Flag};

pub(super) struct Resolver<'r, 'a> {
    pub(super) index: &'r Index<'a>,
    pub(super) groups: &'r Groups<'a>,
    pub(super) common: &'r [Occurrence<'a>],
    pub(super) ports: &'r [Port],
    /// The headers of every operation. Their mistakes have been reported.
    pub(super) headers: &'a [ast::Header],
    pub(super) common_is_whole: bool,
    /// Reported pairs of locations, so that a mistake in a group is not repeated for each operation.
    pub(super) reported: Reported,
    pub(super) notes: Notes<'r>,
}

impl<'a> Resolver<'_, 'a> {
    /// One operation. Variants are linked later.
    pub(super) fn operation(
        &mut self,
        spec: &'a ast::Operation,
        area: usize,
        mistakes: &mut Vec<Diagnostic>,
    ) -> Operation {
        wire_name(&spec.name, "an operation", mistakes);
        if spec.doc.is_empty() && !self.index.is_imported {
            let message = format!("the operation {} is not documented", quoted(&spec.name.value));
            mistakes.push(
                Diagnostic::new(Code::MissingDoc, spec.tag, message)
                    .help("describe its purpose: `<doc>…</doc>` as its first element"),
            );
        }
        if let Some(reason) = spec.deprecated.as_ref().filter(|reason| is_no_reason(&reason.value)) {
            let message =
                format!("{} is not a reason for deprecating {}", quoted(&reason.value), quoted(&spec.name.value));
            mistakes.push(Diagnostic::new(Code::DeprecatedWithoutReason, reason.span, message).help(
                "write a sentence: `deprecated=\"Use GetReport2, which …\"`; remove the attribute if the operation is not deprecated",
            ));
        }
        let occurrences = self.parameters(spec, mistakes);
        let names = rust_names::operation_names(spec, mistakes);
        let messages = messages::messages(spec, self.headers, self.index, mistakes);
        let returned = results::result(spec, &messages, &names.request, self.index, mistakes);
        let is_delimited = returned.outputs.iter().any(|part| part.role == Some(Role::Records));
        let all: Vec<&Occurrence<'a>> = self.common.iter().chain(&occurrences).collect();
        let roles = self.roles(&all, mistakes);
        if self.groups.are_whole(&spec.entries) && self.common_is_whole {
            results::check_delimiters(spec, is_delimited, &roles, mistakes);
            roles::check_partners(spec, &all, &roles, &mut self.reported, mistakes);
        }
        let transports = transports(spec, &all, returned.outputs.len(), self.index, mistakes);
        let name = decode_local_name(&spec.name.value).into_owned();
        let parameters = occurrences.iter().map(|occurrence| &*occurrence.parameter);
        self.notes.parameters(&format!("{}/parameters", operation_path(&name)), parameters);
        let namespace = messages::usual_namespace(messages.style, messages.request.as_ref());
        let parameters = occurrences.into_iter().map(|occurrence| {
            let mut parameter = occurrence.parameter.model.clone();
            parameters::put_in(&mut parameter, occurrence.parameter.spec, &namespace);
            parameter
        });
        let operation = Operation {
            name,
            names,
            area,
            doc: spec.doc.clone(),
            parameters: parameters.collect(),
            open: Flag::is_set(spec.open),
            open_namespaces: wildcards::namespaces(spec.open_namespaces.as_ref(), mistakes),
            outputs: returned.outputs,
            result_doc: returned.doc,
            // An unknown word has been reported.
            on_contradiction: spec.on_contradiction.as_ref().and_then(|word| OnContradiction::named(&word.value)),
            table: returned.table,
            rows: spec.rows.as_ref().map(|rows| rows.value.clone()),
            effect: match spec.effect.value.as_str() {
                "send" => Effect::Send,
                "write" => Effect::Write,
                _ => Effect::Read,
            },
            limits: spec.limits.iter().map(|limit| Limit { records: limit.records, doc: limit.doc.clone() }).collect(),
            variant_of: None,
            undocumented: spec.undocumented.clone(),
            deprecated: spec.deprecated.as_ref().map(|reason| reason.value.clone()),
            transports,
            messages,
            ports: messages::named_ports(spec, self.ports, mistakes),
        };
        self.notes.operation(spec, self.headers, &operation);
        operation
    }

    fn parameters(&mut self, spec: &'a ast::Operation, mistakes: &mut Vec<Diagnostic>) -> Vec<Occurrence<'a>> {
        let mut occurrences = self.groups.gather(&spec.entries, self.index, mistakes);
        let mut repeated = Reported::default();
        occurrences.retain(|occurrence| {
            let name = &occurrence.parameter.spec.name.value;
            let key = occurrence.parameter.spec.key();
            let is_it = |common: &&Occurrence<'_>| key.is_some() && common.parameter.spec.key() == key;
            let Some(common) = self.common.iter().find(is_it) else {
                return true;
            };
            if repeated.is_new(common.span, occurrence.span) {
                let message = format!("every operation already takes {}", quoted(name));
                mistakes.push(
                    Diagnostic::new(Code::RepeatsCommon, occurrence.span, message)
                        .also(common.span, "as a common parameter")
                        .help("remove it here"),
                );
            }
            false
        });
        if occurrences.len() + self.common.len() > MOST_PARAMETERS && !self.index.is_imported {
            let message = format!("{} takes more than {MOST_PARAMETERS} parameters", quoted(&spec.name.value));
            mistakes.push(
                Diagnostic::new(Code::TooManyParameters, spec.name.span, message).help("check the groups that it uses"),
            );
        }
        let fields: Vec<_> = occurrences.iter().map(|occurrence| occurrence.parameter.field()).collect();
        rust_names::check_fields(&fields, "parameter", &mut self.reported, mistakes);
        occurrences
    }

    fn roles(&mut self, all: &[&Occurrence<'a>], mistakes: &mut Vec<Diagnostic>) -> Vec<(Role, Span)> {
        let mut roles: Vec<(Role, Span, Span)> = Vec::new();
        for occurrence in all {
            let (Some(role), Some(written)) =
                (occurrence.parameter.model.role, occurrence.parameter.spec.attributes.text("role"))
            else {
                continue;
            };
            match roles.iter().find(|(known, ..)| *known == role) {
                Some((_, _, first)) if self.reported.is_new(*first, written.span) => mistakes.push(
                    Diagnostic::new(
                        Code::RepeatedRole,
                        written.span,
                        format!("two parameters of an operation have the role `{}`", written.value),
                    )
                    .also(*first, "the first one")
                    .help("only one parameter can have a role: remove it from one of the two"),
                ),
                Some(_) => {}
                None => roles.push((role, occurrence.span, written.span)),
            }
        }
        roles.into_iter().map(|(role, span, _)| (role, span)).collect()
    }
}

/// Whether the text only states that the operation is deprecated, without a reason.
fn is_no_reason(text: &str) -> bool {
    ["true", "false", "yes", "no", "1", "0"].iter().any(|word| text.trim().eq_ignore_ascii_case(word))
}

/// Reports names of operations that are not unique, or that .NET does not allow together.
pub(super) fn check_names(operations: &[&ast::Operation], is_imported: bool, mistakes: &mut Vec<Diagnostic>) {
    let mut unique = Unique::new(Code::DuplicateOperation, "operation");
    let mut spans: BTreeMap<&str, Span> = BTreeMap::new();
    for operation in operations {
        if unique.add(&operation.name, mistakes) {
            spans.insert(&operation.name.value, operation.name.span);
        }
    }
    for operation in operations {
        let Some(other) = operation.name.value.strip_suffix("Response").and_then(|name| spans.get(name)) else {
            continue;
        };
        if is_imported {
            continue;
        }
        let message = format!("{} is also the response element of another operation", quoted(&operation.name.value));
        mistakes.push(
            Diagnostic::new(Code::ResponseNameClash, operation.name.span, message)
                .also(*other, "whose response it is")
                .help("a service with both returns only errors: check the name"),
        );
    }
}

/// The stated transports or, by default, all that can carry the parameters and outputs. GET and POST carry one output.
fn transports(
    spec: &ast::Operation,
    parameters: &[&Occurrence<'_>],
    outputs: usize,
    index: &Index<'_>,
    mistakes: &mut Vec<Diagnostic>,
) -> Transports {
    let hindrance = parameters.iter().filter(|occurrence| occurrence.parameter.is_typed).find_map(|occurrence| {
        let parameter = &occurrence.parameter.model;
        Some((*occurrence, parameter.hindrance(|number| index.kind(number))?))
    });
    let Some(named) = &spec.transports else {
        let http = hindrance.is_none() && outputs <= 1;
        return if http { Transports::ALL } else { Transports::SOAP };
    };
    let http = named.iter().find(|transport| matches!(transport.value.as_str(), "get" | "post"));
    if let (Some(transport), Some((occurrence, reason)), false) = (http, hindrance, index.is_imported) {
        let message = format!("HTTP GET and POST cannot carry {}", quoted(occurrence.parameter.spec.shown_name()));
        mistakes.push(
            Diagnostic::new(Code::NotCarried, transport.span, message).also(occurrence.span, reason.to_string()).help(
                "write `transports=\"soap11 soap12\"`, or remove `transports`: the default is all that can carry the parameters",
            ),
        );
    }
    Transports::of(|transport| named.iter().any(|name| name.value == transport.name()))
}

pub(super) fn link_variants(sources: &[&ast::Operation], operations: &mut [Operation], mistakes: &mut Vec<Diagnostic>) {
    let mut by_name: BTreeMap<&str, usize> = BTreeMap::new();
    for (number, source) in sources.iter().enumerate() {
        by_name.entry(&source.name.value).or_insert(number);
    }
    let mut edges: Vec<Vec<(usize, Span)>> = vec![Vec::new(); sources.len()];
    for ((source, operation), edge) in sources.iter().zip(operations).zip(&mut edges) {
        let Some(base) = &source.variant_of else {
            continue;
        };
        if let Some(number) = by_name.get(base.value.as_str()) {
            operation.variant_of = Some(*number);
            edge.push((*number, base.span));
            continue;
        }
        let other_names = by_name.keys().copied().filter(|name| *name != source.name.value);
        let near = question_behind(mistakes, &base.value, other_names);
        let otherwise = "only operations of this spec can be named: remove `variant-of`";
        mistakes.push(unknown(Code::UnknownVariant, "operation", base, near, otherwise));
    }
    Links::new(edges).report_circles(
        |number| sources.get(number)?.variant_of.as_ref(),
        |span, names| {
            let message = match names {
                [name, _] => format!("{} is a variant of itself", quoted(name)),
                _ => "operations are variants of each other".to_owned(),
            };
            Diagnostic::new(Code::CyclicVariants, span, message)
        },
        "remove `variant-of` from the original operation",
        mistakes,
    );
}
