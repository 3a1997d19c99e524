//! The elements and attributes of a spec: the one table that the reader goes by.
//!
//! `spec/service.xsd` says the same to editors; a test compares the two.

use crate::diagnostic::Code;

/// What may stand where in one kind of element.
#[derive(Debug)]
pub struct ElementRule {
    /// The element's name. It means the same wherever it stands.
    pub name: &'static str,
    /// Its attributes.
    pub attributes: &'static [AttributeRule],
    /// Its child elements.
    pub children: &'static [ChildRule],
    /// Children of which one at least must be there.
    pub needs_one_of: &'static [&'static str],
    /// Whether it holds text instead of children.
    pub text: bool,
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

const fn needed(name: &'static str) -> AttributeRule {
    AttributeRule { name, required: true, values: Values::Text }
}

const fn optional(name: &'static str, values: Values) -> AttributeRule {
    AttributeRule { name, required: false, values }
}

const fn once(name: &'static str, rank: u8) -> ChildRule {
    ChildRule { name, rank, once: true }
}

const fn many(name: &'static str, rank: u8) -> ChildRule {
    ChildRule { name, rank, once: false }
}

const fn text(name: &'static str) -> ElementRule {
    ElementRule { name, attributes: &[], children: &[], needs_one_of: &[], text: true }
}

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
    "mime-message",
    "mime-boundary",
];

/// Roles of a group.
pub const GROUP_ROLES: &[&str] = &["credentials", "delimited-text", "date-range"];

/// The transports of an operation.
pub const TRANSPORTS: &[&str] = &["soap11", "soap12", "get", "post"];

const RUST: AttributeRule = optional("rust", Values::Text);
const KIND: Values = Values::OneOf(RESULT_KINDS, Code::UnknownResultKind);

/// Every element of a spec.
pub const ELEMENTS: &[ElementRule] = &[
    ElementRule {
        name: ROOT,
        attributes: &[needed("name"), needed("path"), optional("namespace", Values::Text)],
        children: &[
            once("doc", 0),
            many("undocumented", 1),
            many("enum", 2),
            many("structure", 2),
            many("group", 2),
            once("common", 3),
            many("area", 4),
        ],
        needs_one_of: &["area"],
        text: false,
    },
    ElementRule {
        name: "enum",
        attributes: &[needed("name"), RUST],
        children: &[once("doc", 0), many("value", 1)],
        needs_one_of: &["value"],
        text: false,
    },
    ElementRule {
        name: "value",
        attributes: &[AttributeRule { name: "name", required: true, values: Values::AnyText }, RUST],
        children: &[once("doc", 0)],
        needs_one_of: &[],
        text: false,
    },
    ElementRule {
        name: "structure",
        attributes: &[needed("name"), RUST],
        children: &[once("doc", 0), many("param", 1)],
        needs_one_of: &["param"],
        text: false,
    },
    ElementRule {
        name: "group",
        attributes: &[needed("name"), optional("role", Values::OneOf(GROUP_ROLES, Code::InvalidRole))],
        children: &[once("doc", 0), many("param", 1), many("use", 1)],
        needs_one_of: &["param", "use"],
        text: false,
    },
    ElementRule {
        name: "common",
        attributes: &[],
        children: &[many("param", 0), many("use", 0)],
        needs_one_of: &[],
        text: false,
    },
    ElementRule { name: "use", attributes: &[needed("group")], children: &[], needs_one_of: &[], text: false },
    ElementRule {
        name: "param",
        attributes: &[
            needed("name"),
            needed("type"),
            optional("array", Values::Boolean),
            optional("item", Values::Text),
            optional("required", Values::Boolean),
            optional("nullable", Values::Boolean),
            optional("secret", Values::Boolean),
            optional("role", Values::OneOf(PARAMETER_ROLES, Code::InvalidRole)),
            RUST,
        ],
        children: &[once("doc", 0), many("undocumented", 1)],
        needs_one_of: &[],
        text: false,
    },
    ElementRule {
        name: "area",
        attributes: &[needed("name"), needed("title")],
        children: &[once("doc", 0), many("operation", 1)],
        needs_one_of: &["operation"],
        text: false,
    },
    ElementRule {
        name: "operation",
        attributes: &[
            needed("name"),
            optional("result", KIND),
            AttributeRule { name: "effect", required: true, values: Values::OneOf(EFFECTS, Code::InvalidEffect) },
            optional("open", Values::Boolean),
            optional("variant-of", Values::Text),
            RUST,
            optional("deprecated", Values::Text),
            optional("transports", Values::SomeOf(TRANSPORTS)),
        ],
        children: &[
            once("doc", 0),
            many("param", 1),
            many("use", 1),
            once("result", 2),
            many("limit", 3),
            many("undocumented", 4),
        ],
        needs_one_of: &[],
        text: false,
    },
    ElementRule {
        name: "result",
        attributes: &[
            optional("kind", KIND),
            optional("type", Values::Text),
            optional("array", Values::Boolean),
            optional("element", Values::Text),
        ],
        children: &[once("doc", 0), once("columns", 1)],
        needs_one_of: &[],
        text: false,
    },
    ElementRule {
        name: "columns",
        attributes: &[optional("table", Values::Text), RUST],
        children: &[many("column", 0)],
        needs_one_of: &["column"],
        text: false,
    },
    ElementRule {
        name: "column",
        attributes: &[needed("name"), needed("type"), optional("required", Values::Boolean), RUST],
        children: &[once("doc", 0)],
        needs_one_of: &[],
        text: false,
    },
    ElementRule {
        name: "limit",
        attributes: &[optional("records", Values::Number)],
        children: &[],
        needs_one_of: &[],
        text: true,
    },
    text("doc"),
    text("undocumented"),
];

/// The rule of an element.
pub fn rule(name: &str) -> Option<&'static ElementRule> {
    ELEMENTS.iter().find(|rule| rule.name == name)
}
