//! The trait for implementors of the service, with a method for every operation.

use proc_macro2::TokenStream;
use quote::quote;

use super::file::{File, docs};
use super::service_types::ServiceTypes;
use super::{messages, service, text};
use crate::model::Operation;
use crate::names::ident;

pub(super) fn push(file: &mut File, model: &ServiceTypes<'_>) {
    let docs = docs(documentation(model));
    let (client, descriptor) = (ident(&model.names.client), service::descriptor_name(model));
    let dispatch = ident(&model.names.dispatch);
    let head = quote!(#docs #[service(#descriptor, #client, #dispatch)]);
    push_methods(file, model, &head, &model.operations);
}

/// The trait with these methods; `head` precedes it.
pub(super) fn push_methods(file: &mut File, service: &ServiceTypes<'_>, head: &TokenStream, operations: &[Operation]) {
    let service_trait = ident(&service.names.service_trait);
    let methods = operations.iter().map(|operation| {
        let method = ident(&operation.names.method);
        let (request, result) = messages::served(service, operation);
        quote!(fn #method(&self, request: #request) -> rt::ServiceFuture<'_, #result>;)
    });
    file.push_call("service", quote!(#head pub trait #service_trait { #(#methods)* }));
}

fn documentation(service: &ServiceTypes<'_>) -> Vec<String> {
    let (client, service_trait) = (ident(&service.names.client), ident(&service.names.service_trait));
    let mut lines = vec![
        format!("The trait for implementors of {}, with a method for every operation.", text::code(&service.name)),
        String::new(),
        "Without its method, an operation responds that it is not implemented. A method looks like this:".to_owned(),
        String::new(),
    ];
    let operation = service.operations.first();
    let method = operation.map_or_else(|| ident("some_operation"), |operation| ident(&operation.names.method));
    let request = operation.map_or_else(|| ident("SomeOperation"), |operation| ident(&operation.names.request));
    // Printed tokens have blanks between them, which types do not need.
    let path = |tokens: TokenStream| tokens.to_string().replace(' ', "").replace("rt::", "asmx_runtime::");
    let served = operation.map(|operation| messages::served(service, operation));
    let (request, result) = served
        .map_or_else(|| (request.to_string(), "()".to_owned()), |(request, result)| (path(request), path(result)));
    let value = match result.split_once('<').map_or(result.as_str(), |(name, _)| name) {
        "()" => "()".to_owned(),
        name if name == result && !name.contains("::") => format!("{name}::new()"),
        "asmx_runtime::WithHeaders" => "asmx_runtime::WithHeaders::default()".to_owned(),
        name => format!("{name}::null()"),
    };
    let example = [
        "```ignore".to_owned(),
        "use asmx_runtime::{Fault, ServiceFuture};".to_owned(),
        String::new(),
        "struct Mine;".to_owned(),
        String::new(),
        format!("impl {service_trait} for Mine {{"),
        format!("    fn {method}(&self, request: {request}) -> ServiceFuture<'_, {result}> {{"),
        "        Box::pin(async move {".to_owned(),
        "            let _ = request; // its fields are the parameters; return `Err(Fault::client(\"why\"))` to refuse them"
            .to_owned(),
        format!("            Ok({value})"),
        "        })".to_owned(),
        "    }".to_owned(),
        "}".to_owned(),
        String::new(),
        "// In tests, without a socket:".to_owned(),
        format!("let client = {client}::in_process(Mine);"),
        "// A server for all transports:".to_owned(),
        format!("let server = asmx_runtime::server::Server::new({client}::opener_for(Mine)).serve(listener)?;"),
        "```".to_owned(),
    ];
    lines.extend(example);
    lines
}
