//! The transports of a service, tried with an operation that no service has.

use asmx_runtime::Transport;
use asmx_runtime::reqwest::Url;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue, Method, StatusCode};

use super::finding::Finding;
use crate::look::requests::Http;

/// An operation that no service has.
const PROBE: &str = "AsmxDoctorProbe";

/// The transports over which the service responds. A server may put pages in the place of faults: then nothing is known of them.
pub(super) async fn transports(http: &Http, address: &Url) -> Finding {
    let envelope = |namespace: &str| {
        format!(
            "<s:Envelope xmlns:s=\"{namespace}\"><s:Body><{PROBE} xmlns=\"urn:asmx-doctor\"/></s:Body></s:Envelope>"
        )
    };
    let headers = |kind: &'static str| {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
        headers
    };
    let mut soap_11 = headers("text/xml; charset=utf-8");
    soap_11.insert("SOAPAction", HeaderValue::from_static("\"urn:asmx-doctor/AsmxDoctorProbe\""));
    let soap_12 = headers("application/soap+xml; charset=utf-8");
    let form = headers("application/x-www-form-urlencoded");
    let mut operation = address.clone();
    operation.set_path(&format!("{}/{PROBE}", address.path().trim_end_matches('/')));
    let (old, new) =
        (envelope("http://schemas.xmlsoap.org/soap/envelope/"), envelope("http://www.w3.org/2003/05/soap-envelope"));
    // A SOAP server answers with a fault; over GET and POST it names the method, or says that it does not know such requests.
    let probes = [
        (Transport::Soap11, Method::POST, address, soap_11, old, "Fault"),
        (Transport::Soap12, Method::POST, address, soap_12, new, "Fault"),
        (Transport::HttpGet, Method::GET, &operation, HeaderMap::new(), String::new(), PROBE),
        (Transport::HttpPost, Method::POST, &operation, form, "a=b".to_owned(), PROBE),
    ];
    let (mut on, mut off, mut refused) = (Vec::new(), Vec::new(), None);
    for (transport, method, url, headers, body, sign) in probes {
        let name = if transport.is_soap() { transport.to_string() } else { method.to_string() };
        let Ok(mut response) = http.send(method, url, headers, body).await else {
            off.push(name);
            continue;
        };
        let body = response.beginning().await;
        let text = String::from_utf8_lossy(&body).into_owned();
        if text.contains(sign) && !text.contains("unrecognized") {
            on.push(name);
        } else {
            refused.get_or_insert((transport, response, body));
            off.push(name);
        }
    }
    if !on.is_empty() {
        let off = if off.is_empty() { String::new() } else { format!("; not over {}", off.join(", ")) };
        return Finding::fine("transports", format!("the service responds over {}{off}", on.join(", ")));
    }
    let default_advice =
        "the address is that of the `.asmx` file; a gateway before the service may want a sign-in for calls only";
    let Some((transport, response, body)) = refused else {
        return Finding::wrong("transports", "no transport responds as an ASMX service does", default_advice);
    };
    let advice = response.advice(&body, Some(transport)).unwrap_or_else(|| default_advice.to_owned());
    let status = response.status_line();
    let says = response.excerpt(body).map(|excerpt| format!(", and says: {excerpt}")).unwrap_or_default();
    let is_page_of_failure = response.status == StatusCode::INTERNAL_SERVER_ERROR && response.is_html();
    let text = if is_page_of_failure {
        format!(
            "a page comes in the place of faults ({status}), so that the transports are not known; calls may work{says}"
        )
    } else {
        format!("no transport responds as an ASMX service does: {transport} gets {status}{says}")
    };
    Finding::wrong("transports", text, advice)
}
