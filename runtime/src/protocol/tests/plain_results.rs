//! Strings and integers are read as a reader of trees reads them, and as servers write them.

use proptest::prelude::*;

use super::*;
use crate::protocol::decode_response::decode;
use crate::protocol::encode_response;
use crate::protocol::media_type::MediaType;
use crate::protocol::response_context::root_name;
use crate::protocol::soap::soap_version::{SoapVersion, XSI};
use crate::results::{Integers, Text};
use crate::value::message::Message;
use crate::value::rest::Content;
use crate::value::result::ResultType;
use crate::xml;
use crate::xml::{Document, Element};

static RECORDED: Operation =
    strict("GetMassEmailReport2", COUNT, &[Member::new("GetMassEmailReport2Result", Type::INT_ARRAY)]);

/// The recorded bodies of an operation's responses, by transport.
macro_rules! recorded {
    ($operation:literal) => {
        recorded![$operation, Soap11 "soap11", Soap12 "soap12", HttpGet "get", HttpPost "post"]
    };
    ($operation:literal, $($transport:ident $file:literal),*) => {
        [$((
            Transport::$transport,
            include_str!(concat!("../../../../tests/fixtures/ops/", $operation, "/", $file, ".response")),
        )),*]
        .map(|(transport, message)| (transport, message.split_once("\r\n\r\n").unwrap().1.as_bytes()))
    };
}

fn recordings() -> [(Transport, &'static [u8]); 4] {
    recorded!("GetMassEmailReport2")
}

fn response(transport: Transport, body: impl Into<Bytes>) -> Response<Bytes> {
    Response::builder().header("Content-Type", content_type(transport)).body(body.into()).unwrap()
}

/// Reads a response, and checks that the tree gives an equal message.
fn read(context: &ResponseContext, response: &Response<Bytes>) -> Option<Message> {
    let is_array = context.operation.value().is_some_and(|result| result.kind == Type::INT_ARRAY);
    let blank_output =
        if is_array { <Integers as ResultType>::blank_output } else { <Text as ResultType>::blank_output };
    let has_result = context.operation.value().is_some();
    let read =
        decode(context, response.clone(), if has_result { blank_output } else { || None }).ok().map(|mut message| {
            // The tree has no words for what is beside the result.
            (message.deviations, message.headers) = (Vec::new(), Vec::new());
            message.rest = Content::default();
            message
        });
    assert_eq!(read, by_tree(context, response), "{:?}", response.body());
    read
}

/// Reads a response by its tree.
fn by_tree(context: &ResponseContext, response: &Response<Bytes>) -> Option<Message> {
    let text = xml::decode(response.body(), MediaType::of(response.headers()).charset().as_deref()).ok()?;
    let document = Document::parse(text, &context.limits).ok()?;
    let root = document.root();
    let is = |element: &Element<'_>, name: &str| {
        xml::name::is_encoding_of(element.name(), name) && element.namespace() == Some(&*context.namespace)
    };
    let is_nil = |element: Element<'_>| {
        element.attribute(Some(XSI), "nil").is_some_and(|nil| matches!(nil.trim(), "true" | "1"))
    };
    let result = context.operation.value();
    let element = if context.transport.is_soap() {
        let version = SoapVersion::of_namespace(root.namespace()).filter(|_| root.name() == "Envelope")?;
        let body = root.element(Some(version.namespace()), "Body")?.elements().next()?;
        if !is(&body, &context.operation.response_name().0) {
            return None;
        }
        let Some(result) = result else { return Some(Message::default()) };
        let mut found = body.elements().filter(|element| is(element, result.name));
        match (found.next(), found.next()) {
            (None, _) => return body.elements().next().is_none().then(|| Message::null(context.operation)),
            (Some(element), None) => element,
            (Some(_), Some(_)) => return None,
        }
    } else {
        Some(root).filter(|root| is(root, &root_name(result.unwrap())))?
    };
    if is_nil(element) {
        return Some(Message::null(context.operation));
    }
    if result?.kind == Type::STRING {
        return element.has_only_text().then(|| Text::new(element.text()).into());
    }
    let integer = |item: Element<'_>| {
        let is_one = is(&item, "int") && item.has_only_text() && !is_nil(item);
        is_one.then(|| item.text().trim_matches([' ', '\t', '\r', '\n']).parse::<i32>().ok()).flatten()
    };
    if !element.text().trim_matches([' ', '\t', '\r', '\n']).is_empty() {
        return None;
    }
    element.elements().map(integer).collect::<Option<Vec<_>>>().map(|integers| Integers::new(integers).into())
}

#[test]
fn recorded_integers() {
    for (transport, body) in recordings() {
        let read = read(&context(&RECORDED, transport), &response(transport, body));
        let expected = [1, -1, 31, 0, -1, i32::MIN, i32::MAX, 14, 19, 909_116_417, -724_659_248];
        assert_eq!(read, Some(Message::from(Integers::new(expected))));
    }
}

#[test]
fn integers_over_every_transport() {
    let numbers: Vec<i32> = (0..5000).map(|number: i32| number.wrapping_mul(-1_640_531_527) >> (number % 31)).collect();
    for numbers in [numbers, vec![7], Vec::new()] {
        let expected = Message::from(Integers::new(numbers));
        for transport in Transport::ALL {
            let context = context(&COUNT_BOOKS, transport);
            let response = encode_response(&context, &expected).unwrap();
            assert_eq!(read(&context, &response).as_ref(), Some(&expected));
        }
    }
}

#[test]
fn recorded_strings() {
    static ADD: Operation = strict("AddGroupMember", COUNT, &[Member::new("AddGroupMemberResult", Type::STRING)]);
    for (transport, body) in recorded!("AddGroupMember") {
        let found = read(&context(&ADD, transport), &response(transport, body)).unwrap().single::<Text>().unwrap();
        assert!(found.as_str().starts_with("operation=[AddGroupMember]\n"), "{transport}");
    }
}

#[test]
fn strings_over_every_transport() {
    static MESSAGE: Operation = strict("ChangePassword", COUNT, &[Member::new("ChangePasswordResult", Type::STRING)]);
    for transport in Transport::ALL {
        for operation in [&FIND_BOOKS, &SOAP_ONLY, &MESSAGE] {
            let context = context(operation, transport);
            for text in ["0\nSUCCESS\n", "", " ", "é \u{10FFFF} ]] > \"'", "a<&>b\r", &"x&".repeat(10_000)] {
                let expected = Message::from(Text::new(text));
                let response = encode_response(&context, &expected).unwrap();
                assert_eq!(read(&context, &response), Some(expected), "{transport}");
            }
            let null = encode_response(&context, &Message::from(Text::null())).unwrap();
            assert_eq!(read(&context, &null), Some(Message::from(Text::null())));
        }
    }
}

#[test]
fn missing_results_are_read() {
    static NONE: Operation =
        Operation::new("Ping", "", "", COUNT, Effect::Write).on_contradiction(OnContradiction::Error);
    for transport in [Transport::Soap11, Transport::Soap12] {
        let context = context(&NONE, transport);
        let empty = encode_response(&context, &Message::default()).unwrap();
        assert_eq!(read(&context, &empty), Some(Message::default()));
        let other = response_envelope(transport, &format!("<PongResponse xmlns=\"{NAMESPACE}\"/>"));
        assert_eq!(read(&context, &response(transport, other)), None);
    }
}

#[test]
fn changed_bytes_are_read_as_by_the_tree() {
    for transport in Transport::ALL {
        let context = context(&FIND_BOOKS, transport);
        let body = encode_response(&context, &Message::from(Text::new("x"))).unwrap().into_body().to_vec();
        for at in 0..body.len() {
            for byte in [b' ', b'<', b'>', b'"', b'x', b'/', b'&', 0xC3] {
                let mut other = body.clone();
                other[at] = byte;
                read(&context, &response(transport, other));
            }
            // An empty body is not XML.
            read(&context, &response(transport, body[..=at].to_vec()));
        }
    }
}

#[test]
fn limits_hold() {
    let context = context(&FIND_BOOKS, Transport::Soap11);
    let response = encode_response(&context, &Message::from(Text::new("a"))).unwrap();
    for change in [
        (|limits| limits.max_depth = 3) as fn(&mut ParseOptions),
        |limits| limits.max_nodes = 3,
        |limits| limits.max_bytes = 300,
        |limits| limits.max_attributes = 2,
        |limits| limits.max_name = 12,
    ] {
        let mut narrow = ResponseContext { limits: context.limits.clone(), ..context.clone() };
        change(&mut narrow.limits);
        assert_eq!(read(&narrow, &response), None, "{:?}", narrow.limits);
    }
}

#[test]
fn faults_nulls_and_other_elements_differ() {
    let context = context(&FIND_BOOKS, Transport::Soap11);
    let name = FIND_BOOKS.name;
    let text = |text: &str| Some(Message::from(Text::new(text)));
    let of = |content: &str| format!("<{name}Response xmlns=\"{NAMESPACE}\">{content}</{name}Response>");
    for (body_content, expected) in [
        (of(&format!("<{name}Result>a</{name}Result><{name}Result/>")), None),
        (of(&format!("<other/><{name}Result>a</{name}Result>")), text("a")),
        (of("<other/>"), None),
        (of(&format!("<{name}Result>a<b/></{name}Result>")), None),
        (format!("<{name}Response xmlns=\"{NAMESPACE}\"/>"), Some(Message::from(Text::null()))),
        (format!("<{name}Response xmlns=\"urn:other\"><{name}Result>a</{name}Result></{name}Response>"), None),
        ("<soap:Fault><faultcode>soap:Server</faultcode><faultstring>no</faultstring></soap:Fault>".to_owned(), None),
        (String::new(), None),
    ] {
        let body = response_envelope(Transport::Soap11, &body_content);
        assert_eq!(read(&context, &response(Transport::Soap11, body)), expected, "{body_content}");
    }
}

/// A response over SOAP 1.1 with `content` in its result.
fn result(content: &str) -> Response<Bytes> {
    let result = format!("<Books_CountResult>{content}</Books_CountResult>");
    let body = format!("<Books_CountResponse xmlns=\"{NAMESPACE}\">{result}</Books_CountResponse>");
    response(Transport::Soap11, response_envelope(Transport::Soap11, &body))
}

#[test]
fn items_of_every_form() {
    let context = context(&COUNT_BOOKS, Transport::Soap11);
    let read = |content: &str| read(&context, &result(content));
    let integers = |items: &[i32]| Some(Message::from(Integers::new(items)));
    for (content, items) in [
        ("<int>1</int>", &[1] as &[i32]),
        (" <int>007</int>\r\n\t<int>-0</int><int>2147483647</int>\n", &[7, 0, i32::MAX]),
        ("", &[]),
        ("<!--<int>1</int>-->", &[]),
        ("<int>00000000000000001</int>", &[1]),
        ("<int>+1</int>", &[1]),
        ("<int>1</int><!-- --><int>2</int>", &[1, 2]),
        ("<int>1</int><?a?><int>2</int>", &[1, 2]),
        ("<?a <int>1</int>?>", &[]),
        ("<!--<int>1</int><int>2</int>--><int>1</int>", &[1]),
        ("<int>1</int><!--<int>1</int>-->", &[1]),
        // Unusual, and equal.
        ("<int> 1</int>", &[1]),
        ("<int>1 </int>", &[1]),
        ("<int >1</int>", &[1]),
        ("<int>1</int >", &[1]),
        ("<int>&#49;</int>", &[1]),
        ("<int><![CDATA[1]]></int>", &[1]),
        ("<x:int xmlns:x=\"http://example.test/ws/\">1</x:int>", &[1]),
    ] {
        assert_eq!(read(content), integers(items), "{content}");
    }
    for wrong in [
        "<int>2147483648</int>",
        "<int>-2147483649</int>",
        "<int></int>",
        "<int>-</int>",
        "<int/>",
        "<int xsi:nil=\"true\"/>",
        "<int>1</int>x<int>2</int>",
        "<int>1</int><int>x</int>",
        "<int>1</int><long>2</long>",
        "<int>1</int><int xmlns=\"\">2</int>",
        "<long>2</long><int>1</int>",
        "<![CDATA[<int>1</int>]]>",
        "<a xmlns=\"\"><int>1</int></a>",
    ] {
        assert_eq!(read(wrong), None, "{wrong}");
    }
}

#[test]
fn mistakes_in_long_responses_are_reported() {
    let context = context(&COUNT_BOOKS, Transport::Soap11);
    let many = "<int>-12345</int>".repeat(2000);
    for content in [
        format!("{many}<int>x</int>"),
        format!("{many}<int>2147483648</int>{many}"),
        format!("{many}<int>1</int"),
        format!("{many}\u{1}{many}"),
        format!("<int xmlns=\"\">1</int>{many}"),
        format!("{many}</Books_CountResult><Books_CountResult>"),
        format!("</Books_CountResult><Books_CountResult>{many}"),
    ] {
        assert_eq!(read(&context, &result(&content)), None);
    }
    for content in [format!("{many}<int> 5 </int>"), format!("{many}<int >5</int>")] {
        let read = read(&context, &result(&content)).unwrap().single::<Integers>().unwrap();
        assert_eq!((read.as_slice().len(), read.as_slice().last()), (2001, Some(&5)));
    }
}

#[test]
fn the_limit_of_nodes_holds() {
    let response = result(&"<int>5</int>".repeat(200));
    let mut context = context(&COUNT_BOOKS, Transport::Soap11);
    context.limits.max_nodes = 150;
    assert_eq!(read(&context, &response), None);
    context.limits.max_nodes = 10_000;
    assert!(read(&context, &response).is_some());
}

#[test]
fn other_encodings_are_read() {
    let body = "<ArrayOfInt xmlns=\"http://example.test/ws/\"><int>1</int><int>2</int></ArrayOfInt>";
    let post = context(&RECORDED, Transport::HttpPost);
    let sixteen = body.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    for (charset, body, is_read) in [
        ("utf-8", body.as_bytes().to_vec(), true),
        ("us-ascii", body.as_bytes().to_vec(), true),
        ("iso-8859-1", body.as_bytes().to_vec(), true),
        ("utf-16", sixteen, true),
        ("utf-8", [b"\xEF\xBB\xBF", body.as_bytes()].concat(), true),
        ("utf-8", [body.as_bytes(), b"\xFF"].concat(), false),
        ("iso-2022-jp", body.as_bytes().to_vec(), true),
        ("no-such", body.as_bytes().to_vec(), false),
    ] {
        let content_type = format!("text/xml; charset={charset}");
        let response = Response::builder().header("Content-Type", content_type).body(Bytes::from(body)).unwrap();
        assert_eq!(read(&post, &response).is_some(), is_read, "{charset}");
    }
}

const SNIPPETS: [&[u8]; 40] = [
    b"<int>7</int>",
    b"<int>7</int><int>8</int>",
    b"<int>",
    b"</int>",
    b"<int/>",
    b"<int >",
    b"<!--",
    b"-->",
    b"<![CDATA[",
    b"]]>",
    b"<?",
    b"?>",
    b" ",
    b"\n",
    b"\r\n",
    b"&#49;",
    b"&amp;",
    b"&",
    b"<",
    b">",
    b"<x>",
    b"</x>",
    b" xmlns=\"\"",
    b" xmlns=\"http://example.test/ws/\"",
    b" xsi:nil=\"true\"",
    b"\"",
    b"+",
    b"-",
    b"0",
    b"9",
    b"\xEF\xBB\xBF",
    b"\xC3",
    b"\xA9",
    b"\x1B$B",
    b"\x1B(B",
    b"</ArrayOfInt>",
    b"<ArrayOfInt>",
    b"</GetMassEmailReport2Result>",
    b"<GetMassEmailReport2Result>",
    b"\0",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases::of(1000)))]

    #[test]
    fn spoiled_responses_are_read_as_by_the_tree(
        which in 0..4_usize,
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..12_usize, prop::sample::select(SNIPPETS.to_vec())), 1..5),
        charset in prop::sample::select(vec!["utf-8", "iso-8859-1", "iso-2022-jp", "gbk", "utf-16le", "us-ascii"]),
    ) {
        let (transport, body) = recordings()[which];
        let mut body = body.to_vec();
        for (at, removed, snippet) in edits {
            let at = at.index(body.len() + 1);
            // Half of the edits change bytes, the others insert some.
            let end = (at + removed.saturating_sub(6)).min(body.len());
            body.splice(at..end, snippet.iter().copied());
        }
        let content_type = content_type(transport).replace("utf-8", charset);
        let response = Response::builder().header("Content-Type", content_type).body(Bytes::from(body)).unwrap();
        read(&context(&RECORDED, transport), &response);
    }

    #[test]
    fn arrays_of_all_integers_are_read(
        items in prop::collection::vec((any::<i32>(), "[ \r\n\t]{0,3}"), 1..60),
    ) {
        let content: String = items.iter().map(|(item, space)| ["<int>", &item.to_string(), "</int>", space].concat()).collect();
        let expected: Vec<i32> = items.iter().map(|(item, _)| *item).collect();
        let found = read(&context(&COUNT_BOOKS, Transport::Soap11), &result(&content));
        prop_assert_eq!(found, Some(Message::from(Integers::new(expected))));
    }

    #[test]
    fn strings_of_all_kinds_are_read_as_by_the_tree(text in "[a&<>\\]\\r\\n;\u{1}é\u{FFFE}]{0,12}", index in 0..4_usize) {
        let context = context(&FIND_BOOKS, Transport::ALL[index]);
        let response = encode_response(&context, &Message::from(Text::new("A MARK"))).unwrap();
        let body = String::from_utf8(response.body().to_vec()).unwrap().replace("A MARK", &text);
        read(&context, &response.map(|_| Bytes::from(body)));
    }
}
