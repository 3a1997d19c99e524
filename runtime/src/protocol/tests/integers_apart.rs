//! The fast reader of integers beside the plain one: what it reads is what the plain one reads, and it reads what servers write.

use proptest::prelude::*;

use super::*;
use crate::protocol::decode_response::{decode, decode_integers_apart, decode_plainly};
use crate::protocol::encode_response;
use crate::results::Integers;
use crate::value::content::Content;

static RECORDED: Operation = Operation::new("GetMassEmailReport2", "", "", COUNT, ResultShape::Integers, Effect::Read);

fn recordings() -> [(Transport, &'static [u8]); 4] {
    macro_rules! recording {
        ($transport:ident, $name:literal) => {{
            let path = concat!("../../../../tests/fixtures/ops/GetMassEmailReport2/", $name, ".response");
            (
                Transport::$transport,
                include_bytes!(concat!("../../../../tests/fixtures/ops/GetMassEmailReport2/", $name, ".response"))
                    .as_slice(),
                path,
            )
        }};
    }
    [
        recording!(Soap11, "soap11"),
        recording!(Soap12, "soap12"),
        recording!(HttpGet, "get"),
        recording!(HttpPost, "post"),
    ]
    .map(|(transport, message, path)| {
        let head = message.windows(4).position(|four| four == b"\r\n\r\n").expect(path);
        (transport, &message[head + 4..])
    })
}

fn response(transport: Transport, body: impl Into<Bytes>) -> Response<Bytes> {
    Response::builder().header("Content-Type", content_type(transport)).body(body.into()).unwrap()
}

/// Checks that the fast reader reads nothing else than the plain one, and says what it reads.
fn read_apart(context: &ResponseContext, response: &Response<Bytes>) -> Option<Content> {
    let plain = decode_plainly(context, response);
    let apart = decode_integers_apart(context, response);
    if let Some(apart) = &apart {
        assert_eq!(plain.as_ref().ok(), Some(apart), "{:?}", response.body());
    }
    let whole = decode(context, response.clone());
    assert_eq!(whole.map_err(|error| error.to_string()), plain.map_err(|error| with_place(context, error)));
    apart
}

fn with_place(context: &ResponseContext, error: crate::Error) -> String {
    error.with_operation(context.operation).with_transport(context.transport).to_string()
}

#[test]
fn recorded_responses_are_read_apart() {
    for (transport, body) in recordings() {
        let read = read_apart(&context(&RECORDED, transport), &response(transport, body));
        let expected = [1, -1, 31, 0, -1, i32::MIN, i32::MAX, 14, 19, 909_116_417, -724_659_248];
        assert_eq!(read, Some(Content::Integers(Integers::new(expected))));
    }
}

#[test]
fn long_responses_are_read_apart_over_every_transport() {
    let numbers: Vec<i32> = (0..5000).map(|number: i32| number.wrapping_mul(-1_640_531_527) >> (number % 31)).collect();
    let expected = Content::Integers(Integers::new(numbers));
    for transport in Transport::ALL {
        let context = context(&COUNT_BOOKS, transport);
        let written = encode_response(&context, &expected).unwrap();
        assert_eq!(read_apart(&context, &written).as_ref(), Some(&expected));
        assert_eq!(decode(&context, written).unwrap(), expected);
    }
}

/// A response over SOAP 1.1 with `inside` in its result.
fn result(inside: &str) -> Response<Bytes> {
    let result = format!("<Books_CountResult>{inside}</Books_CountResult>");
    let body = format!("<Books_CountResponse xmlns=\"{NAMESPACE}\">{result}</Books_CountResponse>");
    response(Transport::Soap11, response_envelope(Transport::Soap11, &body))
}

#[test]
fn items_of_every_look() {
    let context = context(&COUNT_BOOKS, Transport::Soap11);
    let read = |inside: &str| read_apart(&context, &result(inside));
    let integers = |items: &[i32]| Some(Content::Integers(Integers::new(items)));
    assert_eq!(read("<int>1</int>"), integers(&[1]));
    assert_eq!(read(" <int>007</int>\r\n\t<int>-0</int><int>2147483647</int>\n"), integers(&[7, 0, i32::MAX]));
    for unusual in [
        "",
        "<!--<int>1</int>-->",
        "<int>2147483648</int>",
        "<int>-2147483649</int>",
        "<int>00000000000000001</int>",
        "<int>+1</int>",
        "<int> 1</int>",
        "<int>1 </int>",
        "<int></int>",
        "<int>-</int>",
        "<int/>",
        "<int >1</int>",
        "<int>1</int >",
        "<int>&#49;</int>",
        "<int><![CDATA[1]]></int>",
        "<int>1</int><!-- --><int>2</int>",
        "<int>1</int><?a?><int>2</int>",
        "<int>1</int>x<int>2</int>",
        "<int>1</int><int>x</int>",
        "<int>1</int><long>2</long>",
        "<int>1</int><int xmlns=\"\">2</int>",
        "<long>2</long><int>1</int>",
        "<x:int xmlns:x=\"http://example.test/ws/\">1</x:int>",
        "<![CDATA[<int>1</int>]]>",
        "<?a <int>1</int>?>",
        "<a xmlns=\"\"><int>1</int></a>",
        // Decoys: the plain reader finds an item of the same value elsewhere.
        "<!--<int>1</int>--><int>1</int>",
        "<!--<int>1</int><int>2</int>--><int>1</int>",
        "<!--<int>1</int>--><int>1</int><int>2</int>",
        "<?a <int>1</int>?><int>1</int>",
        "<int>1</int><!--<int>1</int>-->",
    ] {
        let apart = read(unusual);
        let is_read = matches!(unusual, "<int>1</int><!--<int>1</int>-->");
        assert_eq!(apart.is_some(), is_read, "{unusual}");
    }
}

#[test]
fn mistakes_in_long_responses_are_told_as_ever() {
    let context = context(&COUNT_BOOKS, Transport::Soap11);
    let many = "<int>-12345</int>".repeat(2000);
    for inside in [
        format!("{many}<int>x</int>"),
        format!("{many}<int>2147483648</int>{many}"),
        format!("{many}<int>1</int"),
        format!("{many}\u{1}{many}"),
        format!("<int xmlns=\"\">1</int>{many}"),
        format!("{many}</Books_CountResult><Books_CountResult>"),
        format!("</Books_CountResult><Books_CountResult>{many}"),
    ] {
        assert_eq!(read_apart(&context, &result(&inside)), None);
        assert!(decode_plainly(&context, &result(&inside)).is_err());
    }
    // Signs, white space and comments are read, if not apart.
    for inside in
        [format!("{many}<int>+5</int>"), format!("{many}<int> 5 </int>"), format!("{many}<!-- --><int>5</int>")]
    {
        assert_eq!(read_apart(&context, &result(&inside)), None);
        let Content::Integers(read) = decode(&context, result(&inside)).unwrap() else { panic!("no integers") };
        assert_eq!((read.as_slice().len(), read.as_slice().last()), (2001, Some(&5)));
    }
}

#[test]
fn the_limit_of_nodes_holds() {
    for separator in ["", "\n"] {
        let response = result(&format!("<int>5</int>{separator}").repeat(200));
        let mut context = context(&COUNT_BOOKS, Transport::Soap11);
        let mut refused = 0;
        for max_nodes in (390..620).step_by(3) {
            context.limits.max_nodes = max_nodes;
            read_apart(&context, &response);
            refused += usize::from(decode(&context, response.clone()).is_err());
        }
        assert!(refused > 5, "{refused}");
        context.limits.max_nodes = 10_000;
        assert!(decode_integers_apart(&context, &response).is_some());
    }
}

#[test]
fn other_encodings_are_read_as_they_are() {
    let body = "<ArrayOfInt xmlns=\"http://example.test/ws/\"><int>1</int><int>2</int></ArrayOfInt>";
    let post = context(&RECORDED, Transport::HttpPost);
    let sixteen = body.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    for (charset, body, is_apart) in [
        ("utf-8", body.as_bytes().to_vec(), true),
        ("us-ascii", body.as_bytes().to_vec(), true),
        ("iso-8859-1", body.as_bytes().to_vec(), true),
        ("utf-16", sixteen, false),
        ("utf-8", [b"\xEF\xBB\xBF", body.as_bytes()].concat(), true),
        ("utf-8", [body.as_bytes(), b"\xFF"].concat(), false),
        ("iso-2022-jp", body.as_bytes().to_vec(), true),
        ("no-such", body.as_bytes().to_vec(), false),
    ] {
        let content_type = format!("text/xml; charset={charset}");
        let response = Response::builder().header("Content-Type", content_type).body(Bytes::from(body)).unwrap();
        assert_eq!(read_apart(&post, &response).is_some(), is_apart, "{charset}");
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
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn spoiled_responses_are_read_alike(
        which in 0..4_usize,
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..12_usize, prop::sample::select(SNIPPETS.to_vec())), 1..5),
        charset in prop::sample::select(vec!["utf-8", "iso-8859-1", "iso-2022-jp", "gbk", "utf-16le", "us-ascii"]),
    ) {
        let (transport, body) = recordings()[which];
        let mut body = body.to_vec();
        for (at, removed, snippet) in edits {
            let at = at.index(body.len() + 1);
            // Half of all edits change bytes, the others only add some.
            let end = (at + removed.saturating_sub(6)).min(body.len());
            body.splice(at..end, snippet.iter().copied());
        }
        let content_type = content_type(transport).replace("utf-8", charset);
        let response = Response::builder().header("Content-Type", content_type).body(Bytes::from(body)).unwrap();
        read_apart(&context(&RECORDED, transport), &response);
    }

    #[test]
    fn arrays_of_all_integers_are_read_apart(
        items in prop::collection::vec((any::<i32>(), "[ \r\n\t]{0,3}"), 1..60),
    ) {
        let inside: String = items.iter().map(|(item, space)| ["<int>", &item.to_string(), "</int>", space].concat()).collect();
        let expected: Vec<i32> = items.iter().map(|(item, _)| *item).collect();
        let read = read_apart(&context(&COUNT_BOOKS, Transport::Soap11), &result(&inside));
        prop_assert_eq!(read, Some(Content::Integers(Integers::new(expected))));
    }
}
