//! One request of a caller, and the requests that are made of it.

use asmx_runtime::stack::{NothingSent, Secrets, Sending};
use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_LENGTH};
use http::{HeaderMap, HeaderValue, Method, Request, Response};
use http_body_util::Full;
use hyper::body::Incoming;

use crate::connection::{Connection, Failure, Origin};
use crate::problem::Problem;

/// A request, and what is known of it.
pub(crate) struct Call {
    pub(crate) request: Request<()>,
    pub(crate) body: Bytes,
    pub(crate) origin: Origin,
    pub(crate) sending: Option<Sending>,
    /// Those of whoever makes the request, which then shows none of them.
    pub(crate) secrets: Secrets,
}

impl Call {
    pub(crate) fn new(mut request: Request<Bytes>, origin: Origin) -> Self {
        let sending = Sending::of(&mut request);
        let secrets = Secrets::of(request.extensions());
        let (mut parts, body) = request.into_parts();
        parts.headers.remove(AUTHORIZATION);
        Self { request: Request::from_parts(parts, ()), body, origin, sending, secrets }
    }

    fn built(&self, headers: HeaderMap, authorization: Option<HeaderValue>, body: Bytes) -> Request<Full<Bytes>> {
        // hyper states no length of an empty body; http.sys and proxies refuse a POST without one (411).
        let states_length = body.is_empty() && !matches!(*self.request.method(), Method::GET | Method::HEAD);
        let mut request = Request::new(Full::new(body));
        *request.method_mut() = self.request.method().clone();
        *request.uri_mut() = self.request.uri().clone();
        *request.headers_mut() = headers;
        if states_length {
            request.headers_mut().insert(CONTENT_LENGTH, HeaderValue::from_static("0"));
        }
        if let Some(authorization) = authorization {
            request.headers_mut().insert(AUTHORIZATION, authorization);
        }
        self.secrets.hide_headers(request.headers());
        request
    }

    pub(crate) async fn send_whole(
        &self,
        connection: &mut Connection,
        authorization: Option<HeaderValue>,
    ) -> Result<Response<Incoming>, Problem> {
        if self.sending.as_ref().is_some_and(|sending| !sending.begins()) {
            return Err(NothingSent::new("the time of the call is over").into());
        }
        let request = self.built(self.request.headers().clone(), authorization, self.body.clone());
        connection.send(&self.origin, request).await.map_err(|failure| match failure {
            Failure::Unsent => {
                self.was_not_executed();
                Problem::Unsent
            }
            Failure::Broken(error) => Problem::Failed(error.into()),
        })
    }

    /// Sends the request without its body and without the headers that say what to do.
    pub(crate) async fn send_empty(
        &self,
        connection: &mut Connection,
        scheme: &'static str,
        authorization: HeaderValue,
    ) -> Result<Response<Incoming>, Problem> {
        let request = self.built(HeaderMap::new(), Some(authorization), Bytes::new());
        self.signs_in(Some(scheme));
        let sent = connection.send(&self.origin, request).await;
        self.signs_in(None);
        sent.map_err(|failure| match failure {
            Failure::Unsent => Problem::Unsent,
            Failure::Broken(error) => NothingSent::new(error).into(),
        })
    }

    fn signs_in(&self, scheme: Option<&'static str>) {
        if let Some(sending) = &self.sending {
            sending.signs_in(scheme);
        }
    }

    pub(crate) fn was_not_executed(&self) {
        if let Some(sending) = &self.sending {
            sending.was_not_executed();
        }
    }
}
