//! Checks texts of simple types: scalars, enumerations and lists.

use std::borrow::Cow;

use super::problems::Reason;
use crate::operation::{Content, Enumeration, ListType, Member, Scalar, Type};
use crate::protocol::value::scalar_text;
use crate::value::{Value, canonical_text};
use crate::xml;
use crate::xsd::{Base64Binary, Lexical as _};

const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

/// The canonical form of a text in a request, which must be of its type.
pub(super) fn checked(kind: Type, text: Cow<'_, str>) -> Result<Cow<'_, str>, Reason> {
    let invalid = |text: &str| Reason::Invalid(scalar_text::conversion_failure(kind, text));
    match kind {
        Type::Scalar(Scalar::String) => Ok(text),
        Type::Scalar(Scalar::Base64Binary) => {
            let text = without_blanks(text);
            let binary = Base64Binary::parse(&text).map_err(|_| Reason::NotBase64)?;
            drop(text);
            Ok(Cow::Owned(binary.lexical().into_owned()))
        }
        // A name is resolved, and not checked further.
        Type::Scalar(Scalar::QName) if is_resolved(&text) => Ok(text),
        Type::Scalar(scalar) => {
            let canonical = canonical_text(scalar, Cow::Borrowed(xml::trim_white_space(&text)));
            canonical.map(|canonical| Cow::Owned(canonical.into_owned())).map_err(|_| invalid(&text))
        }
        other => match Value::Text(Cow::Borrowed(&text)).canonical(other) {
            Ok(value) => Ok(Cow::Owned(value.as_text().unwrap_or_default().to_owned())),
            Err(_) => Err(invalid(&text)),
        },
    }
}

/// A text in a response without insignificant blanks, and whether it is of its type. Fields of generated types check that themselves: unless
/// `checked`, only enumerations are checked, because they are open.
pub(super) fn as_it_came(kind: Type, text: Cow<'_, str>, checked: bool) -> (Cow<'_, str>, bool) {
    match kind {
        Type::Scalar(Scalar::String) => (text, true),
        Type::Scalar(Scalar::Base64Binary) => {
            let text = without_blanks(text);
            let is_valid = !checked || Base64Binary::parse(&text).is_ok();
            (text, is_valid)
        }
        Type::Scalar(scalar) => {
            let text = trimmed(text);
            // A remaining prefix is undeclared.
            let is_unresolved = scalar == Scalar::QName && text.contains([':', '{']) && !is_resolved(&text);
            let is_valid = !is_unresolved && (!checked || is_valid(scalar, &text));
            (text, is_valid)
        }
        Type::Enumeration(enumeration) => listed(enumeration, text),
        Type::List(list) => items(list, &text),
        Type::Structure(_) | Type::Array(_) | Type::Any | Type::Xml(_) | Type::DataSet(_) => (text, false),
    }
}

/// The declarations of a member about its text.
#[derive(Debug, Clone, Copy)]
pub(super) struct OfText {
    /// The text that an empty one is read as.
    pub(super) default: Option<&'static str>,
    pub(super) content: Option<Content>,
}

impl OfText {
    pub(super) const NOTHING: Self = Self { default: None, content: None };

    pub(super) const fn new(member: &Member) -> Self {
        let default = match member.kind {
            // The empty string is a value.
            Type::Scalar(Scalar::String) => None,
            Type::Scalar(_) | Type::Enumeration(_) => member.facets.default,
            _ => None,
        };
        Self { default, content: member.facets.content }
    }

    pub(super) const fn is_nothing(self) -> bool {
        self.default.is_none() && self.content.is_none()
    }
}

/// Whether a text is of its type at first sight, as nearly all texts are.
#[inline]
pub(super) fn is_plainly(kind: Type, text: &str) -> bool {
    match kind {
        Type::Scalar(scalar) => is_plain(scalar, text),
        Type::Enumeration(enumeration) => enumeration.values.contains(&text),
        _ => false,
    }
}

/// Whether a text is obviously of the scalar: it has no blanks around it and cannot be out of range.
fn is_plain(scalar: Scalar, text: &str) -> bool {
    match scalar.base() {
        Scalar::String => true,
        Scalar::Boolean => matches!(text, "true" | "false"),
        Scalar::Int => is_number(text, 9, false),
        Scalar::Long | Scalar::Integer => is_number(text, 18, false),
        Scalar::Short => is_number(text, 4, false),
        Scalar::Double | Scalar::Decimal => is_number(text, 18, true),
        Scalar::DateTime => is_date_time(text.as_bytes()),
        _ => false,
    }
}

/// Whether a text has at most `most` digits, with an optional sign before them and, with `has_point`, a point between them.
fn is_number(text: &str, most: usize, has_point: bool) -> bool {
    let digits = text.as_bytes();
    let digits = digits.strip_prefix(b"-").unwrap_or(digits);
    let mut points = 0_usize;
    let are_digits = digits.iter().all(|byte| {
        points += usize::from(*byte == b'.');
        byte.is_ascii_digit() || *byte == b'.'
    });
    let is_between = |end: Option<&u8>| end.is_some_and(u8::is_ascii_digit);
    are_digits
        && digits.len() <= most
        && points <= usize::from(has_point)
        && is_between(digits.first())
        && is_between(digits.last())
}

/// Whether a text is a moment before the 29th of a month, in the form of genuine servers: `2024-02-28T13:45:56.789Z`.
fn is_date_time(text: &[u8]) -> bool {
    let Some((fixed, rest)) = text.split_first_chunk::<19>() else { return false };
    let pattern = b"0000-00-00T00:00:00";
    let fits = fixed
        .iter()
        .zip(pattern)
        .all(|(byte, expected)| if *expected == b'0' { byte.is_ascii_digit() } else { byte == expected });
    if !fits {
        return false;
    }
    let [millennium, century, decade, year, _, m1, m2, _, d1, d2, _, h1, h2, _, i1, _, _, s1, _] = *fixed;
    let number = |tens: u8, ones: u8| (tens & 15) * 10 + (ones & 15);
    let is_in_range = [millennium, century, decade, year] != *b"0000"
        && (1..=12).contains(&number(m1, m2))
        && (1..=28).contains(&number(d1, d2))
        && number(h1, h2) < 24
        && i1 < b'6'
        && s1 < b'6';
    let rest = rest.strip_suffix(b"Z").unwrap_or(rest);
    let is_fraction = match rest {
        [] => true,
        [b'.', digits @ ..] => (1..=7).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    is_in_range && is_fraction
}

fn trimmed(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(xml::trim_white_space(text)),
        Cow::Owned(text) if xml::trim_white_space(&text).len() == text.len() => Cow::Owned(text),
        Cow::Owned(text) => Cow::Owned(xml::trim_white_space(&text).to_owned()),
    }
}

fn without_blanks(mut text: Cow<'_, str>) -> Cow<'_, str> {
    // The text may be most of the message, so it is changed in place.
    if text.contains(BLANKS) {
        text.to_mut().retain(|character| !BLANKS.contains(&character));
    }
    text
}

/// A text of an enumeration, kept even if it is not listed.
fn listed<'t>(enumeration: &'static Enumeration, text: Cow<'t, str>) -> (Cow<'t, str>, bool) {
    if enumeration.values.contains(&&*text) {
        return (text, true);
    }
    if enumeration.flags {
        let is_listed = enumeration.lists(&text);
        return (Cow::Owned(blanks_joined(&text)), is_listed);
    }
    (text, false)
}

fn items<'t>(list: &ListType, text: &str) -> (Cow<'t, str>, bool) {
    let is_valid = |item: &str| match list.item {
        Type::Scalar(scalar) => is_valid(scalar, item),
        Type::Enumeration(enumeration) => enumeration.values.contains(&item),
        _ => true,
    };
    let are_valid = text.split_ascii_whitespace().all(is_valid);
    (Cow::Owned(blanks_joined(text)), are_valid)
}

fn blanks_joined(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    for item in text.split_ascii_whitespace() {
        if !joined.is_empty() {
            joined.push(' ');
        }
        joined.push_str(item);
    }
    joined
}

/// Whether a text is `{namespace}name`, the form of a resolved name.
fn is_resolved(text: &str) -> bool {
    text.starts_with('{') && text.contains('}')
}

fn is_valid(scalar: Scalar, text: &str) -> bool {
    scalar.is_unchecked()
        || is_plain(scalar, text)
        || Value::Text(Cow::Borrowed(text)).canonical(Type::Scalar(scalar)).is_ok()
        || is_end_of_day(scalar, text)
}

/// Whether a text is a time whose hour is 24: XML Schema has it for the end of a day, and genuine servers refuse it.
fn is_end_of_day(scalar: Scalar, text: &str) -> bool {
    const END: &str = "24:00:00";
    let time = match scalar.base() {
        Scalar::DateTime => text.split_once('T').map(|(_, time)| time),
        Scalar::Time => Some(text),
        _ => None,
    };
    let Some(rest) = time.and_then(|time| time.strip_prefix(END)) else { return false };
    let fraction = rest.strip_prefix('.').map_or("", |rest| rest.split(['Z', '+', '-']).next().unwrap_or_default());
    let midnight = text.replacen(END, "00:00:00", 1);
    fraction.bytes().all(|digit| digit == b'0')
        && Value::Text(Cow::Borrowed(&midnight)).canonical(Type::Scalar(scalar)).is_ok()
}
