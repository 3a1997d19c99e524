//! Requests, as a server decodes them, and calls written as JSON.

use asmx_runtime::{json, protocol};
use bytes::Bytes;

use crate::selector::{ODD_TYPES, Selector};

/// A request over SOAP 1.1 or 1.2, or without a version.
pub fn soap_request(input: &[u8]) {
    let Some((selector, body)) = Selector::of(input) else { return };
    let path = selector.service.path;
    let builder = http::Request::builder().method("POST").uri(path);
    let name = selector.operation.name;
    let builder = match selector.variant % 4 {
        0 => builder
            .header("content-type", "text/xml; charset=utf-8")
            .header("soapaction", format!("\"{}{name}\"", crate::selector::NAMESPACE)),
        1 => builder.header("content-type", "application/soap+xml; charset=utf-8"),
        2 => builder.header(
            "content-type",
            format!("application/soap+xml; charset=utf-8; action=\"{}{name}\"", crate::selector::NAMESPACE),
        ),
        _ => builder.header("content-type", ODD_TYPES[usize::from(selector.variant >> 2) % ODD_TYPES.len()]),
    };
    let Ok(request) = builder.body(Bytes::copy_from_slice(body)) else { return };
    check(&selector, &request);
}

/// A request over GET or POST.
pub fn form_request(input: &[u8]) {
    let Some((selector, body)) = Selector::of(input) else { return };
    let path = format!("{}/{}", selector.service.path, selector.operation.name);
    let request = if selector.variant & 1 == 1 {
        let charset = if selector.variant & 2 == 2 { "; charset=iso-8859-1" } else { "" };
        http::Request::builder()
            .method("POST")
            .uri(path)
            .header("content-type", format!("application/x-www-form-urlencoded{charset}"))
            .body(Bytes::copy_from_slice(body))
    } else {
        let Ok(uri) = http::Uri::try_from([path.as_bytes(), b"?", body].concat()) else { return };
        http::Request::builder().method("GET").uri(uri).body(Bytes::new())
    };
    let Ok(request) = request else { return };
    check(&selector, &request);
}

fn check(selector: &Selector, request: &http::Request<Bytes>) {
    match protocol::decode_request(&selector.settings(), request) {
        Ok(received) => {
            let _ = format!("{received:?}");
            assert_eq!(received.request.values().len(), received.incoming.operation.parameters.len());
        }
        Err(response) => {
            assert!(response.status().is_client_error() || response.status().is_server_error(), "{response:?}");
        }
    }
}

/// The parameters of a call as JSON.
pub fn json_request(input: &[u8]) {
    let Some((selector, text)) = Selector::of(input) else { return };
    let Ok(object) = serde_json::from_slice::<serde_json::Map<String, serde_json::Value>>(text) else { return };
    match json::parameters(selector.service, selector.operation, &object) {
        Ok(parameters) => {
            let _ = format!("{:?}", parameters.request);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
