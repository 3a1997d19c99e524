//! The parser of conditions.

use crate::lists::{self, Fields};
use crate::parameters::shortened;
use crate::refusal::Result;

use super::expression::{Comparison, Expression, Operand};
use super::token::{Token, Word, refusal, tokens};

/// The longest condition, in bytes.
const LONGEST: usize = 10_000;
/// The deepest nesting of brackets and NOTs.
const DEEPEST: usize = 64;

/// Reads a condition over the fields of a list.
pub fn parse(text: &str, fields: &Fields) -> Result<Expression> {
    if text.len() > LONGEST {
        return Err(refusal(LONGEST, &format!("a condition has at most {LONGEST} bytes")));
    }
    let mut parser = Parser { tokens: tokens(text)?, next: 0, fields, depth: 0, end: text.chars().count() + 1 };
    let expression = parser.condition()?;
    match parser.peek() {
        None => Ok(expression),
        Some(_) => Err(parser.expected("AND, OR or the end")),
    }
}

struct Parser<'f> {
    tokens: Vec<Token>,
    next: usize,
    fields: &'f Fields,
    depth: usize,
    end: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Word> {
        self.tokens.get(self.next).map(|token| &token.word)
    }

    fn at(&self) -> usize {
        self.tokens.get(self.next).map_or(self.end, |token| token.at)
    }

    fn expected(&self, noun: &str) -> crate::refusal::Refusal {
        let found = match self.peek() {
            None => "the end".to_owned(),
            Some(Word::Bare(name)) => format!("`{}`", shortened(name)),
            Some(Word::Quoted(name)) => format!("the name `{}`", shortened(name)),
            Some(Word::Text(text)) => format!("the text '{}'", shortened(text)),
            Some(Word::Number(number)) => format!("the number {number}"),
            Some(Word::Sign(sign)) => format!("`{sign}`"),
        };
        refusal(self.at(), &format!("expected {noun}, found {found}"))
    }

    fn take_keyword(&mut self, keyword: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Word::Bare(name)) if name.eq_ignore_ascii_case(keyword));
        self.next += usize::from(is_next);
        is_next
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Word::Sign(found)) if *found == sign);
        self.next += usize::from(is_next);
        is_next
    }

    fn demand_sign(&mut self, sign: &str) -> Result<()> {
        if self.take_sign(sign) { Ok(()) } else { Err(self.expected(&format!("`{sign}`"))) }
    }

    fn condition(&mut self) -> Result<Expression> {
        let mut parts = vec![self.all()?];
        while self.take_keyword("OR") {
            parts.push(self.all()?);
        }
        Ok(only_or(parts, Expression::Any))
    }

    fn all(&mut self) -> Result<Expression> {
        let mut parts = vec![self.not()?];
        while self.take_keyword("AND") {
            parts.push(self.not()?);
        }
        Ok(only_or(parts, Expression::All))
    }

    fn not(&mut self) -> Result<Expression> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(refusal(self.at(), &format!("brackets and NOT nest at most {DEEPEST} deep")));
        }
        let expression = if self.take_keyword("NOT") {
            negated(self.not()?)
        } else if self.take_sign("(") {
            let inner = self.condition()?;
            self.demand_sign(")")?;
            inner
        } else {
            self.comparison()?
        };
        self.depth -= 1;
        Ok(expression)
    }

    fn comparison(&mut self) -> Result<Expression> {
        let operand = self.operand()?;
        if self.take_keyword("IS") {
            let not = self.take_keyword("NOT");
            if !self.take_keyword("NULL") {
                return Err(self.expected("NULL"));
            }
            return Ok(negated_if(not, Expression::IsNull(operand)));
        }
        let not = self.take_keyword("NOT");
        if self.take_keyword("LIKE") {
            let Some(Word::Text(pattern)) = self.peek() else { return Err(self.expected("a text in single quotes")) };
            let pattern = pattern.clone();
            self.next += 1;
            return Ok(negated_if(not, Expression::Like(operand, pattern)));
        }
        if self.take_keyword("IN") {
            self.demand_sign("(")?;
            let mut choices = vec![self.operand()?];
            while self.take_sign(",") {
                choices.push(self.operand()?);
            }
            self.demand_sign(")")?;
            return Ok(negated_if(not, Expression::In(operand, choices)));
        }
        if self.take_keyword("BETWEEN") {
            let low = self.operand()?;
            if !self.take_keyword("AND") {
                return Err(self.expected("AND"));
            }
            return Ok(negated_if(not, Expression::Between(operand, low, self.operand()?)));
        }
        if not {
            return Err(self.expected("LIKE, IN or BETWEEN"));
        }
        let comparison = match self.peek() {
            Some(Word::Sign("=")) => Comparison::Equal,
            Some(Word::Sign("<>" | "!=")) => Comparison::NotEqual,
            Some(Word::Sign("<")) => Comparison::Less,
            Some(Word::Sign("<=")) => Comparison::LessOrEqual,
            Some(Word::Sign(">")) => Comparison::Greater,
            Some(Word::Sign(">=")) => Comparison::GreaterOrEqual,
            _ => return Err(self.expected("a comparison (=, <>, <, <=, >, >=, LIKE, IN, BETWEEN, IS NULL)")),
        };
        self.next += 1;
        Ok(Expression::Compare(operand, comparison, self.operand()?))
    }

    fn operand(&mut self) -> Result<Operand> {
        const KEYWORDS: [&str; 8] = ["AND", "OR", "NOT", "LIKE", "IN", "BETWEEN", "IS", "NULL"];
        let operand = match self.peek() {
            Some(Word::Text(text)) => Operand::Text(text.clone()),
            Some(Word::Number(number)) => Operand::Number(*number),
            Some(Word::Bare(name)) if name.eq_ignore_ascii_case("NULL") => Operand::Null,
            Some(Word::Bare(name)) if KEYWORDS.iter().any(|keyword| name.eq_ignore_ascii_case(keyword)) => {
                return Err(self.expected("a field, a text or a number"));
            }
            Some(Word::Bare(name) | Word::Quoted(name)) => self.column(name)?,
            _ => return Err(self.expected("a field, a text or a number")),
        };
        self.next += 1;
        Ok(operand)
    }

    fn column(&self, name: &str) -> Result<Operand> {
        if let Some(position) = self.fields.position(name) {
            return Ok(Operand::Field(position));
        }
        if lists::is_address(name) {
            return Ok(Operand::Address);
        }
        if name.eq_ignore_ascii_case("GroupMemberID") {
            return Ok(Operand::MemberId);
        }
        let known: Vec<_> = ["EmailAddress", "GroupMemberID"]
            .into_iter()
            .chain(self.fields.names().iter().map(String::as_str))
            .collect();
        Err(refusal(
            self.at(),
            &format!("the list has no field `{}`; its fields: {}", shortened(name), known.join(", ")),
        ))
    }
}

fn only_or(mut parts: Vec<Expression>, join: fn(Vec<Expression>) -> Expression) -> Expression {
    match parts.pop() {
        Some(last) if parts.is_empty() => last,
        Some(last) => {
            parts.push(last);
            join(parts)
        }
        None => join(parts),
    }
}

fn negated(expression: Expression) -> Expression {
    Expression::Not(Box::new(expression))
}

fn negated_if(not: bool, expression: Expression) -> Expression {
    if not { negated(expression) } else { expression }
}
