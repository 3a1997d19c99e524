//! Documentation in schemas.

use asmx_types::display::shown_line;
use asmx_types::{Member, outline, plain_text};
use serde_json::Value as Json;

/// The most characters of a description.
const MOST: usize = 1_000;

/// The schema with the beginning of its documentation. The form of a text stands behind it.
pub(super) fn documented(mut schema: Json, doc: &str) -> Json {
    let text = plain_text(doc);
    if let (false, Some(object)) = (text.is_empty(), schema.as_object_mut()) {
        let form = object.get("description").and_then(Json::as_str).unwrap_or_default();
        let description = followed(&cut(&text), form);
        object.insert("description".to_owned(), description.into());
    }
    schema
}

/// Two descriptions, of which either may be empty.
fn followed(first: &str, second: &str) -> String {
    let end = if first.ends_with(['.', '!', '?', '…']) { "" } else { "." };
    match (first, second) {
        (only, "") | ("", only) => only.to_owned(),
        _ => format!("{first}{end} {second}"),
    }
}

/// The schema of a member's values with what is said of them.
pub(super) fn of_member(schema: Json, member: &Member) -> Json {
    let mut schema = documented(schema, member.doc);
    if let (Some(default), Some(object)) = (member.default, schema.as_object_mut()) {
        let words = object.get("description").and_then(Json::as_str).unwrap_or_default();
        let description = followed(words, &format!("Absent means `{}`.", shown_line(default)));
        object.insert("description".to_owned(), description.into());
    }
    schema
}

/// The first paragraph, or its beginning.
pub(super) fn cut(text: &str) -> String {
    outline::beginning(text, MOST)
}

/// The first sentence of the first paragraph.
pub(super) fn first_sentence(text: &str) -> String {
    let text = cut(text);
    let ends = text.match_indices(['.', '!', '?']).map(|(index, mark)| index + mark.len());
    let ends_sentence = |end: &usize| {
        let rest = text.get(*end..).unwrap_or_default();
        // `e.g. one`, `2.0`.
        rest.starts_with(' ') && !rest.trim_start().starts_with(|first: char| first.is_lowercase())
    };
    let end = ends.into_iter().find(ends_sentence).unwrap_or(text.len());
    text.get(..end).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_is_the_first_sentence() {
        for (text, sentence) in [
            ("Finds orders. Then sorts them.", "Finds orders."),
            ("Finds orders, e.g. of version 2.0 of a shop", "Finds orders, e.g. of version 2.0 of a shop"),
            ("Finds\norders.\n\nMore.", "Finds orders."),
            ("", ""),
        ] {
            assert_eq!(first_sentence(text), sentence);
        }
    }
}
