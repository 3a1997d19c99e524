//! Explanations as a terminal shows them.

/// The longest line, in characters.
const WIDTH: usize = 100;

/// A paragraph in lines that end with a line feed.
pub(super) fn wrapped(paragraph: &str) -> String {
    let (mut lines, mut length) = (String::new(), 0);
    for word in paragraph.split_whitespace() {
        let letters = word.chars().count();
        if length > 0 && length + 1 + letters > WIDTH {
            lines.push('\n');
            length = 0;
        } else if length > 0 {
            lines.push(' ');
            length += 1;
        }
        lines.push_str(word);
        length += letters;
    }
    lines.push('\n');
    lines
}

/// Markdown without its fences: examples are indented, the name of a file stands above its content.
pub(super) fn plain(markdown: &str) -> String {
    let (mut text, mut is_example) = (String::new(), false);
    for line in markdown.lines() {
        if let Some(info) = line.strip_prefix("```") {
            let file = info.strip_prefix("xml ").filter(|name| !is_example && name.contains('.'));
            if let Some(file) = file {
                text.push_str("    (");
                text.push_str(file);
                text.push_str(")\n");
            }
            is_example = !is_example;
        } else if line.is_empty() {
            text.push('\n');
        } else if is_example {
            text.push_str("    ");
            text.push_str(line);
            text.push('\n');
        } else {
            text.push_str(&wrapped(line));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_broken_and_examples_are_not() {
        let long = "word ".repeat(30);
        let text =
            plain(&format!("{long}\n\nWrong:\n\n```xml\n<a b=\"{long}\"/>\n\n```\n\n```xml types.xsd\n<b/>\n```\n"));
        let first = "word ".repeat(20);
        let second = "word ".repeat(10);
        assert_eq!(
            text,
            format!(
                "\n{}\n{}\n\nWrong:\n\n    <a b=\"{long}\"/>\n\n\n    (types.xsd)\n    <b/>\n",
                first.trim(),
                second.trim()
            )
            .trim_start()
        );
    }
}
