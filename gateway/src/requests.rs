//! Requests that are no calls: for documents, and to look at a server.

use asmx_runtime::reqwest::tls::TlsInfo;
use asmx_runtime::reqwest::{self, Client, Url};
use asmx_runtime::stack::{BodyStream, HttpService, Secrets};
use bytes::Bytes;
use http::{HeaderMap, Method, Request, StatusCode};
use tower::{BoxError, ServiceExt as _};

/// The ways to servers.
pub(crate) struct Http {
    /// Follows redirects at its server.
    pub(crate) plain: Client,
    /// Signs in as Windows does, at one server; `None` without such a sign-in.
    pub(crate) windows: Option<HttpService>,
    /// Those of everything that is sent and of cookies: no text that is shown holds them.
    pub(crate) secrets: Secrets,
}

pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    /// The address that responded.
    pub(crate) url: Url,
    /// The certificate of the server, in DER, where it is known.
    pub(crate) certificate: Option<Vec<u8>>,
    body: Body,
}

enum Body {
    Plain(reqwest::Response),
    Windows(BodyStream),
}

impl Http {
    /// Sends a request to the server that the headers and the sign-in are for.
    pub(crate) async fn send(
        &self,
        method: Method,
        url: &Url,
        headers: HeaderMap,
        body: impl Into<Bytes>,
    ) -> Result<Reply, BoxError> {
        let Some(windows) = &self.windows else { return self.other(method, url, headers, body).await };
        let mut request = Request::new(body.into());
        *request.method_mut() = method;
        *request.uri_mut() = url.as_str().parse()?;
        *request.headers_mut() = headers;
        self.secrets.hide_headers(request.headers());
        self.secrets.attach(request.extensions_mut());
        let (head, body) = windows.clone().oneshot(request).await?.into_parts();
        let (status, headers, url) = (head.status, head.headers, url.clone());
        self.secrets.hide_new_cookies(&headers);
        Ok(Reply { status, headers, url, certificate: None, body: Body::Windows(body) })
    }

    /// Sends a request without a sign-in.
    pub(crate) async fn other(
        &self,
        method: Method,
        url: &Url,
        headers: HeaderMap,
        body: impl Into<Bytes>,
    ) -> Result<Reply, BoxError> {
        self.secrets.hide_headers(&headers);
        let request = self.plain.request(method, url.clone()).headers(headers).body(body.into());
        let response = request.send().await.map_err(reqwest::Error::without_url)?;
        let (status, headers, url) = (response.status(), response.headers().clone(), response.url().clone());
        self.secrets.hide_new_cookies(&headers);
        let tls = response.extensions().get::<TlsInfo>();
        let certificate = tls.and_then(TlsInfo::peer_certificate).map(<[u8]>::to_vec);
        Ok(Reply { status, headers, url, certificate, body: Body::Plain(response) })
    }
}

impl Reply {
    /// The next piece of the body; `None` at its end.
    pub(crate) async fn chunk(&mut self) -> Result<Option<Bytes>, BoxError> {
        match &mut self.body {
            Body::Plain(response) => Ok(response.chunk().await.map_err(reqwest::Error::without_url)?),
            Body::Windows(body) => Ok(body.chunk().await.transpose()?),
        }
    }
}
