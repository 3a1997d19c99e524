//! The status in HTTP of each kind of failure, for reads, writes and sends. Clients repeat requests by it.

use std::time::Duration;

use asmx_gateway::{Checks, Gateway, Offer, Setup, Target};
use asmx_runtime::Transport;
use axum::Router;
use serde_json::{Value as Json, json};

use super::faults::{http_response, service};
use super::{Answered, document, envelope, mocked, post, router, send};

const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop">
  <doc>A shop.</doc>
  <area name="all" title="All">
    <operation name="Find" result="string" effect="read"><doc>Finds.</doc></operation>
    <operation name="FindRows" result="dataset" effect="read"><doc>Finds.</doc></operation>
    <operation name="Remove" result="string" effect="write"><doc>Removes.</doc></operation>
    <operation name="RemoveRows" result="dataset" effect="write"><doc>Removes.</doc></operation>
    <operation name="Tell" result="string" effect="send"><doc>Tells.</doc></operation>
    <operation name="Report" result="string" effect="write"><doc>Reports.</doc></operation>
    <operation name="GetOrder" effect="read"><doc>Gets.</doc><result type="int" required="true"/></operation>
    <operation name="AddOrder" effect="write"><doc>Adds.</doc><result type="int" required="true"/></operation>
  </area>
</service>"#;

fn gateway(url: String) -> Router {
    gateway_with(Setup::of_document(document(SPEC)).base_url(url))
}

fn gateway_with(setup: Setup) -> Router {
    let target = Target::new(setup.checks(Checks::None)).unwrap();
    router(Gateway::new(target, Offer::default().write().send().reads(["Rep*"])).unwrap())
}

pub(super) const FAULT: &str = "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><s:Fault><faultcode>s:Server</faultcode>\
                     <faultstring>sold out</faultstring></s:Fault></s:Body></s:Envelope>";

/// A response of the service (`None` never comes), its status, status and outcome of a read, and those of a write or send.
struct Row {
    response: Option<String>,
    service: Option<u16>,
    read: (u16, &'static str),
    other: (u16, &'static str),
}

fn rows() -> Vec<Row> {
    let refused = |read: u16| ((read, "refused"), (424, "refused"));
    let unknown = |read: u16| ((read, "unknown"), (424, "unknown"));
    let mut rows = Vec::new();
    let mut row = |response: Option<String>, service, (read, other)| rows.push(Row { response, service, read, other });
    for (status, head) in [
        (200, "200 OK"),
        (400, "400 Bad Request"),
        (404, "404 Not Found"),
        (500, "500 Internal Server Error"),
        (503, "503 Service Unavailable"),
    ] {
        row(Some(http_response(head, "text/xml", FAULT)), Some(status), ((422, "refused"), (422, "refused")));
    }
    // ASP.NET ended the request while the operation was under way.
    let aborted = FAULT.replace("sold out", "Thread was being aborted.");
    let unknown_fault = ((422, "unknown"), (422, "unknown"));
    row(Some(http_response("500 Internal Server Error", "text/xml", &aborted)), Some(500), unknown_fault);
    for (status, head, expected) in [
        (503, "503 Service Unavailable\r\nRetry-After: 90", refused(503)),
        (429, "429 Too Many Requests\r\nRetry-After: 90", refused(429)),
        (408, "408 Request Timeout", unknown(504)),
        (502, "502 Bad Gateway", unknown(504)),
        (504, "504 Gateway Timeout", unknown(504)),
        (507, "507 Full", unknown(504)),
        (520, "520 Unknown", unknown(504)),
        (522, "522 Late", unknown(504)),
        (524, "524 Late", unknown(504)),
        (401, "401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"shop\"", refused(502)),
        (403, "403 Forbidden", refused(502)),
        (400, "400 Bad Request", refused(502)),
        (404, "404 Not Found", refused(502)),
        (413, "413 Too Large", refused(502)),
        (500, "500 Internal Server Error", refused(502)),
        (501, "501 No", refused(502)),
        // The network before the service did not reach it.
        (521, "521 Down", refused(502)),
        (599, "599 Strange", unknown(502)),
        (302, "302 Found\r\nLocation: /login.aspx", refused(502)),
        (200, "200 OK", unknown(502)),
    ] {
        row(Some(http_response(head, "text/html", "<html>Welcome</html>")), Some(status), expected);
    }
    row(Some(http_response("200 OK", "text/xml", "<a")), Some(200), unknown(502));
    // The connection ends without a response, in the middle of one, or the time is over.
    row(Some(String::new()), None, unknown(504));
    row(
        Some(format!("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 900\r\n\r\n{FAULT}")),
        Some(200),
        unknown(504),
    );
    row(None, None, unknown(504));
    rows
}

fn retry_after(answered: &Answered) -> Option<&str> {
    answered.headers.get("retry-after").map(|wait| wait.to_str().unwrap())
}

async fn has_its_statuses(Row { response, service: service_status, read, other }: Row) {
    let reads = ["/Find", "/FindRows", "/FindRows?$format=csv", "/FindRows?$format=xlsx"];
    let other_paths =
        ["/Remove", "/RemoveRows", "/RemoveRows?$format=csv", "/RemoveRows?$format=xlsx", "/Tell", "/Report"];
    for (path, (status, outcome)) in
        reads.map(|path| (path, read)).into_iter().chain(other_paths.map(|path| (path, other)))
    {
        let (url, _) = service(response.clone());
        let setup = Setup::of_document(document(SPEC)).base_url(url);
        let setup = if response.is_none() { setup.timeout(Duration::from_millis(400)) } else { setup };
        let answered = send(&gateway_with(setup), post(path, &json!({}))).await;
        let (problem, about) = (answered.json(), format!("{path} of {response:?}: {}", answered.text));
        assert_eq!((answered.status.as_u16(), &problem["status"]), (status, &json!(status)), "{about}");
        assert_eq!(problem["outcome"], outcome, "{about}");
        assert_eq!(problem["service-status"], json!(service_status), "{about}");
        assert_eq!(problem.get("fault").is_some(), status == 422, "{about}");
        assert_eq!(retry_after(&answered), matches!(status, 429 | 503).then_some("90"), "{about}");
        assert_eq!(answered.headers["content-type"], "application/problem+json", "{about}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_failure_has_its_status_and_a_write_that_was_sent_none_that_clients_repeat() {
    let rows: Vec<_> = rows().into_iter().map(|row| tokio::spawn(has_its_statuses(row))).collect();
    for row in rows {
        row.await.unwrap();
    }
}

/// A read by a pattern that is not retried may be none: its status is that of a write.
#[tokio::test]
async fn a_pattern_makes_a_read_of_what_callers_may_repeat_only_if_the_gateway_repeats_it_too() {
    let (url, _) = service(Some(http_response("503 Service Unavailable\r\nRetry-After: 90", "text/html", "")));
    let answered = send(&gateway(url), post("/Report", &json!({}))).await;
    assert_eq!((answered.status.as_u16(), retry_after(&answered)), (424, None), "{}", answered.text);
}

#[tokio::test]
async fn a_fault_over_get_and_post_is_a_text_with_status_500() {
    for transport in [Transport::HttpGet, Transport::HttpPost] {
        for path in ["/Find", "/Remove"] {
            let (url, _) = service(Some(http_response("500 Internal Server Error", "text/plain", "sold out")));
            let setup = Setup::of_document(document(SPEC)).base_url(url).transport(transport);
            let answered = send(&gateway_with(setup), post(path, &json!({}))).await;
            assert_eq!(answered.status, 422, "{transport:?} {path}: {}", answered.text);
            assert_eq!(answered.json()["fault"]["message"], "sold out", "{transport:?} {path}");
        }
    }
}

/// Repeating is safe, because the call was not sent.
#[tokio::test]
async fn a_call_that_was_not_sent_is_503_for_all() {
    for path in ["/Find", "/FindRows?$format=csv", "/Remove", "/Tell"] {
        let answered = send(&gateway("http://127.0.0.1:1".to_owned()), post(path, &json!({}))).await;
        let found = (answered.status.as_u16(), answered.json()["outcome"].clone());
        assert_eq!(found, (503, json!("not sent")), "{path}: {}", answered.text);
    }
    // A limit says how long it lasts.
    let limited = router(mocked(document(SPEC), Offer::default().write().limits(64, Some(1))));
    send(&limited, post("/Remove", &json!({}))).await;
    let answered = send(&limited, post("/Remove", &json!({}))).await;
    let found = (answered.status.as_u16(), retry_after(&answered), answered.json()["outcome"].clone());
    assert_eq!(found, (503, Some("1"), json!("not sent")));
}

/// The operation was carried out, and its result is not there.
#[tokio::test]
async fn a_response_that_lacks_its_result_is_502_for_a_read_and_424_for_a_write() {
    for (path, name, status) in [("/GetOrder", "GetOrder", 502), ("/AddOrder", "AddOrder", 424)] {
        let (url, _) = service(Some(http_response("200 OK", "text/xml", &envelope(name, "<Other>1</Other>"))));
        let answered = send(&gateway(url), post(path, &json!({}))).await;
        let found = (answered.status.as_u16(), answered.json()["outcome"].clone());
        assert_eq!(found, (status, json!("done")), "{path}: {}", answered.text);
    }
}

#[tokio::test]
async fn a_refused_sign_in_is_named_in_the_problem() {
    for (head, words) in [
        ("401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"shop\"", "it offers Basic"),
        ("403 Forbidden", "another account"),
    ] {
        for (path, status) in [("/Find", 502), ("/Remove", 424)] {
            let (url, _) = service(Some(http_response(head, "text/html", "")));
            let answered = send(&gateway(url), post(path, &json!({}))).await;
            let problem = answered.json();
            assert_eq!(answered.status, status, "{path} {head}");
            assert!(problem["detail"].as_str().unwrap().contains(words), "{path} {head}: {problem}");
        }
    }
}

#[tokio::test]
async fn a_fault_has_its_parts_whatever_the_version_of_soap() {
    let fault = |version: &str, content: &str| {
        format!("<s:Envelope xmlns:s=\"{version}\"><s:Body><s:Fault>{content}</s:Fault></s:Body></s:Envelope>")
    };
    let detail = "<Stock xmlns=\"urn:shop\"><Left>0</Left></Stock>";
    let soap11 = fault(
        "http://schemas.xmlsoap.org/soap/envelope/",
        &format!(
            "<faultcode>s:Client.Stock</faultcode><faultstring>sold out</faultstring><faultactor>urn:store</faultactor><detail>{detail}</detail>"
        ),
    );
    let soap12 = fault(
        "http://www.w3.org/2003/05/soap-envelope",
        &format!(
            "<s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value xmlns:b=\"urn:shop\">b:Stock</s:Value></s:Subcode></s:Code>\
             <s:Reason><s:Text xml:lang=\"en\">sold out</s:Text></s:Reason><s:Node>urn:store</s:Node><s:Detail>{detail}</s:Detail>"
        ),
    );
    let parts = |code: Json| {
        let mut parts = code;
        parts["message"] = "sold out".into();
        parts["actor"] = "urn:store".into();
        parts["detail"] = detail.into();
        parts
    };
    for (transport, media_type, body, code) in [
        (Transport::Soap11, "text/xml", soap11, json!({ "code": "Client.Stock" })),
        (Transport::Soap12, "application/soap+xml", soap12, json!({ "code": "Client", "subcode": "Stock" })),
    ] {
        for path in ["/Find", "/FindRows?$format=csv", "/Remove"] {
            let (url, _) = service(Some(http_response("500 Internal Server Error", media_type, &body)));
            let setup = Setup::of_document(document(SPEC)).base_url(url).transport(transport);
            let answered = send(&gateway_with(setup), post(path, &json!({}))).await;
            assert_eq!((answered.status.as_u16(), &answered.json()["fault"]), (422, &parts(code.clone())), "{path}");
        }
    }
    // A fault without a message shows its code and the text of its detail.
    let silent = fault(
        "http://www.w3.org/2003/05/soap-envelope",
        &format!(
            "<s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>b:Stock</s:Value></s:Subcode></s:Code><s:Reason><s:Text/></s:Reason><s:Detail>{detail}</s:Detail>"
        ),
    );
    let (url, _) = service(Some(http_response("500 Internal Server Error", "application/soap+xml", &silent)));
    let setup = Setup::of_document(document(SPEC)).base_url(url).transport(Transport::Soap12);
    let answered = send(&gateway_with(setup), post("/Find", &json!({}))).await;
    assert_eq!(answered.json()["detail"], "Client: Stock: 0", "{}", answered.text);
}
