//! The filter expression of `ToGroupFilter`: `List: condition`, where the condition reads as in an SQL WHERE clause.
//!
//! No filter ever reaches the database. It is read by a parser into an expression, whose columns are checked against the
//! list's fields, and that is evaluated member by member.
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

mod evaluate;
mod expression;
mod parser;
mod token;

pub use evaluate::Member;
pub use parser::parse;

use crate::moment::shortened;
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
