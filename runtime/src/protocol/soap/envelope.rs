//! SOAP envelopes, written and read.

use super::soap_version::{SoapVersion, XSD, XSI};
use crate::xml::{PullReader, Pulled, escape_attribute};

pub(crate) const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?>";

/// The side that writes an envelope. Both declare the same prefixes, in a different order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Writer {
    /// A client: `xsi`, `xsd`, `soap`.
    Client,
    /// A server: `soap`, `xsi`, `xsd`.
    Server,
}

/// Wraps the contents of `Header` and `Body` into an envelope. An empty header is left out.
pub(crate) fn write(version: SoapVersion, writer: Writer, header: &str, body: &str) -> String {
    let mut envelope = String::with_capacity(header.len() + body.len() + AROUND);
    open(&mut envelope, version, writer, header);
    envelope.push_str(body);
    close(&mut envelope);
    envelope
}

pub(crate) const AROUND: usize = 360;

pub(crate) fn open(envelope: &mut String, version: SoapVersion, writer: Writer, header: &str) {
    if writer == Writer::Client && header.is_empty() {
        envelope.push_str(client_opening(version));
        return;
    }
    let soap = [" xmlns:soap=\"", version.namespace(), "\""];
    let types = [" xmlns:xsi=\"", XSI, "\" xmlns:xsd=\"", XSD, "\""];
    let (first, second): (&[&str], &[&str]) = match writer {
        Writer::Client => (&types, &soap),
        Writer::Server => (&soap, &types),
    };
    envelope.extend([DECLARATION, "<soap:Envelope"].iter().chain(first).chain(second).copied());
    envelope.push('>');
    if !header.is_empty() {
        envelope.extend(["<soap:Header>", header, "</soap:Header>"]);
    }
    envelope.push_str("<soap:Body>");
}

/// Opens the element around the parts of a message. `name` is encoded.
pub(crate) fn open_element(out: &mut String, name: &str, namespace: &str) {
    out.extend(["<", name, " xmlns=\""]);
    escape_attribute(out, namespace);
    out.push_str("\">");
}

const fn client_opening(version: SoapVersion) -> &'static str {
    macro_rules! opening {
        ($soap:literal) => {
            concat!(
                "<?xml version=\"1.0\" encoding=\"utf-8\"?><soap:Envelope xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
                 xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\" xmlns:soap=\"",
                $soap,
                "\"><soap:Body>"
            )
        };
    }
    match version {
        SoapVersion::V11 => opening!("http://schemas.xmlsoap.org/soap/envelope/"),
        SoapVersion::V12 => opening!("http://www.w3.org/2003/05/soap-envelope"),
    }
}

pub(crate) fn close(envelope: &mut String) {
    envelope.push_str("</soap:Body></soap:Envelope>");
}

/// Reads the envelope whose start tag was read last, in one walk. `body` reads the first `Body`, `other` what follows it. The first `Header` is
/// returned as a reader behind its start tag, because a request names its operation in the body, and the operation declares the headers.
pub(crate) fn read<'t, B>(
    version: SoapVersion,
    reader: &mut PullReader<'t>,
    body: impl FnOnce(&mut PullReader<'t>) -> B,
    mut other: impl FnMut(&mut PullReader<'t>),
) -> (Option<PullReader<'t>>, Option<B>) {
    let (depth, mut header, mut read_body, mut read) = (reader.depth(), None, Some(body), None);
    while let Some(event) = reader.content(depth) {
        if !matches!(event, Pulled::Start) {
            continue;
        }
        let is_of_soap = reader.namespace() == Some(version.namespace());
        match reader.name() {
            "Header" if is_of_soap && header.is_none() => header = Some(reader.clone()),
            "Body" if is_of_soap && read_body.is_some() => read = read_body.take().map(|body| body(reader)),
            _ if read.is_some() => other(reader),
            _ => {}
        }
    }
    (header, read)
}

pub(crate) fn is_fault(element: &PullReader<'_>) -> bool {
    element.name() == "Fault" && SoapVersion::of_namespace(element.namespace()).is_some()
}

/// Whether the first element of a body is a fault, of either version. `body` does not move.
pub(crate) fn begins_with_fault(body: &PullReader<'_>) -> bool {
    let (mut ahead, depth) = (body.clone(), body.depth());
    while let Some(event) = ahead.content(depth) {
        if let Pulled::Start = event {
            return is_fault(&ahead);
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xml::ParseOptions;

    #[test]
    fn requests_with_and_without_headers_begin_equally() {
        for version in [SoapVersion::V11, SoapVersion::V12] {
            let with_header = write(version, Writer::Client, "x", "");
            let without = with_header.replace("<soap:Header>x</soap:Header>", "");
            assert_eq!(write(version, Writer::Client, "", ""), without);
        }
    }

    #[test]
    fn the_first_header_and_the_first_body_count() {
        let options = ParseOptions::default();
        for version in [SoapVersion::V11, SoapVersion::V12] {
            for writer in [Writer::Client, Writer::Server] {
                let text = write(version, writer, "<h/>", "<a/><b/>");
                let more = "<soap:Header><i/></soap:Header><Body><c/></Body><soap:Body><d/></soap:Body>";
                let text = text.replace("</soap:Envelope>", &format!("{more}</soap:Envelope>"));
                let mut reader = PullReader::new(&text, &options);
                assert!(reader.root());
                let first = |part: &mut PullReader<'_>| {
                    part.content(part.depth());
                    part.name().to_owned()
                };
                let mut others = Vec::new();
                let other = |part: &mut PullReader<'_>| others.push(part.name().to_owned());
                let (header, body) = read(version, &mut reader, first, other);
                assert_eq!(others, ["Header", "Body", "Body"]);
                assert_eq!(
                    (header.map(|mut header| first(&mut header)), body),
                    (Some("h".to_owned()), Some("a".to_owned()))
                );
                reader.finish().unwrap();
            }
        }
    }
}
