//! Ports of the service: which binding is called at which address.

use asmx_codegen::diagnostic::{Code, quoted};
use asmx_codegen::model::Transport;
use asmx_codegen::scope::Scope;
use asmx_types::sessions::without_sessions;
use asmx_types::xml_name::is_name;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use super::contract::{Contract, definition};
use super::element::{Element, HTTP, SOAP, SOAP_OVER_HTTP, SOAP12, WSDL};
use super::problems::Problems;

const MOST_PORTS: usize = 100;

pub(super) struct Port<'a> {
    pub(super) name: String,
    pub(super) transport: Transport,
    pub(super) path: String,
    /// `<port>`, or the binding if the document has no `<service>`.
    pub(super) element: Element<'a>,
    pub(super) binding: Element<'a>,
    /// The element that names the transport.
    pub(super) kind: Element<'a>,
}

/// The ports of all services, in document order. `stem` is the document's file name without extension.
pub(super) fn read<'a>(contract: &Contract<'a>, stem: &str, problems: &Problems) -> Vec<Port<'a>> {
    let mut ports = Vec::new();
    for port in contract.services.iter().flat_map(|service| service.all(WSDL, "port")) {
        let known = (Code::UnknownBinding, "binding");
        let binding = definition(&contract.bindings, (port, "binding"), known, "the port is left out", problems);
        let Some(binding) = binding else { continue };
        if ports.len() >= MOST_PORTS {
            problems.report(
                (Code::DefinitionTooDeep, port.location()),
                format!("a service with more than {MOST_PORTS} ports"),
                ("this port and those after it are left out", "remove ports that nobody calls"),
            );
            break;
        }
        let Some((transport, kind)) = transport(binding, problems) else { continue };
        let name = port.word("name").or_else(|| binding.word("name")).unwrap_or_default().to_owned();
        ports.push(Port { name, transport, path: path(port, problems), element: port, binding, kind });
    }
    if contract.services.is_empty() {
        for binding in contract.bindings_in_order.iter().take(MOST_PORTS) {
            problems.report(
                (Code::NoService, binding.location()),
                "no `service` gives the address of this binding",
                (format!("the address {} is assumed", quoted(&format!("/{stem}.asmx"))), "set the path in the spec"),
            );
            let Some((transport, kind)) = transport(*binding, problems) else { continue };
            let name = binding.word("name").unwrap_or_default().to_owned();
            ports.push(Port { name, transport, path: default_path(stem), element: *binding, binding: *binding, kind });
        }
    }
    // A port without a usable address takes the first usable one.
    let known = ports.iter().map(|port| port.path.clone()).find(|path| !path.is_empty());
    for port in ports.iter_mut().filter(|port| port.path.is_empty()) {
        port.path = known.clone().unwrap_or_else(|| default_path(stem));
    }
    ports
}

fn default_path(stem: &str) -> String {
    normal(&format!("/{}.asmx", stem.replace('?', "")))
}

/// A valid, unique name for a port in the spec.
pub(super) fn name(port: &Port<'_>, names: &mut Scope, problems: &Problems) -> String {
    let name = port.name.as_str();
    let letters: String =
        name.chars().filter(|character| character.is_alphanumeric() || "_-.".contains(*character)).collect();
    let valid_name = [name, &letters].into_iter().find(|name| is_name(name)).unwrap_or("Port");
    let unique_name = names.give(valid_name, "", |_| true);
    if unique_name != name {
        let display_name = quoted(name);
        let (code, message) = if valid_name == name {
            (Code::DefinedTwice, format!("a second port {display_name}"))
        } else {
            (Code::NameNotKept, format!("{display_name} cannot be the name of a port"))
        };
        problems.report(
            (code, port.element.location_of("name")),
            message,
            (format!("imported as {}", quoted(&unique_name)), "rename it in the spec if you like"),
        );
    }
    unique_name
}

fn transport<'a>(binding: Element<'a>, problems: &Problems) -> Option<(Transport, Element<'a>)> {
    let kinds = || binding.children().filter(|child| child.local() == "binding" && child.namespace() != WSDL);
    let kind = kinds().find(|kind| matches!(kind.namespace(), SOAP | SOAP12 | HTTP)).or_else(|| kinds().next());
    let over = kind.and_then(|kind| kind.attribute("transport")).unwrap_or_default();
    let is_over_http = over.is_empty() || SOAP_OVER_HTTP.contains(&over);
    let verb = kind.and_then(|kind| kind.word("verb")).unwrap_or_default();
    let transport = match (kind.map(Element::namespace), verb) {
        (Some(SOAP), _) if is_over_http => Ok(Transport::Soap11),
        (Some(SOAP12), _) if is_over_http => Ok(Transport::Soap12),
        (Some(HTTP), "GET") => Ok(Transport::HttpGet),
        (Some(HTTP), "POST") => Ok(Transport::HttpPost),
        (Some(SOAP | SOAP12), _) => Err(format!("it uses SOAP over {}", quoted(over))),
        (Some(HTTP), verb) => Err(format!("it uses the verb {}", quoted(verb))),
        (Some(other), _) => Err(format!("it uses {}", quoted(other))),
        (None, _) => Err(match soap_of_operations(binding) {
            Some(SOAP12) => "it has operations of SOAP 1.2, but no `<soap12:binding>`".to_owned(),
            Some(_) => "it has operations of SOAP, but no `<soap:binding>`".to_owned(),
            None => "it is neither SOAP nor HTTP GET or POST".to_owned(),
        }),
    };
    let why = match transport {
        Ok(transport) => return Some((transport, kind?)),
        Err(why) => why,
    };
    let at = kind.unwrap_or(binding);
    let help = if kind.is_none() && soap_of_operations(binding).is_some() {
        "ask the service for its document, or add the element: `transport` is `http://schemas.xmlsoap.org/soap/http`"
    } else {
        "supported are SOAP over HTTP, HTTP GET and HTTP POST"
    };
    problems.report(
        (Code::UnsupportedBinding, at.location()),
        format!("the binding {} cannot be called: {why}", quoted(binding.word("name").unwrap_or_default())),
        ("the port is left out", help),
    );
    None
}

/// The namespace of the first `soap:operation` in a binding.
fn soap_of_operations(binding: Element<'_>) -> Option<&str> {
    let operations = binding.all(WSDL, "operation");
    let mut namespaces = operations.flat_map(Element::children).filter(|child| child.local() == "operation");
    namespaces.find_map(|child| Some(child.namespace()).filter(|namespace| matches!(*namespace, SOAP | SOAP12)))
}

pub(super) fn host(ports: &[Port<'_>]) -> Option<String> {
    ports.iter().find_map(|port| {
        let (scheme, rest) = address(port.element)?.word("location")?.trim().split_once("://")?;
        let scheme = scheme.to_ascii_lowercase();
        let host = rest.split(['/', '?', '#']).next()?;
        // Rejects user information and anything else that a host cannot hold.
        let is_host = !host.is_empty()
            && host.chars().all(|character| character.is_ascii_alphanumeric() || "-._:[]".contains(character));
        (is_host && matches!(scheme.as_str(), "http" | "https")).then(|| format!("{scheme}://{host}"))
    })
}

pub(super) fn address(port: Element<'_>) -> Option<Element<'_>> {
    port.children().find(|child| child.local() == "address" && child.namespace() != WSDL)
}

/// The path of a port's address; empty if the address is missing or unusable.
fn path(port: Element<'_>, problems: &Problems) -> String {
    let address = address(port);
    let written = address.and_then(|address| address.word("location")).unwrap_or_default();
    let address_location = address.map_or_else(|| port.location(), |address| address.location_of("location"));
    let location = without_sessions(written);
    if location != written {
        problems.report(
            (Code::InvalidAddress, address_location),
            "the address of the port holds the session of a caller (ASP.NET: `/(S(…))/`)",
            (
                "imported without the session, which is a secret",
                "the server begins a new one; to go on with a session, give callers the whole address",
            ),
        );
    }
    let location = location.as_ref();
    let behind_scheme = location.split_once("://").map(|(_, rest)| rest);
    let from_path = match behind_scheme {
        Some(rest) => rest.find(['/', '?', '#']).and_then(|at| rest.get(at..)).unwrap_or_default(),
        None => location,
    };
    let path = normal(from_path);
    let is_address = match behind_scheme {
        Some(rest) => !(rest.is_empty() || rest.starts_with(['/', '?', '#'])),
        None => path != "/" && !location.contains(':'),
    };
    if !is_address {
        problems.report(
            (Code::InvalidAddress, address_location),
            match location {
                "" => "the port has no address".to_owned(),
                location => format!("invalid service address {}", quoted(location)),
            },
            ("the path of another port is used", "set the path in the spec"),
        );
        return String::new();
    }
    path
}

/// Normalises a path with its query for a spec: leading `/`, no `//`, `.` or `..`.
fn normal(address: &str) -> String {
    let address = address.split('#').next().unwrap_or_default();
    let (path, query) = address.split_once('?').map_or((address, None), |(path, query)| (path, Some(query)));
    let mut normal = String::with_capacity(address.len() + 1);
    for part in path.split('/').filter(|part| !matches!(*part, "" | "." | "..")) {
        normal.push('/');
        normal.extend(utf8_percent_encode(part, ESCAPED));
    }
    if normal.is_empty() || path.ends_with('/') {
        normal.push('/');
    }
    if let Some(query) = query {
        normal.push('?');
        normal.extend(utf8_percent_encode(query, ESCAPED));
    }
    normal
}

/// Characters that are escaped in paths and queries.
const ESCAPED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

#[cfg(test)]
mod tests {
    use super::normal;

    #[test]
    fn a_path_is_made_one_that_a_spec_can_have() {
        assert_eq!(normal("/a//b/./c.asmx/"), "/a/b/c.asmx/");
        assert_eq!(normal("my service.asmx"), "/my%20service.asmx");
        assert_eq!(normal("/é.asmx"), "/%C3%A9.asmx");
        assert_eq!(normal("/%C3%A9.asmx"), "/%C3%A9.asmx");
        assert_eq!(normal("/a.asmx?b=c/../d&e=é#f"), "/a.asmx?b=c/../d&e=%C3%A9");
        assert_eq!(["", "/", "?a", "/a/?b"].map(normal), ["/", "/", "/?a", "/a/?b"]);
    }
}
