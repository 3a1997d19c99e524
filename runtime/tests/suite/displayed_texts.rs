//! Displayed texts of a hostile server have no control characters over any transport, and no secrets from any place.
#![cfg(all(feature = "client", feature = "json"))]
#![allow(clippy::format_collect)]

use std::convert::Infallible;
use std::error::Error as _;
use std::fmt::Write as _;

use asmx_runtime::descriptors::{ArrayType, Role, Structure, XmlKind};
use asmx_runtime::stack::BodyStream;
use asmx_runtime::values::HeaderContent;
use asmx_runtime::xml::is_obeyed;
use asmx_runtime::{
    Builder, Client, DynamicRequest, Effect, Error, Member, Operation, RetryPolicy, ServerLimits, Service, Transport,
    Type, Typed, Value, json,
};
use bytes::Bytes;

use crate::shared::strict;

static KEYS: ArrayType = ArrayType::new(Type::STRING, "Key");
static MEMBERS: &[Member] = &[Member::new("Name", Type::STRING), Member::new("Pin", Type::INT).secret()];
static LOCK: Structure = Structure::new("Lock", MEMBERS);
static OWN: &[Member] = &[
    Member::new("Text", Type::STRING),
    Member::new("Keys", Type::Array(&KEYS)).secret(),
    Member::new("Lock", Type::Structure(&LOCK)),
];
static COUNTED: &[Member] = &[Member::new("Token", Type::INT).secret()];
static READ: Operation = strict("Read", &[], &[Member::new("ReadResult", Type::Xml(XmlKind::DataSet))]);
static KEEP: Operation = strict("Keep", OWN, &[Member::new("KeepResult", Type::STRING)]);
static COUNT: Operation = strict("Count", COUNTED, &[Member::new("CountResult", Type::STRING)]);
static COMMON: &[Member] = &[
    Member::new("Username", Type::STRING).role(Role::Username),
    Member::new("Password", Type::STRING).role(Role::Password).secret(),
];
static SERVICE: Service = Service::new("Shown", "/api.asmx", "", COMMON, &[], &[&READ, &KEEP, &COUNT]);

const PASSWORD: &str = "Kennw0rt/<x>";

/// Control characters for a terminal.
const CONTROLS: &str = "\u{1b}[2J\u{7}\u{8}\u{7f}\u{85}\u{9b}31m\u{61c}\u{200f}\u{2028}\u{202e}\u{2066}\r\n\t";

type HttpResponse = http::Response<BodyStream>;

fn client(response: impl Fn() -> Result<HttpResponse, String> + Clone + Send + Sync + 'static) -> Client {
    let builder = Builder::<Client>::new(&SERVICE).base_url("https://example.test").namespace("http://example.test/");
    let builder = builder.credentials("u", PASSWORD).allow_credentials_in_url().retry(RetryPolicy::never());
    let stack = tower::service_fn(move |_: http::Request<Bytes>| std::future::ready(response()));
    builder.capture(10).server_limits(ServerLimits::none()).build_on(stack).unwrap()
}

fn header(text: &str) -> http::HeaderValue {
    http::HeaderValue::from_bytes(text.as_bytes()).unwrap()
}

fn response(status: u16, content_type: &str, body: impl Into<Vec<u8>>) -> HttpResponse {
    let response = http::Response::builder().status(status).header("content-type", header(content_type));
    response.body(BodyStream::from(Bytes::from(body.into()))).unwrap()
}

/// A control character other than those of lines.
fn is_obeyed_in_a_line(letter: char) -> bool {
    is_obeyed(letter) && !"\r\n\t".contains(letter)
}

async fn error_of(client: &Client, operation: &'static Operation, transport: Transport) -> Error {
    client.call(DynamicRequest::new(operation)).transport(transport).await.unwrap_err()
}

/// Everything that an error displays.
fn displayed(error: &Error) -> String {
    let mut text = format!("{error}|{error:?}|{}", error.excerpt().unwrap_or_default());
    if let Some(fault) = error.fault() {
        write!(text, "|{fault}|{fault:?}|{:?}", fault.chain()).unwrap();
    }
    let mut source = error.source();
    while let Some(cause) = source {
        write!(text, "|{cause}|{cause:?}").unwrap();
        source = cause.source();
    }
    text
}

fn exchanges(client: &Client) -> String {
    client.exchanges().iter().map(|exchange| format!("{exchange}|{exchange:?}")).collect()
}

fn xml(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        write!(escaped, "&#{};", u32::from(character)).unwrap();
    }
    escaped
}

fn soap(namespace: &str, body: &str) -> String {
    format!("<e:Envelope xmlns:e='{namespace}'><e:Body>{body}</e:Body></e:Envelope>")
}

const SOAP_11: &str = "http://schemas.xmlsoap.org/soap/envelope/";
const SOAP_12: &str = "http://www.w3.org/2003/05/soap-envelope";

/// A fault of every transport whose texts are `text`; over SOAP by reference.
fn fault(transport: Transport, text: &str) -> HttpResponse {
    let escaped = xml(text);
    match transport {
        Transport::Soap11 => {
            let detail = format!("<detail><x>{escaped}</x></detail>");
            let parts = format!(
                "<faultcode>e:{escaped}</faultcode><faultstring>{escaped}</faultstring><faultactor>{escaped}</faultactor>"
            );
            response(500, "text/xml", soap(SOAP_11, &format!("<e:Fault>{parts}{detail}</e:Fault>")))
        }
        Transport::Soap12 => {
            let code = format!("<e:Code><e:Value>e:{escaped}</e:Value></e:Code>");
            let rest = format!(
                "<e:Reason><e:Text>{escaped}</e:Text></e:Reason><e:Node>{escaped}</e:Node><e:Detail>{escaped}</e:Detail>"
            );
            response(500, "application/soap+xml", soap(SOAP_12, &format!("<e:Fault>{code}{rest}</e:Fault>")))
        }
        _ => response(500, "text/plain", text),
    }
}

#[tokio::test]
async fn faults_are_shown_without_control_characters() {
    for transport in Transport::ALL {
        let client = client(move || Ok(fault(transport, &format!("before{CONTROLS}after"))));
        let error = error_of(&client, &READ, transport).await;
        let text = displayed(&error);
        assert!(!text.contains(is_obeyed), "{transport}: {text:?}");
        assert!(
            text.contains(r"before\u{1b}[2J\u{7}\u{8}\u{7f}\u{85}\u{9b}31m\u{61c}\u{200f}\u{2028}\u{202e}\u{2066}"),
            "{text}"
        );
        // Accessors return the text unchanged.
        let message = error.fault().unwrap().message();
        assert!(message.starts_with("before\u{1b}[2J\u{7}") && message.contains('\u{202e}'), "{message:?}");
        // An exchange has lines of its own.
        let recorded = exchanges(&client);
        assert!(recorded.contains("after") || transport.is_soap());
        assert!(!recorded.contains(is_obeyed_in_a_line), "{recorded:?}");
    }
}

#[tokio::test]
async fn other_texts_of_a_server_are_shown_without_control_characters() {
    let named = "urn:\u{202e}\u{85}\u{9b}";
    let bodies = [
        format!("<x xmlns='{named}'/>"),
        format!("<e:Envelope xmlns:e='{named}'/>"),
        soap(SOAP_11, &format!("<x xmlns='{named}'/>")),
        format!("<x a='{named}' b=<"),
        format!("{CONTROLS} is no XML"),
        format!("<?xml version='1.0' encoding='{named}'?><x/>"),
    ];
    for body in bodies {
        for transport in Transport::ALL {
            for (status, content_type) in
                [(200, "text/xml"), (500, "text/xml"), (404, "text/\u{202e}html; charset=\u{85}"), (200, "text/\u{9b}")]
            {
                let body = body.clone();
                let client = client(move || {
                    let mut response = response(status, content_type, body.clone());
                    response.headers_mut().insert("x-note", header("a\u{202e}\u{9b}b\t"));
                    Ok(response)
                });
                let error = error_of(&client, &READ, transport).await;
                let text = displayed(&error);
                assert!(!text.contains(is_obeyed), "{transport} {status}: {text:?}");
                let recorded = exchanges(&client);
                assert!(!recorded.contains(is_obeyed_in_a_line), "{recorded:?}");
            }
        }
    }
    let broken = client(|| Err(format!("the proxy says {CONTROLS}")));
    let text = displayed(&error_of(&broken, &READ, Transport::Soap11).await);
    assert!(text.contains("the proxy says") && !text.contains(is_obeyed_in_a_line), "{text:?}");
}

#[test]
fn results_are_displayed_without_and_read_with_control_characters() {
    use asmx_runtime::results::data_set::DataSetError;
    use asmx_runtime::results::table::{Column, ColumnType, Table};
    use asmx_runtime::{DelimitedText, Text, XmlDocument};
    let sent = "a\u{1b}[2J\u{9b}\u{202e}\tb\r\nc\rd";
    let text = Text::new(sent);
    let escaped = "a\\u{1b}[2J\\u{9b}\\u{202e}\tb\r\nc\\rd";
    assert_eq!((text.to_string().as_str(), text.as_str()), (escaped, sent));
    assert_eq!(DelimitedText::new(sent).to_string(), escaped);
    assert!(!format!("{text:?}{:?}", DelimitedText::new(sent)).contains(is_obeyed));
    let document = XmlDocument::parse("<x>\u{9b}\u{202e}</x>").unwrap();
    let expected = ("<x>\\u{9b}\\u{202e}</x>", "<x>\u{9b}\u{202e}</x>");
    assert_eq!((document.to_string().as_str(), document.as_str()), expected);
    assert_eq!(format!("{text:10}|{:>6}", Text::new("ab")), format!("{escaped}|    ab"));
    // Names of tables may hold them too: `XmlConvert` writes any character.
    let repeated = DataSetError::RepeatedName { table: "a\u{1b}".to_owned(), column: Some("b\u{202e}\n".to_owned()) };
    assert_eq!(repeated.to_string(), r"table `a\u{1b}` has two columns `b\u{202e}\n`");
    let mut table = Table::new("a\u{1b}");
    table.add_column(Column::new("b\u{9b}", ColumnType::String));
    table.push(["c\u{85}"]);
    let row = table.row_at(0).unwrap();
    let wrong = [row.get::<i32>("b\u{9b}").unwrap_err(), row.get::<i32>("\u{202e}").unwrap_err()];
    let debug_text = format!("{table:?} {row:?} {} {} {wrong:?}", wrong[0], wrong[1]);
    assert!(!debug_text.contains(is_obeyed), "{debug_text:?}");
}

/// A few of the encodings; the tests of the search have them all.
fn encodings(text: &str) -> Vec<String> {
    let bytes = |write: fn(u8) -> String| text.bytes().map(write).collect::<String>();
    vec![
        text.to_owned(),
        text.to_lowercase(),
        text.to_uppercase(),
        bytes(|byte| format!("%{byte:02x}")),
        bytes(|byte| format!("{byte:02X}")),
        bytes(|byte| format!("\\x{byte:02x}")),
        bytes(|byte| format!("&#{byte};")),
        bytes(|byte| format!("%25{byte:02X}")),
    ]
}

/// Asserts that no displayed text contains the secret in any encoding, or its beginning.
fn assert_hidden(text: &str, secret: &str, label: &str) {
    let folded: String = text.to_lowercase().chars().filter(|letter| *letter != '\\').collect();
    for encoded in encodings(secret) {
        let sought: String = encoded.to_lowercase().chars().filter(|letter| *letter != '\\').collect();
        assert!(!folded.contains(&sought), "{label}: {encoded} in {text}");
        // The rest of a cut secret.
        let half = sought.get(..sought.len() * 2 / 3).unwrap();
        assert!(!folded.contains(half), "{label}: {half} in {text}");
    }
}

#[tokio::test]
async fn a_secret_is_not_shown_from_any_place() {
    for encoded in encodings(PASSWORD) {
        let attribute = xml(&encoded);
        // Also at the cut of a displayed name.
        let padded = format!("urn:{}{attribute}", "x".repeat(70));
        let cases: Vec<(&str, u16, String, String)> = vec![
            ("a media type", 200, format!("application/{encoded}"), "x".to_owned()),
            ("a long media type", 200, format!("application/{}{encoded}", "x".repeat(60)), "x".to_owned()),
            ("a media type's parameter", 500, format!("text/html; charset={encoded}"), encoded.clone()),
            ("a namespace", 200, "text/xml".into(), format!("<x xmlns='{attribute}'/>")),
            ("a long namespace", 200, "text/xml".into(), format!("<x xmlns='{padded}'/>")),
            ("an envelope's namespace", 200, "text/xml".into(), format!("<e:Envelope xmlns:e='{padded}'/>")),
            ("the namespace of a result", 200, "text/xml".into(), soap(SOAP_11, &format!("<x xmlns='{padded}'/>"))),
            ("an encoding", 200, "text/xml".into(), format!("<?xml version='1.0' encoding='{encoded}'?><x/>")),
            ("a name", 200, "text/xml".into(), format!("<a{encoded}")),
            ("a prefix", 200, "text/xml".into(), format!("<{encoded}:x/>")),
            ("a page", 404, "text/html".into(), encoded.clone()),
        ];
        for (label, status, content_type, body) in cases {
            if http::HeaderValue::from_bytes(content_type.as_bytes()).is_err() {
                continue;
            }
            for transport in Transport::ALL {
                let (content_type, body, repeated) = (content_type.clone(), body.clone(), encoded.clone());
                let client = client(move || {
                    let mut response = response(status, &content_type, body.clone());
                    response.headers_mut().insert("location", header(&repeated));
                    if let Ok(name) = http::HeaderName::from_bytes(format!("x-{repeated}").as_bytes()) {
                        response.headers_mut().insert(name, http::HeaderValue::from_static("1"));
                    }
                    Ok(response)
                });
                let error = error_of(&client, &READ, transport).await;
                assert_hidden(&displayed(&error), PASSWORD, label);
                assert_hidden(&exchanges(&client), PASSWORD, label);
                if label == "a page" {
                    // The raw body is reachable for programs.
                    assert_eq!(error.body().map(AsRef::as_ref), Some(encoded.as_bytes()));
                }
            }
        }
        for transport in Transport::ALL {
            let text = format!("{encoded} ---> {encoded}");
            let client = client(move || Ok(fault(transport, &text)));
            let error = error_of(&client, &READ, transport).await;
            let fault = error.fault().unwrap();
            let parts = (fault.message(), fault.chain(), fault.text(), fault.actor(), fault.detail(), fault.code());
            assert_hidden(&format!("{}{parts:?}", displayed(&error)), PASSWORD, "a fault");
        }
        let text = encoded.clone();
        let broken = client(move || Err(format!("cannot reach {text}")));
        assert_hidden(&displayed(&error_of(&broken, &READ, Transport::Soap11).await), PASSWORD, "a cause");
    }
}

/// The texts of secret parameters of any type, and of secret members.
#[tokio::test]
async fn secrets_in_arrays_and_structures_are_hidden() {
    let client = client(|| Ok(response(404, "text/html", "said first-key, second key and 123456, by Ann")));
    let mut request = DynamicRequest::new(&KEEP);
    request.set("Keys", vec!["first-key", "second key"]).unwrap();
    request.set("Lock", Value::Structure(vec!["Ann".into(), 123_456.into()])).unwrap();
    request.set("Text", "said").unwrap();
    let error = client.call(request).await.unwrap_err();
    assert_eq!(error.excerpt(), Some("said [redacted], [redacted] and [redacted], by Ann"));
}

/// Deviations name elements of the response.
#[tokio::test]
async fn deviations_of_whole_responses_and_of_streams_hide_secrets() {
    const KEY: Member = Member::new("Key", Type::STRING).secret();
    static TABLES: Operation = Operation::new("Look", "", "", &[KEY], Effect::Read)
        .outputs(&[Member::new("LookResult", Type::Xml(XmlKind::DataSet))]);
    // A delimited text is read whole, so that its contradictions are notes.
    static LINES: Operation = Operation::new(
        "Look",
        "",
        "",
        &[
            KEY,
            Member::new("Row", Type::STRING).role(Role::RowDelimiter),
            Member::new("Cell", Type::STRING).role(Role::ColumnDelimiter),
        ],
        Effect::Read,
    )
    .outputs(&[Member::new("LookResult", Type::STRING).role(Role::Records)]);
    let body =
        soap(SOAP_11, "<LookResponse xmlns='http://example.test/'><LookResult/><k3y-of-the-door/></LookResponse>");
    let client = client(move || Ok(response(200, "text/xml", body.clone())));
    for (operation, marks) in [(&TABLES, &[][..]), (&LINES, &[("Row", ";"), ("Cell", "|")])] {
        let request = || {
            let mut request = DynamicRequest::new(operation);
            for (name, value) in [("Key", "k3y-of-the-door")].iter().chain(marks) {
                request.set(name, *value).unwrap();
            }
            request
        };
        let message = client.call(request()).transport(Transport::Soap11).await.unwrap();
        let mut stream = client.call(request()).transport(Transport::Soap11).stream().await.unwrap();
        while let Some(batch) = stream.next().await {
            batch.unwrap();
        }
        for deviations in [&*message.deviations, stream.deviations()] {
            let [deviation] = deviations else { panic!("{deviations:?}") };
            assert!(deviation.as_str().starts_with("`[redacted]` of namespace"), "{deviation}");
            assert_eq!(deviation.path(), Some("[redacted]"));
        }
    }
}

/// A response that is decoded after the call, with a value of another type than the caller expects.
#[tokio::test]
async fn a_typed_result_that_is_refused_is_not_quoted_with_a_secret() {
    static PAINT: Operation =
        Operation::new("Paint", "", "", &[], Effect::Read).outputs(&[Member::new("PaintResult", Type::INT)]);
    let body = |text: &str| {
        soap(
            SOAP_11,
            &format!("<PaintResponse xmlns='http://example.test/'><PaintResult>{text}</PaintResult></PaintResponse>"),
        )
    };
    let (with_secret, quoted) = (body(&xml(PASSWORD)), body("green\u{202e}"));
    let painted =
        |client: &Client| asmx_runtime::Prepared::<Typed<i32>>::new(client, Box::new(DynamicRequest::new(&PAINT)));
    let secret = client(move || Ok(response(200, "text/xml", with_secret.clone())));
    assert_hidden(&displayed(&painted(&secret).await.unwrap_err()), PASSWORD, "a value");
    let other = client(move || Ok(response(200, "text/xml", quoted.clone())));
    let text = displayed(&painted(&other).await.unwrap_err());
    assert!(!text.contains(is_obeyed), "{text:?}");
    // A result that is not a message, too.
    let call = asmx_runtime::Prepared::<Typed<i32>>::new(&secret, Box::new(DynamicRequest::new(&READ)));
    assert_hidden(&displayed(&call.await.unwrap_err()), PASSWORD, "a value");
}

/// A short secret is not searched for, because it occurs by chance. Kept exchanges then have no texts that may contain it.
#[test]
fn the_content_of_a_header_is_not_shown() {
    static KEY: Member = Member::new("Key", Type::STRING).secret();
    let declared = HeaderContent::Declared(&KEY, Value::Text(PASSWORD.into()));
    let unknown = HeaderContent::Unknown(format!("<Key>{PASSWORD}</Key>"));
    assert_eq!(format!("{declared:?} {unknown:?}"), "Declared(\"Key\", ..) Unknown(..)");
}

#[tokio::test]
async fn a_short_secret_leaves_exchanges_without_bodies() {
    let stack =
        tower::service_fn(|_: http::Request<Bytes>| async { Ok::<_, Infallible>(response(404, "text/html", "no x1")) });
    let builder = Builder::<Client>::new(&SERVICE).base_url("https://example.test").namespace("http://example.test/");
    let client = builder.credentials("u", "x1").allow_credentials_in_url().capture(1).build_on(stack).unwrap();
    let error = error_of(&client, &READ, Transport::HttpGet).await;
    assert_eq!(error.excerpt(), Some("no x1"));
    let exchange = client.exchanges().pop().unwrap();
    assert_eq!(exchange.request_line.as_deref(), Some("GET /api.asmx/Read?[redacted]"));
    assert_eq!((exchange.request.unwrap().body, exchange.response.unwrap().body), (String::new(), String::new()));
}

/// The error of a JSON parameter of another type names a secret parameter without its value.
#[test]
fn a_secret_of_the_wrong_type_is_not_quoted() {
    let object = |text: &str| serde_json::from_str::<serde_json::Map<_, _>>(text).unwrap();
    let mistakes = [
        (&READ, r#"{"Password": {"my": "Kennw0rt"}}"#, "parameter `Password`: `[redacted]` is not a valid string"),
        (&READ, r#"{"Password": ["Kennw0rt"]}"#, "parameter `Password`: `[redacted]` is not a valid string"),
        (&COUNT, r#"{"Token": "Kennw0rt"}"#, "parameter `Token`: `[redacted]` is not a valid int"),
        (&COUNT, r#"{"Token": ["Kennw0rt"]}"#, "parameter `Token`: `[redacted]` is not a valid int"),
        (&KEEP, r#"{"Keys": "Kennw0rt"}"#, "parameter `Keys`: `[redacted]` is not a valid ArrayOfString"),
        (&KEEP, r#"{"Lock": {"Pin": "Kennw0rt"}}"#, "parameter `Lock.Pin`: `[redacted]` is not a valid int"),
        (&KEEP, r#"{"Lock": {"Pin": {"Kennw0rt": 1}}}"#, "parameter `Lock.Pin`: `[redacted]` is not a valid int"),
        (&KEEP, r#"{"Text": {"a": 1}}"#, "parameter `Text`: `{…}` is not a valid string"),
    ];
    for (operation, text, words) in mistakes {
        let error = json::parameters(&SERVICE, operation, &object(text)).unwrap_err();
        assert_eq!(error.to_string(), words);
        assert!(!format!("{error:?}").contains("Kennw0rt"));
    }
    let parameters =
        json::parameters(&SERVICE, &READ, &object(r#"{"Username": "ann", "Password": "Kennw0rt"}"#)).unwrap();
    assert!(!format!("{parameters:?} {parameters:#?}").contains("Kennw0rt"), "{parameters:?}");
    assert_eq!(parameters.common, [("Username", "ann".into()), ("Password", "Kennw0rt".into())]);
    let mut request = DynamicRequest::new(&COUNT);
    let error = request.set("Token", "Kennw0rt").unwrap_err();
    assert_eq!(error.to_string(), "parameter `Token`: `[redacted]` is not a valid int");
}

/// The raw response is for programs: its `Debug` shows the size.
#[tokio::test]
async fn a_raw_response_is_not_shown() {
    let client = client(|| Ok(response(200, "text/xml", format!("said {PASSWORD}"))));
    let raw = client.call(DynamicRequest::new(&READ)).raw().await.unwrap();
    assert_eq!(format!("{raw:?}"), "Response { status: 200, bytes: 17, .. }");
}
