//! Responses of IIS, http.sys, ASP.NET, WCF and proxies: calls, REST, a fetch and a diagnosis all have the sentence of the one table.

use std::borrow::Cow;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};

use asmx_gateway::{Fetch, Gateway, Offer, Setting, Setup, Target};
use asmx_runtime::Transport;
use serde_json::json;
use test_servers::pages::{Example, Response, examples};

use super::faults::http_response;
use super::{document, envelope, post, router, send};

const SPEC: &str = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop">
  <doc>A shop.</doc>
  <area name="all" title="All">
    <operation name="Find" result="string" effect="write"><doc>Finds.</doc><param name="Text" type="string"/></operation>
  </area>
</service>"#;

/// Other words than those of any surface.
fn words(setting: &Setting) -> Cow<'static, str> {
    format!("<{setting:?}>").into()
}

/// Responds so to every request.
fn server(response: &Response) -> String {
    serving(response.bytes().clone())
}

pub(super) fn serving(bytes: Vec<u8>) -> String {
    // The caller may be gone.
    serving_by(move |mut stream, _| drop(stream.write_all(&bytes)))
}

/// A service that gets each connection with its request.
pub(super) fn serving_by(mut respond: impl FnMut(TcpStream, Vec<u8>) + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let request = read_request(&mut stream);
            respond(stream, request);
        }
    });
    url
}

/// A whole request, or what came before the end of the connection.
pub(super) fn read_request(stream: &mut TcpStream) -> Vec<u8> {
    let (mut request, mut chunk) = (Vec::new(), [0; 4096]);
    while !is_whole(&request) {
        match stream.read(&mut chunk) {
            Ok(length) if length > 0 => request.extend_from_slice(&chunk[..length]),
            _ => break,
        }
    }
    request
}

fn is_whole(request: &[u8]) -> bool {
    let text = String::from_utf8_lossy(request).to_lowercase();
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    length.is_none_or(|length| body.len() >= length.parse::<usize>().unwrap())
}

/// Those whose sentence needs no more of the request than its transport, as calls over `http://` are.
fn simple() -> impl Iterator<Item = Example> {
    examples().into_iter().filter(Example::is_of_any_request).map(Example::over_plain_http)
}

fn target(url: String, transport: Transport) -> Target {
    let setup = Setup::of_document(document(SPEC)).base_url(url).transport(transport).words(words);
    Target::new(setup).unwrap()
}

#[tokio::test]
async fn calls_and_rest_have_the_sentence_of_the_table() {
    let mut tried = 0;
    for example in simple() {
        let (Some(transport), Some(response)) = (example.transport(), &example.response) else { continue };
        let (sentence, file) = (example.sentence(words), &example.file);
        let target = target(server(response), transport);
        let parameters = json!({ "Text": "x" });
        let error = target.call("Find", parameters.as_object().unwrap()).await.unwrap_err().to_string();
        assert!(error.contains(&sentence), "{file}: {error}\n{sentence}");
        let router = router(Gateway::new(target, Offer::default().write()).unwrap());
        let problem = send(&router, post("/Find", &parameters)).await.json();
        assert!(problem["detail"].as_str().unwrap().contains(&sentence), "{file}: {problem}\n{sentence}");
        tried += 1;
    }
    assert!(tried > 80, "{tried}");
}

#[tokio::test]
async fn a_fetch_and_a_diagnosis_have_the_sentence_of_the_table() {
    let mut tried = 0;
    for example in simple().map(Example::of_document) {
        let Some(response) = example.response.as_ref().filter(|response| response.fault().is_none()) else { continue };
        let Some(sentence) = example.advice(words) else { continue };
        let (url, file) = (format!("{}/shop.asmx", server(response)), &example.file);
        let fetch = || Fetch::default().words(words);
        let error = fetch().documents(&url).await.unwrap_err().to_string();
        assert!(error.contains(&sentence), "{file}: {error}\n{sentence}");
        let findings = fetch().diagnose(&url, None).await.unwrap();
        let is_reported = findings.iter().any(|finding| {
            finding.advice.as_deref().is_some_and(|advice| format!("{} {advice}", finding.text).contains(&sentence))
        });
        assert!(is_reported, "{file}: {findings:#?}\n{sentence}");
        tried += 1;
    }
    assert!(tried > 80, "{tried}");
}

/// A page in the place of a fault says nothing about the transports: calls may work.
#[tokio::test]
async fn a_page_in_the_place_of_faults_is_not_taken_for_a_missing_transport() {
    let example = simple().find(|example| example.name == "iis-replaced-fault").unwrap();
    let url = format!("{}/shop.asmx", server(example.response.as_ref().unwrap()));
    let findings = Fetch::default().diagnose(&url, None).await.unwrap();
    let transports = findings.iter().find(|finding| finding.topic == "transports").unwrap();
    let page = "a page comes in the place of faults (500 Internal Server Error)";
    assert!(transports.text.starts_with(page), "{transports:?}");
    assert!(transports.text.contains("calls may work, and says: 500 - Internal server error."), "{transports:?}");
    assert_eq!(transports.advice, Some(example.sentence(words)));
}

/// A text in the place of a DataSet: the operation was carried out, whatever form its caller wanted.
#[tokio::test]
async fn a_text_in_the_place_of_a_data_set_has_one_outcome_in_every_form() {
    let spec = r#"<service name="Shop" path="/shop.asmx" namespace="urn:shop"><doc>A shop.</doc><area name="all" title="All">
      <operation name="Report" result="dataset" effect="read"><doc>Reports.</doc></operation>
      <operation name="Save" result="dataset" effect="write"><doc>Saves.</doc></operation>
    </area></service>"#;
    for (operation, status) in [("Report", 502), ("Save", 424)] {
        let content = format!("<{operation}Result>No data found</{operation}Result>");
        let response = http_response("200 OK", "text/xml", &envelope(operation, &content));
        let target = Target::new(Setup::of_document(document(spec)).base_url(serving(response.into_bytes()))).unwrap();
        let router = router(Gateway::new(target, Offer::default().write()).unwrap());
        for form in ["json", "jsonl", "csv", "arrow", "parquet", "xlsx"] {
            let failed = send(&router, post(&format!("/{operation}?$format={form}"), &json!({}))).await;
            let problem = failed.json();
            let received = (failed.status.as_u16(), &problem["outcome"], &problem["title"]);
            let title = json!("The response of the service is no result");
            assert_eq!(received, (status, &json!("done"), &title), "{form}: {problem}");
        }
    }
}
