//! The format of a spec: the rules of its elements, and its words.
//!
//! `asmx schema` prints the rules as an XML Schema, which editors understand.

mod elements;

pub use elements::{ELEMENTS, rule};

use crate::diagnostic::Code;
use crate::model::{Content, OnContradiction, ProcessContents};
use asmx_types::EndDate;

/// The rule of one kind of element.
#[derive(Debug)]
pub struct ElementRule {
    /// The element's name. It means the same everywhere.
    pub name: &'static str,
    attributes: &'static [&'static [AttributeRule]],
    children: &'static [&'static [ChildRule]],
    /// Children of which at least one is required.
    pub needs_one_of: &'static [&'static str],
    /// Whether it holds text instead of children.
    pub text: bool,
}

impl ElementRule {
    /// Its attributes, in writing order.
    pub fn attributes(&self) -> impl Iterator<Item = &'static AttributeRule> + use<> {
        self.attributes.iter().copied().flatten()
    }

    /// Its child elements, by their ranks.
    pub fn children(&self) -> impl Iterator<Item = &'static ChildRule> + use<> {
        self.children.iter().copied().flatten()
    }
}

/// The rule of an attribute.
#[derive(Debug)]
pub struct AttributeRule {
    pub name: &'static str,
    pub required: bool,
    pub values: Values,
}

/// The allowed values of an attribute.
#[derive(Debug)]
pub enum Values {
    /// Any text except an empty one.
    Text,
    /// Any text, including an empty one.
    AnyText,
    /// `true` or `false`.
    Boolean,
    /// A positive whole number.
    Number,
    /// A number of digits, 0 to [`MOST_SCALE`](asmx_types::MOST_SCALE).
    Digits,
    /// One of these words; other values are reported with the code.
    OneOf(&'static [&'static str], Code),
    /// Some of these words, each once, separated by blanks.
    SomeOf(&'static [&'static str]),
}

/// A child element and its position.
#[derive(Debug)]
pub struct ChildRule {
    pub name: &'static str,
    /// Children of a lower rank come first; those of equal rank come in any order.
    pub rank: u8,
    /// Whether it may occur only once.
    pub once: bool,
}

/// The most levels of nested groups, arrays, structures or restrictions.
pub const DEEPEST: usize = 16;

/// The name of the root element.
pub const ROOT: &str = "service";

/// The effects of an operation.
pub const EFFECTS: &[&str] = &["read", "write", "send"];

/// Short words for results. They need no type.
pub const RESULT_KINDS: &[&str] = &["string", "delimited", "dataset", "xml", "integers", "none"];

/// The content of a string.
pub const CONTENTS: &[&str] = &[Content::Xml.name(), Content::Json.name()];

/// Whether records at an end date belong to a response.
pub const ENDS: &[&str] = &[EndDate::Excluded.name(), EndDate::Included.name()];

/// How validators process what a wildcard accepts.
pub const PROCESSES: &[&str] =
    &[ProcessContents::Strict.name(), ProcessContents::Lax.name(), ProcessContents::Skip.name()];

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

/// Types that are neither built-in scalars nor declared.
pub const OTHER_TYPES: &[&str] = &["any", "xml", "DataSet", "DataTable"];

/// Denotes the service's namespace, which may be a setting, where another namespace is the default.
pub const SERVICE_NAMESPACE: &str = "##service";

/// The styles of an operation's messages.
pub const STYLES: &[&str] = &["wrapped", "bare", "rpc"];

/// The ways to treat a response that contradicts the description.
pub const ON_CONTRADICTION: &[&str] = &[OnContradiction::Error.name(), OnContradiction::Note.name()];

/// The mappings of a column in a DataSet.
pub const MAPPINGS: &[&str] = &["element", "attribute", "hidden", "text"];

/// The directions of a header.
pub const DIRECTIONS: &[&str] = &["in", "out", "both"];
