//! `/openapi.json`: the document in the form that a caller asks for, with the address at which the caller reads it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use asmx_types::display::shown_line;
use axum::body::Body;
use bytes::Bytes;
use http::header::HOST;
use http::{HeaderMap, Response, StatusCode};
use serde_json::Value as Json;

use super::query::pairs;
use super::reply::{problem, uncached_response};
use crate::offer::gateway::Gateway;
use crate::offer::offload::offload;
use crate::offer::openapi::{Form, OpenApi, OpenApiStyle, OpenApiVersion, server_members};

/// The documents that somebody asked for, without the address of the gateway and the last brace.
#[derive(Clone, Default)]
pub(super) struct Documents(Arc<Mutex<HashMap<Form, Bytes>>>);

impl Documents {
    /// The document that a query asks for.
    pub(super) async fn response(
        &self,
        gateway: &Gateway,
        has_token: bool,
        (query, headers): (&str, &HeaderMap),
    ) -> Response<Body> {
        let (version, settings) = match asked(query) {
            Ok((version, settings)) => (version, settings.token(has_token)),
            Err(why) => return problem(StatusCode::BAD_REQUEST, &why, "openapi.json"),
        };
        let form = settings.form();
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&form).cloned();
        let begun = if let Some(begun) = known {
            begun
        } else {
            let begun = offload(|| {
                let mut text = gateway.openapi_without_server(&settings).0.to_string();
                text.pop();
                Bytes::from(text)
            });
            let begun = begun.await;
            self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(form, begun.clone());
            begun
        };
        let end = Json::Object(server_members(version, &address(headers))).to_string();
        let text = [begun.as_ref(), b",", end.trim_start_matches('{').as_bytes()].concat();
        uncached_response(StatusCode::OK, "application/json", text)
    }
}

/// The settings in a query.
fn asked(query: &str) -> Result<(OpenApiVersion, OpenApi), String> {
    let (mut version, mut style) = (OpenApiVersion::default(), OpenApiStyle::default());
    for (name, value) in pairs(query).map_err(|(_, why)| why)? {
        let wrong = |why: String| format!("`{}`: {why}", shown_line(&name));
        match name.as_str() {
            "version" => version = value.parse().map_err(wrong)?,
            "style" => style = value.parse().map_err(wrong)?,
            _ => return Err(wrong("the query has `version` and `style`".to_owned())),
        }
    }
    Ok((version, OpenApi::new(version, style).map_err(|why| why.to_string())?))
}

/// The address that the caller used; empty if it is unknown. Proxies that end TLS say so.
fn address(headers: &HeaderMap) -> String {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(HOST.as_str()).unwrap_or_default();
    let is_host = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_' | ':' | '[' | ']');
    if host.is_empty() || !host.chars().all(is_host) {
        return String::new();
    }
    let scheme = text("x-forwarded-proto").filter(|scheme| scheme.eq_ignore_ascii_case("https"));
    format!("{}://{host}", if scheme.is_some() { "https" } else { "http" })
}
