//! The filter expression of `ToGroupFilter`: `List: condition`, where the condition reads as in an SQL WHERE clause.
//!
//! A filter never reaches the database. A parser reads it into an expression, checks the columns against the list's
//! fields, and the expression is evaluated member by member.
//!
//! ```text
//! condition  = and { OR and }
//! and        = not { AND not }
//! not        = NOT not | ( condition ) | comparison
//! comparison = operand ( = | <> | != | < | <= | > | >= ) operand
//!            | operand [NOT] LIKE text | operand [NOT] IN ( operand { , operand } )
//!            | operand [NOT] BETWEEN operand AND operand | operand IS [NOT] NULL
//! operand    = name | [name] | "name" | 'text' | number
//! ```

mod expression;
mod parser;
mod token;

pub use expression::Member;
pub use parser::parse;

use crate::parameters::shortened;
use crate::refusal::{Kind, Refusal, Result};

/// Splits `List: condition` at the first colon.
pub fn split(filter: &str) -> Result<(&str, &str)> {
    filter.split_once(':').ok_or_else(|| {
        let message = format!("ToGroupFilter `{}` is not of the form `List: condition`", shortened(filter));
        Refusal::new(Kind::InvalidFilter, message)
    })
}

#[cfg(test)]
mod tests;
