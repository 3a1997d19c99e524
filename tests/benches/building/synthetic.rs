//! A made-up service of any size: what is written as a spec for asmx-codegen and as a descriptor set for tonic.
//!
//! Everything is a function of the operation's position, so two runs measure the same input.

use std::borrow::Cow;

use heck::{ToSnakeCase as _, ToUpperCamelCase as _};

/// How many operations a service has, and how many types of its own these take and return.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) operations: usize,
    pub(crate) types: usize,
}

impl std::fmt::Display for Size {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.types {
            0 => write!(formatter, "{}", self.operations),
            types => write!(formatter, "{} with {types} types", self.operations),
        }
    }
}

/// A service with as many operations as asked for.
pub(crate) struct Service {
    pub(crate) operations: Vec<Operation>,
    /// Types that parameters, results and other types are of.
    pub(crate) types: Vec<NamedType>,
}

/// A structure or an enumeration: a message or an enum for tonic.
pub(crate) struct NamedType {
    pub(crate) name: String,
    /// Members of a structure; those of an enumeration are [`VALUES`].
    pub(crate) members: Option<Vec<Parameter>>,
}

/// The values of every enumeration.
pub(crate) const VALUES: [&str; 4] = ["First", "Second", "Third", "Fourth"];

/// An operation, which is an rpc for tonic.
pub(crate) struct Operation {
    /// Name on the wire (`Reports_GetBounces17`).
    pub(crate) name: String,
    /// Its area's position in [`AREAS`].
    pub(crate) area: usize,
    /// One or two sentences.
    pub(crate) doc: String,
    /// Entries in wire order; groups count with all their members.
    pub(crate) entries: Cow<'static, [Entry]>,
    pub(crate) result: ResultKind,
}

impl Operation {
    /// The Rust and protobuf name of the request.
    pub(crate) fn request(&self) -> String {
        self.name.to_upper_camel_case()
    }

    /// The Rust name of the method.
    pub(crate) fn method(&self) -> String {
        self.name.to_snake_case()
    }

    /// All parameters, groups expanded.
    pub(crate) fn parameters(&self) -> impl Iterator<Item = &Parameter> {
        self.entries.iter().flat_map(|entry| match entry {
            Entry::Parameter(parameter) => std::slice::from_ref(parameter),
            Entry::Group(group) => group.parameters,
        })
    }
}

/// An entry of an operation's parameter list.
#[derive(Clone)]
pub(crate) enum Entry {
    Parameter(Parameter),
    /// A group that the spec states once and uses by name. Protobuf has no such thing: there its fields are repeated.
    Group(&'static Group),
}

/// Parameters that go together.
pub(crate) struct Group {
    pub(crate) name: &'static str,
    pub(crate) role: Option<&'static str>,
    pub(crate) parameters: &'static [Parameter],
}

/// A parameter or member, which is a field of a message for tonic.
#[derive(Clone)]
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) doc: &'static str,
    /// Its role in the spec, if it has one.
    pub(crate) role: Option<&'static str>,
}

impl Parameter {
    const fn new(name: &'static str, kind: Kind, doc: &'static str) -> Self {
        Self { name, kind, doc, role: None }
    }

    const fn role(mut self, role: &'static str) -> Self {
        self.role = Some(role);
        self
    }

    /// The Rust and protobuf name of the field.
    pub(crate) fn field(&self) -> String {
        self.name.to_snake_case()
    }
}

/// Type of a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Int,
    Long,
    Texts,
    /// The type at that position.
    Type(usize),
    /// An array of the type at that position.
    Types(usize),
}

/// The result of an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResultKind {
    Delimited,
    Text,
    DataSet,
    Xml,
    Integers,
    None,
    /// The type at that position.
    Type(usize),
}

impl ResultKind {
    /// Every kind that has a reply message of its own, in their order.
    pub(crate) const ALL: [Self; 6] =
        [Self::Delimited, Self::Text, Self::DataSet, Self::Xml, Self::Integers, Self::None];

    /// The name of the kind in a spec.
    pub(crate) fn spec_name(self, service: &Service) -> &str {
        match self {
            Self::Type(index) => service.name_of(index),
            Self::Delimited => "delimited",
            Self::Text => "string",
            Self::DataSet => "dataset",
            Self::Xml => "xml",
            Self::Integers => "integers",
            Self::None => "none",
        }
    }

    /// The protobuf message that all operations of the kind return.
    pub(crate) fn reply(self, service: &Service) -> &str {
        match self {
            Self::Type(index) => service.name_of(index),
            Self::Delimited => "DelimitedReply",
            Self::Text => "TextReply",
            Self::DataSet => "DataSetReply",
            Self::Xml => "XmlReply",
            Self::Integers => "IntegersReply",
            Self::None => "EmptyReply",
        }
    }
}

/// Short names and titles of the areas.
pub(crate) const AREAS: [(&str, &str); 5] = [
    ("reports", "Delivery reports"),
    ("lists", "Lists and their members"),
    ("campaigns", "Campaigns"),
    ("messages", "Single messages"),
    ("accounts", "Accounts"),
];

use Entry::Group as G;
use Entry::Parameter as P;
use Kind::{Int, Long, Text, Texts};

/// Groups of the spec.
pub(crate) const GROUPS: [&Group; 2] = [&DATE_RANGE, &DELIMITERS];

static DATE_RANGE: Group = Group {
    name: "DateRange",
    role: None,
    parameters: &[
        Parameter::new("BeginDate", Text, "First day of the time frame, that day included."),
        Parameter::new("EndDate", Text, "Last day of the time frame. Its format is not shown."),
    ],
};

static DELIMITERS: Group = Group {
    name: "Delimiters",
    role: Some("delimited-text"),
    parameters: &[
        Parameter::new("RowDelimiter", Text, "Separates the rows of the result.").role("row-delimiter"),
        Parameter::new("ColDelimiter", Text, "Separates the columns of the result.").role("column-delimiter"),
        Parameter::new("TextQualifier", Text, "Encloses values of the result that hold a delimiter.")
            .role("text-qualifier"),
    ],
};

/// Parameter lists and results that operations take in turn: about six parameters each.
static SHAPES: [(&[Entry], ResultKind); 7] = [
    (
        &[G(&DATE_RANGE), P(Parameter::new("SortBy", Text, "Name of the column to sort by.")), G(&DELIMITERS)],
        ResultKind::Delimited,
    ),
    (
        &[
            P(Parameter::new("GroupName", Text, "Name of the list. It has to exist.")),
            P(Parameter::new("EmailAddress", Text, "Address of the member.")),
            P(Parameter::new("GroupMemberID", Int, "Identifier of the member in the list.")),
            P(Parameter::new("FieldNames", Texts, "Names of the fields that are given values.")),
            P(Parameter::new("FieldValues", Texts, "Values of the fields, in the order of their names.")),
            P(Parameter::new("Options", Text, "Further options. Their values are not shown.")),
        ],
        ResultKind::Text,
    ),
    (
        &[
            P(Parameter::new("JobID", Int, "Identifier of the campaign.")),
            G(&DATE_RANGE),
            P(Parameter::new("SortBy", Text, "Name of the column to sort by.")),
            P(Parameter::new("SortOrder", Text, "Direction to sort in. Its values are not shown.")),
            P(Parameter::new("PageSize", Int, "Most rows that one response may hold.")),
        ],
        ResultKind::DataSet,
    ),
    (
        &[
            P(Parameter::new("TransactionalID", Long, "Identifier of the message.")),
            G(&DATE_RANGE),
            P(Parameter::new("SortBy", Text, "Name of the column to sort by.")),
            P(Parameter::new("SortOrder", Text, "Direction to sort in. Its values are not shown.")),
            P(Parameter::new("MaxCount", Text, "Most bounces that an address may have.")),
        ],
        ResultKind::Xml,
    ),
    (
        &[
            P(Parameter::new("JobID", Int, "Identifier of the campaign.")),
            P(Parameter::new("PageIndex", Int, "Number of the page. The first one is 0.")),
            P(Parameter::new("PageSize", Int, "Most items that a page may hold.")),
            P(Parameter::new("ToGroupFilter", Text, "Takes only members that match.")),
            P(Parameter::new("Since", Text, "First day to look at, that day included.")),
        ],
        ResultKind::Integers,
    ),
    (
        &[
            P(Parameter::new("FromEmail", Text, "Address of the sender.")),
            P(Parameter::new("FromName", Text, "Name of the sender, as recipients see it.")),
            P(Parameter::new("ToGroups", Text, "Lists of recipients. How several are separated is not shown.")),
            P(Parameter::new("Subject", Text, "Subject of the message.")),
            P(Parameter::new("RawMessage", Text, "The message with all its MIME parts.")),
            P(Parameter::new("Boundary", Text, "The MIME boundary between the parts.")),
            P(Parameter::new("Options", Text, "Further options. Their values are not shown.")),
        ],
        ResultKind::Text,
    ),
    (
        &[
            P(Parameter::new("SubUsername", Text, "User name of the account that is changed.")),
            P(Parameter::new("SubFirstName", Text, "First name of its holder.")),
            P(Parameter::new("SubLastName", Text, "Last name of its holder.")),
            P(Parameter::new("SubEmailAddress", Text, "Address of its holder. Notices go there.")),
            P(Parameter::new("SubPhoneNumber", Text, "Telephone number of its holder.")),
        ],
        ResultKind::None,
    ),
];

const VERBS: [&str; 6] = ["Get", "Edit", "Import", "Remove", "Rename", "Schedule"];
const NOUNS: [&str; 7] = ["Bounces", "Members", "Recipients", "Clicks", "Statistics", "Messages", "SubAccounts"];

impl Service {
    /// A service of `size` operations.
    fn new(size: usize) -> Self {
        Self { operations: (0..size).map(operation).collect(), types: Vec::new() }
    }

    /// A service of `size` operations that take and return `types` types.
    fn typed(size: usize, types: usize) -> Self {
        let mut service = Self { operations: Vec::new(), types: (0..types).map(named_type).collect() };
        service.operations = (0..size).map(|index| typed_operation(index, types)).collect();
        service
    }

    /// A service of that size.
    pub(crate) fn of(size: Size) -> Self {
        if size.types == 0 { Self::new(size.operations) } else { Self::typed(size.operations, size.types) }
    }

    /// The name of the type at that position.
    pub(crate) fn name_of(&self, index: usize) -> &str {
        self.types.get(index).map_or("", |named| &named.name)
    }

    /// Whether the type at that position is an enumeration.
    pub(crate) fn is_enumeration(&self, index: usize) -> bool {
        self.types.get(index).is_some_and(|named| named.members.is_none())
    }
}

/// One of four types is an enumeration.
const fn is_enumeration(index: usize) -> bool {
    index % 4 == 1
}

/// The structure that comes `back` structures before `index`, or the first one.
fn structure_before(index: usize, back: usize) -> usize {
    (0..index).rev().filter(|index| !is_enumeration(*index)).nth(back).unwrap_or_default()
}

/// The type at that position: a structure of texts, numbers, an enumeration, another structure and arrays.
fn named_type(index: usize) -> NamedType {
    if is_enumeration(index) {
        return NamedType { name: format!("Kind{index}"), members: None };
    }
    let mut members = vec![
        Parameter::new("ID", Int, "Identifier in the account."),
        Parameter::new("Name", Text, "Name, as people see it."),
        Parameter::new("Created", Text, "Day on which it was made. Its format is not shown."),
        Parameter::new("Size", Long, "How many bytes it has."),
        Parameter::new("Labels", Texts, "Words by which it is found."),
    ];
    let kind = (0..index).rev().find(|index| is_enumeration(*index));
    members.extend(kind.map(|kind| Parameter::new("Kind", Kind::Type(kind), "What it is.")));
    // Services nest types some levels deep, not hundreds.
    if !index.is_multiple_of(8) {
        members.push(Parameter::new("Owner", Kind::Type(structure_before(index, 0)), "Whose it is."));
        members.push(Parameter::new("Parts", Kind::Types(structure_before(index, 0)), "What it consists of."));
    }
    NamedType { name: format!("Item{index}"), members: Some(members) }
}

/// An operation that takes a type and returns one.
fn typed_operation(index: usize, types: usize) -> Operation {
    let structure = |position: usize| structure_before(position % types + 1, 0);
    let entries = vec![
        P(Parameter::new("JobID", Int, "Identifier of the campaign.")),
        P(Parameter::new("Filter", Text, "Takes only items that match.")),
        P(Parameter::new("Item", Kind::Type(structure(index)), "What is asked for.")),
    ];
    let result = ResultKind::Type(structure(index + types / 2));
    Operation { entries: entries.into(), result, ..operation(index) }
}

fn operation(index: usize) -> Operation {
    let area = index % AREAS.len();
    let area_name = AREAS.get(area).map_or("", |(name, _)| name).to_upper_camel_case();
    let verb = nth(&VERBS, index / AREAS.len());
    let noun = nth(&NOUNS, index);
    let doc = if index.is_multiple_of(2) {
        format!("{verb}s the {} of an account in a time frame, most recent first.", noun.to_lowercase())
    } else {
        let noun = noun.to_lowercase();
        format!("{verb}s {noun} that match what is given. Returns what became of each of the {noun}.")
    };
    let shapes = SHAPES.iter().cycle().nth(index % SHAPES.len());
    let (entries, result) = shapes.map_or((&[][..], ResultKind::None), |(entries, result)| (*entries, *result));
    let entries = Cow::Borrowed(entries);
    Operation { name: format!("{area_name}_{verb}{noun}{index}"), area, doc, entries, result }
}

fn nth<'a>(words: &[&'a str], index: usize) -> &'a str {
    words.iter().cycle().nth(index % words.len()).copied().unwrap_or_default()
}
