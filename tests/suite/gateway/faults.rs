//! Services that fail: a write is sent once, and the outcome is told.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use asmx_gateway::{Checks, Gateway, Identity, Offer, Setup, SignIn, Supplied, Target};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;

use super::servers::serving_by;
use super::statuses::FAULT;
use super::{document, gateway_at, post, router, send};

const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop">
  <doc>A shop.</doc>
  <area name="all" title="All">
    <operation name="Remove" result="none" effect="write"><doc>Removes.</doc><param name="Id" type="int"/></operation>
    <operation name="Tell" result="none" effect="send"><doc>Tells.</doc></operation>
    <operation name="Report" result="dataset" effect="write"><doc>Reports, and counts that.</doc></operation>
  </area>
</service>"#;

/// Responds to every request with these bytes, and counts the requests. `None` never responds.
pub(super) fn service(response: Option<String>) -> (String, Arc<AtomicUsize>) {
    let count = Arc::new(AtomicUsize::new(0));
    let (counted, mut open_streams) = (Arc::clone(&count), Vec::new());
    let url = serving_by(move |mut stream, request| {
        counted.fetch_add(usize::from(!request.is_empty()), Ordering::SeqCst);
        match &response {
            // The caller may be gone; the test looks at the count.
            Some(response) => drop(stream.write_all(response.as_bytes())),
            None => open_streams.push(stream),
        }
    });
    (url, count)
}

pub(super) fn http_response(status: &str, kind: &str, body: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

#[tokio::test]
async fn a_write_is_sent_once_whatever_becomes_of_it() {
    let truncated = format!("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 900\r\n\r\n{FAULT}");
    for (name, response, status, outcome) in [
        ("nothing", Some(String::new()), 424, "unknown"),
        ("never", None, 424, "unknown"),
        ("truncated", Some(truncated), 424, "unknown"),
        ("a fault", Some(http_response("500 Internal Server Error", "text/xml", FAULT)), 422, "refused"),
        ("a page", Some(http_response("200 OK", "text/html", "<html/>")), 424, "unknown"),
        ("no XML", Some(http_response("200 OK", "text/xml", "<a")), 424, "unknown"),
        ("busy", Some(http_response("503 Service Unavailable", "text/html", "")), 424, "refused"),
        ("a gateway", Some(http_response("502 Bad Gateway", "text/html", "")), 424, "unknown"),
        ("elsewhere", Some(http_response("307 Elsewhere\r\nLocation: /other.asmx", "text/html", "")), 424, "refused"),
        ("sign-in", Some(http_response("401 Unauthorized\r\nWWW-Authenticate: NTLM", "text/html", "")), 424, "refused"),
    ] {
        for (operation, body) in
            [("/Remove", json!({ "Id": 7 })), ("/Tell", json!({})), ("/Report?$format=csv", json!({}))]
        {
            let (url, count) = service(response.clone());
            let setup = Setup::of_document(document(SPEC)).checks(Checks::None).base_url(url);
            let target = Target::new(setup.timeout(Duration::from_millis(400))).unwrap();
            let gateway = Gateway::new(target, Offer::default().write().send()).unwrap();
            let answered = send(&router(gateway), post(operation, &body)).await;
            let reported = (answered.status.as_u16(), answered.json()["outcome"].clone());
            assert_eq!(reported, (status, json!(outcome)), "{name} {operation}: {}", answered.text);
            assert_eq!(count.load(Ordering::SeqCst), 1, "{name} {operation}");
        }
    }
}

/// No server listens: that is certain.
#[tokio::test]
async fn a_call_that_is_not_sent_says_so() {
    let target = Target::new(Setup::of_document(document(SPEC)).base_url("http://127.0.0.1:1")).unwrap();
    let gateway = Gateway::new(target, Offer::default().write()).unwrap();
    let answered = send(&router(gateway), post("/Remove", &json!({ "Id": 7 }))).await;
    assert_eq!((answered.status.as_u16(), &answered.json()["outcome"]), (503, &json!("not sent")));
}

/// Challenges each sign-in by NTLM, and accepts nobody. It counts the passwords that are tried.
fn rejecting() -> (String, Arc<AtomicUsize>) {
    let challenge =
        BASE64_STANDARD.encode(include_bytes!("../../../runtime/windows-auth/tests/challenges/with-time.bin"));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (url, count) = (format!("http://{}", listener.local_addr().unwrap()), Arc::new(AtomicUsize::new(0)));
    let counted = Arc::clone(&count);
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let (mut request, mut chunk) = (Vec::new(), [0; 4096]);
            while let Ok(length @ 1..) = stream.read(&mut chunk) {
                request.extend_from_slice(&chunk[..length]);
                let text = String::from_utf8_lossy(&request).into_owned();
                // The first message comes without a body.
                let is_first = text.contains("content-length: 0");
                if !text.contains(if is_first { "\r\n\r\n" } else { "Envelope>" }) {
                    continue;
                }
                counted.fetch_add(usize::from(!is_first), Ordering::SeqCst);
                let offer = if is_first { format!("NTLM {challenge}") } else { "NTLM".to_owned() };
                let head =
                    format!("HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: {offer}\r\nContent-Length: 0\r\n\r\n");
                stream.write_all(head.as_bytes()).unwrap();
                request.clear();
            }
        }
    });
    (url, count)
}

/// Each call would be another attempt, and attempts lock the account.
#[tokio::test]
async fn a_wrong_windows_password_is_tried_twice_and_then_rests() {
    let (url, tries) = rejecting();
    let identity = Identity::ntlm(r"SHOP\ann", "pa55-of-windows");
    let setup = Setup::of_document(document(SPEC)).base_url(url).sign_in(SignIn::default().windows(identity));
    let router = router(Gateway::new(Target::new(setup).unwrap(), Offer::default().send()).unwrap());
    for (status, outcome) in [(424, "refused"), (424, "refused"), (503, "not sent"), (503, "not sent")] {
        let answered = send(&router, post("/Tell", &json!({}))).await;
        let found = (answered.status.as_u16(), answered.json()["outcome"].clone());
        assert_eq!(found, (status, json!(outcome)), "{}", answered.text);
        let wait = answered.headers.get("retry-after").map(|wait| wait.to_str().unwrap().parse::<u64>().unwrap());
        assert_eq!(wait.is_some_and(|wait| (50..=60).contains(&wait)), status == 503, "{wait:?}");
    }
    assert_eq!(tries.load(Ordering::SeqCst), 2);
}

/// A profile that is read again has the same password, or another one.
#[tokio::test]
async fn a_rejected_password_rests_on_in_a_renewed_target() {
    let (url, tries) = rejecting();
    let setup = Setup::of_document(document(SPEC)).base_url(url);
    let with = |setup: Setup, password: &str| {
        let identity = Identity::ntlm(r"SHOP\ann", password.to_owned());
        Target::new(setup.sign_in(SignIn::default().windows(identity))).unwrap()
    };
    let gateway = Gateway::new(with(setup.clone(), "pa55-of-windows"), Offer::default().send()).unwrap();
    let router = router(gateway.clone());
    let tried_after = async |expected: usize| {
        let status = send(&router, post("/Tell", &json!({}))).await.status.as_u16();
        assert_eq!(tries.load(Ordering::SeqCst), expected);
        status
    };
    assert_eq!((tried_after(1).await, tried_after(2).await, tried_after(2).await), (424, 424, 503));
    let renew = |password: &str| {
        let target = with(gateway.target().continued_by(setup.clone()), password);
        gateway.renew(target, Supplied::default()).unwrap();
    };
    renew("pa55-of-windows");
    assert_eq!(tried_after(2).await, 503);
    renew("pa55-of-tomorrow");
    assert_eq!(tried_after(3).await, 424);
}

const UNSTATED: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop">
  <doc>A shop.</doc>
  <area name="all" title="All">
    <operation name="GetStock" result="none" effect="write"><doc>Reads.</doc></operation>
    <operation name="isOpen" result="none" effect="write"><doc>Reads.</doc></operation>
    <operation name="ForgetPassword" result="none" effect="write"><doc>Forgets.</doc></operation>
    <operation name="IssueTicket" result="none" effect="write"><doc>Issues.</doc></operation>
    <operation name="Report" result="none" effect="write"><doc>Reads.</doc></operation>
  </area>
</service>"#;

#[tokio::test]
async fn a_pattern_of_reads_retries_what_it_names_and_what_has_the_name_of_a_read() {
    for (operation, pattern, requests) in [
        ("GetStock", "*et*", 3),
        ("isOpen", "*Open", 3),
        ("ForgetPassword", "*et*", 1),
        ("IssueTicket", "Is*", 1),
        ("Report", "Rep*", 1),
        ("Report", "Report", 3),
    ] {
        let (url, count) = service(Some(http_response("503 Unavailable", "text/plain", "busy")));
        let gateway = gateway_at(url, document(UNSTATED), Offer::default().reads([pattern]).only([operation]));
        assert_eq!(gateway.retried(), (usize::from(requests > 1), usize::from(requests == 1)), "{operation}");
        send(&router(gateway), post(&format!("/{operation}"), &json!({}))).await;
        assert_eq!(count.load(Ordering::SeqCst), requests, "{operation} by {pattern}");
    }
}
