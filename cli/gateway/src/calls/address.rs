//! Addresses of services, as people write them.

use asmx_runtime::reqwest::Url;
use http::Uri;
use http::uri::PathAndQuery;

/// Scheme, host and port of an address without a path, because every call has the path of the description.
pub(crate) fn origin(url: &str) -> Result<String, String> {
    let (origin, uri) = split(url, "base URL")?;
    match uri.path_and_query().map(PathAndQuery::as_str) {
        None | Some("/" | "") => Ok(origin),
        // A path may hold a session.
        Some(_) => Err("the base URL has a path, and each call has that of the description: write scheme, host and port only, or give the \
                        whole address of the `.asmx` file as the endpoint"
            .to_owned()),
    }
}

/// Scheme, host and port of the address of an `.asmx` file, and its path with the query. `?WSDL`, which leads to the document, is left out.
pub(crate) fn endpoint(url: &str) -> Result<(String, String), String> {
    let (origin, uri) = split(url, "endpoint")?;
    let path = match uri.query() {
        Some(query) if !query.eq_ignore_ascii_case("wsdl") => format!("{}?{query}", uri.path()),
        _ => uri.path().to_owned(),
    };
    if path == "/" {
        return Err("the endpoint has no path: write the address of the `.asmx` file, or give a base URL".to_owned());
    }
    Ok((origin, path))
}

/// A value of a query without its percent signs and with blanks for `+`: logs and services repeat it so.
pub(crate) fn decoded(value: &str) -> String {
    let mut url = Url::parse("http://localhost").ok();
    if let Some(url) = &mut url {
        url.set_query(Some(&format!("={}", value.replace('&', "%26"))));
    }
    url.as_ref().and_then(|url| url.query_pairs().next()).map(|(_, value)| value.into_owned()).unwrap_or_default()
}

fn split(url: &str, noun: &str) -> Result<(String, Uri), String> {
    let uri: Uri = url.trim().parse().map_err(|error| format!("the {noun} is not a URL: {error}"))?;
    match (uri.scheme_str(), uri.authority()) {
        (Some(scheme), Some(authority)) => Ok((format!("{scheme}://{authority}"), uri)),
        _ => Err(format!("the {noun} has no scheme: write `https://` before the host")),
    }
}
