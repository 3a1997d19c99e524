//! Messages, port types, bindings and the service: an operation on each transport.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use asmx_types::Transport;

use super::element::{encode, section, wsdl};
use super::schema::Schemas;
use crate::elements::{Build as _, Element};
use crate::emit::text;
use crate::model::{self, Member, Messages, Namespace, Operation, Service, Style};

/// The address-dependent texts of a document.
pub(super) struct Target<'a> {
    pub(super) namespace: &'a str,
    pub(super) action: &'a str,
    pub(super) address: &'a str,
    /// Whether comments enclose parts that only some transports need.
    pub(super) has_comments: bool,
}

struct Port<'a> {
    /// The name of the port and its binding, and of its port type if it has its own.
    name: String,
    transport: Transport,
    /// The path of its address, if it is not the service's.
    path: Option<&'a str>,
    operations: Vec<&'a Operation>,
}

impl Port<'_> {
    fn prefix(&self) -> &'static str {
        match self.transport {
            Transport::Soap11 => "soap",
            Transport::Soap12 => "soap12",
            Transport::HttpGet | Transport::HttpPost => "http",
        }
    }

    fn verb(&self) -> Option<&'static str> {
        match self.transport {
            Transport::Soap11 | Transport::Soap12 => None,
            Transport::HttpGet => Some("GET"),
            Transport::HttpPost => Some("POST"),
        }
    }
}

/// The suffix of a transport's ports, bindings and messages, behind the service's name.
fn suffix(transport: Transport) -> &'static str {
    match transport {
        Transport::Soap11 => "Soap",
        Transport::Soap12 => "Soap12",
        Transport::HttpGet => "HttpGet",
        Transport::HttpPost => "HttpPost",
    }
}

/// The stated ports, or one for each transport with operations.
fn ports(service: &Service) -> Vec<Port<'_>> {
    if service.ports.is_empty() {
        let all = Transport::ALL.into_iter().map(|transport| Port {
            name: format!("{}{}", encode(&service.name), suffix(transport)),
            transport,
            path: None,
            operations: service.operations.iter().filter(|operation| operation.transports.offers(transport)).collect(),
        });
        return all.filter(|port| !port.operations.is_empty()).collect();
    }
    let operations = |number: usize, port: &model::Port| {
        let is_at = |operation: &&Operation| {
            operation.transports.offers(port.transport)
                && (operation.ports.is_empty() || operation.ports.contains(&number))
        };
        service.operations.iter().filter(is_at).collect()
    };
    let all = service.ports.iter().enumerate().map(|(number, port)| Port {
        name: port.name.clone(),
        transport: port.transport,
        path: Some(port.path.as_str()).filter(|path| *path != service.path),
        operations: operations(number, port),
    });
    all.collect()
}

pub(super) fn append(
    mut definitions: Element,
    schemas: &mut Schemas<'_>,
    service: &Service,
    target: &Target<'_>,
) -> Element {
    let mut writer = Writer { schemas, service, target };
    let ports = ports(service);
    let over_soap = service.operations.iter().filter(|operation| operation.transports.over_soap());
    let soap: Vec<Element> = over_soap.flat_map(|operation| writer.soap_messages(operation)).collect();
    section(&mut definitions, target.has_comments, "soap11 soap12", soap);
    let mut known = BTreeSet::new();
    for port in ports.iter().filter(|port| port.verb().is_some()) {
        let suffix = suffix(port.transport);
        // Ports of the same transport share messages.
        let new = port.operations.iter().filter(|operation| known.insert((suffix, operation.name.as_str())));
        let messages: Vec<Element> = new.flat_map(|operation| writer.http_messages(operation, suffix)).collect();
        section(&mut definitions, target.has_comments, port.transport.name(), messages);
    }
    // SOAP ports with the same operations share a port type.
    let kinds: Vec<usize> = (0..ports.len()).map(|number| port_type_of(&ports, number)).collect();
    for (number, port) in ports.iter().enumerate() {
        if kinds.get(number) == Some(&number) {
            let users = ports.iter().zip(&kinds).filter(|(_, kind)| **kind == number);
            let over: BTreeSet<&str> = users.map(|(port, _)| port.transport.name()).collect();
            let over = over.into_iter().collect::<Vec<_>>().join(" ");
            section(&mut definitions, target.has_comments, &over, vec![writer.port_type(port)]);
        }
    }
    for (port, kind) in ports.iter().zip(&kinds) {
        let kind = ports.get(*kind).map_or("", |kind| kind.name.as_str());
        let binding = writer.binding(port, kind);
        section(&mut definitions, target.has_comments, port.transport.name(), vec![binding]);
    }
    let mut all = wsdl("service").with("name", encode(&service.name)).documented(&text::plain_text(&service.doc));
    for port in &ports {
        let address = Element::of(port.prefix(), "address").with("location", writer.address(port));
        let binding = writer.own(&port.name);
        let element = wsdl("port").with("binding", binding).with("name", &port.name).child(address);
        section(&mut all, target.has_comments, port.transport.name(), vec![element]);
    }
    definitions.child(all)
}

/// The number of the port whose port type the port uses.
fn port_type_of(ports: &[Port<'_>], number: usize) -> usize {
    let Some(port) = ports.get(number).filter(|port| port.verb().is_none()) else {
        return number;
    };
    let names = |port: &Port<'_>| port.operations.iter().map(|operation| operation.name.clone()).collect::<Vec<_>>();
    let mine = names(port);
    let is_same = |other: &Port<'_>| other.verb().is_none() && names(other) == mine;
    ports.iter().position(is_same).unwrap_or(number)
}

struct Writer<'w, 's, 'p> {
    schemas: &'w mut Schemas<'s>,
    service: &'w Service,
    target: &'w Target<'p>,
}

impl Writer<'_, '_, '_> {
    fn own(&mut self, name: &str) -> String {
        self.schemas.name(&Namespace::Service, name)
    }

    fn soap_messages(&mut self, operation: &Operation) -> Vec<Element> {
        let name = encode(&operation.name);
        let messages = &operation.messages;
        let parameters: Vec<Member> = self.service.common.iter().chain(&operation.parameters).cloned().collect();
        let input = wsdl("message").with("name", format!("{name}SoapIn"));
        let output = wsdl("message").with("name", format!("{name}SoapOut"));
        let (input, output) = match messages.style {
            Style::Wrapped => {
                let mut wrapper = |element: &model::Name| {
                    let element = self.schemas.name(&element.namespace, &encode(&element.name));
                    wsdl("part").with("name", "parameters").with("element", element)
                };
                let (request, response) =
                    (wrapper(&operation.request_element()), wrapper(&operation.response_element()));
                (input.child(request), output.child(response))
            }
            Style::Bare | Style::Rpc => {
                let is_rpc = messages.style == Style::Rpc;
                let parts = |writer: &mut Self, members: &[Member]| -> Vec<Element> {
                    members.iter().map(|member| writer.part(member, is_rpc)).collect()
                };
                (input.children(parts(self, &parameters)), output.children(parts(self, &operation.outputs)))
            }
        };
        let mut all = vec![input];
        if !messages.one_way {
            all.push(output);
        }
        let mut known: Vec<&Member> = Vec::new();
        for header in messages.request_headers.iter().chain(&messages.response_headers) {
            if known.iter().any(|other| other.name == header.name && other.namespace == header.namespace) {
                continue;
            }
            known.push(header);
            let element = self.schemas.name(&header.namespace, &encode(&header.name));
            let part = wsdl("part").with("name", header_part(header)).with("element", element);
            all.push(wsdl("message").with("name", header_message(&name, header)).child(part));
        }
        all
    }

    fn part(&mut self, member: &Member, is_rpc: bool) -> Element {
        let name = member.part.as_ref().unwrap_or(&member.name);
        let part = wsdl("part").with("name", encode(name));
        match member.place {
            model::Place::Element if is_rpc => {
                let kind = self.schemas.type_name(0, &member.kind);
                part.with("type", kind)
            }
            model::Place::Element => {
                let element = self.schemas.name(&member.namespace, &encode(&member.name));
                part.with("element", element)
            }
            _ => {
                self.schemas.define_any();
                let any = self.own("any");
                part.with("type", any)
            }
        }
    }

    fn http_messages(&mut self, operation: &Operation, suffix: &str) -> [Element; 2] {
        let name = encode(&operation.name);
        let strings = self.schemas.part_array();
        let strings = self.own(&strings);
        let parts = self.service.common.iter().chain(&operation.parameters).map(|parameter| {
            let kind = if parameter.is_array_part() { strings.as_str() } else { "s:string" };
            let part = parameter.part.as_ref().unwrap_or(&parameter.name);
            wsdl("part").with("name", encode(part)).with("type", kind)
        });
        let input = wsdl("message").with("name", format!("{name}{suffix}In")).children(parts);
        let output = wsdl("message").with("name", format!("{name}{suffix}Out"));
        let body = wsdl("part").with("name", "Body");
        let output = match (!operation.outputs.is_empty(), self.schemas.root_name(operation)) {
            (false, _) => output,
            (true, Some(root)) => output.child(body.with("element", self.own(&root))),
            // A document has any root, so its part has neither element nor type.
            (true, None) => output.child(body),
        };
        [input, output]
    }

    fn port_type(&mut self, port: &Port<'_>) -> Element {
        let mut operations = Vec::new();
        for operation in &port.operations {
            let name = encode(&operation.name);
            let direction = if port.verb().is_some() { suffix(port.transport) } else { "Soap" };
            let mut message =
                |kind: &str, to: &str| wsdl(kind).with("message", self.own(&format!("{name}{direction}{to}")));
            let input = message("input", "In");
            let output = (!is_one_way(port, operation)).then(|| message("output", "Out"));
            let node = wsdl("operation").with("name", &name).documented(&documentation(operation));
            operations.push(node.child(input).children(output));
        }
        wsdl("portType").with("name", &port.name).children(operations)
    }

    fn binding(&mut self, port: &Port<'_>, port_type: &str) -> Element {
        let binding = Element::of(port.prefix(), "binding");
        let binding = match port.verb() {
            Some(verb) => binding.with("verb", verb),
            None => binding.with("transport", "http://schemas.xmlsoap.org/soap/http"),
        };
        let operations: Vec<Element> = port
            .operations
            .iter()
            .map(|operation| match port.verb() {
                Some(verb) => self.http_operation(operation, verb),
                None => self.soap_operation(operation, port),
            })
            .collect();
        let node = wsdl("binding").with("name", &port.name).with("type", self.own(port_type));
        node.child(binding).children(operations)
    }

    fn soap_operation(&mut self, operation: &Operation, port: &Port<'_>) -> Element {
        let name = encode(&operation.name);
        let Messages { style, request, response, action, request_headers, response_headers, .. } = &operation.messages;
        let action = action.clone().unwrap_or_else(|| {
            format!("{}{}", self.target.action, percent_encoded(&operation.name, |byte| byte.is_ascii()))
        });
        let is_rpc = *style == Style::Rpc;
        let mut message = |kind: &str, wrapper: Option<&model::Name>, headers: &[Member]| {
            let mut body = Element::of(port.prefix(), "body").with("use", "literal");
            if is_rpc {
                let namespace = wrapper.map_or(&Namespace::Service, |wrapper| &wrapper.namespace);
                body = match namespace {
                    Namespace::Service => body.with("namespace", self.target.namespace),
                    Namespace::None => body,
                    Namespace::Of(uri) => body.with("namespace", uri),
                };
            }
            let mut node = wsdl(kind).child(body);
            for header in headers {
                let message = self.own(&header_message(&name, header));
                let element = Element::of(port.prefix(), "header").with("message", message);
                node = node.child(element.with("part", header_part(header)).with("use", "literal"));
            }
            node
        };
        let input = message("input", request.as_ref(), request_headers);
        let output = (!is_one_way(port, operation)).then(|| message("output", response.as_ref(), response_headers));
        let style = if is_rpc { "rpc" } else { "document" };
        wsdl("operation")
            .with("name", &name)
            .child(Element::of(port.prefix(), "operation").with("soapAction", action).with("style", style))
            .child(input)
            .children(output)
    }

    fn http_operation(&self, operation: &Operation, verb: &str) -> Element {
        let unreserved = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        let location = operation.messages.location.as_ref().unwrap_or(&operation.name);
        let location = format!("/{}", percent_encoded(location, unreserved));
        let input = if verb == "GET" {
            Element::of("http", "urlEncoded")
        } else {
            Element::of("mime", "content").with("type", "application/x-www-form-urlencoded")
        };
        let output = match (!operation.outputs.is_empty(), self.schemas.root_name(operation)) {
            (false, _) => wsdl("output"),
            (true, None) => {
                wsdl("output").child(Element::of("mime", "content").with("part", "Body").with("type", "text/xml"))
            }
            (true, Some(_)) => wsdl("output").child(Element::of("mime", "mimeXml").with("part", "Body")),
        };
        wsdl("operation")
            .with("name", encode(&operation.name))
            .child(Element::of("http", "operation").with("location", location))
            .child(wsdl("input").child(input))
            .child(output)
    }

    /// The address of a port: the service's, with the port's path if it has one.
    fn address(&self, port: &Port<'_>) -> String {
        let address = self.target.address;
        match (port.path, address.strip_suffix(&self.service.path)) {
            (Some(path), Some(base)) => format!("{base}{path}"),
            _ => address.to_owned(),
        }
    }
}

/// Whether there is no response. Over GET and POST there always is one, possibly empty.
fn is_one_way(port: &Port<'_>, operation: &Operation) -> bool {
    operation.messages.one_way && port.verb().is_none()
}

fn header_message(operation: &str, header: &Member) -> String {
    format!("{operation}{}", encode(&header.name))
}

fn header_part(header: &Member) -> String {
    encode(header.part.as_ref().unwrap_or(&header.name))
}

fn documentation(operation: &Operation) -> String {
    let mut paragraphs = vec![text::plain_text(&operation.doc)];
    // An imported operation has them in its documentation already.
    paragraphs.extend(said_in_words(operation).into_iter().filter(|words| !operation.doc.contains(words)));
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs.join("\n\n")
}

/// Facts that WSDL has no element for, one paragraph each.
pub fn said_in_words(operation: &Operation) -> Vec<String> {
    let open = operation.open.then(|| "Takes further parameters, which its documentation leaves open.".to_owned());
    open.into_iter().chain(operation.deprecated.as_ref().map(|why| format!("Deprecated: {why}"))).collect()
}

/// The text with every byte of its UTF-8 that is not `is_plain` as `%XX`.
fn percent_encoded(text: &str, is_plain: impl Fn(u8) -> bool) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if is_plain(byte) {
            encoded.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}
