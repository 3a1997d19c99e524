//! Members of structures and parts of messages, from elements, attributes and what groups them.

use std::collections::HashMap;

use super::element::Element;
use super::schemas::Definition;
use super::types::Types;
use super::vocabulary::{SOAP_ENCODING, SOAP12_ENCODING, XML, XSD, is_addressing};
use crate::diagnostic::{Code, quoted};
use crate::model::{Member, NamedTypeKind, Namespace, Place, Presence, Scalar, Type, XmlKind};

/// The deepest that sequences, choices and groups are followed.
const DEEPEST: usize = 48;

/// How often something stands.
#[derive(Clone, Copy)]
pub(super) struct Occurs {
    /// Whether it may be left out.
    pub(super) optional: bool,
    /// Whether it may stand more than once.
    pub(super) many: bool,
}

impl Occurs {
    /// Once.
    pub(super) const ONCE: Self = Self { optional: false, many: false };

    /// What stands this often, in something that stands so often.
    fn within(self, outer: Self) -> Self {
        Self { optional: self.optional || outer.optional, many: self.many || outer.many }
    }
}

/// Members so far.
#[derive(Default)]
pub(super) struct Gathered {
    pub(super) members: Vec<Member>,
    by_name: HashMap<(Namespace, String), usize>,
    any: Option<usize>,
}

/// What a complex type consists of.
pub(super) struct Content {
    pub(super) members: Vec<Member>,
    /// The structure that it is derived from.
    pub(super) base: Option<usize>,
    /// Whether its members restate those of the base.
    pub(super) is_restriction: bool,
}

impl<'a> Types<'a> {
    /// Reads the members of all structures that are waiting for it.
    pub(super) fn read_waiting(&mut self) {
        while let Some((index, definition)) = self.waiting.pop_front() {
            let Some((_, subject)) = self.origins.get(index).copied() else { continue };
            let before = self.problems.about(subject);
            let name = self.named.get(index).map(|named| named.name.clone()).unwrap_or_default();
            let context = std::mem::replace(&mut self.context, name);
            let content = self.content(definition);
            self.context = context;
            self.problems.about(before);
            if content.is_restriction && content.base.is_some() {
                self.restrictions.push(index);
            }
            if let Some(NamedTypeKind::Structure(structure)) = self.named.get_mut(index).map(|named| &mut named.kind) {
                structure.members = content.members;
                structure.base = content.base;
            }
        }
    }

    /// What a complex type consists of.
    pub(super) fn content(&mut self, definition: Definition<'a>) -> Content {
        let (element, schema) = (definition.element, definition.schema);
        let mut gathered = Gathered::default();
        let mut content = Content { members: Vec::new(), base: None, is_restriction: false };
        let mut is_mixed = element.says("mixed");
        let mut holder = element;
        for child in element.schema_children() {
            if !matches!(child.local(), "simpleContent" | "complexContent") {
                continue;
            }
            is_mixed |= child.says("mixed");
            let Some(derivation) =
                child.schema_children().find(|one| matches!(one.local(), "extension" | "restriction"))
            else {
                continue;
            };
            holder = derivation;
            content.is_restriction = derivation.local() == "restriction";
            self.base(child, derivation, schema, &mut content, &mut gathered);
        }
        for child in holder.schema_children() {
            if matches!(child.local(), "sequence" | "all" | "choice" | "group" | "element" | "any") {
                self.particle(child, schema, Occurs::ONCE, &mut gathered, 0);
            }
        }
        if is_mixed {
            gathered = Gathered::default();
            let mixed =
                Member { place: Place::Mixed, ..Member::element("", Type::Xml(XmlKind::Content), Presence::Optional) };
            gathered.members.push(mixed);
        }
        self.attributes(holder, schema, &mut gathered.members, 0);
        content.members = gathered.members;
        content
    }

    /// What a derived type begins with.
    fn base(
        &mut self,
        child: Element<'a>,
        derivation: Element<'a>,
        schema: usize,
        content: &mut Content,
        gathered: &mut Gathered,
    ) {
        let place = derivation.place_of("base");
        let base =
            if derivation.word("base").is_some() { self.reference(derivation, schema, "base") } else { Type::Any };
        if child.local() == "simpleContent" {
            if let Type::Named(index) = base
                && self.named.get(index).is_some_and(|named| matches!(named.kind, NamedTypeKind::Structure(_)))
            {
                content.base = Some(index);
                return;
            }
            let kind = self.simple_only(base, place);
            let presence = if self.is_value(&kind) { Presence::Required } else { Presence::Optional };
            gathered.members.push(Member { place: Place::Text, ..Member::element("", kind, presence) });
            return;
        }
        match base {
            Type::Named(index)
                if self.named.get(index).is_some_and(|named| matches!(named.kind, NamedTypeKind::Structure(_))) =>
            {
                content.base = Some(index);
            }
            Type::Any => {}
            _ => self.problems.tell(
                Code::UnsuitableBase,
                place,
                format!(
                    "{} has no members that another type could add to",
                    quoted(derivation.word("base").unwrap_or_default())
                ),
                "only what is added is taken",
                "derive from a complex type with elements or attributes",
            ),
        }
    }

    /// Follows a sequence, a choice, a group, an element or a wildcard.
    fn particle(&mut self, particle: Element<'a>, schema: usize, outer: Occurs, into: &mut Gathered, depth: usize) {
        if depth > DEEPEST || self.budget == 0 {
            self.too_deep(particle.place());
            return;
        }
        self.budget -= 1;
        let Some(own) = self.occurs(particle) else { return };
        let occurs = own.within(outer);
        match particle.local() {
            "element" => {
                if let Some(member) = self.element(particle, schema, occurs) {
                    self.add(member, particle, into);
                }
            }
            "any" => self.add_any(occurs, into),
            "group" => {
                if let Some(group) = self.enter(particle, schema) {
                    for child in group.element.schema_children() {
                        self.particle(child, group.schema, occurs, into, depth + 1);
                    }
                    self.open_groups.pop();
                }
            }
            "sequence" | "all" if occurs.many && particle.schema_children().nth(1).is_some() => {
                self.problems.tell(
                    Code::UnsupportedParticle,
                    particle.place(),
                    "several elements that stand together any number of times",
                    "taken as any of them in any order",
                    "keep their order yourself",
                );
                let mut alternatives = Gathered::default();
                self.alternatives(particle, schema, &mut alternatives, depth);
                self.add_choice(alternatives, Occurs { optional: true, many: true }, into);
            }
            "sequence" | "all" => {
                for child in particle.schema_children() {
                    self.particle(child, schema, occurs, into, depth + 1);
                }
            }
            "choice" => {
                let mut alternatives = Gathered::default();
                self.alternatives(particle, schema, &mut alternatives, depth);
                self.add_choice(alternatives, occurs, into);
            }
            other => self.problems.tell(
                Code::UnsupportedContent,
                particle.place(),
                format!("{} cannot stand here", quoted(&format!("<{other}>"))),
                "left out",
                "elements, wildcards, sequences, choices and groups can",
            ),
        }
    }

    /// The alternatives that a choice is one of.
    pub(super) fn alternatives(&mut self, choice: Element<'a>, schema: usize, into: &mut Gathered, depth: usize) {
        if depth > DEEPEST {
            self.too_deep(choice.place());
            return;
        }
        for child in choice.schema_children() {
            if self.budget == 0 {
                self.too_deep(child.place());
                return;
            }
            self.budget -= 1;
            match child.local() {
                "choice" => self.alternatives(child, schema, into, depth + 1),
                "sequence" | "all" => {
                    if child.schema_children().nth(1).is_some() {
                        self.problems.tell(
                            Code::UnsupportedParticle,
                            child.place(),
                            "an alternative of several elements",
                            "each of them is taken as an alternative of its own",
                            "send those that belong together only where the choice may repeat",
                        );
                    }
                    self.alternatives(child, schema, into, depth + 1);
                }
                "group" => {
                    if let Some(group) = self.enter(child, schema) {
                        self.alternatives(group.element, group.schema, into, depth + 1);
                        self.open_groups.pop();
                    }
                }
                _ => self.particle(child, schema, Occurs::ONCE, into, depth + 1),
            }
        }
    }

    fn add_choice(&self, alternatives: Gathered, occurs: Occurs, into: &mut Gathered) {
        let presence = if occurs.optional { Presence::Optional } else { Presence::Required };
        if alternatives.members.is_empty() {
            return;
        }
        into.members.push(Member {
            place: Place::Choice(alternatives.members),
            repeated: occurs.many,
            ..Member::element("", Type::Any, presence)
        });
    }

    fn add_any(&self, occurs: Occurs, into: &mut Gathered) {
        if let Some(first) = into.any.and_then(|first| into.members.get_mut(first)) {
            first.repeated = true;
            return;
        }
        into.any = Some(into.members.len());
        let presence = if occurs.optional { Presence::Optional } else { Presence::Required };
        into.members.push(Member {
            place: Place::AnyElements,
            repeated: occurs.many,
            ..Member::element("", Type::Xml(XmlKind::Content), presence)
        });
    }

    fn add(&self, member: Member, particle: Element<'a>, into: &mut Gathered) {
        let key = (member.namespace.clone(), member.name.clone());
        match into.by_name.get(&key).and_then(|first| into.members.get_mut(*first)) {
            Some(first) => {
                first.repeated = true;
                self.problems.tell(
                    Code::MemberTwice,
                    particle.place(),
                    format!("a second element {} in one type", quoted(&member.name)),
                    "taken as one element that stands several times",
                    "mind their order yourself",
                );
            }
            None => {
                into.by_name.insert(key, into.members.len());
                into.members.push(member);
            }
        }
    }

    /// The group that a reference names, which is being followed from now on; `None` also if it already is.
    fn enter(&mut self, reference: Element<'a>, schema: usize) -> Option<Definition<'a>> {
        let group = self.group(reference, schema)?;
        let key = group.element.key();
        if self.open_groups.contains(&key) {
            self.problems.tell(
                Code::CyclicDefinition,
                reference.place_of("ref"),
                format!("the group {} contains itself", quoted(reference.word("ref").unwrap_or_default())),
                "not followed again",
                "take the reference out",
            );
            return None;
        }
        self.open_groups.push(key);
        Some(group)
    }

    /// The group that a reference names.
    fn group(&mut self, reference: Element<'a>, schema: usize) -> Option<Definition<'a>> {
        let name = self.schemas.reference(reference, schema, "ref");
        let found = name.and_then(|name| {
            let groups =
                if reference.local() == "group" { &self.schemas.groups } else { &self.schemas.attribute_groups };
            groups.get(&name).copied()
        });
        if found.is_none() {
            self.problems.tell(
                Code::UndefinedGroup,
                reference.place_of("ref"),
                format!("no schema defines the group {}", quoted(reference.word("ref").unwrap_or_default())),
                "left out",
                "save the schema that defines it beside the document, and import it",
            );
        }
        found
    }

    /// How often a particle stands; `None` if it never does.
    fn occurs(&self, particle: Element<'a>) -> Option<Occurs> {
        let number = |name: &str| match particle.word(name) {
            None => Some(1),
            Some("unbounded") if name == "maxOccurs" => Some(u64::MAX),
            Some(text) => {
                let number = text.parse().ok();
                if number.is_none() {
                    self.problems.tell(
                        Code::InvalidOccurs,
                        particle.place_of(name),
                        format!("{} is no number of occurrences", quoted(text)),
                        "taken as 1",
                        "write a whole number, or `unbounded` for `maxOccurs`",
                    );
                }
                Some(number.unwrap_or(1))
            }
        };
        let (least, most) = (number("minOccurs")?, number("maxOccurs")?);
        (most > 0).then_some(Occurs { optional: least == 0, many: most > 1 })
    }

    /// An element as a member, named here or by a reference.
    pub(super) fn element(&mut self, element: Element<'a>, schema: usize, outer: Occurs) -> Option<Member> {
        let occurs = self.occurs(element)?.within(outer);
        if let Some(written) = element.word("ref") {
            let place = element.place_of("ref");
            let Some(name) = self.schemas.resolve(element, schema, written) else {
                let kind = self.undeclared_prefix(written, place);
                let local = written.rsplit(':').next().unwrap_or_default();
                return Some(self.member(&self.decoded(local, place), Namespace::Service, kind, occurs, false));
            };
            let mut member = self.global_element(name, place);
            member.presence = presence(occurs, member.presence.is_nullable() || element.says("nillable"));
            member.repeated = occurs.many;
            return Some(member);
        }
        let Some(name) = element.word("name") else {
            self.problems.tell(
                Code::MissingName,
                element.place(),
                "an element without a name",
                "left out",
                "give it a `name`, or a `ref` to another element",
            );
            return None;
        };
        let namespace = self.namespace(self.schemas.local_namespace(element, schema));
        let mut member = self.declared(element, schema, name, namespace, occurs);
        member.doc = element.documentation();
        Some(member)
    }

    /// The element of that name that a schema declares for use anywhere, as a member that stands once.
    pub(super) fn global_element(&mut self, name: (&'a str, &'a str), place: super::problems::Place) -> Member {
        let namespace = self.namespace(name.0);
        if let Some(definition) = self.schemas.elements.get(&name).copied() {
            let element = definition.element;
            if element.word("substitutionGroup").is_some() || element.says("abstract") {
                self.problems.tell(
                    Code::UnsupportedDefinition,
                    element.place_of("name"),
                    format!("another element may stand for {}", quoted(name.1)),
                    "only this one is taken",
                    "ASMX does not write such elements: call the service with this one",
                );
            }
            let mut member = self.declared(element, definition.schema, name.1, namespace, Occurs::ONCE);
            member.doc = element.documentation();
            return member;
        }
        if name != (XSD, "schema") && !is_addressing(name.0) {
            let near = self.problems.nearest(name.1, self.schemas.elements.keys().map(|(_, name)| *name));
            let help = match near {
                Some(near) => {
                    format!("did you mean {}? Else save the schema that defines it beside the document", quoted(near))
                }
                None => {
                    format!("save the schema of the namespace {} beside the document, and import it", quoted(name.0))
                }
            };
            let message = format!("no schema defines the element {}", quoted(name.1));
            self.problems.tell(Code::UndefinedElement, place, message, "taken as XML of any content", help);
        }
        self.member(&self.decoded(name.1, place), namespace, Type::Xml(XmlKind::Content), Occurs::ONCE, false)
    }

    /// A member of the type that an element declares.
    fn declared(
        &mut self,
        element: Element<'a>,
        schema: usize,
        name: &'a str,
        namespace: Namespace,
        occurs: Occurs,
    ) -> Member {
        let name = self.decoded(name, element.place_of("name"));
        let kind = self.type_of(element, schema, &name);
        let mut member = self.member(&name, namespace, kind, occurs, element.says("nillable"));
        member.default = element.attribute("default").or_else(|| element.attribute("fixed")).map(str::to_owned);
        member
    }

    /// The type that an element or attribute declares.
    pub(super) fn type_of(&mut self, element: Element<'a>, schema: usize, name: &str) -> Type {
        if element.word("type").is_some() {
            return self.reference(element, schema, "type");
        }
        let inside = element.schema_children().find(|child| matches!(child.local(), "complexType" | "simpleType"));
        match inside {
            Some(inside) if inside.local() == "complexType" => {
                self.inline(Definition { element: inside, schema }, name)
            }
            Some(inside) => self.inline_simple(Definition { element: inside, schema }, name),
            None => Type::Any,
        }
    }

    fn member(&self, name: &str, namespace: Namespace, kind: Type, occurs: Occurs, nillable: bool) -> Member {
        Member { namespace, repeated: occurs.many, ..Member::element(name, kind, presence(occurs, nillable)) }
    }

    /// The attributes of a type, behind its elements.
    fn attributes(&mut self, holder: Element<'a>, schema: usize, into: &mut Vec<Member>, depth: usize) {
        if depth > DEEPEST {
            self.too_deep(holder.place());
            return;
        }
        for child in holder.schema_children() {
            if self.budget == 0 {
                self.too_deep(child.place());
                return;
            }
            self.budget -= 1;
            match child.local() {
                "attribute" => into.extend(self.attribute(child, schema)),
                "attributeGroup" => {
                    if let Some(group) = self.enter(child, schema) {
                        self.attributes(group.element, group.schema, into, depth + 1);
                        self.open_groups.pop();
                    }
                }
                "anyAttribute" if !into.iter().any(|member| member.place == Place::AnyAttributes) => {
                    into.push(Member {
                        place: Place::AnyAttributes,
                        ..Member::element("", Type::Scalar(Scalar::String), Presence::Optional)
                    })
                }
                _ => {}
            }
        }
    }

    fn attribute(&mut self, attribute: Element<'a>, schema: usize) -> Option<Member> {
        let is_required = match attribute.word("use") {
            Some("prohibited") => return None,
            Some("required") => true,
            _ => false,
        };
        let (namespace, name, kind, declared) = if let Some(written) = attribute.word("ref") {
            let place = attribute.place_of("ref");
            let Some((namespace, local)) = self.schemas.resolve(attribute, schema, written) else {
                self.undeclared_prefix(written, place);
                return None;
            };
            if matches!(namespace, SOAP_ENCODING | SOAP12_ENCODING) {
                return None;
            }
            match self.schemas.attributes.get(&(namespace, local)).copied() {
                Some(definition) => {
                    let kind = self.attribute_type(definition.element, definition.schema, local);
                    (namespace, local, kind, definition.element)
                }
                None => {
                    if namespace != XML {
                        self.problems.tell(
                            Code::UndefinedAttribute,
                            place,
                            format!("no schema defines the attribute {}", quoted(local)),
                            "taken as text",
                            format!(
                                "save the schema of the namespace {} beside the document, and import it",
                                quoted(namespace)
                            ),
                        );
                    }
                    (namespace, local, Type::Scalar(Scalar::String), attribute)
                }
            }
        } else {
            let Some(name) = attribute.word("name") else {
                self.problems.tell(
                    Code::MissingName,
                    attribute.place(),
                    "an attribute without a name",
                    "left out",
                    "give it a `name`, or a `ref` to another attribute",
                );
                return None;
            };
            (
                self.schemas.local_namespace(attribute, schema),
                name,
                self.attribute_type(attribute, schema, name),
                attribute,
            )
        };
        let name = self.decoded(name, attribute.place());
        let presence = if is_required { Presence::Required } else { Presence::Optional };
        let value = |name: &str| attribute.attribute(name).or_else(|| declared.attribute(name));
        Some(Member {
            namespace: self.namespace(namespace),
            place: Place::Attribute,
            default: value("default").or_else(|| value("fixed")).map(str::to_owned),
            doc: attribute.documentation(),
            ..Member::element(&name, kind, presence)
        })
    }

    fn attribute_type(&mut self, attribute: Element<'a>, schema: usize, name: &str) -> Type {
        match self.type_of(attribute, schema, name) {
            Type::Any => Type::Scalar(Scalar::String),
            kind => self.simple_only(kind, attribute.place_of("type")),
        }
    }
}

/// Whether a member can be left out, and whether it may be null.
fn presence(occurs: Occurs, nillable: bool) -> Presence {
    match (occurs.optional, nillable) {
        (false, false) => Presence::Required,
        (true, false) => Presence::Optional,
        (false, true) => Presence::Nullable,
        (true, true) => Presence::OptionalNullable,
    }
}
