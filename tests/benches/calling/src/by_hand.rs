//! The protocol without the client: the same call encoded and decoded by hand, so that what the protocol costs can be told apart
//! from what the client does around it.

use std::sync::Arc;

use anyhow::Result;
use asmx_runtime::__private::{ExpectedResult, TypedRequest};
use asmx_runtime::credentials::CommonValues;
use asmx_runtime::protocol::{self, Endpoint, RequestLimits, ResponseContext};
use asmx_runtime::values::ResultType as _;
use asmx_runtime::xml::ParseOptions;
use asmx_runtime::{Call, Text, Transport};
use bytes::Bytes;
use email_campaign_client::EMAIL_CAMPAIGN;

use crate::servers::NAMESPACE;

/// One call over SOAP 1.1, made again and again.
pub(crate) struct ByHand {
    endpoint: Endpoint,
    limits: RequestLimits,
    call: Call,
    context: ResponseContext,
}

impl ByHand {
    /// A call of `request` with the user name and password that all sides use.
    pub(crate) fn new<R: TypedRequest>(base_url: &str, request: R) -> Result<Self> {
        let service = &EMAIL_CAMPAIGN;
        let endpoint = Endpoint {
            url: format!("{base_url}{}", service.path),
            namespace: Arc::from(NAMESPACE),
            states_action: false,
        };
        let mut common = CommonValues::new(service);
        common.set("Username", "user")?;
        common.set("Password", "password")?;
        let context = ResponseContext {
            service,
            operation: request.operation(),
            transport: Transport::Soap11,
            namespace: Arc::clone(&endpoint.namespace),
            limits: ParseOptions::keeping_forbidden_references(),
        };
        let mut call = Call::new(service, Box::new(request));
        call.common = Arc::new(common);
        Ok(Self { endpoint, limits: RequestLimits::default(), call, context })
    }

    /// The bytes of the request.
    pub(crate) fn encode(&self) -> Result<http::Request<Bytes>> {
        Ok(protocol::encode_request(&self.endpoint, &self.limits, self.call.outgoing())?)
    }

    /// The result in the bytes of a response.
    pub(crate) fn decode(&self, response: http::Response<Bytes>) -> Result<Text> {
        let content = protocol::decode_response(&self.context, response)?;
        Ok(Text::from_message(content, &ExpectedResult::default())?)
    }
}
