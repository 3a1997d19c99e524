//! The content of one document.

use asmx_runtime::reqwest::Url;
use asmx_runtime::stack::{RedirectKind, offered_schemes, redirect_kind, with_sessions_redacted};
use asmx_types::display::shown_line;
use http::header::LOCATION;
use http::{HeaderValue, StatusCode};

use crate::requests::{Http, Reply, RequestError};

/// Of all documents together, in bytes.
pub(super) const MOST_BYTES: usize = 64 << 20;

/// The content of a response, and the address that it came from.
pub(super) struct Content {
    pub(super) url: Url,
    pub(super) bytes: Vec<u8>,
}

/// Gets at most `most` bytes. The error is a sentence with the address.
pub(super) async fn content(http: &Http, url: &Url, most: usize) -> Result<Content, String> {
    let failed = |error: RequestError| format!("{}: {error}", shown(url));
    let mut response = http.get(url).await.map_err(failed)?;
    if let Some(why) = refusal(&response) {
        return Err(format!("{}: {why}", shown(url)));
    }
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(failed)? {
        if bytes.len() + chunk.len() > most {
            return Err(format!("{}: the documents together are larger than {} MB", shown(url), MOST_BYTES >> 20));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(Content { url: response.url, bytes })
}

/// The reason why a response has no document.
fn refusal(response: &Reply) -> Option<String> {
    let (status, headers) = (response.status, &response.headers);
    if status == StatusCode::UNAUTHORIZED {
        let schemes = offered_schemes(headers);
        let schemes = if schemes.is_empty() {
            "and names no scheme".to_owned()
        } else {
            format!("with {}", schemes.join(" or "))
        };
        return Some(format!("the server wants a sign-in, {}", shown_line(&schemes)));
    }
    if status.is_redirection() {
        let to = redirect(response).unwrap_or_default();
        let what = match kind_of_redirect(response) {
            RedirectKind::ErrorPage => ": the service failed, and customErrors sends callers to a page",
            _ => ", which is another server or a page for signing in",
        };
        return Some(format!("the server points to {to}{what}"));
    }
    (!status.is_success()).then(|| format!("the server responds with {status}"))
}

/// The address to which a response points, resolved and without its query.
pub(crate) fn redirect(response: &Reply) -> Option<String> {
    let to = response.headers.get(LOCATION)?.to_str().ok()?;
    let mut to = response.url.join(to).ok()?;
    to.set_query(None);
    to.set_fragment(None);
    Some(shown(&to).split(';').next().unwrap_or_default().to_owned())
}

/// The meaning of the address to which a response points.
pub(crate) fn kind_of_redirect(response: &Reply) -> RedirectKind {
    let location = response.headers.get(LOCATION).map(HeaderValue::as_bytes).unwrap_or_default();
    redirect_kind(&String::from_utf8_lossy(location))
}

/// The address without what may be secret.
pub(crate) fn shown(url: &Url) -> String {
    let mut url = url.clone();
    // Fails for addresses that cannot have them.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    shown_line(&with_sessions_redacted(url.as_str())).into_owned()
}
