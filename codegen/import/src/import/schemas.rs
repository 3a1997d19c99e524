//! The definitions of all schemas, by name.

use std::collections::{BTreeMap, HashMap, HashSet};

use asmx_codegen::diagnostic::{Code, quoted};

use super::documents::Roots;
use super::element::{ByName, Element, MSDATA, QName, WSDL, XSD};
use super::misplaced;
use super::problems::Loss;

const MOST_DEFINITIONS: usize = 500_000;

pub(super) struct Schema<'a> {
    pub(super) namespace: &'a str,
    /// `elementFormDefault="qualified"`.
    qualifies_elements: bool,
    qualifies_attributes: bool,
    /// Whether a schema without a target namespace takes that of the schema that includes it.
    is_chameleon: bool,
}

#[derive(Default)]
pub(super) struct Schemas<'a> {
    all: Vec<Schema<'a>>,
    pub(super) types: ByName<'a>,
    pub(super) elements: ByName<'a>,
    pub(super) attributes: ByName<'a>,
    pub(super) groups: ByName<'a>,
    pub(super) attribute_groups: ByName<'a>,
    pub(super) types_in_order: Vec<(QName<'a>, Element<'a>)>,
    /// Members of substitution groups, by the head's name.
    substitutes: HashMap<QName<'a>, Vec<QName<'a>>>,
    pub(super) bases: HashSet<QName<'a>>,
    /// The root elements of typed DataSets with a schema, by namespace.
    pub(super) data_sets: BTreeMap<&'a str, Element<'a>>,
    /// Numbers of the schemas that define typed DataSets.
    of_data_sets: HashSet<usize>,
    /// Namespaces imported from a location with `schema=`: typed DataSets.
    announced: HashSet<&'a str>,
}

impl<'a> Schemas<'a> {
    /// Takes the schemas of WSDL documents, and the schemas that those import or include.
    pub(super) fn new(roots: &Roots<'_, 'a>) -> Self {
        let mut schemas = Self::default();
        let of_types = roots.definitions().flat_map(|root| root.all(WSDL, "types"));
        let mut waiting: Vec<_> =
            of_types.flat_map(|types| types.all(XSD, "schema")).map(|schema| (schema, None)).collect();
        // Schemas that only `wsdl:import` names.
        for import in roots.definitions().flat_map(|root| root.all(WSDL, "import")) {
            schemas.note_announced(import, "location");
            waiting.extend(roots.target(import).filter(|root| root.is(XSD, "schema")).map(|root| (root, None)));
        }
        waiting.reverse();
        let mut visited = HashSet::new();
        while let Some((element, includer)) = waiting.pop() {
            let own = element.word("targetNamespace");
            let namespace = own.or(includer).unwrap_or_default();
            if !visited.insert((element.key(), namespace)) {
                continue;
            }
            if schemas.types.len() + schemas.elements.len() > MOST_DEFINITIONS {
                roots.problems.report(
                    (Code::TooManyDocuments, element.location()),
                    "this schema is one too many",
                    ("this schema is not read", format!("the importer reads {MOST_DEFINITIONS} definitions")),
                );
                break;
            }
            let mut led_to = schemas.take(element, namespace, own.is_none() && includer.is_some(), roots);
            led_to.reverse();
            waiting.extend(led_to);
        }
        schemas
    }

    /// Takes the definitions of one schema. Returns the schemas that it refers to, each with the namespace of an include.
    fn take(
        &mut self,
        schema: Element<'a>,
        namespace: &'a str,
        is_chameleon: bool,
        roots: &Roots<'_, 'a>,
    ) -> Vec<(Element<'a>, Option<&'a str>)> {
        let problems = roots.problems;
        let schema = Element { schema: self.all.len(), ..schema };
        self.all.push(Schema {
            namespace,
            qualifies_elements: schema.word("elementFormDefault") == Some("qualified"),
            qualifies_attributes: schema.word("attributeFormDefault") == Some("qualified"),
            is_chameleon,
        });
        if schema.word("blockDefault").is_some() {
            problems.lose(Loss::BLOCKS, schema.location_of("blockDefault"), namespace);
        }
        misplaced::tell_misplaced(schema, problems);
        let mut led_to = Vec::new();
        for child in schema.schema_children() {
            let kind = child.local();
            if matches!(kind, "import" | "include" | "redefine") {
                led_to.extend(self.follow(child, namespace, roots));
                continue;
            }
            if matches!(kind, "notation") {
                continue;
            }
            if matches!(kind, "sequence" | "choice" | "all" | "any" | "anyAttribute") {
                misplaced::report(schema, child, problems);
                continue;
            }
            let Some(name) = child.word("name") else {
                problems.nameless(child.location(), &quoted(&format!("<{kind}>")), "give it a `name`");
                continue;
            };
            let map = match kind {
                "complexType" | "simpleType" => &mut self.types,
                "element" => &mut self.elements,
                "attribute" => &mut self.attributes,
                "group" => &mut self.groups,
                "attributeGroup" => &mut self.attribute_groups,
                _ => {
                    problems.report(
                        (Code::UnsupportedDefinition, child.location()),
                        format!("unknown definition {}", quoted(&format!("<{kind}>"))),
                        ("left out", "ASMX uses types, elements, attributes and groups"),
                    );
                    continue;
                }
            };
            match map.get(&(namespace, name)) {
                Some(first) if text(*first) != text(child) => problems.defined_twice(child.location_of("name"), name),
                Some(_) => {}
                None => {
                    map.insert((namespace, name), child);
                    if matches!(kind, "complexType" | "simpleType") {
                        self.types_in_order.push(((namespace, name), child));
                    }
                    let says_data_set = |element: Element<'a>| {
                        element.node.attribute((MSDATA, "IsDataSet")).is_some_and(|value| value.trim() == "true")
                    };
                    if kind == "element" && says_data_set(child) {
                        // An element identifies its DataSet by the namespace.
                        if !namespace.trim().is_empty() {
                            self.data_sets.entry(namespace).or_insert(child);
                        }
                        self.of_data_sets.insert(schema.schema);
                    }
                }
            }
            self.note_bases(child);
            if let Some(head) = self.reference(child, "substitutionGroup") {
                self.substitutes.entry(head).or_default().push((namespace, name));
            }
        }
        led_to
    }

    /// The elements that may occur in place of a reference to `head`: itself unless abstract, and its substitution group.
    pub(super) fn standing_for(&self, head: QName<'a>) -> Vec<QName<'a>> {
        let mut visited = HashSet::from([head]);
        let mut waiting = vec![head];
        let mut elements = Vec::new();
        while let Some(name) = waiting.pop() {
            if self.elements.get(&name).is_none_or(|definition| !definition.says("abstract")) {
                elements.push(name);
            }
            let substitutes = self.substitutes.get(&name).into_iter().flatten().rev();
            waiting.extend(substitutes.copied().filter(|name| visited.insert(*name)));
        }
        elements
    }

    fn note_bases(&mut self, definition: Element<'a>) {
        let contents = definition.schema_children().filter(|child| child.local() == "complexContent");
        let derivations = contents.flat_map(Element::schema_children);
        let names: Vec<_> = derivations.filter_map(|derivation| self.reference(derivation, "base")).collect();
        self.bases.extend(names);
    }

    /// Notes the namespace of an import from a location with `schema=`.
    fn note_announced(&mut self, import: Element<'a>, location: &str) {
        if import.word(location).is_some_and(|location| location.contains("schema=")) {
            self.announced.extend(import.word("namespace"));
        }
    }

    fn follow(
        &mut self,
        link: Element<'a>,
        namespace: &'a str,
        roots: &Roots<'_, 'a>,
    ) -> Option<(Element<'a>, Option<&'a str>)> {
        if link.local() == "redefine" {
            roots.problems.report(
                (Code::UnsupportedDefinition, link.location()),
                "imported without the redefinition",
                ("the changes are left out", "define the types anew in a schema of their own"),
            );
        }
        if link.local() == "import" {
            self.note_announced(link, "schemaLocation");
        }
        let root = roots.target(link)?;
        if !root.is(XSD, "schema") {
            roots.tell_of_wrong_document(link, "schemaLocation", "no schema", "save the schema under this name");
            return None;
        }
        if link.local() != "import" {
            return Some((root, Some(namespace)));
        }
        roots.check_namespace(link, root, "schema", "its definitions keep their own namespace");
        Some((root, None))
    }

    pub(super) fn namespace(&self, element: Element<'a>) -> &'a str {
        self.all.get(element.schema).map_or("", |schema| schema.namespace)
    }

    /// The qualified name in an attribute; `None` if the attribute is missing or its prefix is undeclared.
    pub(super) fn reference(&self, element: Element<'a>, attribute: &str) -> Option<QName<'a>> {
        self.resolve(element, element.word(attribute)?)
    }

    pub(super) fn resolve(&self, element: Element<'a>, name: &'a str) -> Option<QName<'a>> {
        let (namespace, local) = element.resolve(name)?;
        let chameleon = self.all.get(element.schema).filter(|schema| schema.is_chameleon && namespace.is_empty());
        Some((chameleon.map_or(namespace, |schema| schema.namespace), local))
    }

    /// The namespace of a local element or attribute.
    pub(super) fn local_namespace(&self, element: Element<'a>) -> &'a str {
        let Some(schema) = self.all.get(element.schema) else { return "" };
        let by_default =
            if element.local() == "attribute" { schema.qualifies_attributes } else { schema.qualifies_elements };
        let is_qualified = match element.word("form") {
            Some("qualified") => true,
            Some("unqualified") => false,
            _ => by_default,
        };
        if is_qualified { schema.namespace } else { "" }
    }

    /// Whether the namespace belongs to a typed DataSet, with or without its schema.
    pub(super) fn is_data_set(&self, namespace: &str) -> bool {
        self.data_sets.contains_key(namespace) || self.announced.contains(namespace)
    }

    /// Whether a definition belongs to the schema of a typed DataSet, which no message refers to.
    pub(super) fn is_of_data_set(&self, definition: Element<'a>) -> bool {
        self.of_data_sets.contains(&definition.schema)
    }
}

fn text(element: Element<'_>) -> &str {
    element.node.document().input_text().get(element.node.range()).unwrap_or_default()
}
