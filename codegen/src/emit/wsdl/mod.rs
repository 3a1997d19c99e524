//! The service as WSDL 1.1, as a genuine ASMX host describes it: a port for each transport, document/literal over SOAP (wrapped, bare or, if
//! an operation states it, rpc/literal), form fields over HTTP, one schema for each namespace.
//!
//! Three differences from genuine documents avoid failures of real toolchains: arrays over HTTP are `tns:ArrayOfString` (the genuine type
//! derives from a SOAP encoding type, whose schema readers fetch from the network); a transport without operations has no port; actions are
//! percent-encoded, as they are sent.

mod arrays;
mod element;
mod ports;
mod schema;

use std::ffi::OsStr;
use std::path::Path;

use xmltree::Namespace;

use self::ports::Target;
use self::schema::Schemas;
use super::text;
use crate::elements::{Build as _, document};
use crate::model::{NamedTypeKind, Service};
pub use arrays::Arrays;
pub use ports::said_in_words;

/// Placeholders for the service's namespace, the beginning of its actions and its address, which a server fills in. `asmx-runtime` knows
/// these texts, and the comments `if soap11 soap12`, `if get`, `if post`, `if get post` and `end`.
const TEMPLATE: Target<'static> = Target {
    namespace: "urn:asmx-codegen:namespace",
    action: "urn:asmx-codegen:action:",
    address: "urn:asmx-codegen:address",
    has_comments: true,
};

/// The WSDL of a service as a template. A server fills in its address, its enabled transports, and its namespace if that is not the spec's.
pub fn wsdl(service: &Service) -> String {
    match service.namespace.as_deref().filter(|namespace| is_written_as_it_is(namespace)) {
        Some(namespace) => write(service, &Target { namespace, action: &action_prefix(namespace), ..TEMPLATE }),
        None => write(service, &TEMPLATE),
    }
}

/// Whether a server finds the text in an attribute, that is, whether no character is escaped.
fn is_written_as_it_is(namespace: &str) -> bool {
    !namespace.contains(['&', '<', '>', '"', '\'']) && !namespace.contains(char::is_control)
}

/// The part of a `SOAPAction` before the operation's name.
fn action_prefix(namespace: &str) -> String {
    let slash = if namespace.ends_with('/') { "" } else { "/" };
    format!("{namespace}{slash}")
}

/// The complete WSDL of a service at an address. `namespace` overrides that of the spec; `None` if neither is stated.
pub fn wsdl_at(service: &Service, namespace: Option<&str>, address: &str) -> Option<String> {
    let namespace = namespace.or(service.namespace.as_deref())?;
    Some(write(service, &Target { namespace, action: &action_prefix(namespace), address, has_comments: false }))
}

/// The name of the WSDL file of a spec: the same stem.
pub fn wsdl_file(source_name: &str) -> String {
    let stem = Path::new(source_name).file_stem().unwrap_or(OsStr::new("spec"));
    format!("{}.wsdl", stem.to_string_lossy())
}

fn write(service: &Service, target: &Target<'_>) -> String {
    let mut schemas = Schemas::new(service, target.namespace, target.has_comments);
    schemas.fill();
    // Ports come first, because they may need types that nothing else needs.
    let ports = ports::append(element::wsdl("definitions"), &mut schemas, service, target);
    let prefixes: Vec<(String, String)> = schemas.prefixes().map(|(prefix, uri)| (prefix, uri.to_owned())).collect();
    let mut root = element::wsdl("definitions").documented(&text::plain_text(&service.doc)).child(schemas.types());
    root.children.extend(ports.children);
    if !target.namespace.is_empty() {
        root = root.with("targetNamespace", target.namespace);
    }
    let mut namespaces = Namespace::empty();
    for (prefix, uri) in [
        ("wsdl", "http://schemas.xmlsoap.org/wsdl/"),
        ("soap", "http://schemas.xmlsoap.org/wsdl/soap/"),
        ("soap12", "http://schemas.xmlsoap.org/wsdl/soap12/"),
        ("http", "http://schemas.xmlsoap.org/wsdl/http/"),
        ("mime", "http://schemas.xmlsoap.org/wsdl/mime/"),
        ("s", "http://www.w3.org/2001/XMLSchema"),
        ("mst", schema::microsoft::MICROSOFT_TYPES),
    ] {
        namespaces.put(prefix, uri);
    }
    if service.types.iter().any(|named| matches!(named.kind, NamedTypeKind::DataSet(_))) {
        namespaces.put("msdata", schema::microsoft::MSDATA);
    }
    for (prefix, uri) in prefixes {
        namespaces.put(prefix, uri);
    }
    root.namespaces = Some(namespaces);
    document(&root)
}
