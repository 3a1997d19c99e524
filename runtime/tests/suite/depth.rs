//! Values that nest too deeply are an error, and never overflow a stack, even a small one.
#![cfg(feature = "json")]

use std::sync::Arc;

use asmx_runtime::descriptors::{ArrayType, Structure};
use asmx_runtime::mock::{sample_request, sample_result};
use asmx_runtime::protocol::{self, Endpoint, ErrorStyle, Outgoing, RequestLimits, ResponseContext, ServerSettings};
use asmx_runtime::{DynamicRequest, Effect, Member, Message, Operation, Service, Transport, Type, json, xml};
use bytes::Bytes;

static NODE: Structure = Structure::new(
    "Node",
    &[
        Member::new("Next", Type::Structure(&NODE)),
        Member::new("List", Type::Array(&NODES)),
        Member::new("Any", Type::Any),
        Member::new("Choice", Type::Any).choice(&[Member::new("Other", Type::Structure(&NODE))]),
    ],
);
static NODES: ArrayType = ArrayType::new(Type::Structure(&NODE), "Node");
static GET: Operation = Operation::new("Get", "", "", &[Member::new("Root", Type::Structure(&NODE))], Effect::Read)
    .outputs(&[Member::new("Root", Type::Structure(&NODE))]);
static SERVICE: Service = Service::new("Deep", "/api.asmx", "", &[], &[], &[&GET]).types(&[Type::Structure(&NODE)]);
const NAMESPACE: &str = "urn:t";

/// Runs it on a thread with a stack of 512 KiB; without optimisation, of 768 KiB.
fn on_a_small_stack(task: impl FnOnce() + Send + 'static) {
    let size = if cfg!(debug_assertions) { 768 } else { 512 };
    std::thread::Builder::new().stack_size(size * 1024).spawn(task).unwrap().join().unwrap();
}

/// Ways to nest a node in a node: the texts before and after the inner node.
const WAYS: [(&str, &str, &str); 4] = [
    ("members", "<Next>", "</Next>"),
    ("arrays", "<List><Node>", "</Node></List>"),
    ("choices", "<Other>", "</Other>"),
    ("values of any type", "<Any i:type='Node'>", "</Any>"),
];

fn envelope(element: &str, content: &str) -> Bytes {
    Bytes::from(format!(
        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' \
         xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><s:Body><{element} xmlns='urn:t'><Root>{content}</Root>\
         </{element}></s:Body></s:Envelope>"
    ))
}

fn nested((_, open, close): (&str, &str, &str), levels: usize) -> String {
    open.repeat(levels) + &close.repeat(levels)
}

fn limits() -> xml::ParseOptions {
    let mut limits = xml::ParseOptions::default();
    limits.max_depth = 100_000;
    limits
}

fn decoded(root_content: &str) -> Result<Message, asmx_runtime::Error> {
    let (namespace, transport) = (Arc::from(NAMESPACE), Transport::Soap11);
    let context = ResponseContext { service: &SERVICE, operation: &GET, transport, namespace, limits: limits() };
    let response = http::Response::builder().header("Content-Type", "text/xml; charset=utf-8");
    protocol::decode_response(&context, response.body(envelope("GetResponse", root_content)).unwrap())
}

/// Uses a decoded value in all ways.
fn used(content: &Message) {
    let json = json::result(&SERVICE, &GET, content);
    assert!(!json.to_string().is_empty());
    assert!(!format!("{content:?}").is_empty());
    assert_eq!(&content.clone(), content);
    let message = content;
    let object = serde_json::json!({ "Root": json["Root"] });
    let parameters = json::parameters(&SERVICE, &GET, object.as_object().unwrap()).unwrap();
    assert!(!format!("{:?}", parameters.request).is_empty());
    let values = message.values();
    let canonical = values[0].clone().into_owned().canonical(Type::Structure(&NODE)).unwrap();
    assert_eq!(canonical, values[0]);
    assert_eq!(values[0].borrowed().into_owned(), values[0]);
    sent(&parameters.request);
}

fn sent(request: &DynamicRequest) {
    let endpoint =
        Endpoint { url: "http://localhost/api.asmx".to_owned(), namespace: NAMESPACE.into(), states_action: false };
    let call = Outgoing {
        request,
        common: &asmx_runtime::credentials::CommonValues::new(&SERVICE),
        undeclared: &[],
        headers: &[],
        transport: Transport::Soap11,
        unchecked: false,
        complete_forms: false,
    };
    let written = protocol::encode_request(&endpoint, &RequestLimits::default(), call).unwrap();
    let mut settings = ServerSettings::new(&SERVICE, NAMESPACE, ErrorStyle::Development);
    settings.limits = limits();
    let received = protocol::decode_request(&settings, &written).unwrap();
    assert_eq!(received.request.values().len(), 1);
}

#[test]
fn responses_are_read_as_deep_as_values_may_nest() {
    on_a_small_stack(|| {
        for way in WAYS {
            let (mut deepest, mut levels) = (None, 40);
            while levels < 1000 {
                match decoded(&nested(way, levels)) {
                    Ok(content) => deepest = Some((levels, content)),
                    Err(error) => {
                        assert!(error.to_string().contains("nested deeper than"), "{error}");
                        break;
                    }
                }
                levels += 1;
            }
            let (levels, content) = deepest.unwrap();
            assert!((45..110).contains(&levels), "{}: {levels}", way.0);
            used(&content);
        }
    });
}

#[test]
fn values_that_nest_too_deeply_are_refused() {
    on_a_small_stack(|| {
        for way in WAYS {
            for levels in [300, 20_000] {
                let error = decoded(&nested(way, levels)).unwrap_err().to_string();
                assert!(error.contains("nested deeper than"), "{}: {error}", way.0);
                let request = http::Request::post("/api.asmx")
                    .header("Content-Type", "text/xml; charset=utf-8")
                    .header("SOAPAction", "\"urn:t/Get\"")
                    .body(envelope("Get", &nested(way, levels)))
                    .unwrap();
                let mut settings = ServerSettings::new(&SERVICE, NAMESPACE, ErrorStyle::Development);
                settings.limits = limits();
                assert!(protocol::decode_request(&settings, &request).is_err(), "{}", way.0);
            }
        }
    });
}

/// Samples are finite for a type of 200 required levels, and for an endless type.
#[test]
fn samples_end() {
    on_a_small_stack(|| {
        let mut inner = Type::STRING;
        for _ in 0..200 {
            let member = Member::new("Inner", inner).required();
            inner = Type::Structure(Box::leak(Box::new(Structure::new("Level", Vec::leak(vec![member])))));
        }
        for kind in [inner, Type::Structure(&NODE)] {
            let member = || Member::new("Root", kind);
            let get = Operation::new("Get", "", "", Vec::leak(vec![member()]), Effect::Read);
            let get: &'static Operation = Box::leak(Box::new(get.outputs(Vec::leak(vec![member()]))));
            assert_eq!(sample_request(get).values().len(), 1);
            assert_eq!(sample_result(get).values().len(), 1);
        }
    });
}
