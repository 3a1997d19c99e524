//! Pages for people at the service's own address: the operations, samples of each on the wire, and forms to call them. The pages are plain
//! HTML without scripts, and load only a style sheet from the same address.

mod form;
mod html;
mod members;
mod operation;
mod overview;
mod samples;
#[cfg(test)]
mod tests;

pub use self::samples::samples;

use self::html::Html;
use crate::operation::Operation;
use crate::protocol::ServerSettings;

/// The look of pages for people.
pub const STYLE: &str = include_str!("style.css");

/// The page of all operations; `wsdl`: there is a document to link to.
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

pub(super) fn unknown_operation(settings: &ServerSettings, name: &str) -> String {
    let mut content = Html::default();
    content.raw("<h1>No such operation</h1>\n<p>This service has no operation called ").raw("<code>").text(name);
    content.raw("</code>.</p>\n");
    html::page("No such operation", settings, &content)
}

pub(super) fn without_wsdl(settings: &ServerSettings) -> String {
    let mut content = Html::default();
    content.raw(
        "<h1>No WSDL document</h1>\n<p>This service was described at run time and publishes no WSDL document.</p>\n",
    );
    html::page("No WSDL document", settings, &content)
}
