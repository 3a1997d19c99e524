//! Markup of pages: tags, and the parts that no person reads.

use std::borrow::Cow;

/// The longest tag with its attributes, in bytes. A longer one is text.
const LONGEST_TAG: usize = 4_096;

/// The elements whose content is not text.
const HIDDEN: [&str; 6] = ["style", "script", "noscript", "template", "svg", "object"];

/// The elements that may begin a page.
const FIRST: [&str; 16] = [
    "html", "head", "title", "body", "h1", "h2", "h3", "h4", "center", "div", "p", "meta", "style", "script", "link",
    "table",
];

/// The elements inside of a line of text. All others begin a new one.
const INLINE: [&str; 18] = [
    "a", "b", "i", "u", "em", "strong", "font", "span", "code", "tt", "small", "big", "nobr", "wbr", "kbd", "samp",
    "abbr", "label",
];

/// Other elements of HTML. A name beyond these lists is text of the page, such as `<word>`.
const OTHERS: [&str; 52] = [
    "address",
    "article",
    "aside",
    "base",
    "blockquote",
    "br",
    "button",
    "caption",
    "col",
    "colgroup",
    "dd",
    "details",
    "dir",
    "dl",
    "dt",
    "fieldset",
    "figure",
    "footer",
    "form",
    "frame",
    "frameset",
    "h5",
    "h6",
    "header",
    "hr",
    "iframe",
    "img",
    "input",
    "ins",
    "legend",
    "li",
    "main",
    "menu",
    "nav",
    "noframes",
    "ol",
    "option",
    "pre",
    "q",
    "s",
    "section",
    "select",
    "sub",
    "summary",
    "sup",
    "tbody",
    "td",
    "textarea",
    "tfoot",
    "th",
    "thead",
    "tr",
];

/// A piece of markup.
pub(super) enum Token<'a> {
    Text(&'a str),
    /// A tag by its name in lower case.
    Begin(Cow<'a, str>),
    End(Cow<'a, str>),
}

impl Token<'_> {
    pub(super) fn is_inline(name: &str) -> bool {
        INLINE.contains(&name)
    }
}

fn is_known(name: &str) -> bool {
    [&HIDDEN[..], &FIRST, &INLINE, &OTHERS].iter().any(|names| names.contains(&name)) || name == "ul"
}

/// Whether a text is a page: its first element is one of HTML.
pub(crate) fn is_page(text: &str) -> bool {
    let mut rest = text.trim_start_matches('\u{FEFF}').trim_start();
    loop {
        let Some(after) = rest.strip_prefix('<') else { return false };
        if let Some(comment) = after.strip_prefix("!--") {
            let Some((_, next)) = comment.split_once("-->") else { return false };
            rest = next.trim_start();
        } else if let Some(declaration) = after.strip_prefix('!') {
            return declaration.trim_start().get(..12).is_some_and(|start| start.eq_ignore_ascii_case("doctype html"));
        } else if after.starts_with('?') {
            let Some((_, next)) = after.split_once('>') else { return false };
            rest = next.trim_start();
        } else {
            return tag(rest).is_some_and(|(token, _)| matches!(token, Token::Begin(name) if FIRST.contains(&&*name)));
        }
    }
}

/// Markup without comments, and without the elements that no person reads. At most `most` characters.
pub(crate) fn without_hidden(text: &str, most: usize) -> String {
    let mut reduced = String::new();
    let mut room = most;
    let mut rest = text;
    while room > 0 && !rest.is_empty() {
        let (text, after) = match rest.find('<') {
            Some(0) => hidden(rest).map_or_else(|| after_one(rest), |after| ("", after)),
            Some(at) => rest.split_at_checked(at).unwrap_or((rest, "")),
            None => (rest, ""),
        };
        let cut = text.char_indices().nth(room).map_or(text, |(end, _)| text.get(..end).unwrap_or(text));
        reduced.push_str(cut);
        room -= cut.chars().count();
        rest = after;
    }
    reduced
}

fn after_one(text: &str) -> (&str, &str) {
    text.split_at_checked(1).unwrap_or((text, ""))
}

/// The text behind a comment or a hidden element at the beginning of `text`.
fn hidden(text: &str) -> Option<&str> {
    if let Some(comment) = text.strip_prefix("<!--") {
        return Some(comment.split_once("-->").map_or("", |(_, after)| after));
    }
    let name = HIDDEN.into_iter().find(|name| begins_with_tag(text, "<", name))?;
    let mut rest = text;
    while let Some((_, end)) = rest.split_once("</") {
        if begins_with_tag(end, "", name) {
            return Some(end.split_once('>').map_or("", |(_, after)| after));
        }
        rest = end;
    }
    Some("")
}

fn begins_with_tag(text: &str, mark: &str, name: &str) -> bool {
    let Some(after) = text.strip_prefix(mark) else { return false };
    let Some((found, rest)) = after.split_at_checked(name.len()) else { return false };
    found.eq_ignore_ascii_case(name) && !rest.starts_with(|next: char| next.is_ascii_alphanumeric())
}

/// The tokens of markup without hidden parts. Declarations are left out.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        while !rest.is_empty() {
            if let Some((token, after)) = tag(rest) {
                rest = after;
                return Some(token);
            }
            if rest.starts_with("<!") || rest.starts_with("<?") {
                rest = rest.split_once('>').map_or("", |(_, after)| after);
                continue;
            }
            // A `<` that begins no tag is text.
            let end = rest.get(1..).and_then(|more| more.find('<')).map_or(rest.len(), |at| at + 1);
            let (text, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
            rest = after;
            return Some(Token::Text(text));
        }
        None
    })
}

/// The tag at the beginning of `text`, and the text behind it.
fn tag(text: &str) -> Option<(Token<'_>, &str)> {
    let name_and_rest = text.strip_prefix('<')?;
    let (name_and_rest, is_end) =
        name_and_rest.strip_prefix('/').map_or((name_and_rest, false), |name_and_rest| (name_and_rest, true));
    let length = name_and_rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let (name, after_name) = name_and_rest.split_at_checked(length)?;
    let name = if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    };
    let is_over = after_name.starts_with(|next: char| next == '>' || next == '/' || next.is_ascii_whitespace());
    if !is_over || !is_known(&name) {
        return None;
    }
    let end = after_name.bytes().take(LONGEST_TAG).position(|byte| byte == b'>')?;
    let after_name = after_name.get(end + 1..)?;
    Some((if is_end { Token::End(name) } else { Token::Begin(name) }, after_name))
}
