//! The page of all operations.

use super::html;
use super::html::Html;
use crate::operation::{Effect, Operation, Service, plain_text};
use crate::protocol::ServerSettings;

/// The page; `wsdl`: there is a document to link to.
pub(super) fn page(settings: &ServerSettings, wsdl: bool) -> String {
    let service = settings.service;
    let mut content = Html::default();
    content.raw("<h1>").text(service.name).raw("</h1>\n<div class=\"lead\">\n").paragraphs(service.doc).raw("</div>\n");
    content.raw("<dl class=\"facts\"><dt>Namespace</dt><dd><code>").text(&settings.namespace).raw("</code></dd>\n");
    if wsdl {
        content.raw("<dt>For tools</dt><dd><a href=\"?WSDL\">WSDL document</a></dd>\n");
    }
    content.raw("</dl>\n");
    let areas = areas(service);
    if areas.len() > 1 {
        push_contents(&mut content, &areas);
    }
    for (index, area) in areas.iter().enumerate() {
        push_area(&mut content, index, area);
    }
    html::page(service.name, settings, &content)
}

struct AreaOfPage {
    title: &'static str,
    documentation: &'static str,
    operations: Vec<&'static Operation>,
}

/// The areas that have operations; operations without a known area come last.
fn areas(service: &'static Service) -> Vec<AreaOfPage> {
    let of_area = |name: &str| -> Vec<&'static Operation> {
        service.operations.iter().copied().filter(|operation| operation.area == name).collect()
    };
    let mut areas: Vec<AreaOfPage> = service
        .areas
        .iter()
        .map(|area| AreaOfPage { title: area.title, documentation: area.doc, operations: of_area(area.name) })
        .collect();
    let is_claimed = |operation: &Operation| service.areas.iter().any(|area| area.name == operation.area);
    let rest = service.operations.iter().copied().filter(|operation| !is_claimed(operation)).collect();
    areas.push(AreaOfPage { title: "Operations", documentation: "", operations: rest });
    areas.retain(|area| !area.operations.is_empty());
    areas
}

fn push_contents(content: &mut Html, areas: &[AreaOfPage]) {
    content.raw("<nav aria-label=\"Areas\"><ul>\n");
    for (index, area) in areas.iter().enumerate() {
        content.raw("<li><a href=\"#area").number(index as u64).raw("\">").text(area.title).raw("</a> <small>");
        content.number(area.operations.len() as u64).raw("</small></li>\n");
    }
    content.raw("</ul></nav>\n");
}

fn push_area(content: &mut Html, index: usize, area: &AreaOfPage) {
    content
        .raw("<section aria-labelledby=\"area")
        .number(index as u64)
        .raw("\">\n<h2 id=\"area")
        .number(index as u64)
        .raw("\">");
    content.text(area.title).raw("</h2>\n").paragraphs(area.documentation).raw("<dl class=\"operations\">\n");
    for operation in &area.operations {
        content.raw("<dt><a href=\"?op=").component(operation.name).raw("\">").text(operation.name).raw("</a>");
        push_tags(content, operation);
        content
            .raw("</dt>\n<dd>")
            .text(plain_text(operation.doc).split("\n\n").next().unwrap_or_default())
            .raw("</dd>\n");
    }
    content.raw("</dl>\n</section>\n");
}

/// Appends the tags of an operation: its effect, and whether it is deprecated.
pub(super) fn push_tags(content: &mut Html, operation: &Operation) {
    match operation.effect {
        Effect::Read => {}
        Effect::Write => drop_in(content, " <span class=\"tag\">changes data</span>"),
        Effect::Send => drop_in(content, " <span class=\"tag warn\">sends messages</span>"),
    }
    if operation.deprecated.is_some() {
        drop_in(content, " <span class=\"tag warn\">deprecated</span>");
    }
}

fn drop_in(content: &mut Html, markup: &'static str) {
    content.raw(markup);
}
