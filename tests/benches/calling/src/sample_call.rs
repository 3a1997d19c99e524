//! The call that is measured: made by the client, and as the bytes of its request.

use anyhow::{Context as _, Result};
use asmx_runtime::Builder;
use bytes::Bytes;
use email_campaign_client::{EmailCampaign, GetBounceListNormalIncludePast};
use http_body_util::Full;
use tower::service_fn;

use crate::servers::{FIXED, NAMESPACE};

pub(crate) fn call() -> GetBounceListNormalIncludePast {
    GetBounceListNormalIncludePast::new().since("2026-01-01")
}

/// A client with default settings.
pub(crate) fn account(base_url: &str) -> Builder<EmailCampaign> {
    EmailCampaign::builder().base_url(base_url).namespace(NAMESPACE).credentials("user", "password")
}

/// The request that the client sends, as a template.
pub(crate) async fn template(base_url: &str) -> Result<http::Request<Bytes>> {
    let (sender, mut sent) = tokio::sync::mpsc::unbounded_channel();
    let stack = service_fn(move |request: http::Request<Bytes>| {
        let kept = sender.send(request);
        async move { kept.map(|()| fixed()).map_err(|_| std::io::Error::other("nobody keeps the request")) }
    });
    account(base_url).build_on(stack)?.get_bounce_list_normal_include_past(call()).await?;
    sent.recv().await.context("a request")
}

pub(crate) fn fixed() -> http::Response<Full<Bytes>> {
    let mut response = http::Response::new(Full::new(Bytes::from_static(FIXED.as_bytes())));
    response
        .headers_mut()
        .insert(http::header::CONTENT_TYPE, http::HeaderValue::from_static("text/xml; charset=utf-8"));
    response
}
