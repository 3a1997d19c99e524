//! The form that calls an operation from its page: plain HTML, sent as form fields or as a query.

use super::html::Html;
use super::{html, samples};
use crate::Transport;
use crate::operation::{Effect, Member, Operation, Presence, Scalar, Type};
use crate::protocol::ServerSettings;

/// Appends the form, or the reason why there is none. It has `items` fields for each array.
pub(super) fn push(content: &mut Html, settings: &ServerSettings, operation: &'static Operation, items: usize) {
    let (mut get, mut post) = (false, false);
    for transport in samples::transports(settings, operation) {
        get |= transport == Transport::HttpGet;
        post |= transport == Transport::HttpPost;
    }
    content.raw("<section aria-labelledby=\"try\">\n<h2 id=\"try\">Try it</h2>\n");
    if get || post {
        push_form(content, settings, operation, items, (get, post));
    } else {
        content.raw("<p>This operation is offered over SOAP only, which a form cannot send.</p>\n");
    }
    content.raw("</section>\n");
}

fn push_form(
    content: &mut Html,
    settings: &ServerSettings,
    operation: &'static Operation,
    items: usize,
    (get, post): (bool, bool),
) {
    if operation.effect == Effect::Send {
        content.raw("<p class=\"note\">This really calls the service, and the call sends messages.</p>\n");
    } else if operation.effect == Effect::Write {
        content.raw("<p class=\"note\">This really calls the service, and the call changes data.</p>\n");
    }
    content.raw(if post { "<form method=\"post\" action=\"" } else { "<form method=\"get\" action=\"" });
    content
        .component(html::file_name(settings))
        .raw("/")
        .component(operation.location())
        .raw("\" autocomplete=\"off\">\n");
    let parameters: Vec<&Member> = settings.service.common.iter().chain(operation.parameters).collect();
    for (number, parameter) in parameters.iter().enumerate() {
        push_field(content, number, parameter, items);
    }
    content.raw("<p class=\"buttons\">");
    if post {
        content.raw("<button type=\"submit\">Send by POST</button> ");
    }
    if get && post {
        content.raw("<button type=\"submit\" class=\"second\" formmethod=\"get\">Send by GET</button>");
    } else if get {
        content.raw("<button type=\"submit\">Send by GET</button>");
    }
    content.raw("</p>\n</form>\n");
    if get {
        content.raw("<p class=\"hint\">GET puts every value into the address, passwords included.</p>\n");
    }
    if operation.outputs.is_empty() {
        content.raw("<p class=\"hint\">The operation returns nothing: an empty page means that it was done.</p>\n");
    }
    if parameters.iter().any(|parameter| item_of(parameter).is_some()) {
        content.raw("<p class=\"hint\">Every field of an array is one item, an empty field too. <a href=\"?op=");
        content
            .component(operation.name)
            .raw("&amp;items=")
            .number(items as u64 + 1)
            .raw("#try\">One more item</a></p>\n");
    }
}

fn push_field(content: &mut Html, number: usize, parameter: &Member, items: usize) {
    if let Some(item_kind) = item_of(parameter) {
        content.raw("<fieldset><legend>").text(parameter.name).raw("</legend>\n");
        for item in 1..=items {
            let id = format!("p{number}-{item}");
            content
                .raw("<div class=\"field\"><label for=\"")
                .text(&id)
                .raw("\">Item ")
                .number(item as u64)
                .raw("</label>");
            push_control(content, &id, parameter, item_kind);
            content.raw("</div>\n");
        }
        content.raw("</fieldset>\n");
        return;
    }
    let id = format!("p{number}");
    content.raw("<div class=\"field\"><label for=\"").text(&id).raw("\">").text(parameter.name);
    // A default replaces an absent value over SOAP only.
    if parameter.presence == Presence::Required || parameter.default.is_some() {
        content.raw(" <small>required</small>");
    }
    content.raw("</label>");
    push_control(content, &id, parameter, parameter.kind);
    content.raw("</div>\n");
}

/// The type of the items of a value that GET and POST carry as an array.
fn item_of(parameter: &Member) -> Option<Type> {
    match parameter.kind {
        Type::Array(array) => Some(array.item),
        kind if parameter.repeated => Some(kind),
        // .NET reads it as an array of bytes.
        Type::Scalar(Scalar::Base64Binary | Scalar::HexBinary) => Some(Type::Scalar(Scalar::UnsignedByte)),
        _ => None,
    }
}

fn push_control(content: &mut Html, id: &str, parameter: &Member, kind: Type) {
    let begin = |content: &mut Html, markup: &'static str| {
        content.raw(markup).raw(" id=\"").text(id).raw("\" name=\"").text(parameter.part_name()).raw("\"");
        // A service may accept an empty string, but not an empty number.
        let is_required = parameter.presence == Presence::Required || parameter.default.is_some();
        if is_required && !matches!(kind, Type::Scalar(Scalar::String)) {
            content.raw(" required");
        }
    };
    // Items of an array have no default.
    let default = parameter.default.filter(|_| item_of(parameter).is_none()).unwrap_or_default();
    match kind {
        _ if parameter.secret => {
            begin(content, "<input type=\"password\" autocomplete=\"off\"");
            content.raw(">");
        }
        Type::Enumeration(enumeration) => {
            // A declared value may be empty; `required` would refuse it.
            content.raw("<select id=\"").text(id).raw("\" name=\"").text(parameter.part_name()).raw("\">");
            for value in enumeration.values {
                content.raw("<option value=\"").text(value).raw("\"");
                content.raw(if parameter.default == Some(value) { " selected>" } else { ">" });
                content.text(value).raw("</option>");
            }
            content.raw("</select>");
        }
        Type::Scalar(Scalar::Boolean) => {
            begin(content, "<select");
            content.raw(match parameter.default {
                Some("true" | "1") => "><option>false</option><option selected>true</option></select>",
                _ => "><option>false</option><option>true</option></select>",
            });
        }
        // A field of several lines, for messages and tables.
        Type::Scalar(Scalar::String) => {
            begin(content, "<textarea rows=\"1\" spellcheck=\"false\"");
            content.raw(">").text(default).raw("</textarea>");
        }
        Type::Scalar(scalar) => {
            begin(content, "<input type=\"text\"");
            if let Some(pattern) = pattern(scalar) {
                content.raw(pattern);
            }
            if !default.is_empty() {
                content.raw(" value=\"").text(default).raw("\"");
            }
            content.raw(" placeholder=\"").text(scalar.name()).raw("\">");
        }
        // GET and POST do not carry these types, so forms do not have them.
        Type::Structure(_) | Type::Array(_) | Type::List(_) | Type::Any | Type::Xml(_) | Type::DataSet(_) => {}
    }
}

/// The pattern by which a browser checks a number.
fn pattern(scalar: Scalar) -> Option<&'static str> {
    match scalar {
        Scalar::Byte | Scalar::Short | Scalar::Int | Scalar::Long => {
            Some(" inputmode=\"numeric\" pattern=\"\\s*[+\\-]?[0-9]+\\s*\" title=\"a whole number\"")
        }
        Scalar::UnsignedByte | Scalar::UnsignedShort | Scalar::UnsignedInt | Scalar::UnsignedLong => {
            Some(" inputmode=\"numeric\" pattern=\"\\s*[+]?[0-9]+\\s*\" title=\"a whole number, not negative\"")
        }
        Scalar::Decimal => Some(" inputmode=\"decimal\" pattern=\"\\s*[+\\-]?[0-9.]+\\s*\" title=\"a decimal number\""),
        _ => None,
    }
}
