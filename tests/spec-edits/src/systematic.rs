//! All small edits of attributes and elements of a spec. They find cases that the rows miss.

/// A small edit.
pub struct Edit {
    /// A description for people.
    pub words: String,
    /// The edited spec.
    pub text: String,
    /// Old and new names of renamed items.
    pub same: Vec<(String, String)>,
}

/// Values for attributes. An attribute that already has the value is removed.
const ATTRIBUTES: [(&str, &str); 29] = [
    ("optional", "true"),
    ("nullable", "true"),
    ("required", "true"),
    ("array", "true"),
    ("array-nullable", "true"),
    ("repeated", "true"),
    ("list", "true"),
    ("secret", "true"),
    ("default", "7"),
    ("namespace", "urn:other"),
    ("item", "Other"),
    ("rust", "other_name"),
    ("rust", "OtherName"),
    ("abstract", "true"),
    ("flags", "true"),
    ("anonymous", "true"),
    ("one-way", "true"),
    ("on-contradiction", "error"),
    ("on-contradiction", "note"),
    ("open", "true"),
    ("deprecated", "Because."),
    ("style", "rpc"),
    ("action", "urn:action"),
    ("location", "elsewhere"),
    ("request-element", "Asked"),
    ("response-element", "Answered"),
    ("element", "Told"),
    ("mapping", "attribute"),
    ("wire-name", "Wired"),
];

/// Other types.
const TYPES: [&str; 11] =
    ["string", "int", "long", "boolean", "decimal", "double", "dateTime", "date", "guid", "duration", "short"];

/// Other effects, results and directions of headers.
const WORDS: [(&str, &[&str]); 5] = [
    ("effect", &["read", "write", "send"]),
    ("result", &["none", "string", "dataset", "xml", "integers"]),
    ("kind", &["string", "dataset", "xml"]),
    ("direction", &["in", "out", "both"]),
    ("transports", &["soap11 soap12", "get post", "soap12 post"]),
];

/// All small edits. Some of them make the spec invalid.
#[must_use]
pub fn edits(spec: &str) -> Vec<Edit> {
    let mut all = Vec::new();
    for (at, tag) in tags(spec) {
        let mut add = |words: String, by: &str, same| {
            let text = format!("{}{by}{}", &spec[..at], &spec[at + tag.len()..]);
            let line = spec[..at].lines().count();
            all.push(Edit { words: format!("line {line}, {tag}: {words}"), text, same });
        };
        for (attribute, value) in ATTRIBUTES {
            if cannot_be_tried(spec, at, tag, attribute) {
                continue;
            }
            let stated = format!(" {attribute}=\"{value}\"");
            if tag.contains(&stated) {
                add(format!("without{stated}"), &tag.replace(&stated, ""), Vec::new());
            } else if value_of(tag, attribute).is_none() {
                let name = value_of(tag, "name").unwrap_or_default().to_owned();
                let same = match attribute {
                    "wire-name" => vec![(format!("type {name}"), format!("type {value}"))],
                    "element" => vec![(format!("{}Result", operation_at(spec, at)), value.to_owned())],
                    _ => Vec::new(),
                };
                add(format!("with{stated}"), &with(tag, &stated), same);
            }
        }
        if let Some(old) = value_of(tag, "type") {
            for new in TYPES.into_iter().filter(|new| *new != old) {
                add(format!("type {new}"), &replaced(tag, "type", old, new), Vec::new());
            }
        }
        for (attribute, values) in WORDS {
            let Some(old) = value_of(tag, attribute) else { continue };
            for new in values.iter().filter(|new| **new != old) {
                add(format!("{attribute} {new}"), &replaced(tag, attribute, old, new), Vec::new());
            }
        }
        if tag.starts_with("<result type=") {
            for kind in ["none", "string", "dataset", "xml", "integers"] {
                add(format!("kind {kind}"), &format!("<result kind=\"{kind}\"/>"), Vec::new());
            }
        }
        if let Some(old) = value_of(tag, "name") {
            for new in [format!("{old}Two"), old.to_uppercase()].into_iter().filter(|new| new != old) {
                let around = [("", ""), ("", "Result"), ("type ", "")];
                let same = around
                    .map(|(before, after)| (format!("{before}{old}{after}"), format!("{before}{new}{after}")))
                    .to_vec();
                add(format!("called {new}"), &replaced(tag, "name", old, &new), same);
            }
        }
        if tag.ends_with("/>") {
            add("removed".to_owned(), "", Vec::new());
            let twin = tag.replacen("name=\"", "name=\"New", 1);
            if twin != tag {
                add("another one before".to_owned(), &format!("{twin}\n{tag}"), Vec::new());
                add("another one behind".to_owned(), &format!("{tag}\n{twin}"), Vec::new());
            }
        }
    }
    all
}

/// Start tags with their offsets.
fn tags(spec: &str) -> Vec<(usize, &str)> {
    let starts = spec.match_indices('<').map(|(at, _)| at);
    let tags = starts.filter_map(|at| {
        let rest = spec.get(at..)?;
        let is_start = rest.get(1..)?.starts_with(|character: char| character.is_alphabetic());
        let end = rest.find('>').filter(|_| is_start)?;
        Some((at, rest.get(..=end)?))
    });
    tags.collect()
}

/// Whether no message can show the edit: anonymous derived types are not sent, and headers and common parameters are sent once.
fn cannot_be_tried(spec: &str, at: usize, tag: &str, attribute: &str) -> bool {
    let is_common = spec.get(at..).is_some_and(|rest| rest.contains("</common>"))
        && spec.get(..at).is_some_and(|before| before.contains("<common>"));
    match attribute {
        "anonymous" => tag.contains(" base="),
        "repeated" => is_common || tag.starts_with("<header"),
        _ => false,
    }
}

/// The last operation before an offset.
fn operation_at(spec: &str, at: usize) -> &str {
    spec.get(..at)
        .and_then(|before| before.rsplit_once("<operation "))
        .and_then(|(_, tag)| value_in(tag))
        .unwrap_or_default()
}

fn value_in(tag: &str) -> Option<&str> {
    tag.split_once("name=\"")?.1.split_once('"').map(|(name, _)| name)
}

fn value_of<'t>(tag: &'t str, attribute: &str) -> Option<&'t str> {
    let (_, rest) = tag.split_once(&format!(" {attribute}=\""))?;
    rest.split_once('"').map(|(value, _)| value)
}

fn with(tag: &str, stated: &str) -> String {
    let end = if tag.ends_with("/>") { tag.len() - 2 } else { tag.len() - 1 };
    format!("{}{stated}{}", &tag[..end], &tag[end..])
}

fn replaced(tag: &str, attribute: &str, old: &str, new: &str) -> String {
    tag.replacen(&format!(" {attribute}=\"{old}\""), &format!(" {attribute}=\"{new}\""), 1)
}
