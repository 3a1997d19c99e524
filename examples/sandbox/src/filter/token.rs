//! The words of a filter.

use crate::parameters::shortened;
use crate::refusal::{Kind, Refusal, Result};

/// A word and the position of its first character, counted from 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    pub word: Word,
    pub at: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Word {
    /// A name without quotes, which may be a keyword.
    Bare(String),
    /// A name in brackets or double quotes.
    Quoted(String),
    /// In single quotes.
    Text(String),
    Number(f64),
    /// An operator, a bracket or a comma.
    Sign(&'static str),
}

/// Longer signs first.
const SIGNS: [&str; 10] = ["<>", "!=", "<=", ">=", "=", "<", ">", "(", ")", ","];

pub fn refusal(at: usize, problem: &str) -> Refusal {
    Refusal::new(Kind::InvalidFilter, format!("ToGroupFilter, character {at} of the condition: {problem}"))
}

pub fn tokens(text: &str) -> Result<Vec<Token>> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut at = 1;
    loop {
        let trimmed = rest.trim_start();
        at += characters_before(rest, trimmed);
        let Some(first) = trimmed.chars().next() else { return Ok(found) };
        let (word, after) = word(first, trimmed, at)?;
        found.push(Token { word, at });
        at += characters_before(trimmed, after);
        rest = after;
    }
}

/// The number of characters of `text` before its end `rest`.
fn characters_before(text: &str, rest: &str) -> usize {
    text.len().checked_sub(rest.len()).and_then(|end| text.get(..end)).map_or(0, |before| before.chars().count())
}

fn word(first: char, rest: &str, at: usize) -> Result<(Word, &str)> {
    if let Some((sign, after)) = SIGNS.iter().find_map(|sign| rest.strip_prefix(sign).map(|after| (*sign, after))) {
        return Ok((Word::Sign(sign), after));
    }
    match first {
        '\'' => quoted(rest, '\'', at).map(|(text, after)| (Word::Text(text), after)),
        '"' => quoted(rest, '"', at).map(|(text, after)| (Word::Quoted(text), after)),
        '[' => quoted(rest, ']', at).map(|(text, after)| (Word::Quoted(text), after)),
        '0'..='9' | '-' | '.' => {
            let is_number = |letter: char| letter.is_ascii_digit() || letter == '.';
            let sign = usize::from(first == '-');
            let digits = rest.get(sign..).unwrap_or_default();
            let end = sign + digits.find(|letter| !is_number(letter)).unwrap_or(digits.len());
            let (number, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
            let number =
                number.parse().map_err(|_| refusal(at, &format!("`{}` is not a number", shortened(number))))?;
            Ok((Word::Number(number), after))
        }
        letter if letter.is_alphabetic() || letter == '_' => {
            let end = rest.find(|letter: char| !(letter.is_alphanumeric() || letter == '_')).unwrap_or(rest.len());
            let (name, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
            Ok((Word::Bare(name.to_owned()), after))
        }
        other => Err(refusal(at, &format!("unexpected `{other}`"))),
    }
}

/// A text up to `close`; a doubled one stands for itself.
fn quoted(text: &str, close: char, at: usize) -> Result<(String, &str)> {
    let mut content = String::new();
    let mut rest = text.chars();
    rest.next();
    while let Some(letter) = rest.next() {
        if letter != close {
            content.push(letter);
        } else if let Some(after) = rest.as_str().strip_prefix(close) {
            content.push(close);
            rest = after.chars();
        } else {
            return Ok((content, rest.as_str()));
        }
    }
    Err(refusal(at, &format!("the closing `{close}` is missing")))
}
