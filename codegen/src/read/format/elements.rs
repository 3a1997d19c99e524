//! Every element of a spec, with its attributes and children.

use super::{
    AttributeRule, CONTENTS, ChildRule, DIRECTIONS, EFFECTS, ENDS, ElementRule, GROUP_ROLES, HEADER_ROLES, MAPPINGS,
    MEMBER_ROLES, ON_CONTRADICTION, PARAMETER_ROLES, PROCESSES, RESULT_KINDS, ROOT, STYLES, TRANSPORTS, Values,
};
use crate::diagnostic::Code;

const fn element(
    name: &'static str,
    attributes: &'static [&'static [AttributeRule]],
    children: &'static [&'static [ChildRule]],
) -> ElementRule {
    ElementRule { name, attributes, children, needs_one_of: &[], text: false }
}

const fn text(name: &'static str) -> ElementRule {
    ElementRule { text: true, ..element(name, &[], &[]) }
}

impl ElementRule {
    const fn needs_one_of(self, children: &'static [&'static str]) -> Self {
        Self { needs_one_of: children, ..self }
    }
}

const fn needed(name: &'static str, values: Values) -> AttributeRule {
    AttributeRule { name, required: true, values }
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

const NAME: AttributeRule = needed("name", Values::Text);
const TYPE: AttributeRule = needed("type", Values::Text);
const RUST: AttributeRule = optional("rust", Values::Text);
const REQUIRED: AttributeRule = optional("required", Values::Boolean);
const OPTIONAL: AttributeRule = optional("optional", Values::Boolean);
const REPEATED: AttributeRule = optional("repeated", Values::Boolean);
const NULLABLE: AttributeRule = optional("nullable", Values::Boolean);
const ITEM: AttributeRule = optional("item", Values::Text);
const LIST: AttributeRule = optional("list", Values::Boolean);
const CONTENT: AttributeRule = optional("content", Values::OneOf(CONTENTS, Code::UnknownContent));
const SCALE: AttributeRule = optional("scale", Values::Digits);
const END: AttributeRule = optional("end", Values::OneOf(ENDS, Code::InvalidEndDate));
const RESOLUTION: AttributeRule = optional("resolution", Values::Text);
const SECRET: AttributeRule = optional("secret", Values::Boolean);
const MEMBER_ROLE: AttributeRule = optional("role", Values::OneOf(MEMBER_ROLES, Code::InvalidRole));
const WIRE_NAME: AttributeRule = optional("wire-name", Values::Text);
const NAMESPACE: AttributeRule = optional("namespace", Values::AnyText);
const DEFAULT: AttributeRule = optional("default", Values::AnyText);
const PART: AttributeRule = optional("part", Values::Text);
const KIND: Values = Values::OneOf(RESULT_KINDS, Code::UnknownResultKind);

/// The limits of a wildcard.
const WILDCARD: &[AttributeRule] =
    &[optional("namespaces", Values::AnyText), optional("process", Values::OneOf(PROCESSES, Code::UnknownProcess))];

const TYPE_NAME: &[AttributeRule] = &[WIRE_NAME, NAMESPACE, optional("anonymous", Values::Boolean)];

/// The number of an element's values, and whether they are required.
const OCCURRENCE: &[AttributeRule] = &[
    optional("array", Values::Boolean),
    ITEM,
    LIST,
    REPEATED,
    REQUIRED,
    OPTIONAL,
    NULLABLE,
    optional("array-nullable", Values::Boolean),
];

/// Other properties of an element that holds a value.
const ELEMENT_VALUE: &[AttributeRule] = &[DEFAULT, NAMESPACE, PART, CONTENT, SCALE, SECRET];

const DESCRIPTION: &[ChildRule] = &[once("doc", 0), many("undocumented", 1)];

/// Content of a structure or message besides named elements.
const OTHER_CONTENT: &[ChildRule] = &[
    many("attribute", 1),
    once("text", 1),
    once("mixed", 1),
    many("choice", 1),
    many("any", 1),
    once("any-attributes", 1),
];

pub const ELEMENTS: &[ElementRule] = &[
    element(
        ROOT,
        &[&[NAME, needed("path", Values::Text), NAMESPACE, optional("imported", Values::Boolean)]],
        &[
            DESCRIPTION,
            &[
                many("port", 2),
                many("enum", 3),
                many("structure", 3),
                many("dataset", 3),
                many("array", 3),
                many("group", 3),
                once("common", 4),
                many("area", 5),
            ],
        ],
    )
    .needs_one_of(&["area"]),
    element(
        "port",
        &[&[
            NAME,
            needed("transport", Values::OneOf(TRANSPORTS, Code::UnknownTransport)),
            optional("path", Values::Text),
        ]],
        &[],
    ),
    element(
        "enum",
        &[&[NAME, optional("flags", Values::Boolean)], TYPE_NAME, &[RUST]],
        &[&[once("doc", 0), many("value", 1)]],
    )
    .needs_one_of(&["value"]),
    element("value", &[&[needed("name", Values::AnyText), RUST]], &[&[once("doc", 0)]]),
    element(
        "structure",
        &[&[NAME, optional("base", Values::Text), optional("abstract", Values::Boolean)], TYPE_NAME, &[RUST]],
        &[&[once("doc", 0), many("param", 1)], OTHER_CONTENT],
    ),
    element(
        "array",
        &[
            &[NAME, optional("type", Values::Text), ITEM, LIST, optional("item-namespace", Values::AnyText), NULLABLE],
            TYPE_NAME,
        ],
        &[&[many("param", 0)]],
    ),
    element(
        "group",
        &[&[NAME, optional("role", Values::OneOf(GROUP_ROLES, Code::InvalidRole))]],
        &[&[once("doc", 0), many("param", 1), many("use", 1)], OTHER_CONTENT],
    )
    .needs_one_of(&["param", "use", "choice", "any"]),
    element("common", &[], &[&[many("param", 1), many("use", 1)], OTHER_CONTENT, &[many("header", 2)]]),
    element("use", &[&[needed("group", Values::Text)]], &[]),
    element(
        "param",
        &[
            &[NAME, TYPE],
            OCCURRENCE,
            ELEMENT_VALUE,
            &[END, RESOLUTION, optional("role", Values::OneOf(PARAMETER_ROLES, Code::InvalidRole)), RUST],
        ],
        &[DESCRIPTION],
    ),
    element(
        "attribute",
        &[&[NAME, TYPE, LIST, REQUIRED, OPTIONAL, DEFAULT, NAMESPACE, CONTENT, SCALE, SECRET, MEMBER_ROLE, RUST]],
        &[DESCRIPTION],
    ),
    element("text", &[&[TYPE, LIST, REQUIRED, OPTIONAL, CONTENT, SCALE, SECRET, MEMBER_ROLE, RUST]], &[DESCRIPTION]),
    element("mixed", &[WILDCARD, &[SECRET, RUST]], &[DESCRIPTION]),
    element(
        "choice",
        &[&[REPEATED, REQUIRED, OPTIONAL, SECRET, RUST]],
        &[DESCRIPTION, &[many("param", 2), many("choice", 2), many("any", 2)]],
    )
    .needs_one_of(&["param", "choice", "any"]),
    element("any", &[WILDCARD, &[REPEATED, REQUIRED, PART, SECRET, RUST]], &[DESCRIPTION]),
    element("any-attributes", &[WILDCARD, &[SECRET, RUST]], &[DESCRIPTION]),
    element(
        "output",
        &[&[optional("name", Values::Text), optional("type", Values::Text)], OCCURRENCE, ELEMENT_VALUE, &[RUST]],
        &[
            DESCRIPTION,
            &[
                once("attribute", 2),
                once("text", 2),
                once("mixed", 2),
                once("choice", 2),
                once("any", 2),
                once("any-attributes", 2),
            ],
        ],
    ),
    element(
        "header",
        &[
            &[NAME, TYPE, optional("direction", Values::OneOf(DIRECTIONS, Code::InvalidDirection))],
            OCCURRENCE,
            ELEMENT_VALUE,
            &[optional("role", Values::OneOf(HEADER_ROLES, Code::InvalidRole)), RUST],
        ],
        &[DESCRIPTION],
    ),
    element("area", &[&[NAME, needed("title", Values::Text)]], &[&[once("doc", 0), many("operation", 1)]])
        .needs_one_of(&["operation"]),
    element(
        "operation",
        &[&[
            NAME,
            optional("result", KIND),
            CONTENT,
            optional("rows", Values::Text),
            needed("effect", Values::OneOf(EFFECTS, Code::InvalidEffect)),
            optional("open", Values::Boolean),
            optional("open-namespaces", Values::AnyText),
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
            optional("on-contradiction", Values::OneOf(ON_CONTRADICTION, Code::InvalidOnContradiction)),
        ]],
        &[
            &[once("doc", 0), many("param", 1), many("use", 1)],
            OTHER_CONTENT,
            &[once("result", 2), many("output", 3), many("header", 4), many("limit", 5), many("undocumented", 6)],
        ],
    ),
    element(
        "result",
        &[
            &[optional("kind", KIND), optional("type", Values::Text)],
            OCCURRENCE,
            &[NAMESPACE, CONTENT, SCALE, optional("element", Values::Text)],
        ],
        &[&[once("doc", 0), once("columns", 1)]],
    ),
    element("columns", &[&[optional("table", Values::Text), RUST]], &[&[many("column", 0)]]).needs_one_of(&["column"]),
    element(
        "dataset",
        &[&[NAME, WIRE_NAME, needed("namespace", Values::Text), RUST]],
        &[&[once("doc", 0), many("table", 1)]],
    )
    .needs_one_of(&["table"]),
    element("table", &[&[NAME, optional("row", Values::Text), RUST]], &[&[once("doc", 0), many("column", 1)]])
        .needs_one_of(&["column"]),
    element(
        "column",
        &[&[NAME, TYPE, REQUIRED, SCALE, optional("mapping", Values::OneOf(MAPPINGS, Code::UnknownMapping)), RUST]],
        &[&[once("doc", 0)]],
    ),
    ElementRule { text: true, ..element("limit", &[&[optional("records", Values::Number)]], &[]) },
    text("doc"),
    text("undocumented"),
];

pub fn rule(name: &str) -> Option<&'static ElementRule> {
    ELEMENTS.iter().find(|rule| rule.name == name)
}
