//! GUIDs and qualified names.

use super::text::{Reason, trim_white_space};
use crate::xml_name::is_name;

/// Reads a GUID. Accepts, as genuine servers do, braces or parentheses around it, missing dashes and capital letters.
///
/// # Errors
///
/// The text is not a GUID.
pub fn guid(text: &str) -> Result<u128, Reason> {
    let text = trim_white_space(text);
    let unwrapped = text
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'))
        .or_else(|| text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')));
    let groups: Vec<&str> = unwrapped.unwrap_or(text).split('-').collect();
    let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
    let well_formed = (lengths == [8, 4, 4, 4, 12] || (lengths == [32] && unwrapped.is_none()))
        && groups.iter().all(|group| group.bytes().all(|byte| byte.is_ascii_hexdigit()));
    u128::from_str_radix(&groups.concat(), 16)
        .ok()
        .filter(|_| well_formed)
        .ok_or("it is written in hexadecimal digits, 8-4-4-4-12")
}

/// Checks a qualified name, `prefix:name`, `name` or `{namespace}name`. Returns it without the white space around it.
///
/// # Errors
///
/// The text is not a qualified name.
pub fn qualified_name(text: &str) -> Result<&str, Reason> {
    let text = trim_white_space(text);
    let is_one = match expanded(text) {
        Some((_, local)) => is_name(local) && !local.contains(':'),
        None => split_qualified_name(text).is_some(),
    };
    if is_one { Ok(text) } else { Err("a name with at most one prefix is expected") }
}

/// The namespace and the local name of `{namespace}name`.
#[must_use]
pub fn expanded(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix('{')?.rsplit_once('}')
}

/// Splits `prefix:name` or `name`; `None` if `text` is neither.
#[must_use]
pub fn split_qualified_name(text: &str) -> Option<(Option<&str>, &str)> {
    match text.split_once(':') {
        None => is_name(text).then_some((None, text)),
        Some((prefix, local)) => (is_name(prefix) && is_name(local)).then_some((Some(prefix), local)),
    }
}
