//! Attributes as members.

use asmx_codegen::diagnostic::{Code, quoted};
use asmx_codegen::model::{Member, Place, Presence, Scalar, Type};

use super::element::{Element, SOAP_ENCODING, SOAP12_ENCODING, XML};
use super::members::documented;
use super::particles::{DEEPEST, Gathered};
use super::problems::Loss;
use super::types::Types;
use super::wildcards::StatedWildcard;

impl<'a> Types<'a> {
    /// Adds the attributes of a type, and its complete wildcard.
    pub(super) fn attributes(&mut self, holder: Element<'a>, into: &mut Gathered<'a>) {
        if let Some(wildcard) = self.attributes_and_wildcard(holder, into, 0) {
            let wildcard = self.in_words(holder, &wildcard);
            into.members.push(Member { wildcard, ..Member::unnamed(Place::AnyAttributes) });
        }
    }

    /// Adds the attributes of a type or an attribute group, and returns its complete wildcard.
    fn attributes_and_wildcard(
        &mut self,
        holder: Element<'a>,
        into: &mut Gathered<'a>,
        depth: usize,
    ) -> Option<StatedWildcard<'a>> {
        if depth > DEEPEST {
            self.too_deep(holder.location());
            return None;
        }
        let (mut of_groups, mut own) = (None, None);
        for child in holder.schema_children() {
            if !self.goes_on(child, 0) {
                break;
            }
            match child.local() {
                "attribute" => {
                    let Some(attribute) = self.attribute(child) else { continue };
                    if into.attributes.insert((attribute.namespace.clone(), attribute.name.clone())) {
                        into.origins.add(&attribute.name, child);
                        into.members.push(attribute);
                    } else {
                        self.problems.report(
                            (Code::MemberTwice, child.location()),
                            format!("a second attribute {} in one type", quoted(&attribute.name)),
                            ("left out; the first one counts", "remove one of the two"),
                        );
                    }
                }
                "attributeGroup" => {
                    let mut of_group = None;
                    self.in_group(child, |types, group| {
                        of_group = types.attributes_and_wildcard(group, into, depth + 1);
                    });
                    of_groups = match of_group {
                        Some(of_group) => Some(StatedWildcard::with_group(of_groups, of_group)),
                        None => of_groups,
                    };
                }
                "anyAttribute" => own = own.or_else(|| Some(self.stated_wildcard(child))),
                _ => {}
            }
        }
        match own {
            Some(own) => Some(StatedWildcard::with_own(of_groups, own)),
            None => of_groups,
        }
    }

    fn attribute(&mut self, attribute: Element<'a>) -> Option<Member> {
        let is_required = match attribute.word("use") {
            Some("prohibited") => {
                // Outside a restriction, `prohibited` has nothing to remove.
                if attribute.node.parent().is_some_and(|parent| parent.tag_name().name() == "restriction") {
                    let name = attribute.word("name").or_else(|| attribute.word("ref")).unwrap_or_default();
                    self.problems.lose(Loss::RESTRICTIONS, attribute.location(), name);
                }
                return None;
            }
            Some("required") => true,
            _ => false,
        };
        let (namespace, name, kind, declared) = if let Some(written) = attribute.reference("ref") {
            let location = attribute.location_of("ref");
            let Some((namespace, local)) = self.schemas.resolve(attribute, written) else {
                self.undeclared_prefix(written, location);
                return None;
            };
            if matches!(namespace, SOAP_ENCODING | SOAP12_ENCODING) {
                return None;
            }
            if let Some(definition) = self.schemas.attributes.get(&(namespace, local)).copied() {
                let kind = self.attribute_type(definition, local);
                (namespace, local, kind, definition)
            } else {
                if namespace != XML {
                    let (name, all) = ((namespace, local), &self.schemas.attributes);
                    self.undefined((Code::UndefinedAttribute, location), "attribute", name, all, "imported as text");
                }
                (namespace, local, Type::Scalar(Scalar::String), attribute)
            }
        } else {
            let Some(name) = attribute.word("name") else {
                let help = "give it a `name`, or a `ref` to another attribute";
                self.problems.nameless(attribute.location(), "an attribute", help);
                return None;
            };
            (self.schemas.local_namespace(attribute), name, self.attribute_type(attribute, name), attribute)
        };
        let name = self.decoded(name, attribute.location());
        let presence = if is_required { Presence::Required } else { Presence::Optional };
        if attribute.attribute("fixed").or_else(|| declared.attribute("fixed")).is_some() {
            self.problems.lose(Loss::FIXED, attribute.location(), &name);
        }
        let default = self.default_text([attribute, declared], &kind, &name);
        let member = Member {
            namespace: self.namespace(namespace),
            place: Place::Attribute,
            ..Member::element(&name, kind, presence)
        };
        let scale = self.scale(declared, "type", &member.kind);
        Some(documented(member, attribute).with(|facets| (facets.default, facets.scale) = (default, scale)))
    }

    fn attribute_type(&mut self, attribute: Element<'a>, name: &str) -> Type {
        match self.type_of(attribute, name) {
            Type::Any => Type::Scalar(Scalar::String),
            kind => self.simple_only(kind, attribute.location_of("type")),
        }
    }
}
