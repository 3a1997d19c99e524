//! Requests that a server refuses, with its complete responses.

use test_servers::log::Log;

use super::*;
use crate::protocol::{Transports, decode_request};

struct Refusal {
    status: u16,
    content_type: Option<String>,
    body: String,
}

fn refusal_of(settings: &ServerSettings, request: &Request<Bytes>) -> Refusal {
    let response = decode_request(settings, request).map(|received| panic!("understood: {received:?}")).unwrap_err();
    assert_eq!(header(&response, "content-length"), Some(response.body().len().to_string().as_str()));
    Refusal {
        status: response.status().as_u16(),
        content_type: header(&response, "content-type").map(str::to_owned),
        body: text(&response),
    }
}

fn refusal(request: &Request<Bytes>) -> Refusal {
    refusal_of(&settings(), request)
}

fn soap(transport: Transport, operation: &str, parameters: &str) -> Refusal {
    let element = format!("<{operation} xmlns=\"{NAMESPACE}\">{parameters}</{operation}>");
    refusal(&soap_request(transport, operation, envelope(transport, &element)))
}

/// A fault of the production style, as recorded.
fn fault(transport: Transport, code_11: &str, code_12: &str, message: &str) -> String {
    response_envelope(
        transport,
        &match transport {
            Transport::Soap11 => format!(
                "<soap:Fault><faultcode>soap:{code_11}</faultcode><faultstring>{message}</faultstring><detail /></soap:Fault>"
            ),
            _ => format!(
                "<soap:Fault><soap:Code><soap:Value>soap:{code_12}</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang=\"en\">{message}\
             </soap:Text></soap:Reason><soap:Detail /></soap:Fault>"
            ),
        },
    )
}

impl Refusal {
    #[track_caller]
    fn is_empty(&self, status: u16, transport: Transport) {
        assert_eq!((self.status, self.body.as_str()), (status, ""));
        assert_eq!(self.content_type.as_deref(), Some(content_type(transport)));
    }

    #[track_caller]
    fn is(&self, status: u16, content_type: &str, body: &str) {
        assert_eq!((self.status, self.body.as_str()), (status, body));
        assert_eq!(self.content_type.as_deref(), Some(content_type));
    }

    #[track_caller]
    fn has(&self, words: &str) {
        assert!(self.body.contains(words), "{}", self.body);
    }

    #[track_caller]
    fn is_page(&self, status: u16, message: &str) {
        assert_eq!((self.status, self.content_type.as_deref()), (status, Some("text/html")));
        self.has(message);
    }
}

#[test]
fn markup_in_scalars() {
    for transport in SOAP {
        for title in ["a<!-- x -->b", "<!-- x -->", "a<?p q?>b", "a<b>c</b>d", "&#1;"] {
            soap(transport, "Books_Find", &format!("<Title>{title}</Title>")).is_empty(400, transport);
        }
        soap(transport, "Binary", "<Data>!</Data>").is_empty(400, transport);
    }
}

#[test]
fn invalid_numbers() {
    let column = |transport: Transport, wire: &str| {
        let request = format!("<Books_Count xmlns=\"{NAMESPACE}\"><JobID>{wire}</JobID>");
        let envelope = envelope(transport, &request);
        envelope.find("</soap:Body>").unwrap() + 3
    };
    for transport in SOAP {
        let format = "Input string was not in a correct format.";
        let overflow = "Value was either too large or too small for an Int32.";
        let wrong = ["", "abc", "5.0", "0x5", "1,000"].map(|wire| (wire, format));
        for (wire, why) in wrong.into_iter().chain([("2147483648", overflow)]) {
            let refusal = soap(transport, "Books_Count", &format!("<JobID>{wire}</JobID>"));
            let message = format!(
                "Server was unable to read request. ---&gt; There is an error in XML document (1, {}). ---&gt; {why}",
                column(transport, wire)
            );
            refusal.is(500, content_type(transport), &fault(transport, "Client", "Sender", &message));
        }
        let nil = soap(transport, "Books_Count", "<JobID xsi:nil=\"true\"/>");
        assert!(nil.status == 500 && nil.body.contains("Server was unable to read request."));
        let wrong = soap(transport, "Books_Paint", "<Main>red</Main>");
        wrong.has("Instance validation error: 'red' is not a valid value for Color.");
        assert_eq!(soap(transport, "Scalars", "<Letter>A</Letter>").status, 500);
    }
}

#[test]
fn malformed_documents() {
    let broken = |transport, body: String| refusal(&soap_request(transport, "Books_Find", body));
    let valid = |transport| envelope(transport, &format!("<Books_Find xmlns=\"{NAMESPACE}\"/>"));
    let doctype = |transport| valid(transport).replace("?><", "?><!DOCTYPE a [<!ENTITY e \"x\">]><");
    for transport in SOAP {
        let unclosed = envelope(transport, &format!("<Books_Find xmlns=\"{NAMESPACE}\"><Title>x</Title>"));
        broken(transport, unclosed).is_empty(400, transport);
    }
    for body in
        [String::new(), format!("\r\n {}", valid(Transport::Soap11)), doctype(Transport::Soap11), "x".to_owned()]
    {
        broken(Transport::Soap11, body).is_empty(400, Transport::Soap11);
    }
    let two = Transport::Soap12;
    let unable =
        |message: &str| fault(two, "", "Receiver", &format!("Server was unable to process request. ---&gt; {message}"));
    broken(two, String::new()).is(500, content_type(two), &unable("Root element is missing."));
    broken(two, doctype(two)).is(500, content_type(two), &unable("DTD is prohibited in this XML document."));
    let spaced = broken(two, format!("\r\n {}", valid(two)));
    assert!(spaced.status == 500 && spaced.body.contains("soap:Receiver"), "{}", spaced.body);
    // Over SOAP 1.2 a mistake before the operation's element is a fault.
    let envelope = valid(two);
    for early in ["<soap:Header><a></soap:Header><soap:Body>", "<soap:Body a='' a=''>", "<soap:Body>&#1;"] {
        let early = broken(two, envelope.replace("<soap:Body>", early));
        assert!(early.status == 500 && early.body.contains("soap:Receiver"), "{}", early.body);
    }
    for request in
        [envelope.replace("<Books_Find ", "<Books_Find a='' a='' "), envelope.replace("</soap:Body>", "</a>")]
    {
        broken(two, request).is_empty(400, two);
    }
}

#[test]
fn content_types_that_are_not_soap() {
    for transport in SOAP {
        for content_type in ["text/plain", "application/xml; charset=utf-8", "application/x-www-form-urlencoded", ""] {
            let element = format!("<Books_Find xmlns=\"{NAMESPACE}\"/>");
            let mut request = soap_request(transport, "Books_Find", envelope(transport, &element));
            request.headers_mut().remove("Content-Type");
            if !content_type.is_empty() {
                request.headers_mut().insert("Content-Type", content_type.parse().unwrap());
            }
            refusal(&request).is_empty(415, transport);
        }
        let mut request = soap_request(transport, "Books_Find", "{\"Title\":\"x\"}");
        request.headers_mut().insert("Content-Type", "application/json; charset=utf-8".parse().unwrap());
        refusal(&request).is_page(500, "Request format is unrecognized.");
    }
    let element = format!("<Books_Find xmlns=\"{NAMESPACE}\"/>");
    let request = soap_request(Transport::Soap12, "Books_Find", envelope(Transport::Soap11, &element));
    refusal(&request).is_empty(415, Transport::Soap11);
}

#[test]
fn unknown_operations_over_soap() {
    let one = Transport::Soap11;
    for action in ["Nope", "books_find", ""] {
        let mut request = soap_request(one, action, envelope(one, &format!("<Books_Find xmlns=\"{NAMESPACE}\"/>")));
        let name = if action.is_empty() {
            request.headers_mut().insert("SOAPAction", "\"\"".parse().unwrap());
            String::new()
        } else {
            format!("{NAMESPACE}{action}")
        };
        let message = format!("Server did not recognize the value of HTTP Header SOAPAction: {name}.");
        refusal(&request).is(500, content_type(one), &fault(one, "Client", "", &message));
    }
    let two = Transport::Soap12;
    let message = "Unable to handle request without a valid action parameter. Please supply a valid soap action.";
    let foreign =
        format!("{message} (the request is in the namespace ``, the service in `{NAMESPACE}`: no parameter was read)");
    for (element, message) in
        [("<Nope xmlns=\"http://example.test/ws/\"/>", message), ("<Books_Find/>", foreign.as_str()), ("", message)]
    {
        let request = soap_request(two, "", envelope(two, element));
        refusal(&request).is(500, content_type(two), &fault(two, "", "Sender", message));
    }
}

/// Whether the request is accepted, and the log of decoding it.
fn logged(request: &Request<Bytes>) -> (bool, String) {
    let log = Log::of_this_thread(tracing::Level::INFO);
    let is_understood = decode_request(&settings(), request).is_ok();
    (is_understood, log.take())
}

#[test]
fn a_request_in_a_foreign_namespace_is_logged() {
    for transport in SOAP {
        for (namespace, is_foreign) in [(NAMESPACE, false), (NAMESPACE.trim_end_matches('/'), true)] {
            let element = format!("<Books_Find xmlns=\"{namespace}\"><Pin>hunter2</Pin></Books_Find>");
            let (is_understood, log) = logged(&soap_request(transport, "Books_Find", envelope(transport, &element)));
            // Without an action SOAP 1.2 finds the operation only by its element.
            assert_eq!(is_understood, !is_foreign || transport == Transport::Soap11, "{transport}");
            assert_eq!(log.contains("a request is in a foreign namespace"), is_foreign, "{log}");
            assert!(log.contains("due=\"http://example.test/ws/\"") == is_foreign && !log.contains("hunter2"), "{log}");
        }
    }
}

#[test]
fn headers_that_must_be_understood() {
    for transport in SOAP {
        let body = envelope(transport, &format!("<Books_Find xmlns=\"{NAMESPACE}\"/>"));
        let body = body.replace(
            "<soap:Body>",
            "<soap:Header><x xmlns=\"urn:x\" soap:mustUnderstand=\"1\">1</x></soap:Header><soap:Body>",
        );
        let expected = fault(transport, "MustUnderstand", "MustUnderstand", "SOAP header x was not understood.");
        let expected = expected.replace("<detail />", "").replace("<soap:Detail />", "");
        let request = soap_request(transport, "Books_Find", body);
        refusal(&request).is(500, content_type(transport), &expected);
        let development = ServerSettings { error_style: ErrorStyle::Development, ..settings() };
        let page = refusal_of(&development, &request).body;
        assert!(
            page.contains(">System.Web.Services.Protocols.SoapHeaderException: SOAP header x was not understood.<"),
            "{page}"
        );
    }
}

/// The header block that lists the supported envelopes.
const UPGRADE: &str = "<soap:Header><soap12:Upgrade xmlns:soap12=\"http://www.w3.org/2003/05/soap-envelope\">\
    <soap12:SupportedEnvelope qname=\"soap:Envelope\" xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\" />\
    <soap12:SupportedEnvelope qname=\"soap12:Envelope\" xmlns:soap12=\"http://www.w3.org/2003/05/soap-envelope\" />\
    </soap12:Upgrade></soap:Header>";

#[test]
fn envelopes_of_unknown_versions() {
    for transport in SOAP {
        let body = envelope(transport, "<a/>")
            .replace("http://schemas.xmlsoap.org/soap/envelope/", "urn:soap")
            .replace("http://www.w3.org/2003/05/soap-envelope", "urn:soap");
        let refusal = refusal(&soap_request(transport, "Books_Find", body));
        assert_eq!((refusal.status, refusal.content_type.as_deref()), (500, Some("text/xml; charset=utf-8")));
        refusal.has("<faultcode>soap:VersionMismatch</faultcode>");
        refusal.has(UPGRADE);
        refusal.has("Envelope namespace urn:soap was unexpected. Expecting http://schemas.xmlsoap.org/soap/envelope/.");
    }
    // For another root only the namespace counts.
    for transport in SOAP {
        for (root, namespace) in [("<html/>", ""), ("<soap:Envelop xmlns:soap='urn:x'/>", "urn:x")] {
            let other = refusal(&soap_request(transport, "Books_Find", root));
            assert_eq!((other.status, other.content_type.as_deref()), (500, Some("text/xml; charset=utf-8")));
            other.has("<faultcode>soap:VersionMismatch</faultcode>");
            other.has(&format!("namespace {namespace} was unexpected"));
            other.has(UPGRADE);
        }
        let namespace = soap_namespace(transport);
        let other = refusal(&soap_request(transport, "Books_Find", format!("<s:Envelop xmlns:s='{namespace}'/>")));
        assert_eq!((other.status, other.content_type.as_deref()), (500, Some(content_type(transport))));
        other.has("Missing required 'soap:Envelope' element.");
    }
    // A server without SOAP 1.1 responds in SOAP 1.2. A server without SOAP 1.2 offers no upgrade.
    let without = |transport| ServerSettings { protocols: Transports::ALL.with(transport, false), ..settings() };
    let twelve = refusal_of(&without(Transport::Soap11), &soap_request(Transport::Soap12, "Books_Find", "<html/>"));
    assert_eq!(twelve.content_type.as_deref(), Some(content_type(Transport::Soap12)));
    twelve.has("<soap:Value>soap:VersionMismatch</soap:Value>");
    let eleven = refusal_of(&without(Transport::Soap12), &soap_request(Transport::Soap11, "Books_Find", "<html/>"));
    assert!(eleven.body.contains("soap:VersionMismatch") && !eleven.body.contains("Upgrade"), "{}", eleven.body);
    let empty = "<soap:Envelope xmlns:soap=\"http://www.w3.org/2003/05/soap-envelope\"/>";
    let empty = refusal(&soap_request(Transport::Soap12, "Books_Find", empty));
    assert!(empty.status == 500 && empty.body.contains("Missing required 'soap:Body' element."));
}

#[test]
fn parameters_that_are_missing_or_wrong_over_http() {
    let message = |transport, operation: &str, pairs: &str| {
        let refusal = refusal(&form_request(transport, operation, pairs));
        let found = (refusal.status, refusal.content_type.as_deref());
        assert_eq!(found, (500, Some("text/plain; charset=utf-8")), "{pairs}");
        refusal.body
    };
    for transport in HTTP {
        assert_eq!(message(transport, "Books_Find", ""), "Missing parameter: Reader.\n");
        assert_eq!(message(transport, "Books_Find", "Reader=x&Pin=x&Title=x"), "Missing parameter: Limit.\n");
        assert_eq!(message(transport, "Books_Find", "Reader=x;Pin=x;Title=x;Limit=x"), "Missing parameter: Pin.\n");
        for array in ["", "&Names[]=a&Values[0]=b", "&Names.string=a"] {
            let body = message(transport, "Books_Add", &format!("Reader=x&Pin=x{array}"));
            assert_eq!(body, "Object reference not set to an instance of an object\n");
        }
        for (wire, text) in [("", ""), ("abc", "abc"), ("%3C5%3E", "&lt;5&gt;"), ("1&JobID=2", "1,2")] {
            let body = message(transport, "Books_Count", &format!("Reader=x&Pin=x&JobID={wire}"));
            let expected = format!(
                "Cannot convert {text} to System.Int32.\nParameter name: type ---> Input string was not in a correct format.\n"
            );
            assert_eq!(body, expected);
        }
        let too_large = message(transport, "Books_Count", "Reader=x&Pin=x&JobID=2147483648");
        assert!(too_large.contains("too large or too small for an Int32."));
        assert_eq!(message(transport, "Nope", ""), "Nope Web Service method name is not valid.\n");
        assert_eq!(message(transport, "Books_Move", ""), "Books_Move Web Service method name is not valid.\n");
        assert_eq!(message(transport, "Soap_Only", ""), "Soap_Only Web Service method name is not valid.\n");
        let wrong_case = message(transport, "books_find", "");
        assert!(wrong_case.starts_with("Invalid method name &#39;books_find&#39;"), "{wrong_case}");
        assert!(wrong_case.contains("The method name &#39;Books_Find&#39; with the same name"), "{wrong_case}");
    }
    assert_eq!(message(Transport::HttpGet, "Books_Find", "Reader=x&Pin=x&Title&Limit="), "Missing parameter: Title.\n");
    let development = ServerSettings { error_style: ErrorStyle::Development, ..settings() };
    let request = form_request(Transport::HttpGet, "Books_Find", "");
    let expected = "System.InvalidOperationException: Missing parameter: Reader.\n";
    assert_eq!(refusal_of(&development, &request).body, expected);
}

#[test]
fn other_content_types_than_forms() {
    for content_type in
        ["", "text/plain", "application/json; charset=utf-8", "multipart/form-data; boundary=B", "text/xml"]
    {
        let mut request = form_request(Transport::HttpPost, "Books_Drop", "Reader=x&Pin=x&JobID=1");
        request.headers_mut().remove("Content-Type");
        if !content_type.is_empty() {
            request.headers_mut().insert("Content-Type", content_type.parse().unwrap());
        }
        let expected = format!("Request format is invalid: {content_type}.\n");
        refusal(&request).is(500, "text/plain; charset=utf-8", &expected);
    }
    let mut request = form_request(Transport::HttpPost, "Books_Drop", "");
    *request.uri_mut() = "/library.asmx/Books_Drop?Reader=x&Pin=x&JobID=1".parse().unwrap();
    assert_eq!(refusal(&request).body, "Missing parameter: Reader.\n", "a query does not count on POST");
}

#[test]
fn methods_paths_and_protocols() {
    let request = |method: &str, path: &str| Request::builder().method(method).uri(path).body(Bytes::new()).unwrap();
    for method in ["DELETE", "HEAD", "PUT"] {
        let message = "Request format is unrecognized for URL unexpectedly ending in &#39;/Books_Drop&#39;.";
        refusal(&request(method, "/library.asmx/Books_Drop?Reader=x&Pin=x&JobID=1")).is_page(500, message);
    }
    for method in ["GET", "POST"] {
        refusal(&request(method, "/library.asmx/")).is_page(500, "unexpectedly ending in &#39;/&#39;.");
    }
    // The pages for browsers are in the HTTP server, not here.
    refusal(&request("GET", "/library.asmx")).is_page(500, "Request format is unrecognized.");
    refusal(&request("GET", "/elsewhere")).is_page(404, "cannot be found");
    assert_eq!(refusal(&request("DELETE", "/library.asmx")).status, 405);

    let off = |transport| ServerSettings { protocols: Transports::ALL.with(transport, false), ..settings() };
    for transport in HTTP {
        let request = form_request(transport, "Books_Drop", "Reader=x&Pin=x&JobID=1");
        refusal_of(&off(transport), &request).is_page(500, "Request format is unrecognized for URL");
    }
    for transport in SOAP {
        let request =
            soap_request(transport, "Books_Find", envelope(transport, &format!("<Books_Find xmlns=\"{NAMESPACE}\"/>")));
        let refusal = refusal_of(&off(transport), &request);
        assert!(refusal.status == 500 && refusal.body.contains("VersionMismatch"), "{}", refusal.body);
    }

    let limited = ServerSettings { max_query: Some(30), ..settings() };
    let request = form_request(Transport::HttpGet, "Books_Drop", "Reader=x&Pin=x&JobID=0000000000001");
    refusal_of(&limited, &request).is_page(400, "maxQueryStringLength");
}

#[test]
fn bodies_are_bounded() {
    let mut limits = ParseOptions::default();
    limits.max_depth = 20;
    let settings = ServerSettings { limits, ..settings() };
    let deep = format!("<Books_Find xmlns=\"{NAMESPACE}\">{}</Books_Find>", "<a>".repeat(30) + &"</a>".repeat(30));
    let request = soap_request(Transport::Soap11, "Books_Find", envelope(Transport::Soap11, &deep));
    refusal_of(&settings, &request).is_empty(400, Transport::Soap11);
}

#[test]
fn names_are_bounded_and_repeated_ones_count_once() {
    let declared = "Reader=a&Pin=b&Names=x&Values=y";
    let pairs = |count: usize| -> String { (0..count).map(|number| format!("&n{number}=1")).collect() };
    let settings = settings();
    assert_eq!((settings.max_form_keys, settings.max_values), (1000, 100_000));
    let decode = |query: &str, settings: &ServerSettings| {
        decode_request(settings, &form_request(Transport::HttpPost, "Books_Add", query))
    };
    let received = decode(&format!("{declared}{}", pairs(996)), &settings).unwrap();
    assert_eq!(received.incoming.undeclared.len(), 996);
    let too_many = "System.Web.HttpException: The URL-encoded form data is not valid. ---> \
                    System.InvalidOperationException: Operation is not valid due to the current state of the object.";
    let development = ServerSettings { error_style: ErrorStyle::Development, ..settings.clone() };
    for pairs in [pairs(997), format!("{}&=", pairs(996)), format!("{}&={}", pairs(995), "&A=&a=&b=")] {
        let response = decode(&format!("{declared}{pairs}"), &development).unwrap_err();
        assert_eq!(response.status(), 500);
        assert!(text(&response).starts_with(too_many), "{}", text(&response));
    }
    // Items of arrays are values of one name, ignoring case.
    let items: String = (0..5000).map(|number| format!("&{}={number}", ["names", "NAMES"][number % 2])).collect();
    let received = decode(&format!("Reader=a&Pin=b&Values=y{items}"), &settings).unwrap();
    let Value::Array(names) = &received.request.values()[0] else { panic!("no array") };
    assert_eq!((names.len(), names[4999].as_text()), (5000, Some("4999")));
    // The number of items is bounded, too.
    let many = format!("{declared}{}", "&Names=1".repeat(100));
    let at_most = |values: usize| ServerSettings { max_values: values - many.len() / 32, ..settings.clone() };
    assert!(decode(&many, &at_most(104)).is_ok());
    assert_eq!(decode(&many, &at_most(103)).unwrap_err().status(), 500);
    let few = ServerSettings { max_form_keys: 4, ..settings.clone() };
    assert!(decode(&many, &few).is_ok());
    assert_eq!(decode(&format!("{many}&other=1"), &few).unwrap_err().status(), 500);
    let request = form_request(Transport::HttpGet, "Books_Add", &format!("{declared}{}", pairs(997)));
    let response = decode_request(&settings, &request).unwrap_err();
    assert_eq!(response.status(), 500);
    assert_eq!(text(&response), "Operation is not valid due to the current state of the object.\n");
    let long = form_request(Transport::HttpPost, "Books_Add", &format!("{declared}&{}=", "n".repeat(4097)));
    assert_eq!(decode_request(&settings, &long).unwrap_err().status(), 500);
}

#[test]
fn values_are_bounded_over_soap() {
    for transport in SOAP {
        let request = |parameters: &str| {
            let element = format!("<Books_Move xmlns=\"{NAMESPACE}\">{parameters}</Books_Move>");
            soap_request(transport, "Books_Move", envelope(transport, &element))
        };
        let refused = |settings: &ServerSettings, parameters: &str| {
            refusal_of(settings, &request(parameters)).is_empty(400, transport);
        };
        // Settings that allow `values` beside those that the length of the body allows.
        let at_most = |values: usize, parameters: &str| {
            let brought = request(parameters).body().len() / 32;
            ServerSettings { max_values: values.checked_sub(brought).unwrap(), ..settings() }
        };
        let is_bounded = |values: usize, parameters: &str| {
            assert!(decode_request(&at_most(values, parameters), &request(parameters)).is_ok(), "{parameters}");
            refused(&at_most(values - 1, parameters), parameters);
        };
        // The array, and its items.
        is_bounded(101, &format!("<Maybe>{}</Maybe>", "<int xsi:nil=\"1\"/>".repeat(100)));
        // All members of a structure count, present or not, even if it is nil.
        is_bounded(601, &format!("<Via>{}</Via>", "<Place/>".repeat(100)));
        for to in ["<To/>", "<To xsi:nil=\"1\"/>"] {
            is_bounded(106, &format!("{to}<Maybe>{}</Maybe>", "<int>1</int>".repeat(99)));
        }
        // Undeclared values count, too.
        is_bounded(200, &"<x/>".repeat(100));
        let elements = |count: usize| -> String { (0..count).map(|number| format!("<x{number}/>")).collect() };
        let received = decode_request(&settings(), &request(&elements(1000))).unwrap();
        assert_eq!(received.incoming.undeclared.len(), 1000);
        refused(&settings(), &elements(1001));
        // That a document is malformed is reported first.
        let broken = request(&format!("{}<x>", elements(1001)));
        refusal_of(&settings(), &broken).is_empty(400, transport);
    }
}

#[test]
fn a_document_has_one_byte_order_mark() {
    let transport = Transport::Soap11;
    let element = format!("<Soap_Only xmlns=\"{NAMESPACE}\"/>");
    let with_mark =
        |marks: &str| soap_request(transport, "Soap_Only", format!("{marks}{}", envelope(transport, &element)));
    assert!(decode_request(&settings(), &with_mark("\u{FEFF}")).is_ok());
    refusal(&with_mark("\u{FEFF}\u{FEFF}")).is_empty(400, transport);
}
