//! Lines of bash, and candidates for them.
//!
//! bash replaces only the end of a word: what stands behind the last of its break characters, such as the `:` of `http://shop.example`.

use super::candidate::is_bare;
use super::line::Line;

/// Reads the line up to the cursor. Nothing of it is expanded.
pub(super) fn line(text: &str, breaks: &str) -> Line {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    // The length of `word` behind the last break.
    let mut broken = 0;
    let mut open = None;
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        match (open, character) {
            (Some(quote), _) if character == quote => open = None,
            (Some('"'), '\\') if rest.peek().is_some_and(|next| "\\\"$`".contains(*next)) => {
                word.get_or_insert_default().extend(rest.next());
            }
            (None, '\\') => word.get_or_insert_default().extend(rest.next()),
            (None, '\'' | '"') => {
                open = Some(character);
                broken = word.get_or_insert_default().len();
            }
            (None, _) if character.is_whitespace() => {
                words.extend(word.take());
                broken = 0;
            }
            _ => {
                let word = word.get_or_insert_default();
                word.push(character);
                if open.is_none() && breaks.contains(character) {
                    broken = word.len();
                }
            }
        }
    }
    let last = word.unwrap_or_default();
    let fixed = last.get(..broken).unwrap_or_default().to_owned();
    words.push(last);
    Line { words, fixed, is_quoted: open.is_some() }
}

/// The text that replaces the end of the last word, with a blank if the word ends with it.
pub(super) fn candidate(line: &Line, text: &str) -> Option<String> {
    let end = text.strip_prefix(&line.fixed)?;
    if line.is_quoted {
        // bash adds the closing quote.
        return end.chars().all(is_bare).then(|| end.to_owned());
    }
    let mut escaped = String::new();
    for character in end.chars() {
        if !is_bare(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    if !text.ends_with('.') {
        escaped.push(' ');
    }
    Some(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BREAKS: &str = " \t\n\"'@><=;|&(:";

    fn words(text: &str) -> Vec<String> {
        line(text, BREAKS).words
    }

    #[test]
    fn lines_are_parted_as_bash_does() {
        assert_eq!(words("asmx call  shop.wsdl "), ["asmx", "call", "shop.wsdl", ""]);
        assert_eq!(
            words(r#"asmx call 'my shop.wsdl' "a \"b\" \c" d\ e"#),
            ["asmx", "call", "my shop.wsdl", r#"a "b" \c"#, "d e"]
        );
        assert_eq!(words("asmx $(touch x) `y`"), ["asmx", "$(touch", "x)", "`y`"]);
        assert_eq!(words("asmx '' "), ["asmx", "", ""]);
    }

    #[test]
    fn candidates_replace_what_stands_behind_the_last_break() {
        let offered = |text: &str, expected: &str| candidate(&line(text, BREAKS), expected);
        assert_eq!(offered("asmx call --ki", "--kind").as_deref(), Some("--kind "));
        assert_eq!(offered("asmx call --kind=O", "--kind=Open").as_deref(), Some("Open "));
        assert_eq!(offered("asmx call --kind=", "--kind=$(x)").as_deref(), Some("\\$\\(x\\) "));
        assert_eq!(offered("asmx call --kind \"O", "Open").as_deref(), Some("Open"));
        assert_eq!(offered("asmx call --kind '", "a b"), None);
        assert_eq!(offered("asmx call --ord", "--order.").as_deref(), Some("--order."));
    }
}
