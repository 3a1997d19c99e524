//! The client's limits of size and time hold for every server. A length is refused when it is announced; times include decoding.
#![cfg(feature = "client")]

use std::convert::Infallible;
use std::future::{IntoFuture, Ready, ready};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use asmx_runtime::descriptors::XmlKind;
use asmx_runtime::protocol::ResponseContext;
use asmx_runtime::stack::{BodyStream, HandlerFuture};
use asmx_runtime::xml::ParseOptions;
use asmx_runtime::{
    Builder, Call, Client, DynamicRequest, Error, ErrorKind, Handler, Member, Operation, Outcome, RawOutput,
    RetryPolicy, ServerLimits, Service, Transport, Type,
};
use bytes::Bytes;
use test_servers::scripted::{READ, builder, call};

use crate::shared::strict;

/// A server that announces a body, sends its beginning and stops.
fn announcing(status: u16, length: u64) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        let mut open = Vec::new();
        for mut stream in listener.incoming().flatten() {
            let mut request = [0; 4096];
            // The request is one packet, and its content does not matter.
            let _ = stream.read(&mut request);
            let head = format!("HTTP/1.1 {status} X\r\nContent-Type: text/xml\r\nContent-Length: {length}\r\n\r\n<a>");
            let _ = stream.write_all(head.as_bytes());
            open.push(stream);
        }
    });
    address
}

#[tokio::test]
async fn an_announced_length_past_the_limit_fails_at_once() {
    let (default, small) = (256 * 1024 * 1024, 1000);
    for (status, limit, announced) in [(200, None, 1 << 30), (500, None, 1 << 30), (404, Some(small), small as u64 + 1)]
    {
        let address = announcing(status, announced);
        let client = builder().base_url(format!("http://{address}")).allow_credentials_in_url();
        let client = client.server_limits(ServerLimits::none());
        let client = match limit {
            Some(limit) => client.response_limit(limit),
            None => client,
        };
        let client = client.build().unwrap();
        for transport in Transport::ALL {
            let begun = Instant::now();
            let call = call(&client, &READ).transport(transport).attempt_timeout(Duration::from_secs(20));
            let error = call.await.unwrap_err();
            assert_eq!((error.kind(), error.outcome()), (ErrorKind::ResponseTooLarge, Outcome::Unknown), "{error}");
            assert_eq!((error.status().map(|status| status.as_u16()), error.attempts()), (Some(status), 1));
            let message = format!(
                "the server announced a response of {announced} bytes; the limit is {}",
                limit.unwrap_or(default)
            );
            assert!(error.to_string().contains(&message), "{error}");
            assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
        }
    }
}

#[tokio::test]
async fn an_announced_length_within_the_limit_is_waited_for() {
    let address = announcing(200, 1000);
    let client = builder().base_url(format!("http://{address}")).response_limit(1000).build().unwrap();
    let call = call(&client, &READ).attempt_timeout(Duration::from_millis(300)).retry(RetryPolicy::never());
    assert_eq!(call.await.unwrap_err().kind(), ErrorKind::Timeout);
}

static REPORT: Operation = strict("Report", &[], &[Member::new("ReportResult", Type::Xml(XmlKind::Content))]);
static SERVICE: Service = Service::new("Reports", "/api.asmx", "", &[], &[], &[&REPORT]);

/// Responds at once, with everything.
#[derive(Clone)]
struct Immediate(u16, Bytes);

impl tower::Service<http::Request<Bytes>> for Immediate {
    type Response = http::Response<BodyStream>;
    type Error = Infallible;
    type Future = Ready<Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: http::Request<Bytes>) -> Self::Future {
        let response = http::Response::builder().status(self.0).header("content-type", "text/xml; charset=utf-8");
        ready(Ok(response.body(BodyStream::from(self.1.clone())).unwrap()))
    }
}

/// A large response and a large fault of 4 MiB each, so that decoding takes much longer than a thread waits on a busy machine.
fn large() -> [(u16, Bytes); 2] {
    let elements = "<x a='1'/>".repeat(440_000);
    let envelope = |body: String| {
        format!(
            "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>{body}</s:Body></s:Envelope>"
        )
        .into()
    };
    let result = format!(
        "<ReportResponse xmlns=\"urn:reports\"><ReportResult><r xmlns=''>{elements}</r></ReportResult></ReportResponse>"
    );
    let fault = format!(
        "<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring><detail>{elements}</detail></s:Fault>"
    );
    [(200, envelope(result)), (500, envelope(fault))]
}

fn client(response: (u16, Bytes)) -> Client {
    let builder = Builder::<Client>::new(&SERVICE).base_url("https://example.test").namespace("urn:reports");
    builder.build_on(Immediate(response.0, response.1)).unwrap()
}

async fn report(client: &Client, attempt: Duration) -> Result<(), Error> {
    let call = client.call(DynamicRequest::new(&REPORT)).attempt_timeout(attempt).retry(RetryPolicy::never());
    call.await.map(drop)
}

#[tokio::test]
async fn a_large_response_is_decoded_beside_the_threads_that_serve_others_and_within_its_time() {
    for (status, body) in large() {
        let client = client((status, body));
        let longest = Arc::new(Mutex::new(Duration::ZERO));
        let beats = Arc::clone(&longest);
        let heart = tokio::spawn(async move {
            loop {
                let begun = Instant::now();
                tokio::time::sleep(Duration::from_millis(2)).await;
                let mut longest = beats.lock().unwrap();
                *longest = begun.elapsed().max(*longest);
            }
        });
        tokio::time::sleep(Duration::from_millis(10)).await;
        let begun = Instant::now();
        let result = report(&client, Duration::from_secs(600)).await;
        let duration = begun.elapsed();
        let expected = if status == 200 { None } else { Some(ErrorKind::Fault) };
        assert_eq!(result.err().map(|error| error.kind()), expected);
        // One more beat, to count the longest pause.
        tokio::time::sleep(Duration::from_millis(10)).await;
        heart.abort();
        let longest = *longest.lock().unwrap();
        assert!(
            longest < duration / 4,
            "{status}: others waited {longest:?} while a response was decoded in {duration:?}"
        );

        let begun = Instant::now();
        let error = report(&client, duration / 10).await.unwrap_err();
        let took = begun.elapsed();
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::Timeout, Outcome::Unknown), "{error}");
        assert!(took < duration / 2, "{status}: {took:?} of the {duration:?} that decoding takes");
    }
}

/// A handler that has the response.
struct Has(http::Response<Bytes>);

impl Handler for Has {
    fn handle<'a>(&'a self, call: &'a Call) -> HandlerFuture<'a> {
        let context = ResponseContext {
            service: &SERVICE,
            operation: &REPORT,
            transport: call.transport,
            namespace: Arc::from("urn:reports"),
            limits: ParseOptions::default(),
        };
        Box::pin(ready(Ok(RawOutput::Response { response: self.0.clone(), context })))
    }
}

#[test]
fn without_a_runtime_of_tokio_a_large_response_is_decoded_all_the_same() {
    let [(_, body), _] = large();
    let response = http::Response::builder().header("content-type", "text/xml; charset=utf-8").body(body).unwrap();
    let client = Client::in_process(&SERVICE, Arc::new(Has(response)));
    let mut call = client.call(DynamicRequest::new(&REPORT)).into_future();
    let Poll::Ready(result) = call.as_mut().poll(&mut Context::from_waker(Waker::noop())) else { panic!("waits") };
    assert!(!result.unwrap().single::<asmx_runtime::XmlDocument>().unwrap().is_null());
}

#[cfg(feature = "blocking")]
#[test]
fn without_async_a_large_response_is_decoded_all_the_same() {
    let [response, fault] = large();
    let result_of = |response| client(response).call(DynamicRequest::new(&REPORT)).wait();
    assert!(!result_of(response).unwrap().single::<asmx_runtime::XmlDocument>().unwrap().is_null());
    assert_eq!(result_of(fault).unwrap_err().kind(), ErrorKind::Fault);
}
