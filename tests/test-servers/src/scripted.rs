//! An HTTP stack that does what a script says, and a service with one operation of each effect.

use asmx_runtime::descriptors::OnContradiction;
use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

use asmx_runtime::descriptors::Role;
use asmx_runtime::stack::NothingSent;
use asmx_runtime::{
    Builder, Client, DynamicRequest, Effect, Member, Message, Operation, Prepared, Service, Text, Type,
};
use bytes::Bytes;
use tokio::time::Instant;
use tower::BoxError;

pub static READ: Operation = Operation::new("Read", "", "", &[], Effect::Read)
    .outputs(&[Member::new("ReadResult", Type::STRING)])
    .on_contradiction(OnContradiction::Error);
pub static WRITE: Operation = Operation::new("Write", "", "", &[], Effect::Write)
    .outputs(&[Member::new("WriteResult", Type::STRING)])
    .on_contradiction(OnContradiction::Error);
pub static SEND: Operation = Operation::new("Send", "", "", &[], Effect::Send)
    .outputs(&[Member::new("SendResult", Type::STRING)])
    .on_contradiction(OnContradiction::Error);
static COMMON: &[Member] = &[
    Member::new("Username", Type::STRING).role(Role::Username),
    Member::new("Password", Type::STRING).role(Role::Password).secret(),
];
pub static SERVICE: Service = Service::new("Scripted", "/api.asmx", "", COMMON, &[], &[&READ, &WRITE, &SEND]);
pub const PASSWORD: &str = "pa55<word>";

/// The treatment of one request.
pub enum Step {
    Respond(http::Response<&'static str>),
    /// A response to the operation that is called.
    Result,
    Fault,
    /// The body breaks off.
    Truncated,
    NotConnected,
    Broken,
    Stall,
}

pub fn status(status: u16, content_type: &str, body: &'static str) -> Step {
    Step::Respond(http::Response::builder().status(status).header("content-type", content_type).body(body).unwrap())
}

pub fn busy(retry_after: &str) -> Step {
    Step::Respond(http::Response::builder().status(503).header("retry-after", retry_after).body("").unwrap())
}

#[derive(Clone, Default)]
pub struct Script(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    steps: VecDeque<Step>,
    /// When each request came.
    came: Vec<Instant>,
}

impl Script {
    pub fn new(steps: impl IntoIterator<Item = Step>) -> Self {
        let script = Self::default();
        script.0.lock().unwrap().steps.extend(steps);
        script
    }

    /// How many requests came.
    pub fn requests(&self) -> usize {
        self.0.lock().unwrap().came.len()
    }

    /// When they came.
    pub fn came(&self) -> Vec<Instant> {
        self.0.lock().unwrap().came.clone()
    }

    pub fn client(&self) -> Client {
        builder().build_on(self.clone()).unwrap()
    }
}

pub fn builder() -> Builder<Client> {
    Builder::new(&SERVICE).base_url("https://example.test").namespace("http://example.test/").credentials("u", PASSWORD)
}

pub fn call(client: &Client, operation: &'static Operation) -> Prepared<Message> {
    client.call(DynamicRequest::new(operation))
}

/// The result of `Step::Result`.
pub fn done() -> Message {
    Message::from(Text::new("done"))
}

fn envelope(body: &str) -> String {
    format!(
        "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Body>{body}</soap:Body></soap:Envelope>"
    )
}

pub fn result_of(operation: &str) -> String {
    envelope(&format!(
        "<{operation}Response xmlns=\"http://example.test/\"><{operation}Result>done</{operation}Result></{operation}Response>"
    ))
}

fn fault() -> String {
    envelope("<soap:Fault><faultcode>soap:Server</faultcode><faultstring>Out of order</faultstring></soap:Fault>")
}

fn xml(status: u16, body: String) -> http::Response<Frames> {
    let builder = http::Response::builder().status(status).header("content-type", "text/xml; charset=utf-8");
    builder.body(Frames::single(body)).unwrap()
}

impl tower::Service<http::Request<Bytes>> for Script {
    type Response = http::Response<Frames>;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, BoxError>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Bytes>) -> Self::Future {
        let mut state = self.0.lock().unwrap();
        state.came.push(Instant::now());
        let step = state.steps.pop_front().expect("a request that the script does not foresee");
        let text = String::from_utf8_lossy(request.body()).into_owned();
        let operation = SERVICE.operations.iter().find(|one| text.contains(&format!("<{} ", one.name)));
        let operation = operation.expect("an operation of the service").name;
        Box::pin(async move {
            match step {
                Step::Respond(response) => Ok(response.map(Frames::single)),
                Step::Result => Ok(xml(200, result_of(operation))),
                Step::Fault => Ok(xml(500, fault())),
                Step::Truncated => {
                    let half = result_of(operation).chars().take(90).collect::<String>();
                    Ok(xml(200, half).map(Frames::then_broken))
                }
                Step::NotConnected => Err(NothingSent::new("connection refused").into()),
                Step::Broken => Err("connection reset".into()),
                Step::Stall => std::future::pending().await,
            }
        })
    }
}

/// The frames of a body.
pub struct Frames(VecDeque<Result<Bytes, BoxError>>);

impl Frames {
    fn single(body: impl Into<Bytes>) -> Self {
        Self([Ok(body.into())].into())
    }

    fn then_broken(mut self) -> Self {
        self.0.push_back(Err("connection reset".into()));
        self
    }
}

impl http_body::Body for Frames {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<Bytes>, BoxError>>> {
        Poll::Ready(self.0.pop_front().map(|chunk| chunk.map(http_body::Frame::data)))
    }
}
