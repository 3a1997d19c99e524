//! No secret leaks from any place in which an operation takes one: headers as a whole, members of headers and of structures, keys and
//! tokens as parameters, headers of a session; given once, by a provider, or with the call.

use std::sync::Arc;
use std::time::Duration;

use asmx_runtime::descriptors::{Messages, Role, Structure};
use asmx_runtime::mock::Mock;
use asmx_runtime::server::Server;
use asmx_runtime::*;

use super::marker::{PASSWORD, found_in, needles};
use super::sick_server::{self, LIMIT, Sickness};
use super::{Outputs, Reports, assert_clean, logged};

static INNER: Structure = Structure::new("Inner", &[Member::new("Token", Type::STRING).role(Role::Token)]);
static LOGIN: Structure = Structure::new(
    "Login",
    &[
        Member::new("User", Type::STRING).role(Role::Username),
        Member::new("Password", Type::STRING).role(Role::Password),
        Member::new("Inner", Type::Structure(&INNER)),
    ],
);
static SESSION: Structure = Structure::new("Session", &[Member::new("Id", Type::STRING)]);
static HEADERS: [Member; 3] = [
    Member::new("Login", Type::Structure(&LOGIN)),
    Member::new("ApiKey", Type::STRING).role(Role::Key),
    Member::new("Session", Type::Structure(&SESSION)).role(Role::Session),
];
static MESSAGES: Messages = Messages::PLAIN.headers(&HEADERS, &HEADERS);
static STRUCTURE: [Member; 1] = [Member::new("Who", Type::Structure(&LOGIN))];
static KEY: [Member; 2] = [Member::new("LicenseKey", Type::STRING).role(Role::Key), Member::new("Note", Type::STRING)];
static RESULT: [Member; 1] = [Member::new("Token", Type::STRING).role(Role::Token)];

const SOAP: &[Transport] = &[Transport::Soap11, Transport::Soap12];

static BY_HEADERS: Operation =
    Operation::new("ByHeaders", "", "", &[], Effect::Read).outputs(&RESULT).messages(&MESSAGES).transports(SOAP);
static BY_STRUCTURE: Operation =
    Operation::new("ByStructure", "", "", &STRUCTURE, Effect::Read).outputs(&RESULT).transports(SOAP);
static BY_KEY: Operation = Operation::new("ByKey", "", "", &KEY, Effect::Read).outputs(&RESULT);
static SERVICE: Service = Service::new("Places", "/places.asmx", "", &[], &[], &[&BY_HEADERS, &BY_STRUCTURE, &BY_KEY])
    .namespace("http://example.com/places/");

/// The source of the secrets of calls.
#[derive(Debug, Clone, Copy)]
enum Origin {
    Once,
    ByProvider,
    WithTheCall,
}

const ALL: [Origin; 3] = [Origin::Once, Origin::ByProvider, Origin::WithTheCall];

fn credentials() -> Credentials {
    Credentials::new("ordinary", PASSWORD).with_key(PASSWORD).with_token(PASSWORD)
}

fn builder(outputs: &Outputs, origin: Origin) -> Builder<Client> {
    let builder = Builder::<Client>::new(&SERVICE).allow_credentials_in_url().response_limit(LIMIT).capture(100);
    let retry = RetryPolicy::default().attempts(2).base_backoff(Duration::from_millis(1));
    let builder = builder.retry(retry).retry_budget(1_000_000, 1000.0).observer(Reports(outputs.clone()));
    let builder = builder.server_limits(ServerLimits::none()).query_limit(20_000);
    match origin {
        Origin::Once => builder.credentials("ordinary", PASSWORD).key(PASSWORD).token(PASSWORD),
        Origin::ByProvider => builder.credentials_from(|| async { Ok(credentials()) }),
        Origin::WithTheCall => builder.without_credentials(),
    }
}

fn login() -> Value<'static> {
    let inner = Value::Structure(vec![Value::from(PASSWORD)]);
    Value::Structure(vec![Value::from("ordinary"), Value::from(PASSWORD), inner])
}

/// Every call over every transport that it has.
fn calls(client: &Client, origin: Origin) -> Vec<Prepared<WithHeaders<Message>>> {
    let mut calls = Vec::new();
    for operation in SERVICE.operations {
        for transport in Transport::ALL.into_iter().filter(|transport| operation.offered_over(*transport)) {
            let mut request = DynamicRequest::new(operation);
            let mut headers = Vec::new();
            if operation.name == "ByHeaders" {
                // A session is always begun by somebody.
                headers.push(SoapHeader::new(&HEADERS[2], Value::Structure(vec![Value::from(PASSWORD)])));
            }
            if let Origin::WithTheCall = origin {
                match operation.name {
                    "ByHeaders" => {
                        headers.push(SoapHeader::new(&HEADERS[0], login()));
                        headers.push(SoapHeader::new(&HEADERS[1], Value::from(PASSWORD)));
                    }
                    "ByStructure" => request.set("Who", login()).unwrap(),
                    _ => request.set("LicenseKey", PASSWORD).unwrap(),
                }
            }
            let call = client.call(request).transport(transport).with_headers();
            calls.push(headers.into_iter().fold(call, Prepared::soap_header));
        }
    }
    calls
}

/// Makes all calls; how many failed.
async fn fail_calls(client: &Client, origin: Origin, outputs: &Outputs) -> usize {
    let mut failed = 0;
    for call in calls(client, origin) {
        outputs.add(format!("{call:?} {call:#?}"));
        match call.await {
            // A response that contradicts its description is read, too.
            Ok(_) => {}
            Err(error) => {
                failed += 1;
                outputs.error(&error);
            }
        }
    }
    for exchange in client.exchanges() {
        outputs.add(format!("{exchange} {exchange:?}"));
        for message in exchange.request.iter().chain(&exchange.response) {
            outputs.add(&message.body);
        }
    }
    outputs.add(format!("{client:?} {client:#?}"));
    failed
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_failure_shows_what_stands_in_headers_and_members() {
    let logged = logged();
    for (turn, sickness) in sick_server::ALL.into_iter().enumerate() {
        let url = sick_server::serve(sickness).await;
        // Each failure is met by secrets from all places, each time from elsewhere.
        let origin = ALL[turn % ALL.len()];
        let outputs = Outputs::default();
        let settings = builder(&outputs, origin).base_url(&url);
        outputs.add(format!("{settings:?} {settings:#?}"));
        let patience = if sickness == Sickness::Silent { 100 } else { 30_000 };
        let client = settings.attempt_timeout(Duration::from_millis(patience)).build().unwrap();
        let failed = fail_calls(&client, origin, &outputs).await;
        assert!(failed > 0, "{sickness:?} {origin:?}");
        assert!(outputs.all().len() > 10_000, "{sickness:?}: only {} bytes were seen", outputs.all().len());
        assert_clean(&outputs.all(), &format!("{sickness:?} {origin:?}"));
    }
    assert_clean(&logged.all(), "log");
}

#[tokio::test]
async fn what_a_response_brings_is_kept_without_its_secrets() {
    let logged = logged();
    let mock = Mock::new(&SERVICE);
    for operation in SERVICE.operations {
        mock.on_operation(operation.name, |call| {
            let mut message = Message::new(vec![Value::from(PASSWORD)]);
            if call.operation.name == "ByHeaders" {
                message.headers = call.soap_headers.clone();
                message.headers.push(SoapHeader::new(&HEADERS[2], Value::Structure(vec![Value::from(PASSWORD)])));
            }
            Ok(message)
        });
    }
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let outputs = Outputs::default();
    let (arrived, inner) = (outputs.clone(), mock.opener());
    let opener = Opener::new(&SERVICE, move |incoming| {
        arrived.add(format!("{incoming:?} {incoming:#?}"));
        inner.open(incoming)
    });
    let server = Server::new(opener).serve(listener).unwrap();
    for origin in ALL {
        let remote = builder(&outputs, origin).base_url(format!("http://{}", server.address())).build().unwrap();
        let local = builder(&outputs, origin).build_with(Arc::new(mock.clone())).unwrap();
        for client in [remote, local] {
            for call in calls(&client, origin) {
                let response = call.await.unwrap();
                // The result itself is the caller's; its headers are shown without their values.
                outputs.add(format!("{:?}", response.headers));
                let message = response.message;
                assert_eq!(message.values(), [Value::from(PASSWORD)]);
            }
            for exchange in client.exchanges() {
                outputs.add(format!("{exchange} {exchange:?}"));
                exchange.request.iter().chain(&exchange.response).for_each(|message| outputs.add(&message.body));
            }
            outputs.add(format!("{client:?}"));
        }
    }
    let calls = mock.calls();
    assert_eq!(calls.len(), 3 * 2 * 8);
    for call in &calls {
        let headers = call.soap_headers.iter().filter_map(SoapHeader::declared).map(|(_, value)| value);
        let sent: Vec<_> = call.request.values().iter().chain(headers).collect();
        assert!(
            !found_in(format!("{sent:?}").as_bytes(), &needles()).is_empty(),
            "{} was sent none",
            call.operation.name
        );
    }
    outputs.add(format!("{mock:?} {calls:?} {calls:#?}"));
    assert_clean(&outputs.all(), "mock");
    assert_clean(&logged.all(), "log");
}
