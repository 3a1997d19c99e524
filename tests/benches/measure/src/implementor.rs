//! An implementor of every method of the service trait, and what serves it.

use crate::maker::Maker;
use crate::spec;
use crate::synthetic::{Operation, ResultKind, Service};

/// The implementing module.
pub(crate) fn text(maker: Maker, service: &Service) -> String {
    let mut out = "//! A service whose operations return nothing.\nuse crate::service::*;\n\n".to_owned();
    out.push_str("/// Returns nothing.\npub struct Implementor;\n\n");
    let methods: String = service.operations.iter().map(|operation| method(maker, service, operation)).collect();
    out.push_str(&match maker {
        Maker::Asmx => asmx(&methods),
        Maker::Tonic => tonic(&methods),
    });
    out
}

fn asmx(methods: &str) -> String {
    let service = spec::SERVICE;
    format!(
        "impl {service}Service for Implementor {{\n{methods}}}\n\n\
         /// Serves it in process.\npub fn in_process() -> {service} {{\n    {service}::in_process(Implementor)\n}}\n\n\
         /// Serves it over the network.\npub fn opener() -> ::asmx_runtime::Opener {{\n    \
         {service}::opener(|_| Ok(::std::sync::Arc::new(Implementor)))\n}}\n"
    )
}

fn tonic(methods: &str) -> String {
    let service = spec::SERVICE;
    format!(
        "#[::tonic::async_trait]\nimpl synthetic_server::{service} for Implementor {{\n{methods}}}\n\n\
         /// Serves it over the network.\npub fn routes() -> ::tonic::service::Routes {{\n    \
         ::tonic::service::Routes::new(synthetic_server::{service}Server::new(Implementor))\n}}\n"
    )
}

fn method(maker: Maker, service: &Service, operation: &Operation) -> String {
    let (method, request) = (operation.method(), operation.request());
    match maker {
        Maker::Asmx => {
            let (result, value) = asmx_result(service, operation.result);
            format!(
                "    fn {method}(&self, request: {request}) -> ::asmx_runtime::ServiceFuture<'_, {result}> {{\n        \
                 Box::pin(async move {{\n            drop(request);\n            Ok({value})\n        }})\n    }}\n"
            )
        }
        Maker::Tonic => {
            let reply = operation.result.reply(service);
            format!(
                "    async fn {method}(&self, request: ::tonic::Request<{request}>) \
                 -> Result<::tonic::Response<{reply}>, ::tonic::Status> {{\n        \
                 drop(request);\n        Ok(::tonic::Response::new({reply}::default()))\n    }}\n"
            )
        }
    }
}

/// Type and null value of a result.
fn asmx_result(service: &Service, kind: ResultKind) -> (String, &'static str) {
    let (result, value) = match kind {
        ResultKind::Type(index) => {
            let result = format!("::asmx_runtime::Typed<{}>", service.name_of(index));
            return (result, "::asmx_runtime::Typed::null()");
        }
        ResultKind::None => ("()", "()"),
        ResultKind::Text => ("::asmx_runtime::Text", "::asmx_runtime::Text::null()"),
        ResultKind::DataSet => ("::asmx_runtime::DataSet", "::asmx_runtime::DataSet::null()"),
        ResultKind::Xml => ("::asmx_runtime::XmlDocument", "::asmx_runtime::XmlDocument::null()"),
        ResultKind::Integers => ("::asmx_runtime::Integers", "::asmx_runtime::Integers::null()"),
        ResultKind::Delimited => ("::asmx_runtime::DelimitedText", "::asmx_runtime::DelimitedText::null()"),
    };
    (result.to_owned(), value)
}
