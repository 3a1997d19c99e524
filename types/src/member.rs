//! How members of structures and parts of messages are described.

use super::rules::Hindrance;
use super::{Member, Namespace, Place, Presence, Role, Type};

impl Member {
    /// An element that is required if it is of a value type, and optional otherwise.
    pub const fn new(name: &'static str, kind: Type) -> Self {
        let presence = if kind.kind().is_value() { Presence::Required } else { Presence::Optional };
        Self {
            name,
            namespace: Namespace::Service,
            place: Place::Element,
            kind,
            presence,
            repeated: false,
            default: None,
            part: None,
            secret: false,
            role: None,
            doc: "",
        }
    }

    /// Makes it required.
    #[must_use]
    pub const fn required(mut self) -> Self {
        self.presence = Presence::Required;
        self
    }

    /// Makes a value type nullable.
    #[must_use]
    pub const fn nullable(mut self) -> Self {
        self.presence = Presence::Nullable;
        self
    }

    /// States whether it can be left out.
    #[must_use]
    pub const fn presence(mut self, presence: Presence) -> Self {
        self.presence = presence;
        self
    }

    /// Lets one of a value type be left out.
    #[must_use]
    pub const fn optional(self) -> Self {
        self.presence(Presence::Optional)
    }

    /// Lets it be left out, and be null, which are two things.
    #[must_use]
    pub const fn optional_nullable(self) -> Self {
        self.presence(Presence::OptionalNullable)
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

    /// Makes it everything inside the structure.
    #[must_use]
    pub const fn mixed(self) -> Self {
        self.place(Place::Mixed)
    }

    /// Makes it one of the elements of these members.
    #[must_use]
    pub const fn choice(self, alternatives: &'static [Self]) -> Self {
        self.place(Place::Choice(alternatives))
    }

    /// Makes it elements that nobody declared.
    #[must_use]
    pub const fn any_elements(self) -> Self {
        self.place(Place::AnyElements)
    }

    /// Makes it attributes that nobody declared.
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

    /// Lets it stand any number of times.
    #[must_use]
    pub const fn repeated(mut self) -> Self {
        self.repeated = true;
        self
    }

    /// States the text that stands for an absent one.
    #[must_use]
    pub const fn default(mut self, text: &'static str) -> Self {
        self.default = Some(text);
        self
    }

    /// States its name as a part of a message.
    #[must_use]
    pub const fn part(mut self, name: &'static str) -> Self {
        self.part = Some(name);
        self
    }

    /// Marks its value as one that is never shown.
    #[must_use]
    pub const fn secret(mut self) -> Self {
        self.secret = true;
        self
    }

    /// Gives it a role. What has a [secret](Role::is_secret) one is secret.
    #[must_use]
    pub const fn role(mut self, role: Role) -> Self {
        self.role = Some(role);
        self.secret = self.secret || role.is_secret();
        self
    }

    /// States what it means.
    #[must_use]
    pub const fn doc(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }

    /// Its name as a part of a message: over GET and POST.
    #[must_use]
    pub const fn part_name(&self) -> &'static str {
        match self.part {
            Some(name) => name,
            None => self.name,
        }
    }

    /// Whether GET and POST can carry it: a scalar that can be written as text, or an array of those
    /// (docs/RULES.md, rule 1).
    pub fn carried_by_http(&self) -> bool {
        let items = match self.kind {
            Type::Array(array) => Some(array.items()),
            _ => None,
        };
        self.place == Place::Element
            && Hindrance::of_member(self.presence, self.repeated, self.kind.kind(), items).is_none()
    }
}
