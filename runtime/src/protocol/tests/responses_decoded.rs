//! Responses that a client accepts, and its errors for others.

use super::*;
use crate::Deviation;
use crate::error::{Error, ErrorKind, Outcome};
use crate::fault::{Fault, FaultCode};
use crate::protocol::decode_response;
use crate::protocol::soap::soap_version::SoapVersion;
use crate::results::{DataSet, Integers, Text};

fn response(status: u16, content_type: &str, body: impl Into<Bytes>) -> Response<Bytes> {
    let mut response = Response::new(body.into());
    *response.status_mut() = http::StatusCode::from_u16(status).unwrap();
    if !content_type.is_empty() {
        response.headers_mut().insert("Content-Type", content_type.parse().unwrap());
    }
    response
}

fn decoded(operation: &'static Operation, transport: Transport, response: Response<Bytes>) -> Result<Message, Error> {
    let (status, body) = (response.status(), response.body().clone());
    let result = decode_response(&context(operation, transport), response);
    if let Err(error) = &result {
        assert_eq!((error.status(), error.body()), (Some(status), Some(&body)));
        assert_eq!((error.operation(), error.transport()), (Some(operation.name), Some(transport)));
    }
    result
}

/// The message, or the text of the error without its transport.
fn comparable(result: &Result<Message, Error>) -> Result<&Message, (ErrorKind, Outcome, Option<&Fault>)> {
    result.as_ref().map_err(|error| (error.kind(), error.outcome(), error.fault()))
}

/// Reads a SOAP response with that element. Both versions must give equal results.
fn soap(operation: &'static Operation, element: &str) -> Result<Message, Error> {
    let [one, two] = SOAP.map(|transport| {
        decoded(operation, transport, response(200, content_type(transport), response_envelope(transport, element)))
    });
    assert_eq!(comparable(&one), comparable(&two));
    one
}

/// Reads a response over GET and POST, which must give equal results.
fn bare(operation: &'static Operation, body: &str) -> Result<Message, Error> {
    let [one, two] =
        HTTP.map(|transport| decoded(operation, transport, response(200, "text/xml; charset=utf-8", body.to_owned())));
    assert_eq!(comparable(&one), comparable(&two));
    one
}

const NS: &str = "xmlns=\"http://example.test/ws/\"";
const XSI: &str = "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"";

#[test]
fn strings() {
    let text = |text: &str| Message::from(Text::new(text));
    let null = Message::from(Text::null());
    assert_eq!(soap(&FIND_BOOKS, &format!("<Books_FindResponse {NS} />")).unwrap(), null);
    let result = |content: &str| soap(&FIND_BOOKS, &format!("<Books_FindResponse {NS}>{content}</Books_FindResponse>"));
    assert_eq!(result("<Books_FindResult />").unwrap(), text(""));
    let nil = result("<Books_FindResult xsi:nil=\"true\" />").unwrap();
    assert!(nil.is_null());
    assert_eq!(nil.deviations, ["`Books_FindResult` is nil, which its description does not allow"]);
    let escaped = result("<Books_FindResult> a&#xD;\r\n&#x1;&#x0;&lt;<![CDATA[<]]> </Books_FindResult>").unwrap();
    assert_eq!(escaped, text(" a\r\n\u{1}\0<< "));
    assert_eq!(bare(&FIND_BOOKS, &format!("<string {XSI} xsi:nil=\"true\" {NS} />")).unwrap(), null);
    assert_eq!(bare(&FIND_BOOKS, &format!("<string {NS} />")).unwrap(), text(""));
    let prefixed = "<?xml version='1.0'?>\r\n<s:string xmlns:s='http://example.test/ws/'>a</s:string>\n";
    assert_eq!(bare(&FIND_BOOKS, prefixed).unwrap(), text("a"));
}

#[test]
fn integers() {
    let all = Message::from(Integers::new(vec![5, -7]));
    let result =
        |content: &str| soap(&COUNT_BOOKS, &format!("<Books_CountResponse {NS}>{content}</Books_CountResponse>"));
    assert_eq!(result("").unwrap(), Message::from(Integers::null()));
    assert_eq!(result("<Books_CountResult />").unwrap(), Message::from(Integers::new(Vec::new())));
    assert_eq!(result("<Books_CountResult><int>5</int> <int> -7 </int></Books_CountResult>").unwrap(), all);
    for (root, expected) in [
        (format!("<ArrayOfInt {NS}>\n  <int>5</int>\n  <int>-7</int>\n</ArrayOfInt>"), all),
        (format!("<ArrayOfInt {XSI} xsi:nil=\"1\" {NS} />"), Message::from(Integers::null())),
    ] {
        assert_eq!(bare(&COUNT_BOOKS, &root).unwrap(), expected);
    }
    for wrong in ["<int>x</int>", "<long>5</long>", "5", "<int xsi:nil=\"true\"/>", "<int xmlns=\"\">5</int>"] {
        let error = result(&format!("<Books_CountResult>{wrong}</Books_CountResult>")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnexpectedResponse, "{wrong}");
    }
}

#[test]
fn missing_and_null_results() {
    for operation in [&DROP, &TABLE, &DOCUMENT, &PAINT] {
        let response = format!("<{0}Response {NS} />", operation.name);
        assert_eq!(soap(operation, &response).unwrap(), Message::null(operation));
    }
    for transport in HTTP {
        assert_eq!(decoded(&DROP, transport, response(200, "", "")).unwrap(), Message::default());
    }
    for transport in SOAP {
        assert_eq!(decoded(&DROP, transport, response(202, "", "")).unwrap(), Message::default(), "one-way");
        let error = decoded(&DROP, transport, response(200, content_type(transport), "")).unwrap_err();
        assert!(error.to_string().contains("the response is empty, but an envelope was expected"), "{error}");
    }
    for body in ["<?xml version=\"1.0\" encoding=\"utf-8\"?>", "\u{FEFF}<?xml version=\"1.0\"?>\n"] {
        assert_eq!(bare(&DOCUMENT, body).unwrap(), Message::null(&DOCUMENT));
    }
    let nil = format!("<Books_TableResponse {NS}><Books_TableResult xsi:nil=\"true\" /></Books_TableResponse>");
    assert_eq!(soap(&TABLE, &nil).unwrap(), Message::from(DataSet::new("")), "an empty one: docs/RULES.md, rule 28");
    assert_eq!(bare(&TABLE, &format!("<DataSet {XSI} xsi:nil=\"true\" {NS} />")).unwrap(), Message::null(&TABLE));
    assert_eq!(bare(&PAINT, &format!("<Color {XSI} {NS} />")).unwrap(), Message::null(&PAINT));
}

#[test]
fn documents() {
    let root = "<r:a xmlns:r=\"urn:r\"> <b/><!--c--> </r:a>";
    let document = |message: Message| message.single::<crate::results::XmlDocument>().unwrap().as_str().to_owned();
    assert_eq!(document(bare(&DOCUMENT, &format!("<?xml version=\"1.0\"?><!--x-->{root}")).unwrap()), root);
    let result = |content: &str| {
        let result = format!("<Books_DocumentResult>{content}</Books_DocumentResult>");
        soap(&DOCUMENT, &format!("<Books_DocumentResponse {NS}>{result}</Books_DocumentResponse>"))
    };
    assert_eq!(document(result(&format!("\n{root}\n")).unwrap()), root);
    assert!(result("").unwrap().is_null());
    assert_eq!(result("<a/><b/>").unwrap_err().kind(), ErrorKind::UnexpectedResponse);
    assert_eq!(result("text").unwrap_err().kind(), ErrorKind::UnexpectedResponse);
}

#[test]
fn typed_values() {
    let text = |text: &str| Value::from(text.to_owned());
    let tags = Value::Array(vec![text("a"), Value::Nil]);
    let place = Value::Structure(vec![text("1"), Value::Null, Value::Null, tags, Value::Null]);
    let members =
        "<Tags><string>a</string><string xsi:nil=\"true\"/></Tags><Shelf>1</Shelf><Note xsi:nil=\"true\"/><New>x</New>";
    let element =
        format!("<Books_ShelveResponse {NS}><Books_ShelveResult>{members}</Books_ShelveResult></Books_ShelveResponse>");
    let parts = |message: Result<Message, Error>| {
        let message = message.unwrap();
        let deviations = message.deviations.iter().map(Deviation::as_str).collect::<Vec<_>>().join("; ");
        // Undeclared content stands beside the declared part.
        let declared = |value| if let Value::Extended(extended) = value { extended.value } else { value };
        (message.into_values().into_iter().map(declared).collect::<Vec<_>>(), deviations)
    };
    let deviations = |path: &str| {
        format!(
            "`{path}Note` is nil, which its description does not allow; `{path}New` of namespace `{NAMESPACE}` is not described; \
             `{path}Since` is missing"
        )
    };
    assert_eq!(parts(soap(&SHELVE, &element)), (vec![place.clone()], deviations("Books_ShelveResult/")));
    let root = format!("<Place {XSI} {NS}>{members}</Place>");
    assert_eq!(parts(bare(&SHELVE, &root)), (vec![place], deviations("Place/")));
    assert_eq!(bare(&NUMBER, &format!("<int {NS}>+5</int>")).unwrap(), message(text("+5")));
    assert_eq!(bare(&PAINT, &format!("<Color {NS}>light blue</Color>")).unwrap(), message(text("light blue")));
    assert_eq!(bare(&NOTHING, &format!("<base64Binary {NS} />")).unwrap(), message(text("")));
    // A value that the enumeration does not list is kept.
    let unknown = parts(bare(&PAINT, &format!("<Color {NS}>green</Color>")));
    assert_eq!(unknown, (vec![text("green")], "`Color` is not of its type, Color".to_owned()));
}

#[test]
fn every_encoding_prefix_and_header() {
    let element = format!("<Books_FindResponse {NS}><Books_FindResult>é</Books_FindResult></Books_FindResponse>");
    let utf8 = response_envelope(Transport::Soap11, &element).replace("soap:", "E:").replace("xmlns:soap", "xmlns:E");
    let utf8 = utf8.replace("<E:Body>", "<E:Header><x/></E:Header>\n<E:Body>\n");
    let units = utf8.replace("utf-8", "utf-16");
    let utf16 = [0xFE, 0xFF].into_iter().chain(units.encode_utf16().flat_map(u16::to_be_bytes)).collect::<Vec<u8>>();
    let latin: Vec<u8> =
        utf8.replace("utf-8", "iso-8859-1").chars().map(|letter| u8::try_from(u32::from(letter)).unwrap()).collect();
    let with_mark = [b"\xEF\xBB\xBF", utf8.as_bytes()].concat();
    for (content_type, body) in [
        ("text/xml; charset=utf-8", utf8.clone().into_bytes()),
        ("text/xml", utf8.into_bytes()),
        ("application/xml", with_mark),
        ("TEXT/XML; charset=\"utf-16\"", utf16),
        ("text/xml", latin.clone()),
        ("text/xml; charset=ISO-8859-1", latin),
    ] {
        let mut content = decoded(&FIND_BOOKS, Transport::Soap11, response(200, content_type, body)).unwrap();
        assert_eq!(content.headers.len(), 1, "{content_type}");
        content.headers.clear();
        assert_eq!(content, Message::from(Text::new("é")), "{content_type}");
    }
}

fn fault_element(version: Transport) -> &'static str {
    match version {
        Transport::Soap11 => {
            "<soap:Fault><faultcode>soap:Client</faultcode><faultstring>No &lt;list&gt;</faultstring><faultactor>http://a/</faultactor>\
             <detail><x>1</x></detail></soap:Fault>"
        }
        _ => {
            "<soap:Fault><soap:Code><soap:Value>soap:Sender</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang=\"en\">No &lt;list&gt;\
             </soap:Text></soap:Reason><soap:Node>http://a/</soap:Node><detail><x>1</x></detail></soap:Fault>"
        }
    }
}

#[test]
fn subcodes_are_read_without_prefixes() {
    let value = |name: &str, nested: &str| format!("<soap:Value>{name}</soap:Value>{nested}");
    let inner = |name: &str, nested: &str| format!("<soap:Subcode>{}</soap:Subcode>", value(name, nested));
    for (code, expected) in [
        (value("soap:Sender", ""), None),
        (value("soap:Sender", &inner("b:Overdue", "")), Some("Overdue")),
        (value("soap:Sender", &inner(" b:Billing ", &inner("b:Overdue", ""))), Some("Billing.Overdue")),
    ] {
        let fault = format!(
            "<soap:Fault><soap:Code>{code}</soap:Code><soap:Reason><soap:Text xml:lang=\"en\"> </soap:Text></soap:Reason></soap:Fault>"
        );
        let response = response(400, content_type(Transport::Soap12), response_envelope(Transport::Soap12, &fault));
        let error = decoded(&DROP, Transport::Soap12, response).unwrap_err();
        let fault = error.fault().unwrap();
        assert_eq!((fault.code(), fault.subcode()), (Some(&FaultCode::Client), expected), "{code}");
        assert_eq!(fault.summary(), expected.map_or("Client".to_owned(), |subcode| format!("Client: {subcode}")));
    }
}

#[test]
fn faults_of_either_version_under_any_status() {
    for transport in SOAP {
        for version in SOAP {
            for status in [200, 400, 500] {
                let response =
                    response(status, content_type(version), response_envelope(version, fault_element(version)));
                let error = decoded(&FIND_BOOKS, transport, response).unwrap_err();
                assert_eq!((error.kind(), error.outcome()), (ErrorKind::Fault, Outcome::Refused));
                let fault = error.fault().unwrap();
                assert_eq!((fault.code(), fault.message().as_str()), (Some(&FaultCode::Client), "No <list>"));
                assert_eq!((fault.actor(), fault.detail()), (Some("http://a/"), Some("<x>1</x>")));
            }
        }
    }
    let empty = fault_element(Transport::Soap11).replace("<x>1</x>", "");
    let response = response(500, "text/xml", response_envelope(Transport::Soap11, &empty));
    let error = decoded(&DROP, Transport::Soap11, response).unwrap_err();
    assert_eq!(error.fault().unwrap().detail(), None);
}

#[test]
fn the_same_failure_is_the_same_error_over_all_transports() {
    let fault = Fault::server("Outer").type_name("System.Exception").caused_by("Inner <&>\"' é 😀");
    for style in [ErrorStyle::Production, ErrorStyle::Development] {
        let errors = Transport::ALL.map(|transport| {
            let response = crate::protocol::encode_fault(style, transport, NAMESPACE, &fault);
            decoded(&FIND_BOOKS, transport, response).unwrap_err()
        });
        for error in &errors {
            assert_eq!(error.fault(), Some(&fault));
            assert_eq!((error.kind(), error.outcome()), (errors[0].kind(), errors[0].outcome()));
        }
    }
    let html = "Outer ---&gt; &lt;&amp;&gt;&quot;&#39; &#233;\n   at Some.Where()\n";
    let error = decoded(&DROP, Transport::HttpGet, response(500, "text/plain; charset=utf-8", html)).unwrap_err();
    assert_eq!(error.fault().unwrap().message(), "Outer ---> <&>\"' é");
}

#[test]
fn statuses_without_a_fault() {
    for transport in SOAP {
        for (status, hint) in
            [(400, "malformed"), (415, "Content-Type"), (404, "base URL"), (302, "redirect"), (503, "503")]
        {
            let error = decoded(&FIND_BOOKS, transport, response(status, content_type(transport), "")).unwrap_err();
            assert_eq!((error.kind(), error.outcome()), (ErrorKind::Status, Outcome::Refused));
            assert!(error.to_string().contains(hint), "{error}");
        }
        let error = decoded(&DROP, transport, response(500, "text/plain", "no fault")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Status, "only GET and POST response plain text");
    }
    let page = response(500, "text/html", "<html>Request format is unrecognized</html>");
    let error = decoded(&FIND_BOOKS, Transport::HttpPost, page).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Status);
    assert!(error.to_string().contains("SOAP may work"), "{error}");
    let string = response(500, "text/xml", format!("<string {NS}>x</string>"));
    assert_eq!(decoded(&FIND_BOOKS, Transport::HttpPost, string).unwrap_err().kind(), ErrorKind::Status);
}

#[test]
fn responses_without_results() {
    let unexpected = |result: Result<Message, Error>, what: &str| {
        let error = result.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::UnexpectedResponse, Outcome::Unknown));
        assert!(error.to_string().contains(what), "{error}");
    };
    for transport in Transport::ALL {
        for (content_type, body, what) in [
            ("text/xml", &b""[..], "empty, but a string was expected"),
            ("text/html", b"<html/>", "`text/html`, not XML"),
            ("", b"x", "has no Content-Type"),
            ("text/xml", b"<a>", "not well-formed"),
            ("text/xml; charset=utf-8", b"<a>\xFF</a>", "not well-formed"),
            ("text/xml", b"<!DOCTYPE a><a/>", "not well-formed"),
            ("text/xml", b"<?xml version='1.0'?>", "not well-formed"),
        ] {
            unexpected(decoded(&FIND_BOOKS, transport, response(200, content_type, body)), what);
        }
    }
    let found = |content: &str| format!("<Books_FindResponse {NS}>{content}</Books_FindResponse>");
    for (element, what) in [
        (format!("<Books_CountResponse {NS}/>"), "`Books_CountResponse`"),
        ("<Books_FindResponse xmlns=\"urn:x\"/>".to_owned(), "namespace `urn:x`"),
        (String::new(), "body of the envelope is empty"),
        ("quota exceeded".to_owned(), "the body of the envelope contains the text `quota exceeded`"),
        (found("<Other/>"), "instead of the result `Books_FindResult`"),
        (found("<Books_FindResult/><Books_FindResult/>"), "more than once"),
        (found("<Books_FindResult><b/></Books_FindResult>"), "contains markup"),
    ] {
        unexpected(soap(&FIND_BOOKS, &element), what);
    }
    unexpected(bare(&FIND_BOOKS, &format!("<int {NS}>5</int>")), "not `string`");
    unexpected(bare(&FIND_BOOKS, "<string>x</string>"), "no namespace");
    unexpected(bare(&DROP, &format!("<string {NS}>x</string>")), "but the operation returns no value");
    for transport in SOAP {
        for (content, outcome) in
            [("no permission", Outcome::Unknown), ("<x/>", Outcome::Unknown), (" ", Outcome::Refused)]
        {
            let failed = response(500, content_type(transport), response_envelope(transport, content));
            let error = decoded(&FIND_BOOKS, transport, failed).unwrap_err();
            assert_eq!((error.kind(), error.outcome()), (ErrorKind::Status, outcome), "{content}");
        }
        unexpected(decoded(&FIND_BOOKS, transport, response(200, "text/xml", "<string/>")), "not a SOAP envelope");
        unexpected(decoded(&FIND_BOOKS, transport, response(200, "text/xml", "<Envelope xmlns='urn:x'/>")), "`urn:x`");
    }
}

#[test]
fn over_get_and_post_a_page_a_fault_and_another_value_are_no_results() {
    let envelope = |content: &str| {
        format!("<e:Envelope xmlns:e='{}'><e:Body>{content}</e:Body></e:Envelope>", SoapVersion::V11.namespace())
    };
    let fault = envelope("<e:Fault><faultcode>e:Server</faultcode><faultstring>no</faultstring></e:Fault>");
    for transport in HTTP {
        for operation in [&NUMBER, &SCALARS, &SHELVE, &MOVE] {
            let read = |content_type: &str, body: &str| {
                decoded(operation, transport, response(200, content_type, body.to_owned()))
            };
            for (content_type, page) in [
                ("text/xml", "<html><body>Sign in</body></html>".to_owned()),
                ("application/xhtml+xml", "<html xmlns='http://www.w3.org/1999/xhtml'/>".to_owned()),
                ("text/xml", envelope("<x/>")),
            ] {
                let error = read(content_type, &page).unwrap_err();
                assert_eq!(
                    (error.kind(), error.outcome()),
                    (ErrorKind::UnexpectedResponse, Outcome::Unknown),
                    "{page}"
                );
            }
            let error = read("text/xml", &fault).unwrap_err();
            assert_eq!((error.kind(), &*error.fault().unwrap().message()), (ErrorKind::Fault, "no"));
        }
        for operation in [&NUMBER, &SCALARS, &SHELVE] {
            let error =
                decoded(operation, transport, response(200, "text/xml", "<error><code>5</code></error>")).unwrap_err();
            assert!(error.to_string().contains("the response is `error` of no namespace, not"), "{error}");
        }
        let other = decoded(&NUMBER, transport, response(200, "text/xml", "<Result>5</Result>")).unwrap();
        assert_eq!(other.deviations, ["`Result` is in the place of `int`"]);
        assert_eq!(other.into_values(), [Value::from(5)]);
        for operation in [&SCALARS, &SHELVE] {
            let error = decoded(operation, transport, response(200, "text/xml", "<error code='7'/>")).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::UnexpectedResponse);
        }
        let nothing = decoded(&MOVE, transport, response(200, "text/xml", "<error><code>5</code></error>")).unwrap();
        assert_eq!(nothing.rest.0.len(), 1, "the content of the root stays");
    }
}

#[test]
fn an_unusual_result_element() {
    let element = format!("<Soap_OnlyResponse {NS}><OddName>x</OddName></Soap_OnlyResponse>");
    assert_eq!(soap(&SOAP_ONLY, &element).unwrap(), Message::from(Text::new("x")));
    let element = format!("<Été_x0020_2Response {NS}><Été_x0020_2Result>x</Été_x0020_2Result></Été_x0020_2Response>");
    assert_eq!(soap(&ODD, &element).unwrap(), Message::from(Text::new("x")));
}
