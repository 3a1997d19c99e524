//! Credentials in every place that takes them (parameters, headers, members of structures), from the builder or a provider; sessions in
//! headers.
#![cfg(all(feature = "client", feature = "server"))]

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use asmx_runtime::descriptors::{Messages, Role, Scalar, Structure};
use asmx_runtime::mock::{Mock, RecordedCall};
use asmx_runtime::server::{Listening, Server};
use asmx_runtime::{
    Builder, Client, Credentials, DynamicRequest, Effect, ErrorKind, Fault, Member, Message, Opener, Operation,
    RetryPolicy, Service, SoapHeader, Transport, Type, Value,
};

static LICENSE: Structure = Structure::new("License", &[Member::new("Key", Type::STRING).role(Role::Key)]);
static AUTH: Structure = Structure::new(
    "AuthHeader",
    &[
        Member::new("Username", Type::STRING).role(Role::Username),
        Member::new("Password", Type::STRING).role(Role::Password),
        Member::new("Tracer", Type::STRING),
        Member::new("License", Type::Structure(&LICENSE)),
    ],
);
static TRUSTED: Structure = Structure::new(
    "Trusted",
    &[
        Member::new("UserName", Type::STRING).role(Role::Username),
        Member::new("UserToken", Type::Scalar(Scalar::Base64Binary)).role(Role::Token),
    ],
);
static SESSION: Structure = Structure::new("Session", &[Member::new("Id", Type::STRING)]);

static AUTH_HEADERS: [Member; 2] =
    [Member::new("Auth", Type::Structure(&AUTH)), Member::new("Trusted", Type::Structure(&TRUSTED))];
static KEY_HEADER: [Member; 1] = [Member::new("ApiKey", Type::STRING).role(Role::Key)];
static SESSION_HEADERS: [Member; 1] = [Member::new("Session", Type::Structure(&SESSION)).role(Role::Session)];
/// The declaration of that header by another operation.
static NEXT_HEADERS: [Member; 1] = [Member::new("Session", Type::Structure(&SESSION)).role(Role::Session)];
static AUTH_MESSAGES: Messages = Messages::PLAIN.headers(&AUTH_HEADERS, &[]);
static KEY_MESSAGES: Messages = Messages::PLAIN.headers(&KEY_HEADER, &[]);
static BEGIN_MESSAGES: Messages = Messages::PLAIN.headers(&[], &SESSION_HEADERS);
static NEXT_MESSAGES: Messages = Messages::PLAIN.headers(&NEXT_HEADERS, &[]);

static PARAMETERS: [Member; 3] = [
    Member::new("User", Type::STRING).role(Role::Username).required(),
    Member::new("Pin", Type::STRING).role(Role::Password).required(),
    Member::new("Note", Type::STRING),
];
static STRUCTURE: [Member; 2] = [Member::new("Who", Type::Structure(&AUTH)).required(), Member::new("n", Type::INT)];

static RESULT: [Member; 1] = [Member::new("r", Type::STRING)];

const fn operation(name: &'static str, parameters: &'static [Member], messages: &'static Messages) -> Operation {
    Operation::new(name, "", "", parameters, Effect::Read).outputs(&RESULT).messages(messages)
}

const SOAP: &[Transport] = &[Transport::Soap11, Transport::Soap12];

static BY_HEADER: Operation = operation("ByHeader", &[], &AUTH_MESSAGES);
static BY_KEY: Operation = operation("ByKey", &[], &KEY_MESSAGES).transports(SOAP);
static BY_PARAMETERS: Operation = operation("ByParameters", &PARAMETERS, &Messages::PLAIN);
static BY_STRUCTURE: Operation = operation("ByStructure", &STRUCTURE, &Messages::PLAIN).transports(SOAP);
static OPEN: Operation = operation("Open", &[], &Messages::PLAIN);
static BEGIN: Operation = operation("Begin", &[], &BEGIN_MESSAGES).transports(SOAP);
static NEXT: Operation = operation("Next", &[], &NEXT_MESSAGES).transports(SOAP);

static OPERATIONS: [&Operation; 7] = [&BY_HEADER, &BY_KEY, &BY_PARAMETERS, &BY_STRUCTURE, &OPEN, &BEGIN, &NEXT];
static SERVICE: Service = Service::new("Zoo", "/zoo.asmx", "", &[], &[], &OPERATIONS).namespace("http://zoo.test/");

static KEYED: Service = Service::new("Keyed", "/k.asmx", "", &[], &[], &[&BY_KEY]);

static PLAIN: Service = Service::new("Plain", "/p.asmx", "", &[], &[], &[&OPEN]);

const PASSWORD: &str = "s3cret-password";
const KEY: &str = "s3cret-key";

fn message(headers: Vec<SoapHeader>) -> Message {
    let mut message = Message::new(vec![Value::from("done")]);
    message.headers = headers;
    message
}

/// A mock that responds to all operations, and to each `Begin` with a new session.
fn mock() -> Mock {
    let mock = Mock::new(&SERVICE);
    for operation in SERVICE.operations.iter().filter(|operation| operation.name != "Begin") {
        mock.on_operation(operation.name, |_| Ok(message(Vec::new())));
    }
    let begun = AtomicU32::new(0);
    mock.on_operation("Begin", move |_| Ok(message(vec![session(begun.fetch_add(1, Ordering::Relaxed) + 1)])));
    mock
}

fn session(number: u32) -> SoapHeader {
    SoapHeader::new(&SESSION_HEADERS[0], Value::Structure(vec![Value::from(format!("s3cret-session-{number}"))]))
}

fn builder() -> Builder<Client> {
    Builder::new(&SERVICE).retry(RetryPolicy::never()).capture(100).allow_credentials_in_url()
}

/// Clients of the mock with those settings: in process, and over a socket.
async fn clients(mock: &Mock, settings: impl Fn(Builder<Client>) -> Builder<Client>) -> ([Client; 2], Listening) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server::new(mock.opener()).serve(listener).unwrap();
    let remote = settings(builder()).base_url(format!("http://{}", server.address())).build().unwrap();
    ([settings(builder()).build_with(Arc::new(mock.clone())).unwrap(), remote], server)
}

fn request(operation: &'static Operation) -> DynamicRequest {
    let mut request = DynamicRequest::new(operation);
    if operation.name == "ByStructure" {
        request.set("n", 1).unwrap();
    }
    request
}

/// The only call that the mock received. Its visible parts must not contain a secret.
fn received(mock: &Mock) -> RecordedCall {
    let calls = mock.calls();
    mock.forget_calls();
    assert!(!format!("{calls:?}").contains("s3cret"), "{calls:?}");
    let [call] = calls.as_slice() else { panic!("{calls:?}") };
    call.clone()
}

fn texts(texts: &[&str]) -> Vec<Value<'static>> {
    let value = |text: &&str| if text.is_empty() { Value::Null } else { Value::from((*text).to_owned()) };
    texts.iter().map(value).collect()
}

fn auth(username: &str, password: &str, key: &str) -> Value<'static> {
    let mut values = texts(&[username, password, ""]);
    values.push(if key.is_empty() { Value::Null } else { Value::Structure(texts(&[key])) });
    Value::Structure(values)
}

fn assert_no_secret_is_kept(clients: &[Client]) {
    for client in clients {
        let displayed = format!("{client:?} {:?}", client.exchanges());
        assert!(!displayed.contains("s3cret"), "{displayed}");
    }
    // The second client uses a socket: it keeps its messages without the credentials.
    let exchanges = clients[1].exchanges();
    let sent: String = exchanges.iter().map(|exchange| exchange.request.as_ref().unwrap().body.clone()).collect();
    assert!(sent.contains("[redacted]"), "{sent}");
}

#[tokio::test]
async fn credentials_fill_every_place_of_their_role() {
    let mock = mock();
    let (clients, _server) = clients(&mock, |builder| builder.credentials("ann", PASSWORD).key(KEY)).await;
    for client in &clients {
        for transport in SOAP {
            client.call(request(&BY_HEADER)).transport(*transport).await.unwrap();
            // A user name alone does not create a header, because the token is missing.
            assert_eq!(received(&mock).soap_headers, [SoapHeader::new(&AUTH_HEADERS[0], auth("ann", PASSWORD, KEY))]);
            client.call(request(&BY_KEY)).transport(*transport).await.unwrap();
            assert_eq!(received(&mock).soap_headers, [SoapHeader::new(&KEY_HEADER[0], Value::from(KEY))]);
            client.call(request(&BY_STRUCTURE)).transport(*transport).await.unwrap();
            assert_eq!(received(&mock).request.values(), [auth("ann", PASSWORD, KEY), Value::from("1")]);
            client.call(request(&OPEN)).transport(*transport).await.unwrap();
            assert_eq!(received(&mock).soap_headers, []);
        }
        for transport in Transport::ALL {
            client.call(request(&BY_PARAMETERS)).transport(transport).await.unwrap();
            assert_eq!(received(&mock).request.values()[..2], texts(&["ann", PASSWORD]), "{transport}");
        }
        // GET and POST carry no headers: the call is made without them.
        client.call(request(&BY_HEADER)).transport(Transport::HttpPost).await.unwrap();
        assert_eq!(received(&mock).soap_headers, []);
    }
    assert_no_secret_is_kept(&clients);
}

#[tokio::test]
async fn a_provider_is_asked_for_all_places_at_each_attempt() {
    let asked = Arc::new(AtomicU32::new(0));
    let counter = Arc::clone(&asked);
    let provider = move || {
        let turn = counter.fetch_add(1, Ordering::Relaxed) + 1;
        let credentials = Credentials::new("ann", format!("s3cret-{turn}")).with_token("czNjcmV0");
        async move { Ok(credentials) }
    };
    let mock = mock();
    // The fault repeats the request.
    mock.on_operation("ByHeader", |call| {
        let header = call.soap_headers.first().and_then(SoapHeader::declared);
        Err(Fault::server(format!("no: {:?}", header.map(|(_, value)| value.clone()))))
    });
    let (clients, _server) = clients(&mock, |builder| builder.credentials_from(provider.clone())).await;
    for client in &clients {
        let before = asked.load(Ordering::Relaxed);
        let error = client.call(request(&BY_HEADER)).await.unwrap_err();
        let displayed = format!("{error} {error:?} {:?} {:?}", error.fault().unwrap().chain(), error.excerpt());
        assert!(displayed.contains("[redacted]"), "{displayed}");
        assert!(!displayed.contains("s3cret") && !displayed.contains("czNjcmV0"), "{displayed}");
        let password = format!("s3cret-{}", before + 1);
        let trusted = SoapHeader::new(&AUTH_HEADERS[1], Value::Structure(texts(&["ann", "czNjcmV0"])));
        let expected = [SoapHeader::new(&AUTH_HEADERS[0], auth("ann", &password, "")), trusted];
        assert_eq!(received(&mock).soap_headers, expected);
        client.call(request(&BY_PARAMETERS)).await.unwrap();
        assert_eq!(received(&mock).request.values(), texts(&["ann", &format!("s3cret-{}", before + 2), ""]));
    }
    assert_no_secret_is_kept(&clients);
}

#[tokio::test]
async fn credentials_that_a_provider_leaves_out_are_missing_before_sending() {
    let mock = mock();
    let (clients, _server) = clients(&mock, |builder| builder.credentials_from(Credentials::of_key(KEY))).await;
    for client in &clients {
        client.call(request(&BY_KEY)).await.unwrap();
        mock.forget_calls();
        let error = client.call(request(&BY_PARAMETERS)).await.unwrap_err();
        let expected = "ByParameters over SOAP 1.1: parameters `User`, `Pin` are required and were not given";
        assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::InvalidRequest, expected));
        assert!(mock.calls().is_empty());
    }
}

#[tokio::test]
async fn a_credential_of_another_type_is_refused_without_being_shown() {
    let mock = mock();
    let (clients, _server) = clients(&mock, |builder| builder.token("s3cret is not base64")).await;
    for client in &clients {
        let error = client.call(request(&BY_HEADER)).await.unwrap_err();
        assert_eq!(
            error.to_string(),
            "ByHeader over SOAP 1.1: parameter `UserToken` takes a credential, but that of the client is not of its \
             type (`[redacted]` is not a valid base64Binary; give the Base64 of the bytes, such as `dG9rZW4=`)"
        );
        assert!(mock.calls().is_empty());
    }
}

#[tokio::test]
async fn values_of_a_call_are_not_replaced() {
    let mock = mock();
    let (clients, _server) = clients(&mock, |builder| builder.credentials("ann", PASSWORD)).await;
    for client in &clients {
        let mut with_user = request(&BY_PARAMETERS);
        with_user.set("User", "bob").unwrap();
        client.call(with_user).await.unwrap();
        assert_eq!(received(&mock).request.values(), texts(&["bob", PASSWORD, ""]));
        // A header without credentials gets them, and keeps the rest.
        let traced = Value::Structure(texts(&["", "", "trace", ""]));
        client.call(request(&BY_HEADER)).soap_header(SoapHeader::new(&AUTH_HEADERS[0], traced)).await.unwrap();
        let expected = Value::Structure(texts(&["ann", PASSWORD, "trace", ""]));
        assert_eq!(received(&mock).soap_headers, [SoapHeader::new(&AUTH_HEADERS[0], expected)]);
        // A null header means that no credentials are wanted.
        client.call(request(&BY_HEADER)).soap_header(SoapHeader::new(&AUTH_HEADERS[0], Value::Null)).await.unwrap();
        let sent = received(&mock).soap_headers;
        assert!(sent.iter().all(|header| header.declared().is_some_and(|(_, value)| value.is_null())), "{sent:?}");
    }
}

#[tokio::test]
async fn a_session_is_the_header_of_the_last_response() {
    let mock = mock();
    let (clients, _server) = clients(&mock, Builder::without_credentials).await;
    for client in &clients {
        let next = async |client: &Client| {
            client.call(request(&NEXT)).await.unwrap();
            received(&mock).soap_headers
        };
        assert_eq!(next(client).await, []);
        client.call(request(&BEGIN)).await.unwrap();
        let mut begun = mock.calls().len();
        mock.forget_calls();
        let first = next(client).await;
        assert_eq!(first.len(), begun);
        let Some((_, Value::Structure(id))) = first[0].declared() else { panic!("{first:?}") };
        let number: u32 = id[0].as_text().unwrap().rsplit('-').next().unwrap().parse().unwrap();
        assert_eq!(first, [session(number)]);
        // Clones and decorated clients share the session; a new client has none.
        assert_eq!(next(&client.clone()).await, first);
        assert_eq!(next(&client.decorated(|handler| handler)).await, first);
        let other = client.with_new_session();
        assert_eq!(next(&other).await, []);
        other.call(request(&BEGIN)).await.unwrap();
        begun += mock.calls().len();
        mock.forget_calls();
        assert_eq!((next(&other).await, begun), (vec![session(number + 1)], 2));
        assert_eq!(next(client).await, first);
        // A call may have its own header.
        client.call(request(&NEXT)).soap_header(session(900)).await.unwrap();
        assert_eq!(received(&mock).soap_headers, [session(900)]);
    }
    assert_no_secret_is_kept(&clients);
}

#[tokio::test]
async fn a_server_sees_credentials_of_headers() {
    let incoming_credentials = Arc::new(Mutex::new(Vec::new()));
    let (mock, arrived) = (mock(), Arc::clone(&incoming_credentials));
    let inner = mock.opener();
    let opener = Opener::new(&SERVICE, move |incoming| {
        let owned = |text: Option<&str>| text.unwrap_or_default().to_owned();
        let credentials = [incoming.username(), incoming.password(), incoming.key(), incoming.token()];
        arrived.lock().unwrap().push(credentials.map(owned));
        inner.open(incoming)
    });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server::new(opener).serve(listener).unwrap();
    let client = builder().credentials("ann", PASSWORD).key(KEY).token("AAAA");
    let client = client.base_url(format!("http://{}", server.address())).build().unwrap();
    client.call(request(&BY_HEADER)).await.unwrap();
    client.call(request(&OPEN)).await.unwrap();
    assert_eq!(*incoming_credentials.lock().unwrap(), [["ann", PASSWORD, KEY, "AAAA"], [""; 4]]);
}

#[test]
fn a_client_is_not_built_without_a_word_about_credentials() {
    let refused = |builder: Builder<Client>| builder.build_with(Arc::new(mock())).unwrap_err().to_string();
    assert_eq!(
        refused(Builder::new(&SERVICE)),
        "Zoo takes credentials: give them with `credentials(…)` or `key(…)` or `token(…)`, or say `without_credentials()`"
    );
    assert_eq!(
        refused(Builder::new(&KEYED)),
        "Keyed takes a key: give it with `key(…)`, or say `without_credentials()`"
    );
    let key = "; it takes a key: give it with `key(…)`";
    assert_eq!(
        refused(Builder::new(&KEYED).credentials("u", "p")),
        format!("Keyed takes no user name and password{key}")
    );
    assert_eq!(refused(Builder::new(&KEYED).token("t")), format!("Keyed takes no token{key}"));
    assert!(Builder::<Client>::new(&PLAIN).build_with(Arc::new(mock())).is_ok());
    assert_eq!(refused(Builder::new(&PLAIN).key(KEY)), "Plain takes no key");
    assert_eq!(refused(Builder::new(&PLAIN).credentials_from(Credentials::of_key(KEY))), "Plain takes no credentials");
    let displayed =
        format!("{:?}", Builder::<Client>::new(&SERVICE).credentials("u", PASSWORD).key(KEY).token("s3cret"));
    assert!(!displayed.contains("s3cret"), "{displayed}");
}
