//! How one version reads a value that the other writes. A service reads by the rules of genuine servers (docs/RULES.md), a client as the generated
//! client does.

use super::member_types::{Simple, Types, is_text, value_kind};
use super::outcome::Read;
use asmx_codegen::model::{ArrayType, Member, NamedTypeKind, Place, Presence, Scalar, Type, XmlKind};
use asmx_types::rules::Kind;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Carrier {
    /// An element or attribute. It is found by name, with case, and namespace.
    Xml,
    /// A field of a form or query. It is found by name, without case, and is required.
    Form,
    /// The root of a response. Its name has no meaning here.
    Root,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Request,
    Response,
}

/// One version writes, the other reads.
pub(super) struct Reading<'a> {
    pub(super) writer: &'a Types<'a>,
    pub(super) reader: &'a Types<'a>,
    pub(super) carrier: Carrier,
    pub(super) direction: Direction,
    /// Whether a response that lacks an expected value is an error.
    pub(super) is_strict: bool,
}

const DEFAULT: &str = "the service reads the default of the type (0, false), without an error";
const NULL: &str = "the service reads null, without an error";
const NOT_GIVEN: &str = "the service refuses the call because it requires every parameter";
const ABSENT: &str = "they read the value as absent, without an error";
const CLIENT_DEFAULT: &str = "they read the default of the type (0, false), without an error";
const NOT_FOUND: &str = "they fail to read the response because the expected value is missing";
const REFUSED: &str = "the service refuses values that do not fit its type";
const UNREADABLE: &str = "they fail to read values that do not fit their type";
const DROPPED: &str = "the service drops the values and reads an empty array, without an error";
const CLIENT_DROPPED: &str = "they skip the items and read an empty array, without an error";
const ONE_OF_MANY: &str = "the service reads only the first value, without an error";
const JOINED: &str = "the service reads the values joined by commas, without an error";
const NIL_REFUSED: &str = "the service refuses null";
const NIL_EMPTY: &str = "the service reads null as an empty text, without an error";
const DEFAULTS: &str = "the service reads a structure with default values, without an error";
const OTHER_DEFAULT: &str = "the service reads another default if the value is absent, without an error";
const OTHER: &str = "the service reads another value, without an error";
const CLIENT_OTHER: &str = "they read another value, without an error";

impl Reading<'_> {
    const fn is_service(&self) -> bool {
        matches!(self.direction, Direction::Request)
    }

    const fn words(&self, service: &'static str, client: &'static str) -> &'static str {
        if self.is_service() { service } else { client }
    }

    fn silent(&self, service: &'static str, client: &'static str) -> Read {
        Read::Silent(self.words(service, client))
    }

    const fn not_of_type(&self) -> Read {
        Read::Fails(self.words(REFUSED, UNREADABLE))
    }

    /// How a member is read that does not arrive, although it was sent or is expected.
    pub(super) fn missing(&self, member: &Member) -> Read {
        if self.carrier == Carrier::Form {
            return Read::Fails(NOT_GIVEN);
        }
        if self.is_strict && !self.is_service() {
            return Read::Fails(NOT_FOUND);
        }
        let is_value = self.is_value(member) && member.presence == Presence::Required;
        if is_value { self.silent(DEFAULT, CLIENT_DEFAULT) } else { self.silent(NULL, ABSENT) }
    }

    /// Whether the member is a value type for the reader.
    fn is_value(&self, member: &Member) -> bool {
        !member.repeated && value_kind(self.reader, &member.kind).is_value()
    }

    pub(super) fn member(&self, writer: &Member, reader: &Member) -> Read {
        if !self.is_found(writer, reader) {
            return self.missing(reader);
        }
        if let (Place::Choice(written), Place::Choice(read)) = (&writer.place, &reader.place) {
            return self.alternatives(written, read);
        }
        // Over GET and POST an array is a field that occurs several times, with or without an element around the items in XML.
        if let (Carrier::Form, Some(written), Some(known)) = (self.carrier, items(writer), items(reader)) {
            return self.value(written, known);
        }
        let value = self.many(writer, reader).or(self.value(&writer.kind, &reader.kind));
        value.or(self.presence(writer, reader))
    }

    fn is_found(&self, writer: &Member, reader: &Member) -> bool {
        let same_place = std::mem::discriminant(&writer.place) == std::mem::discriminant(&reader.place);
        match self.carrier {
            Carrier::Root => true,
            Carrier::Form => {
                let name = |member: &Member| member.part.as_ref().unwrap_or(&member.name).to_lowercase();
                name(writer) == name(reader)
            }
            Carrier::Xml => {
                let is_named = matches!(reader.place, Place::Element | Place::Attribute);
                same_place && (!is_named || writer.name == reader.name && writer.namespace == reader.namespace)
            }
        }
    }

    fn alternatives(&self, written: &[Member], read: &[Member]) -> Read {
        written.iter().fold(Read::Same, |worst, alternative| {
            let found =
                read.iter().find(|other| other.name == alternative.name && other.namespace == alternative.namespace);
            worst.or(found.map_or_else(|| self.silent(NULL, ABSENT), |other| self.member(alternative, other)))
        })
    }

    /// An array without an element around its items, on one side or on both.
    fn many(&self, writer: &Member, reader: &Member) -> Read {
        let is_array = |member: &Member| matches!(member.kind, Type::Array(_));
        match (writer.repeated, reader.repeated) {
            (true, false) if is_array(reader) => {
                if self.carrier == Carrier::Form {
                    Read::Same
                } else {
                    self.silent(DROPPED, CLIENT_DROPPED)
                }
            }
            (true, false) if self.carrier == Carrier::Form => Read::Silent(JOINED),
            (true, false) => self.silent(ONE_OF_MANY, CLIENT_OTHER),
            // The content of the root is read as the items, whatever their name.
            (false, true) if self.carrier == Carrier::Root => match &writer.kind {
                Type::Array(array) if array.item == reader.kind => Read::Same,
                _ => self.silent(DROPPED, CLIENT_DROPPED),
            },
            (false, true) if is_array(writer) && self.carrier == Carrier::Xml => self.not_of_type(),
            _ => Read::Same,
        }
    }

    fn presence(&self, writer: &Member, reader: &Member) -> Read {
        let nil = writer.presence.is_nullable() && !reader.presence.is_nullable() && self.carrier != Carrier::Form;
        let may_be_absent = matches!(writer.presence, Presence::Optional | Presence::OptionalNullable)
            && !writer.repeated
            && self.carrier == Carrier::Xml;
        let is_value = self.is_value(reader);
        let of_structure =
            matches!(reader.kind, Type::Named(index) if is_structure(self.reader, index)) && !reader.repeated;
        let of_nil = match (nil, self.direction) {
            (true, Direction::Request) if of_structure => Read::Silent(DEFAULTS),
            (true, Direction::Request) if is_value => Read::Fails(NIL_REFUSED),
            (true, Direction::Request) if matches!(reader.kind, Type::Scalar(_) | Type::List(_)) => {
                Read::Silent(NIL_EMPTY)
            }
            (true, Direction::Response) if is_value && reader.presence == Presence::Required => {
                Read::Silent(CLIENT_DEFAULT)
            }
            _ => Read::Same,
        };
        let is_expected = may_be_absent && reader.presence == Presence::Required;
        let of_absent = match self.direction {
            _ if is_expected && is_value => self.silent(DEFAULT, CLIENT_DEFAULT),
            Direction::Request if is_expected && of_structure => Read::Silent(DEFAULTS),
            _ => Read::Same,
        };
        // A service reads its own default for an absent value; a client reads none.
        let can_be_absent = may_be_absent || writer.default.is_some() && self.carrier == Carrier::Xml;
        let of_default = if can_be_absent && self.is_service() && writer.default != reader.default {
            Read::Silent(OTHER_DEFAULT)
        } else {
            Read::Same
        };
        of_nil.or(of_absent).or(of_default)
    }

    pub(super) fn value(&self, writer: &Type, reader: &Type) -> Read {
        if writer == reader {
            return Read::Same;
        }
        // The root is named after the type, and a strict client checks it.
        if self.carrier == Carrier::Root && self.is_strict && *reader != Type::Xml(XmlKind::Content) {
            return self.not_of_type();
        }
        let (from, to) = (self.simple(self.writer, writer), self.simple(self.reader, reader));
        match (writer, reader) {
            (Type::Array(from), Type::Array(to)) => self.items(from, to),
            (Type::Array(_), _) if to.is_some() && self.carrier == Carrier::Form => match to {
                Some(Simple::Text) => Read::Silent(JOINED),
                _ => Read::Fails(REFUSED),
            },
            (Type::Array(_), _) if to.is_some() => self.not_of_type(),
            (_, Type::Array(array)) if from.is_some() && self.carrier == Carrier::Form => {
                self.value(writer, &array.item)
            }
            (_, Type::Array(_)) if from.is_some() => self.silent(DROPPED, CLIENT_DROPPED),
            // Elements with other names, and text between them, are skipped.
            (Type::Array(_), Type::Named(to)) if is_structure(self.reader, *to) => self.silent(OTHER, CLIENT_OTHER),
            (Type::Named(from), Type::Array(_)) if is_structure(self.writer, *from) => {
                self.silent(DROPPED, CLIENT_DROPPED)
            }
            (_, Type::Named(to)) if from.is_some() && is_structure(self.reader, *to) => {
                self.silent(OTHER, CLIENT_OTHER)
            }
            (Type::List(from), Type::List(to)) => self.value(from, to),
            (_, Type::List(item)) if from.is_some() => self.value(writer, item),
            (_, Type::Any) => self.silent(OTHER, CLIENT_OTHER),
            // A document has one root.
            (Type::Xml(XmlKind::DataSet), Type::Xml(XmlKind::Content)) if self.is_strict => self.not_of_type(),
            (Type::Xml(_), Type::Xml(XmlKind::Content)) => Read::Same,
            // They differ only in the root, which is named after the type.
            _ if is_data_set(self.writer, writer) && is_data_set(self.reader, reader) => {
                if self.carrier == Carrier::Root { self.not_of_type() } else { Read::Same }
            }
            (Type::Named(from), Type::Named(to))
                if is_structure(self.writer, *from) && is_structure(self.reader, *to) =>
            {
                self.silent(OTHER, CLIENT_OTHER)
            }
            _ => match (from, to) {
                (Some(from), Some(to)) if from.is_in(&to) => Read::Same,
                // A client keeps an unknown text.
                (Some(Simple::Text | Simple::Values(_)), Some(Simple::Values(_))) if !self.is_service() => Read::Same,
                _ => self.not_of_type(),
            },
        }
    }

    fn items(&self, writer: &ArrayType, reader: &ArrayType) -> Read {
        let is_reported = self.is_named_after_its_type(writer, reader);
        let has_other_name = writer.item_name != reader.item_name && !is_reported;
        // Fields of a form and items of a root may have any name.
        if self.carrier == Carrier::Xml
            && writer.alternatives.is_empty()
            && (has_other_name || writer.item_namespace != reader.item_namespace)
        {
            return self.silent(DROPPED, CLIENT_DROPPED);
        }
        if !writer.alternatives.is_empty() || !reader.alternatives.is_empty() {
            return if reader.alternatives.is_empty() || writer.alternatives.is_empty() {
                self.silent(DROPPED, CLIENT_DROPPED)
            } else {
                self.alternatives(&writer.alternatives, &reader.alternatives)
            };
        }
        let of_items = Reading { carrier: self.inner(), ..*self };
        let nil = if writer.nullable_items && !reader.nullable_items && self.carrier != Carrier::Form {
            match self.direction {
                Direction::Request if value_kind(self.reader, &reader.item).is_value() => Read::Fails(NIL_REFUSED),
                Direction::Request => Read::Silent(NIL_EMPTY),
                Direction::Response => Read::Silent(CLIENT_OTHER),
            }
        } else {
            Read::Same
        };
        of_items.value(&writer.item, &reader.item).or(nil)
    }

    const fn inner(&self) -> Carrier {
        match self.carrier {
            Carrier::Form => Carrier::Form,
            Carrier::Xml | Carrier::Root => Carrier::Xml,
        }
    }

    /// Whether the items are named after a renamed type: the change of the type reports it.
    fn is_named_after_its_type(&self, writer: &ArrayType, reader: &ArrayType) -> bool {
        let (Type::Named(from), Type::Named(to)) = (&writer.item, &reader.item) else { return false };
        let name =
            |types: &Types<'_>, index: usize| types.get(index).copied().flatten().map(|named| named.name.clone());
        from == to
            && name(self.writer, *from).as_ref() == Some(&writer.item_name)
            && name(self.reader, *to).as_ref() == Some(&reader.item_name)
    }

    fn simple(&self, types: &Types<'_>, kind: &Type) -> Option<Simple> {
        match kind {
            // A char is a number over SOAP.
            Type::Scalar(Scalar::Char) if self.carrier != Carrier::Form => Some(Simple::Scalar(Scalar::Char)),
            Type::Scalar(scalar) if is_text(*scalar) => Some(Simple::Text),
            Type::Scalar(scalar) => Some(Simple::Scalar(*scalar)),
            Type::Named(index) => match &types.get(*index).copied().flatten()?.kind {
                NamedTypeKind::Enumeration(kind) => {
                    Some(Simple::Values(kind.values.iter().map(|value| value.name.clone()).collect()))
                }
                NamedTypeKind::Structure(_) | NamedTypeKind::DataSet(_) => None,
            },
            Type::List(_) => Some(Simple::List),
            Type::Array(_) | Type::Any | Type::Xml(_) => None,
        }
    }
}

fn items(member: &Member) -> Option<&Type> {
    match &member.kind {
        Type::Array(array) if !member.repeated && array.alternatives.is_empty() => Some(&array.item),
        kind if member.repeated => Some(kind),
        _ => None,
    }
}

fn is_data_set(types: &Types<'_>, kind: &Type) -> bool {
    value_kind(types, kind) == Kind::Xml(XmlKind::DataSet)
}

fn is_structure(types: &Types<'_>, index: usize) -> bool {
    let named = types.get(index).copied().flatten();
    named.is_some_and(|named| matches!(named.kind, NamedTypeKind::Structure(_)))
}
