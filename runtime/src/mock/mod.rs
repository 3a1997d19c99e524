//! A service for tests: it returns the responses that a test states, records every call, and has assertions about the calls.
//!
//! The types are those of the generated requests:
//!
//! ```ignore
//! let mock = Mock::new(&EMAIL_CAMPAIGN);
//! mock.on(|request: TransactionalGroupsRename| Ok(Text::new(request.new_group_name.unwrap_or_default())));
//! mock.respond::<ReportsGetBlocks>(DelimitedText::new("a@example.com|blocked"));
//! mock.fail::<SendMassEmailRaw>(Fault::client("the account is locked"));
//!
//! let account = EmailCampaign::from(mock.client());      // in this process, no socket
//! code_under_test(&account).await;
//!
//! mock.assert_called_with(&TransactionalGroupsRename::new().old_group_name("Old").new_group_name("New"));
//! mock.assert_not_called::<SendMassEmailRaw>();
//! ```
//!
//! [`Mock::with_samples`] responds to every operation, and [`sample_request`] makes a request from a descriptor. With both, a test calls all
//! operations of a service without a list of them.
//!
//! `Server::new(mock.opener())` serves a mock on a socket. A call of an operation without a stated response fails with a fault.
//!
//! The mock sees only calls that could be sent. A call that its transport cannot carry (a null array over GET, a character that XML forbids
//! over SOAP), or that a server with default settings refuses, fails as it does over HTTP and is not recorded. Settings of an HTTP client are
//! not applied (credentials in a URL, other limits), and the network does not fail; serve the mock on a socket to test those.

mod assertions;
mod recorded;

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub use recorded::RecordedCall;

use crate::call::handler::{Call, Handler, HandlerFuture, RawOutput};
use crate::call::opener::Opener;
use crate::call::samples;
use crate::call::service_request::ServiceRequest;
use crate::client::Client;
use crate::error::Error;
use crate::fault::Fault;
use crate::operation::{Member, Operation, Service};
use crate::value::message::Message;
use crate::value::request::{DynamicRequest, Request};
use crate::value::result::ResultType;

/// A service that returns the responses that a test states, and records every call. Cheap to clone; all clones are the same mock.
#[derive(Clone)]
pub struct Mock(Arc<Inner>);

struct Inner {
    service: &'static Service,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The stated responses of each operation, by its name.
    responses: HashMap<&'static str, Responses>,
    calls: Vec<RecordedCall>,
}

#[derive(Default)]
struct Responses {
    /// Responses for one call each, in order; the standing one comes after them.
    next: VecDeque<Responder>,
    standing: Option<Responder>,
}

type Response = Pin<Box<dyn Future<Output = Result<Message, Fault>> + Send>>;

/// Responds to a call, or fails if the request is not of the operation.
type Responder = Arc<dyn Fn(&RecordedCall) -> Result<Response, Error> + Send + Sync>;

impl Mock {
    /// A mock without stated responses.
    pub fn new(service: &'static Service) -> Self {
        Self(Arc::new(Inner { service, state: Mutex::default() }))
    }

    /// A mock that responds to calls of each operation with a [sample](sample_result) of its result, or with a fault if the result
    /// [has too many values](lacks_a_sample). Delimited text has the delimiters that the request states, of up to 100 bytes, if a text can have them.
    pub fn with_samples(service: &'static Service) -> Self {
        let mock = Self::new(service);
        for operation in service.operations {
            mock.on_operation(operation.name, |call| {
                if lacks_a_sample(operation.outputs) {
                    let name = operation.name;
                    let text =
                        format!("a sample of the result of {name} would have more than 10,000 values: state a result");
                    return Err(Fault::server(text));
                }
                Ok(samples::of_response(operation, &(&call.request as &dyn Request).delimiters()))
            });
        }
        mock
    }

    /// Responds to calls of an operation with the result of a closure. The type of the closure's argument names the operation. A later
    /// statement about the operation replaces this one.
    ///
    /// # Panics
    ///
    /// The service does not have the operation.
    #[track_caller]
    pub fn on<R: ServiceRequest>(
        &self,
        response: impl Fn(R) -> Result<R::Response, Fault> + Send + Sync + 'static,
    ) -> &Self {
        self.on_async(move |request| std::future::ready(response(request)))
    }

    /// Responds to calls of an operation with the result of a future, for responses that take time.
    ///
    /// # Panics
    ///
    /// As [`on`](Self::on).
    #[track_caller]
    pub fn on_async<R, F>(&self, response: impl Fn(R) -> F + Send + Sync + 'static) -> &Self
    where
        R: ServiceRequest,
        F: Future<Output = Result<R::Response, Fault>> + Send + 'static,
    {
        let responder: Responder = Arc::new(move |call| {
            let response = response(R::read(&call.request, &call.soap_headers)?);
            Ok(Box::pin(async move { response.await.map(ResultType::into_message) }))
        });
        self.tell::<R>(|responses| responses.standing = Some(responder))
    }

    /// Responds to calls of the operation of that name with the result of a closure, for a service without generated code. A later statement
    /// about the operation replaces this one.
    ///
    /// # Panics
    ///
    /// The service does not have the operation.
    #[track_caller]
    pub fn on_operation(
        &self,
        name: &str,
        response: impl Fn(&RecordedCall) -> Result<Message, Fault> + Send + Sync + 'static,
    ) -> &Self {
        let responder: Responder = Arc::new(move |call| {
            let response = response(call);
            Ok(Box::pin(async move { response }))
        });
        self.tell_of(name, |responses| responses.standing = Some(responder))
    }

    /// Responds to all calls of an operation with this result. A later statement about the operation replaces this one.
    ///
    /// # Panics
    ///
    /// As [`on`](Self::on).
    #[track_caller]
    pub fn respond<R: ServiceRequest>(&self, result: R::Response) -> &Self {
        self.tell::<R>(|responses| responses.standing = Some(canned(Ok(result.into_message()))))
    }

    /// Responds to all calls of an operation with this fault. A later statement about the operation replaces this one.
    ///
    /// # Panics
    ///
    /// As [`on`](Self::on).
    #[track_caller]
    pub fn fail<R: ServiceRequest>(&self, fault: Fault) -> &Self {
        self.tell::<R>(|responses| responses.standing = Some(canned(Err(fault))))
    }

    /// Responds to the next call of an operation with this result or fault; `on`, `respond` and `fail` are for the calls after it. Several such
    /// statements are for one call each, in order.
    ///
    /// # Panics
    ///
    /// As [`on`](Self::on).
    #[track_caller]
    pub fn once<R: ServiceRequest>(&self, response: Result<R::Response, Fault>) -> &Self {
        self.tell::<R>(|responses| responses.next.push_back(canned(response.map(ResultType::into_message))))
    }

    /// Forgets the recorded calls, but not the stated responses.
    pub fn forget_calls(&self) -> &Self {
        self.state().calls.clear();
        self
    }

    /// The service that is mocked.
    pub fn service(&self) -> &'static Service {
        self.0.service
    }

    /// A client of the mock in this process. Generated clients implement `From` for it.
    pub fn client(&self) -> Client {
        Client::in_process(self.0.service, Arc::new(self.clone()))
    }

    /// Lets a server serve the mock, over all four transports.
    pub fn opener(&self) -> Opener {
        let mock = self.clone();
        Opener::new(self.0.service, move |_| Ok(Arc::new(mock.clone())))
    }

    #[track_caller]
    fn tell<R: ServiceRequest>(&self, how: impl FnOnce(&mut Responses)) -> &Self {
        self.tell_of(R::operation().name, how)
    }

    #[track_caller]
    fn tell_of(&self, name: &str, how: impl FnOnce(&mut Responses)) -> &Self {
        let service = self.0.service;
        let operation = service.operation(name);
        assert!(operation.is_some(), "{} has no operation {name}: the mock cannot respond to it", service.name);
        if let Some(operation) = operation {
            how(self.state().responses.entry(operation.name).or_default());
        }
        self
    }

    /// A poisoned lock is used: each change is a single step.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take_call(&self, call: &RecordedCall) -> Option<Responder> {
        let operation = call.operation;
        let mut state = self.state();
        state.calls.push(call.clone());
        let responses = state.responses.get_mut(operation.name)?;
        responses.next.pop_front().or_else(|| responses.standing.clone())
    }
}

fn not_told() -> Fault {
    Fault::server("the mock has no response for the operation: state one with `on`, `respond`, `once` or `fail`")
}

fn canned(response: Result<Message, Fault>) -> Responder {
    Arc::new(move |_| {
        let response = response.clone();
        Ok(Box::pin(async move { response }))
    })
}

impl Handler for Mock {
    fn handle<'a>(&'a self, call: &'a Call) -> HandlerFuture<'a> {
        let operation = call.operation();
        let recorded = RecordedCall::of(call);
        let response = match self.take_call(&recorded) {
            // The lock is not held here, because a test's closure may call the mock.
            Some(responder) => responder(&recorded),
            None => Err(Error::from_fault(not_told())),
        };
        Box::pin(async move {
            let response = match response {
                Ok(response) => response.await.map_err(Error::from_fault),
                Err(error) => Err(error),
            };
            response.map(RawOutput::Message).map_err(|error| error.with_operation(operation))
        })
    }
}

impl fmt::Debug for Mock {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Mock")
            .field("service", &self.0.service.name)
            .field("calls", &self.state().calls)
            .finish_non_exhaustive()
    }
}

/// A request with a value for each parameter. It does not change from call to call. It has at most 10,000 values: a parameter whose
/// required members alone are more [is absent](lacks_a_sample).
pub fn sample_request(operation: &'static Operation) -> DynamicRequest {
    DynamicRequest::from_values(operation, samples::of_parameters(operation.parameters))
}

/// A result of the operation with all its values. It does not change from call to call. It has at most 10,000 values, as
/// [`sample_request`].
pub fn sample_result(operation: &Operation) -> Message {
    samples::of_result(operation)
}

/// Whether a sample lacks one of these parts of a message, because its required members alone have more than 10,000 values.
pub fn lacks_a_sample(parts: &[Member]) -> bool {
    samples::lack_a_part(parts)
}
