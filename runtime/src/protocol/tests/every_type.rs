//! Values of arbitrary types, which are made up as the test runs, through every transport that carries them.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::round_trips::scalar_text;
use super::*;
use crate::operation::{ListType, Messages, Namespace, Place, Presence, Structure, StructureParts, Style, XmlKind};
use crate::protocol::{RequestLimits, decode_request, decode_response, encode_request, encode_response};
use crate::value::content::Content;
use crate::value::message::Message;
use crate::value::{Chosen, TypedValue};

fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// What a made-up type is, before its descriptors are made.
#[derive(Debug, Clone)]
enum Shape {
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
struct Part {
    place: PartPlace,
    presence: Presence,
    namespace: u8,
}

#[derive(Debug, Clone)]
enum PartPlace {
    Element(Shape),
    Repeated(Shape),
    Attribute(Shape),
    Choice(Vec<Shape>, bool),
    AnyElements,
    AnyAttributes,
    /// Another one of the structure that it is a member of.
    Itself,
}

/// Scalars whose texts come back as they were sent.
fn scalars() -> impl Strategy<Value = Scalar> {
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

fn shapes() -> impl Strategy<Value = Shape> {
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

/// Makes descriptors, each with a name of its own.
#[derive(Default)]
struct Maker {
    count: usize,
    types: Vec<Type>,
}

const NAMESPACES: [Namespace; 4] =
    [Namespace::Service, Namespace::None, Namespace::Of("urn:one"), Namespace::Of("urn:a&b")];

impl Maker {
    fn name(&mut self, of: &str) -> &'static str {
        self.count += 1;
        // Names that are encoded on the wire are among them.
        let odd = if self.count.is_multiple_of(5) { " é" } else { "" };
        String::leak(format!("{of}{}{odd}", self.count))
    }

    fn kind(&mut self, shape: &Shape) -> Type {
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
                    // Wildcards stand once.
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

/// A text that comes back as it is.
fn text_of(kind: Type) -> BoxedStrategy<String> {
    match kind {
        Type::Scalar(Scalar::QName) => "\\{urn:[a-z&]{1,3}\\}[a-zé]{1,8}".boxed(),
        // Blanks around these do not count.
        Type::Scalar(scalar) if scalar != Scalar::String => {
            scalar_text(scalar).prop_map(|text| text.trim_matches([' ', '\t', '\r', '\n']).to_owned()).boxed()
        }
        Type::Scalar(scalar) => scalar_text(scalar),
        Type::Enumeration(all) if all.flags => {
            prop::sample::subsequence(all.values.to_vec(), 0..=all.values.len()).prop_map(|all| all.join(" ")).boxed()
        }
        Type::Enumeration(all) => prop::sample::select(all.values.to_vec()).prop_map(str::to_owned).boxed(),
        Type::List(list) => prop::collection::vec(text_of(list.item), 0..4).prop_map(|all| all.join(" ")).boxed(),
        _ => Just(String::new()).boxed(),
    }
}

/// Elements that declare what they use.
fn element() -> impl Strategy<Value = Value<'static>> {
    let all = [
        "<x xmlns=\"\">a &amp; b<y/></x>",
        "<w xmlns=\"urn:w\" a=\"1\"/>",
        "<p:y xmlns:p=\"urn:p\" p:a=\"&lt;\"><p:z>t</p:z></p:y>",
    ];
    prop::sample::select(all.to_vec()).prop_map(|xml| Value::Xml(xml.into()))
}

fn inner_xml() -> impl Strategy<Value = Value<'static>> {
    prop::collection::vec(prop_oneof![element(), Just(Value::Xml("text &amp; ".into()))], 0..3).prop_map(|all| {
        let all: Vec<_> = all.iter().map(|xml| if let Value::Xml(xml) = xml { xml.as_ref() } else { "" }).collect();
        Value::Xml(all.concat().into())
    })
}

/// Values of a type; `types` are those that one of any type may be of.
fn values(kind: Type, types: &[Type], depth: usize) -> BoxedStrategy<Value<'static>> {
    match kind {
        Type::Scalar(_) | Type::Enumeration(_) | Type::List(_) => text_of(kind).prop_map(Value::from).boxed(),
        Type::Xml(_) | Type::DataSet(_) => inner_xml().boxed(),
        Type::Any => {
            let scalar = scalars().prop_flat_map(|scalar| {
                let kind = Type::Scalar(scalar);
                values(kind, &[], 0).prop_map(move |value| Value::OfType(Box::new(TypedValue { kind, value })))
            });
            let named: Vec<_> = if depth > 3 {
                Vec::new()
            } else {
                types
                    .iter()
                    .map(|kind| {
                        let kind = *kind;
                        let value = values(kind, &[], depth + 2);
                        value
                            .prop_map(move |value| match value {
                                Value::OfType(_) => value,
                                value => Value::OfType(Box::new(TypedValue { kind, value })),
                            })
                            .boxed()
                    })
                    .collect()
            };
            let named = prop::strategy::Union::new([scalar.boxed()].into_iter().chain(named));
            prop_oneof![1 => inner_xml(), 3 => named].boxed()
        }
        Type::Structure(structure) => {
            let own = members(structure, types, depth);
            match structure.derived().first() {
                Some(derived) => {
                    let kind = Type::Structure(derived);
                    let derived = members(derived, types, depth)
                        .prop_map(move |value| Value::OfType(Box::new(TypedValue { kind, value })));
                    prop_oneof![own, derived].boxed()
                }
                None => own,
            }
        }
        Type::Array(array) if !array.alternatives.is_empty() => {
            prop::collection::vec(chosen(array.alternatives, types, depth + 1), 0..4).prop_map(Value::Array).boxed()
        }
        Type::Array(array) => {
            let item = values(array.item, types, depth + 1);
            let item = if array.nullable_items { prop_oneof![1 => Just(Value::Nil), 3 => item].boxed() } else { item };
            prop::collection::vec(item, 0..4).prop_map(Value::Array).boxed()
        }
    }
}

fn chosen(alternatives: &'static [Member], types: &[Type], depth: usize) -> BoxedStrategy<Value<'static>> {
    let each = alternatives.iter().enumerate().map(|(alternative, member)| {
        prop_oneof![1 => Just(Value::Nil), 5 => values(member.kind, types, depth)]
            .prop_map(move |value| Value::Choice(Box::new(Chosen { alternative, value })))
            .boxed()
    });
    prop::strategy::Union::new(each).boxed()
}

fn members(structure: &'static Structure, types: &[Type], depth: usize) -> BoxedStrategy<Value<'static>> {
    let each = structure.members().iter().map(|member| in_place(member, types, depth + 1));
    each.collect::<Vec<_>>().prop_map(Value::Structure).boxed()
}

/// Values of a member, as they come back.
fn in_place(member: &'static Member, types: &[Type], depth: usize) -> BoxedStrategy<Value<'static>> {
    let none = || Just(Value::Null).boxed();
    match member.place {
        // Here a structure that holds itself ends.
        Place::Element if member.presence == Presence::Optional && depth > 6 => none(),
        Place::Element if member.repeated => {
            let item = values(member.kind, types, depth);
            let nil = Just(Value::Nil);
            let item = if member.presence.is_nullable() { prop_oneof![1 => nil, 3 => item].boxed() } else { item };
            let items = prop::collection::vec(item, 1..4).prop_map(Value::Array);
            prop_oneof![1 => none(), 3 => items].boxed()
        }
        Place::Element | Place::Attribute => {
            let value = values(member.kind, types, depth);
            match member.presence {
                Presence::Required => value,
                Presence::Optional => prop_oneof![1 => none(), 2 => value].boxed(),
                Presence::Nullable => prop_oneof![1 => Just(Value::Nil), 2 => value].boxed(),
                Presence::OptionalNullable => prop_oneof![1 => none(), 1 => Just(Value::Nil), 2 => value].boxed(),
            }
        }
        Place::Text => text_of(member.kind).prop_map(Value::from).boxed(),
        Place::Mixed => inner_xml().boxed(),
        Place::Choice(alternatives) if member.repeated => {
            let many = prop::collection::vec(chosen(alternatives, types, depth), 1..4).prop_map(Value::Array);
            prop_oneof![1 => none(), 3 => many].boxed()
        }
        Place::Choice(alternatives) => prop_oneof![1 => none(), 3 => chosen(alternatives, types, depth)].boxed(),
        Place::AnyElements => {
            prop_oneof![1 => none(), 2 => prop::collection::vec(element(), 1..3).prop_map(Value::Array)].boxed()
        }
        Place::AnyAttributes => {
            let pairs = prop::sample::subsequence(vec!["plain", "{urn:one}a", "{urn:other}b"], 1..3);
            let pairs = (pairs, prop::collection::vec("[ -~é\n\t]{0,6}", 3)).prop_map(|(names, texts)| {
                Value::Attributes(names.into_iter().map(Into::into).zip(texts.into_iter().map(Into::into)).collect())
            });
            prop_oneof![1 => none(), 2 => pairs].boxed()
        }
    }
}

const STYLES: [Style; 3] = [Style::Wrapped, Style::Bare, Style::Rpc];

/// An operation that takes and returns a value of the type, and its service.
fn echo(shape: &Shape, style: Style) -> (&'static Service, &'static Operation, Vec<Type>) {
    let mut maker = Maker::default();
    let kind = maker.kind(shape);
    let part =
        |name: &'static str| Vec::leak(vec![Member::new(name, kind).presence(Presence::Optional)]) as &'static [_];
    let messages: &'static Messages = leak(Messages::PLAIN.style(style));
    let operation = Operation::new("Echo", "", "", part("item"), ResultShape::None, Effect::Read);
    let operation = operation.outputs(part("EchoResult")).messages(messages).leak();
    let types = maker.types;
    let service = Service::new("Made", "/made.asmx", "", &[], &[], Vec::leak(vec![operation]));
    (service.types(Vec::leak(types.clone())).leak(), operation, types)
}

#[test]
fn values_of_any_type_go_to_the_server_and_back() {
    let strategy = (shapes(), prop::sample::select(STYLES.to_vec())).prop_flat_map(|(shape, style)| {
        let (service, operation, types) = echo(&shape, style);
        let value = values(operation.parameters[0].kind, &types, 0);
        (Just((service, operation)), prop_oneof![1 => Just(Value::Null), 15 => value])
    });
    let config = Config { cases: 400, failure_persistence: None, max_shrink_iters: 300, ..Config::default() };
    let outcome = TestRunner::new(config).run(&strategy, |((service, operation), value)| {
        let parameter = &operation.parameters[0];
        // Null is an empty text over GET and POST, which only a string may be: no set of values is read from it.
        let is_blank = value.is_null()
            || matches!(parameter.kind, Type::Enumeration(_)) && value.as_text() == Some("")
            || matches!(&value, Value::Array(items) if items.iter().any(|item| item.as_text() == Some("")));
        let carries = |transport: &Transport| transport.is_soap() || parameter.carried_by_http() && !is_blank;
        for transport in Transport::ALL.into_iter().filter(carries) {
            goes_and_comes(service, operation, transport, &value)?;
        }
        Ok(())
    });
    outcome.unwrap_or_else(|failure| panic!("{failure}"));
}

fn goes_and_comes(
    service: &'static Service,
    operation: &'static Operation,
    transport: Transport,
    value: &Value<'static>,
) -> Result<(), TestCaseError> {
    let endpoint =
        Endpoint { url: "http://127.0.0.1/made.asmx".to_owned(), namespace: Arc::from(NAMESPACE), states_action: true };
    let settings = ServerSettings::new(service, NAMESPACE, ErrorStyle::Production);
    let mut call = Call::new(service, Box::new(DynamicRequest::from_values(operation, vec![value.clone()])));
    call.transport = transport;
    let limits = RequestLimits { max_query: usize::MAX };
    let Ok(request) = encode_request(&endpoint, &limits, call.outgoing()) else {
        // GET and POST cannot carry null items, nor an array that is null or empty.
        prop_assert!(!transport.is_soap(), "{:?}", encode_request(&endpoint, &limits, call.outgoing()));
        return Ok(());
    };
    let shown = text(&request);
    let received = decode_request(&settings, &request)
        .map_err(|refused| TestCaseError::fail(format!("{transport}: {shown}\n{}", text(&refused))))?;
    let expected = as_servers_read(operation.parameters[0].kind, value);
    prop_assert_eq!(received.request.values(), &[expected][..], "{}: {}", transport, shown);

    let context = ResponseContext {
        service,
        operation,
        transport,
        namespace: Arc::from(NAMESPACE),
        limits: ParseOptions::keeping_forbidden_references(),
    };
    let result = Content::Message(Box::new(Message::new(vec![value.clone()])));
    let response =
        encode_response(&context, &result).map_err(|fault| TestCaseError::fail(format!("{transport}: {fault}")))?;
    let shown = text(&response);
    let read = decode_response(&context, response)
        .map_err(|error| TestCaseError::fail(format!("{transport}: {error}: {shown}")))?;
    prop_assert_eq!(&read, &result, "{}: {}", transport, shown);
    Ok(())
}

/// A server reads the text of a structure as null if it is empty, and of a type that is held by reference.
fn as_servers_read(kind: Type, value: &Value<'static>) -> Value<'static> {
    let member = |member: &Member, value: &Value<'static>| match (member.place, value) {
        (Place::Text, Value::Text(text)) if text.is_empty() && !member.kind.kind().is_value() => Value::Null,
        (Place::Choice(alternatives), Value::Array(items)) => {
            Value::Array(items.iter().map(|item| chosen_as_servers_read(alternatives, item)).collect())
        }
        (Place::Choice(alternatives), value) => chosen_as_servers_read(alternatives, value),
        (Place::Element, Value::Array(items)) if member.repeated => {
            Value::Array(items.iter().map(|item| as_servers_read(member.kind, item)).collect())
        }
        (Place::Element, value) => as_servers_read(member.kind, value),
        (_, value) => value.clone(),
    };
    match (kind, value) {
        (_, Value::OfType(typed)) => {
            Value::OfType(Box::new(TypedValue { kind: typed.kind, value: as_servers_read(typed.kind, &typed.value) }))
        }
        (Type::Structure(structure), Value::Structure(values)) => {
            Value::Structure(structure.members().iter().zip(values).map(|(one, value)| member(one, value)).collect())
        }
        (Type::Array(array), Value::Array(items)) if !array.alternatives.is_empty() => {
            Value::Array(items.iter().map(|item| chosen_as_servers_read(array.alternatives, item)).collect())
        }
        (Type::Array(array), Value::Array(items)) => {
            Value::Array(items.iter().map(|item| as_servers_read(array.item, item)).collect())
        }
        (_, value) => value.clone(),
    }
}

fn chosen_as_servers_read(alternatives: &[Member], value: &Value<'static>) -> Value<'static> {
    let Value::Choice(chosen) = value else { return value.clone() };
    let value = as_servers_read(alternatives[chosen.alternative].kind, &chosen.value);
    Value::Choice(Box::new(Chosen { alternative: chosen.alternative, value }))
}
