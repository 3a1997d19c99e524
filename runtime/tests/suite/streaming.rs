//! Streamed responses over a socket: they arrive as they are read, pause when the reader pauses, and end with their error.
#![cfg(feature = "client")]

use std::time::Duration;

use asmx_runtime::descriptors::XmlKind;
use asmx_runtime::{
    Builder, Client, DynamicRequest, Error, ErrorKind, Member, Operation, Outcome, RawOutput, RetryPolicy, Service,
    Type,
};
use test_servers::scripted::{READ, Script, call, status};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::shared::{request_of, strict};

static REPORT: Operation = strict("Report", &[], &[Member::new("ReportResult", Type::Xml(XmlKind::DataSet))]);
static SERVICE: Service = Service::new("Reports", "/api.asmx", "", &[], &[], &[&REPORT]);

/// A server that takes one request and lets `respond` write what it likes; and a builder of clients of it.
async fn serving<F, T>(respond: impl FnOnce(TcpStream) -> F + Send + 'static) -> (Builder<Client>, JoinHandle<T>)
where
    F: Future<Output = T> + Send + 'static,
    T: Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let builder = Builder::new(&SERVICE).base_url(format!("http://{}", listener.local_addr().unwrap()));
    let server = tokio::spawn(async move {
        let (mut socket, _) = listener.accept().await.unwrap();
        let request = request_of(&mut socket).await;
        assert!(request.ends_with("</soap:Envelope>"), "{request}");
        respond(socket).await
    });
    (builder.namespace("http://example.test/").retry(RetryPolicy::never()), server)
}

async fn open(builder: Builder<Client>) -> Result<RawOutput, Error> {
    let client = builder.build().unwrap();
    client.call(DynamicRequest::new(&REPORT)).raw_stream().await
}

const HEAD: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length: 10\r\n\r\n";

#[tokio::test]
async fn chunks_come_while_the_rest_is_still_to_be_sent() {
    let (go, wait) = tokio::sync::oneshot::channel::<()>();
    let (builder, server) = serving(async move |mut socket: TcpStream| {
        socket.write_all(HEAD).await.unwrap();
        socket.write_all(b"first").await.unwrap();
        wait.await.unwrap();
        socket.write_all(b"other").await.unwrap();
    })
    .await;
    let output = open(builder).await.unwrap();
    let RawOutput::Streaming { parts, mut body, context } = output else { panic!("the response is whole") };
    assert_eq!((parts.status.as_u16(), context.operation.name), (200, "Report"));
    assert_eq!(body.chunk().await.unwrap().unwrap(), "first");
    go.send(()).unwrap();
    assert_eq!(body.gathered().await.unwrap(), "other");
    server.await.unwrap();
}

#[tokio::test]
async fn a_reader_that_waits_holds_the_server_and_one_that_drops_cancels() {
    const WHOLE: usize = 256 * 1024 * 1024;
    let (count, written) = tokio::sync::watch::channel(0_usize);
    let (builder, server) = serving(async move |mut socket: TcpStream| {
        let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: {WHOLE}\r\n\r\n");
        socket.write_all(head.as_bytes()).await.unwrap();
        let block = vec![b' '; 1024 * 1024];
        for block_number in 1..=WHOLE / block.len() {
            if socket.write_all(&block).await.is_err() {
                return "cancelled";
            }
            count.send_replace(block_number * block.len());
        }
        "sent it all"
    })
    .await;
    let RawOutput::Streaming { mut body, .. } = open(builder).await.unwrap() else { panic!("the response is whole") };
    assert!(!body.chunk().await.unwrap().unwrap().is_empty());
    // The server can write until the buffers of the sockets are full.
    let mut before = usize::MAX;
    while before != *written.borrow() {
        before = *written.borrow();
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    assert!(before < WHOLE / 4, "{before} bytes were read that nobody asked for");
    drop(body);
    assert_eq!(server.await.unwrap(), "cancelled");
}

#[tokio::test]
async fn a_body_that_breaks_off_keeps_what_came_and_ends_in_an_error() {
    let (builder, server) = serving(async |mut socket: TcpStream| {
        socket.write_all(HEAD).await.unwrap();
        socket.write_all(b"first").await.unwrap();
    })
    .await;
    let RawOutput::Streaming { mut body, .. } = open(builder).await.unwrap() else { panic!("the response is whole") };
    assert_eq!(body.chunk().await.unwrap().unwrap(), "first");
    let error = body.chunk().await.unwrap().unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Interrupted, Outcome::Unknown));
    assert_eq!((error.operation(), error.status().map(|status| status.as_u16())), (Some("Report"), Some(200)));
    assert!(body.chunk().await.is_none());
    server.await.unwrap();
}

#[tokio::test]
async fn a_refusal_is_an_error_before_the_stream_begins() {
    let (builder, server) = serving(async |mut socket: TcpStream| {
        let page = b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\nbusy";
        socket.write_all(page).await.unwrap();
    })
    .await;
    let error = open(builder).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Status, Outcome::Refused));
    assert_eq!(error.body().map(AsRef::as_ref), Some(b"busy".as_slice()));
    server.await.unwrap();
}

#[tokio::test]
async fn the_limit_of_streams_is_a_setting_of_its_own() {
    let (builder, server) = serving(async |mut socket: TcpStream| {
        socket.write_all(HEAD).await.unwrap();
        socket.write_all(b"firstother").await.unwrap();
    })
    .await;
    // The limit of whole responses does not apply to streams.
    let builder = builder.response_limit(1).stream_limit(9);
    let RawOutput::Streaming { body, .. } = open(builder).await.unwrap() else { panic!("the response is whole") };
    assert_eq!(body.gathered().await.unwrap_err().kind(), ErrorKind::ResponseTooLarge);
    server.await.unwrap();
}

#[tokio::test]
async fn a_raw_response_of_any_success_is_as_it_came() {
    for code in [200, 202, 203] {
        let step = || status(code, "text/xml", "<anything/>");
        let client = Script::new([step(), step(), step()]).client();
        let RawOutput::Response { response, .. } = call(&client, &READ).raw().await.unwrap() else { panic!("{code}") };
        assert_eq!((response.status().as_u16(), response.body().as_ref()), (code, b"<anything/>".as_slice()));
        let output = call(&client, &READ).raw_stream().await.unwrap();
        let RawOutput::Streaming { parts, body, .. } = output else { panic!("{code}: {output:?}") };
        assert_eq!((parts.status.as_u16(), body.gathered().await.unwrap().len()), (code, 11));
        let error = call(&client, &READ).await.unwrap_err();
        assert_eq!((error.kind(), error.status().unwrap().as_u16()), (ErrorKind::UnexpectedResponse, code), "{error}");
    }
}
