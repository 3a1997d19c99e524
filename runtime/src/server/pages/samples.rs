//! Samples of an operation on the wire: a request and its response over each transport, made by the real codecs.

use std::fmt::Write as _;
use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderMap, HeaderName};

use super::html::Html;
use crate::Transport;
use crate::call::samples;
use crate::error::Error;
use crate::operation::{Operation, Service};
use crate::protocol::{self, Endpoint, Outgoing, RequestLimits, ResponseContext, ServerSettings};
use crate::value::common::CommonValues;
use crate::value::request::DynamicRequest;
use crate::value::soap_header::SoapHeader;

/// Appends a sample for every transport of the operation, for a service at `address`.
pub(super) fn push(content: &mut Html, settings: &ServerSettings, operation: &'static Operation, address: &str) {
    content.raw("<section aria-labelledby=\"samples\">\n<h2 id=\"samples\">On the wire</h2>\n");
    content
        .raw("<p>Complete requests and responses with sample values. Lines of XML are broken for reading only.</p>\n");
    for transport in transports(settings, operation) {
        let id = transport.name();
        content.raw("<section aria-labelledby=\"").text(id).raw("\">\n<h3 id=\"").text(id).raw("\">");
        content.text(&transport.to_string()).raw("</h3>\n");
        push_message(
            content,
            "Request",
            request(settings, operation, address, transport).map_err(|error| error.to_string()),
        );
        push_message(content, "Response", response(settings, operation, transport));
        content.raw("</section>\n");
    }
    content.raw("</section>\n");
}

/// A request and its response over one transport, as texts. An error is the reason why there is no sample.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Sample {
    /// The transport.
    pub transport: Transport,
    /// The request: its line, headers and body. XML on one line is broken for reading.
    pub request: Result<String, String>,
    /// The response, in the same form.
    pub response: Result<String, String>,
}

/// A sample for every transport of the operation, for a service at `address`.
pub fn samples(settings: &ServerSettings, operation: &'static Operation, address: &str) -> Vec<Sample> {
    let sample = |transport| Sample {
        transport,
        request: request(settings, operation, address, transport).map(written).map_err(|error| error.to_string()),
        response: response(settings, operation, transport).map(written),
    };
    transports(settings, operation).map(sample).collect()
}

fn written((head, body): Message) -> String {
    let mut text = head;
    if body.is_empty() {
        return text;
    }
    text.push('\n');
    if !is_broken_for_reading(&body) {
        text.push_str(&body);
        text.push('\n');
        return text;
    }
    for line in lines(&body) {
        (0..line.depth).for_each(|_| text.push_str("  "));
        text.push_str(line.text);
        text.push('\n');
    }
    text
}

/// A message: everything up to its body, and the body.
type Message = (String, String);

fn push_message(content: &mut Html, title: &'static str, message: Result<Message, String>) {
    content.raw("<figure><figcaption>").raw(title).raw("</figcaption>");
    match message {
        Ok((head, body)) => {
            content.raw("<pre class=\"message\"><code>").text(&head).raw("</code>");
            if !body.is_empty() {
                content.raw("\n<code class=\"body\">");
                push_body(content, &body);
                content.raw("</code>");
            }
            content.raw("</pre>");
        }
        Err(why) => {
            content.raw("<p class=\"note\">There is no sample: ").text(&why).raw("</p>");
        }
    }
    content.raw("</figure>\n");
}

fn request(
    settings: &ServerSettings,
    operation: &'static Operation,
    address: &str,
    transport: Transport,
) -> Result<Message, Error> {
    let values = samples::of_parameters(operation.parameters);
    let request = DynamicRequest::from_values(operation, values);
    let common = CommonValues::of_values(settings.service, samples::of_parameters(settings.service.common));
    let headers: Vec<SoapHeader> = samples::of_headers(operation.messages.request_headers);
    let outgoing = Outgoing {
        request: &request,
        common: &common,
        undeclared: &[],
        headers: &headers,
        transport,
        unchecked: false,
        complete_forms: false,
    };
    let endpoint =
        Endpoint { url: address.to_owned(), namespace: Arc::clone(&settings.namespace), states_action: false };
    let limits = RequestLimits { max_query: usize::MAX };
    let request = protocol::encode_request(&endpoint, &limits, outgoing)?;
    let target = request.uri().path_and_query().map_or("/", http::uri::PathAndQuery::as_str);
    let host = request.uri().authority().map_or("", http::uri::Authority::as_str);
    let mut head = format!("{} {target} HTTP/1.1\nHost: {host}\n", request.method());
    push_headers(&mut head, request.headers());
    Ok((head, text(request.body())))
}

fn response(settings: &ServerSettings, operation: &'static Operation, transport: Transport) -> Result<Message, String> {
    let context = ResponseContext {
        service: settings.service,
        operation,
        transport,
        namespace: Arc::clone(&settings.namespace),
        limits: settings.limits.clone(),
    };
    let mut result = samples::of_result(operation);
    result.headers = samples::of_headers(operation.messages.response_headers);
    let response = protocol::encode_response(&context, &result).map_err(|fault| fault.message())?;
    let mut head = format!("HTTP/1.1 {}\n", response.status());
    push_headers(&mut head, response.headers());
    Ok((head, text(response.body())))
}

fn text(body: &Bytes) -> String {
    String::from_utf8_lossy(body).into_owned()
}

fn push_headers(head: &mut String, headers: &HeaderMap) {
    for (name, value) in headers {
        // Writing to a String cannot fail.
        let _ = writeln!(head, "{}: {}", usual_case(name), String::from_utf8_lossy(value.as_bytes()));
    }
}

/// The usual spelling of a header's name; HTTP ignores case.
fn usual_case(name: &HeaderName) -> String {
    if name.as_str() == "soapaction" {
        return "SOAPAction".to_owned();
    }
    let words = name.as_str().split('-').map(|word| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| format!("{}{}", first.to_ascii_uppercase(), letters.as_str()))
    });
    words.collect::<Vec<_>>().join("-")
}

/// Whether a body is XML on one line.
fn is_broken_for_reading(body: &str) -> bool {
    body.starts_with('<') && !body.contains('\n')
}

/// Appends a body. XML on one line is shown as one block for each line that a person would write; the text is unchanged.
fn push_body(content: &mut Html, body: &str) {
    if !is_broken_for_reading(body) {
        content.text(body);
        return;
    }
    for Line { depth, text } in lines(body) {
        content.raw("<span class=\"line d").number(depth.min(9)).raw("\">").text(text).raw("</span>");
    }
}

#[derive(Debug, PartialEq)]
struct Line<'a> {
    depth: u64,
    text: &'a str,
}

/// Cuts XML before every tag, except before the end tag of an element that holds only text.
fn lines(xml: &str) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let (mut line_start, mut line_depth, mut depth) = (0, 0, 0_u64);
    let mut is_leaf = false;
    let mut at = 0;
    while let Some(tag) = xml.get(at..).and_then(|rest| rest.find('<')).map(|found| at + found) {
        let end = xml.get(tag..).and_then(|rest| rest.find('>')).map_or(xml.len(), |found| tag + found + 1);
        let text = xml.get(tag..end).unwrap_or_default();
        let is_end = text.starts_with("</");
        if is_end {
            depth = depth.saturating_sub(1);
        }
        if !(is_end && is_leaf) && tag > line_start {
            lines.push(Line { depth: line_depth, text: xml.get(line_start..tag).unwrap_or_default() });
            line_start = tag;
        }
        if line_start == tag {
            line_depth = depth;
        }
        is_leaf = !is_end && !text.ends_with("/>") && !text.starts_with("<?") && !text.starts_with("<!");
        if is_leaf {
            depth += 1;
        }
        at = end;
    }
    lines.push(Line { depth: line_depth, text: xml.get(line_start..).unwrap_or_default() });
    lines
}

/// The transports of the operation that the server has switched on.
pub(super) fn transports<'a>(
    settings: &'a ServerSettings,
    operation: &'a Operation,
) -> impl Iterator<Item = Transport> + 'a {
    let offered = |transport: &Transport| {
        settings.protocols.offers(*transport) && is_offered(settings.service, operation, *transport)
    };
    Transport::ALL.into_iter().filter(offered)
}

/// Whether the operation is offered over the transport, the service's common parameters included.
fn is_offered(service: &Service, operation: &Operation, transport: Transport) -> bool {
    let common = transport.is_soap() || service.common.iter().all(crate::operation::Member::carried_by_http);
    common && operation.offered_over(transport)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xml_is_cut_into_lines_and_nothing_of_it_is_lost() {
        let xml = "<?xml version=\"1.0\"?><a x=\"1\"><b>text</b><c /><d><e></e></d></a>";
        let cut: Vec<_> = lines(xml).into_iter().map(|line| (line.depth, line.text)).collect();
        let expected = [
            (0, "<?xml version=\"1.0\"?>"),
            (0, "<a x=\"1\">"),
            (1, "<b>text</b>"),
            (1, "<c />"),
            (1, "<d>"),
            (2, "<e></e>"),
            (1, "</d>"),
            (0, "</a>"),
        ];
        assert_eq!(cut, expected);
        for odd in ["", "<", "<a", "a>b<c", "</a></b>", "<a>"] {
            assert_eq!(lines(odd).into_iter().map(|line| line.text).collect::<String>(), odd);
        }
    }
}
