//! A caller's code: every method called with a filled request, and awaited.
//!
//! Generic and `async` code is compiled where it is used, so what a generated client costs shows only in a crate that calls
//! it. The futures are boxed, so that they are compiled here and not in some crate further on.

use crate::crates::Maker;
use crate::spec;
use crate::synthetic::{Kind, Operation, Parameter, Service};

/// Calls of a function, one after the other. With 1, 3, 10 or 40, tonic's client costs the same.
const CALLS: usize = 10;

/// The calling module.
pub(crate) fn text(maker: Maker, service: &Service) -> String {
    let (client, error, reference) = match maker {
        Maker::Asmx => (spec::SERVICE.to_owned(), "::asmx_runtime::Error", "&"),
        Maker::Tonic => (
            format!("synthetic_client::{}Client<::tonic::transport::Channel>", spec::SERVICE),
            "::tonic::Status",
            "&mut ",
        ),
    };
    let mut out = "//! Calls of every method.\nuse crate::service::*;\n\n".to_owned();
    out.push_str("/// Calls under way.\n");
    out.push_str("pub type Calling<'a> = ::std::pin::Pin<Box<dyn Future<Output = Result<(), ");
    out.push_str(&format!("{error}>> + Send + 'a>>;\n\n"));
    for (index, operations) in service.operations.chunks(CALLS).enumerate() {
        out.push_str(&format!("/// Calls.\npub fn call_{index}(client: {reference}{client}) -> Calling<'_> {{\n"));
        out.push_str("    Box::pin(async move {\n");
        for operation in operations {
            let request = match maker {
                Maker::Asmx => asmx_request(service, operation),
                Maker::Tonic => tonic_request(service, operation),
            };
            out.push_str(&format!("        let _ = client.{}({request}).await?;\n", operation.method()));
        }
        out.push_str("        Ok(())\n    })\n}\n\n");
    }
    out
}

/// A request with every value given to its setter.
fn asmx_request(service: &Service, operation: &Operation) -> String {
    format!("{}::new(){}", operation.request(), asmx_setters(service, operation.parameters(), 0))
}

fn asmx_setters<'a>(service: &Service, fields: impl Iterator<Item = &'a Parameter>, depth: usize) -> String {
    let setters = fields.filter(|parameter| is_given(service, parameter, depth)).map(|parameter| {
        let value = match parameter.kind {
            Kind::Text => "\"2026-01-01\"".to_owned(),
            Kind::Int | Kind::Long => "7".to_owned(),
            Kind::Texts => "[\"a\", \"b\"]".to_owned(),
            Kind::Type(index) if service.is_enumeration(index) => format!("{}::Second", service.name_of(index)),
            Kind::Type(index) => asmx_structure(service, index, depth),
            Kind::Types(index) => format!("[{}]", asmx_structure(service, index, depth)),
        };
        format!(".{}({value})", parameter.field())
    });
    setters.collect()
}

fn asmx_structure(service: &Service, index: usize, depth: usize) -> String {
    format!("{}::new(){}", service.name_of(index), asmx_setters(service, members(service, index), depth + 1))
}

/// Structures are filled one level deep.
fn is_given(service: &Service, parameter: &Parameter, depth: usize) -> bool {
    match parameter.kind {
        Kind::Type(index) | Kind::Types(index) => depth == 0 || service.is_enumeration(index),
        Kind::Text | Kind::Int | Kind::Long | Kind::Texts => true,
    }
}

fn members(service: &Service, index: usize) -> impl Iterator<Item = &Parameter> {
    service.types.get(index).and_then(|named| named.members.as_ref()).into_iter().flatten()
}

/// A request with every field given.
fn tonic_request(service: &Service, operation: &Operation) -> String {
    format!("{} {{ {} }}", operation.request(), tonic_fields(service, operation.parameters(), 0))
}

fn tonic_fields<'a>(service: &Service, fields: impl Iterator<Item = &'a Parameter>, depth: usize) -> String {
    let mut is_whole = true;
    let mut fields_text = Vec::new();
    for parameter in fields {
        if !is_given(service, parameter, depth) {
            is_whole = false;
            continue;
        }
        let value = match parameter.kind {
            Kind::Text => "\"2026-01-01\".to_owned()".to_owned(),
            Kind::Int | Kind::Long => "7".to_owned(),
            Kind::Texts => "vec![\"a\".to_owned(), \"b\".to_owned()]".to_owned(),
            Kind::Type(index) if service.is_enumeration(index) => format!("{}::Second.into()", service.name_of(index)),
            Kind::Type(index) => format!("Some({})", tonic_structure(service, index, depth)),
            Kind::Types(index) => format!("vec![{}]", tonic_structure(service, index, depth)),
        };
        fields_text.push(format!("{}: {value}", parameter.field()));
    }
    if !is_whole {
        fields_text.push("..Default::default()".to_owned());
    }
    fields_text.join(", ")
}

fn tonic_structure(service: &Service, index: usize, depth: usize) -> String {
    format!("{} {{ {} }}", service.name_of(index), tonic_fields(service, members(service, index), depth + 1))
}
