//! The echo server on a real socket, and raw bytes sent to it.

use std::net::SocketAddr;
use std::time::Duration;

use asmx_runtime::Service;
use asmx_runtime::server::ListenOptions;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::recorded::{RawResponse, head_length};

/// Serves all mounts of the echo of a service until the runtime ends.
pub async fn serve(service: &'static Service) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let router = echo_service::mounts::router(service).unwrap();
    let listening = asmx_runtime::server::serve(listener, router, ListenOptions::default()).unwrap();
    let address = listening.address();
    tokio::spawn(listening.wait());
    address
}

/// A connection that is read message by message.
pub struct Connection {
    stream: TcpStream,
    unread: Vec<u8>,
}

impl Connection {
    pub async fn open(address: SocketAddr) -> Self {
        Self { stream: TcpStream::connect(address).await.unwrap(), unread: Vec::new() }
    }

    /// Sends bytes.
    pub async fn send(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).await.unwrap();
    }

    /// Reads a response, with a body if it must have one.
    pub async fn response(&mut self, has_body: bool) -> RawResponse {
        loop {
            if let Some(head) = head_length(&self.unread) {
                let mut response = RawResponse::parse(&self.unread[..head]);
                let length = response.header("content-length").map_or(0, |value| value.parse().unwrap());
                let end = head + if has_body { length } else { 0 };
                if self.unread.len() >= end {
                    response.body = self.unread.drain(..end).skip(head).collect();
                    return response;
                }
            }
            self.fill().await;
        }
    }

    /// Whether the other end has closed the connection, and nothing is unread.
    pub async fn is_closed(&mut self) -> bool {
        let mut byte = [0];
        let read = tokio::time::timeout(Duration::from_millis(300), self.stream.read(&mut byte)).await;
        self.unread.is_empty() && matches!(read, Ok(Ok(0)))
    }

    async fn fill(&mut self) {
        let mut buffer = vec![0; 64 * 1024];
        let read = tokio::time::timeout(Duration::from_secs(20), self.stream.read(&mut buffer)).await;
        let length = read.expect("a response in time").unwrap();
        assert!(length > 0, "the connection was closed within {:?}", String::from_utf8_lossy(&self.unread));
        self.unread.extend_from_slice(&buffer[..length]);
    }
}

/// Sends one request over a connection of its own.
pub async fn exchange(address: SocketAddr, request: &[u8]) -> RawResponse {
    let mut connection = Connection::open(address).await;
    connection.send(request).await;
    connection.response(!request.starts_with(b"HEAD ")).await
}
