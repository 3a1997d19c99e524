//! Facets of simple types, which restrict values (XML Schema part 2, section 4.3). The model leaves them out.

use std::collections::{BTreeMap, HashMap};
use std::iter::successors;
use std::rc::Rc;

use asmx_codegen::read::format::DEEPEST;
use asmx_types::MOST_SCALE;
use roxmltree::NodeId;

use super::element::{Element, XSD};
use super::schemas::Schemas;

/// Facets that restrict values and that the model lacks. It has `fractionDigits` as the scale of a decimal, and an `enumeration` as a type of its
/// own; `whiteSpace` is not a restriction.
const FACETS: [&str; 9] = [
    "length",
    "minLength",
    "maxLength",
    "pattern",
    "minInclusive",
    "minExclusive",
    "maxInclusive",
    "maxExclusive",
    "totalDigits",
];

/// Restrictions of values in documents (`maxLength 10`), by the paths of the values.
#[derive(Debug, Clone, Default)]
pub struct Restrictions {
    simple_types: Vec<SimpleType>,
    /// The simple type of each value that has one.
    by_path: HashMap<String, usize>,
}

#[derive(Debug, Clone, Default)]
struct SimpleType {
    facets: Vec<String>,
    base: Option<usize>,
}

impl Restrictions {
    /// The paths of restricted values, each with its facets in order.
    #[must_use]
    pub fn all(&self) -> BTreeMap<&str, Rc<[&str]>> {
        // Many values share a type.
        let mut by_type: HashMap<usize, Rc<[&str]>> = HashMap::new();
        let all = self.by_path.iter().map(|(path, number)| {
            let facets = by_type.entry(*number).or_insert_with(|| self.facets(*number));
            (path.as_str(), Rc::clone(facets))
        });
        all.filter(|(_, facets)| !facets.is_empty()).collect()
    }

    /// The facets of a simple type and its ancestors.
    fn facets(&self, number: usize) -> Rc<[&str]> {
        let first = self.simple_types.get(number);
        let ancestors = successors(first, |simple_type| self.simple_types.get(simple_type.base?));
        let mut facets: Vec<&str> =
            ancestors.take(DEEPEST).flat_map(|ancestor| &ancestor.facets).map(String::as_str).collect();
        facets.sort_unstable();
        facets.dedup();
        facets.into()
    }
}

/// Notes restrictions: each simple type once.
pub(super) struct Restricted<'t, 'a> {
    pub(super) restrictions: Restrictions,
    schemas: &'t Schemas<'a>,
    numbers: HashMap<(usize, NodeId), usize>,
}

impl<'t, 'a> Restricted<'t, 'a> {
    pub(super) fn new(schemas: &'t Schemas<'a>) -> Self {
        Self { restrictions: Restrictions::default(), schemas, numbers: HashMap::new() }
    }

    /// Notes the restrictions of the values of an element, an attribute or a part of a message.
    pub(super) fn add(&mut self, path: &str, declaration: Element<'a>) {
        let all = if declaration.local() == "attribute" { &self.schemas.attributes } else { &self.schemas.elements };
        let referred = self.schemas.reference(declaration, "ref").and_then(|name| all.get(&name));
        let simple = self.schemas.simple_type(referred.copied().unwrap_or(declaration), "type");
        if let Some(number) = simple.map(|simple| self.number(simple)) {
            self.restrictions.by_path.insert(path.to_owned(), number);
        }
    }

    /// The number of a simple type, whose ancestors are noted with it.
    fn number(&mut self, simple: Element<'a>) -> usize {
        let first = self.numbers.get(&simple.key()).copied();
        let mut next = Some(simple).filter(|_| first.is_none());
        let first = first.unwrap_or(self.restrictions.simple_types.len());
        while let Some(simple) = next.take() {
            let restriction = simple.first(XSD, "restriction");
            let facets = restriction.into_iter().flat_map(Element::schema_children).filter_map(facet).collect();
            let base = restriction.and_then(|restriction| self.schemas.simple_type(restriction, "base"));
            let number = self.restrictions.simple_types.len();
            self.numbers.insert(simple.key(), number);
            let known = base.map(|base| self.numbers.get(&base.key()).copied());
            // A new base gets the next number.
            self.restrictions
                .simple_types
                .push(SimpleType { facets, base: known.map(|known| known.unwrap_or(number + 1)) });
            next = base.filter(|_| known == Some(None));
        }
        first
    }
}

fn facet(element: Element<'_>) -> Option<String> {
    let name = FACETS.into_iter().find(|name| *name == element.local())?;
    Some(format!("{name} {}", element.attribute("value").unwrap_or_default()))
}

impl<'a> Schemas<'a> {
    /// The simple type inside an element, or that an attribute of it names.
    fn simple_type(&self, element: Element<'a>, attribute: &str) -> Option<Element<'a>> {
        let named = || self.types.get(&self.reference(element, attribute)?).copied();
        element.first(XSD, "simpleType").or_else(named).filter(|found| found.local() == "simpleType")
    }

    /// The least `fractionDigits` of the simple type inside a declaration, or that an attribute of it names, and of the types that it restricts.
    /// More than a scale can have are no restriction.
    pub(super) fn fraction_digits(&self, declaration: Element<'a>, attribute: &str) -> Option<u8> {
        let restricted = |simple: Element<'a>| simple.first(XSD, "restriction");
        let first = self.simple_type(declaration, attribute).and_then(restricted);
        let all =
            successors(first, |restriction| self.simple_type(*restriction, "base").and_then(restricted)).take(DEEPEST);
        let digits =
            all.filter_map(|restriction| restriction.first(XSD, "fractionDigits")?.word("value")?.parse().ok()).min();
        digits.filter(|digits| *digits <= MOST_SCALE)
    }
}
