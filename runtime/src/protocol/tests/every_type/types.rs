//! Arbitrary types.

use proptest::prelude::*;

use crate::operation::*;

pub(super) fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// A type before its descriptors are made.
#[derive(Debug, Clone)]
pub(super) enum Shape {
    Scalar(Scalar),
    Enumeration { flags: bool },
    List(Scalar),
    Structure(Vec<Part>, Option<Vec<Part>>),
    Text(Scalar, Vec<Part>),
    Mixed,
    Array { item: Box<Shape>, nullable: bool, namespace: u8 },
    Alternatives(Vec<Shape>),
    Any,
    Xml,
}

/// A member of a structure.
#[derive(Debug, Clone)]
pub(super) struct Part {
    place: PartPlace,
    presence: Presence,
    namespace: u8,
}

#[derive(Debug, Clone)]
pub(super) enum PartPlace {
    Element(Shape),
    Repeated(Shape),
    Attribute(Shape),
    Choice(Vec<Shape>, bool),
    AnyElements,
    AnyAttributes,
    /// The structure around it.
    Itself,
}

/// Scalars whose texts come back unchanged.
pub(super) fn scalars() -> impl Strategy<Value = Scalar> {
    prop::sample::select(Scalar::ALL.to_vec())
}

fn simple() -> impl Strategy<Value = Shape> {
    prop_oneof![
        4 => scalars().prop_map(Shape::Scalar),
        1 => any::<bool>().prop_map(|flags| Shape::Enumeration { flags }),
        1 => prop::sample::select(vec![Scalar::Int, Scalar::Boolean, Scalar::Double]).prop_map(Shape::List),
    ]
}

fn presence() -> impl Strategy<Value = Presence> {
    prop::sample::select(vec![Presence::Required, Presence::Optional, Presence::Nullable, Presence::OptionalNullable])
}

fn attributes() -> impl Strategy<Value = Vec<Part>> {
    let presence = prop::sample::select(vec![Presence::Required, Presence::Optional]);
    let attribute = (simple(), presence, 0..4_u8).prop_map(|(shape, presence, namespace)| Part {
        place: PartPlace::Attribute(shape),
        presence,
        namespace,
    });
    prop::collection::vec(attribute, 0..3)
}

fn parts(shape: BoxedStrategy<Shape>) -> impl Strategy<Value = Vec<Part>> {
    let element = prop_oneof![
        5 => shape.clone().prop_map(PartPlace::Element),
        2 => shape.clone().prop_map(PartPlace::Repeated),
        1 => (prop::collection::vec(shape, 1..4), any::<bool>()).prop_map(|(all, many)| PartPlace::Choice(all, many)),
        1 => Just(PartPlace::Itself),
    ];
    let element = (element, presence(), 0..4_u8).prop_map(|(place, presence, namespace)| {
        let presence = if matches!(place, PartPlace::Itself) { Presence::Optional } else { presence };
        Part { place, presence, namespace }
    });
    let wildcards =
        prop::collection::vec(prop::sample::select(vec![PartPlace::AnyElements, PartPlace::AnyAttributes]), 0..2);
    (attributes(), prop::collection::vec(element, 0..5), wildcards).prop_map(|(attributes, elements, wildcards)| {
        let mut wildcards: Vec<_> =
            wildcards.into_iter().map(|place| Part { place, presence: Presence::Optional, namespace: 0 }).collect();
        wildcards.dedup_by_key(|part| std::mem::discriminant(&part.place));
        attributes.into_iter().chain(elements).chain(wildcards).collect()
    })
}

pub(super) fn shapes() -> impl Strategy<Value = Shape> {
    let leaf = prop_oneof![
        6 => simple(),
        1 => (scalars(), attributes()).prop_map(|(scalar, parts)| Shape::Text(scalar, parts)),
        1 => Just(Shape::Mixed),
        1 => Just(Shape::Any),
        1 => Just(Shape::Xml),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            3 => (parts(inner.clone()), prop::option::of(parts(inner.clone())))
                .prop_map(|(own, derived)| Shape::Structure(own, derived)),
            2 => (inner.clone(), any::<bool>(), 0..4_u8)
                .prop_map(|(item, nullable, namespace)| Shape::Array { item: Box::new(item), nullable, namespace }),
            1 => prop::collection::vec(inner, 1..4).prop_map(Shape::Alternatives),
        ]
    })
}

/// Makes descriptors with unique names.
#[derive(Default)]
pub(super) struct Maker {
    count: usize,
    pub(super) types: Vec<Type>,
}

const NAMESPACES: [Namespace; 4] =
    [Namespace::Service, Namespace::None, Namespace::Of("urn:one"), Namespace::Of("urn:a&b")];

impl Maker {
    fn name(&mut self, of: &str) -> &'static str {
        self.count += 1;
        // Some names need encoding on the wire.
        let odd = if self.count.is_multiple_of(5) { " é" } else { "" };
        String::leak(format!("{of}{}{odd}", self.count))
    }

    pub(super) fn kind(&mut self, shape: &Shape) -> Type {
        match shape {
            Shape::Scalar(scalar) => Type::Scalar(*scalar),
            Shape::Enumeration { flags } => {
                let all = Enumeration::new(self.name("Enum"), &["One", "Two", "Three"]);
                Type::Enumeration(leak(if *flags { all.flags() } else { all }))
            }
            Shape::List(item) => Type::List(leak(ListType::new(Type::Scalar(*item)))),
            Shape::Any => Type::Any,
            Shape::Xml => Type::Xml(XmlKind::Content),
            Shape::Mixed => {
                let members = vec![Member::new("", Type::STRING).place(Place::Mixed)];
                self.structure(members, None)
            }
            Shape::Text(scalar, attributes) => {
                let mut members = self.members(attributes, None);
                members.push(Member::new("", Type::Scalar(*scalar)).place(Place::Text));
                self.structure(members, None)
            }
            Shape::Structure(own, derived) => {
                let structure: &'static Structure = leak(Structure::incomplete(self.name("Struct")));
                let members = Vec::leak(self.members(own, Some(structure)));
                let mut parts = StructureParts::new(members);
                if let Some(further) = derived {
                    let name = self.name("Derived");
                    let namespace = NAMESPACES[self.count % 4];
                    let namespace = if namespace == Namespace::None { Namespace::Service } else { namespace };
                    let known: &'static Structure = leak(Structure::incomplete(name).namespace(namespace));
                    let mut all = self.members(own, Some(structure));
                    let more = self.members(further, Some(structure));
                    // A structure has at most one wildcard.
                    let has = |place: Place| all.iter().any(|member| member.place == place);
                    let is_new = |member: &Member| {
                        !matches!(member.place, Place::AnyElements | Place::AnyAttributes) || !has(member.place)
                    };
                    let more: Vec<_> = more.into_iter().filter(is_new).collect();
                    all.extend(more);
                    known.complete(StructureParts::new(Vec::leak(all)).base(structure));
                    parts = parts.derived(Vec::leak(vec![known]));
                }
                structure.complete(parts);
                self.types.push(Type::Structure(structure));
                Type::Structure(structure)
            }
            Shape::Array { item, nullable, namespace } => {
                let kind = self.kind(item);
                let name = self.name("Array");
                let array = ArrayType::new(kind, self.name("item")).named(name);
                let array = array.namespaces(Namespace::Service, NAMESPACES[usize::from(*namespace)]);
                let array = Type::Array(leak(if *nullable { array.nullable_items() } else { array }));
                self.types.push(array);
                array
            }
            Shape::Alternatives(shapes) => {
                let alternatives = shapes.iter().map(|shape| {
                    let kind = self.kind(shape);
                    Member::new(self.name("alt"), kind).nullable()
                });
                let alternatives = Vec::leak(alternatives.collect::<Vec<_>>());
                Type::Array(leak(ArrayType::new(Type::STRING, "").named("Alternatives").alternatives(alternatives)))
            }
        }
    }

    fn structure(&mut self, members: Vec<Member>, base: Option<&'static Structure>) -> Type {
        let parts = StructureParts::new(Vec::leak(members));
        let parts = base.map_or(parts, |base| parts.base(base));
        Type::Structure(leak(Structure::of_parts(self.name("Struct"), parts)))
    }

    fn members(&mut self, parts: &[Part], itself: Option<&'static Structure>) -> Vec<Member> {
        parts.iter().map(|part| self.member(part, itself)).collect()
    }

    fn member(&mut self, part: &Part, itself: Option<&'static Structure>) -> Member {
        let namespace = NAMESPACES[usize::from(part.namespace)];
        let member = match &part.place {
            PartPlace::Element(shape) => {
                let kind = self.kind(shape);
                Member::new(self.name("el"), kind).namespace(namespace)
            }
            PartPlace::Repeated(shape) => {
                let kind = self.kind(shape);
                Member::new(self.name("many"), kind).namespace(namespace).repeated()
            }
            PartPlace::Attribute(shape) => {
                let kind = self.kind(shape);
                Member::new(self.name("at"), kind).namespace(namespace).place(Place::Attribute)
            }
            PartPlace::Choice(shapes, is_repeated) => {
                let alternatives = shapes.iter().map(|shape| {
                    let kind = self.kind(shape);
                    Member::new(self.name("alt"), kind).nullable().namespace(namespace)
                });
                let alternatives = Vec::leak(alternatives.collect::<Vec<_>>());
                let choice = Member::new("", Type::STRING).place(Place::Choice(alternatives));
                if *is_repeated { choice.repeated() } else { choice }
            }
            PartPlace::AnyElements => Member::new("", Type::STRING).place(Place::AnyElements),
            PartPlace::AnyAttributes => Member::new("", Type::STRING).place(Place::AnyAttributes),
            PartPlace::Itself => match itself {
                Some(structure) => Member::new(self.name("itself"), Type::Structure(structure)),
                None => Member::new(self.name("el"), Type::STRING),
            },
        };
        member.presence(part.presence)
    }
}
