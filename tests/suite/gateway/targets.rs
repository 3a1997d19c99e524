//! Targets of `asmx-gateway`: addresses, transports, callers at once, errors.

use std::sync::Arc;

use asmx_gateway::{CallError, Outcome, Setup, Target, TargetError};
use asmx_runtime::descriptors::Port;
use asmx_runtime::server::{Listening, Server};
use asmx_runtime::stack::HandlerFuture;
use asmx_runtime::{Call, Error, Fault, Handler, Message, Opener, RawOutput, Service, Transport, Value};
use serde_json::{Map, Value as Json, json};
use tokio::net::TcpListener;

use super::document;

const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop">
  <doc>A shop.</doc>
  <common><param name="Site" type="int" required="true"/></common>
  <area name="all" title="All">
    <operation name="Find" result="string" effect="read"><doc>Finds.</doc><param name="Text" type="string"/></operation>
    <operation name="Refuse" result="string" effect="write"><doc>Refuses.</doc></operation>
    <operation name="Listed" result="string" effect="read" transports="post"><doc>Lists.</doc></operation>
  </area>
</service>"#;

fn object(json: &Json) -> Map<String, Json> {
    json.as_object().cloned().unwrap()
}

/// Returns the site and the text of the request, except for the operation that refuses.
struct Shop;

impl Handler for Shop {
    fn handle<'a>(&'a self, call: &'a Call) -> HandlerFuture<'a> {
        let text = call.request.to_dynamic().into_values().into_iter().next().unwrap_or_default();
        let response = if call.operation().name == "Refuse" {
            Err(Error::from(Fault::client("no")))
        } else {
            let site = call.common.text("Site").unwrap_or_default();
            let text = format!("{site}: {}", text.as_text().unwrap_or_default());
            Ok(RawOutput::Message(Message::new(vec![Value::from(text)])))
        };
        Box::pin(async { response })
    }
}

async fn serve() -> (Listening, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server::new(Opener::new(document(SPEC).service(), |_| Ok(Arc::new(Shop))));
    let listening = server.serve(listener).unwrap();
    let address = format!("http://{}", listening.address());
    (listening, address)
}

const fn is_shared<T: Clone + Send + Sync + 'static>() {}

const _: () = is_shared::<Target>();

#[tokio::test(flavor = "multi_thread")]
async fn one_target_serves_many_callers_each_with_common_parameters_of_its_own() {
    let (_listening, address) = serve().await;
    let target = Target::new(Setup::of_document(document(SPEC)).base_url(address)).unwrap();
    target.check().unwrap();
    let calls = (0..50).map(|number| {
        let target = target.clone();
        tokio::spawn(async move {
            let parameters = object(&json!({ "Site": number, "Text": "a <b>" }));
            let answer = target.call("Find", &parameters).await.unwrap();
            (answer.output, json!({ "FindResult": format!("{number}: a <b>") }))
        })
    });
    for call in calls {
        let (output, expected) = call.await.unwrap();
        assert_eq!(output, expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operation_goes_over_the_first_transport_that_offers_it() {
    let (_listening, address) = serve().await;
    let target = Target::new(Setup::of_document(document(SPEC)).endpoint(format!("{address}/shop.asmx?WSDL"))).unwrap();
    let parameters = object(&json!({ "Site": 1 }));
    for (name, transport, line) in
        [("Find", Transport::Soap11, "POST /shop.asmx"), ("Listed", Transport::HttpPost, "POST /shop.asmx/Listed")]
    {
        assert_eq!(target.transport_of(target.operation(name).unwrap()), transport);
        assert!(target.call(name, &parameters).await.is_ok());
        assert_eq!(target.dry_run(asmx_gateway::Call::new(name, &parameters)).await.unwrap().request_line, line);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn generated_descriptors_are_called_at_the_port_of_the_settings() {
    let ports =
        r#"<port name="First" transport="soap11"/><port name="Second" transport="soap11" path="/second.asmx"/>"#;
    let spec = SPEC.replace("<common>", &format!("{ports}<common>"));
    let setup = || Setup::of_service(document(&spec).service()).base_url("https://shop.example");
    let parameters = object(&json!({ "Site": 1 }));
    for (port, line) in
        [(None, "POST /shop.asmx"), (Some("First"), "POST /shop.asmx"), (Some("Second"), "POST /second.asmx")]
    {
        let target = Target::new(port.into_iter().fold(setup(), Setup::port)).unwrap();
        assert_eq!(target.dry_run(asmx_gateway::Call::new("Find", &parameters)).await.unwrap().request_line, line);
    }
    for (address, why) in
        [("https://shop.example/shop.asmx", "the base URL has a path"), ("shop.example", "has no scheme")]
    {
        let error = Target::new(setup().base_url(address)).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_keep_the_fault_and_the_outcome() {
    let (_listening, address) = serve().await;
    let target = Target::new(Setup::of_document(document(SPEC)).base_url(address)).unwrap();
    let error =
        async |operation: &str, parameters: Json| target.call(operation, &object(&parameters)).await.unwrap_err();
    let refused = error("Refuse", json!({ "Site": 1 })).await;
    assert_eq!((refused.outcome(), refused.fault().map(Fault::message)), (Outcome::Refused, Some("no".into())));
    let unknown = error("Find", json!({ "Site": 1, "Txet": "x" })).await;
    assert_eq!(unknown.outcome(), Outcome::NotSent);
    assert_eq!(unknown.to_string(), "Find has no parameter `Txet`; did you mean `Text`?");
    assert!(matches!(error("Fnid", json!({})).await, CallError::NoOperation(_)));
    let wrong = error("Find", json!({ "Site": "north" })).await;
    assert!(matches!(wrong, CallError::Parameters(_)) && wrong.to_string().contains("`Site`"), "{wrong}");
    let missing = error("Find", json!({})).await;
    assert!(missing.outcome() == Outcome::NotSent && missing.to_string().contains("requires `Site`"), "{missing}");
}

#[test]
fn an_address_that_nobody_states_or_that_is_none_is_an_error() {
    let setup = || Setup::of_document(document(SPEC));
    let error = |setup: Setup| Target::new(setup).unwrap_err().to_string();
    assert_eq!(error(setup()), "the description of Shop states no address: give it with `base_url` or `endpoint`");
    assert!(error(setup().base_url("shop.example")).contains("has no scheme"));
    assert!(error(setup().endpoint("https://shop.example")).contains("has no path"));
    assert!(error(setup().base_url("https://shop.example").port("Nowhere")).contains("has no port `Nowhere`"));
    let header = setup().http_header("X-Key", "hunter2\nword").unwrap_err();
    assert!(matches!(header, TargetError::Header(_)) && !header.to_string().contains("hunter2"), "{header}");
    // The address itself is looked at when a client is made.
    let target = Target::new(setup().base_url("http://shop.example")).unwrap();
    let error = target.check().unwrap_err().to_string();
    assert!(error.contains("`http://` sends messages, and any credentials in them, unencrypted"), "{error}");
}

#[tokio::test]
async fn the_port_of_descriptors_is_that_of_the_settings() {
    let ports = |name, path| Port { name, transport: Transport::Soap11, path };
    let ports = Vec::leak(vec![ports("First", "/first.asmx"), ports("Second", "/second.asmx")]);
    let operations = document(SPEC).service().operations;
    let service = Service::new("Shop", "/shop.asmx", "", &[], &[], operations).namespace("urn:shop").ports(ports);
    let service: &'static Service = Box::leak(Box::new(service));
    let target =
        |port: &str| Target::new(Setup::of_service(service).base_url("https://shop.example").port(port)).unwrap();
    let parameters = Map::new();
    for (port, line) in [("First", "POST /first.asmx"), ("Second", "POST /second.asmx")] {
        let request = target(port).dry_run(asmx_gateway::Call::new("Find", &parameters)).await.unwrap();
        assert_eq!(request.request_line, line);
    }
    let error = target("Second").find("Listed").unwrap_err().to_string();
    assert!(error.contains("the port `Second` does not offer Listed over "), "{error}");
}
