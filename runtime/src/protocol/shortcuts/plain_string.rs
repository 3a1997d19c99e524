//! String results without a tree of the response.
//!
//! Most operations return a short string. The bytes before and behind it are the same in each response of an operation, so they are
//! compared with the expected ones. The text between them is the result if it needs no decoding. If a response differs in any byte, or
//! its text holds a reference, the plain reader reads the response.

use std::borrow::Cow;

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{Response, StatusCode};

use crate::operation::ResultShape;
use crate::protocol::ResponseContext;
use crate::protocol::soap::envelope::DECLARATION;
use crate::protocol::soap::soap_version::{SoapVersion, XSD, XSI};
use crate::xml;
use crate::xml::ParseOptions;

/// The string that `response` holds, if it is written just so.
pub(crate) fn read<'r>(context: &ResponseContext, response: &'r Response<Bytes>) -> Option<&'r str> {
    let operation = context.operation;
    let is_string = matches!(operation.result, ResultShape::String | ResultShape::Delimited);
    let body: &[u8] = response.body();
    let longest_name = operation.name.len().max(operation.result_element.map_or(0, str::len));
    if !is_string
        || response.status() != StatusCode::OK
        || !is_utf8_xml(response)
        || !are_usual(&context.limits, longest_name, body.len())
        || !is_plain_namespace(&context.namespace)
    {
        return None;
    }
    let name = operation.name;
    let (result, suffix) = operation.result_element.map_or((name, "Result"), |result| (result, ""));
    let is_plain = |name: &str| matches!(xml::name::encode_local_name(name), Cow::Borrowed(_));
    if !is_plain(name) || operation.result_element.is_some_and(|result| !is_plain(result)) {
        return None;
    }
    let text = if let Some(version) = SoapVersion::of_transport(context.transport) {
        let soap = version.namespace();
        let envelope = ["<soap:Envelope xmlns:soap=\"", soap, "\" xmlns:xsi=\"", XSI, "\" xmlns:xsd=\"", XSD];
        let rest = after(after(body, &[DECLARATION])?, &envelope)?;
        let wrapper = ["\"><soap:Body><", name, "Response xmlns=\"", &context.namespace, "\"><", result, suffix, ">"];
        let ends = ["</", result, suffix, "></", name, "Response></soap:Body></soap:Envelope>"];
        before(after(rest, &wrapper)?, &ends)?
    } else {
        let rest = after(body, &[DECLARATION])?;
        let rest = after(rest, &["\r\n"]).or_else(|| after(rest, &["\n"]))?;
        before(after(rest, &["<string xmlns=\"", &context.namespace, "\">"])?, &["</string>"])?
    };
    if memchr::memchr2(b'<', b'&', text).is_some() {
        return None;
    }
    let (text, care) = xml::examined(text)?;
    (!care.carriage_returns && !care.section_ends).then_some(text)
}

/// Whether the header is that of XML in UTF-8, as genuine servers write it.
fn is_utf8_xml(response: &Response<Bytes>) -> bool {
    let Some(value) = response.headers().get(CONTENT_TYPE) else { return false };
    [SoapVersion::V11, SoapVersion::V12].iter().any(|one| value.as_bytes() == one.content_type().as_bytes())
}

/// Whether limits let everything pass that is read here: elements nested four deep, a few nodes and attributes.
fn are_usual(limits: &ParseOptions, name: usize, body: usize) -> bool {
    /// More than the longest name that is added to that of the operation, and than there are nodes or attributes.
    const FEW: usize = 32;
    limits.max_bytes >= body
        && u32::try_from(body).is_ok()
        && limits.max_depth >= FEW
        && limits.max_nodes >= FEW
        && limits.max_attributes >= FEW
        && limits.max_name >= name.saturating_add(FEW)
}

/// Whether a namespace stands in an attribute as it is, and is none of those with a meaning of their own.
fn is_plain_namespace(namespace: &str) -> bool {
    // Without branches, so that the loop becomes vector instructions.
    let mark = |byte: u8| u8::from(byte <= b' ' || byte >= 0x7F) | u8::from(matches!(byte, b'"' | b'&' | b'<'));
    !namespace.is_empty()
        && namespace.bytes().fold(0, |marks, byte| marks | mark(byte)) == 0
        && namespace != xml::XML_NAMESPACE
        && namespace != xml::XMLNS_NAMESPACE
}

/// What follows these parts at the beginning.
fn after<'b>(bytes: &'b [u8], parts: &[&str]) -> Option<&'b [u8]> {
    parts.iter().try_fold(bytes, |rest, part| rest.strip_prefix(part.as_bytes()))
}

/// What stands before these parts at the end.
fn before<'b>(bytes: &'b [u8], parts: &[&str]) -> Option<&'b [u8]> {
    parts.iter().rev().try_fold(bytes, |rest, part| rest.strip_suffix(part.as_bytes()))
}
