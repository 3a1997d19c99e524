//! Credentials and sessions of a service that is described by its WSDL document: the importer finds where they go.

use std::sync::{Arc, Mutex};

use asmx_document::Document;
use asmx_runtime::descriptors::Role;
use asmx_runtime::mock::Mock;
use asmx_runtime::stack::NothingSent;
use asmx_runtime::{Builder, Client, DynamicRequest, Message, Operation, Service, SoapHeader, Transport, Value, json};
use bytes::Bytes;
use http_body_util::Full;
use serde_json::json;

use crate::cases::Set;

fn service() -> &'static Service {
    Document::open(Set::Types.documents().join("headers.wsdl")).unwrap().service()
}

fn operation(service: &'static Service, name: &str) -> &'static Operation {
    service.operation(name).unwrap()
}

/// The request that a client with those settings would send.
async fn sent(
    settings: Builder<Client>,
    operation: &'static Operation,
    headers: Vec<SoapHeader>,
    transport: Transport,
) -> Bytes {
    let received = Arc::new(Mutex::new(Bytes::new()));
    let recorder = Arc::clone(&received);
    let http = tower::service_fn(move |request: http::Request<Bytes>| {
        *recorder.lock().unwrap() = request.into_body();
        std::future::ready(Err::<http::Response<Full<Bytes>>, _>(NothingSent::new("not in this test")))
    });
    let client = settings.base_url("http://127.0.0.1:8941").build_on(http).unwrap();
    let mut request = DynamicRequest::new(operation);
    request.set("value", "v").unwrap();
    let call = client.call(request).transport(transport);
    headers.into_iter().fold(call, asmx_runtime::Prepared::soap_header).await.unwrap_err();
    received.lock().unwrap().clone()
}

#[tokio::test]
async fn a_header_of_credentials_is_the_one_that_a_call_would_state() {
    let service = service();
    assert_eq!(service.credentials(), [Role::Username, Role::Password]);
    let operation = operation(service, "HeaderIn");
    let stated = json!({"AuthHeader": {"Username": "u<ser", "Password": "pass&word"}});
    for transport in [Transport::Soap11, Transport::Soap12] {
        let headers = json::headers(service, operation, stated.as_object().unwrap()).unwrap();
        let by_hand = sent(Builder::new(service).without_credentials(), operation, headers, transport).await;
        let once = Builder::new(service).credentials("u<ser", "pass&word");
        let filled = sent(once, operation, Vec::new(), transport).await;
        assert!(!filled.is_empty() && filled == by_hand, "{filled:?}\n{by_hand:?}");
        let without = sent(Builder::new(service).without_credentials(), operation, Vec::new(), transport).await;
        assert!(!String::from_utf8_lossy(&without).contains("AuthHeader"), "{without:?}");
    }
}

const FIRST: &str = "6f9619ff-8b86-d011-b42d-00c04fc964f1";
const SECOND: &str = "6f9619ff-8b86-d011-b42d-00c04fc964f2";

#[tokio::test]
async fn a_session_goes_from_the_response_into_later_requests() {
    let service = service();
    let (begin, next) = (operation(service, "HeaderThree"), operation(service, "HeaderForeign"));
    let mock = Mock::new(service);
    for operation in [begin, next] {
        let declared = operation.messages.response_headers.iter().find(|header| header.name == "Session").unwrap();
        mock.on_operation(operation.name, move |call| {
            let mut message = Message::new(vec![Value::from("done")]);
            // The second operation answers another one, which is sent from then on.
            let id = if call.operation.name == "HeaderThree" { FIRST } else { SECOND };
            message.headers.push(SoapHeader::new(declared, session(declared, id)));
            Ok(message)
        });
    }
    let client: Client = Builder::new(service).without_credentials().build_with(Arc::new(mock.clone())).unwrap();
    for operation in [next, begin, next, next] {
        client.call(DynamicRequest::new(operation)).await.unwrap();
    }
    let sent: Vec<Vec<String>> = mock.calls().iter().map(|call| ids(&call.soap_headers)).collect();
    // The first call is sent none; what it is answered is replaced by the second.
    assert_eq!(sent, [vec![], vec![], vec![FIRST.to_owned()], vec![SECOND.to_owned()]]);
}

/// A session whose first text is that.
fn session(declared: &'static asmx_runtime::Member, id: &str) -> Value<'static> {
    let asmx_runtime::Type::Structure(structure) = declared.kind else { panic!("{declared:?}") };
    let mut values: Vec<Value<'static>> = structure.members().iter().map(Value::absent).collect();
    values[0] = Value::from(id.to_owned());
    Value::Structure(values)
}

fn ids(headers: &[SoapHeader]) -> Vec<String> {
    let first = |header: &SoapHeader| match header.declared()? {
        (_, Value::Structure(values)) => values[0].as_text().map(str::to_owned),
        _ => None,
    };
    headers.iter().filter_map(first).collect()
}
