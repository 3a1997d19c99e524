//! Requests for people: dry runs, and what `-v` shows. The gateway has removed the secrets.

use std::fmt::Write as _;

use asmx_gateway::{CapturedExchange, DryRun};
use asmx_types::display::{shown_line, shown_lines};

/// The form of a dry run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(in crate::cli) enum DryForm {
    /// The HTTP request
    Http,
    /// A command of curl
    Curl,
}

/// Notes about the parts of a request that a dry run hides.
pub(super) fn unseen(request: &DryRun, form: DryForm) -> Vec<String> {
    let mut notes = Vec::new();
    if request.body.is_empty() && request.body_bytes > 0 {
        notes.push("the body is not shown, because a secret in it is too short to be found".to_owned());
    } else if request.is_cut && request.has_secrets {
        notes.push("only the first 16 KiB are shown".to_owned());
    } else if request.is_cut {
        notes.push(format!("only the first 16 KiB of {} bytes are shown", request.body_bytes));
    }
    let has_placeholder = |text: &str| text.contains(REDACTED);
    let is_redacted = |(name, value): &(String, String)| has_placeholder(value) && !is_length(name);
    let has_any = has_placeholder(&request.request_line) || has_placeholder(&request.body);
    if form == DryForm::Curl && (has_any || request.headers.iter().any(is_redacted)) {
        notes.push(format!("`{REDACTED}` stands for each secret: write it there before you run the command"));
    }
    notes
}

/// Stands for a secret.
const REDACTED: &str = "[redacted]";

fn is_length(name: &str) -> bool {
    name.eq_ignore_ascii_case("content-length")
}

pub(super) fn dry_run(request: &DryRun, form: DryForm) -> String {
    let (method, path) = request.request_line.split_once(' ').unwrap_or(("POST", &request.request_line));
    let mut text = String::new();
    // Writing to a String cannot fail.
    match form {
        DryForm::Http => {
            let host = request.base_url.split_once("://").map_or(request.base_url.as_str(), |(_, host)| host);
            let _ = writeln!(text, "{} HTTP/1.1\nhost: {}", shown_line(&request.request_line), shown_line(host));
            for (name, value) in &request.headers {
                let _ = writeln!(text, "{}: {}", shown_line(name), shown_line(value));
            }
            if !request.body.is_empty() {
                let _ = writeln!(text, "\n{}", shown_lines(&request.body));
            }
        }
        DryForm::Curl => {
            let _ = write!(text, "curl -X {method} {}", quoted(&format!("{}{path}", request.base_url)));
            for (name, value) in request.headers.iter().filter(|(name, _)| !is_length(name)) {
                let _ = write!(text, " \\\n  -H {}", quoted(&format!("{name}: {value}")));
            }
            if request.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("accept-encoding")) {
                text.push_str(" \\\n  --compressed");
            }
            if !request.body.is_empty() {
                let _ = write!(text, " \\\n  --data-binary {}", quoted(&with_references(&request.body)));
            }
            text.push('\n');
        }
    }
    text
}

/// The body with references of XML for characters that a terminal would not show. Forms are percent-encoded and have none.
fn with_references(body: &str) -> String {
    let mut text = String::with_capacity(body.len());
    for character in body.chars() {
        let mut bytes = [0; 4];
        let encoded: &str = character.encode_utf8(&mut bytes);
        if character == '\r' || shown_lines(encoded) == encoded {
            text.push(character);
        } else {
            // Writing to a String cannot fail.
            let _ = write!(text, "&#x{:x};", u32::from(character));
        }
    }
    text
}

fn quoted(text: &str) -> String {
    format!("'{}'", shown_lines(text).replace('\'', r"'\''"))
}

/// The attempts of a call: their heads, or with `bodies` everything.
pub(super) fn exchanges(all: &[CapturedExchange], bodies: bool) -> String {
    let mut text = String::new();
    for exchange in all {
        let mut exchange = exchange.clone();
        for message in [&mut exchange.request, &mut exchange.response].into_iter().flatten().filter(|_| !bodies) {
            message.body.clear();
            message.is_cut = false;
        }
        // Writing to a String cannot fail.
        let _ = write!(text, "{exchange}");
    }
    text
}
