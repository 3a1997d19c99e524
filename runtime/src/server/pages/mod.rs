//! Pages for people at the service's own address: what it offers, what each operation looks like on the wire, and forms to try
//! it. Plain HTML without scripts; everything they load is the style sheet that comes from the same address.

mod columns;
mod form;
mod html;
mod operation;
mod overview;
mod sample_values;
mod samples;
#[cfg(test)]
mod tests;

use self::html::Html;
use crate::Transport;
use crate::operation::{Operation, Service};
use crate::protocol::ServerSettings;

/// The style sheet of all pages.
pub(super) const STYLE: &str = include_str!("style.css");

/// The page of all operations; `wsdl` tells whether there is a document to link to.
pub(super) fn overview(settings: &ServerSettings, wsdl: bool) -> String {
    overview::page(settings, wsdl && !settings.service.wsdl.is_empty())
}

/// The page of one operation, for a service at `address`. Its form has `items` fields for each array.
pub(super) fn operation(
    settings: &ServerSettings,
    operation: &'static Operation,
    items: usize,
    address: &str,
) -> String {
    operation::page(settings, operation, items, address)
}

/// The page that tells of an operation that there is none.
pub(super) fn unknown_operation(settings: &ServerSettings, name: &str) -> String {
    let mut content = Html::default();
    content.raw("<h1>No such operation</h1>\n<p>This service has no operation called ").raw("<code>").text(name);
    content.raw("</code>.</p>\n");
    whole("No such operation", settings, &content)
}

/// The page that tells that there is no WSDL document.
pub(super) fn without_wsdl(settings: &ServerSettings) -> String {
    let mut content = Html::default();
    content.raw(
        "<h1>No WSDL document</h1>\n<p>This service was described at run time and publishes no WSDL document.</p>\n",
    );
    whole("No WSDL document", settings, &content)
}

/// A whole page around its content. Addresses in it are relative, so that it works behind whatever path a proxy adds.
fn whole(title: &str, settings: &ServerSettings, content: &Html) -> String {
    let service = settings.service;
    let mut page = Html::default();
    page.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>").text(title);
    if title != service.name {
        page.raw(" – ").text(service.name);
    }
    page.raw("</title>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.raw("<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"stylesheet\" href=\"?style\">\n</head>\n<body>\n");
    page.raw("<a class=\"skip\" href=\"#content\">Skip to the content</a>\n<header><a href=\"");
    page.component(file_name(settings)).raw("\">").text(service.name).raw("</a></header>\n<main id=\"content\">\n");
    page.append(content).raw("</main>\n</body>\n</html>\n");
    page.finish()
}

/// The last part of the service's path, which a relative address begins with.
fn file_name(settings: &ServerSettings) -> &str {
    settings.path.rsplit('/').next().unwrap_or_default()
}

/// The transports that the operation can be called over here.
fn transports<'a>(settings: &'a ServerSettings, operation: &'a Operation) -> impl Iterator<Item = Transport> + 'a {
    let offered = |transport: &Transport| {
        settings.protocols.includes(*transport) && is_offered(settings.service, operation, *transport)
    };
    Transport::ALL.into_iter().filter(offered)
}

/// Whether the operation is offered over the transport, the service's common parameters included.
fn is_offered(service: &Service, operation: &Operation, transport: Transport) -> bool {
    let common = transport.is_soap() || service.common.iter().all(crate::operation::Parameter::carried_by_http);
    common && operation.offered_over(transport)
}
