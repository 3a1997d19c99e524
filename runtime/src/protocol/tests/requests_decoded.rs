//! Requests that a server accepts.

use super::*;
use crate::protocol::{Received, decode_request};

fn decoded(request: &Request<Bytes>) -> Received {
    decode_request(&settings(), request)
        .unwrap_or_else(|response| panic!("refused: {} {}", response.status(), text(&response)))
}

/// The own parameters of a SOAP request with that body element.
fn soap(transport: Transport, operation: &str, element: &str) -> Vec<Value<'static>> {
    decoded(&soap_request(transport, operation, envelope(transport, element))).request.values().to_vec()
}

fn find(transport: Transport, parameters: &str) -> Vec<Value<'static>> {
    soap(transport, "Books_Find", &format!("<Books_Find xmlns=\"{NAMESPACE}\">{parameters}</Books_Find>"))
}

fn count(parameters: &str) -> Vec<Value<'static>> {
    soap(Transport::Soap11, "Books_Count", &format!("<Books_Count xmlns=\"{NAMESPACE}\">{parameters}</Books_Count>"))
}

fn add(parameters: &str) -> Vec<Value<'static>> {
    soap(Transport::Soap12, "Books_Add", &format!("<Books_Add xmlns=\"{NAMESPACE}\">{parameters}</Books_Add>"))
}

fn some(text: &str) -> Value<'static> {
    Value::from(text.to_owned())
}

const NONE: Value<'static> = Value::Null;
const NIL: Value<'static> = Value::Nil;

#[test]
fn parameters_over_soap() {
    for transport in SOAP {
        assert_eq!(find(transport, "<Title>a</Title><Limit>b</Limit>"), [some("a"), some("b")]);
        assert_eq!(find(transport, "<Limit>b</Limit><Title>a</Title>"), [some("a"), some("b")], "order is irrelevant");
        assert_eq!(find(transport, ""), [NONE, NONE], "absent is null");
        assert_eq!(find(transport, "<Title/><Limit xsi:nil=\"true\"/>"), [some(""), some("")], "nil is empty");
        assert_eq!(find(transport, "<Title>a</Title><Title>b</Title>"), [some("a"), NONE], "the first counts");
        assert_eq!(find(transport, "<title>a</title>"), [NONE, NONE], "case matters");
        assert_eq!(find(transport, "<Title xmlns=\"urn:other\">a</Title>"), [NONE, NONE], "so does the namespace");
        assert_eq!(find(transport, "<Title xsi:type=\"xsd:string\">a</Title>"), [some("a"), NONE]);
        assert_eq!(find(transport, "<!--x--><?p q?>text<Title>a</Title>"), [some("a"), NONE]);
        assert_eq!(find(transport, "<Title> \n\t</Title><Limit>  </Limit>"), [some(" \n\t"), some("  ")]);
        assert_eq!(find(transport, "<Title>a\r\nb&#xD;\rc</Title>"), [some("a\nb\r\nc"), NONE]);
        assert_eq!(find(transport, "<Title>a<![CDATA[<b>&]]>c</Title>"), [some("a<b>&c"), NONE]);
    }
}

#[test]
fn numbers_over_soap() {
    assert_eq!(count(""), [some("0")], "an absent number is its default");
    for (wire, read) in
        [("5", "5"), (" 5 ", "5"), ("+5", "5"), ("007", "7"), ("-0", "0"), ("-2147483648", "-2147483648")]
    {
        assert_eq!(count(&format!("<JobID>{wire}</JobID>")), [some(read)], "{wire}");
    }
}

#[test]
fn arrays_over_soap() {
    let array = |items: &[Value<'static>]| Value::Array(items.to_vec());
    let names = "<Names><string>a</string><string xsi:nil=\"true\"/><string/><string> b </string></Names><Values/>";
    assert_eq!(add(names), [array(&[some("a"), NIL, some(""), some(" b ")]), array(&[])]);
    assert_eq!(add("<Values xsi:nil=\"true\"/>"), [NONE, NONE]);
    assert_eq!(add("<Names><item>a</item></Names><Values>text</Values>"), [array(&[]), array(&[])]);
    assert_eq!(add("<Names><string xmlns=\"\">a</string></Names>"), [array(&[]), NONE]);
    let twice = "<Names><string>a</string></Names><Names><string>b</string></Names>";
    assert_eq!(add(twice), [array(&[some("a")]), NONE], "of a repeated array parameter the first counts");
}

#[test]
fn structures_over_soap() {
    let moved = |parameters: &str| {
        let element = format!("<Books_Move xmlns=\"{NAMESPACE}\">{parameters}</Books_Move>");
        soap(Transport::Soap11, "Books_Move", &element)
    };
    let place = |shelf: &str, note: Value<'static>, tags: Value<'static>| {
        Value::Structure(vec![some(shelf), note, NONE, tags, NONE])
    };
    assert_eq!(moved(""), [NONE, NONE, NONE, NONE]);
    assert_eq!(moved("<To/><Via/><Copies xsi:nil=\"1\"/>"), [place("0", NONE, NONE), Value::Array(vec![]), NONE, NIL]);
    assert_eq!(moved("<To xsi:nil=\"true\"/>")[0], place("0", NONE, NONE), "a nil structure has defaults");
    let parameters = "<To> <Note>n</Note><!--x--><Shelf>1</Shelf><Note>m</Note><Tags><string>a</string></Tags><Tags><string>b</string></Tags></To>";
    let to = place("1", some("n"), Value::Array(vec![some("b")]));
    assert_eq!(moved(parameters)[0], to, "the first scalar and the last array count");
    let via = "<Via><Place><Shelf>1</Shelf></Place><Place xsi:nil=\"true\"/></Via><Maybe><int>1</int><int xsi:nil=\"true\"/></Maybe>";
    let values = moved(via);
    assert_eq!(values[1], Value::Array(vec![place("1", NONE, NONE), NIL]));
    assert_eq!(values[2], Value::Array(vec![some("1"), NIL]));
}

#[test]
fn soap_11_routes_by_its_header_alone() {
    let element = format!("<Books_Find xmlns=\"{NAMESPACE}\"><Title>a</Title></Books_Find>");
    let request = |action: Option<&str>| {
        let mut request = soap_request(Transport::Soap11, "", envelope(Transport::Soap11, &element));
        request.headers_mut().remove("SOAPAction");
        if let Some(action) = action {
            request.headers_mut().insert("SOAPAction", action.parse().unwrap());
        }
        request
    };
    for action in [Some("\"http://example.test/ws/Books_Find\""), Some("http://example.test/ws/Books_Find"), None] {
        let received = decoded(&request(action));
        assert_eq!(received.incoming.operation.name, "Books_Find", "{action:?}");
        assert_eq!(received.request.values()[0], some("a"));
    }
    let other = decoded(&request(Some("\"http://example.test/ws/Books_Count\"")));
    assert_eq!((other.incoming.operation.name, other.request.values()), ("Books_Count", &[some("0")][..]));
    for element in
        ["<Books_Find><Title>a</Title></Books_Find>", "<Books_Find xmlns=\"urn:x\"><Title>a</Title></Books_Find>", ""]
    {
        let read = soap(Transport::Soap11, "Books_Find", element);
        assert_eq!(read, [NONE, NONE], "a wrong namespace makes all null: {element}");
    }
}

#[test]
fn soap_12_routes_by_action_or_body() {
    let element = format!("<Books_Find xmlns=\"{NAMESPACE}\"><Title>a</Title></Books_Find>");
    let named = |action: &str, soap_action: &str| {
        let mut request = soap_request(Transport::Soap12, "", envelope(Transport::Soap12, &element));
        let content_type = format!("application/soap+xml; charset=utf-8; action=\"{action}\"");
        request.headers_mut().insert("Content-Type", content_type.parse().unwrap());
        request.headers_mut().insert("SOAPAction", soap_action.parse().unwrap());
        let received = decoded(&request);
        (received.incoming.operation.name, received.request.values().to_vec())
    };
    assert_eq!(named("http://example.test/ws/Books_Count", "\"\""), ("Books_Count", vec![some("0")]));
    assert_eq!(named("http://example.test/ws/Nope", "x"), ("Books_Find", vec![some("a"), NONE]));
}

#[test]
fn the_envelope_decides_the_version() {
    let element = format!("<Books_Find xmlns=\"{NAMESPACE}\"/>");
    let request = soap_request(Transport::Soap11, "Books_Find", envelope(Transport::Soap12, &element));
    assert_eq!(decoded(&request).incoming.transport, Transport::Soap12);
}

#[test]
fn prefixes_further_elements_and_headers_are_accepted() {
    for transport in SOAP {
        let element =
            format!("<t:Books_Find xmlns:t=\"{NAMESPACE}\"><t:Title>a</t:Title></t:Books_Find><Books_Count/>");
        let body = envelope(transport, &element);
        let body = body.replace("soap:", "S:").replace("xmlns:soap", "xmlns:S");
        let body =
            body.replace("<S:Body>", "<S:Header><x xmlns=\"urn:x\" S:mustUnderstand=\"0\">1</x></S:Header><S:Body>");
        assert_eq!(decoded(&soap_request(transport, "Books_Find", body)).request.values(), [some("a"), NONE]);
    }
}

#[test]
fn encodings_over_soap() {
    let element = format!("<Books_Find xmlns=\"{NAMESPACE}\"><Title>é</Title></Books_Find>");
    let title = |transport, content_type: &str, body: Vec<u8>| {
        let mut request = soap_request(transport, "Books_Find", body);
        request.headers_mut().insert("Content-Type", content_type.parse().unwrap());
        decoded(&request).request.values()[0].clone()
    };
    for transport in SOAP {
        let essence = content_type(transport).split(';').next().unwrap();
        let utf8 = envelope(transport, &element);
        let with = |parameter: &str| format!("{essence}{parameter}");
        let with_mark = [b"\xEF\xBB\xBF", utf8.as_bytes()].concat();
        let units = utf8.replace("utf-8", "utf-16");
        let little = [0xFF, 0xFE].into_iter().chain(units.encode_utf16().flat_map(u16::to_le_bytes)).collect();
        let letters = utf8.replace("utf-8", "iso-8859-1");
        let latin: Vec<u8> = letters.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap()).collect();
        // Without a charset the declaration counts; text/xml is US-ASCII.
        let without_charset =
            if transport == Transport::Soap12 { (latin.clone(), "é") } else { (utf8.clone().into_bytes(), "??") };
        for (content_type, body, expected) in [
            (with("; charset=\"utf-8\""), utf8.clone().into_bytes(), "é"),
            (with("; CHARSET=UTF-8").to_uppercase(), utf8.clone().into_bytes(), "é"),
            (with("; charset=utf-8"), with_mark.clone(), "é"),
            (with(""), with_mark, "é"),
            (with("; charset=utf-16"), little, "é"),
            (with("; charset=iso-8859-1"), latin, "é"),
            // As UTF-8.
            (with("; charset=no-such"), utf8.into_bytes(), "é"),
            (with(""), without_charset.0, without_charset.1),
        ] {
            assert_eq!(title(transport, &content_type, body), some(expected), "{content_type}");
        }
    }
    let bare = "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body/></e:Envelope>";
    let request = soap_request(Transport::Soap11, "Books_Find", bare);
    // No declaration is needed, nor an element if the header routes.
    assert_eq!(decoded(&request).request.values(), [NONE, NONE]);
}

#[test]
fn undeclared_parameters_are_kept() {
    let parameters = "<Title>a</Title><Extra_x0020_1>b</Extra_x0020_1><Many><string>c</string><string/></Many><Deep><x>d</x></Deep>\
                  <Nil xsi:nil=\"true\"/><other xmlns=\"urn:x\">e</other>";
    let element = format!("<Books_Find xmlns=\"{NAMESPACE}\">{parameters}</Books_Find>");
    let received = decoded(&soap_request(Transport::Soap11, "Books_Find", envelope(Transport::Soap11, &element)));
    let expected = [
        ("Extra 1".to_owned(), some("b")),
        ("Many".to_owned(), Value::Array(vec![some("c"), some("")])),
        ("Deep".to_owned(), some("<x>d</x>")),
        ("Nil".to_owned(), NONE),
    ];
    assert_eq!(received.incoming.undeclared, expected);
    for transport in HTTP {
        let received =
            decoded(&form_request(transport, "Books_Find", "reader=r&Pin=p&Title=a&Limit=&Extra=b&Many=c&many=&=x"));
        let expected = [("Extra".to_owned(), some("b")), ("Many".to_owned(), Value::Array(vec![some("c"), some("")]))];
        assert_eq!(received.incoming.undeclared, expected);
    }
}

#[test]
fn method_address_and_headers_are_kept() {
    let mut request = form_request(Transport::HttpGet, "Books_Drop", "Reader=r%20&Pin=&JobID=5");
    request.headers_mut().insert("X-Trace", "7".parse().unwrap());
    let incoming = decoded(&request).incoming;
    assert_eq!((incoming.username(), incoming.password()), (Some("r "), Some("")));
    assert_eq!(incoming.uri, "/library.asmx/Books_Drop?Reader=r%20&Pin=&JobID=5");
    assert_eq!(
        (incoming.method.as_str(), &incoming.headers["x-trace"]),
        ("GET", &"7".parse::<http::HeaderValue>().unwrap())
    );
    let element = format!("<Books_Drop xmlns=\"{NAMESPACE}\"><Pin>p</Pin></Books_Drop>");
    let incoming = decoded(&soap_request(Transport::Soap12, "", envelope(Transport::Soap12, &element))).incoming;
    assert_eq!((incoming.username(), incoming.password()), (None, Some("p")));
    assert!(!format!("{incoming:?}").contains("Some(\"p\")"));
}

fn form(transport: Transport, operation: &str, pairs: &str) -> Vec<Value<'static>> {
    let pairs = format!("Reader=x&Pin=x&{pairs}");
    decoded(&form_request(transport, operation, &pairs)).request.values().to_vec()
}

#[test]
fn parameters_over_http() {
    for transport in HTTP {
        let find = |pairs: &str| form(transport, "Books_Find", pairs);
        assert_eq!(find("Limit=b&Title=a"), [some("a"), some("b")], "order is irrelevant");
        assert_eq!(find("title=a&LIMIT="), [some("a"), some("")], "so is case");
        assert_eq!(find("Title=x&Limit=&title=second"), [some("x,second"), some("")], "repeated scalars are joined");
        assert_eq!(find("Title=a+b%20c%2B&Limit=1;Title=2"), [some("a b c+"), some("1;Title=2")]);
        assert_eq!(find("Title=%C3%A9é&Limit=%u00e9"), [some("éé"), some("é")]);
        assert_eq!(find("Title=%FF&Limit=%zz"), [some("\u{FFFD}"), some("%zz")]);
        assert_eq!(find("Title=%00%01&Limit=%3Cscript%3E"), [some("\0\u{1}"), some("<script>")]);
        assert_eq!(form(transport, "Books_Count", "JobID=%2B5"), [some("5")]);
        let array = |items: &[&str]| Value::Array(items.iter().map(|item| some(item)).collect());
        let added = form(transport, "Books_Add", "Names=a&Values=&Names=b,c&Names=");
        assert_eq!(added, [array(&["a", "b,c", ""]), array(&[""])]);
        let painted = form(transport, "Books_Paint", "Main=light+blue&Others=Red&Numbers=+1&Numbers=%2B2");
        assert_eq!(painted, [some("light blue"), array(&["Red"]), array(&["1", "2"])]);
        let scalars =
            form(transport, "Scalars", "Flag=TRUE&Big=1&Ratio=Infinity&Price=1,000.50&When=2024-02-29&Letter=A");
        assert_eq!(scalars[..4], [some("true"), some("1"), some("INF"), some("1000.50")]);
        assert_eq!(scalars[5], some("65"));
    }
    assert_eq!(form(Transport::HttpPost, "Books_Find", "Title&Limit"), [some(""), some("")]);
    let odd = decoded(&form_request(Transport::HttpGet, "%C3%89t%C3%A9%202", "Reader=&Pin=&a+b=1&2ND=2"));
    assert_eq!((odd.incoming.operation.name, odd.request.values()), ("Été 2", &[some("1"), some("2")][..]));
    let mut latin = form_request(Transport::HttpPost, "Books_Find", "Reader=&Pin=&Title=%E9&Limit=");
    let content_type = "application/x-www-form-urlencoded; charset=iso-8859-1";
    latin.headers_mut().insert("Content-Type", content_type.parse().unwrap());
    assert_eq!(decoded(&latin).request.values()[0], some("é"));
}
