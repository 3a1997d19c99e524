//! Building descriptors of structures, of their members, and of the parts of messages, which are members too.

use std::ops::Deref;
use std::sync::OnceLock;

use super::rules::Hindrance;
use super::{
    Content, EndDate, Facets, Member, Namespace, Place, Presence, Resolution, Role, Structure, StructureParts, Type,
};

impl Member {
    /// An element: required if its type is a value type, optional otherwise.
    pub const fn new(name: &'static str, kind: Type) -> Self {
        let presence = if kind.kind().is_value() { Presence::Required } else { Presence::Optional };
        Self {
            name,
            namespace: Namespace::Service,
            place: Place::Element,
            kind,
            facets: Facets::new(presence),
            doc: "",
        }
    }

    /// Makes it an attribute, without a namespace.
    #[must_use]
    pub const fn attribute(self) -> Self {
        self.place(Place::Attribute).namespace(Namespace::None)
    }

    /// Makes it the text of the structure.
    #[must_use]
    pub const fn text(self) -> Self {
        self.place(Place::Text)
    }

    /// Makes it the mixed content of the structure: texts and elements.
    #[must_use]
    pub const fn mixed(self) -> Self {
        self.place(Place::Mixed)
    }

    /// Makes it a choice: one of these members.
    #[must_use]
    pub const fn choice(self, alternatives: &'static [Self]) -> Self {
        self.place(Place::Choice(alternatives))
    }

    /// Makes it the undeclared elements of the structure.
    #[must_use]
    pub const fn any_elements(self) -> Self {
        self.place(Place::AnyElements)
    }

    /// Makes it the undeclared attributes of the structure.
    #[must_use]
    pub const fn any_attributes(self) -> Self {
        self.place(Place::AnyAttributes)
    }

    /// States the namespace of its name.
    #[must_use]
    pub const fn namespace(mut self, namespace: Namespace) -> Self {
        self.namespace = namespace;
        self
    }

    /// States where its value stands.
    #[must_use]
    pub const fn place(mut self, place: Place) -> Self {
        self.place = place;
        self
    }

    /// Sets its documentation.
    #[must_use]
    pub const fn doc(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }

    /// Its name as a part of a message: over GET and POST.
    #[must_use]
    pub const fn part_name(&self) -> &'static str {
        match self.facets.part {
            Some(name) => name,
            None => self.name,
        }
    }

    /// Whether its values are secret, or are one of the service's credentials.
    #[must_use]
    pub fn holds_secret(&self) -> bool {
        self.secret || self.role.is_some_and(Role::is_credential)
    }

    /// Whether a request without its value is incomplete: it is required, has no default, and its type has values. An abstract type without
    /// derived types has none.
    #[must_use]
    pub fn must_be_given(&self) -> bool {
        let has_no_values = |structure: &Structure| {
            structure.is_abstract && structure.derived().iter().all(|derived| derived.is_abstract)
        };
        self.presence == Presence::Required
            && self.default.is_none()
            && !matches!(self.kind, Type::Structure(structure) if has_no_values(structure))
    }

    /// Whether a response without it contradicts the description: it may be neither absent nor repeated, and has a name.
    #[must_use]
    pub const fn must_be_in_response(&self) -> bool {
        matches!(self.facets.presence, Presence::Required | Presence::Nullable)
            && matches!(self.place, Place::Element | Place::Attribute)
            && !self.facets.repeated
    }

    /// Whether GET and POST can carry it: a scalar with a text form, or an array of those (docs/RULES.md, rule 1).
    pub fn carried_by_http(&self) -> bool {
        let items = match self.kind {
            Type::Array(array) => Some(array.items()),
            _ => None,
        };
        self.place == Place::Element
            && Hindrance::of_member(self.presence, self.repeated, self.kind.kind(), items).is_none()
    }
}

impl Deref for Member {
    type Target = Facets;

    fn deref(&self) -> &Facets {
        &self.facets
    }
}

/// Setters of facets, named after their attributes in specs.
impl Member {
    /// Makes it required.
    #[must_use]
    pub const fn required(self) -> Self {
        self.presence(Presence::Required)
    }

    /// Makes a value type nullable.
    #[must_use]
    pub const fn nullable(self) -> Self {
        self.presence(Presence::Nullable)
    }

    /// Makes it optional, also if its type is a value type.
    #[must_use]
    pub const fn optional(self) -> Self {
        self.presence(Presence::Optional)
    }

    /// Lets it be absent and, as another value, null.
    #[must_use]
    pub const fn optional_nullable(self) -> Self {
        self.presence(Presence::OptionalNullable)
    }

    /// States whether it can be left out.
    #[must_use]
    pub const fn presence(mut self, presence: Presence) -> Self {
        self.facets.presence = presence;
        self
    }

    /// Lets it occur any number of times.
    #[must_use]
    pub const fn repeated(mut self) -> Self {
        self.facets.repeated = true;
        self
    }

    /// Sets the text that an absent one is read as.
    #[must_use]
    pub const fn default(mut self, text: &'static str) -> Self {
        self.facets.default = Some(text);
        self
    }

    /// States its name as a part of a message.
    #[must_use]
    pub const fn part(mut self, name: &'static str) -> Self {
        self.facets.part = Some(name);
        self
    }

    /// States what its text holds.
    #[must_use]
    pub const fn content(mut self, content: Content) -> Self {
        self.facets.content = Some(content);
        self
    }

    /// States the most digits behind the point of its decimals, 0 to [`MOST_SCALE`](crate::MOST_SCALE).
    #[must_use]
    pub const fn scale(mut self, digits: u8) -> Self {
        self.facets.scale = Some(digits);
        self
    }

    /// States whether records at this end of a time frame belong to a response.
    #[must_use]
    pub const fn end(mut self, end: EndDate) -> Self {
        self.facets.end = Some(end);
        self
    }

    /// States the smallest step of the service's times in milliseconds, of which a day has a whole number.
    #[must_use]
    pub const fn resolution(mut self, milliseconds: u32) -> Self {
        self.facets.resolution = Resolution::of_milliseconds(milliseconds);
        self
    }

    /// Marks its value as secret: it is never shown.
    #[must_use]
    pub const fn secret(mut self) -> Self {
        self.facets.secret = true;
        self
    }

    /// Gives it a role. A [secret](Role::is_secret) role makes it secret.
    #[must_use]
    pub const fn role(mut self, role: Role) -> Self {
        self.facets.role = Some(role);
        self.facets.secret = self.facets.secret || role.is_secret();
        self
    }
}

impl StructureParts {
    /// The parts of a structure that is not derived and has no derived types.
    pub const fn new(members: &'static [Member]) -> Self {
        let (mut index, mut rest) = (0, members);
        let content = loop {
            match rest {
                [] => break None,
                [first, ..] if matches!(first.place, Place::Text | Place::Mixed) => break Some(index),
                [_, others @ ..] => rest = others,
            }
            index += 1;
        };
        Self { members, base: None, derived: &[], content }
    }

    /// Sets its base type.
    #[must_use]
    pub const fn base(mut self, base: &'static Structure) -> Self {
        self.base = Some(base);
        self
    }

    /// Sets the types that are derived from it, directly or through others.
    #[must_use]
    pub const fn derived(mut self, derived: &'static [&'static Structure]) -> Self {
        self.derived = derived;
        self
    }
}

impl Structure {
    /// A structure that is not derived and has no derived types.
    pub const fn new(name: &'static str, members: &'static [Member]) -> Self {
        Self::of_parts(name, StructureParts::new(members))
    }

    /// A structure.
    pub const fn of_parts(name: &'static str, parts: StructureParts) -> Self {
        Self { name, namespace: Namespace::Service, is_abstract: false, known: Some(parts), stated: OnceLock::new() }
    }

    /// A structure whose parts are [set later](Self::complete). Until then it has no members.
    pub const fn incomplete(name: &'static str) -> Self {
        Self { name, namespace: Namespace::Service, is_abstract: false, known: None, stated: OnceLock::new() }
    }

    /// Sets the parts of an [incomplete](Self::incomplete) structure. Later calls change nothing.
    pub fn complete(&self, parts: StructureParts) {
        if self.known.is_none() {
            self.stated.get_or_init(|| parts);
        }
    }

    /// States the namespace of its name.
    #[must_use]
    pub const fn namespace(mut self, namespace: Namespace) -> Self {
        self.namespace = namespace;
        self
    }

    /// Declares it abstract: only values of derived types exist.
    #[must_use]
    pub const fn is_abstract(mut self) -> Self {
        self.is_abstract = true;
        self
    }

    fn parts(&self) -> Option<&StructureParts> {
        self.known.as_ref().or_else(|| self.stated.get())
    }

    /// Its members in order, inherited ones first.
    #[must_use]
    pub fn members(&self) -> &'static [Member] {
        self.parts().map_or(&[], |parts| parts.members)
    }

    /// The member that is the whole content of its elements (a text, or mixed content), with its position.
    #[must_use]
    pub fn content(&self) -> Option<(usize, &'static Member)> {
        let parts = self.parts()?;
        let index = parts.content?;
        parts.members.get(index).map(|member| (index, member))
    }

    /// Its base type.
    #[must_use]
    pub fn base(&self) -> Option<&'static Self> {
        self.parts().and_then(|parts| parts.base)
    }

    /// Whether it is one of a family: another type is derived from it, or it from another. Values of a family state their type in JSON.
    #[must_use]
    pub fn is_of_family(&self) -> bool {
        !self.name.is_empty() && (self.base().is_some() || !self.derived().is_empty())
    }

    /// The types that are derived from it, directly or through others.
    #[must_use]
    pub fn derived(&self) -> &'static [&'static Self] {
        self.parts().map_or(&[], |parts| parts.derived)
    }
}
