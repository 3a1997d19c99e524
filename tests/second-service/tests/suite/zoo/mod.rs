//! Types of every shape: made, compared, shown, sent and read back over SOAP.

mod choices;
mod derived;
mod flags;
mod members;
mod recursion;

use std::sync::Arc;

use asmx_runtime::protocol::{self, Endpoint, ErrorStyle, RequestLimits, ResponseContext, ServerSettings};
use asmx_runtime::stack::HandlerFuture;
use asmx_runtime::xml::ParseOptions;
use asmx_runtime::{Call, Error, Handler, Opener, Operation, RawOutput, Request, ServiceFuture, Transport, Typed};
use second_service::zoo::*;

const NAMESPACE: &str = "http://zoo.test/";

/// The body of a request over SOAP 1.1: what stands between the tags of its operation.
fn body(request: impl Request) -> Result<String, Error> {
    let operation = request.operation().name;
    let mut call = Call::new(&ZOO, Box::new(request));
    call.transport = Transport::Soap11;
    let encoded = protocol::encode_request(&endpoint(), &RequestLimits::default(), call.outgoing())?;
    let text = String::from_utf8(encoded.body().to_vec()).unwrap();
    let start = format!("<{operation} xmlns=\"{NAMESPACE}\">");
    let (_, rest) = text.split_once(&start).unwrap_or_else(|| panic!("no {start} in {text}"));
    Ok(rest.split_once(&format!("</{operation}>")).unwrap().0.to_owned())
}

fn endpoint() -> Endpoint {
    Endpoint { url: format!("http://127.0.0.1:1{}", ZOO.path), namespace: NAMESPACE.into(), states_action: true }
}

/// A client that is given a response with that in its result element; `head` stands in the element's start tag.
fn responding(operation: &'static Operation, head: &str, result: &str) -> Zoo {
    respond(operation, head, result, true)
}

/// As [`responding`], with a response that the client decodes itself, as it does over the network.
fn arriving(operation: &'static Operation, head: &str, result: &str) -> Zoo {
    respond(operation, head, result, false)
}

fn respond(operation: &'static Operation, head: &str, result: &str, is_decoded: bool) -> Zoo {
    let name = operation.name;
    let body = format!(
        "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\"><soap:Body>\
         <{name}Response xmlns=\"{NAMESPACE}\"><{name}Result{head}>{result}</{name}Result></{name}Response></soap:Body></soap:Envelope>"
    );
    Zoo::from(Zoo::in_process(Echo).client().decorated(|_| Arc::new(Responding { body, is_decoded })))
}

/// Gives every call one response.
struct Responding {
    body: String,
    /// Whether the client gets a message.
    is_decoded: bool,
}

impl Handler for Responding {
    fn handle<'a>(&'a self, call: &'a Call) -> HandlerFuture<'a> {
        let response = http::Response::builder()
            .header("Content-Type", "text/xml; charset=utf-8")
            .body(self.body.clone().into())
            .unwrap();
        let context = context(call.operation(), Transport::Soap11);
        if !self.is_decoded {
            return Box::pin(async move { Ok(RawOutput::Response { response, context }) });
        }
        let message = protocol::decode_response(&context, response);
        Box::pin(async move { Ok(RawOutput::Message(message?)) })
    }
}

fn context(operation: &'static Operation, transport: Transport) -> ResponseContext {
    ResponseContext {
        service: &ZOO,
        operation,
        transport,
        namespace: NAMESPACE.into(),
        limits: ParseOptions::default(),
    }
}

/// Client and server in one: encodes, decodes, calls the service, encodes and decodes again.
struct Loopback {
    opener: Opener,
}

impl Handler for Loopback {
    fn handle<'a>(&'a self, call: &'a Call) -> HandlerFuture<'a> {
        let encoded = protocol::encode_request(&endpoint(), &RequestLimits::default(), call.outgoing());
        let settings = ServerSettings::new(&ZOO, NAMESPACE, ErrorStyle::Production);
        Box::pin(async move {
            let received = protocol::decode_request(&settings, &encoded?).unwrap();
            let handler = self.opener.open(&received.incoming).unwrap();
            let mut served = Call::new(&ZOO, Box::new(received.request));
            served.transport = call.transport;
            let result = handler.handle(&served).await?.into_message()?;
            let context = context(call.operation(), call.transport);
            let response = protocol::encode_response(&context, &result).unwrap();
            Ok(RawOutput::Response { response, context })
        })
    }
}

/// Returns what it is sent.
struct Echo;

macro_rules! echo {
    ($($method:ident $request:ident $field:ident -> $result:ty;)*) => {
        impl ZooService for Echo {
            $(fn $method(&self, request: $request) -> ServiceFuture<'_, Typed<$result>> {
                Box::pin(async move { Ok(Typed::from(request.$field)) })
            })*
        }
    };
}

echo! {
    echo_animal EchoAnimal animal -> AnyAnimal2;
    echo_animals EchoAnimals animals -> Vec<Option<AnyAnimal2>>;
    echo_cat EchoCat cat -> AnyCat;
    echo_keeper EchoKeeper keeper -> Keeper;
    echo_money EchoMoney money -> Money;
    echo_story EchoStory story -> Story;
    echo_item EchoItem item -> Item;
    echo_other EchoOther item -> OtherItem;
    echo_order EchoOrder order -> Order;
    echo_any EchoAny value -> asmx_runtime::values::AnyValue;
    echo_grid EchoGrid grid -> Vec<Option<Vec<i32>>>;
    echo_things EchoThings things -> Vec<ArrayOfChoice1Item>;
    echo_rights EchoRights rights -> Rights;
    echo_chain EchoChain chain -> Chain;
}

/// A client of [`Echo`] with everything on the wire in between.
fn client() -> Zoo {
    let opener = Zoo::opener_for(Echo);
    Zoo::from(Zoo::in_process(Echo).client().decorated(|_| Arc::new(Loopback { opener })))
}
