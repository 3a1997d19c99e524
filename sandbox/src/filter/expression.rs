//! A filter that was read and whose columns exist.

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// All are true.
    All(Vec<Expression>),
    /// One is true.
    Any(Vec<Expression>),
    /// It is not true.
    Not(Box<Expression>),
    /// Two operands compared.
    Compare(Operand, Comparison, Operand),
    /// The operand matches a pattern, in which `%` is any text and `_` any character.
    Like(Operand, String),
    /// The operand is one of these.
    In(Operand, Vec<Operand>),
    /// The operand is between two others, or one of them.
    Between(Operand, Operand, Operand),
    /// The operand has no value.
    IsNull(Operand),
}

/// What is compared.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// The member's address.
    Address,
    /// The member's identifier.
    MemberId,
    /// The field at this place.
    Field(usize),
    /// A text.
    Text(String),
    /// A number.
    Number(f64),
    /// No value.
    Null,
}

/// How two operands are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `<>` and `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}
