//! Text from specs as rustdoc: plain words in, Markdown out that neither rustdoc nor clippy objects to.
//!
//! A spec's text is plain text in which single backticks may mark code. Other Markdown markup is escaped, and words that look like
//! identifiers become code.

use asmx_types::display::{is_obeyed, shown_line};

/// Paragraphs of a spec as lines of rustdoc, separated by empty lines. Empty paragraphs are left out.
pub(super) fn paragraphs(doc: &[String]) -> Vec<String> {
    let mut lines = Vec::new();
    for text in doc.iter().map(|paragraph| markdown(paragraph)).filter(|text| !text.is_empty()) {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.push(text);
    }
    lines
}

/// Paragraphs of a spec as one line of rustdoc.
pub(super) fn one_line(doc: &[String]) -> String {
    let texts: Vec<String> = doc.iter().map(|paragraph| markdown(paragraph)).filter(|text| !text.is_empty()).collect();
    texts.join(" ")
}

/// Paragraphs of a spec as the plain text of a descriptor.
pub(super) fn plain_text(doc: &[String]) -> String {
    let texts: Vec<String> = doc.iter().map(|text| collapse(text)).filter(|text| !text.is_empty()).collect();
    texts.join("\n\n")
}

/// Any text as Markdown code on one line.
pub fn code(text: &str) -> String {
    let text = shown_line(text);
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or_default();
    match longest {
        // A code span cannot be empty.
        0 if text.is_empty() => "(empty)".to_owned(),
        0 => format!("`{text}`"),
        _ => {
            let fence = "`".repeat(longest + 1);
            format!("{fence} {text} {fence}")
        }
    }
}

/// Adds a full stop after a letter, a digit or a closing mark.
pub(super) fn sentence(text: &str) -> String {
    match text.chars().next_back() {
        Some('.' | '!' | '?' | ':' | ';' | '…' | '。') | None => text.to_owned(),
        Some(_) => format!("{text}."),
    }
}

pub(super) fn thousands(number: u64) -> String {
    grouped(number, ',')
}

/// The digits in groups of three, from the right.
pub(super) fn grouped(number: u64, separator: char) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

/// One paragraph as Markdown on one line.
pub fn markdown(text: &str) -> String {
    let text = collapse(text);
    let pieces: Vec<&str> = text.split('`').collect();
    let spans_are_sound = pieces.len() % 2 == 1 && pieces.iter().skip(1).step_by(2).all(|code| !code.trim().is_empty());
    let mut out = String::with_capacity(text.len() + 16);
    if spans_are_sound {
        for (position, piece) in pieces.iter().enumerate() {
            if position % 2 == 1 {
                out.push('`');
                out.push_str(piece);
                out.push('`');
            } else {
                push_words(&mut out, piece);
            }
        }
    } else {
        push_words(&mut out, &text);
    }
    escape_line_start(out)
}

/// White space becomes one blank; control characters and marks that reorder text are removed.
fn collapse(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    let mut is_apart = false;
    for c in text.chars().filter(|c| c.is_whitespace() || c.is_control() || !is_obeyed(*c)) {
        if c.is_whitespace() || c.is_control() {
            is_apart = !collapsed.is_empty();
        } else {
            if is_apart {
                collapsed.push(' ');
            }
            is_apart = false;
            collapsed.push(c);
        }
    }
    collapsed
}

fn push_words(out: &mut String, text: &str) {
    for (position, word) in text.split(' ').enumerate() {
        if position > 0 {
            out.push(' ');
        }
        push_word(out, word);
    }
}

/// One word: an address, or parts between slashes.
fn push_word(out: &mut String, word: &str) {
    if word.contains("://") {
        let (before, address, after) = without_punctuation(word);
        push_escaped(out, before);
        push_address(out, address);
        push_escaped(out, after);
        return;
    }
    for (position, part) in word.split('/').enumerate() {
        if position > 0 {
            out.push('/');
        }
        push_part(out, part);
    }
}

/// A word or part of a word, as code or escaped, without the punctuation around it.
fn push_part(out: &mut String, part: &str) {
    let (before, core, after) = without_punctuation(part);
    push_escaped(out, before);
    if looks_like_code(core) {
        out.push_str(&code(core));
    } else {
        push_escaped(out, core);
    }
    push_escaped(out, after);
}

/// Splits a word into punctuation, text and punctuation.
fn without_punctuation(word: &str) -> (&str, &str, &str) {
    let is_punctuation = |c: char| !c.is_alphanumeric() && !matches!(c, '_' | '/' | ':');
    let rest = word.trim_start_matches(is_punctuation);
    let rest = if rest.starts_with("::") { rest } else { rest.trim_start_matches(':') };
    let core = rest.trim_end_matches(|c| is_punctuation(c) || c == ':');
    let core = match rest.strip_prefix(core) {
        Some(tail) if tail.starts_with("()") => rest.get(..core.len() + 2).unwrap_or(core),
        Some(tail) if tail.starts_with("::") => rest.get(..core.len() + 2).unwrap_or(core),
        _ => core,
    };
    (word.strip_suffix(rest).unwrap_or_default(), core, rest.strip_prefix(core).unwrap_or_default())
}

/// An address becomes a link if it is certainly one, otherwise code.
fn push_address(out: &mut String, address: &str) {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#@!$&'()*+,;=%".contains(c);
    if (address.starts_with("http://") || address.starts_with("https://")) && address.chars().all(is_plain) {
        out.push('<');
        out.push_str(address);
        out.push('>');
    } else if address.contains('`') {
        push_escaped(out, address);
    } else {
        out.push_str(&code(address));
    }
}

/// Whether a word is an identifier, not a word of the language: `BeginDate`, `xs_int`, `a::b`, `f()`, but not `IDs`.
fn looks_like_code(word: &str) -> bool {
    let stem = word.strip_suffix('s').unwrap_or(word);
    let mixed_case = stem.chars().filter(|c| c.is_uppercase()).count()
        > usize::from(!stem.starts_with(char::is_lowercase))
        && stem.chars().any(char::is_lowercase)
        && stem.chars().all(|c| c.is_alphanumeric() || c == '.');
    !word.contains('`') && (mixed_case || word.contains('_') || word.contains("::") || word.ends_with("()"))
}

fn push_escaped(out: &mut String, text: &str) {
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '~' | '|' | '&') {
            out.push('\\');
        }
        out.push(c);
    }
}

/// Escapes a mark that would begin a heading, a list or a rule.
fn escape_line_start(line: String) -> String {
    let Some(first) = line.chars().next() else {
        return line;
    };
    if matches!(first, '#' | '-' | '+' | '=' | '/' | ':') {
        return format!("\\{line}");
    }
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    let mut rest = line.chars().skip(digits);
    if digits > 0 && matches!(rest.next(), Some('.' | ')')) && matches!(rest.next(), None | Some(' ')) {
        let (number, tail) = line.split_at(digits);
        return format!("{number}\\{tail}");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_set_as_code_and_words_are_not() {
        assert_eq!(
            markdown("The DataSet of JobID, see xs_int (MaxCount)."),
            "The `DataSet` of `JobID`, see `xs_int` (`MaxCount`)."
        );
        assert_eq!(markdown("IDs of SMTP and the Account"), "IDs of SMTP and the Account");
        assert_eq!(markdown("dateTime or Since/UntilDate"), "`dateTime` or Since/`UntilDate`");
    }

    #[test]
    fn backticks_survive_when_balanced_and_are_escaped_when_not() {
        assert_eq!(markdown("the `Job ID` field"), "the `Job ID` field");
        assert_eq!(markdown("one ` only"), "one \\` only");
        assert_eq!(markdown("empty `` pair"), "empty \\`\\` pair");
    }

    #[test]
    fn markup_is_escaped() {
        assert_eq!(markdown("a [b] <c> *d* a|b &lt; \\"), "a \\[b\\] \\<c\\> \\*d\\* a\\|b \\&lt; \\\\");
        assert_eq!(markdown("# not a heading"), "\\# not a heading");
        assert_eq!(markdown("- not a list"), "\\- not a list");
        assert_eq!(markdown("1. not a list"), "1\\. not a list");
        assert_eq!(markdown("1.5 stays"), "1.5 stays");
    }

    #[test]
    fn addresses_become_links_or_code() {
        assert_eq!(markdown("see http://example.org/a_b."), "see <http://example.org/a_b>.");
        assert_eq!(markdown("at {base_url}/api.asmx"), "at {`base_url`}/api.asmx");
        assert_eq!(markdown("urn://x<y"), "`urn://x<y`");
    }

    #[test]
    fn white_space_and_marks_that_reorder_text_collapse() {
        assert_eq!(markdown("  a\r\n\tb\u{202E}c  "), "a bc");
        assert_eq!(plain_text(&["a\n b".into(), String::new(), "c".into()]), "a b\n\nc");
    }

    #[test]
    fn code_stays_code_with_any_content() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a`b"), "`` a`b ``");
        assert_eq!(code("`` <img> ``"), "``` `` <img> `` ```");
        assert_eq!(code("a\r\n```\u{202E}\u{9b}"), "```` a\\r\\n```\\u{202e}\\u{9b} ````");
        assert_eq!(code(""), "(empty)");
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(thousands(20_000), "20,000");
        assert_eq!(grouped(1_234_567, '_'), "1_234_567");
        assert_eq!(grouped(12, '_'), "12");
    }
}
