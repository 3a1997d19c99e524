//! What the schemas of WSDL documents say of values beyond their types: facets of simple types (XML Schema part 2, section 4.3).

use std::collections::HashMap;

use roxmltree::Node;

use asmx_codegen::read::format::DEEPEST;

/// The facets that restrict values. `enumeration` is a type of its own, and white space is no restriction.
const FACETS: [&str; 10] = [
    "length",
    "minLength",
    "maxLength",
    "pattern",
    "minInclusive",
    "minExclusive",
    "maxInclusive",
    "maxExclusive",
    "totalDigits",
    "fractionDigits",
];

/// A simple type: its own facets, and the type that it restricts.
struct Restriction {
    facets: Vec<String>,
    base: Option<String>,
}

/// The facets of the elements and attributes of some documents.
#[derive(Default)]
pub(super) struct Facets {
    /// Simple types by their names; the first of a name counts.
    types: HashMap<String, Restriction>,
    /// What elements and attributes are of, by their places.
    uses: Vec<((usize, usize), Restriction)>,
}

impl Facets {
    /// Takes a node of a schema that stands there.
    pub(super) fn add(&mut self, at: (usize, usize), node: Node<'_, '_>) {
        match node.tag_name().name() {
            "simpleType" => {
                if let Some(name) = node.attribute("name") {
                    self.types.entry(name.to_owned()).or_insert_with(|| restriction(node));
                }
            }
            "element" | "attribute" => {
                let inline = node.children().find(|child| child.tag_name().name() == "simpleType");
                let of_type = || Restriction { facets: Vec::new(), base: local(node, "type") };
                self.uses.push((at, inline.map_or_else(of_type, restriction)));
            }
            _ => {}
        }
    }

    /// The places at which values are restricted.
    pub(super) fn by_place(&self) -> HashMap<(usize, usize), Vec<String>> {
        let all = self.uses.iter().map(|(at, restriction)| (*at, self.all(restriction)));
        all.filter(|(_, facets)| !facets.is_empty()).collect()
    }

    /// Its own facets and those of the types that it restricts.
    fn all(&self, restriction: &Restriction) -> Vec<String> {
        let bases = std::iter::successors(Some(restriction), |one| self.types.get(one.base.as_deref()?));
        let mut all: Vec<String> = bases.take(DEEPEST).flat_map(|one| one.facets.iter().cloned()).collect();
        all.sort();
        all.dedup();
        all
    }
}

fn restriction(simple: Node<'_, '_>) -> Restriction {
    let Some(restriction) = simple.children().find(|child| child.tag_name().name() == "restriction") else {
        return Restriction { facets: Vec::new(), base: None };
    };
    let facet = |node: Node<'_, '_>| {
        let name = FACETS.into_iter().find(|name| *name == node.tag_name().name())?;
        Some(format!("{name} {}", node.attribute("value").unwrap_or_default()))
    };
    Restriction { facets: restriction.children().filter_map(facet).collect(), base: local(restriction, "base") }
}

/// The local part of the name that an attribute holds.
fn local(node: Node<'_, '_>, attribute: &str) -> Option<String> {
    node.attribute(attribute)?.trim().rsplit(':').next().map(str::to_owned)
}
