//! Members of structures and parts of messages, from elements, attributes and groups.

use asmx_codegen::diagnostic::{Code, quoted};
use asmx_codegen::locations::Location;
use asmx_codegen::model::{
    DefaultMistake, Enumerations, Member, NamedType, NamedTypeKind, Namespace, Place as MemberPlace, Presence, Type,
    Wildcard, XmlKind, default_mistake,
};

use super::element::{Element, QName, XSD, is_addressing};
use super::origins::Origins;
use super::particles::{Gathered, Occurs, occurring, presence};
use super::problems::Loss;
use super::types::{Types, value};

impl Enumerations for Types<'_> {
    fn flags(&self, number: usize) -> Option<bool> {
        match &self.named.get(number)?.kind {
            NamedTypeKind::Enumeration(enumeration) => Some(enumeration.flags),
            NamedTypeKind::Structure(_) | NamedTypeKind::DataSet(_) => None,
        }
    }

    fn has(&self, number: usize, value: &str) -> bool {
        let Some(NamedTypeKind::Enumeration(enumeration)) = self.named.get(number).map(|named| &named.kind) else {
            return false;
        };
        let collect = || enumeration.values.iter().map(|value| value.name.clone()).collect();
        self.values_of.borrow_mut().entry(number).or_insert_with(collect).contains(value)
    }
}

pub(super) struct Content<'a> {
    pub(super) members: Vec<Member>,
    pub(super) origins: Origins<'a>,
    pub(super) base: Option<usize>,
    /// Whether the members repeat those of the base (XML Schema restriction).
    pub(super) is_restriction: bool,
}

/// The member with what an element says of it.
pub(super) fn documented(member: Member, element: Element<'_>) -> Member {
    Member { doc: element.documentation(), ..member }
}

impl<'a> Types<'a> {
    pub(super) fn read_waiting(&mut self) {
        while let Some((index, definition)) = self.waiting.pop_front() {
            let Some((_, subject)) = self.origins.get(index).copied() else { continue };
            let before = self.problems.about(subject);
            let name = self.named.get(index).map(|named| named.name.clone()).unwrap_or_default();
            let around = std::mem::replace(&mut self.context, name);
            let content = self.content(definition);
            self.context = around;
            self.problems.about(before);
            if content.is_restriction && content.base.is_some() {
                self.restrictions.push(index);
            }
            if let Some(declared) = self.declared.get_mut(index) {
                declared.parts = content.origins;
            }
            if let Some(structure) = self.named.get_mut(index).and_then(NamedType::structure_mut) {
                structure.members = content.members;
                structure.base = content.base;
            }
        }
    }

    pub(super) fn content(&mut self, element: Element<'a>) -> Content<'a> {
        let mut gathered = Gathered::default();
        let mut content =
            Content { members: Vec::new(), origins: Origins::default(), base: None, is_restriction: false };
        let mut is_mixed = element.says("mixed");
        let mut holder = element;
        let mut is_text = false;
        for child in element.schema_children() {
            if !matches!(child.local(), "simpleContent" | "complexContent") {
                continue;
            }
            if holder.key() != element.key() {
                self.tell_of_content(child);
                continue;
            }
            is_text = child.local() == "simpleContent";
            is_mixed |= child.says("mixed");
            let Some(derivation) =
                child.schema_children().find(|child| matches!(child.local(), "extension" | "restriction"))
            else {
                self.tell_of_content(child);
                continue;
            };
            holder = derivation;
            content.is_restriction = derivation.local() == "restriction";
            self.base(child, derivation, &mut content, &mut gathered);
        }
        for child in holder.schema_children() {
            match child.local() {
                "sequence" | "all" | "choice" | "group" | "element" | "any" if !is_text => {
                    self.particle(child, Occurs::ONCE, &mut gathered, 0);
                }
                "attribute" | "attributeGroup" | "anyAttribute" | "simpleContent" | "complexContent" => {}
                _ if is_text && content.is_restriction => {
                    self.problems.lose(Loss::FACETS, holder.location(), &self.context);
                }
                _ => self.tell_of_content(child),
            }
        }
        if is_mixed {
            if gathered.members.iter().any(|member| member.place != MemberPlace::AnyElements) {
                self.problems.report(
                    (Code::UnsupportedParticle, element.location_of("name")),
                    "a type allows text between its elements",
                    ("imported as arbitrary XML, without members", "read and write the elements as XML"),
                );
            }
            let wildcard = match gathered.members.as_slice() {
                [any] if any.place == MemberPlace::AnyElements => any.wildcard.clone(),
                _ => Wildcard::default(),
            };
            gathered = Gathered::default();
            gathered.members.push(Member { wildcard, ..Member::unnamed(MemberPlace::Mixed) });
        }
        self.attributes(holder, &mut gathered);
        content.members = gathered.members;
        content.origins = gathered.origins;
        content
    }

    fn tell_of_content(&self, content: Element<'a>) {
        self.problems.report(
            (Code::UnsupportedContent, content.location()),
            format!("unsupported content {}", quoted(&format!("<{}>", content.local()))),
            ("left out", "a type can have elements, attributes, or an extension or restriction of another type"),
        );
    }

    fn base(
        &mut self,
        child: Element<'a>,
        derivation: Element<'a>,
        content: &mut Content<'a>,
        gathered: &mut Gathered<'a>,
    ) {
        let location = derivation.location_of("base");
        let base = if derivation.word("base").is_some() { self.reference(derivation, "base") } else { Type::Any };
        if let Type::Named(index) = base
            && self.named.get(index).and_then(NamedType::structure).is_some()
        {
            content.base = Some(index);
        } else if child.local() == "simpleContent" {
            let kind = self.simple_only(base, location);
            let scale = self.scale(derivation, "base", &kind);
            let text = value(&self.named, "", kind).with(|facets| facets.scale = scale);
            gathered.members.push(Member { place: MemberPlace::Text, ..text });
        } else if base != Type::Any {
            let written = quoted(derivation.word("base").unwrap_or_default());
            self.problems.report(
                (Code::UnsuitableBase, location),
                format!("{written} cannot be the base of a type with members"),
                ("imported without the base", "derive from a complex type with elements or attributes"),
            );
        }
    }

    /// The members of an element. A reference to the head of a substitution group gives several, of which exactly one occurs.
    pub(super) fn elements(&mut self, element: Element<'a>, outer: Occurs) -> Vec<Member> {
        let Some(occurs) = self.occurs(element).map(|own| own.within(outer)) else { return Vec::new() };
        let named = self.schemas.reference(element, "ref");
        let standing = named.map(|name| self.schemas.standing_for(name)).unwrap_or_default();
        let members: Vec<Member> = if standing.is_empty() || standing.iter().copied().eq(named) {
            self.named_element(element, "ref").or_else(|| self.local_element(element)).into_iter().collect()
        } else {
            self.budget = self.budget.saturating_sub(standing.len());
            standing.into_iter().map(|name| self.global_element(name, element.location_of("ref"))).collect()
        };
        let occurring_member = |member: Member| {
            let is_nullable = member.presence.is_nullable() || element.says("nillable");
            occurring(member, presence(occurs.optional, is_nullable), occurs)
        };
        members.into_iter().map(occurring_member).collect()
    }

    /// The element that an attribute refers to, as a member that occurs once. Ignores substitution groups, and reports that.
    pub(super) fn named_element(&mut self, at: Element<'a>, attribute: &str) -> Option<Member> {
        let written = at.reference(attribute)?;
        let location = at.location_of(attribute);
        let Some(name) = self.schemas.resolve(at, written) else {
            let kind = self.undeclared_prefix(written, location);
            let local = written.rsplit(':').next().unwrap_or_default();
            return Some(Member::element(&self.decoded(local, location), kind, Presence::Required));
        };
        let definition = self.schemas.elements.get(&name);
        if let Some(definition) = definition.filter(|_| self.schemas.standing_for(name) != [name]) {
            self.problems.report(
                (Code::UnsupportedDefinition, definition.location_of("name")),
                format!("another element may substitute {}", quoted(name.1)),
                ("imported without the substitutes", "declare in the spec which element the service expects"),
            );
        }
        Some(self.global_element(name, location))
    }

    /// A global element, as a member that occurs once.
    fn global_element(&mut self, name: QName<'a>, location: Location) -> Member {
        let namespace = self.namespace(name.0);
        if let Some(definition) = self.schemas.elements.get(&name).copied() {
            // A global type must not be named after its first user.
            let around = std::mem::take(&mut self.context);
            let member = self.declared(definition, name.1, namespace);
            self.context = around;
            return member;
        }
        if name != (XSD, "schema") && !is_addressing(name.0) {
            let (code, became) = (Code::UndefinedElement, "imported as arbitrary XML");
            self.undefined((code, location), "element", name, &self.schemas.elements, became);
        }
        let content = Type::Xml(XmlKind::Content);
        Member { namespace, ..Member::element(&self.decoded(name.1, location), content, Presence::Required) }
    }

    fn local_element(&mut self, element: Element<'a>) -> Option<Member> {
        let Some(name) = element.word("name") else {
            self.problems.nameless(element.location(), "an element", "give it a `name`, or a `ref` to another element");
            return None;
        };
        let namespace = self.namespace(self.schemas.local_namespace(element));
        Some(self.declared(element, name, namespace))
    }

    fn declared(&mut self, element: Element<'a>, name: &'a str, namespace: Namespace) -> Member {
        let name = self.decoded(name, element.location_of("name"));
        if element.schema_children().any(|child| matches!(child.local(), "key" | "keyref" | "unique")) {
            self.problems.lose(Loss::KEYS, element.location(), &name);
        }
        if element.word("block").is_some() {
            self.problems.lose(Loss::BLOCKS, element.location_of("block"), &name);
        }
        if element.attribute("fixed").is_some() {
            self.problems.lose(Loss::FIXED, element.location_of("fixed"), &name);
        }
        let kind = self.type_of(element, &name);
        let default = self.default_text([element], &kind, &name);
        let presence = presence(false, element.says("nillable"));
        let member = Member { namespace, ..Member::element(&name, kind, presence) };
        let scale = self.scale(element, "type", &member.kind);
        documented(member, element).with(|facets| (facets.default, facets.scale) = (default, scale))
    }

    /// The most digits behind the point that a declaration allows in its decimals, or in those of its array. `attribute` names their type.
    pub(super) fn scale(&self, declaration: Element<'a>, attribute: &str, kind: &Type) -> Option<u8> {
        if !kind.holds_decimals() {
            return None;
        }
        if !matches!(kind, Type::Array(_)) {
            return self.schemas.fraction_digits(declaration, attribute);
        }
        let items = self.complex_type(declaration)?.schema_children().next()?.first(XSD, "element")?;
        self.schemas.fraction_digits(items, "type")
    }

    /// The default, or else the fixed value, that the first of these definitions states. Reports and leaves out one that
    /// is not of the type.
    pub(super) fn default_text<const N: usize>(
        &self,
        definitions: [Element<'a>; N],
        kind: &Type,
        name: &str,
    ) -> Option<String> {
        let attribute = |word: &'static str| {
            definitions.iter().find_map(|definition| Some((*definition, word, definition.attribute(word)?)))
        };
        let (definition, word, text) = attribute("default").or_else(|| attribute("fixed"))?;
        let Some(mistake) = default_mistake(kind, text, self) else { return Some(text.to_owned()) };
        let (noun, location) =
            (if word == "default" { "default" } else { "fixed value" }, definition.location_of(word));
        let reason = match mistake {
            DefaultMistake::Scalar(scalar, reason) => format!("is not a value of type `{}`: {reason}", scalar.name()),
            DefaultMistake::Enumeration(_) => "is not a value of its enumeration".to_owned(),
            DefaultMistake::NoText => "is a text, and values of its type are not texts".to_owned(),
        };
        self.problems.report(
            (Code::UnusableDefault, location),
            format!("the {noun} {} of {} {reason}", quoted(text), quoted(name)),
            (
                format!("imported without the {noun}"),
                "ask the service what it reads for an absent value, and send that",
            ),
        );
        None
    }

    pub(super) fn type_of(&mut self, element: Element<'a>, name: &str) -> Type {
        if element.word("type").is_some() {
            return self.reference(element, "type");
        }
        let definition = element.schema_children().find(|child| matches!(child.local(), "complexType" | "simpleType"));
        match definition {
            Some(definition) if definition.local() == "complexType" => self.inline(definition, name),
            Some(definition) => self.inline_simple(definition, name),
            None => Type::Any,
        }
    }
}
