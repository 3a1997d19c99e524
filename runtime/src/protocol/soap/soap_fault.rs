//! Writes and reads the `Fault` element of both SOAP versions (docs/RULES.md, rule 16).

use super::envelope;
use super::envelope::Writer;
use super::soap_version::SoapVersion;
use crate::fault::{Fault, FaultCode};
use crate::protocol::get_post::fault_text;
use crate::protocol::server_settings::ErrorStyle;
use crate::xml;
use crate::xml::Element;

pub(crate) fn write(version: SoapVersion, style: ErrorStyle, header: &str, fault: &Fault) -> String {
    let text = fault_text::of_soap(style, fault);
    let mut body = String::from("<soap:Fault>");
    match version {
        SoapVersion::V11 => write_11(&mut body, fault, &text),
        SoapVersion::V12 => write_12(&mut body, fault, &text),
    }
    body.push_str("</soap:Fault>");
    envelope::write(version, Writer::Server, header, &body)
}

fn write_11(out: &mut String, fault: &Fault, text: &str) {
    let (prefix, code) = match fault.code() {
        None | Some(FaultCode::Server) => ("soap:", "Server"),
        Some(FaultCode::Client) => ("soap:", "Client"),
        Some(FaultCode::VersionMismatch) => ("soap:", "VersionMismatch"),
        Some(FaultCode::MustUnderstand) => ("soap:", "MustUnderstand"),
        Some(FaultCode::Other(code)) => ("", code.as_str()),
    };
    element(out, "faultcode", &format!("{prefix}{code}"));
    element(out, "faultstring", text);
    if let Some(actor) = fault.actor() {
        element(out, "faultactor", actor);
    }
    detail(out, fault, "detail");
}

fn write_12(out: &mut String, fault: &Fault, text: &str) {
    let code = match fault.code() {
        None | Some(FaultCode::Server | FaultCode::Other(_)) => "soap:Receiver",
        Some(FaultCode::Client) => "soap:Sender",
        Some(FaultCode::VersionMismatch) => "soap:VersionMismatch",
        Some(FaultCode::MustUnderstand) => "soap:MustUnderstand",
    };
    out.push_str("<soap:Code>");
    element(out, "soap:Value", code);
    let own_code = match fault.code() {
        Some(FaultCode::Other(code)) => Some(code.as_str()),
        _ => None,
    };
    let subcodes: Vec<&str> = own_code.into_iter().chain(fault.subcode()).collect();
    for subcode in &subcodes {
        out.push_str("<soap:Subcode>");
        element(out, "soap:Value", subcode);
    }
    out.push_str(&"</soap:Subcode>".repeat(subcodes.len()));
    out.push_str("</soap:Code><soap:Reason><soap:Text xml:lang=\"en\">");
    xml::escape_text(out, text);
    out.push_str("</soap:Text></soap:Reason>");
    if let Some(actor) = fault.actor() {
        element(out, "soap:Node", actor);
    }
    // A detail of the service is unqualified. SOAP 1.2 forbids that, but genuine servers do it.
    detail(out, fault, if fault.detail().is_some() { "detail" } else { "soap:Detail" });
}

/// Writes the detail. Faults about headers have none.
fn detail(out: &mut String, fault: &Fault, name: &str) {
    match fault.detail() {
        Some(xml) => {
            for part in ["<", name, ">", xml, "</", name, ">"] {
                out.push_str(part);
            }
        }
        None if fault.is_about_headers() => {}
        None => {
            for part in ["<", name, " />"] {
                out.push_str(part);
            }
        }
    }
}

fn element(out: &mut String, name: &str, text: &str) {
    for part in ["<", name, ">"] {
        out.push_str(part);
    }
    xml::escape_text(out, text);
    for part in ["</", name, ">"] {
        out.push_str(part);
    }
}

/// The version of a fault; `None` for other elements. A fault of either version is accepted in any envelope.
pub(crate) fn version_of(element: Element<'_>) -> Option<SoapVersion> {
    SoapVersion::of_namespace(element.namespace()).filter(|_| element.name() == "Fault")
}

pub(crate) fn read(version: SoapVersion, element: Element<'_>) -> Fault {
    let find = |name: &str| element.elements().find(|one| one.name() == name);
    let (code, text, actor, detail) = match version {
        SoapVersion::V11 => (find("faultcode"), find("faultstring"), find("faultactor"), find("detail")),
        SoapVersion::V12 => {
            let child = |outer: &str, inner: &str| self::child(find(outer)?, inner);
            let detail = find("Detail").or_else(|| find("detail"));
            (child("Code", "Value"), child("Reason", "Text"), find("Node").or_else(|| find("Role")), detail)
        }
    };
    let code = code.map(|code| FaultCode::from_local_name(&local_name(code)));
    let text = text.map(Element::text).unwrap_or_default();
    let mut fault = Fault::from_text(code, &text);
    if let Some(subcode) = find("Code").map(subcode).filter(|subcode| !subcode.is_empty()) {
        fault = fault.with_subcode(subcode);
    }
    if let Some(actor) = actor {
        fault = fault.with_actor(actor.text());
    }
    match detail.map(Element::inner_xml) {
        Some(xml) if !xml.trim().is_empty() => fault.with_detail(xml),
        _ => fault,
    }
}

/// The subcodes of a code of SOAP 1.2, the most general first.
fn subcode(code: Element<'_>) -> String {
    let subcodes = std::iter::successors(child(code, "Subcode"), |outer| child(*outer, "Subcode"));
    let names: Vec<_> = subcodes.filter_map(|one| child(one, "Value")).map(local_name).collect();
    names.join(".")
}

fn child<'d>(outer: Element<'d>, name: &str) -> Option<Element<'d>> {
    outer.elements().find(|one| one.name() == name)
}

/// The name in an element without its prefix.
fn local_name(element: Element<'_>) -> String {
    let name = element.text();
    let name = name.trim();
    name.rsplit_once(':').map_or(name, |(_, local)| local).to_owned()
}
