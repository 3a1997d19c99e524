//! Schemas of ours, compiled: each value is compared with one rule, which it finds by its `$type` or its kind.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value as Json};

/// The member with the name of a value's type.
pub(super) const TYPE: &str = "$type";

/// The most values that an error lists.
const LISTED: usize = 20;

/// The position of a rule.
pub(super) type Id = usize;

/// A schema with its definitions.
pub(crate) struct Rules {
    all: Vec<Rule>,
    root: Id,
    /// The rules of structures of families, by the name in `$type`.
    types: HashMap<String, Id>,
}

pub(super) enum Rule {
    Plain(Box<Plain>),
    /// Another rule, for objects that have these members.
    With(Id, Vec<String>),
    OneOf(Vec<Id>),
    Family(Family),
}

/// A structure and the types that are derived from it.
pub(super) struct Family {
    /// The rule of values that do not name their type; `None` if the structure is abstract.
    pub(super) declared: Option<Id>,
    pub(super) members: HashSet<Id>,
    /// `one of "{urn}A", "{urn}B" is expected`.
    pub(super) expected: String,
}

/// A rule without alternatives.
#[derive(Default)]
pub(super) struct Plain {
    pub(super) constant: Option<Json>,
    pub(super) values: Option<Values>,
    pub(super) types: Vec<String>,
    pub(super) minimum: Option<i64>,
    pub(super) maximum: Option<i64>,
    pub(super) items: Option<Id>,
    pub(super) members: Option<Members>,
    pub(super) most_members: Option<usize>,
    pub(super) required: Vec<String>,
}

/// The values of an enumeration.
pub(super) struct Values {
    pub(super) all: HashSet<String>,
    /// `one of "a", "b" is expected`.
    pub(super) expected: String,
}

pub(super) struct Members {
    /// In the order of the schema.
    pub(super) names: Vec<String>,
    rules: HashMap<String, Id>,
    pub(super) others: Others,
}

/// The rule of members that have none of their own.
pub(super) enum Others {
    Any,
    Refused,
    Fit(Id),
}

/// The rule of a member.
pub(super) enum Known {
    Any,
    Unknown,
    Fit(Id),
}

impl Members {
    pub(super) fn known(&self, name: &str) -> Known {
        if let Some(rule) = self.rules.get(name) {
            return Known::Fit(*rule);
        }
        match self.others {
            Others::Any => Known::Any,
            Others::Refused => Known::Unknown,
            Others::Fit(rule) => Known::Fit(rule),
        }
    }
}

impl Rules {
    /// The rules of a schema. `definitions` are by name, and references end with it.
    pub(crate) fn new(schema: &Json, definitions: &Map<String, Json>) -> Self {
        let mut compiler = Compiler {
            definitions,
            all: Vec::new(),
            named: HashMap::new(),
            types: HashMap::new(),
            waiting: Vec::new(),
        };
        let root = compiler.rule(schema);
        // Structures hold each other, and a chain of them may be long.
        while let Some((id, schema)) = compiler.waiting.pop() {
            let rule = compiler.compiled(schema);
            compiler.set(id, rule);
        }
        Self { all: compiler.all, root, types: compiler.types }
    }

    pub(super) const fn root(&self) -> Id {
        self.root
    }

    pub(super) fn get(&self, id: Id) -> Option<&Rule> {
        self.all.get(id)
    }

    /// The rule of the type that a value names, if it is of the family.
    pub(super) fn member(&self, family: &Family, name: &Json) -> Option<Id> {
        let id = self.types.get(name.as_str()?)?;
        family.members.get(id).copied()
    }

    /// Whether the schema has a member of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.root_members().is_some_and(|members| members.rules.contains_key(name))
    }

    /// Whether the schema lists its members.
    pub(crate) fn has_members(&self) -> bool {
        self.root_members().is_some()
    }

    fn root_members(&self) -> Option<&Members> {
        match self.get(self.root)? {
            Rule::Plain(plain) => plain.members.as_ref(),
            _ => None,
        }
    }
}

struct Compiler<'a> {
    definitions: &'a Map<String, Json>,
    all: Vec<Rule>,
    /// By the name of the definition.
    named: HashMap<&'a str, Id>,
    types: HashMap<String, Id>,
    /// Rules that are compiled later.
    waiting: Vec<(Id, &'a Json)>,
}

impl<'a> Compiler<'a> {
    fn rule(&mut self, schema: &'a Json) -> Id {
        let rule = self.compiled(schema);
        self.add(rule)
    }

    fn add(&mut self, rule: Rule) -> Id {
        self.all.push(rule);
        self.all.len() - 1
    }

    fn set(&mut self, id: Id, rule: Rule) {
        if let Some(place) = self.all.get_mut(id) {
            *place = rule;
        }
    }

    /// Leaves the schema for later.
    fn later(&mut self, schema: &'a Json) -> Id {
        let id = self.add(Rule::Plain(Box::default()));
        self.waiting.push((id, schema));
        id
    }

    /// The rule of a structure of a family: one, however many alternatives name it.
    fn named_type(&mut self, schema: &'a Json) -> Option<Id> {
        let name = type_of(schema)?;
        if let Some(id) = self.types.get(name) {
            return Some(*id);
        }
        let id = self.later(schema);
        self.types.insert(name.to_owned(), id);
        Some(id)
    }

    fn reference(&mut self, reference: &'a str) -> Option<Id> {
        let name = reference.rsplit('/').next().unwrap_or_default();
        if let Some(id) = self.named.get(name) {
            return Some(*id);
        }
        let definitions = self.definitions;
        let schema = definitions.get(name)?;
        let id = match self.named_type(schema) {
            Some(id) => id,
            None => self.later(schema),
        };
        self.named.insert(name, id);
        Some(id)
    }

    fn compiled(&mut self, schema: &'a Json) -> Rule {
        if let Some(reference) = schema.get("$ref").and_then(Json::as_str) {
            let Some(id) = self.reference(reference) else { return Rule::Plain(Box::default()) };
            return Rule::With(id, texts(schema, "required"));
        }
        match schema.get("anyOf").and_then(Json::as_array) {
            Some(alternatives) => self.family(alternatives).unwrap_or_else(|| {
                let alternatives = alternatives.iter().map(|schema| self.rule(schema));
                Rule::OneOf(alternatives.collect())
            }),
            None => Rule::Plain(Box::new(self.plain(schema))),
        }
    }

    /// The family that the alternatives are: the structure itself, unless it is abstract, and references that demand `$type`.
    fn family(&mut self, alternatives: &'a [Json]) -> Option<Rule> {
        let mut family = Family { declared: None, members: HashSet::new(), expected: String::new() };
        let mut names = Vec::new();
        for schema in alternatives {
            let structure = match schema.get("$ref").and_then(Json::as_str) {
                Some(reference) if !texts(schema, "required").is_empty() => self.own(reference),
                Some(_) => return None,
                None => Some(schema),
            };
            // An abstract structure has no values, and its derived types stand in the list, too.
            let Some(structure) = structure else { continue };
            let name = type_of(structure)?;
            let id = self.named_type(structure)?;
            if schema.get("$ref").is_none() {
                family.declared = Some(id);
            }
            family.members.insert(id);
            names.push(name);
        }
        family.expected = one_of(&names);
        Some(Rule::Family(family))
    }

    /// The structure that a reference names, without the types derived from it.
    fn own(&self, reference: &str) -> Option<&'a Json> {
        let definitions = self.definitions;
        let schema = definitions.get(reference.rsplit('/').next().unwrap_or_default())?;
        match schema.get("anyOf").and_then(Json::as_array) {
            Some(alternatives) => alternatives.iter().find(|schema| type_of(schema).is_some()),
            None => Some(schema),
        }
    }

    fn plain(&mut self, schema: &'a Json) -> Plain {
        let bound = |key: &str| schema.get(key).and_then(Json::as_i64);
        let most = schema.get("maxProperties").and_then(Json::as_u64);
        Plain {
            constant: schema.get("const").cloned(),
            values: schema.get("enum").map(|_| {
                let all = texts(schema, "enum");
                Values { expected: one_of(&all), all: all.into_iter().collect() }
            }),
            types: match schema.get("type") {
                Some(Json::String(name)) => vec![name.clone()],
                _ => texts(schema, "type"),
            },
            minimum: bound("minimum"),
            maximum: bound("maximum"),
            items: schema.get("items").map(|items| self.rule(items)),
            members: schema.get("properties").and_then(Json::as_object).map(|members| self.members(members, schema)),
            most_members: most.map(|most| usize::try_from(most).unwrap_or(usize::MAX)),
            required: texts(schema, "required"),
        }
    }

    fn members(&mut self, members: &'a Map<String, Json>, schema: &'a Json) -> Members {
        Members {
            names: members.keys().cloned().collect(),
            rules: members.iter().map(|(name, schema)| (name.clone(), self.rule(schema))).collect(),
            others: match schema.get("additionalProperties") {
                None | Some(Json::Bool(true)) => Others::Any,
                Some(Json::Bool(false)) => Others::Refused,
                Some(schema) => Others::Fit(self.rule(schema)),
            },
        }
    }
}

/// `one of "a", "b" is expected`, with the first values.
fn one_of(values: &[impl AsRef<str>]) -> String {
    let first: Vec<_> = values.iter().take(LISTED).map(|value| Json::from(value.as_ref()).to_string()).collect();
    let more = match values.len().saturating_sub(LISTED) {
        0 => String::new(),
        more => format!(" or {more} others"),
    };
    format!("one of {}{more} is expected", first.join(", "))
}

/// The name of the type that a structure of a family states.
fn type_of(schema: &Json) -> Option<&str> {
    schema.get("properties")?.get(TYPE)?.get("const")?.as_str()
}

fn texts(schema: &Json, key: &str) -> Vec<String> {
    let texts = schema.get(key).and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str);
    texts.map(str::to_owned).collect()
}
