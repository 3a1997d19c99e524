//! Simple types: scalars, enumerations, lists.

use std::collections::HashSet;

use asmx_codegen::diagnostic::{Code, quoted};
use asmx_codegen::locations::Location;
use asmx_codegen::model::{Enumeration, EnumerationValue, NamedTypeKind, Scalar, Type};
use asmx_codegen::read::format::DEEPEST;

use super::element::{Element, QName, XSD};
use super::problems::Loss;
use super::types::{Types, capitalised};

impl<'a> Types<'a> {
    /// `key` is the name of a named type.
    pub(super) fn simple(&mut self, element: Element<'a>, key: Option<QName<'a>>) -> Type {
        let Some(content) = element.schema_children().next() else {
            return Type::Scalar(Scalar::String);
        };
        match content.local() {
            "restriction" => {
                let base = self.simple_part(content, "base");
                let values: Vec<Element<'a>> = content.all(XSD, "enumeration").collect();
                let is_imported = |facet: &str| match facet {
                    "enumeration" | "simpleType" => true,
                    "fractionDigits" => base == Type::Scalar(Scalar::Decimal),
                    _ => false,
                };
                let has_facets = content.schema_children().any(|child| !is_imported(child.local()));
                if has_facets || (values.is_empty() && key.is_some()) {
                    self.problems.lose(Loss::FACETS, element.location(), self.name_of_simple(key));
                }
                if values.is_empty() {
                    return base;
                }
                let is_text = match &base {
                    Type::Scalar(scalar) => {
                        *scalar == Scalar::String || *scalar == Scalar::AnyUri || scalar.is_unchecked()
                    }
                    Type::Named(_) => true,
                    _ => false,
                };
                if !is_text {
                    self.problems.report(
                        (Code::EnumerationNotText, content.location()),
                        "an enumeration of values that are not text",
                        ("imported without the list; any value of the type is accepted", "check the values yourself"),
                    );
                    return base;
                }
                self.enumeration(element, key, &values, false)
            }
            "list" => {
                let inline = content.first(XSD, "simpleType");
                let restriction = inline.and_then(|inline| inline.first(XSD, "restriction"));
                let values: Vec<Element<'a>> =
                    restriction.into_iter().flat_map(|restriction| restriction.all(XSD, "enumeration")).collect();
                if !values.is_empty() {
                    return self.enumeration(element, key, &values, true);
                }
                if key.is_some() {
                    self.problems.lose(Loss::FACETS, element.location(), self.name_of_simple(key));
                }
                match self.simple_part(content, "itemType") {
                    list @ Type::List(_) => list,
                    item => Type::List(Box::new(item)),
                }
            }
            "union" => {
                self.problems.report(
                    (Code::UnionTakenAsText, content.location()),
                    "a union of types",
                    ("imported as text, which is not checked", "send values of one of these types"),
                );
                Type::Scalar(Scalar::String)
            }
            other => {
                self.problems.report(
                    (Code::UnsupportedContent, content.location()),
                    format!("{} is not allowed in a simple type", quoted(&format!("<{other}>"))),
                    ("imported as text", "a simple type has a `restriction`, a `list` or a `union`"),
                );
                Type::Scalar(Scalar::String)
            }
        }
    }

    /// The name for warnings: an unnamed type has that of its parent.
    fn name_of_simple<'n>(&'n self, key: Option<QName<'a>>) -> &'n str {
        key.map_or(self.context.as_str(), |(_, name)| name)
    }

    fn simple_part(&mut self, content: Element<'a>, attribute: &str) -> Type {
        let kind = if content.word(attribute).is_some() {
            self.reference(content, attribute)
        } else if let Some(definition) = content.first(XSD, "simpleType") {
            self.inline_simple(definition, "")
        } else {
            Type::Scalar(Scalar::String)
        };
        self.simple_only(kind, content.location_of(attribute))
    }

    pub(super) fn simple_only(&self, kind: Type, location: Location) -> Type {
        let is_simple = match &kind {
            Type::Scalar(_) | Type::List(_) => true,
            Type::Named(index) => {
                self.named.get(*index).is_some_and(|named| matches!(named.kind, NamedTypeKind::Enumeration(_)))
            }
            Type::Array(_) | Type::Any | Type::Xml(_) => false,
        };
        if is_simple {
            return kind;
        }
        self.problems.report(
            (Code::UnsupportedContent, location),
            "a type with elements where only text is allowed",
            ("imported as text", "name a simple type"),
        );
        Type::Scalar(Scalar::String)
    }

    /// An unnamed simple type. `hint` is the name of its element or attribute.
    pub(super) fn inline_simple(&mut self, definition: Element<'a>, hint: &str) -> Type {
        let key = definition.key();
        if let Some(kind) = self.inline.get(&key) {
            return kind.clone();
        }
        self.depth += 1;
        let kind = if self.depth > DEEPEST {
            self.too_deep(definition.location());
            Type::Scalar(Scalar::String)
        } else {
            let context = self.context.clone();
            self.context.extend(capitalised(hint));
            let kind = self.simple(definition, None);
            self.context = context;
            kind
        };
        self.depth -= 1;
        self.inline.insert(key, kind.clone());
        kind
    }

    fn enumeration(
        &mut self,
        definition: Element<'a>,
        key: Option<QName<'a>>,
        elements: &[Element<'a>],
        flags: bool,
    ) -> Type {
        let mut known = HashSet::new();
        let mut values = Vec::new();
        for element in elements {
            let name = element.attribute("value").unwrap_or_default();
            if known.insert(name) {
                let doc = element.documentation();
                values.push(EnumerationValue { name: name.to_owned(), variant: String::new(), doc });
            } else {
                self.problems.report(
                    (Code::DefinedTwice, element.location_of("value")),
                    format!("the value {} is listed twice", quoted(name)),
                    ("left out as a duplicate", "remove one of the two"),
                );
            }
        }
        let name = match key {
            Some((_, name)) => name.to_owned(),
            None => self.name_for(""),
        };
        let kind = NamedTypeKind::Enumeration(Enumeration { values, flags });
        let index = self.push(&name, definition, key.is_none(), kind);
        if let Some(declared) = self.declared.get_mut(index) {
            for element in elements {
                declared.parts.add(format!("values/{}", element.attribute("value").unwrap_or_default()), *element);
            }
        }
        Type::Named(index)
    }
}
