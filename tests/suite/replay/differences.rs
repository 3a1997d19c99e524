//! Where our answers differ from the recorded ones on purpose: the list in the docs, and what each entry does to an answer.

use super::recorded::Exchange;
use super::seen::{Body, Seen};

/// The list of the docs.
pub const LIST: &str = "docs/DIFFERENCES.md";

/// An entry of the list: its name, and the exchanges that it is for.
pub struct Difference {
    pub id: String,
    pub exchanges: Vec<String>,
}

impl Difference {
    /// Whether the entry names this exchange.
    pub fn names(&self, exchange: &str) -> bool {
        self.exchanges.iter().any(|pattern| matches(pattern, exchange))
    }
}

/// Whether `name` is of the form `pattern`, where `*` stands for anything and `{a,b}` for one of them.
pub fn matches(pattern: &str, name: &str) -> bool {
    if let Some((before, rest)) = pattern.split_once('{') {
        let (choices, after) = rest.split_once('}').expect("braces are closed");
        return choices.split(',').any(|choice| matches(&format!("{before}{choice}{after}"), name));
    }
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let mut parts: Vec<_> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.len() >= last.len() && rest.ends_with(last)
}

/// The entries that are for single exchanges: every section of the list with a paragraph that begins with `Exchanges:`.
pub fn listed() -> Vec<Difference> {
    let text = std::fs::read_to_string(LIST).unwrap();
    let mut differences = Vec::new();
    for section in text.split("\n## ").skip(1) {
        let id = code_spans(section.lines().next().unwrap()).pop().expect("a section is named by its id");
        let exchanges: Vec<_> = section
            .split("\n\n")
            .filter(|paragraph| paragraph.starts_with("Exchanges:"))
            .flat_map(code_spans)
            .collect();
        if !exchanges.is_empty() {
            differences.push(Difference { id, exchanges });
        }
    }
    differences
}

fn code_spans(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Takes one difference out of a pair of answers, if it is there: changes one so that, as far as this goes, they are equal.
type Settle = fn(&Exchange, recorded: &mut Seen, ours: &mut Seen);

/// What each entry does.
pub const SETTLERS: &[(&str, Settle)] = &[
    ("filled-in-messages", filled_in_messages),
    ("json", json),
    ("parser-messages", parser_messages),
    ("percent-u", percent_u),
];

/// Ours has values where the recorded one has `{0}`, `{1}`.
fn filled_in_messages(_: &Exchange, recorded: &mut Seen, ours: &mut Seen) {
    let pattern = recorded.body.text().replace("{1}", "{0}");
    if !pattern.contains("{0}") {
        return;
    }
    let pieces: Vec<_> = pattern.split("{0}").collect();
    let mut rest = ours.body.text();
    for (index, piece) in pieces.iter().enumerate() {
        let at = if index == 0 { rest.starts_with(piece).then_some(0) } else { rest.find(piece) };
        match at {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return,
        }
    }
    if rest.is_empty() {
        ours.body = recorded.body.clone();
    }
}

/// The recorded server answered JSON with JSON, or fell over it; documented .NET refuses it unless the service is for scripts.
fn json(exchange: &Exchange, recorded: &mut Seen, ours: &mut Seen) {
    let was_sent = String::from_utf8_lossy(&exchange.request).contains("Content-Type: application/json");
    let (theirs, refusal) = match (&recorded.body, &ours.body) {
        (Body::Other(theirs), Body::Text(refusal)) if recorded.status == 200 => {
            (theirs.starts_with("{\"d\":"), refusal)
        }
        (Body::Page(theirs), Body::Page(refusal)) if recorded.status == 500 => {
            (theirs.starts_with("startIndex cannot be"), refusal)
        }
        _ => return,
    };
    if was_sent && theirs && ours.status == 500 && refusal.contains("Request format is") {
        *ours = recorded.clone();
    }
}

/// What the XML parser complains of is said in other words behind the same exception.
fn parser_messages(_: &Exchange, recorded: &mut Seen, ours: &mut Seen) {
    let complaint = |seen: &Seen| {
        let (before, after) = seen.body.text().split_once("System.Xml.XmlException: ")?;
        let (words, after) = after.split_once("</")?;
        Some((format!("{before}System.Xml.XmlException: "), words.to_owned(), format!("</{after}")))
    };
    let (Some((before, words, after)), Some(ours_says)) = (complaint(recorded), complaint(ours)) else { return };
    if (&before, &after) == (&ours_says.0, &ours_says.2) && words != ours_says.1 && !ours_says.1.is_empty() {
        ours.body = recorded.body.clone();
    }
}

/// The recorded server kept `%u00e9` literally in a query and garbled it in a form; documented .NET decodes it.
fn percent_u(exchange: &Exchange, recorded: &mut Seen, ours: &mut Seen) {
    if !String::from_utf8_lossy(&exchange.request).contains("Username=%u00e9") {
        return;
    }
    let (escaped, raw) = if exchange.method() == "GET" {
        ("Username=[%u00e9] string 6", "Username:6:%u00e9")
    } else {
        ("Username=[\\ufffd] string 1", "Username:1:\u{fffd}")
    };
    if recorded.body.text().contains(escaped) {
        let text = ours.body.text().replace("Username=[\\u00e9] string 1", escaped).replace("Username:1:é", raw);
        ours.body = Body::Xml(text);
    }
}

/// The entries without which the two answers of an exchange differ; an error if they differ with all of them too.
pub fn needed(exchange: &Exchange, recorded: &Seen, ours: &Seen) -> Result<Vec<&'static str>, String> {
    let differ = |leaving_out: &str| {
        let (mut recorded, mut ours) = (recorded.clone(), ours.clone());
        for (id, settle) in SETTLERS.iter().filter(|(id, _)| *id != leaving_out) {
            let _ = id;
            settle(exchange, &mut recorded, &mut ours);
        }
        (recorded != ours).then_some((recorded, ours))
    };
    if let Some((recorded, ours)) = differ("") {
        return Err(format!("recorded:\n{recorded:#?}\nours:\n{ours:#?}"));
    }
    Ok(SETTLERS.iter().map(|(id, _)| *id).filter(|id| differ(id).is_some()).collect())
}
