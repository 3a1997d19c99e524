//! Requests, from the server's side: which transport a request came over, and the response to one that came over none.

use bytes::Bytes;
use http::request::Parts;
use http::{Method, Response};

use super::get_post::decode_form;
use super::routing::{self, PathTarget};
use super::soap::decode_soap;
use super::{Received, ServerSettings, refusal};
use crate::Transport;

/// Decodes a request, or returns the complete response to one that cannot be decoded.
pub(super) fn decode(settings: &ServerSettings, head: &Parts, body: Bytes) -> Result<Received, Response<Bytes>> {
    let (at, target) = routing::target(settings, head.uri.path());
    match target {
        PathTarget::Elsewhere => Err(refusal::not_found()),
        PathTarget::Service => match head.method {
            Method::POST => decode_soap::decode(settings, at, head, body),
            Method::GET | Method::HEAD => Err(refusal::unrecognized(None)),
            _ => Err(refusal::method_not_allowed()),
        },
        PathTarget::Operation(name) => {
            let transport = match head.method {
                Method::GET => Transport::HttpGet,
                Method::POST => Transport::HttpPost,
                _ => return Err(refusal::unrecognized(Some(&name))),
            };
            if name.is_empty() || !settings.protocols.includes(transport) {
                return Err(refusal::unrecognized(Some(&name)));
            }
            decode_form::decode(settings, at, head, &body, transport, &name)
        }
    }
}
