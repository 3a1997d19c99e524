//! The password never comes out: every operation over every transport meets every failure, and everything that can be seen
//! afterwards is searched for the password in every encoding.
#![allow(
    clippy::pedantic,
    clippy::manual_is_multiple_of,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod locations;
mod marker;
mod sick_server;

use std::error::Error as _;
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use asmx_runtime::mock::Mock;
use asmx_runtime::server::Server;
use echo_service::Kind;
use email_campaign_client::*;
use marker::{PASSWORD, found_in, needles};
use sick_server::{LIMIT, Sickness};

const NAMESPACE: &str = "http://example.com/ws/";

/// Bytes that come from many places.
#[derive(Clone, Default)]
struct Outputs(Arc<Mutex<Vec<u8>>>);

impl Outputs {
    fn add(&self, text: impl AsRef<[u8]>) {
        let mut buffer = self.0.lock().unwrap();
        buffer.extend_from_slice(text.as_ref());
        buffer.push(b'\n');
    }

    fn error(&self, error: &Error) {
        self.add(format!("{error} {error:?} {error:#?} {:?} {:?}", error.excerpt(), error.parameter()));
        if let Some(fault) = error.fault() {
            self.add(format!("{fault} {fault:?} {} {:?}", fault.message(), fault.chain()));
            self.add(format!("{:?} {:?} {:?} {:?}", fault.code(), fault.actor(), fault.detail(), fault.text()));
            self.add(fault.text().unwrap_or_default());
        }
        let mut source = error.source();
        while let Some(cause) = source {
            self.add(format!("{cause} {cause:?}"));
            source = cause.source();
        }
    }

    fn all(&self) -> Vec<u8> {
        self.0.lock().unwrap().clone()
    }
}

impl Write for Outputs {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Collects all that an observer could make labels of.
struct Reports(Outputs);

impl Observer for Reports {
    fn attempt(&self, report: &CallReport<'_>) {
        self.0.add(format!("{report:?} {:?} {}", report.ending.error_type(), report.ending.outcome()));
    }

    fn call(&self, report: &CallReport<'_>) {
        self.0.add(format!("{report:?} {:?} {}", report.ending.error_type(), report.ending.outcome()));
    }
}

/// Everything that is logged in this process, by whatever crate, and what panics say.
fn logged() -> Outputs {
    static LOGGED: std::sync::OnceLock<Outputs> = std::sync::OnceLock::new();
    LOGGED
        .get_or_init(|| {
            let logged = Outputs::default();
            let writer = logged.clone();
            let subscriber = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_ansi(false);
            let spans = tracing_subscriber::fmt::format::FmtSpan::FULL;
            subscriber.with_span_events(spans).with_writer(move || writer.clone()).init();
            let panics = logged.clone();
            let default_hook = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                panics.add(panic.to_string());
                default_hook(panic);
            }));
            logged
        })
        .clone()
}

fn builder(base_url: &str, outputs: &Outputs) -> Builder<EmailCampaign> {
    let builder = EmailCampaign::builder().base_url(base_url).namespace(NAMESPACE).allow_credentials_in_url();
    let retry = RetryPolicy::default().attempts(2).base_backoff(Duration::from_millis(1));
    let builder = builder.retry(retry).retry_budget(1_000_000, 1000.0).response_limit(LIMIT).capture(1000);
    builder.server_limits(ServerLimits::none()).query_limit(20_000).observer(Reports(outputs.clone()))
}

/// Calls made, calls failed, and calls that had to fail: some operations accept any document as their response.
#[derive(Debug, Default)]
struct CallCounts {
    calls: usize,
    failed: usize,
    certain: usize,
}

/// The number of parts that all calls are divided into.
fn parts() -> usize {
    8 * cases::step(4)
}

/// Makes every `parts`-th call over all transports. Searching the text of each failure is slow, so each failure mode gets its own share of the calls.
async fn fail_calls(account: &EmailCampaign, outputs: &Outputs, part: usize, parts: usize) -> CallCounts {
    let mut counts = CallCounts::default();
    let mut calls = tokio::task::JoinSet::new();
    for (turn, transport) in Transport::ALL.into_iter().enumerate() {
        let plan = echo_service::plan(&EMAIL_CAMPAIGN, &[("Username", "ordinary"), ("Password", PASSWORD)], transport);
        for (index, planned) in plan.into_iter().enumerate() {
            // Over each transport it is another operation's turn.
            if (index + turn) % parts == part % parts {
                calls.spawn(echo_service::typed::call(account, &planned.request, transport).unwrap());
                counts.calls += 1;
                // These operations accept any XML, so a failure is not certain.
                let takes_anything = matches!(Kind::of(planned.operation), Kind::Document | Kind::Parts);
                counts.certain += usize::from(!takes_anything);
            }
        }
    }
    while let Some(result) = calls.join_next().await {
        match result.unwrap() {
            // Any response is a result of this kind. One that repeats the request is kept as the service sent it.
            Ok(_) => {}
            Err(error) => {
                counts.failed += 1;
                outputs.error(&error);
            }
        }
    }
    let exchanges = account.client().exchanges();
    assert!(exchanges.len() >= counts.calls, "{} exchanges of {} calls", exchanges.len(), counts.calls);
    for exchange in exchanges {
        outputs.add(format!("{exchange} {exchange:?}"));
        for message in exchange.request.iter().chain(&exchange.response) {
            outputs.add(&message.body);
        }
    }
    outputs.add(format!("{account:?} {:?}", account.client()));
    counts
}

fn assert_clean(bytes: &[u8], label: &str) {
    let found = found_in(bytes, &needles());
    if let Some(first) = found.first() {
        let at = memchr::memmem::find(bytes, first.as_bytes()).unwrap_or_default();
        let around = String::from_utf8_lossy(&bytes[at.saturating_sub(300)..bytes.len().min(at + 300)]).into_owned();
        panic!("{label}: {found:?} in …{around}…");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_failure_of_any_call_shows_the_password() {
    let logged = logged();
    for sickness in sick_server::ALL {
        let url = sick_server::serve(sickness).await;
        let outputs = Outputs::default();
        // The password stands in a setting, or comes from a provider.
        let fixed = builder(&url, &outputs).credentials("ordinary", PASSWORD);
        let provider = || async { Ok(Credentials::new("ordinary", PASSWORD)) };
        let provided = builder(&url, &outputs).credentials_from(provider);
        let patience = if sickness == Sickness::Silent { 300 } else { 30_000 };
        let settings = if sickness as u8 % 2 == 0 { fixed } else { provided };
        outputs.add(format!("{settings:?} {settings:#?}"));
        let account = settings.attempt_timeout(Duration::from_millis(patience)).build().unwrap();
        let counts = fail_calls(&account, &outputs, sickness as usize, parts()).await;
        assert!(counts.failed >= counts.certain && counts.certain > 0, "{sickness:?}: {counts:?}");
        let reports = outputs.all();
        assert!(reports.len() > 100_000 / parts(), "{sickness:?}: only {} bytes were seen", reports.len());
        assert_clean(&reports, &format!("{sickness:?}"));
    }
    // No server listens.
    let nobody = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let outputs = Outputs::default();
    let account = builder(&format!("http://{nobody}"), &outputs).credentials("ordinary", PASSWORD).build().unwrap();
    let counts = fail_calls(&account, &outputs, 0, cases::step(4)).await;
    assert!(counts.failed == counts.calls && counts.calls > 0, "{counts:?}");
    assert_clean(&outputs.all(), "nobody");
    let log = logged.all();
    assert!(log.len() > 100_000, "only {} bytes were logged", log.len());
    for target in ["hyper_util", "reqwest", "asmx_runtime"] {
        assert!(memchr::memmem::find(&log, target.as_bytes()).is_some(), "{target} logged nothing");
    }
    assert_clean(&log, "log");
}

#[tokio::test]
async fn what_is_refused_before_it_is_sent_does_not_show_the_password() {
    let outputs = Outputs::default();
    let forbidding = EmailCampaign::builder().base_url("https://example.test").namespace(NAMESPACE);
    let passwords = [PASSWORD.to_owned(), format!("{PASSWORD}\u{1}"), format!("{PASSWORD}{}", "x".repeat(3000))];
    for password in passwords {
        for allowed in [false, true] {
            let settings = EmailCampaign::builder().base_url("https://example.test").namespace(NAMESPACE);
            let settings =
                settings.credentials("ordinary", password.as_str()).server_limits(ServerLimits::default().body(500));
            let account = if allowed { settings.allow_credentials_in_url().build() } else { settings.build() }.unwrap();
            for transport in [Transport::HttpGet, Transport::HttpPost] {
                let long = "x".repeat(1000);
                let rename =
                    TransactionalGroupsRename::new().old_group_name(long.as_str()).new_group_name(long.as_str());
                let error = account.transactional_groups_rename(rename).transport(transport).await.unwrap_err();
                assert_eq!(error.outcome(), Outcome::NotSent, "{error}");
                outputs.error(&error);
            }
        }
    }
    let broken = forbidding.credentials_from(|| async { Err("the vault is closed".into()) }).build().unwrap();
    let error = broken.groups_get_list_data_set(GroupsGetListDataSet::new()).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Credentials, Outcome::NotSent));
    assert_eq!(error.source().unwrap().to_string(), "the vault is closed");
    let wrong =
        EmailCampaign::builder().base_url(format!("https://ordinary:{}@example.test", marker::percent(PASSWORD)));
    outputs.error(&wrong.namespace(NAMESPACE).without_credentials().build().unwrap_err());
    assert_clean(&outputs.all(), "refused");
}

#[tokio::test]
async fn a_mock_its_history_and_its_panics_do_not_show_the_password() {
    let logged = logged();
    let mock = Mock::new(&EMAIL_CAMPAIGN);
    mock.on(|request: GetMassEmailReport2| panic!("cannot respond to {request:?}"));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let outputs = Outputs::default();
    let (arrived, inner) = (outputs.clone(), mock.opener());
    let opener = asmx_runtime::Opener::new(&EMAIL_CAMPAIGN, move |incoming| {
        arrived.add(format!("{incoming:?} {incoming:#?}"));
        inner.open(incoming)
    });
    let server = Server::new(opener).namespace(NAMESPACE).serve(listener).unwrap();
    let settings = builder(&format!("http://{}", server.address()), &outputs).credentials("ordinary", PASSWORD);
    let account = settings.build().unwrap();
    let counts = fail_calls(&account, &outputs, 0, cases::step(4)).await;
    let calls = mock.calls();
    assert!(counts.failed == counts.calls && calls.len() == counts.calls && counts.calls > 0, "{counts:?}");
    outputs.add(format!("{mock:?} {calls:?} {calls:#?}"));
    assert_eq!(calls[0].common.text("Password"), Some(PASSWORD), "the password was sent");
    let shared_mock = mock.clone();
    let panicked =
        std::thread::spawn(move || shared_mock.assert_not_called::<GetMassEmailReport2>()).join().unwrap_err();
    outputs.add(panicked.downcast_ref::<String>().unwrap());
    assert_clean(&outputs.all(), "mock");
    assert_clean(&logged.all(), "log");
}

#[test]
fn what_is_sought_would_be_found() {
    let needles = needles();
    for text in [PASSWORD.to_owned(), marker::xml(PASSWORD), marker::form(PASSWORD)] {
        assert!(!found_in(format!("before {text} after").as_bytes(), &needles).is_empty(), "{text}");
    }
    assert!(!found_in(&marker::wide(PASSWORD, u16::to_be_bytes), &needles).is_empty());
    assert_eq!(found_in(b"ordinary text", &needles), [""; 0]);
}
