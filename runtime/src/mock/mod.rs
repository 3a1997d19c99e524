//! A service for tests: it responds as a test states, records every call, and its assertions show what was wrong with them.
//!
//! It is typed through the generated requests, and needs no service of its own:
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
//! [`Mock::with_samples`] responds to every operation, and [`sample_request`] makes a request of one by its descriptor: a test calls all
//! operations of a service so, without a list of them.
//!
//! On a socket it is served as any service: `Server::new(mock.opener())`. A call of an operation without a stated response fails with a fault that says
//! so.
//!
//! It sees only what could be sent: a call that its transport does not carry (a null array over GET, a character that XML forbids over
//! SOAP) or that a server with default settings refuses fails here as it does over HTTP, and is not recorded. What goes by the settings of
//! a client that calls over HTTP is not looked at: credentials in a URL, other limits, faults of the network. A mock on a socket shows
//! those.

mod assertions;
mod recorded;
mod sample;

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub use recorded::RecordedCall;
pub use sample::{sample_request, sample_result};

use crate::account::Client;
use crate::call::handler::{Call, Handler, HandlerFuture, RawOutput};
use crate::call::opener::Opener;
use crate::call::service_request::ServiceRequest;
use crate::error::Error;
use crate::fault::Fault;
use crate::operation::Service;
use crate::value::message::Message;
use crate::value::result::ResultType;

/// A service that responds as a test states, and records every call. Cheap to clone; all clones are the same mock.
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

/// The stated responses of one operation.
#[derive(Default)]
struct Responses {
    /// Once each, in order, before the standing one.
    next: VecDeque<Responder>,
    standing: Option<Responder>,
}

type Response = Pin<Box<dyn Future<Output = Result<Message, Fault>> + Send>>;

/// Responds to a call, or fails if its request is none of the operation's.
type Responder = Arc<dyn Fn(&RecordedCall) -> Result<Response, Error> + Send + Sync>;

impl Mock {
    /// A mock without stated responses.
    pub fn new(service: &'static Service) -> Self {
        Self(Arc::new(Inner { service, state: Mutex::default() }))
    }

    /// Responds to calls of an operation, which the type of the closure's argument names, with what the closure returns. Of
    /// several statements about an operation, the last one counts.
    ///
    /// # Panics
    ///
    /// The operation is not one of this service: a mistake of the test.
    #[track_caller]
    pub fn on<R: ServiceRequest>(
        &self,
        response: impl Fn(R) -> Result<R::Response, Fault> + Send + Sync + 'static,
    ) -> &Self {
        self.on_async(move |request| std::future::ready(response(request)))
    }

    /// The same with a closure that returns a future, for responses that take time.
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

    /// Lets the operation of that name return what the closure returns: for a service that nobody generated code for. Of several
    /// statements about an operation, the last one counts.
    ///
    /// # Panics
    ///
    /// The operation is not one of this service: a mistake of the test.
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

    /// Responds to calls of an operation with the same result every time. Of several statements, the last one counts.
    ///
    /// # Panics
    ///
    /// As [`on`](Self::on).
    #[track_caller]
    pub fn respond<R: ServiceRequest>(&self, result: R::Response) -> &Self {
        self.tell::<R>(|responses| responses.standing = Some(canned(Ok(result.into_message()))))
    }

    /// Responds to calls of an operation with the same fault every time. Of several statements, the last one counts.
    ///
    /// # Panics
    ///
    /// As [`on`](Self::on).
    #[track_caller]
    pub fn fail<R: ServiceRequest>(&self, fault: Fault) -> &Self {
        self.tell::<R>(|responses| responses.standing = Some(canned(Err(fault))))
    }

    /// Responds to the next call of an operation with this result or fault, before what `on`, `respond` or `fail` state. Of several
    /// such statements, the first is for the next call, the second for the one after it, and so on.
    ///
    /// # Panics
    ///
    /// As [`on`](Self::on).
    #[track_caller]
    pub fn once<R: ServiceRequest>(&self, response: Result<R::Response, Fault>) -> &Self {
        self.tell::<R>(|responses| responses.next.push_back(canned(response.map(ResultType::into_message))))
    }

    /// Forgets the calls that were recorded; the stated responses stay.
    pub fn forget_calls(&self) -> &Self {
        self.state().calls.clear();
        self
    }

    /// The service that is mocked.
    pub fn service(&self) -> &'static Service {
        self.0.service
    }

    /// A client of the mock in this process. Generated clients are made `From` it.
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
        assert!(operation.is_some(), "{} has no operation {name}, so that the mock cannot respond to it", service.name);
        if let Some(operation) = operation {
            how(self.state().responses.entry(operation.name).or_default());
        }
        self
    }

    /// A panic elsewhere leaves nothing half done here.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a call and returns its responder, if one is stated.
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

/// The same every time.
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
            // The lock is released by now: a test's closure may ask the mock.
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
