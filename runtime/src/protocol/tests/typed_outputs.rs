//! Outputs that are read into types equal those read into values. Invalid texts are reported with their places.

#![allow(unreachable_pub, dead_code, reason = "as generated code has them")]

use super::*;
use crate::__private::{self as rt, Field, Input, Step, View};
use crate::errors::InvalidValue;
use crate::operation::{Messages, Namespace, Place, Style};
use crate::protocol::{decode_response, decode_response_into};
use crate::value::deviation::Deviation;
use crate::value::message::Message;
use crate::value::output::ExpectedResult;
use crate::value::result::{ResultType, Typed};
use crate::values::{AnyValue, Nillable, XmlFragment};
use crate::xsd;

rt::enumeration! {
    #[enumeration(STATE = "State")]
    pub enum State {
        #[value("Well")]
        Well,
        #[unknown]
        Unknown(String),
    }
}

rt::structure! {
    #[structure(TAIL = "Tail")]
    pub struct Tail {
        #[wire("length", place(Place::Attribute), namespace(Namespace::None))]
        pub length: Option<i32>,
        #[wire("colour")]
        pub colour: Option<String>,
    }
}

rt::structure! {
    #[structure(ANIMAL = "Animal")]
    pub struct Animal {
        #[wire("Name")]
        pub name: Option<String>,
        #[wire("Age")]
        pub age: i32,
        #[wire("Born", nullable)]
        pub born: Nillable<xsd::DateTime>,
        #[wire("State", required)]
        pub state: State,
        #[wire("Tail")]
        pub tail: Option<Tail>,
        #[wire("Tag", repeated)]
        #[typed(Type::STRING)]
        pub tag: Vec<String>,
        #[wire("Legs")]
        pub legs: Option<Vec<i32>>,
        #[wire("Picture")]
        pub picture: Option<xsd::Base64Binary>,
        #[wire("Kind")]
        pub kind: Option<xsd::QName>,
        #[wire("Anything")]
        pub anything: AnyValue,
        #[wire("", place(Place::AnyElements))]
        #[typed(Type::Xml(crate::operation::XmlKind::Content))]
        pub any: Vec<XmlFragment>,
    }
}

const ANIMALS: ArrayType = ArrayType::new(<Animal as rt::FieldType>::TYPE, "Animal");
static OUTPUTS: &[Member] = &[
    Member::new("FindResult", Type::Array(&ANIMALS)),
    Member::new("count", Type::INT),
    Member::new("best", <Animal as rt::FieldType>::TYPE),
];
static FIND: Operation = Operation::new("Find", "", "", &[], Effect::Read).outputs(OUTPUTS);
static FIND_ALL: Operation = Operation::new("Find", "", "", &[], Effect::Read).outputs(OUTPUTS.split_at(1).0);
static BARE: Operation =
    Operation::new("Find", "", "", &[], Effect::Read).outputs(OUTPUTS).messages(&Messages::PLAIN.style(Style::Bare));

/// The outputs of `FIND`.
#[derive(Debug, Clone, Default, PartialEq)]
struct Found {
    result: Option<Vec<Animal>>,
    count: i32,
    best: Option<Animal>,
}

impl Field for Found {
    fn view(&self) -> View<'_> {
        View::Members
    }

    fn inner(&self, index: usize) -> Option<&dyn Field> {
        [&self.result as &dyn Field, &self.count, &self.best].get(index).copied()
    }

    fn take(&mut self, _: Input<'_>) -> Result<(), InvalidValue> {
        Ok(())
    }

    fn enter(&mut self, step: Step) -> Option<&mut dyn Field> {
        match step {
            Step::Member(0) => Some(&mut self.result),
            Step::Member(1) => Some(&mut self.count),
            Step::Member(2) => Some(&mut self.best),
            _ => None,
        }
    }
}

impl Found {
    /// Reads the outputs by values.
    fn of_values(operation: &Operation, values: Vec<Value<'static>>) -> Self {
        let mut found = Self::default();
        for (index, (member, value)) in operation.outputs.iter().zip(values).enumerate() {
            found.enter(Step::Member(index)).unwrap().set_member(member, value).unwrap();
        }
        found
    }
}

fn typed(operation: &'static Operation, body: &str) -> Result<(Found, Vec<Deviation>), crate::Error> {
    let soap = context(operation, Transport::Soap11);
    let mut content = decode_response_into(&soap, soap_response(body), || Some(Box::new(Found::default())))?;
    assert_eq!(content.clone(), content);
    let deviations = content.deviations.clone();
    Ok((std::mem::take(content.output_mut().unwrap()), deviations))
}

fn values(operation: &'static Operation, body: &str) -> Message {
    decode_response(&context(operation, Transport::Soap11), soap_response(body)).unwrap()
}

const DOG: &str = "<Name>a&amp;b</Name><Age> +7 </Age><Born xsi:nil=\"true\"/><State>Well</State>\
    <Tail length=\"3\"><colour>x</colour></Tail><Tag>1</Tag><Tag/><Legs><int>1</int><int>+2</int></Legs>\
    <Picture>AQ I=</Picture><Kind xmlns:k=\"urn:k\">k:dog</Kind><Anything xsi:type=\"xsd:int\">05</Anything>\
    <more xmlns=\"urn:m\"><x/></more>";

fn found(content: &str) -> String {
    format!("<FindResponse xmlns=\"{NAMESPACE}\">{content}</FindResponse>")
}

#[test]
fn types_equal_values() {
    let body =
        found(&format!("<count>5</count><FindResult><Animal>{DOG}</Animal><Animal/></FindResult><best>{DOG}</best>"));
    let of_values = values(&FIND, &body);
    let (read, deviations) = typed(&FIND, &body).unwrap();
    assert_eq!(deviations, of_values.deviations);
    assert_eq!(read, Found::of_values(&FIND, of_values.into_values()));
    let best = read.best.unwrap();
    assert_eq!((best.name.as_deref(), best.age, best.born.is_nil(), &best.state), (Some("a&b"), 7, true, &State::Well));
    assert_eq!((best.tail.unwrap().length, best.legs), (Some(3), Some(vec![1, 2])));
    assert_eq!(best.tag, ["1", ""]);
    assert_eq!(best.picture.unwrap().0, [1, 2]);
    assert_eq!(best.kind.unwrap().namespace(), Some("urn:k"));
    assert_eq!(best.anything.get::<i32>(), Some(5));
    assert_eq!(best.any, [XmlFragment::from("<more xmlns=\"urn:m\"><x/></more>")]);
    assert_eq!((read.count, read.result.unwrap().len()), (5, 2));
}

#[test]
fn deviations_equal_those_of_values() {
    for content in [
        "<FindResult/>",
        "<FindResult><Animal><State>Ill</State><New/><Name>1</Name><Name>2</Name></Animal>x<Plant/></FindResult><count/>",
        "<count xsi:nil=\"true\"/><best><Age xsi:nil=\"1\"/><Legs><int>1</int></Legs><Legs><int>2</int></Legs></best>",
        "<best nothing=\"1\"><Name>a<b/>c</Name><Tail xsi:nil=\"true\"/></best><other/>",
        "",
    ] {
        let (body, operation) = (found(content), &FIND);
        let mut of_values = values(operation, &body);
        // A number cannot hold an empty text.
        of_values.deviations.retain(|what| !what.as_str().contains("`count` is not of its type"));
        let Ok((read, deviations)) = typed(operation, &body) else {
            assert!(content.contains("<count/>"), "{content}");
            continue;
        };
        assert_eq!(deviations, of_values.deviations, "{content}");
        assert_eq!(read, Found::of_values(operation, of_values.into_values()), "{content}");
    }
    let bare = format!("<best xmlns=\"{NAMESPACE}\">{DOG}</best>");
    assert_eq!(typed(&BARE, &bare).unwrap().0, Found::of_values(&BARE, values(&BARE, &bare).into_values()));
}

#[test]
fn invalid_texts_are_reported_with_their_places() {
    for (content, problem) in [
        ("<count>x</count>", "`count`: it is not a valid int"),
        ("<best><Age>secret</Age></best>", "`best/Age`: it is not a valid int"),
        ("<best><Tail length=\"y\"/></best>", "`best/Tail/length`: it is not a valid int"),
        (
            "<FindResult><Animal><Legs><int/></Legs></Animal></FindResult>",
            "`FindResult/Animal/Legs/int`: it is not a valid int",
        ),
        ("<best><Picture>?</Picture></best>", "`best/Picture`: it is not a valid base64Binary"),
        ("<best><Kind>a:b:c</Kind></best>", "`best/Kind`: it is not a valid QName"),
    ] {
        let error = typed(&FIND, &found(content)).unwrap_err().to_string();
        assert!(error.ends_with(&format!("the result cannot be read: {problem}")), "{error}");
    }
}

#[test]
fn one_output_is_the_result_itself() {
    let read = |context: &ResponseContext, response| {
        let content = decode_response_into(context, response, Typed::<Vec<Animal>>::blank_output).unwrap();
        let expected = ExpectedResult { outputs: context.operation.outputs, ..ExpectedResult::default() };
        Typed::<Vec<Animal>>::from_message(content, &expected).unwrap().into_option()
    };
    let soap = context(&FIND_ALL, Transport::Soap11);
    let animals =
        read(&soap, soap_response(&found("<FindResult><Animal><Name>a</Name></Animal></FindResult>"))).unwrap();
    assert_eq!(animals, [Animal::new().name("a")]);
    assert_eq!(read(&soap, soap_response(&found(""))), None);
    assert_eq!(read(&soap, soap_response(&found("<FindResult xsi:nil=\"true\"/>"))), None);
    assert_eq!(read(&soap, soap_response(&found("<FindResult/>"))), Some(Vec::new()));
    let post = context(&FIND_ALL, Transport::HttpPost);
    let bare =
        |body: String| Response::builder().header("Content-Type", "text/xml; charset=utf-8").body(body.into()).unwrap();
    let body = format!("<ArrayOfAnimal xmlns=\"{NAMESPACE}\"><Animal><Age>2</Age></Animal></ArrayOfAnimal>");
    assert_eq!(read(&post, bare(body)).unwrap(), [Animal::new().age(2)]);
    let nil = format!("<ArrayOfAnimal xmlns:xsi=\"{}\" xsi:nil=\"true\"/>", crate::protocol::soap::soap_version::XSI);
    assert_eq!(read(&post, bare(nil)), None);
}
