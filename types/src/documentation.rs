//! The words of a spec in descriptors.

/// The documentation in a descriptor without its marks: Markdown as generated code writes it (backticks around names, a backslash
/// before what would be a mark) becomes plain text. An empty line separates paragraphs.
pub fn plain_text(markdown: &str) -> String {
    let mut text = String::with_capacity(markdown.len());
    for line in markdown.trim().lines() {
        if !text.is_empty() {
            text.push('\n');
        }
        push_line(&mut text, line.trim());
    }
    text
}

fn push_line(text: &mut String, line: &str) {
    let (mut characters, mut is_code, mut is_address) = (line.chars(), false, false);
    while let Some(character) = characters.next() {
        match character {
            '`' => is_code = !is_code,
            '\\' if !is_code => text.extend(characters.next()),
            '<' if !is_code && characters.as_str().starts_with("http") => is_address = true,
            '>' if is_address => is_address = false,
            other => text.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_go_and_words_stay() {
        assert_eq!(plain_text(" The `DataSet` of a `Job_ID`.\n"), "The DataSet of a Job_ID.");
        assert_eq!(plain_text(" a \\[b\\] \\<c\\> 5 \\* 4 \\\\ `a\\b<c>`\n"), "a [b] <c> 5 * 4 \\ a\\b<c>");
        assert_eq!(plain_text(" see <http://example.org/a_b>.\n"), "see http://example.org/a_b.");
        assert_eq!(plain_text("a <b> of a text that is plain"), "a <b> of a text that is plain");
        assert_eq!(plain_text(" One.\n\n Two.\n"), "One.\n\nTwo.");
        assert_eq!(plain_text(""), "");
    }
}
