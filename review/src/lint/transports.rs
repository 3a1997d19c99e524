//! Operations that GET and POST cannot carry.

use super::kind::Lint;
use super::subject::{Finding, Subject};
use asmx_codegen::diagnostic::{Span, quoted};
use asmx_codegen::model::{self, kinds};
use asmx_codegen::read::ast;
use asmx_types::rules::Hindrance;
use asmx_types::xml_name::decode_local_name;

const HELP: &str = "write `transports=\"soap11 soap12\"`, if that is so";

pub(super) fn look(subject: &Subject<'_>, found: &mut Vec<Finding>) {
    let silent =
        || subject.operations().filter(|(spec, operation)| spec.transports.is_none() && !operation.transports.get);
    if silent().next().is_none() {
        return;
    }
    // What every operation takes is told once.
    if let Some((name, span, hindrance)) = hindered(subject, &subject.service.common, &subject.spec.common) {
        let message =
            format!("every operation takes {}, so that no operation is offered over GET and POST", quoted(name));
        found.push(
            Lint::NotOverGetAndPost
                .at(span, message)
                .label(hindrance.to_string())
                .help("write `transports=\"soap11 soap12\"` with each operation, if that is so"),
        );
        return;
    }
    for (spec, operation) in silent() {
        let name = quoted(&spec.name.value);
        let finding = |because: &str| {
            let message = format!("{name} is offered over SOAP only, because {because}");
            Lint::NotOverGetAndPost.at(spec.name.span, message)
        };
        found.push(
            match hindered(subject, &operation.parameters, &spec.entries) {
                Some(("", span, hindrance)) => {
                    finding("GET and POST cannot carry one of its parameters").also(span, hindrance.to_string())
                }
                Some((parameter, span, hindrance)) => {
                    finding(&format!("GET and POST cannot carry {}", quoted(parameter)))
                        .also(span, hindrance.to_string())
                }
                None => finding("it has several outputs"),
            }
            .help(HELP),
        );
    }
}

/// The first parameter that GET and POST cannot carry, where it is written, and why.
fn hindered<'a>(
    subject: &Subject<'a>,
    members: &'a [model::Member],
    entries: &'a [ast::Entry],
) -> Option<(&'a str, Span, Hindrance)> {
    let named = kinds(&subject.service.types);
    let (member, hindrance) = members.iter().find_map(|member| Some((member, member.hindrance(named)?)))?;
    let written = subject.parameters(entries);
    let place = |param: &&&ast::Param| decode_local_name(&param.name.value) == member.name;
    let param = written.iter().find(place)?;
    Some((param.name.value.as_str(), param.name.span, hindrance))
}
