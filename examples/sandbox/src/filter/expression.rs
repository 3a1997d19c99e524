//! Conditions with checked columns, and their evaluation for a member.

use crate::lists::Values;

use std::borrow::Cow;
use std::cmp::Ordering;

#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    All(Vec<Expression>),
    Any(Vec<Expression>),
    Not(Box<Expression>),
    Compare(Operand, Comparison, Operand),
    /// In the pattern, `%` is any text and `_` any character.
    Like(Operand, String),
    In(Operand, Vec<Operand>),
    /// The bounds are included.
    Between(Operand, Operand, Operand),
    IsNull(Operand),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    Address,
    MemberId,
    /// The position of a field.
    Field(usize),
    Text(String),
    Number(f64),
    Null,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Debug)]
pub struct Member<'m> {
    pub id: i64,
    pub address: &'m str,
    /// Of the custom fields.
    pub values: &'m Values,
}

enum Scalar<'m> {
    Text(Cow<'m, str>),
    Number(f64),
}

impl Expression {
    /// Whether the condition is true of `member`. As in SQL, a comparison with a missing value is neither true nor
    /// false.
    ///
    /// Texts are compared without regard to case. A number and a text that reads as a number are compared as numbers.
    pub fn holds(&self, member: &Member<'_>) -> bool {
        self.truth(member) == Some(true)
    }

    fn truth(&self, member: &Member<'_>) -> Option<bool> {
        match self {
            Self::All(parts) => all(parts.iter().map(|part| part.truth(member))),
            Self::Any(parts) => {
                all(parts.iter().map(|part| part.truth(member).map(|truth| !truth))).map(|truth| !truth)
            }
            Self::Not(inner) => inner.truth(member).map(|truth| !truth),
            Self::Compare(left, comparison, right) => {
                order(&left.value(member)?, &right.value(member)?).map(|order| comparison.accepts(order))
            }
            Self::Like(operand, pattern) => Some(is_like(&operand.value(member)?.text(), pattern)),
            Self::In(operand, choices) => {
                let value = operand.value(member)?;
                let differs = |choice: &Operand| Some(order(&value, &choice.value(member)?)? != Ordering::Equal);
                all(choices.iter().map(differs)).map(|all_differ| !all_differ)
            }
            Self::Between(operand, low, high) => {
                let value = operand.value(member)?;
                let above = low.value(member).and_then(|low| Some(order(&value, &low)? != Ordering::Less));
                let below = high.value(member).and_then(|high| Some(order(&value, &high)? != Ordering::Greater));
                all([above, below].into_iter())
            }
            Self::IsNull(operand) => Some(operand.value(member).is_none()),
        }
    }
}

/// False if one is false, unknown if one is unknown, else true.
fn all(truths: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut result = Some(true);
    for truth in truths {
        match truth {
            Some(false) => return Some(false),
            None => result = None,
            Some(true) => {}
        }
    }
    result
}

impl Operand {
    fn value<'m>(&'m self, member: &Member<'m>) -> Option<Scalar<'m>> {
        match self {
            Self::Address => Some(Scalar::Text(Cow::Borrowed(member.address))),
            Self::MemberId => Some(Scalar::Text(Cow::Owned(member.id.to_string()))),
            Self::Field(position) => member.values.get(*position).map(|text| Scalar::Text(Cow::Borrowed(text))),
            Self::Text(text) => Some(Scalar::Text(Cow::Borrowed(text))),
            Self::Number(number) => Some(Scalar::Number(*number)),
            Self::Null => None,
        }
    }
}

impl Scalar<'_> {
    fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) => Cow::Borrowed(text),
            Self::Number(number) => Cow::Owned(number.to_string()),
        }
    }

    fn number(&self) -> Option<f64> {
        match self {
            Self::Text(text) => text.trim().parse().ok(),
            Self::Number(number) => Some(*number),
        }
    }
}

/// A number and another text cannot be compared.
fn order(left: &Scalar<'_>, right: &Scalar<'_>) -> Option<Ordering> {
    match (left, right) {
        (Scalar::Text(left), Scalar::Text(right)) => Some(left.to_lowercase().cmp(&right.to_lowercase())),
        _ => left.number()?.partial_cmp(&right.number()?),
    }
}

impl Comparison {
    fn accepts(self, order: Ordering) -> bool {
        match self {
            Self::Equal => order == Ordering::Equal,
            Self::NotEqual => order != Ordering::Equal,
            Self::Less => order == Ordering::Less,
            Self::LessOrEqual => order != Ordering::Greater,
            Self::Greater => order == Ordering::Greater,
            Self::GreaterOrEqual => order != Ordering::Less,
        }
    }
}

/// Matches greedily with a return to the last `%` only: at worst length times length steps.
fn is_like(text: &str, pattern: &str) -> bool {
    let text: Vec<char> = text.to_lowercase().chars().collect();
    let pattern: Vec<char> = pattern.to_lowercase().chars().collect();
    let (mut at, mut pattern_at) = (0, 0);
    let mut last_any: Option<(usize, usize)> = None;
    while let Some(letter) = text.get(at) {
        match pattern.get(pattern_at) {
            Some('%') => {
                last_any = Some((pattern_at, at));
                pattern_at += 1;
            }
            Some(wanted) if *wanted == '_' || wanted == letter => {
                at += 1;
                pattern_at += 1;
            }
            _ => match last_any.as_mut() {
                Some((any, begun)) => {
                    *begun += 1;
                    at = *begun;
                    pattern_at = *any + 1;
                }
                None => return false,
            },
        }
    }
    pattern.iter().skip(pattern_at).all(|letter| *letter == '%')
}
