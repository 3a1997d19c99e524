#![allow(clippy::items_after_statements, clippy::needless_pass_by_value)]

mod requests;
mod written_otherwise;

use std::borrow::Cow;

use serde_json::{Map, Value as Json, json};

use super::*;
use crate::Transport;
use crate::operation::{
    ArrayType, Content, DataSetType, DeclaredColumn, DeclaredTable, Effect, Enumeration, ListType, Member, Messages,
    Namespace, Operation, Place, Presence, Scalar, Service, Structure, StructureParts, Type, XmlKind,
};
use crate::results::DataSet;
use crate::value::Value;
use crate::value::message::Message;
use crate::value::soap_header::{HeaderContent, SoapHeader};

const NAMESPACE: &str = "http://zoo.test/poly";

const fn scalar(scalar: Scalar) -> Type {
    Type::Scalar(scalar)
}

static STRINGS: ArrayType = ArrayType::new(Type::STRING, "string").nullable_items();
static NUMBERS: ListType = ListType::new(Type::INT);
static RIGHTS: Enumeration = Enumeration::new("Rights", &["None", "Read", "Write", "run"]).flags();
static RIGHTS_LIST: ArrayType = ArrayType::new(Type::Enumeration(&RIGHTS), "Rights");
static ITEMS: ArrayType = ArrayType::new(Type::Structure(&ITEM), "Item").nullable_items();
static ITEM: Structure = Structure::new("Item", ITEM_MEMBERS);
const ITEM_MEMBERS: &[Member] = &[Member::new("Id", Type::INT), Member::new("Name", Type::STRING)];

static ANIMAL: Structure = Structure::of_parts("Animal", StructureParts::new(ANIMAL_MEMBERS).derived(&[&DOG, &CAT]));
const ANIMAL_MEMBERS: &[Member] = &[Member::new("Name", Type::STRING), Member::new("Age", Type::INT)];
static DOG: Structure = Structure::of_parts("Dog", StructureParts::new(DOG_MEMBERS).base(&ANIMAL));
const DOG_MEMBERS: &[Member] = &[
    Member::new("Name", Type::STRING),
    Member::new("Age", Type::INT),
    Member::new("GoodBoy", scalar(Scalar::Boolean)),
    Member::new("Tricks", Type::Array(&STRINGS)),
];
static CAT: Structure = Structure::of_parts("Cat", StructureParts::new(CAT_MEMBERS).base(&ANIMAL));
const CAT_MEMBERS: &[Member] = &[
    Member::new("Name", Type::STRING),
    Member::new("Age", Type::INT),
    Member::new("Mood", Type::STRING).place(Place::Attribute).namespace(Namespace::None),
    Member::new("Friend", Type::Structure(&ANIMAL)),
];

static SERVICE: Service = Service::new("Zoo", "/zoo.asmx", "", &[], &[], &[]).namespace(NAMESPACE).types(&[
    Type::Structure(&ANIMAL),
    Type::Structure(&DOG),
    Type::Structure(&CAT),
    Type::Array(&STRINGS),
]);

/// An operation that returns its parameters.
fn echo(member: Member) -> &'static Operation {
    let members: &'static [Member] = Vec::leak(vec![member]);
    Operation::new("Echo", "", "", members, Effect::Read).outputs(members).leak()
}

fn object(json: &Json) -> Map<String, Json> {
    json.as_object().cloned().unwrap()
}

fn read(operation: &'static Operation, json: &Json) -> Result<Value<'static>, ParameterError> {
    let parameters = unchecked_parameters(&SERVICE, operation, json.as_object().unwrap())?;
    Ok(parameters.request.values().first().cloned().unwrap())
}

fn mistake(operation: &'static Operation, json: &Json) -> String {
    read(operation, json).unwrap_err().to_string()
}

/// A mock, a template and a check agree: what is written as a sample is read, and nothing is missing.
#[test]
fn a_sample_of_a_request_is_read() {
    const PASSWORD: Member = Member::new("Password", Type::STRING).required().role(crate::operation::Role::Password);
    static COMMON: [Member; 2] = [PASSWORD, Member::new("Shop", Type::INT)];
    static SHOP: Service = Service::new("Shop", "/shop.asmx", "", &COMMON, &[], &[]).namespace(NAMESPACE);
    let members =
        Vec::leak(vec![Member::new("Animal", Type::Structure(&CAT)), Member::new("Key", Type::STRING).secret()]);
    let operation = Operation::new("Keep", "", "", members, Effect::Read).leak();
    let sample = Results::new(&SHOP).sample_request(operation);
    let read = parameters(&SHOP, operation, sample.as_object().unwrap()).unwrap();
    assert_eq!((read.request.values(), read.common.len()), (crate::mock::sample_request(operation).values(), 2));
    let without = Results::new(&SHOP).without_secrets().sample_request(operation);
    let expected: Vec<&str> = without.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(expected, ["Shop", "Animal"]);
}

fn to_json(operation: &Operation, value: Value<'static>) -> Json {
    result(&SERVICE, operation, &Message::new(vec![value]))
}

/// Checks that a value survives a round trip as that JSON.
#[track_caller]
fn same(member: Member, json: Json) {
    let operation = echo(member);
    let json = json!({ key_of(operation): json });
    let value = read(operation, &json).unwrap();
    assert_eq!(to_json(operation, value.clone()), json, "{value:?}");
}

fn key_of(operation: &Operation) -> &str {
    operation.parameters.first().unwrap().name
}

#[test]
fn scalars_have_their_json_types() {
    for (kind, json) in [
        (Scalar::Boolean, json!(true)),
        (Scalar::Long, json!(i64::MIN.to_string())),
        (Scalar::UnsignedLong, json!(u64::MAX.to_string())),
        (Scalar::Int, json!(-5)),
        (Scalar::Double, json!(0.1)),
        (Scalar::Float, json!(3.402_823_47e38)),
        (Scalar::Double, json!("-INF")),
        (Scalar::Double, json!("NaN")),
        (Scalar::Decimal, json!("12.3400")),
        (Scalar::Integer, json!("-123456789012345678901234567890")),
        (Scalar::Char, json!("A")),
        (Scalar::Char, json!("7")),
        (Scalar::QName, json!("{urn:q}local")),
        (Scalar::DateTime, json!("2024-02-29T13:45:56.7890000Z")),
        (Scalar::Base64Binary, json!("AAEC/f7/")),
        (Scalar::Token, json!("a b")),
        // Invalid texts in a response are kept.
        (Scalar::Int, json!("many")),
        (Scalar::Boolean, json!("yes")),
        (Scalar::Char, json!("55357")),
    ] {
        same(Member::new("item", scalar(kind)), json);
    }
    let operation = echo(Member::new("item", scalar(Scalar::Char)));
    assert_eq!(read(operation, &json!({"item": "é"})).unwrap(), Value::from("233"));
    // A decimal given as a number keeps its digits.
    let operation = echo(Member::new("item", scalar(Scalar::Double)));
    assert_eq!(to_json(operation, Value::from("5")), json!({"item": 5.0}));
}

#[test]
fn absent_nil_and_empty_differ() {
    let optional = echo(Member::new("item", Type::STRING));
    assert_eq!(read(optional, &json!({})).unwrap(), Value::Null);
    assert_eq!(read(optional, &json!({"item": null})).unwrap(), Value::Null);
    assert_eq!(read(optional, &json!({"item": ""})).unwrap(), Value::from(""));
    assert_eq!(to_json(optional, Value::Null), json!({}));
    assert_eq!(to_json(optional, Value::Nil), json!({"item": null}));
    let nullable = echo(Member::new("item", Type::INT).presence(Presence::OptionalNullable));
    assert_eq!(read(nullable, &json!({})).unwrap(), Value::Null);
    assert_eq!(read(nullable, &json!({"item": null})).unwrap(), Value::Nil);
    let repeated = echo(Member::new("item", Type::STRING).repeated());
    assert_eq!(to_json(repeated, Value::Array(vec![])), json!({}));
    let array = echo(Member::new("item", Type::Array(&STRINGS)));
    assert_eq!(to_json(array, Value::Array(vec![])), json!({"item": []}));
}

#[test]
fn arrays_have_no_element_around_their_items() {
    same(Member::new("items", Type::Array(&ITEMS)), json!([{"Id": 1, "Name": "n1"}, null, {"Id": 3}]));
    same(Member::new("tag", Type::STRING).repeated(), json!(["a", "", "c"]));
    same(Member::new("rights", Type::Array(&RIGHTS_LIST)), json!([["Read"], [], ["Write", "run"]]));
    same(Member::new("numbers", Type::List(&NUMBERS)), json!([1, 2, 3]));
    let rights = echo(Member::new("rights", Type::Enumeration(&RIGHTS)));
    assert_eq!(read(rights, &json!({"rights": ["Read", "run"]})).unwrap(), Value::from("Read run"));
    assert_eq!(read(rights, &json!({"rights": "Read, Execute"})).unwrap(), Value::from("Read, Execute"));
    // Over GET and POST bytes are an array.
    let bytes = echo(Member::new("b", scalar(Scalar::Base64Binary)));
    assert_eq!(read(bytes, &json!({"b": [0, 255]})).unwrap(), Value::from(vec!["0", "255"]));
    assert!(parameters(&SERVICE, bytes, &object(&json!({"b": [0, 255]}))).is_err());
}

#[test]
fn structures_have_attributes_text_and_derived_types() {
    static MONEY: Structure = Structure::new(
        "Money",
        &[
            Member::new("Currency", Type::STRING).place(Place::Attribute).namespace(Namespace::None),
            Member::new("scale", Type::INT).place(Place::Attribute).namespace(Namespace::None),
            Member::new("", scalar(Scalar::Decimal)).place(Place::Text),
        ],
    );
    same(Member::new("item", Type::Structure(&MONEY)), json!({"@Currency": "EUR", "@scale": 2, "#text": "12.30"}));
    let animal = || Member::new("item", Type::Structure(&ANIMAL));
    same(animal(), json!({"$type": "{http://zoo.test/poly}Animal", "Name": "a", "Age": 2}));
    // A request may leave the declared type out.
    let short = read(echo(animal()), &json!({"item": {"Name": "a", "Age": 2}})).unwrap();
    assert_eq!(short, Value::Structure(vec![Value::from("a"), Value::from("2")]));
    same(
        animal(),
        json!({"$type": "{http://zoo.test/poly}Cat", "Name": "c", "Age": 4, "@Mood": "aloof",
               "Friend": {"$type": "{http://zoo.test/poly}Dog", "Name": "d", "Age": 3, "GoodBoy": true, "Tricks": ["sit", null, ""]}}),
    );
    let operation = echo(animal());
    let own = read(operation, &json!({"item": {"$type": "{http://zoo.test/poly}Animal", "Age": 1}})).unwrap();
    assert_eq!(own, Value::Structure(vec![Value::Null, Value::from("1")]));
    let short = read(operation, &json!({"item": {"$type": "Dog"}})).unwrap();
    assert!(matches!(short, Value::OfType(typed) if typed.kind == Type::Structure(&DOG)));
    // A type that no schema declares needs its namespace, and a call that is not checked.
    let undeclared = read(operation, &json!({"item": {"$type": "{urn:x}Dog"}})).unwrap();
    assert!(matches!(undeclared, Value::Extended(extended) if extended.rest.type_name() == Some("{urn:x}Dog")));
    let expected = "parameter `item.$type`: `\"Cow\"` is not a valid name of Animal or of a type derived from it";
    assert_eq!(mistake(operation, &json!({"item": {"$type": "Cow"}})), expected);
}

#[test]
fn names_are_encoded_as_on_the_wire() {
    static AWKWARD: Structure = Structure::new(
        "Awkward",
        &[
            Member::new("with space", Type::STRING),
            Member::new("1digit", Type::STRING),
            Member::new("_x0041_", Type::STRING),
            Member::new("x.y-z", Type::STRING).place(Place::Attribute).namespace(Namespace::None),
            Member::new("Straße", Type::STRING),
        ],
    );
    let member = || Member::new("item", Type::Structure(&AWKWARD));
    same(
        member(),
        json!({"with_x0020_space": "F", "_x0031_digit": "G", "_x005F_x0041_": "K", "@x.y-z": "i", "Straße": "D"}),
    );
    let decoded = read(echo(member()), &json!({"item": {"with space": "F"}})).unwrap();
    assert!(matches!(decoded, Value::Structure(values) if values[0] == Value::from("F")));
    let renamed = echo(Member::new("with space", Type::STRING).part("sp"));
    for key in ["with space", "with_x0020_space", "sp"] {
        assert_eq!(read(renamed, &json!({ key: "3" })).unwrap(), Value::from("3"), "{key}");
    }
    assert_eq!(to_json(renamed, Value::from("3")), json!({"with_x0020_space": "3"}));
}

#[test]
fn choices_and_undeclared_content() {
    const ALTERNATIVES: &[Member] = &[
        Member::new("I", Type::INT).nullable(),
        Member::new("S", Type::STRING),
        Member::new("It", Type::Structure(&ITEM)),
    ];
    static THINGS: ArrayType = ArrayType::new(Type::STRING, "").alternatives(ALTERNATIVES).nullable_items();
    same(
        Member::new("Things", Type::Array(&THINGS)),
        json!([{"I": 1}, {"S": "x"}, {"It": {"Id": 2, "Name": "n2"}}, {"I": null}, {"S": ""}]),
    );
    static HOLDER: Structure = Structure::new(
        "Holder",
        &[
            Member::new("", Type::STRING).place(Place::Choice(ALTERNATIVES)),
            Member::new("", Type::STRING)
                .place(Place::Choice(&[Member::new("a", Type::INT), Member::new("n", Type::STRING)]))
                .repeated(),
            Member::new("", Type::STRING).place(Place::AnyElements),
            Member::new("", Type::STRING).place(Place::AnyAttributes),
        ],
    );
    let holder = || Member::new("item", Type::Structure(&HOLDER));
    same(
        holder(),
        json!({"S": "x", "$choice": [{"a": 1}, {"n": "two"}, {"a": 3}],
               "$any": ["<x xmlns=\"urn:x\"/>", "<y/>"], "$anyAttributes": {"{urn:a}b": "c"}}),
    );
    same(holder(), json!({}));
    let operation = echo(holder());
    for (wrong, words) in [
        (
            json!({"$choice": {"a": 1}}),
            "parameter `item.$choice`: `{…}` is not a valid array of objects with one member",
        ),
        (json!({"$any": [1]}), "parameter `item.$any`: `[…]` is not a valid array of elements in XML"),
        (json!({"Q": 1}), "parameter `item`: `Q` is not a valid member of Holder"),
    ] {
        assert_eq!(mistake(operation, &json!({ "item": wrong })), words);
    }
    static MIXED: Structure = Structure::new("Mixed", &[Member::new("", Type::STRING).place(Place::Mixed)]);
    same(Member::new("item", Type::Structure(&MIXED)), json!({"$mixed": "one <b>two</b>"}));
    static ONLY_ANY: Structure = Structure::new("", &[Member::new("", Type::STRING).place(Place::AnyElements)]);
    let body = echo(Member::new("body", Type::Structure(&ONLY_ANY)));
    // A part of a bare message has them, too.
    let bare = echo(Member::new("body", Type::STRING).place(Place::AnyElements));
    let element = Value::Array(vec![Value::Xml("<anything/>".into())]);
    let as_results_are = json!({"body": {"$any": ["<anything/>"]}});
    for json in [json!({"body": "<anything/>"}), json!({"$any": ["<anything/>"]}), as_results_are] {
        assert_eq!(read(bare, &json).unwrap(), element);
    }
    let chosen = echo(Member::new("", Type::STRING).place(Place::Choice(ALTERNATIVES)));
    assert!(matches!(read(chosen, &json!({"S": "x"})).unwrap(), Value::Choice(chosen) if chosen.alternative == 1));
    let value = read(body, &json!({"body": "<anything xmlns=\"urn:any\"><x/></anything>"})).unwrap();
    assert_eq!(to_json(body, value), json!({"body": {"$any": ["<anything xmlns=\"urn:any\"><x/></anything>"]}}));
}

#[test]
fn values_of_any_type_and_xml() {
    let any = || Member::new("o", Type::Any);
    for json in [
        json!({"$type": "{http://www.w3.org/2001/XMLSchema}int", "$value": 5}),
        json!({"$type": "{http://microsoft.com/wsdl/types/}guid", "$value": "00112233-4455-6677-8899-aabbccddeeff"}),
        json!({"$type": "{http://microsoft.com/wsdl/types/}TimeSpan", "$value": "P1DT2H"}),
        json!({"$type": "{http://microsoft.com/wsdl/types/}dateTimeOffset", "$value": "2024-02-29T13:45:56+05:30"}),
        json!({"$type": "{http://microsoft.com/wsdl/types/}dateOnly", "$value": "2024-02-29"}),
        json!({"$type": "{http://microsoft.com/wsdl/types/}timeOnly", "$value": "13:45:56.789"}),
        json!({"$type": "{http://zoo.test/poly}ArrayOfString", "$value": ["a", null]}),
        json!({"$type": "{http://zoo.test/poly}Dog", "Name": "d"}),
        json!({"$inner": "text <x xmlns=\"\"/>"}),
    ] {
        same(any(), json);
    }
    let operation = echo(any());
    assert_eq!(
        to_json(operation, read(operation, &json!({"o": 9_000_000_000_i64})).unwrap()),
        json!({"o": {"$type": "{http://www.w3.org/2001/XMLSchema}long", "$value": "9000000000"}})
    );
    assert_eq!(read(operation, &json!({"o": {}})).unwrap(), Value::Xml("".into()));
    assert_eq!(
        mistake(operation, &json!({"o": {"$type": "y"}})),
        "parameter `o.$type`: `\"y\"` is not a valid name of a type that the service declares, or `{namespace}name` of another"
    );
    let data_set = || Member::new("ds", Type::Xml(XmlKind::DataSet));
    same(
        data_set(),
        json!({"$any": ["<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"/>", "<d:diffgram xmlns:d=\"urn:d\"/>"]}),
    );
    // An empty element is a DataSet without tables.
    let operation = echo(data_set());
    let empty = read(operation, &json!({"ds": {}})).unwrap();
    assert_eq!(empty, Value::Xml("".into()));
    assert_eq!(to_json(operation, empty), json!({"ds": {"tables": []}}));
    same(Member::new("x", Type::Xml(XmlKind::Content)), json!({"$mixed": "text <x/>"}));
}

#[test]
fn invalid_values_are_reported_with_their_places_and_without_secrets() {
    static LINE: Structure = Structure::new(
        "Line",
        &[
            Member::new("Count", Type::INT).place(Place::Attribute).namespace(Namespace::None),
            Member::new("Pin", scalar(Scalar::Long)).secret(),
        ],
    );
    static LINES: ArrayType = ArrayType::new(Type::Structure(&LINE), "Line");
    let operation = echo(Member::new("Order", Type::Array(&LINES)));
    for (json, words) in [
        (
            json!([{"Pin": 1}, {"@Count": "x", "Pin": true}]),
            "parameter `Order[1].@Count`: `x` is not a valid int; parameter `Order[1].Pin`: `[redacted]` is not a valid long; \
             parameter `Order[0].@Count` is required and was not given",
        ),
        (json!([{"@Count": 1, "Pin": "geheim"}]), "parameter `Order[0].Pin`: `[redacted]` is not a valid long"),
        (json!([{"@Count": 1, "Pin": {"geheim": 1}}]), "parameter `Order[0].Pin`: `[redacted]` is not a valid long"),
        (json!([null]), "parameter `Order[0]`: `null` is not a valid Line"),
    ] {
        let error = parameters(&SERVICE, operation, &object(&json!({ "Order": json }))).unwrap_err();
        assert_eq!(error.to_string(), words);
        assert!(!format!("{error:?}").contains("geheim"));
    }
    // Unchecked texts are sent unchanged.
    let value = read(operation, &json!({"Order": [{"@Count": "x", "Pin": null}, null]})).unwrap();
    let line = Value::Structure(vec![Value::from("x"), Value::Null]);
    assert_eq!(value, Value::Array(vec![line, Value::Nil]));
    let checked = parameters(&SERVICE, operation, &object(&json!({"Order": [{"@Count": " +5 "}]}))).unwrap();
    let line = Value::Structure(vec![Value::from("5"), Value::Null]);
    assert_eq!(checked.request.values(), [Value::Array(vec![line])]);
}

#[test]
fn headers_of_requests_and_responses() {
    static AUTH: Structure = Structure::new(
        "AuthHeader",
        &[Member::new("Username", Type::STRING), Member::new("Password", Type::STRING).secret()],
    );
    static HEADERS: [Member; 2] =
        [Member::new("AuthHeader", Type::Structure(&AUTH)), Member::new("Trace", Type::STRING)];
    static MESSAGES: Messages = Messages::PLAIN.headers(&HEADERS, &HEADERS);
    let operation = Operation::new("Op", "", "", &[], Effect::Read).outputs(&[]).messages(&MESSAGES).leak();
    let json = json!({
        "AuthHeader": {"Username": "u<&>", "Password": "pé", "$mustUnderstand": "1", "$actor": "http://example.test/other"},
        "Trace": {"$value": "t", "$mustUnderstand": true},
    });
    let read = headers(&SERVICE, operation, json.as_object().unwrap()).unwrap();
    let [auth, trace] = read.as_slice() else { panic!("{read:?}") };
    assert!(auth.must_understand && trace.must_understand);
    assert_eq!((auth.actor.as_deref(), trace.actor.as_deref()), (Some("http://example.test/other"), None));
    assert!(trace.content == HeaderContent::Declared(&HEADERS[1], Value::Text(Cow::Borrowed("t"))));
    assert!(!format!("{read:?}").contains("pé"));
    let unknown = SoapHeader::unknown("<x xmlns=\"urn:x\"/>".to_owned());
    let again = SoapHeader::new(&HEADERS[1], Value::from("second"));
    let mut auth = auth.clone();
    (auth.must_understand, auth.actor) = (false, None);
    let output = response_headers(&SERVICE, &[auth, unknown, trace.clone(), again]);
    assert_eq!(
        output,
        json!({"AuthHeader": {"Username": "u<&>", "Password": "pé"}, "Trace": "t", "$any": ["<x xmlns=\"urn:x\"/>"]})
    );
    let error = headers(&SERVICE, operation, &object(&json!({"Other": {}}))).unwrap_err();
    assert_eq!(error.to_string(), "Op has no header `Other`; it takes: AuthHeader, Trace");
    let error = headers(&SERVICE, operation, &object(&json!({"AuthHeader": {"Password": {"geheim": 1}}}))).unwrap_err();
    assert_eq!(error.to_string(), "parameter `AuthHeader.Password`: `[redacted]` is not a valid string");
}

#[test]
fn types_without_a_stated_namespace_have_plain_names() {
    static PLAIN: Service = Service::new("Plain", "/", "", &[], &[], &[]);
    assert_eq!(names::type_key(Type::Structure(&DOG), &PLAIN), "Dog");
    static FOREIGN: Structure = Structure::new("F", &[]).namespace(Namespace::Of("urn:f"));
    assert_eq!(names::type_key(Type::Structure(&FOREIGN), &PLAIN), "{urn:f}F");
}

/// Whatever the transport: an object of the parts.
#[test]
fn results_are_objects_of_their_parts() {
    let xml = || Value::Xml("<x xmlns=\"\"/>".into());
    for (kind, value, json) in [
        (Type::INT, Value::from("5"), json!({"r": 5})),
        (Type::LONG, Value::from("5"), json!({"r": "5"})),
        (Type::STRING, Value::Null, json!({})),
        (Type::Xml(XmlKind::Content), xml(), json!({"r": {"$mixed": "<x xmlns=\"\"/>"}})),
        (Type::Structure(&DOG), Value::Structure(vec![]), json!({"r": {"$type": "{http://zoo.test/poly}Dog"}})),
    ] {
        assert_eq!(to_json(echo(Member::new("r", kind)), value), json, "{kind:?}");
    }
}

/// As one prints it, the other takes it.
#[test]
fn data_sets_are_their_tables_both_ways() {
    let tables = json!({"tables": [{
        "name": "T",
        "columns": [{"name": "Id", "type": "xs:int"}, {"name": "Big", "type": "xs:long"}, {"name": "Price", "type": "xs:decimal"},
            {"name": "Ok", "type": "xs:boolean"}],
        "rows": [{"Id": 1, "Big": "9007199254740993", "Price": "1.50", "Ok": true}, {"Id": null, "Big": null, "Price": null, "Ok": null}],
    }]});
    let operation = echo(Member::new("r", Type::Xml(XmlKind::DataSet)));
    let message = read_result(&SERVICE, operation, &json!({ "r": tables })).unwrap();
    assert_eq!(result(&SERVICE, operation, &message), json!({ "r": tables }));
    let as_it_came = Results::new(&SERVICE).as_they_came().result(operation, &message);
    assert!(as_it_came["r"]["$any"][1].as_str().unwrap().contains("<Price>1.50</Price>"), "{as_it_came}");
    let wrong =
        json!({"tables": [{"name": "T", "columns": [{"name": "Id", "type": "xs:int"}], "rows": [{"Id": 1, "No": 2}]}]});
    let error = read_result(&SERVICE, operation, &json!({ "r": wrong })).unwrap_err().to_string();
    assert!(error.contains("r.tables[0].rows[0]") && error.contains("\"No\""), "{error}");
}

#[test]
fn a_data_set_without_a_schema_has_the_columns_of_the_description() {
    static COLUMNS: [DeclaredColumn; 3] = [
        DeclaredColumn::new("a", Scalar::Int),
        DeclaredColumn::new("when", Scalar::DateTime),
        DeclaredColumn::new("c", Scalar::Int),
    ];
    static ROWS: [DeclaredTable; 1] = [DeclaredTable::new("Rows", "T", &COLUMNS)];
    static TYPED: DataSetType = DataSetType::new("Rows", "", &ROWS);
    let declared = |name: &str| json!({"name": name, "type": if name == "when" { "xs:dateTime" } else { "xs:int" }});
    let columns: Vec<Json> = ["a", "when", "c"].map(declared).into();
    let row = json!({"a": 5, "when": null, "c": 7});
    let diffgram = |rows: &str| {
        format!(
            "<d:diffgram xmlns:d='urn:schemas-microsoft-com:xml-diffgram-v1'><NewDataSet>{rows}</NewDataSet></d:diffgram>"
        )
    };
    let written = |operation: &'static Operation, content: &str| {
        let data_set = DataSet::read(format!("<x>{content}</x>").as_bytes()).unwrap();
        result(&SERVICE, operation, &Message::from(data_set))["r"].clone()
    };
    let of_type = echo(Member::new("r", Type::DataSet(&TYPED)));
    static OF_RESULT: Operation = Operation::new("Echo", "", "", &[], Effect::Read)
        .outputs(&[Member::new("r", Type::Xml(XmlKind::DataSet))])
        .columns(&COLUMNS);
    for operation in [of_type, &OF_RESULT] {
        let tables = json!({"tables": [{"name": "T", "columns": columns, "rows": [row]}]});
        assert_eq!(written(operation, &diffgram("<T><a>5</a><c>7</c></T>")), tables);
    }
    assert_eq!(written(of_type, &diffgram(""))["tables"][0], json!({"name": "T", "columns": columns, "rows": []}));
    // A schema decides.
    let schema = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:m='urn:schemas-microsoft-com:xml-msdata'>\
        <xs:element name='NewDataSet' m:IsDataSet='true'><xs:complexType><xs:choice maxOccurs='unbounded'>\
        <xs:element name='T'><xs:complexType><xs:sequence><xs:element name='a' type='xs:string'/></xs:sequence></xs:complexType>\
        </xs:element></xs:choice></xs:complexType></xs:element></xs:schema>";
    let stated = written(of_type, &format!("{schema}{}", diffgram("<T><a>0012</a></T>")));
    assert_eq!(stated["tables"][0]["rows"], json!([{"a": "0012"}]));
}

#[test]
fn infinite_numbers_have_the_words_of_the_schema() {
    for kind in [Scalar::Float, Scalar::Double] {
        let kind = CellKind::of(kind.name());
        assert_eq!(
            ["Infinity", "-Infinity", "INF", "1e400"].map(|text| kind.value(text)),
            ["INF", "-INF", "INF", "1e400"]
        );
    }
}

#[test]
fn tables_of_one_name_keep_their_namespaces() {
    let table = |name: &str, column: &str| json!({"name": name, "columns": [{"name": column, "type": "xs:int"}], "rows": [{column: 1}]});
    let operation = echo(Member::new("r", Type::Xml(XmlKind::DataSet)));
    for names in [["{urn:a}T", "{urn:b}T"], ["{urn:a}T", "{}T"], ["{a}T", "b"]] {
        let tables = json!({ "r": {"tables": [table(names[0], "A"), table(names[1], "B")]} });
        let message = read_result(&SERVICE, operation, &tables).unwrap();
        assert_eq!(result(&SERVICE, operation, &message), tables);
    }
}

#[test]
fn headers_in_xml_are_a_sequence() {
    let element = |header: SoapHeader| match &header.content {
        HeaderContent::Unknown(element) => element.clone(),
        HeaderContent::Declared(..) => panic!("declared"),
    };
    let elements = |xml: &str, transport| -> Vec<String> {
        raw_headers(xml, transport).unwrap().into_iter().map(element).collect()
    };
    assert_eq!(elements("", Transport::Soap11), [""; 0]);
    let two = elements(" <a/> <z:b xmlns:z=\"urn:z\">t</z:b>", Transport::Soap11);
    assert_eq!(two, ["<a/>", "<z:b xmlns:z=\"urn:z\">t</z:b>"]);
    for (transport, namespace) in [
        (Transport::Soap11, "http://schemas.xmlsoap.org/soap/envelope/"),
        (Transport::Soap12, "http://www.w3.org/2003/05/soap-envelope"),
    ] {
        let found = elements("<a soap:mustUnderstand=\"1\"/>", transport);
        assert_eq!(found, [format!("<a xmlns:soap=\"{namespace}\" soap:mustUnderstand=\"1\"/>")]);
    }
    assert!(raw_headers("<a>", Transport::Soap11).is_err());
}

#[test]
fn strings_that_hold_json_are_its_values() {
    let operation = echo(Member::new("s", Type::STRING).content(Content::Json));
    let sent = |json: Json| read(operation, &json!({ "s": json })).unwrap();
    for (value, text) in [
        (json!({"a": [1, {"b": null}]}), r#"{"a":[1,{"b":null}]}"#),
        (json!("text"), r#""text""#),
        (json!([]), "[]"),
        (json!(1.50), "1.5"),
        (json!(true), "true"),
    ] {
        assert_eq!(sent(value.clone()), Value::from(text));
        assert_eq!(to_json(operation, Value::from(text)), json!({ "s": value }));
    }
    assert_eq!(sent(Json::Null), Value::Null, "an absent member");
    for text in ["no days", "", "{", " {} {}"] {
        assert_eq!(to_json(operation, Value::from(text)), json!({ "s": text }));
    }
    let many = echo(Member::new("s", Type::STRING).repeated().content(Content::Json));
    let texts = Value::from(vec!["[1]", "\"a\"", "b"]);
    assert_eq!(to_json(many, texts), json!({ "s": [[1], "a", "b"] }));
    assert_eq!(read(many, &json!({ "s": [{}, "a"] })).unwrap(), Value::from(vec!["{}", "\"a\""]));
    assert_eq!(of_text(Type::STRING, Some(Content::Json), "[1]"), json!([1]));
    assert_eq!(of_text(Type::STRING, None, "[1]"), json!("[1]"));
}

#[test]
fn strings_that_hold_xml_are_whole_elements() {
    let operation = echo(Member::new("s", Type::STRING).content(Content::Xml));
    let xml = "<?xml version=\"1.0\" encoding=\"utf-16\"?><a>1</a>";
    let json = to_json(operation, Value::from(xml));
    assert_eq!(json, json!({ "s": { "$inner": xml } }));
    assert_eq!(read(operation, &json).unwrap(), Value::from(xml));
    for text in ["no <a", ""] {
        let json = to_json(operation, Value::from(text));
        assert_eq!(json, json!({ "s": text }));
        assert_eq!(read(operation, &json).unwrap(), Value::from(text));
    }
    assert_eq!(mistake(operation, &json!({ "s": 5 })), "parameter `s`: `5` is not a valid string with XML");
}

/// Tens of thousands of keys that nothing declares are a column each.
#[test]
fn a_row_costs_what_it_has() {
    static COLUMNS: [DeclaredColumn; 1] = [DeclaredColumn::new("Id", Scalar::Int)];
    let row = (0..30_000).map(|number| (format!("K{number}"), json!("x"))).chain([("Id".to_owned(), json!(1))]);
    let row = Json::from(row.collect::<Map<_, _>>());
    let table = typed::table(&DeclaredTable::new("Typed", "T", &COLUMNS), &row).unwrap();
    let (columns, first) = (table.columns().len(), table.row_at(0).unwrap());
    assert_eq!((columns, first.text("Id").as_deref(), first.text("K29999").as_deref()), (30_001, Some("1"), Some("x")));
}

/// A hundred thousand empty objects of a type with a thousand members are three bytes each, in values too.
#[test]
fn objects_cost_what_they_have() {
    let members = (0..1_000).map(|number| Member::new(Box::leak(format!("M{number}").into_boxed_str()), Type::STRING));
    let wide: &'static Structure = Box::leak(Box::new(Structure::new("Wide", Vec::leak(members.collect()))));
    let all: &'static ArrayType = Box::leak(Box::new(ArrayType::new(Type::Structure(wide), "Wide")));
    let operation = echo(Member::new("x", Type::Array(all)));
    let read = |item: Json, count: usize| {
        let object = object(&json!({ "x": vec![item; count] }));
        unchecked_parameters(&SERVICE, operation, &object).map(|read| read.request.into_values().remove(0))
    };
    assert_eq!(read(json!({}), 100_000), Ok(Value::Array(vec![Value::Structure(Vec::new()); 100_000])));
    let mut first = vec![Value::Null; 3];
    first[2] = Value::from("a");
    assert_eq!(read(json!({ "M2": "a" }), 1), Ok(Value::Array(vec![Value::Structure(first)])));
    let error = read(json!({ "M999": "a" }), 10_000).map(drop).unwrap_err().to_string();
    assert!(error.contains("Wide with fewer absent members before the last one"), "{error}");
    assert!(read(json!({ "M999": "a" }), 100).is_ok());
    let unknown = read(json!({ "M1000": "a" }), 1).map(drop).unwrap_err().to_string();
    assert!(unknown.contains("M1000"), "{unknown}");
}
