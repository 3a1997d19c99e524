//! Facets of simple types in WSDL documents, which restrict values (XML Schema part 2, section 4.3).

use std::collections::HashMap;

use roxmltree::Node;

use asmx_codegen::read::format::DEEPEST;

/// Facets that restrict values. An `enumeration` is a type of its own, and `whiteSpace` is not a restriction.
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

struct Restriction {
    facets: Vec<String>,
    base: Option<String>,
}

#[derive(Default)]
pub(super) struct Facets {
    /// Simple types by name. The first one of a name wins.
    types: HashMap<String, Restriction>,
    /// The types of elements and attributes, with their places.
    uses: Vec<((usize, usize), Restriction)>,
}

impl Facets {
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

    /// Facets by place, for all places with restricted values.
    pub(super) fn by_place(&self) -> HashMap<(usize, usize), Vec<String>> {
        let all = self.uses.iter().map(|(at, restriction)| (*at, self.all(restriction)));
        all.filter(|(_, facets)| !facets.is_empty()).collect()
    }

    /// The facets of the type and its ancestors.
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

fn local(node: Node<'_, '_>, attribute: &str) -> Option<String> {
    node.attribute(attribute)?.trim().rsplit(':').next().map(str::to_owned)
}
