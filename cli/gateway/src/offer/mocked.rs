//! A mock of a service over HTTP.

use asmx_document::Document;
use asmx_runtime::json::{ResultError, read_result};
use asmx_runtime::mock::Mock;
use asmx_runtime::protocol::{ResponseContext, encode_response};
use asmx_runtime::server::{Server, ServerError};
use asmx_runtime::xml::ParseOptions;
use asmx_runtime::{Fault, Message, Operation, Service, Transport};
use axum::Router;
use serde_json::{Map, Value as Json};

use crate::offer::demand::{Demand, guarded};

/// A mock of the service of a document: at its address it has the page and the WSDL document of a service, and responds to each request over
/// all four transports with a sample of the result, or with a stated result.
#[derive(Debug, Clone)]
#[must_use = "a mock does nothing until it is served"]
pub struct Mocked {
    service: &'static Service,
    mock: Mock,
    namespace: Option<String>,
    demand: Option<Demand>,
}

/// The error of a stated result.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// The service has no such operation.
    #[error(transparent)]
    NoOperation(#[from] asmx_codegen::NoSuchOperation),
    /// The result is not of the operation.
    #[error(transparent)]
    Result(#[from] ResultError),
    /// The result cannot be sent: it lacks a part that the document requires, or has another one.
    #[error("`{operation}`: {reason}")]
    Unsendable {
        /// The operation.
        operation: &'static str,
        /// The place in the result, and what is wrong with it.
        reason: String,
    },
}

asmx_types::debug_is_a_sentence!(AnswerError);

/// The member of a stated result that makes it a fault.
const FAULT: &str = "$fault";

impl Mocked {
    /// A mock that responds with samples.
    pub fn new(document: &Document) -> Self {
        let service = document.service();
        Self { service, mock: Mock::with_samples(service), namespace: None, demand: None }
    }

    /// Responds with these results: an object of results by operation, each in the form that [`Target::call`](crate::Target::call) gives, or
    /// `{"$fault": "message"}`.
    ///
    /// # Errors
    ///
    /// An operation is unknown, or a result does not fit it.
    pub fn answers(self, document: &Document, answers: &Map<String, Json>) -> Result<Self, AnswerError> {
        for (name, answer) in answers {
            let operation = document.operation(name, None).ok_or_else(|| document.no_operation(name))?;
            if let Some(message) = answer.get(FAULT).and_then(Json::as_str) {
                let fault = Fault::server(message);
                self.mock.on_operation(operation.name, move |_| Err(fault.clone()));
                continue;
            }
            let message = read_result(self.service, operation, answer)?;
            self.check(operation, &message)?;
            self.mock.on_operation(operation.name, move |_| Ok(message.clone()));
        }
        Ok(self)
    }

    /// Writes the result once over the first transport of the operation, as each call would.
    fn check(&self, operation: &'static Operation, message: &Message) -> Result<(), AnswerError> {
        let Some(transport) = Transport::ALL.into_iter().find(|transport| operation.offered_over(*transport)) else {
            return Ok(());
        };
        let context = ResponseContext {
            service: self.service,
            operation,
            transport,
            namespace: self.service.namespace.unwrap_or_default().into(),
            limits: ParseOptions::default(),
        };
        let unsendable = |fault: Fault| AnswerError::Unsendable { operation: operation.name, reason: fault.message() };
        encode_response(&context, message).map(drop).map_err(unsendable)
    }

    /// Sets the XML namespace. It is required unless the document states one.
    pub fn namespace(mut self, namespace: impl Into<String>) -> Self {
        self.namespace = Some(namespace.into());
        self
    }

    /// Demands a sign-in of every request. The default is none.
    pub const fn demands(mut self, demand: Demand) -> Self {
        self.demand = Some(demand);
        self
    }

    /// The path of the service.
    #[must_use]
    pub const fn path(&self) -> &'static str {
        self.service.path
    }

    pub(crate) fn into_router(self) -> Result<Router, ServerError> {
        let opener = self.mock.opener();
        let opener = if self.demand == Some(Demand::Cookie) { guarded(opener) } else { opener };
        let mut server = Server::new(opener).refuse_cross_site_writes(true);
        if let Some(namespace) = self.namespace {
            server = server.namespace(namespace);
        }
        let service = server.build()?;
        let router = service.clone().into_router().fallback_service(service);
        Ok(match self.demand {
            Some(demand) => demand.before(router),
            None => router,
        })
    }
}
