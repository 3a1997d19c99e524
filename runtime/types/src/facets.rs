//! The facets of a member: what holds for its value, whatever its type and its place.
//!
//! The reader of specs, the import, the writers of specs and Rust, `diff` and the runtime hold this one struct. A facet that changes no
//! message needs, besides its line here, the words of those who show it.

use std::borrow::Cow;

use super::{EndDate, Presence, Resolution, Role};

/// The most digits that a [scale](Facets::scale) has: those of the decimals of Arrow and Parquet.
pub const MOST_SCALE: u8 = 38;

/// The scale of decimals in Arrow and Parquet if nobody states one. .NET services send amounts of 4 digits, rates and quantities of up to 9.
pub const DEFAULT_SCALE: u8 = 9;

/// The facets of a member. `S` is the form of its texts: `&'static str` in descriptors, `String` while a description is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Facets<S = &'static str> {
    /// Whether it can be left out.
    pub presence: Presence,
    /// Whether it may occur any number of times: its value is then an array without an element around it.
    pub repeated: bool,
    /// The text that an absent one is read as.
    pub default: Option<S>,
    /// Its name as a part of a message, which GET and POST send, unless it is the element's name.
    pub part: Option<S>,
    /// The content of its text. Only a string may have it; on the wire it stays a string.
    pub content: Option<Content>,
    /// The most digits behind the point of its decimals, 0 to [`MOST_SCALE`]. Arrow and Parquet hold them with this scale; messages have the
    /// digits that are sent.
    pub scale: Option<u8>,
    /// Whether records at this date, the end of a time frame, belong to a response.
    pub end: Option<EndDate>,
    /// The smallest step of the times that the service compares with this end of a time frame.
    pub resolution: Option<Resolution>,
    /// Whether its value is secret and never shown.
    pub secret: bool,
    /// The runtime's use of it beyond sending it.
    pub role: Option<Role>,
}

/// A facet that a member states: an attribute of a spec, and a setter of a descriptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facet<'a> {
    /// The name of the attribute and of the setter.
    pub word: &'static str,
    /// Its value.
    pub value: FacetValue<'a>,
}

/// The content of a string besides text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Content {
    /// An XML document.
    Xml,
    /// A value of JSON.
    Json,
}

impl Content {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Xml, Self::Json];

    /// The word in specs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xml => "xml",
            Self::Json => "json",
        }
    }

    /// The one of that word.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|content| content.name() == word)
    }

    /// Its name in sentences: `XML`, `JSON`.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Xml => "XML",
            Self::Json => "JSON",
        }
    }
}

/// The value of a stated facet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FacetValue<'a> {
    /// The facet holds; it has no other value.
    Set,
    /// A text.
    Text(&'a str),
    /// A name, decoded: XML has it as `XmlConvert` encodes it.
    Name(&'a str),
    /// The content of a string.
    Content(Content),
    /// A number of digits.
    Digits(u8),
    /// How a service reads an end date.
    End(EndDate),
    /// A step of times.
    Resolution(Resolution),
    /// A role.
    Role(Role),
}

impl<S> Facets<S> {
    /// No facet but a presence.
    pub const fn new(presence: Presence) -> Self {
        Self {
            presence,
            repeated: false,
            default: None,
            part: None,
            content: None,
            scale: None,
            end: None,
            resolution: None,
            secret: false,
            role: None,
        }
    }

    /// Takes from `other` the annotations: facets that change no message. A WSDL document can state only the scale, which stays if `other`
    /// has none.
    pub fn annotate_as(&mut self, other: &Self) {
        let Self { presence: _, repeated: _, default: _, part: _, content, scale, end, resolution, secret, role } =
            other;
        (self.content, self.scale, self.secret, self.role) = (*content, scale.or(self.scale), *secret, *role);
        (self.end, self.resolution) = (*end, *resolution);
    }

    /// Removes the annotations: facets that change no message.
    pub const fn remove_annotations(&mut self) {
        (self.content, self.scale, self.secret, self.role) = (None, None, false, None);
        (self.end, self.resolution) = (None, None);
    }

    /// These facets with texts of another form.
    pub fn with_texts<T>(&self, mut text: impl FnMut(&S) -> T) -> Facets<T> {
        let Self { presence, repeated, default, part, content, scale, end, resolution, secret, role } = self;
        Facets {
            presence: *presence,
            repeated: *repeated,
            default: default.as_ref().map(&mut text),
            part: part.as_ref().map(&mut text),
            content: *content,
            scale: *scale,
            end: *end,
            resolution: *resolution,
            secret: *secret,
            role: *role,
        }
    }
}

impl<S: AsRef<str>> Facets<S> {
    /// The stated facets, in the order of specs. The presence is not among them: whether it is stated depends on the type.
    pub fn stated(&self) -> impl Iterator<Item = Facet<'_>> {
        let Self { presence: _, repeated, default, part, content, scale, end, resolution, secret, role } = self;
        let set = |is_set: bool| is_set.then_some(FacetValue::Set);
        [
            ("repeated", set(*repeated)),
            ("default", default.as_ref().map(|text| FacetValue::Text(text.as_ref()))),
            ("part", part.as_ref().map(|name| FacetValue::Name(name.as_ref()))),
            ("content", content.map(FacetValue::Content)),
            ("scale", scale.map(FacetValue::Digits)),
            ("end", end.map(FacetValue::End)),
            ("resolution", resolution.map(FacetValue::Resolution)),
            ("secret", set(*secret)),
            ("role", role.map(FacetValue::Role)),
        ]
        .into_iter()
        .filter_map(|(word, value)| Some(Facet { word, value: value? }))
    }
}

impl<'a> FacetValue<'a> {
    /// The value of the attribute in a spec, names decoded.
    #[must_use]
    pub fn text(self) -> Cow<'a, str> {
        match self {
            Self::Set => "true".into(),
            Self::Text(text) | Self::Name(text) => text.into(),
            Self::Content(content) => content.name().into(),
            Self::Digits(digits) => digits.to_string().into(),
            Self::End(end) => end.name().into(),
            Self::Resolution(step) => step.to_string().into(),
            Self::Role(role) => role.name().into(),
        }
    }
}
