//! Types and values made from arbitrary bytes. After the last byte every choice is the simplest, so fewer bytes make simpler cases.

use std::collections::BTreeSet;

use crate::operation::{
    ArrayType, DataSetType, Enumeration, ListType, Member, Namespace, Place, Presence, Scalar, Structure,
    StructureParts, Style, Type, XmlKind,
};
use crate::value::{Chosen, TypedValue, Value};

const XML: Namespace = Namespace::Of("http://www.w3.org/XML/1998/namespace");
const NAMESPACES: [Namespace; 4] =
    [Namespace::Service, Namespace::None, Namespace::Of("urn:a"), Namespace::Of("urn:b<&>\"'")];
/// A name without a namespace cannot be written inside a default namespace.
const TYPE_NAMESPACES: [Namespace; 2] = [Namespace::Service, Namespace::Of("urn:a")];
const NAMES: [&str; 6] = ["a", "Two words", "1digit", "_x0041_", "Straße", "xml.b-c"];
const STRINGS: [&str; 8] =
    ["text", "a<b>&\"' é中😀 ]]>", " \t lead\nand trail ", "\r\n", "<![CDATA[x]]>", "_x0020_", "{x}y:z", "-"];
const ELEMENTS: [&str; 4] = [
    "<x xmlns=\"\"/>",
    "<x xmlns=\"urn:q\" a=\"1\">t<y/></x>",
    "<q:x xmlns:q=\"urn:q\" q:a=\"v\">&lt;&amp;<!-- c --></q:x>",
    "<x xmlns=\"urn:q\"><![CDATA[<]]></x>",
];
static SHOP: DataSetType = DataSetType::new("Shop", "urn:shop", &[]);
static PLAIN: Enumeration = Enumeration::new("Plain", &["One", "two words", "<&>\"'", ""]);
static FLAGS: Enumeration = Enumeration::new("Flags", &["Read", "Write", "run"]).flags();

pub(super) struct Drawn<'b> {
    bytes: std::slice::Iter<'b, u8>,
    /// Named types, each once.
    types: Vec<Type>,
}

impl<'b> Drawn<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Self { bytes: bytes.iter(), types: vec![Type::Enumeration(&PLAIN)] }
    }

    /// A number below `count`.
    pub(super) fn below(&mut self, count: usize) -> usize {
        usize::from(self.bytes.next().copied().unwrap_or_default()) % count
    }

    fn one<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.below(among.len())]
    }

    /// The types that a value of any type may have.
    pub(super) fn types(&self) -> &'static [Type] {
        Vec::leak(self.types.clone())
    }

    /// Parameters or outputs.
    pub(super) fn parts(&mut self, kind: &str, style: Style) -> &'static [Member] {
        let count = 1 + self.below(3);
        let parts = (0..count).map(|number| {
            let part = self.element(&format!("{kind}{number}"), 0);
            if style == Style::Rpc { part.namespace(Namespace::None) } else { part }
        });
        Vec::leak(parts.collect())
    }

    pub(super) fn headers(&mut self, kind: &str) -> &'static [Member] {
        let count = self.below(3);
        let headers = (0..count).map(|number| {
            let header = Member::new(leaked(&format!("{kind}{number}")), self.kind(0));
            header.namespace(self.one(&NAMESPACES)).presence(Presence::Optional)
        });
        Vec::leak(headers.collect())
    }

    /// A member that is an element.
    fn element(&mut self, name: &str, depth: usize) -> Member {
        let kind = self.kind(depth);
        let mut member = Member::new(leaked(name), kind).namespace(self.one(&NAMESPACES));
        let presences = [Presence::Optional, Presence::Nullable, Presence::OptionalNullable, Presence::Required];
        // A required self-reference would never end.
        let is_simple = matches!(kind, Type::Scalar(_) | Type::Enumeration(_));
        let presence = self.one(if is_simple { &presences } else { &presences[..3] });
        member = member.presence(presence);
        if !matches!(kind, Type::Array(_)) && self.below(4) == 3 {
            member =
                member.presence(if presence.is_nullable() { Presence::OptionalNullable } else { Presence::Optional });
            member = member.repeated();
        }
        member
    }

    fn kind(&mut self, depth: usize) -> Type {
        match self.below(if depth < 3 { 16 } else { 7 }) {
            0..4 => Type::Scalar(self.one(Scalar::ALL)),
            4 => Type::Enumeration(&PLAIN),
            5 => Type::Enumeration(&FLAGS),
            6 => Type::Any,
            7 => self.one(&[Type::Xml(XmlKind::Content), Type::Xml(XmlKind::DataSet), Type::DataSet(&SHOP)]),
            8 | 9 => self.array(depth),
            _ => Type::Structure(self.structure(depth)),
        }
    }

    fn array(&mut self, depth: usize) -> Type {
        let mut array = if self.below(4) == 3 {
            ArrayType::new(Type::STRING, "").alternatives(self.alternatives(depth))
        } else {
            let item = self.kind(depth + 1);
            let array =
                ArrayType::new(item, leaked(self.one(&NAMES))).namespaces(Namespace::Service, self.one(&NAMESPACES));
            if self.below(2) == 1 { array.nullable_items() } else { array }
        };
        array = array.named(leaked(&format!("ArrayOf{}", self.types.len())));
        let kind = Type::Array(Box::leak(Box::new(array)));
        self.types.push(kind);
        kind
    }

    fn alternatives(&mut self, depth: usize) -> &'static [Member] {
        let count = 1 + self.below(3);
        let alternatives = (0..count).map(|number| {
            let kind = self.kind(depth + 1);
            Member::new(leaked(&format!("choice{number}")), kind)
                .namespace(self.one(&NAMESPACES))
                .presence(Presence::Optional)
        });
        Vec::leak(alternatives.collect())
    }

    fn structure(&mut self, depth: usize) -> &'static Structure {
        // Any earlier structure, perhaps the current one.
        let earlier: Vec<&'static Structure> = self.structures();
        if !earlier.is_empty() && self.below(4) == 3 {
            return self.one(&earlier);
        }
        let structure: &'static Structure = Box::leak(Box::new(
            Structure::incomplete(leaked(&format!("T{}", self.types.len()))).namespace(self.one(&TYPE_NAMESPACES)),
        ));
        self.types.push(Type::Structure(structure));
        let members = self.members(depth + 1);
        let mut derived: Vec<&'static Structure> = Vec::new();
        if self.below(3) == 2 && members.iter().all(|member| !matches!(member.place, Place::Text | Place::Mixed)) {
            let name = leaked(&format!("{}Derived", structure.name));
            let own = self.element("derived", depth + 1);
            let all: Vec<Member> = members.iter().map(copy).chain([own]).collect();
            let parts = StructureParts::new(Vec::leak(all)).base(structure);
            let one = Structure::of_parts(name, parts).namespace(self.one(&TYPE_NAMESPACES));
            derived.push(Box::leak(Box::new(one)));
        }
        structure.complete(StructureParts::new(members).derived(Vec::leak(derived)));
        structure
    }

    fn structures(&self) -> Vec<&'static Structure> {
        let structures = self.types.iter().filter_map(|kind| match kind {
            Type::Structure(structure) => Some(*structure),
            _ => None,
        });
        structures.collect()
    }

    fn members(&mut self, depth: usize) -> &'static [Member] {
        let mut members = Vec::new();
        for number in 0..self.below(3) {
            let kinds = [
                Type::Scalar(self.one(Scalar::ALL)),
                Type::Enumeration(&FLAGS),
                Type::List(Box::leak(Box::new(ListType::new(Type::INT)))),
            ];
            let kind = self.one(&kinds);
            let (name, namespace) = if number == 1 && self.below(2) == 1 {
                ("lang".to_owned(), XML)
            } else {
                (format!("{}{number}", self.one(&NAMES)), self.one(&[Namespace::None, Namespace::Of("urn:a")]))
            };
            let attribute = Member::new(leaked(&name), kind).place(Place::Attribute).namespace(namespace);
            members.push(attribute.presence(Presence::Optional));
        }
        let other = |place| Member::new("", Type::STRING).place(place);
        match self.below(6) {
            0 => members.push(Member::new("", Type::Scalar(self.one(Scalar::ALL))).place(Place::Text).required()),
            1 => members.push(other(Place::Mixed)),
            _ => {
                for number in 0..self.below(4) {
                    let name = format!("{}{number}", self.one(&NAMES));
                    members.push(self.element(&name, depth));
                }
                if self.below(3) == 2 {
                    let choice = other(Place::Choice(self.alternatives(depth)));
                    members.push(if self.below(2) == 1 { choice.repeated() } else { choice });
                }
                if self.below(3) == 2 {
                    members.push(other(Place::AnyElements));
                }
            }
        }
        if self.below(4) == 3 {
            members.push(other(Place::AnyAttributes));
        }
        Vec::leak(members)
    }

    /// The value of a member.
    pub(super) fn member(&mut self, member: &'static Member) -> Value<'static> {
        self.member_at(member, 0)
    }

    fn member_at(&mut self, member: &'static Member, depth: usize) -> Value<'static> {
        let is_given = self.below(4) > 0 && depth < 6;
        match member.place {
            // An empty text is read as null.
            Place::Text => match self.value(member.kind, depth) {
                Value::Text(text) if text.is_empty() => Value::from("AAEC/f7/"),
                value => value,
            },
            Place::Mixed => {
                let mixed = format!("one {}two", self.one(&ELEMENTS));
                Value::Xml(mixed.into())
            }
            Place::Element if member.presence == Presence::Required && !member.repeated => {
                self.value(member.kind, depth)
            }
            _ if !is_given => match member.presence {
                Presence::Nullable => Value::Nil,
                Presence::OptionalNullable if !member.repeated && self.below(2) == 1 => Value::Nil,
                _ => Value::Null,
            },
            Place::Choice(alternatives) if !member.repeated => self.choice(alternatives, depth),
            Place::Choice(alternatives) => {
                let count = 1 + self.below(3);
                Value::Array((0..count).map(|_| self.choice(alternatives, depth)).collect())
            }
            Place::AnyElements => {
                let count = 1 + self.below(2);
                Value::Array((0..count).map(|_| Value::Xml(self.one(&ELEMENTS).into())).collect())
            }
            Place::AnyAttributes => {
                let text = self.one(&STRINGS);
                Value::Attributes(vec![("{urn:any}other".into(), text.into()), ("plain".into(), "v".into())])
            }
            Place::Element if member.repeated => {
                let count = 1 + self.below(3);
                let nullable = member.presence.is_nullable();
                Value::Array((0..count).map(|_| self.item(member.kind, nullable, depth)).collect())
            }
            Place::Element | Place::Attribute => self.value(member.kind, depth),
        }
    }

    fn choice(&mut self, alternatives: &'static [Member], depth: usize) -> Value<'static> {
        let alternative = self.below(alternatives.len());
        let value = self.value(alternatives[alternative].kind, depth + 1);
        Value::Choice(Box::new(Chosen { alternative, value }))
    }

    fn item(&mut self, kind: Type, nullable: bool, depth: usize) -> Value<'static> {
        if nullable && self.below(4) == 3 { Value::Nil } else { self.value(kind, depth + 1) }
    }

    /// A value that is not null.
    fn value(&mut self, kind: Type, depth: usize) -> Value<'static> {
        match kind {
            Type::Scalar(scalar) => Value::from(self.scalar(scalar)),
            Type::Enumeration(enumeration) if enumeration.flags => {
                let chosen: Vec<&str> = enumeration.values.iter().copied().filter(|_| self.below(2) == 1).collect();
                Value::from(chosen.join(" "))
            }
            Type::Enumeration(enumeration) => Value::from(self.one(enumeration.values)),
            Type::List(_) => {
                let count = self.below(4);
                Value::from((0..count).map(|_| self.one(&["1", "-2", "33"])).collect::<Vec<_>>().join(" "))
            }
            Type::Structure(structure) => {
                let derived = structure.derived();
                let is_derived = !derived.is_empty() && self.below(2) == 1;
                let one = if is_derived { self.one(derived) } else { structure };
                let values = one.members().iter().map(|member| self.member_at(member, depth + 1));
                let value = Value::Structure(values.collect());
                if is_derived { of_type(Type::Structure(one), value) } else { value }
            }
            Type::Array(array) => {
                let count = if depth < 6 { self.below(4) } else { 0 };
                let items = (0..count).map(|_| match array.alternatives {
                    [] => self.item(array.item, array.nullable_items, depth),
                    alternatives => self.choice(alternatives, depth),
                });
                Value::Array(items.collect())
            }
            Type::Any => match self.below(3) {
                0 => Value::Xml(self.one(&ELEMENTS).into()),
                1 => {
                    let scalar = self.one(Scalar::ALL);
                    of_type(Type::Scalar(scalar), Value::from(self.scalar(scalar)))
                }
                _ => {
                    let types = self.types.clone();
                    let kind = self.one(&types);
                    if depth > 4 {
                        of_type(Type::INT, Value::from("1"))
                    } else {
                        typed(kind, self.value(kind, depth + 1))
                    }
                }
            },
            Type::Xml(_) | Type::DataSet(_) => Value::Xml(self.one(&ELEMENTS).into()),
        }
    }

    fn scalar(&mut self, scalar: Scalar) -> &'static str {
        match scalar.base() {
            Scalar::String => self.one(&STRINGS),
            Scalar::Boolean => self.one(&["false", "true"]),
            Scalar::Byte | Scalar::Short | Scalar::Int => self.one(&["0", "-5", "127"]),
            Scalar::Long => self.one(&["9223372036854775807", "-9223372036854775808"]),
            Scalar::UnsignedByte | Scalar::UnsignedShort | Scalar::UnsignedInt => self.one(&["0", "255"]),
            Scalar::UnsignedLong => self.one(&["18446744073709551615", "1"]),
            Scalar::Integer => "-123456789012345678901234567890",
            Scalar::Float | Scalar::Double => self.one(&["0.1", "INF", "-INF", "NaN", "-2.25"]),
            Scalar::Decimal => self.one(&["12.3400", "-0.5"]),
            Scalar::DateTime => {
                self.one(&["2024-02-29T13:45:56.123Z", "0001-01-01T00:00:00", "2024-02-29T13:45:56+05:30"])
            }
            Scalar::Date => "2024-02-29",
            Scalar::Time => "13:45:56.7",
            Scalar::Duration => "P1DT2H",
            Scalar::Base64Binary => self.one(&["AAEC/f7/", ""]),
            Scalar::HexBinary => "00FF7F",
            Scalar::AnyUri => "http://a/b?c=d&e",
            Scalar::QName => {
                self.one(&["{urn:q}local", "{http://example.test/ws/}own", "{http://www.w3.org/2001/XMLSchema}int"])
            }
            Scalar::Guid => "00112233-4455-6677-8899-aabbccddeeff",
            Scalar::Char => self.one(&["65", "233", "20013"]),
            _ => "a-1",
        }
    }
}

fn leaked(text: &str) -> &'static str {
    String::leak(text.to_owned())
}

fn of_type(kind: Type, value: Value<'static>) -> Value<'static> {
    Value::OfType(Box::new(TypedValue { kind, value }))
}

/// A value with its type, without a second type inside.
fn typed(kind: Type, value: Value<'static>) -> Value<'static> {
    if matches!(value, Value::OfType(_)) { value } else { of_type(kind, value) }
}

fn copy(member: &Member) -> Member {
    let mut copy = Member::new(member.name, member.kind).namespace(member.namespace).place(member.place);
    copy = copy.presence(member.presence);
    if member.repeated { copy.repeated() } else { copy }
}

/// Collects the kinds of values in a value.
pub(super) fn kinds(value: &Value<'_>, kinds_found: &mut BTreeSet<&'static str>) {
    let kind = match value {
        Value::Null => "null",
        Value::Nil => "nil",
        Value::Text(_) => "text",
        Value::Xml(_) => "xml",
        Value::Extended(_) => "extended",
        Value::Attributes(_) => "attributes",
        Value::Array(items) => {
            for item in items {
                kinds(item, kinds_found);
            }
            "array"
        }
        Value::Structure(members) => {
            for member in members {
                kinds(member, kinds_found);
            }
            "structure"
        }
        Value::Choice(chosen) => {
            kinds(&chosen.value, kinds_found);
            "choice"
        }
        Value::OfType(typed) => {
            kinds(&typed.value, kinds_found);
            "of type"
        }
    };
    kinds_found.insert(kind);
}
