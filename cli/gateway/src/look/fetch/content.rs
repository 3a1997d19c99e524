//! The content of one document.

use asmx_runtime::reqwest::Url;
use asmx_runtime::stack::with_sessions_redacted;
use asmx_types::display::shown_line;
use http::header::LOCATION;

use super::query::Pairs;
use crate::look::requests::{Http, Reply, RequestError};

/// Of all documents together, in bytes.
pub(super) const MOST_BYTES: usize = 64 << 20;

/// The content of a response, and the address that it came from.
pub(super) struct Content {
    pub(super) url: Url,
    pub(super) bytes: Vec<u8>,
    head: Reply,
}

/// Gets at most `most` bytes. The error is a sentence with the address.
pub(super) async fn content(http: &Http, url: &Url, most: usize) -> Result<Content, String> {
    let failed = |error: RequestError| format!("{}: {error}", redacted_address(url));
    let mut response = http.get(url).await.map_err(failed)?;
    if !response.status.is_success() {
        let body = response.beginning().await;
        let status = response.status_line();
        let why = explained(&response, body);
        return Err(format!("{}: the server responds with {status}{why}", redacted_address(url)));
    }
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(failed)? {
        if bytes.len() + chunk.len() > most {
            return Err(format!(
                "{}: the documents together are larger than {} MB",
                redacted_address(url),
                MOST_BYTES >> 20
            ));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(Content { url: response.url.clone(), bytes, head: response })
}

impl Content {
    /// Advice about content that is not a document, and its text.
    pub(super) fn explained(self) -> String {
        explained(&self.head, self.bytes)
    }
}

fn explained(response: &Reply, body: Vec<u8>) -> String {
    let advice = response.advice(&body, None).map(|advice| format!(": {advice}")).unwrap_or_default();
    let says = response.excerpt(body).map(|excerpt| format!("; it says: {excerpt}")).unwrap_or_default();
    format!("{advice}{says}")
}

/// The address to which a response points, resolved and without its query.
pub(crate) fn redirect(response: &Reply) -> Option<String> {
    let to = response.headers.get(LOCATION)?.to_str().ok()?;
    let mut to = response.url.join(to).ok()?;
    to.set_query(None);
    to.set_fragment(None);
    Some(redacted_address(&to).split(';').next().unwrap_or_default().to_owned())
}

/// The address without what may be secret.
pub(crate) fn redacted_address(url: &Url) -> String {
    let mut url = url.clone();
    // Fails for addresses that cannot have them.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    let text = Pairs::of(&url).redacted(url.as_str());
    shown_line(&with_sessions_redacted(&text)).into_owned()
}
