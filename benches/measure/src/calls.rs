//! A caller's code: every method called with a filled request, and awaited.
//!
//! Generic and `async` code is compiled where it is used, so what a generated client costs shows only in a crate that calls
//! it. The futures are boxed, so that they are compiled here and not in some crate further on.

use crate::spec;
use crate::subject::Maker;
use crate::synthetic::{Kind, Operation, Service};

/// The calling module. A function holds as many calls as told, one after the other.
pub(crate) fn text(maker: Maker, service: &Service, calls_per_function: usize) -> String {
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
    for (index, operations) in service.operations.chunks(calls_per_function).enumerate() {
        out.push_str(&format!("/// Calls.\npub fn call_{index}(client: {reference}{client}) -> Calling<'_> {{\n"));
        out.push_str("    Box::pin(async move {\n");
        for operation in operations {
            let request = match maker {
                Maker::Asmx => asmx_request(operation),
                Maker::Tonic => tonic_request(operation),
            };
            out.push_str(&format!("        let _ = client.{}({request}).await?;\n", operation.method()));
        }
        out.push_str("        Ok(())\n    })\n}\n\n");
    }
    out
}

/// A request with every value given to its setter.
fn asmx_request(operation: &Operation) -> String {
    let setters = operation.parameters().map(|parameter| {
        let value = match parameter.kind {
            Kind::Text => "\"2026-01-01\"",
            Kind::Int | Kind::Long => "7",
            Kind::Texts => "[\"a\", \"b\"]",
        };
        format!(".{}({value})", parameter.field())
    });
    format!("{}::new(){}", operation.request(), setters.collect::<String>())
}

/// A request with every field given.
fn tonic_request(operation: &Operation) -> String {
    let fields = operation.parameters().map(|parameter| {
        let value = match parameter.kind {
            Kind::Text => "\"2026-01-01\".to_owned()",
            Kind::Int | Kind::Long => "7",
            Kind::Texts => "vec![\"a\".to_owned(), \"b\".to_owned()]",
        };
        format!("{}: {value}", parameter.field())
    });
    format!("{} {{ {} }}", operation.request(), fields.collect::<Vec<_>>().join(", "))
}
