//! Calls by their bytes, compared with those by descriptor.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use asmx_runtime::protocol::{self, Endpoint, ErrorStyle, Outgoing, RequestLimits, ResponseContext, ServerSettings};
use asmx_runtime::stack::HandlerFuture;
use asmx_runtime::{Call, Client, DynamicRequest, Error, Handler, Operation, RawOutput, Service, SoapHeader};
use second_service::parcels::PARCELS;

/// Makes calls by their bytes, which are those of the descriptors that are made of the spec at run time: of the requests that typed calls
/// send, and of the responses that typed services give.
pub struct ByBytes {
    pub made: &'static Service,
    pub office: Client,
    pub called: Arc<Mutex<BTreeSet<&'static str>>>,
}

impl ByBytes {
    fn made(&self, operation: &Operation) -> &'static Operation {
        self.made.operation(operation.name).unwrap()
    }

    /// The request, and the same by descriptor.
    fn request(&self, call: &Call) -> Result<http::Request<bytes::Bytes>, Error> {
        let made = self.made(call.operation());
        let mut request = DynamicRequest::new(made);
        for (parameter, value) in made.parameters.iter().zip(call.request.to_dynamic().into_values()) {
            request.set(parameter.name, value).unwrap();
        }
        let headers = call.soap_headers.iter().map(|header| {
            let (member, value) = header.declared().unwrap();
            let made = made.messages.request_headers.iter().find(|made| made.name == member.name).unwrap();
            SoapHeader::new(made, value.clone())
        });
        let headers: Vec<SoapHeader> = headers.collect();
        let outgoing = Outgoing { request: &request, headers: &headers, ..call.outgoing() };
        let encode = |service: &Service, outgoing: Outgoing<'_>| {
            let path = service.path_of(outgoing.operation(), call.transport);
            let namespace = service.namespace.unwrap().into();
            let endpoint = Endpoint { url: format!("http://localhost{path}"), namespace, states_action: true };
            protocol::encode_request(&endpoint, &RequestLimits::default(), outgoing)
        };
        let typed = encode(&PARCELS, call.outgoing())?;
        let by_descriptor = encode(self.made, outgoing)?;
        assert_eq!((typed.method(), typed.uri()), (by_descriptor.method(), by_descriptor.uri()));
        assert_eq!((typed.headers(), typed.body()), (by_descriptor.headers(), by_descriptor.body()));
        Ok(typed)
    }

    async fn call(&self, call: &Call) -> Result<RawOutput, Error> {
        let request = self.request(call)?;
        self.called.lock().unwrap().insert(call.operation().name);
        let namespace = PARCELS.namespace.unwrap();
        let settings = ServerSettings::new(&PARCELS, namespace, ErrorStyle::Development);
        let received = protocol::decode_request(&settings, &request).unwrap();
        let mut prepared = self.office.call(received.request).transport(call.transport);
        for header in received.incoming.soap_headers {
            prepared = prepared.soap_header(header);
        }
        let content = prepared.await?;
        let response = |service: &'static Service, operation: &'static Operation| ResponseContext {
            service,
            operation,
            transport: call.transport,
            namespace: namespace.into(),
            limits: asmx_runtime::xml::ParseOptions::default(),
        };
        let context_of_typed = response(&PARCELS, call.operation());
        let typed = protocol::encode_response(&context_of_typed, &content).unwrap();
        let made = self.made(call.operation());
        let by_descriptor = protocol::encode_response(&response(self.made, made), &content).unwrap();
        assert_eq!((typed.status(), typed.body()), (by_descriptor.status(), by_descriptor.body()), "{}", made.name);
        Ok(RawOutput::Response { response: typed, context: context_of_typed })
    }
}

impl Handler for ByBytes {
    fn handle<'a>(&'a self, call: &'a Call) -> HandlerFuture<'a> {
        Box::pin(self.call(call))
    }
}
