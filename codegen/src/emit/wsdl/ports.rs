//! Messages, port types, bindings and the service: what an operation is on each transport.

use std::fmt::Write as _;

use super::element::Node;
use super::encode;
use super::schema::result_root;
use super::{Place, element_name, offered, over_soap, own};
use crate::emit::text;
use crate::model::{Operation, ResultKind, Service, Transports, Type};

/// A port of the service.
struct Port {
    /// What is added to the service's name: the port, its binding and its port type are called that.
    suffix: &'static str,
    /// The transport's short name.
    transport: &'static str,
    /// Prefix of the vocabulary that its binding is written in.
    prefix: &'static str,
    /// The HTTP verb, of the two that are not SOAP.
    verb: Option<&'static str>,
    offers: fn(Transports) -> bool,
}

const PORTS: [Port; 4] = [
    Port { suffix: "Soap", transport: "soap11", prefix: "soap", verb: None, offers: |over| over.soap11 },
    Port { suffix: "Soap12", transport: "soap12", prefix: "soap12", verb: None, offers: |over| over.soap12 },
    Port { suffix: "HttpGet", transport: "get", prefix: "http", verb: Some("GET"), offers: |over| over.get },
    Port { suffix: "HttpPost", transport: "post", prefix: "http", verb: Some("POST"), offers: |over| over.post },
];

/// Appends all of them to `wsdl:definitions`.
pub(super) fn append(mut definitions: Node, service: &Service, place: &Place<'_>) -> Node {
    let name = encode(&service.name);
    let ports: Vec<&Port> = PORTS.iter().filter(|port| !offered(service, port.offers).is_empty()).collect();
    // One port type serves both versions of SOAP, unless they differ in their operations.
    let soap_is_one =
        service.operations.iter().all(|operation| operation.transports.soap11 == operation.transports.soap12);
    let soap_messages = offered(service, over_soap).into_iter().flat_map(soap_messages).collect();
    definitions = definitions.section(place.marks, "soap11 soap12", soap_messages);
    for port in ports.iter().filter(|port| port.verb.is_some()) {
        let operations = offered(service, port.offers).into_iter();
        let messages = operations.flat_map(|operation| http_messages(service, operation, port)).collect();
        definitions = definitions.section(place.marks, port.transport, messages);
    }
    for port in &ports {
        let (over, shared) = match port.transport {
            "soap11" if soap_is_one => ("soap11 soap12", false),
            "soap12" if soap_is_one => ("soap12", true),
            transport => (transport, false),
        };
        if !shared {
            definitions = definitions.section(place.marks, over, vec![port_type(service, &name, port)]);
        }
    }
    for port in &ports {
        let kind = if soap_is_one && port.transport == "soap12" { "Soap" } else { port.suffix };
        let binding = binding(service, place, port, &format!("{name}{}", port.suffix), &format!("{name}{kind}"));
        definitions = definitions.section(place.marks, port.transport, vec![binding]);
    }
    let mut all = Node::wsdl("service").with("name", &name).documented(&text::plain(&service.doc));
    for port in &ports {
        let address = Node::new(port.prefix, "address").with("location", place.address);
        let full_name = format!("{name}{}", port.suffix);
        let element = Node::wsdl("port").with("binding", own(&full_name)).with("name", full_name).child(address);
        all = all.section(place.marks, port.transport, vec![element]);
    }
    definitions.child(all)
}

fn soap_messages(operation: &Operation) -> [Node; 2] {
    let name = element_name(operation);
    let message = |direction: &str, element: String| {
        let part = Node::wsdl("part").with("name", "parameters").with("element", own(&element));
        Node::wsdl("message").with("name", format!("{name}Soap{direction}")).child(part)
    };
    [message("In", name.clone()), message("Out", format!("{name}Response"))]
}

fn http_messages(service: &Service, operation: &Operation, port: &Port) -> [Node; 2] {
    let name = element_name(operation);
    let parts = service.common.iter().chain(&operation.parameters).map(|parameter| {
        let kind = if matches!(parameter.kind, Type::Array(_)) { "tns:ArrayOfString" } else { "s:string" };
        Node::wsdl("part").with("name", encode(&parameter.name)).with("type", kind)
    });
    let input = Node::wsdl("message").with("name", format!("{name}{}In", port.suffix)).children(parts);
    let output = Node::wsdl("message").with("name", format!("{name}{}Out", port.suffix));
    let body = Node::wsdl("part").with("name", "Body");
    let output = match (&operation.result.kind, result_root(service, &operation.result.kind)) {
        (ResultKind::None, _) => output,
        (_, Some(root)) => output.child(body.with("element", own(&root))),
        // A document is whatever it is: it has neither element nor type.
        (_, None) => output.child(body),
    };
    [input, output]
}

fn port_type(service: &Service, name: &str, port: &Port) -> Node {
    let operations = offered(service, port.offers).into_iter().map(|operation| {
        let name = element_name(operation);
        let direction = if port.verb.is_some() { port.suffix } else { "Soap" };
        Node::wsdl("operation")
            .with("name", &name)
            .documented(&documentation(operation))
            .child(Node::wsdl("input").with("message", own(&format!("{name}{direction}In"))))
            .child(Node::wsdl("output").with("message", own(&format!("{name}{direction}Out"))))
    });
    Node::wsdl("portType").with("name", format!("{name}{}", port.suffix)).children(operations)
}

/// What a reader of the document should know of an operation.
fn documentation(operation: &Operation) -> String {
    let mut paragraphs = vec![text::plain(&operation.doc)];
    if operation.open {
        paragraphs.push("Takes further parameters, which its documentation leaves open.".to_owned());
    }
    if let Some(why) = &operation.deprecated {
        paragraphs.push(format!("Deprecated: {why}"));
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs.join("\n\n")
}

fn binding(service: &Service, place: &Place<'_>, port: &Port, name: &str, port_type: &str) -> Node {
    let binding = Node::new(port.prefix, "binding");
    let binding = match port.verb {
        Some(verb) => binding.with("verb", verb),
        None => binding.with("transport", "http://schemas.xmlsoap.org/soap/http"),
    };
    let operations = offered(service, port.offers).into_iter().map(|operation| match port.verb {
        Some(verb) => http_operation(operation, verb),
        None => soap_operation(operation, place, port),
    });
    Node::wsdl("binding").with("name", name).with("type", own(port_type)).child(binding).children(operations)
}

fn soap_operation(operation: &Operation, place: &Place<'_>, port: &Port) -> Node {
    let action = format!("{}{}", place.action, percent_encoded(&operation.name, |byte| byte.is_ascii()));
    let body = || Node::new(port.prefix, "body").with("use", "literal");
    Node::wsdl("operation")
        .with("name", element_name(operation))
        .child(Node::new(port.prefix, "operation").with("soapAction", action).with("style", "document"))
        .child(Node::wsdl("input").child(body()))
        .child(Node::wsdl("output").child(body()))
}

fn http_operation(operation: &Operation, verb: &str) -> Node {
    let unreserved = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let location = format!("/{}", percent_encoded(&operation.name, unreserved));
    let input = if verb == "GET" {
        Node::new("http", "urlEncoded")
    } else {
        Node::new("mime", "content").with("type", "application/x-www-form-urlencoded")
    };
    let output = match operation.result.kind {
        ResultKind::None => Node::wsdl("output"),
        ResultKind::Xml => {
            Node::wsdl("output").child(Node::new("mime", "content").with("part", "Body").with("type", "text/xml"))
        }
        _ => Node::wsdl("output").child(Node::new("mime", "mimeXml").with("part", "Body")),
    };
    Node::wsdl("operation")
        .with("name", element_name(operation))
        .child(Node::new("http", "operation").with("location", location))
        .child(Node::wsdl("input").child(input))
        .child(output)
}

/// The text with every byte of its UTF-8 that is not `plain` as `%XX`.
fn percent_encoded(text: &str, plain: impl Fn(u8) -> bool) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if plain(byte) {
            encoded.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}
