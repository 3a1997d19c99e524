//! The namespaces of WSDL, SOAP, XML Schema and their extensions.

pub(super) const WSDL: &str = "http://schemas.xmlsoap.org/wsdl/";
/// Bindings to SOAP 1.1.
pub(super) const SOAP: &str = "http://schemas.xmlsoap.org/wsdl/soap/";
/// Bindings to SOAP 1.2.
pub(super) const SOAP12: &str = "http://schemas.xmlsoap.org/wsdl/soap12/";
/// Bindings to HTTP GET and POST.
pub(super) const HTTP: &str = "http://schemas.xmlsoap.org/wsdl/http/";
/// Bindings to MIME.
pub(super) const MIME: &str = "http://schemas.xmlsoap.org/wsdl/mime/";
/// Bindings to DIME.
pub(super) const DIME: &str = "http://schemas.xmlsoap.org/ws/2002/04/dime/wsdl/";
pub(super) const XSD: &str = "http://www.w3.org/2001/XMLSchema";
/// `xml:lang` and its like.
pub(super) const XML: &str = "http://www.w3.org/XML/1998/namespace";
/// The SOAP 1.1 encoding.
pub(super) const SOAP_ENCODING: &str = "http://schemas.xmlsoap.org/soap/encoding/";
/// The SOAP 1.2 encoding.
pub(super) const SOAP12_ENCODING: &str = "http://www.w3.org/2003/05/soap-encoding";
/// ASMX's own `guid` and `char`.
pub(super) const MICROSOFT_TYPES: &str = "http://microsoft.com/wsdl/types/";
/// The content of data sets.
pub(super) const DIFFGRAM: &str = "urn:schemas-microsoft-com:xml-diffgram-v1";
/// What the schema of a data set says beyond XML Schema.
pub(super) const MSDATA: &str = "urn:schemas-microsoft-com:xml-msdata";
/// Messages as XML over HTTP, whatever the verb.
pub(super) const SOAP_OVER_HTTP: &[&str] =
    &["http://schemas.xmlsoap.org/soap/http", "http://schemas.xmlsoap.org/soap/http/"];

/// Whether the namespace is one whose definitions are built in: an import of it needs no document.
pub(super) fn is_built_in(namespace: &str) -> bool {
    [WSDL, SOAP, SOAP12, HTTP, MIME, XSD, XML, SOAP_ENCODING, SOAP12_ENCODING, MICROSOFT_TYPES, DIFFGRAM, MSDATA]
        .contains(&namespace)
        || is_addressing(namespace)
}

pub(super) fn is_addressing(namespace: &str) -> bool {
    matches!(
        namespace,
        "http://www.w3.org/2005/08/addressing"
            | "http://schemas.xmlsoap.org/ws/2004/08/addressing"
            | "http://www.w3.org/2006/05/addressing/wsdl"
            | "http://www.w3.org/2007/05/addressing/metadata"
            | "http://www.w3.org/2006/02/addressing/wsdl"
            | "http://schemas.xmlsoap.org/ws/2004/08/addressing/policy"
    )
}
