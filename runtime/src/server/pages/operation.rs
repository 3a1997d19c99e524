//! The page of one operation.

use super::html::Html;
use super::{columns, form, overview, page, samples};
use crate::operation::{Enumeration, Member, Operation, Presence, ResultShape, Type};
use crate::protocol::ServerSettings;

/// The page, for a service at `address`; its form has `items` fields for each array.
pub(super) fn page(settings: &ServerSettings, operation: &'static Operation, items: usize, address: &str) -> String {
    let mut content = Html::default();
    content.raw("<nav aria-label=\"Way back\"><a href=\"").component(page::file_name(settings));
    content.raw("\">All operations</a></nav>\n<h1>").text(operation.name);
    overview::push_tags(&mut content, operation);
    content.raw("</h1>\n<div class=\"lead\">\n").paragraphs(operation.doc).raw("</div>\n");
    push_facts(&mut content, operation);
    push_parameters(&mut content, settings, operation);
    columns::push(&mut content, operation);
    form::push(&mut content, settings, operation, items);
    samples::push(&mut content, settings, operation, address);
    page::whole(operation.name, settings, &content)
}

fn push_facts(content: &mut Html, operation: &Operation) {
    content.raw("<dl class=\"facts\">\n<dt>Returns</dt><dd>").text(&result(operation.result)).raw("</dd>\n");
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

fn result(shape: ResultShape) -> String {
    match shape {
        ResultShape::None => "nothing".to_owned(),
        ResultShape::String => "a string".to_owned(),
        ResultShape::Delimited => "delimited text, as a string".to_owned(),
        ResultShape::DataSet => "a DataSet".to_owned(),
        ResultShape::Xml => "an XML document".to_owned(),
        ResultShape::Integers => "an array of int".to_owned(),
        ResultShape::Typed(kind) => type_name(kind),
        ResultShape::Message => "a message".to_owned(),
    }
}

/// A type in words.
fn type_name(kind: Type) -> String {
    if let Type::Array(array) = kind { format!("array of {}", type_name(array.item)) } else { kind.name() }
}

fn push_parameters(content: &mut Html, settings: &ServerSettings, operation: &'static Operation) {
    content.raw("<section aria-labelledby=\"parameters\">\n<h2 id=\"parameters\">Parameters</h2>\n");
    let parameters: Vec<&Member> = settings.service.common.iter().chain(operation.parameters).collect();
    if parameters.is_empty() {
        content.raw("<p>None.</p>\n");
    } else {
        // It may have to be moved sideways on a small screen, by keyboard too.
        content.raw(
            "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-labelledby=\"parameters\"><table>\n<thead><tr>",
        );
        content.raw("<th scope=\"col\">Name</th><th scope=\"col\">Type</th><th scope=\"col\">Presence</th>");
        let meanings =
            parameters.iter().any(|parameter| !parameter.doc.is_empty() || enumeration(parameter.kind).is_some());
        content.raw(if meanings {
            "<th scope=\"col\">Meaning</th></tr></thead>\n<tbody>\n"
        } else {
            "</tr></thead>\n<tbody>\n"
        });
        for parameter in parameters {
            push_parameter(content, parameter, meanings);
        }
        content.raw("</tbody></table></div>\n");
    }
    if operation.open {
        content.raw("<p>The service's documentation leaves further parameters open.</p>\n");
    }
    content.raw("</section>\n");
}

fn push_parameter(content: &mut Html, parameter: &Member, meanings: bool) {
    content
        .raw("<tr><th scope=\"row\"><code>")
        .text(parameter.name)
        .raw("</code></th><td>")
        .text(&type_name(parameter.kind));
    content.raw("</td><td>").raw(match parameter.presence {
        Presence::Required => "required",
        Presence::Optional => "optional",
        Presence::Nullable => "may be null",
        Presence::OptionalNullable => "optional, may be null",
    });
    if meanings {
        content.raw("</td><td>").words(parameter.doc);
        push_values(content, parameter);
    }
    content.raw("</td></tr>\n");
}

/// The values of an enumeration, each with what it means.
fn push_values(content: &mut Html, parameter: &Member) {
    let Some(enumeration) = enumeration(parameter.kind) else { return };
    content.raw("<ul class=\"values\">");
    for (value, meaning) in enumeration.iter() {
        content.raw("<li><code>").text(value).raw("</code>");
        if !meaning.is_empty() {
            content.raw(" ").words(meaning);
        }
        content.raw("</li>");
    }
    content.raw("</ul>");
}

/// The enumeration that a type is or has items of.
fn enumeration(kind: Type) -> Option<&'static Enumeration> {
    match kind {
        Type::Enumeration(enumeration) => Some(enumeration),
        Type::Array(array) => enumeration(array.item),
        Type::List(list) => enumeration(list.item),
        Type::Scalar(_) | Type::Structure(_) | Type::Any | Type::Xml(_) => None,
    }
}
