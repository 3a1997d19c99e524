//! The page of one operation.

use asmx_types::outline;

use super::html::Html;
use super::{form, html, members, overview, samples};
use crate::operation::{Member, Operation, Place, Presence, Scalar, Type, XmlKind};
use crate::protocol::ServerSettings;

/// The page, for a service at `address`; its form has `items` fields for each array.
pub(super) fn page(settings: &ServerSettings, operation: &'static Operation, items: usize, address: &str) -> String {
    let mut content = Html::default();
    content.raw("<nav aria-label=\"Way back\"><a href=\"").component(html::file_name(settings));
    content.raw("\">All operations</a></nav>\n<h1>").text(operation.name);
    overview::push_tags(&mut content, operation);
    content.raw("</h1>\n<div class=\"lead\">\n").paragraphs(operation.doc).raw("</div>\n");
    push_facts(&mut content, operation);
    push_members(&mut content, settings, operation);
    members::push_declared_columns(&mut content, operation);
    form::push(&mut content, settings, operation, items);
    samples::push(&mut content, settings, operation, address);
    html::page(operation.name, settings, &content)
}

fn push_facts(content: &mut Html, operation: &Operation) {
    content.raw("<dl class=\"facts\">\n<dt>Returns</dt><dd>").text(&result(operation)).raw("</dd>\n");
    if let Some(why) = operation.deprecated {
        content.raw("<dt>Deprecated</dt><dd>").words(why).raw("</dd>\n");
    }
    if let Some(name) = operation.variant_of {
        content.raw("<dt>Variant of</dt><dd><a href=\"?op=").component(name).raw("\">").text(name).raw("</a></dd>\n");
    }
    if let Some(records) = operation.record_limit {
        content.raw("<dt>At most</dt><dd>").number(records).raw(" records</dd>\n");
    }
    if !operation.limit.is_empty() {
        content.raw("<dt>Limits</dt><dd>").paragraphs(operation.limit).raw("</dd>\n");
    }
    content.raw("</dl>\n");
}

fn result(operation: &Operation) -> String {
    match operation.outputs {
        [] if operation.messages.one_way => "nothing, and does not wait".to_owned(),
        [] => "nothing".to_owned(),
        [_] if operation.is_delimited() => "delimited text, as a string".to_owned(),
        [output] => match output.kind {
            _ if !is_said(output) => outline::type_of(output),
            Type::Scalar(Scalar::String) => "a string".to_owned(),
            Type::Xml(XmlKind::Content) => "an XML document".to_owned(),
            Type::Xml(_) => "a DataSet".to_owned(),
            kind if kind == Type::INT_ARRAY => "an array of int".to_owned(),
            kind => outline::type_name(kind),
        },
        outputs => format!("{} parts", outputs.len()),
    }
}

/// Whether the words of [`result`] are all that there is to tell of the only part.
fn is_said(output: &Member) -> bool {
    let is_plain = output.place == Place::Element && !output.repeated && output.presence == Presence::Optional;
    let is_of_words = matches!(output.kind, Type::Scalar(Scalar::String) | Type::Xml(_) | Type::DataSet(_))
        || output.kind == Type::INT_ARRAY;
    is_plain && is_of_words && output.doc.is_empty() && output.content.is_none()
}

fn push_members(content: &mut Html, settings: &ServerSettings, operation: &'static Operation) {
    let mut all: Vec<&Member> = settings.service.common.iter().chain(operation.parameters).collect();
    let by_http = samples::transports(settings, operation).any(|transport| !transport.is_soap());
    members::push_parameters(content, &all, by_http);
    if operation.open {
        content.raw("<p>The service's documentation leaves further parameters open.</p>\n");
    }
    content.raw("</section>\n");
    let messages = operation.messages;
    let is_said = operation.value().is_some_and(is_said);
    for (id, title, members) in [
        ("response", "Response", if is_said { &[] } else { operation.outputs }),
        ("request-headers", "SOAP headers of the request", messages.request_headers),
        ("response-headers", "SOAP headers of the response", messages.response_headers),
    ] {
        if members.is_empty() {
            continue;
        }
        let members: Vec<&Member> = members.iter().collect();
        members::push_section(content, id, title, &members);
        content.raw("</section>\n");
        all.extend(members);
    }
    let data_set = match operation.value().map(|result| result.kind) {
        Some(Type::DataSet(data_set)) if is_said => Some(data_set),
        _ => None,
    };
    members::push_types(content, &all, data_set);
}
