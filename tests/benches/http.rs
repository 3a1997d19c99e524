//! A connection that sends requests and reads responses, with nothing around it that takes time; and the small call of all benches.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// The response of a service that counted orders.
pub(crate) const COUNTED: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?><soap:Envelope \
    xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
    xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\"><soap:Body><CountOrdersResponse xmlns=\"http://example.test/orders/\">\
    <CountOrdersResult>117</CountOrdersResult></CountOrdersResponse></soap:Body></soap:Envelope>";

pub(crate) struct Connection(BufReader<TcpStream>);

impl Connection {
    /// Waits until somebody listens.
    pub(crate) fn open(address: SocketAddr) -> Self {
        let begun = Instant::now();
        loop {
            match TcpStream::connect(address) {
                Ok(stream) => {
                    stream.set_nodelay(true).unwrap();
                    return Self(BufReader::new(stream));
                }
                Err(error) if begun.elapsed() > Duration::from_secs(10) => panic!("{address}: {error}"),
                Err(_) => std::thread::sleep(Duration::from_micros(200)),
            }
        }
    }

    /// Sends a request, and counts the bytes of a successful response.
    pub(crate) fn send(&mut self, head: &str, body: &str) -> u64 {
        let (host, length) = (self.0.get_ref().peer_addr().unwrap(), body.len());
        let request = format!("{head}\r\nHost: {host}\r\nContent-Length: {length}\r\n\r\n{body}");
        self.0.get_mut().write_all(request.as_bytes()).unwrap();
        let (mut length, mut is_chunked, mut line) = (0, false, String::new());
        self.0.read_line(&mut line).unwrap();
        assert!(line.contains(" 200 "), "{head}: {line}");
        while line != "\r\n" {
            line.clear();
            self.0.read_line(&mut line).unwrap();
            let lower = line.to_ascii_lowercase();
            if let Some(value) = lower.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            is_chunked |= lower.starts_with("transfer-encoding: chunked");
        }
        if is_chunked { self.chunks() } else { self.skip(length) }
    }

    fn chunks(&mut self) -> u64 {
        let mut all = 0;
        loop {
            let mut line = String::new();
            self.0.read_line(&mut line).unwrap();
            let length = u64::from_str_radix(line.trim(), 16).unwrap();
            all += self.skip(length);
            self.skip(2);
            if length == 0 {
                return all;
            }
        }
    }

    fn skip(&mut self, length: u64) -> u64 {
        let read = std::io::copy(&mut self.0.by_ref().take(length), &mut std::io::sink()).unwrap();
        assert_eq!(read, length, "the response broke off");
        read
    }
}
