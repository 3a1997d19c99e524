//! Documentation in schemas.

use asmx_types::plain_text;
use serde_json::Value as Json;

/// The most characters of a description.
const MOST: usize = 1_000;

/// The schema with the beginning of its documentation. The form of a text stands behind it.
pub(super) fn documented(mut schema: Json, doc: &str) -> Json {
    let text = plain_text(doc);
    if let (false, Some(object)) = (text.is_empty(), schema.as_object_mut()) {
        let mut description = cut(&text);
        if let Some(form) = object.get("description").and_then(Json::as_str) {
            let end = if description.ends_with(['.', '!', '?', '…']) { "" } else { "." };
            description = format!("{description}{end} {form}");
        }
        object.insert("description".to_owned(), description.into());
    }
    schema
}

/// The first paragraph, or its beginning.
pub(super) fn cut(text: &str) -> String {
    let first = text.split("\n\n").next().unwrap_or_default().replace('\n', " ");
    match first.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", first.get(..end).unwrap_or_default().trim_end()),
        None => first,
    }
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
