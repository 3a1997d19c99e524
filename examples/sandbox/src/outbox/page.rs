//! The frame of pages, escapes and tables.

use std::fmt::Write as _;

use axum::http::header::{CONTENT_SECURITY_POLICY, HeaderValue};
use axum::response::{Html, IntoResponse, Response};

/// No scripts, no content from other hosts, frames of this server only.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'",
);

const STYLE: &str = "
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: #2a7a5e; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 70rem; padding: 1rem 1.5rem 4rem; }
header { display: flex; flex-wrap: wrap; gap: 1rem; align-items: baseline; border-bottom: 2px solid var(--accent); }
header a { color: inherit; text-decoration: none; font-weight: 600; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-weight: 600; background: var(--soft); } td.number { text-align: right; font-variant-numeric: tabular-nums; } td.lines { white-space: pre-line; }
pre { background: var(--soft); padding: .8rem; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
iframe { width: 100%; height: 26rem; border: 1px solid var(--line); background: white; }
form { display: inline-flex; flex-wrap: wrap; gap: .4rem; align-items: center; margin-right: 1rem; }
summary { cursor: pointer; font-weight: 600; margin-top: 1rem; }
.Bounced, .Blocked, .Complaint { color: #c0392b; } .SoftBounced, .Unsubscribe { color: #b9770e; } .Delivered { color: var(--accent); }
.note { color: #888; }
";

pub fn page(title: &str, content: &str) -> Response {
    let title = escape(title);
    let html = format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title><style>{STYLE}</style></head><body><header><a href=\"/outbox\">Outbox</a>\
         <span class=\"note\">What the sandbox sent. Nothing left this machine.</span></header>\
         <main><h1>{title}</h1>{content}</main></body></html>"
    );
    let mut response = Html(html).into_response();
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, POLICY);
    response
}

/// Escapes a text for content or attributes.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

pub enum Cell {
    Text(String),
    Lines(String),
    Number(i64),
    /// A word whose colour is that of the CSS class with its name.
    Word(String),
    /// A text and the address that it links to.
    Link(String, String),
}

/// A table, or the text `nothing` without rows.
pub fn table(names: &[&str], rows: &[Vec<Cell>], nothing: &str) -> String {
    if rows.is_empty() {
        return format!("<p class=\"note\">{}</p>", escape(nothing));
    }
    let mut html = "<div class=\"wide\"><table><thead><tr>".to_owned();
    for name in names {
        // Writing to a String cannot fail.
        let _ = write!(html, "<th scope=\"col\">{}</th>", escape(name));
    }
    html.push_str("</tr></thead><tbody>");
    for row in rows {
        html.push_str("<tr>");
        for cell in row {
            let _ = match cell {
                Cell::Text(text) => write!(html, "<td>{}</td>", escape(text)),
                Cell::Lines(text) => write!(html, "<td class=\"lines\">{}</td>", escape(text)),
                Cell::Number(number) => write!(html, "<td class=\"number\">{number}</td>"),
                Cell::Word(word) => write!(html, "<td class=\"{0}\">{0}</td>", escape(word)),
                Cell::Link(text, target) => {
                    write!(html, "<td><a href=\"{}\">{}</a></td>", escape(target), escape(text))
                }
            };
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div>");
    html
}
