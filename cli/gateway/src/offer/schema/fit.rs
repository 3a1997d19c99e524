//! Whether a value fits a schema of ours: every place that does not, in words. It takes time in proportion to the value.

use std::borrow::Cow;
use std::fmt::Write as _;

use asmx_codegen::diagnostic::proposal;
use asmx_runtime::json;
use asmx_types::display::shown_line;
use serde_json::{Map, Value as Json};

use super::rules::{Family, Id, Known, Plain, Rule, Rules, TYPE};

/// A part of a value that does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Misfit {
    /// `Order.Lines[2]`; empty for the value itself.
    pub(crate) place: String,
    /// What is wrong, without the value: it may be a secret at the wrong place.
    pub(crate) problem: String,
}

impl Misfit {
    pub(crate) fn sentence(&self) -> String {
        if self.place.is_empty() { self.problem.clone() } else { format!("`{}`: {}", self.place, self.problem) }
    }
}

/// The problem of a place that must have a value.
pub(crate) const MISSING: &str = "it is missing";
/// The most misfits that are reported.
pub(crate) const MOST_MISFITS: usize = 20;
/// The most characters of a location.
const LOCATION: usize = 200;
/// The most alternatives within each other that are compared one by one. Schemas of ours have one: deeper ones state a type or a kind.
const TRIALS: usize = 2;

/// The misfits of a value, in its order.
pub(crate) fn misfits(rules: &Rules, value: &Json) -> Vec<Misfit> {
    let mut comparison = Comparison { rules, path: Vec::new(), misfits: Vec::new(), most: MOST_MISFITS, trials: 0 };
    comparison.compare(rules.root(), value);
    comparison.misfits
}

struct Comparison<'a> {
    rules: &'a Rules,
    path: Vec<Step<'a>>,
    misfits: Vec<Misfit>,
    /// The comparison ends after so many misfits.
    most: usize,
    trials: usize,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Member(&'a str),
    Item(usize),
}

impl<'a> Comparison<'a> {
    const fn is_over(&self) -> bool {
        self.misfits.len() >= self.most
    }

    fn compare(&mut self, id: Id, value: &'a Json) {
        match self.rules.get(id) {
            _ if self.is_over() => {}
            None => {}
            Some(Rule::Plain(plain)) => self.plain(plain, value),
            Some(Rule::With(id, required)) => {
                self.compare(*id, value);
                if let Some(members) = value.as_object() {
                    self.required(required, members);
                }
            }
            Some(Rule::OneOf(alternatives)) => self.alternatives(alternatives, value),
            Some(Rule::Family(family)) => self.family(family, value),
        }
    }

    fn plain(&mut self, plain: &'a Plain, value: &'a Json) {
        if let Some(expected) = expected(plain, value) {
            return self.add(expected.into_owned());
        }
        match (value, plain.items) {
            (Json::Array(items), Some(rule)) => {
                for (index, item) in items.iter().enumerate() {
                    if self.is_over() {
                        break;
                    }
                    self.inside(Step::Item(index), |this| this.compare(rule, item));
                }
            }
            (Json::Object(members), _) => self.members(plain, members),
            _ => {}
        }
    }

    fn members(&mut self, plain: &'a Plain, members: &'a Map<String, Json>) {
        let Some(known) = &plain.members else { return };
        self.required(&plain.required, members);
        for (name, value) in members {
            if self.is_over() {
                return;
            }
            self.inside(Step::Member(name), |this| match known.known(name) {
                Known::Unknown => {
                    let near = proposal(name, known.names.iter().map(String::as_str));
                    this.add(format!("there is no such name{near}"));
                }
                // An absent element may be written as null.
                Known::Fit(_) if value.is_null() => {}
                Known::Fit(rule) => this.compare(rule, value),
                Known::Any => {}
            });
        }
        if plain.most_members.is_some_and(|most| members.len() > most) {
            self.add("only one of its members may be there".to_owned());
        }
    }

    fn required(&mut self, required: &'a [String], members: &Map<String, Json>) {
        for name in required {
            if self.is_over() {
                return;
            }
            if members.get(name).is_none_or(Json::is_null) {
                self.inside(Step::Member(name), |this| this.add(MISSING.to_owned()));
            }
        }
    }

    /// Compares a value with the type that it names.
    fn family(&mut self, family: &'a Family, value: &'a Json) {
        let Some(members) = value.as_object() else { return self.add("object is expected".to_owned()) };
        let named = members.get(TYPE).filter(|name| !name.is_null());
        let rule = match named {
            Some(name) => self.rules.member(family, name),
            None => family.declared,
        };
        match (rule, named) {
            (Some(rule), _) => self.compare(rule, value),
            (None, None) => self.inside(Step::Member(TYPE), |this| this.add(MISSING.to_owned())),
            (None, Some(_)) => {
                self.inside(Step::Member(TYPE), |this| this.add(family.expected.clone()));
            }
        }
    }

    /// A value of a kind that one alternative takes is compared with that one. Of several, the misfits of the nearest are reported: the one
    /// with the fewest.
    fn alternatives(&mut self, alternatives: &'a [Id], value: &'a Json) {
        let candidates: Vec<Id> = alternatives.iter().copied().filter(|id| takes(self.rules, *id, value)).collect();
        match candidates.as_slice() {
            [] => {
                if let Some(first) = alternatives.first() {
                    self.compare(*first, value);
                }
            }
            [only] => self.compare(*only, value),
            // The reader of the parameters judges deeper ones.
            _ if self.trials >= TRIALS => {}
            several => {
                let mut nearest: Option<Vec<Misfit>> = None;
                for id in several {
                    let mut trial =
                        Comparison { path: self.path.clone(), misfits: Vec::new(), trials: self.trials + 1, ..*self };
                    trial.compare(*id, value);
                    if trial.misfits.is_empty() {
                        return;
                    }
                    if nearest.as_ref().is_none_or(|known| trial.misfits.len() < known.len()) {
                        nearest = Some(trial.misfits);
                    }
                }
                self.misfits.extend(nearest.unwrap_or_default());
                self.misfits.truncate(self.most);
            }
        }
    }

    fn inside(&mut self, step: Step<'a>, then: impl FnOnce(&mut Self)) {
        self.path.push(step);
        then(self);
        self.path.pop();
    }

    fn add(&mut self, problem: String) {
        if !self.is_over() {
            self.misfits.push(Misfit { place: location(&self.path), problem });
        }
    }
}

/// Whether a rule takes values of this kind, whatever is inside of them.
pub(super) fn takes(rules: &Rules, id: Id, value: &Json) -> bool {
    match rules.get(id) {
        Some(Rule::Plain(plain)) => expected(plain, value).is_none(),
        Some(Rule::With(id, _)) => takes(rules, *id, value),
        Some(Rule::OneOf(alternatives)) => alternatives.iter().any(|id| takes(rules, *id, value)),
        Some(Rule::Family(_)) => value.is_object(),
        None => true,
    }
}

/// The path in words. Of a long one the beginning and the end.
fn location(path: &[Step<'_>]) -> String {
    let mut location = String::new();
    for step in path {
        match step {
            Step::Member(name) => {
                location.push_str(if location.is_empty() { "" } else { "." });
                location.extend(name.chars().take(LOCATION));
            }
            // Writing to a String cannot fail.
            Step::Item(index) => drop(write!(location, "[{index}]")),
        }
    }
    let count = location.chars().count();
    if count > LOCATION {
        let half = LOCATION / 2;
        let (first, last) = (location.chars().take(half), location.chars().skip(count - half));
        location = first.chain(['…']).chain(last).collect();
    }
    shown_line(&location).into_owned()
}

/// The expectation that a value by itself does not meet.
fn expected<'a>(plain: &'a Plain, value: &Json) -> Option<Cow<'a, str>> {
    if let Some(expected) = plain.constant.as_ref().filter(|expected| *expected != value) {
        return Some(format!("{expected} is expected").into());
    }
    if let Some(values) = &plain.values
        && !value.as_str().is_some_and(|text| values.all.contains(text))
    {
        return Some(Cow::Borrowed(&values.expected));
    }
    let names = &plain.types;
    if names.is_empty() {
        return None;
    }
    let is_text_of = |text: &str| match names.first().map(String::as_str) {
        Some("integer") => text.trim().parse::<i128>().is_ok(),
        Some("number") => matches!(text.trim(), "INF" | "-INF" | "NaN") || text.trim().parse::<f64>().is_ok(),
        Some("boolean") => matches!(text.trim(), "true" | "false" | "1" | "0"),
        _ => true,
    };
    let number = json::number(value);
    let is_misfit = match &number {
        Some(number) => !names.iter().any(|name| takes_number(name, number)),
        None => !names.iter().any(|name| is_of(name, value)) || value.as_str().is_some_and(|text| !is_text_of(text)),
    };
    if is_misfit {
        let names: Vec<_> =
            names.iter().enumerate().filter(|(index, name)| *index == 0 || **name != "string").collect();
        let names: Vec<_> = names.iter().map(|(_, name)| name.as_str()).collect();
        return Some(format!("{} is expected", names.join(" or ")).into());
    }
    let number = number.and_then(|number| json::integer(&number)?.parse::<i128>().ok());
    match (number, plain.minimum, plain.maximum) {
        (Some(number), Some(least), _) if number < i128::from(least) => {
            Some(format!("at least {least} is expected").into())
        }
        (Some(number), _, Some(most)) if number > i128::from(most) => {
            Some(format!("at most {most} is expected").into())
        }
        _ => None,
    }
}

fn takes_number(name: &str, number: &str) -> bool {
    name == "number" || name == "integer" && json::integer(number).is_some()
}

fn is_of(name: &str, value: &Json) -> bool {
    match value {
        Json::Null => name == "null",
        Json::Bool(_) => name == "boolean",
        Json::Number(number) => takes_number(name, &number.to_string()),
        Json::String(_) => name == "string",
        Json::Array(_) => name == "array",
        Json::Object(_) => name == "object",
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use asmx_types::{ArrayType, Effect, Member, Operation, Service, Structure, StructureParts, Transport, Type};
    use serde_json::json;

    use super::*;
    use crate::offer::schema::{Callers, Schemas};

    // A tree of a type with two derived types.
    static TREE: Structure = Structure::of_parts("Tree", StructureParts::new(&TREE_MEMBERS).derived(&[&LEAF, &TWIG]));
    static LEAF: Structure = Structure::of_parts("Leaf", StructureParts::new(&LEAF_MEMBERS).base(&TREE));
    static TWIG: Structure = Structure::of_parts("Twig", StructureParts::new(&TWIG_MEMBERS).base(&TREE));
    static TREE_MEMBERS: [Member; 2] = [Member::new("N", Type::INT), Member::new("Next", Type::Structure(&TREE))];
    static LEAF_MEMBERS: [Member; 3] =
        [Member::new("N", Type::INT), Member::new("Next", Type::Structure(&TREE)), Member::new("Leaf", Type::STRING)];
    static TWIG_MEMBERS: [Member; 3] =
        [Member::new("N", Type::INT), Member::new("Next", Type::Structure(&TREE)), Member::new("Twig", Type::STRING)];
    static TREES: ArrayType = ArrayType::new(Type::Structure(&TREE), "Tree");
    static PARAMETERS: [Member; 2] =
        [Member::new("Root", Type::Structure(&TREE)), Member::new("All", Type::Array(&TREES))];
    static OPERATION: Operation = Operation::new("Put", "", "", &PARAMETERS, Effect::Read);
    static SERVICE: Service = Service::new("Trees", "/t.asmx", "", &[], &[], &[]);

    fn sentences(value: &Json) -> Vec<String> {
        let mut schemas = Schemas::new(&SERVICE, "#/$defs/", 0, Callers::default());
        let schema = schemas.request(&OPERATION, Transport::Soap11);
        let rules = Rules::new(&schema, &schemas.definitions());
        misfits(&rules, value).iter().map(Misfit::sentence).collect()
    }

    fn nested(levels: usize, innermost: Json) -> Json {
        json!({ "Root": (0..levels).fold(innermost, |inner, _| json!({ "N": 1, "Next": inner })) })
    }

    /// With all alternatives compared to their ends, 14 levels took half a minute, and 40 for ever.
    #[test]
    fn a_value_is_compared_with_one_type_at_each_level() {
        assert_eq!(sentences(&nested(90, json!({ "N": 1 }))), [""; 0]);
        let misfits = sentences(&nested(40, json!({ "N": "x" })));
        assert_eq!(misfits.len(), 1);
        assert!(misfits[0].ends_with("Next.N`: integer is expected"), "{misfits:?}");
        let leaf = json!({ "$type": "Leaf", "N": 1, "Leaf": 1 });
        let typed = (0..60).fold(leaf, |inner, _| json!({ "$type": "Twig", "N": 1, "Next": inner }));
        assert!(sentences(&json!({ "Root": typed }))[0].ends_with("Next.Leaf`: string is expected"));
    }

    #[test]
    fn a_type_outside_of_the_family_is_named_with_those_inside() {
        let expected = r#"`Root.$type`: one of "Tree", "Leaf", "Twig" is expected"#;
        assert_eq!(sentences(&json!({ "Root": { "$type": "Stone" } })), [expected]);
        let of_leaf = |object: Json| sentences(&json!({ "Root": object }));
        assert_eq!(of_leaf(json!({ "N": 1, "Leaf": "x" })), ["`Root.Leaf`: there is no such name"]);
        assert_eq!(of_leaf(json!({ "Leaf": "x" })), ["`Root.N`: it is missing", "`Root.Leaf`: there is no such name"]);
        assert_eq!(of_leaf(json!({ "$type": "Leaf", "N": 1, "Leaf": "x" })), [""; 0]);
    }

    #[test]
    fn a_comparison_ends_after_the_first_misfits() {
        let unknown: Map<String, Json> = (0..200_000).map(|number| (format!("Roof{number}"), json!(1))).collect();
        assert_eq!(sentences(&unknown.into()).len(), MOST_MISFITS);
        assert_eq!(sentences(&json!({ "All": vec![json!({ "N": "x" }); 200_000] })).len(), MOST_MISFITS);
        let long = sentences(&json!({ "x".repeat(1_000_000): 1 }));
        assert!(long[0].len() < 300, "{}", long[0].len());
    }
}
