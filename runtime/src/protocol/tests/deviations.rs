//! Contradictions of responses to the service's description are read, and noted with their places.

use super::*;
use crate::operation::{Content, Messages, Namespace, Place, Presence, StructureParts, Style};
use crate::protocol::decode_response;
use crate::value::message::Message;
use crate::{Builder, Client, Deviation, ErrorKind, RawOutput};

static DOG: Structure = Structure::of_parts(
    "Dog",
    StructureParts::new(&[
        Member::new("Name", Type::STRING),
        Member::new("Age", Type::INT),
        Member::new("Good", Type::INT),
    ])
    .base(&ANIMAL),
);
static ANIMAL: Structure = Structure::of_parts(
    "Animal",
    StructureParts::new(&[Member::new("Name", Type::STRING), Member::new("Age", Type::INT)]).derived(&[&DOG]),
);
static ANIMALS: ArrayType = ArrayType::new(Type::Structure(&ANIMAL), "Animal");
static STATE: Enumeration = Enumeration::new("State", &["Well", "Ill"]);
static RECORD: Structure = Structure::new(
    "Record",
    &[
        Member::new("id", Type::INT).place(Place::Attribute).namespace(Namespace::None),
        Member::new("Owner", Type::STRING),
        Member::new("State", Type::Enumeration(&STATE)).presence(Presence::Optional),
        Member::new("Animals", Type::Array(&ANIMALS)),
        Member::new("Note", Type::STRING).place(Place::Element),
    ],
);
const OUTPUTS: &[Member] = &[Member::new("FindResult", Type::Structure(&RECORD)), Member::new("count", Type::INT)];
static FIND_RECORD: Operation = noting("Find", OUTPUTS);
static BARE: Operation = noting("Bare", OUTPUTS).messages(&Messages::PLAIN.style(Style::Bare));
static QUIET: Operation = noting("Quiet", &[]);
static MAYBE: Operation = noting("Maybe", &[Member::new("MaybeResult", Type::STRING).presence(Presence::Optional)]);
static ONE_WAY: Operation =
    Operation::new("Tell", "", "", &[], Effect::Write).outputs(&[]).messages(&Messages::PLAIN.one_way());
static RECORDS: Service = Service::new("Records", "/records.asmx", "", &[], &[], &[&FIND_RECORD, &BARE, &QUIET]);

/// A read whose contradictions are noted.
const fn noting(name: &'static str, outputs: &'static [Member]) -> Operation {
    Operation::new(name, "", "", &[], Effect::Read).outputs(outputs)
}

fn record_context(operation: &'static Operation) -> ResponseContext {
    ResponseContext { service: &RECORDS, ..context(operation, Transport::Soap11) }
}

fn message(operation: &'static Operation, body: &str) -> Message {
    decode_response(&record_context(operation), soap_response(body)).unwrap()
}

/// The element of a response of `Find`.
fn find(content: &str) -> String {
    format!("<FindResponse xmlns=\"{NAMESPACE}\">{content}</FindResponse>")
}

fn found(content: &str) -> Message {
    message(&FIND_RECORD, &find(content))
}

fn text(text: &'static str) -> Value<'static> {
    Value::from(text)
}

const NULL: Value<'static> = Value::Null;

#[test]
fn responses_as_described_have_no_notes() {
    let message = found(
        "<count>1</count><FindResult id=\"7\" xsi:schemaLocation=\"x\" xml:lang=\"de\"><!--x-->\r\n<Animals>\
         <Animal xsi:type=\"Dog\"><Age>3</Age><Name>d</Name><Good>1</Good></Animal></Animals><Owner/></FindResult>",
    );
    let dog = Value::Structure(vec![text("d"), text("3"), text("1")]);
    let dog = Value::OfType(Box::new(crate::values::TypedValue { kind: Type::Structure(&DOG), value: dog }));
    let record = Value::Structure(vec![text("7"), text(""), NULL, Value::Array(vec![dog]), NULL]);
    assert_eq!(message.values(), [record, text("1")], "in any order");
    assert_eq!(message.deviations, [] as [&str; 0]);
}

#[test]
fn contradictions_are_read_and_noted() {
    let message = found(
        "<FindResult extra=\"1\"><Owner xsi:nil=\"true\"/><State>Dead</State><New xmlns=\"urn:n\">1</New>\
         <Animals><Animal xsi:type=\"Cat\" xmlns:p=\"urn:p\"><p:Lives>9</p:Lives></Animal><Animal><Name>a</Name><Age>old</Age></Animal>\
         <Plant/></Animals>text<Note>a<b/>c</Note><Note>again</Note></FindResult>",
    );
    let values = message.values();
    let [Value::Extended(record), Value::Null] = values.as_slice() else { panic!("{message:?}") };
    let Value::Structure(members) = &record.value else { panic!("{message:?}") };
    let Value::Array(animals) = &members[3] else { panic!("{message:?}") };
    let Value::Extended(cat) = &animals[0] else { panic!("{message:?}") };
    assert_eq!(cat.rest.type_name(), Some("{http://example.test/ws/}Cat"));
    assert_eq!(animals[1], Value::Structure(vec![text("a"), text("old")]));
    assert_eq!((&members[2], &members[4]), (&text("Dead"), &text("a<b/>c")));
    assert_eq!(
        message.deviations,
        [
            "`FindResult` has the attribute `extra`, which is not described",
            "`FindResult/Owner` is nil, which its description does not allow",
            "`FindResult/State` is not of its type, State",
            "`FindResult/New` of namespace `urn:n` is not described",
            "`FindResult/Animals/Animal` is of the type `Cat` of namespace `http://example.test/ws/`, which is unknown to its description",
            "`FindResult/Animals/Animal/Lives` of namespace `urn:p` is not described",
            "`FindResult/Animals/Animal/Age` is missing",
            "`FindResult/Animals/Animal/Age` is not of its type, int",
            "`FindResult/Animals/Plant` of namespace `http://example.test/ws/` is not described",
            "`FindResult` holds text between its elements",
            "`FindResult/Note` contains markup",
            "`FindResult/Note` is there more than once",
            "`FindResult/id` is missing",
            "`count` is missing",
        ]
    );
}

#[test]
fn elements_around_the_parts_of_other_names() {
    let message_of = |body: &str| message(&FIND_RECORD, body);
    let other = message_of(
        "<FindResponse xmlns=\"urn:other\"><count xmlns=\"http://example.test/ws/\">1</count></FindResponse>",
    );
    assert_eq!(other.values(), [NULL, text("1")]);
    assert_eq!(
        other.deviations,
        ["`FindResponse` is in the namespace `urn:other` instead of `http://example.test/ws/`"]
    );
    let empty = message_of("");
    assert_eq!((empty.values(), empty.deviations.clone()), (vec![NULL, NULL], vec![Deviation::new("", "is empty")]));
    let error = decode_response(
        &record_context(&FIND_RECORD),
        soap_response("<FoundResponse xmlns=\"http://example.test/ws/\"/>"),
    );
    assert_eq!(error.unwrap_err().kind(), ErrorKind::UnexpectedResponse, "it is that of another operation");
    let bare = message(&BARE, "<count xmlns=\"http://example.test/ws/\">1</count><count xmlns=\"\">2</count>");
    assert_eq!(bare.values(), [NULL, text("1")]);
    assert_eq!(bare.deviations, ["`count` of namespace `` is not described"]);
}

/// A unit changes the value, and a reference of SOAP encoding stands in its place.
#[test]
fn attributes_of_simple_values_are_noted() {
    let message = found(
        "<count unit=\"thousand\" href=\"#a\" xsi:type=\"xsd:int\" xml:lang=\"de\" xmlns:p=\"urn:p\" p:more=\"1\">7</count>\
         <FindResult id=\"1\"><Owner href=\"#b\"/><State why=\"x\">Well</State><Animals/></FindResult>",
    );
    let attributes = [
        ("count", "unit"),
        ("count", "href"),
        ("count", "more"),
        ("FindResult/Owner", "href"),
        ("FindResult/State", "why"),
    ];
    let expected =
        attributes.map(|(path, name)| format!("`{path}` has the attribute `{name}`, which is not described"));
    assert_eq!(message.deviations.iter().map(Deviation::as_str).collect::<Vec<_>>(), expected);
}

/// The status 202 says that the request was accepted.
#[test]
fn a_response_without_a_body_has_no_result() {
    let accepted = |operation| {
        let response = Response::builder().status(202).body(Bytes::new()).unwrap();
        decode_response(&record_context(operation), response)
    };
    // A result that may be absent is not known to be absent.
    for (operation, name) in [(&FIND_RECORD, "Find"), (&MAYBE, "Maybe")] {
        let error = accepted(operation).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnexpectedResponse);
        let why = "the response has the status 202 (accepted) and no body";
        assert!(error.to_string().starts_with(&format!("{name} over SOAP 1.1: {why}, but ")), "{error}");
    }
    assert_eq!(accepted(&QUIET).unwrap().deviations, [] as [&str; 0]);
    assert_eq!(accepted(&ONE_WAY).unwrap().deviations, [] as [&str; 0]);
    // A service writes the element around the result also if there is no result.
    assert_eq!(message(&QUIET, "").deviations, ["the response is empty"]);
    assert_eq!(message(&QUIET, &format!("<QuietResponse xmlns=\"{NAMESPACE}\"/>")).deviations, [] as [&str; 0]);
}

#[test]
fn an_undescribed_value_is_noted_and_not_an_output() {
    let response = Response::builder().header("Content-Type", "text/xml").body(Bytes::from("<int>5</int>")).unwrap();
    let context = ResponseContext { service: &RECORDS, ..context(&QUIET, Transport::HttpPost) };
    let message = decode_response(&context, response).unwrap();
    assert_eq!((message.values().len(), message.deviations.len()), (0, 1), "{:?}", message.deviations);
}

static CARD: Structure = Structure::new(
    "Card",
    &[
        Member::new("marks", Type::STRING).attribute().content(Content::Json),
        Member::new("Record", Type::STRING).content(Content::Xml),
        Member::new("Note", Type::STRING).repeated().content(Content::Json),
        Member::new("", Type::Any).choice(&[Member::new("Marc", Type::STRING).content(Content::Xml)]),
    ],
);
static CARDS: Operation = noting(
    "Find",
    &[Member::new("FindResult", Type::Structure(&CARD)), Member::new("log", Type::STRING).content(Content::Json)],
);
static INDEX: Operation = strict("Find", &[], &[Member::new("FindResult", Type::STRING).content(Content::Json)]);

/// The text is kept in each case.
#[test]
fn a_text_that_is_not_what_it_claims_is_kept_and_noted() {
    let found = |operation, content: &str| message(operation, &find(content));
    let right = found(
        &CARDS,
        "<FindResult marks='[1]'><Record>&lt;?xml version='1.0' encoding='utf-16'?&gt;&lt;a/&gt;</Record><Note>\"x\"</Note><Note/>\
         <Marc><![CDATA[<m/>]]></Marc></FindResult><log>null</log>",
    );
    assert_eq!(right.deviations, [] as [&str; 0]);
    let mut wrong = found(
        &CARDS,
        "<FindResult marks='1]'><Record>&lt;a&gt;</Record><Note>[]</Note><Note>no</Note><Marc>m</Marc></FindResult><log>{}{}</log>",
    );
    let notes = Value::Array(vec![text("[]"), text("no")]);
    let marc = Value::Choice(Box::new(crate::values::Chosen { alternative: 0, value: text("m") }));
    assert_eq!(wrong.values(), [Value::Structure(vec![text("1]"), text("<a>"), notes, marc]), text("{}{}")]);
    let mut expected = vec!["`FindResult/Record` does not hold XML", "`FindResult/Marc` does not hold XML"];
    if cfg!(feature = "json") {
        expected.extend([
            "`FindResult/marks` does not hold JSON",
            "`FindResult/Note` does not hold JSON",
            "`log` does not hold JSON",
        ]);
    }
    wrong.deviations.sort_by(|one, two| one.as_str().cmp(two.as_str()));
    expected.sort_unstable();
    assert_eq!(wrong.deviations, expected);
}

/// The content of a text is no part of the message's description.
#[test]
fn a_lone_result_that_is_not_what_it_claims_fails_no_call() {
    let soap = message(&INDEX, &find("<FindResult>no days</FindResult>"));
    let response = Response::builder().header("Content-Type", "text/xml");
    let body = Bytes::from(format!("<string xmlns=\"{NAMESPACE}\">no days</string>"));
    let context = ResponseContext { service: &RECORDS, ..context(&INDEX, Transport::HttpGet) };
    let over_get = decode_response(&context, response.body(body).unwrap()).unwrap();
    for message in [soap, over_get] {
        assert_eq!(message.values(), [text("no days")]);
        assert_eq!(message.deviations.len(), usize::from(cfg!(feature = "json")), "{:?}", message.deviations);
    }
}

const COUNTED: &[Member] = &[Member::new("count", Type::INT), Member::new("name", Type::STRING).optional()];
static NOTING: Operation = noting("Find", COUNTED);
static REFUSING: Operation = strict("Find", &[], COUNTED);
static REFUSING_TEXT: Operation = strict("Find", &[], &[Member::new("FindResult", Type::STRING)]);
static NOTING_TEXT: Operation = noting("Find", &[Member::new("FindResult", Type::STRING)]);

fn refusal(operation: &'static Operation, body: &str) -> String {
    decode_response(&record_context(operation), soap_response(body)).unwrap_err().to_string()
}

#[test]
fn an_operation_states_whether_a_contradiction_is_an_error() {
    for (content, note) in [
        ("<count>x</count>", "`count` is not of its type, int"),
        ("<count a='1'>1</count>", "`count` has the attribute `a`, which is not described"),
        ("<count>1</count><count>2</count>", "`count` is there more than once"),
        ("<count>1<b/></count>", "`count` contains markup"),
        ("<name>n</name>", "`count` is missing"),
    ] {
        let body = find(content);
        assert!(message(&NOTING, &body).deviations.iter().any(|deviation| *deviation == note), "{content}");
        let error = refusal(&REFUSING, &body);
        assert!(error.contains(&format!("the result cannot be read: {note}")), "{content}: {error}");
    }
    let markup = find("<FindResult><b/></FindResult>");
    assert_eq!(message(&NOTING_TEXT, &markup).values(), [text("<b/>")]);
    assert!(refusal(&REFUSING_TEXT, &markup).contains("`FindResult` contains markup"));
    let other_namespace = "<FindResponse xmlns=\"urn:other\"/>";
    assert_eq!(message(&NOTING_TEXT, other_namespace).deviations.len(), 1);
    assert!(refusal(&REFUSING_TEXT, other_namespace).contains("namespace may be wrong"));
}

/// Content that no member takes is retained, also where .NET would read one of two values.
#[test]
fn repeated_arrays_and_the_content_of_nil_elements_are_noted_and_retained() {
    let json = |message: &Message| message.rest.0.iter().map(|(key, _)| key.to_string()).collect::<Vec<_>>();
    let twice = found(
        "<count>1</count><FindResult id=\"7\"><Animals><Animal><Name>a</Name><Age>1</Age></Animal></Animals><Animals/></FindResult>",
    );
    assert_eq!(twice.deviations, ["`FindResult/Animals` is there more than once"]);
    let values = twice.values();
    let Value::Extended(record) = &values[0] else { panic!("{twice:?}") };
    let Value::Structure(members) = &record.value else { panic!("{twice:?}") };
    assert_eq!(members[3], Value::Array(vec![Value::Structure(vec![text("a"), text("1")])]), "the first counts");
    assert_eq!(record.rest.content.0.len(), 1, "{record:?}");
    for (nil, noted, retained) in [
        ("<FindResult xsi:nil='true'/>", 1, &[] as &[&str]),
        ("<FindResult xsi:nil='true'> </FindResult>", 1, &[]),
        ("<FindResult xsi:nil='true'><State>Alive</State></FindResult>", 2, &["FindResult"]),
        ("<FindResult xsi:nil='true' id='7'/>", 2, &["FindResult"]),
    ] {
        let message = found(&format!("<count>1</count>{nil}"));
        assert_eq!(
            (message.deviations.len(), json(&message)),
            (noted, retained.iter().map(ToString::to_string).collect()),
            "{message:?}"
        );
        let note = Deviation::new("FindResult", "is nil, but has content");
        assert_eq!(message.deviations.contains(&note), noted == 2, "{message:?}");
    }
}

/// A fault that follows the response is the fault of the call. Other elements are noted and retained, and refused by a strict operation.
#[test]
fn elements_that_follow_the_response_count() {
    let first = find("<count>1</count>");
    let fault = "<soap:Fault><faultcode>soap:Server</faultcode><faultstring>late</faultstring></soap:Fault>";
    let decoded =
        |operation: &'static Operation, body: &str| decode_response(&record_context(operation), soap_response(body));
    for body in [format!("{first}{fault}"), format!("{first}</soap:Body><soap:Body>{fault}")] {
        for operation in [&NOTING, &REFUSING] {
            let error = decoded(operation, &body).unwrap_err();
            assert_eq!(error.fault().map(crate::fault::Fault::message), Some("late".to_owned()), "{error}");
        }
    }
    for (more, place) in [
        ("<More>2</More>", "follows the response in the body of the envelope"),
        ("</soap:Body><soap:Body><More>2</More>", "follows the body of the response"),
    ] {
        let body = format!("{first}{more}");
        let message = decoded(&NOTING, &body).unwrap();
        assert_eq!((message.values(), message.deviations.len()), (vec![text("1"), NULL], 1), "{message:?}");
        assert!(message.deviations[0].as_str().ends_with(place), "{message:?}");
        assert_eq!(message.rest.0.len(), 1, "{message:?}");
        assert!(decoded(&REFUSING, &body).unwrap_err().to_string().contains(place));
    }
}

/// The first contradiction is refused, however much stands beside the parts.
#[test]
fn what_stands_beside_the_parts_is_noted_in_both_ways() {
    let beside = find("text<Extra/><count>1</count><name xsi:nil='true'/>");
    for operation in [&NOTING, &REFUSING] {
        let message = message(operation, &beside);
        assert_eq!(message.values(), [text("1"), NULL]);
        let extra = format!("`Extra` of namespace `{NAMESPACE}` is not described");
        let nil = "`name` is nil, which its description does not allow";
        assert_eq!(message.deviations, ["the response holds text between its elements", &extra, nil]);
    }
    let many: String = (0..200).map(|number| format!("<x{number}/>")).collect();
    let error = refusal(&REFUSING, &find(&format!("{many}<count>x</count>")));
    assert!(error.contains("`count` is not of its type, int"), "{error}");
    let error = refusal(&REFUSING_TEXT, &find("<Other/>"));
    assert!(error.contains("contains `Other` of namespace") && error.contains("instead of the result `FindResult`"));
}

#[test]
fn headers_are_read_for_every_operation() {
    for operation in [&NOTING_TEXT, &REFUSING_TEXT] {
        let body = find("<FindResult>a</FindResult>");
        let envelope = response_envelope(Transport::Soap11, &body);
        let envelope =
            envelope.replace("<soap:Body>", "<soap:Header><Trace xmlns=\"urn:t\">7</Trace></soap:Header><soap:Body>");
        let response = soap_response(&body).map(|_| Bytes::from(envelope));
        let message = decode_response(&record_context(operation), response).unwrap();
        assert_eq!((message.headers.len(), message.deviations.len()), (1, 0));
    }
}

#[test]
fn the_number_of_notes_is_bounded() {
    let elements: String = (0..1000).map(|number| format!("<x{number}/>")).collect();
    let message = found(&format!("<count>1</count>{elements}"));
    assert_eq!(message.deviations.len(), 101);
    assert_eq!(message.deviations[100], "and more");
}

#[test]
fn a_client_can_refuse_deviations() {
    struct Fixed(&'static str);
    impl crate::Handler for Fixed {
        fn handle<'a>(&'a self, _: &'a Call) -> crate::stack::HandlerFuture<'a> {
            let response = soap_response(&find(self.0));
            let response = RawOutput::Response { response, context: record_context(&FIND_RECORD) };
            Box::pin(std::future::ready(Ok(response)))
        }
    }
    let result = |refuses: bool, content: &'static str| {
        let builder = Builder::<Client>::new(&RECORDS);
        let builder = if refuses { builder.refuse_deviations() } else { builder };
        let client = builder.build_with(Arc::new(Fixed(content))).unwrap();
        let call = client.call(DynamicRequest::new(&FIND_RECORD));
        futures_of(call.into_future())
    };
    assert!(result(false, "<x/>").is_ok());
    assert!(result(true, "<count>1</count>").is_ok());
    let error = result(true, "<x/>").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnexpectedResponse);
    let message = error.to_string();
    let deviations = "the response contradicts the service's description: `x` of namespace `http://example.test/ws/` is not described; `count` is missing";
    assert!(message.contains(deviations), "{message}");
    assert!(error.body().is_some_and(|body| body.windows(4).any(|part| part == b"<x/>")));
}

/// Runs a future that never waits.
fn futures_of<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    match future.as_mut().poll(&mut context) {
        std::task::Poll::Ready(ready) => ready,
        std::task::Poll::Pending => panic!("it waits"),
    }
}
