//! Reports of a call and its attempts to observers, captures and subscribers of tracing.
#![cfg(feature = "client")]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use asmx_runtime::RetryPolicy;
use asmx_runtime::observation::{CallReport, Observer};
use test_servers::log::Log;
use test_servers::scripted::{PASSWORD, READ, SEND, Script, Step, WRITE, builder, call, status};

/// One line for each report.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<String>>>);

impl Lines {
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

impl Observer for Lines {
    fn attempt(&self, report: &CallReport<'_>) {
        let status = report.status.map_or(0, |status| status.as_u16());
        let (ending, error) = (report.ending.outcome(), report.ending.error_type().unwrap_or_default());
        let size = if report.bytes_sent > 300 { "sent" } else { "unsent" };
        let (number, received) = (report.attempts, report.bytes_received);
        self.0.lock().unwrap().push(format!("{number} {status} {size} {received} {ending} {error}"));
    }

    fn call(&self, report: &CallReport<'_>) {
        let (ending, error) = (report.ending.outcome(), report.ending.error_type().unwrap_or_default());
        let (name, attempts, received) = (report.operation.name, report.attempts, report.bytes_received);
        self.0.lock().unwrap().push(format!("{name} {attempts} {received} {ending} {error}"));
    }
}

#[tokio::test(start_paused = true)]
async fn every_attempt_is_reported_and_then_the_call() {
    let lines = Lines::default();
    let script = Script::new([Step::NotConnected, status(503, "text/plain", "busy"), Step::Result]);
    let client = builder().observer(lines.clone()).build_on(script).unwrap();
    call(&client, &READ).await.unwrap();
    let reports = lines.take();
    let received = test_servers::scripted::result_of("Read").len();
    let expected = [
        "1 0 unsent 0 not_sent connect".to_owned(),
        "2 503 sent 4 refused 503".to_owned(),
        format!("3 200 sent {received} succeeded "),
        format!("Read 3 {} succeeded ", received + 4),
    ];
    assert_eq!(reports, expected);
}

#[tokio::test(start_paused = true)]
async fn calls_that_are_given_up_are_reported() {
    let lines = Lines::default();
    let script = Script::new([Step::Stall, Step::Stall]);
    let client = builder().observer(lines.clone()).retry(RetryPolicy::never()).build_on(script).unwrap();
    call(&client, &WRITE).attempt_timeout(Duration::from_secs(1)).await.unwrap_err();
    assert_eq!(lines.take(), ["1 0 sent 0 unknown given_up", "Write 1 0 unknown timeout"]);
    // The future is dropped.
    tokio::time::timeout(Duration::from_secs(1), call(&client, &WRITE).into_future()).await.unwrap_err();
    assert_eq!(lines.take(), ["1 0 sent 0 unknown given_up", "Write 1 0 unknown given_up"]);
}

#[tokio::test(start_paused = true)]
async fn the_last_exchanges_are_kept_without_secrets() {
    let page = "You said pa55&lt;word&gt;: no";
    let script = Script::new([Step::Result, Step::NotConnected, status(500, "text/html", page)]);
    let client = builder().capture(2).retry(RetryPolicy::never()).build_on(script).unwrap();
    call(&client, &WRITE).await.unwrap();
    call(&client, &WRITE).await.unwrap_err();
    call(&client, &READ).await.unwrap_err();
    let exchanges = client.exchanges();
    let [unsent, refused] = exchanges.as_slice() else { panic!("{exchanges:?}") };
    assert_eq!((unsent.operation, unsent.outcome, unsent.status), ("Write", "not_sent", None));
    assert_eq!((refused.operation, refused.outcome, refused.attempt), ("Read", "refused", 1));
    assert_eq!(refused.request_line.as_deref(), Some("POST /api.asmx"));
    let request = refused.request.as_ref().unwrap();
    assert!(request.body.contains("<Password>[redacted]</Password>"), "{}", request.body);
    assert!(request.headers.contains(&("soapaction".to_owned(), "\"http://example.test/Read\"".to_owned())));
    let response = refused.response.as_ref().unwrap();
    assert_eq!((response.body.as_str(), response.body_bytes), ("You said [redacted]: no", page.len() as u64));
    assert!(!format!("{exchanges:?}{refused}{unsent}").contains(PASSWORD));
    assert_eq!(client.clone().exchanges().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_body_that_is_too_large_is_cut_without_a_part_of_a_secret() {
    // The cut is inside the password.
    let page: &'static str = format!("{}{PASSWORD}{}", "x".repeat(16 * 1024 - 5), "y".repeat(9000)).leak();
    let client = builder().capture(1).build_on(Script::new([status(500, "text/html", page)])).unwrap();
    call(&client, &WRITE).await.unwrap_err();
    let exchanges = client.exchanges();
    let response = exchanges.first().and_then(|exchange| exchange.response.clone()).unwrap();
    assert_eq!((response.is_cut, response.body_bytes), (true, page.len() as u64));
    assert!(response.body.len() <= 17 * 1024 && response.body.len() > 15 * 1024, "{}", response.body.len());
    assert_eq!(response.body.trim_start_matches('x'), "[redacted]");
}

#[tokio::test(start_paused = true)]
async fn a_refused_connection_is_one_warning_that_says_each_thing_once() {
    for (level, least) in [(tracing::Level::WARN, 60), (tracing::Level::INFO, 200), (tracing::Level::DEBUG, 200)] {
        let log = Log::of_this_thread(level);
        let client = builder().retry(RetryPolicy::never()).build_on(Script::new([Step::NotConnected])).unwrap();
        call(&client, &WRITE).await.unwrap_err();
        let entries = log.take();
        let warnings: Vec<&str> = entries.lines().filter(|line| line.trim_start().starts_with("WARN")).collect();
        let [warning] = warnings.as_slice() else { panic!("{entries}") };
        assert!((least..600).contains(&warning.len()), "{} characters: {warning}", warning.len());
        assert_eq!(warning.matches("asmx.outcome=\"not_sent\"").count(), 1, "{warning}");
        let refused = "`example.test:443`: connection refused: look at the port, and whether the service runs\"";
        assert!(warning.contains("call failed") && warning.contains(refused), "{warning}");
        let has_spans = level != tracing::Level::WARN;
        let once = ["rpc.system=", "rpc.service=", "rpc.method=", "server.address=", "asmx.transport=", "error.type="];
        for field in once.into_iter().chain(["asmx.attempts=", "asmx.bytes_sent=0", "asmx.effect="]) {
            assert_eq!(warning.matches(field).count(), usize::from(has_spans), "{field}: {warning}");
        }
        let attempts: Vec<&str> = entries.lines().filter(|line| line.contains("attempt failed")).collect();
        assert_eq!(attempts.len(), usize::from(level == tracing::Level::DEBUG), "{entries}");
        for attempt in attempts {
            assert!(attempt.trim_start().starts_with("DEBUG") && attempt.contains("asmx.attempt=1"), "{attempt}");
            assert_eq!(attempt.matches("rpc.method=").count(), 1, "{attempt}");
        }
    }
}

#[tokio::test]
async fn times_are_rounded_to_microseconds() {
    let log = Log::of_this_thread(tracing::Level::DEBUG);
    call(&builder().build_on(Script::new([Step::Result])).unwrap(), &READ).await.unwrap();
    let entries = log.take();
    let times: Vec<&str> =
        entries.lines().filter_map(|line| line.split_once("elapsed_ms=").map(|(_, time)| time.trim())).collect();
    assert!(!times.is_empty(), "{entries}");
    for time in times {
        assert!(time.split_once('.').is_none_or(|(_, digits)| digits.len() <= 3), "{time}");
    }
}

#[tokio::test(start_paused = true)]
async fn headers_of_a_call_are_sent_with_every_attempt() {
    let script = Script::new([status(503, "text/plain", "busy"), Step::Result]);
    let client = builder().capture(2).build_on(script).unwrap();
    let mut secret = http::HeaderValue::from_static("s3cret");
    secret.set_sensitive(true);
    call(&client, &READ).header("X-Request-ID", "17").header("x-key", secret).await.unwrap();
    let exchanges = client.exchanges();
    assert_eq!(exchanges.len(), 2);
    for exchange in exchanges {
        let headers = exchange.request.unwrap().headers;
        assert!(headers.contains(&("x-request-id".to_owned(), "17".to_owned())), "{headers:?}");
        assert!(headers.contains(&("x-key".to_owned(), "[redacted]".to_owned())), "{headers:?}");
    }
    let wrong_value = "Read: the value of the header `x-key` is not valid: failed to parse header value";
    let refused = [
        (call(&client, &READ).header("SOAPAction", "x"), "Read: the header `soapaction` is set by the protocol"),
        (call(&client, &READ).header("a b", "x"), "Read: a header has an invalid name: invalid HTTP header name"),
        (call(&client, &READ).header("X-Key", "a\nb"), wrong_value),
    ];
    for (call, message) in refused {
        let error = call.await.unwrap_err();
        assert_eq!((error.outcome(), error.to_string().as_str()), (asmx_runtime::Outcome::NotSent, message));
    }
}

#[tokio::test(start_paused = true)]
async fn an_error_says_whether_the_call_may_be_repeated() {
    let broken = || status(500, "text/plain", "no");
    for (operation, step, is_safe) in [
        (&READ, broken(), true),
        (&READ, Step::Stall, true),
        (&READ, Step::NotConnected, true),
        (&WRITE, broken(), false),
        (&WRITE, Step::Stall, false),
        (&WRITE, Step::NotConnected, true),
        (&SEND, Step::Stall, false),
    ] {
        let client = builder().retry(RetryPolicy::never()).build_on(Script::new([step])).unwrap();
        let error = call(&client, operation).timeout(Duration::from_secs(1)).await.unwrap_err();
        assert_eq!(error.is_safe_to_repeat(), is_safe, "{error:?}");
    }
}
