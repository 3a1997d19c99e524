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
    "mime-message",
    "mime-boundary",
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

const RUST: AttributeRule = optional("rust", Values::Text);
const REQUIRED: AttributeRule = optional("required", Values::Boolean);
const OPTIONAL: AttributeRule = optional("optional", Values::Boolean);
const REPEATED: AttributeRule = optional("repeated", Values::Boolean);
const NULLABLE: AttributeRule = optional("nullable", Values::Boolean);
const ARRAY_NULLABLE: AttributeRule = optional("array-nullable", Values::Boolean);
const ARRAY: AttributeRule = optional("array", Values::Boolean);
const ITEM: AttributeRule = optional("item", Values::Text);
const LIST: AttributeRule = optional("list", Values::Boolean);
const SECRET: AttributeRule = optional("secret", Values::Boolean);
const MEMBER_ROLE: AttributeRule = optional("role", Values::OneOf(MEMBER_ROLES, Code::InvalidRole));
const ANONYMOUS: AttributeRule = optional("anonymous", Values::Boolean);
const WIRE_NAME: AttributeRule = optional("wire-name", Values::Text);
const NAMESPACE: AttributeRule = optional("namespace", Values::AnyText);
const DEFAULT: AttributeRule = optional("default", Values::AnyText);
const PART: AttributeRule = optional("part", Values::Text);
const DESCRIPTION: [ChildRule; 2] = [once("doc", 0), many("undocumented", 1)];
const KIND: Values = Values::OneOf(RESULT_KINDS, Code::UnknownResultKind);

/// Every element of a spec.
pub const ELEMENTS: &[ElementRule] = &[
    ElementRule {
        name: ROOT,
        attributes: &[needed("name"), needed("path"), NAMESPACE, optional("imported", Values::Boolean)],
        children: &[
            once("doc", 0),
            many("undocumented", 1),
            many("port", 2),
            many("enum", 3),
            many("structure", 3),
            many("dataset", 3),
            many("array", 3),
            many("group", 3),
            once("common", 4),
            many("area", 5),
        ],
        needs_one_of: &["area"],
        text: false,
    },
    ElementRule {
        name: "port",
        attributes: &[
            needed("name"),
            AttributeRule {
                name: "transport",
                required: true,
                values: Values::OneOf(TRANSPORTS, Code::UnknownTransport),
            },
            optional("path", Values::Text),
        ],
        children: &[],
        needs_one_of: &[],
        text: false,
    },
    ElementRule {
        name: "enum",
        attributes: &[needed("name"), optional("flags", Values::Boolean), WIRE_NAME, NAMESPACE, ANONYMOUS, RUST],
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
        attributes: &[
            needed("name"),
            optional("base", Values::Text),
            optional("abstract", Values::Boolean),
            WIRE_NAME,
            NAMESPACE,
            ANONYMOUS,
            RUST,
        ],
        children: &[
            once("doc", 0),
            many("param", 1),
            many("attribute", 1),
            once("text", 1),
            once("mixed", 1),
            many("choice", 1),
            many("any", 1),
            once("any-attributes", 1),
        ],
        needs_one_of: &[],
        text: false,
    },
    ElementRule {
        name: "array",
        attributes: &[
            needed("name"),
            optional("type", Values::Text),
            ITEM,
            LIST,
            optional("item-namespace", Values::AnyText),
            NULLABLE,
            WIRE_NAME,
            NAMESPACE,
            ANONYMOUS,
        ],
        children: &[many("param", 0)],
        needs_one_of: &[],
        text: false,
    },
    ElementRule {
        name: "group",
        attributes: &[needed("name"), optional("role", Values::OneOf(GROUP_ROLES, Code::InvalidRole))],
        children: &[
            once("doc", 0),
            many("param", 1),
            many("use", 1),
            many("attribute", 1),
            once("text", 1),
            once("mixed", 1),
            many("choice", 1),
            many("any", 1),
            once("any-attributes", 1),
        ],
        needs_one_of: &["param", "use", "choice", "any"],
        text: false,
    },
    ElementRule {
        name: "common",
        attributes: &[],
        children: &[
            many("param", 0),
            many("use", 0),
            many("attribute", 0),
            once("text", 0),
            once("mixed", 0),
            many("choice", 0),
            many("any", 0),
            once("any-attributes", 0),
            many("header", 1),
        ],
        needs_one_of: &[],
        text: false,
    },
    ElementRule { name: "use", attributes: &[needed("group")], children: &[], needs_one_of: &[], text: false },
    ElementRule {
        name: "param",
        attributes: &[
            needed("name"),
            needed("type"),
            ARRAY,
            ITEM,
            LIST,
            REPEATED,
            REQUIRED,
            OPTIONAL,
            NULLABLE,
            ARRAY_NULLABLE,
            DEFAULT,
            NAMESPACE,
            PART,
            SECRET,
            optional("role", Values::OneOf(PARAMETER_ROLES, Code::InvalidRole)),
            RUST,
        ],
        children: &DESCRIPTION,
        needs_one_of: &[],
        text: false,
    },
    ElementRule {
        name: "attribute",
        attributes: &[
            needed("name"),
            needed("type"),
            LIST,
            REQUIRED,
            OPTIONAL,
            DEFAULT,
            NAMESPACE,
            SECRET,
            MEMBER_ROLE,
            RUST,
        ],
        children: &DESCRIPTION,
        needs_one_of: &[],
        text: false,
    },
    ElementRule {
        name: "text",
        attributes: &[needed("type"), LIST, REQUIRED, OPTIONAL, SECRET, MEMBER_ROLE, RUST],
        children: &DESCRIPTION,
        needs_one_of: &[],
        text: false,
    },
    ElementRule { name: "mixed", attributes: &[SECRET, RUST], children: &DESCRIPTION, needs_one_of: &[], text: false },
    ElementRule {
        name: "choice",
        attributes: &[REPEATED, REQUIRED, OPTIONAL, SECRET, RUST],
        children: &[once("doc", 0), many("undocumented", 1), many("param", 2), many("choice", 2), many("any", 2)],
        needs_one_of: &["param", "choice", "any"],
        text: false,
    },
    ElementRule {
        name: "any",
        attributes: &[REPEATED, REQUIRED, PART, SECRET, RUST],
        children: &DESCRIPTION,
        needs_one_of: &[],
        text: false,
    },
    ElementRule {
        name: "any-attributes",
        attributes: &[SECRET, RUST],
        children: &DESCRIPTION,
        needs_one_of: &[],
        text: false,
    },
    ElementRule {
        name: "output",
        attributes: &[
            optional("name", Values::Text),
            optional("type", Values::Text),
            ARRAY,
            ITEM,
            LIST,
            REPEATED,
            REQUIRED,
            OPTIONAL,
            NULLABLE,
            ARRAY_NULLABLE,
            DEFAULT,
            NAMESPACE,
            PART,
            SECRET,
            RUST,
        ],
        children: &[
            once("doc", 0),
            many("undocumented", 1),
            once("attribute", 2),
            once("text", 2),
            once("mixed", 2),
            once("choice", 2),
            once("any", 2),
            once("any-attributes", 2),
        ],
        needs_one_of: &[],
        text: false,
    },
    ElementRule {
        name: "header",
        attributes: &[
            needed("name"),
            needed("type"),
            optional("direction", Values::OneOf(DIRECTIONS, Code::InvalidDirection)),
            ARRAY,
            ITEM,
            LIST,
            REPEATED,
            REQUIRED,
            OPTIONAL,
            NULLABLE,
            ARRAY_NULLABLE,
            DEFAULT,
            NAMESPACE,
            PART,
            SECRET,
            optional("role", Values::OneOf(HEADER_ROLES, Code::InvalidRole)),
            RUST,
        ],
        children: &DESCRIPTION,
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
            optional("ports", Values::Text),
            optional("style", Values::OneOf(STYLES, Code::InvalidStyle)),
            optional("request-element", Values::Text),
            optional("request-namespace", Values::AnyText),
            optional("response-element", Values::Text),
            optional("response-namespace", Values::AnyText),
            optional("action", Values::AnyText),
            optional("location", Values::Text),
            optional("one-way", Values::Boolean),
        ],
        children: &[
            once("doc", 0),
            many("param", 1),
            many("use", 1),
            many("attribute", 1),
            once("text", 1),
            once("mixed", 1),
            many("choice", 1),
            many("any", 1),
            once("any-attributes", 1),
            once("result", 2),
            many("output", 3),
            many("header", 4),
            many("limit", 5),
            many("undocumented", 6),
        ],
        needs_one_of: &[],
        text: false,
    },
    ElementRule {
        name: "result",
        attributes: &[
            optional("kind", KIND),
            optional("type", Values::Text),
            ARRAY,
            ITEM,
            LIST,
            REPEATED,
            REQUIRED,
            OPTIONAL,
            NULLABLE,
            ARRAY_NULLABLE,
            NAMESPACE,
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
        name: "dataset",
        attributes: &[needed("name"), WIRE_NAME, needed("namespace"), RUST],
        children: &[once("doc", 0), many("table", 1)],
        needs_one_of: &["table"],
        text: false,
    },
    ElementRule {
        name: "table",
        attributes: &[needed("name"), optional("row", Values::Text), RUST],
        children: &[once("doc", 0), many("column", 1)],
        needs_one_of: &["column"],
        text: false,
    },
    ElementRule {
        name: "column",
        attributes: &[
            needed("name"),
            needed("type"),
            optional("required", Values::Boolean),
            optional("mapping", Values::OneOf(MAPPINGS, Code::UnknownMapping)),
            RUST,
        ],
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
