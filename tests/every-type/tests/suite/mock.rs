//! Every operation of every service, called over every transport that it declares: in process and on a socket. The service is made from
//! descriptors too: it compares what it receives with what was sent, and returns a value of each output.
//!
//! `ASMX_WSDL_FOLDER` names a folder of further documents, which are taken too.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cases::Set;
use crate::normal::normal;
use asmx_document::Document;
use asmx_runtime::server::Server;
use asmx_runtime::stack::HandlerFuture;
use asmx_runtime::{
    Builder, Call, Client, Error, Fault, Handler, Member, Message, Opener, Operation, RawOutput, ServerLimits, Service,
    SoapHeader, Transport, Value, json,
};
use every_type::{mirror, values};

use serde_json::Value as Json;

/// A value for each of them.
fn made(members: &[Member], first: usize) -> Vec<Value<'static>> {
    members.iter().zip(first..).map(|(member, number)| values::of_member(member, number)).collect()
}

fn headers(members: &'static [Member]) -> Vec<SoapHeader> {
    members.iter().zip(made(members, 3)).map(|(member, value)| SoapHeader::new(member, value)).collect()
}

/// The received values. Over GET and POST, names are compared without case, and values of one name become one text.
fn received(operation: &'static Operation, transport: Transport) -> Vec<Value<'static>> {
    let sent = made(operation.parameters, 0);
    if transport.is_soap() {
        return sent;
    }
    let name = |member: &Member| member.part_name().to_lowercase();
    let joined = |(member, value): (&Member, &Value<'static>)| {
        let same = operation.parameters.iter().zip(&sent).filter(|(other, _)| name(other) == name(member));
        let texts: Vec<&str> = same.filter_map(|(_, value)| value.as_text()).collect();
        if texts.len() > 1 { Value::from(texts.join(",")) } else { value.clone() }
    };
    operation.parameters.iter().zip(&sent).map(joined).collect()
}

/// Responds to every operation, if it received what is sent in this test.
struct Made {
    service: &'static Service,
    /// Whether calls come by way of a transport.
    is_remote: bool,
}

impl Made {
    fn response(&self, call: &Call) -> Result<Message, String> {
        let (service, operation) = (self.service, call.operation());
        let text = |json: &Json| normal(json, false);
        let came = text(&mirror::json_of_request(service, call.request.as_ref()));
        let expected = mirror::request(
            operation,
            received(operation, if self.is_remote { call.transport } else { Transport::Soap11 }),
        );
        let sent = text(&mirror::json_of_request(service, &expected));
        if came != sent {
            return Err(format!("received\n{came}\ninstead of\n{sent}"));
        }
        if call.transport.is_soap() {
            let received = text(&mirror::json_of_headers(service, &call.soap_headers));
            let sent = text(&mirror::json_of_headers(service, &headers(operation.messages.request_headers)));
            if received != sent {
                return Err(format!("received the headers\n{received}\ninstead of\n{sent}"));
            }
        }
        let mut message = Message::new(made(operation.outputs, 1));
        message.headers = headers(operation.messages.response_headers);
        Ok(message)
    }
}

impl Handler for Made {
    fn handle<'a>(&'a self, call: &'a Call) -> HandlerFuture<'a> {
        let response = self.response(call);
        Box::pin(async move {
            match response {
                Ok(message) => Ok(RawOutput::Message(message)),
                Err(why) => Err(Error::from(Fault::server(why))),
            }
        })
    }
}

/// Calls an operation; in words what went wrong.
async fn call(
    client: &Client,
    service: &'static Service,
    operation: &'static Operation,
    transport: Transport,
) -> Result<(), String> {
    let request = mirror::request(operation, made(operation.parameters, 0));
    let mut prepared = client.call(request).transport(transport);
    if transport.is_soap() {
        for header in headers(operation.messages.request_headers) {
            prepared = prepared.soap_header(header);
        }
    }
    let message = prepared.await.map_err(|error| error.to_string())?;
    if !message.deviations.is_empty() {
        return Err(format!("the response deviates: {:?}", message.deviations));
    }
    // A one-way operation returns nothing, GET and POST the first part.
    let returned = match (operation.messages.one_way, transport.is_soap()) {
        (true, _) => 0,
        (false, true) => operation.outputs.len(),
        (false, false) => operation.outputs.len().min(1),
    };
    let mut expected = made(operation.outputs, 1);
    expected.iter_mut().skip(returned).for_each(|value| *value = Value::Null);
    let expected = normal(&mirror::json_of_response(service, operation, expected), true);
    let found = json::Results::new(service).as_they_came().result(operation, &message);
    let found = normal(&every_type::one_form::of_parts(service, operation.outputs, found), true);
    if found != expected {
        return Err(format!("returned\n{found}\ninstead of\n{expected}"));
    }
    if transport.is_soap() && !operation.messages.one_way {
        let found = normal(&mirror::json_of_headers(service, &message.headers), false);
        let expected = normal(&mirror::json_of_headers(service, &headers(operation.messages.response_headers)), false);
        if found != expected {
            return Err(format!("returned the headers\n{found}\ninstead of\n{expected}"));
        }
    }
    Ok(())
}

fn builder(service: &'static Service) -> Builder<Client> {
    let mut builder = Builder::<Client>::new(service).without_credentials();
    for common in service.common {
        builder = builder.common(common.name, values::of_member(common, 0));
    }
    builder.allow_credentials_in_url().server_limits(ServerLimits::none()).query_limit(1 << 20)
}

/// Calls every operation over every transport that offers it; how many calls were made, and those that failed.
async fn call_all(client: &Client, service: &'static Service) -> (usize, Vec<String>) {
    let (mut calls, mut failures) = (0, Vec::new());
    for operation in service.operations {
        for transport in Transport::ALL.into_iter().filter(|transport| operation.offered_over(*transport)) {
            calls += 1;
            if let Err(why) = call(client, service, operation, transport).await {
                failures.push(format!("{} over {transport}: {why}", operation.name));
            }
        }
    }
    (calls, failures)
}

/// In process and on a socket.
async fn check(service: &'static Service) -> (usize, Vec<String>) {
    let in_process = Arc::new(Made { service, is_remote: false });
    let (calls, mut failures) = call_all(&builder(service).build_with(in_process).unwrap(), service).await;
    let handler: Arc<dyn Handler> = Arc::new(Made { service, is_remote: true });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let listening = Server::new(Opener::new(service, move |_| Ok(Arc::clone(&handler)))).serve(listener).unwrap();
    tokio::spawn(listening.wait());
    let client = builder(service).base_url(format!("http://{address}")).build().unwrap();
    let (again, on_a_socket) = call_all(&client, service).await;
    assert_eq!(calls, again);
    failures.extend(on_a_socket.into_iter().map(|failure| format!("on a socket: {failure}")));
    (calls, failures)
}

async fn check_all(documents: Vec<(String, Document)>) -> usize {
    let (mut calls, mut failures) = (0, Vec::new());
    for (name, document) in documents {
        let (made, failed) = check(document.service()).await;
        println!("{name}: {} operations, {made} calls, {} failed", document.service().operations.len(), failed.len());
        assert!(made > 0, "{name}: nothing was called");
        calls += made;
        failures.extend(failed.into_iter().map(|failure| format!("{name}: {failure}")));
    }
    let shown = failures.iter().take(12).map(String::as_str).collect::<Vec<_>>().join("\n\n");
    if let Some(file) = std::env::var_os("EVERY_TYPE_FAILURES") {
        std::fs::write(file, failures.join("\n\n")).unwrap();
    }
    assert!(failures.is_empty(), "{} of {calls} calls failed:\n{shown}", failures.len());
    calls
}

/// Every document of a folder.
fn documents(folder: &Path) -> Vec<(String, Document)> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "wsdl"));
    files.sort();
    files.iter().map(|path| open(path)).collect()
}

fn open(path: &Path) -> (String, Document) {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    (name, Document::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

#[tokio::test]
async fn every_operation_of_the_recorded_services() {
    let files = |set: Set| set.services().into_iter().map(move |name| set.documents().join(format!("{name}.wsdl")));
    let calls = check_all(Set::ALL.into_iter().flat_map(files).map(|file| open(&file)).collect()).await;
    assert!(calls > 500, "{calls} calls");
}

#[tokio::test]
async fn every_operation_of_documents_with_one_feature() {
    let mut documents = documents(&Set::Types.documents().join("../wsdl"));
    documents.extend(self::documents(&Path::new(env!("CARGO_MANIFEST_DIR")).join("wsdl")));
    assert!(documents.len() > 20, "{} documents", documents.len());
    check_all(documents).await;
}

#[test]
fn the_only_element_of_any_name_goes_into_a_typed_request() {
    let operation = typed_services::service("xmlany").descriptor().operation("EchoElement").unwrap();
    let request = mirror::request(operation, made(operation.parameters, 0));
    let typed: typed_services::xmlany::EchoElement = asmx_runtime::__private::read(&request).unwrap();
    let elements = typed.x.unwrap().any;
    assert_eq!(elements.len(), 1);
    assert_eq!(elements[0].as_str(), "<other xmlns=\"urn:other\" a=\"0\"><b xmlns=\"\">t&amp;t</b></other>");
}

#[tokio::test]
async fn every_operation_of_other_services() {
    let Some(folder) = std::env::var_os("ASMX_WSDL_FOLDER") else {
        println!("ASMX_WSDL_FOLDER names no folder of documents: skipped");
        return;
    };
    check_all(documents(Path::new(&folder))).await;
}
