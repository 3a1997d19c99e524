//! Writes the responses to SOAP requests that cannot be read.

use std::fmt::Write as _;

use bytes::Bytes;
use http::{Response, StatusCode};

use super::soap_fault;
use super::soap_version::SoapVersion;
use crate::Transport;
use crate::fault::{Fault, FaultCode};
use crate::protocol::encode_response::encode_fault;
use crate::protocol::media_type::MediaType;
use crate::protocol::refusal;
use crate::protocol::routing::Unrouted;
use crate::protocol::server_settings::ServerSettings;
use crate::protocol::value::read_value::{Reason, Unreadable};
use crate::xml::{XmlError, XmlErrorKind};

pub(super) fn fault(settings: &ServerSettings, version: SoapVersion, fault: &Fault) -> Response<Bytes> {
    let response = encode_fault(settings.error_style, version.transport(), &settings.namespace, fault);
    refusal::because(response, "the envelope cannot be read")
}

pub(super) fn unrouted_fault(unrouted: Unrouted) -> Fault {
    Fault::client(match unrouted {
        Unrouted::UnknownAction(action) => {
            format!("Server did not recognize the value of HTTP Header SOAPAction: {action}.")
        }
        Unrouted::NoAction => {
            "Unable to handle request without a valid action parameter. Please supply a valid soap action.".to_owned()
        }
    })
}

const CANNOT_READ: &str = "Server was unable to read request.";

pub(super) fn cannot_read(settings: &ServerSettings, version: SoapVersion, why: &str) -> Response<Bytes> {
    let client_fault = Fault::client(CANNOT_READ).caused_by(why).type_name("System.InvalidOperationException");
    fault(settings, version, &client_fault)
}

pub(super) fn unreadable_response(
    settings: &ServerSettings,
    version: SoapVersion,
    text: &str,
    unreadable: &Unreadable,
) -> Response<Bytes> {
    let Reason::Invalid(exception) = &unreadable.reason else { return refusal::bad_request(version) };
    let before = text.get(..unreadable.end).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    // .NET reports the position of the name in the tag that follows.
    let after = text.get(unreadable.end..).unwrap_or_default();
    let ahead = if after.starts_with("</") { 2 } else { usize::from(after.starts_with('<')) };
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1 + ahead;
    let position = format!("There is an error in XML document ({line}, {column}).");
    let client_fault = Fault::client(CANNOT_READ).caused_by(position).type_name("System.InvalidOperationException");
    let client_fault = client_fault.caused_by(exception.message.clone());
    let response = fault(settings, version, &exception.type_name.iter().cloned().fold(client_fault, Fault::type_name));
    refusal::because(response, "a parameter or a header cannot be read")
}

#[derive(Default)]
pub(super) struct Progress {
    pub(super) version: Option<SoapVersion>,
    pub(super) has_reached_operation: bool,
}

/// The response to a document that is not well-formed: 400 without a body. But a server of SOAP 1.2 reads up to the operation's element
/// before it knows the operation, and returns a fault if that fails.
pub(super) fn unparsable(
    settings: &ServerSettings,
    guess: SoapVersion,
    media_type: &MediaType,
    text: &str,
    error: &XmlError,
    progress: &Progress,
) -> Response<Bytes> {
    let version = progress.version.unwrap_or(guess);
    if !version.accepts(media_type) {
        return refusal::unsupported_media_type(version);
    }
    if guess == SoapVersion::V11 || progress.has_reached_operation {
        return refusal::bad_request(version);
    }
    let message = match error.kind() {
        XmlErrorKind::Doctype => "DTD is prohibited in this XML document.".to_owned(),
        XmlErrorKind::NoRoot => "Root element is missing.".to_owned(),
        _ => late_declaration(text).unwrap_or_else(|| format!("{error}.")),
    };
    fault(settings, guess, &Fault::server(message).type_name("System.Xml.XmlException"))
}

/// The message of .NET for white space before the XML declaration. The position is that behind the `<?`.
fn late_declaration(text: &str) -> Option<String> {
    let declaration = text.trim_start_matches(['\n', '\r', '\t', ' ']);
    let before = text.strip_suffix(declaration).filter(|before| !before.is_empty())?;
    declaration.strip_prefix("<?xml").filter(|rest| rest.starts_with(char::is_whitespace))?;
    let before = before.replace("\r\n", "\n").replace('\r', "\n");
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().len() + 1 + "<?".len();
    Some(format!(
        "Unexpected XML declaration. The XML declaration must be the first node in the document, and no white space characters are \
         allowed to appear before it. Line {line}, position {column}."
    ))
}

/// The response to a root in an unknown namespace or of a version that is not offered. The fault is of `fault_version`.
pub(super) fn version_mismatch(
    settings: &ServerSettings,
    fault_version: SoapVersion,
    namespace: Option<&str>,
) -> Response<Bytes> {
    let offers_11 = settings.protocols.offers(Transport::Soap11);
    let message = format!(
        "Possible SOAP version mismatch: Envelope namespace {} was unexpected. Expecting {}.",
        namespace.unwrap_or_default(),
        if offers_11 { SoapVersion::V11 } else { SoapVersion::V12 }.namespace()
    );
    let mismatch = Fault::new(FaultCode::VersionMismatch, message);
    let offers_12 = settings.protocols.offers(Transport::Soap12);
    let header = if offers_12 { upgrade_header(settings) } else { String::new() };
    let body = soap_fault::write(fault_version, settings.error_style, &header, &mismatch);
    let response = refusal::response(StatusCode::INTERNAL_SERVER_ERROR, Some(fault_version.content_type()), body);
    refusal::because(response, "the envelope is not of an offered SOAP version")
}

/// The header that lists the supported envelopes (SOAP 1.2 part 1, section 5.4.7).
fn upgrade_header(settings: &ServerSettings) -> String {
    let two = SoapVersion::V12.namespace();
    let mut header = format!("<soap12:Upgrade xmlns:soap12=\"{two}\">");
    for (prefix, version) in [("soap", SoapVersion::V11), ("soap12", SoapVersion::V12)] {
        if settings.protocols.offers(version.transport()) {
            let namespace = version.namespace();
            // Writing to a String cannot fail.
            let _ = write!(
                header,
                "<soap12:SupportedEnvelope qname=\"{prefix}:Envelope\" xmlns:{prefix}=\"{namespace}\" />"
            );
        }
    }
    header.push_str("</soap12:Upgrade>");
    header
}
