//! The format of a spec: what a rule of an element says, and the words that it may name.
//!
//! `asmx schema` prints the rules as an XML Schema, which editors understand.

mod elements;

pub use elements::{ELEMENTS, rule};

use crate::diagnostic::Code;

/// What may stand where in one kind of element.
#[derive(Debug)]
pub struct ElementRule {
    /// The element's name. It means the same wherever it stands.
    pub name: &'static str,
    attributes: &'static [&'static [AttributeRule]],
    children: &'static [&'static [ChildRule]],
    /// Children of which one at least must be there.
    pub needs_one_of: &'static [&'static str],
    /// Whether it holds text instead of children.
    pub text: bool,
}

impl ElementRule {
    /// Its attributes, in the order in which they are written.
    pub fn attributes(&self) -> impl Iterator<Item = &'static AttributeRule> + use<> {
        self.attributes.iter().copied().flatten()
    }

    /// Its child elements, by their ranks.
    pub fn children(&self) -> impl Iterator<Item = &'static ChildRule> + use<> {
        self.children.iter().copied().flatten()
    }
}

/// What an attribute may be.
#[derive(Debug)]
pub struct AttributeRule {
    /// The attribute's name.
    pub name: &'static str,
    /// Whether it must be there.
    pub required: bool,
    /// What it may say.
    pub values: Values,
}

/// What an attribute may say.
#[derive(Debug)]
pub enum Values {
    /// Any text but an empty one.
    Text,
    /// Any text, an empty one too.
    AnyText,
    /// `true` or `false`.
    Boolean,
    /// A positive whole number.
    Number,
    /// One of these words; the code is that of anything else.
    OneOf(&'static [&'static str], Code),
    /// Some of these words, each once, with blanks between.
    SomeOf(&'static [&'static str]),
}

/// A child element and its place among the others.
#[derive(Debug)]
pub struct ChildRule {
    /// The child's name.
    pub name: &'static str,
    /// Children of a lower rank come first; those of the same rank in any order.
    pub rank: u8,
    /// Whether it can be there once only.
    pub once: bool,
}

/// The deepest that groups, arrays, structures or restrictions may be nested within one another.
pub const DEEPEST: usize = 16;

/// The name of the outermost element.
pub const ROOT: &str = "service";

/// What an operation does when called.
pub const EFFECTS: &[&str] = &["read", "write", "send"];

/// Kinds of result that need no type.
pub const RESULT_KINDS: &[&str] = &["string", "delimited", "dataset", "xml", "integers", "none"];

/// Roles of a parameter.
pub const PARAMETER_ROLES: &[&str] = &[
    "username",
    "password",
    "key",
    "token",
    "row-delimiter",
    "column-delimiter",
    "text-qualifier",
    "begin-date",
    "end-date",
    "field-names",
    "field-values",
    "records",
    "sent-row-delimiter",
    "sent-column-delimiter",
    "sent-text-qualifier",
];

/// Roles of an attribute or text.
pub const MEMBER_ROLES: &[&str] = &["username", "password", "key", "token"];

/// Roles of a header.
pub const HEADER_ROLES: &[&str] = &["username", "password", "key", "token", "session"];

/// Roles of a group.
pub const GROUP_ROLES: &[&str] = &["credentials", "delimited-text", "date-range"];

/// The transports of an operation.
pub const TRANSPORTS: &[&str] = &["soap11", "soap12", "get", "post"];

/// Types that are none of the built-in scalars and that nobody declares.
pub const OTHER_TYPES: &[&str] = &["any", "xml", "DataSet", "DataTable"];

/// What stands for the namespace of the service, which may be a setting, where another one is usual.
pub const SERVICE_NAMESPACE: &str = "##service";

/// How the parts of an operation's messages stand in the body.
pub const STYLES: &[&str] = &["wrapped", "bare", "rpc"];

/// How the values of a column travel in a DataSet.
pub const MAPPINGS: &[&str] = &["element", "attribute", "hidden", "text"];

/// The messages that have a header.
pub const DIRECTIONS: &[&str] = &["in", "out", "both"];
