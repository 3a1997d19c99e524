//! A server over TLS that does not process requests over HTTP/2 (RFC 9113), with frames written by hand. It responds to all over HTTP/1.1.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use rcgen::{CertificateParams, KeyPair};
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use super::request::Received;

/// `NO_ERROR` as a code of HTTP/2.
pub const NO_ERROR: u32 = 0;
/// `INTERNAL_ERROR`.
pub const INTERNAL_ERROR: u32 = 2;
/// `REFUSED_STREAM`.
pub const REFUSED_STREAM: u32 = 7;
/// `ENHANCE_YOUR_CALM`.
pub const ENHANCE_YOUR_CALM: u32 = 11;
/// `HTTP_1_1_REQUIRED`.
pub const HTTP_1_1_REQUIRED: u32 = 13;

/// The treatment of requests over HTTP/2.
#[derive(Clone, Copy)]
pub enum Http2 {
    /// Each stream is reset with this code.
    Resets(u32),
    /// The first connection responds to one request and waits for so many more. Then it goes away with this code, names the first of them as the last
    /// that it may have processed, and ends. Later connections respond.
    GoesAway(u32, usize),
}

/// A running server.
pub struct Http2Server {
    pub port: u16,
    /// Its certificate for `localhost`, in PEM.
    pub certificate: String,
    requests: Arc<Mutex<Vec<String>>>,
}

/// The content type and body of the response to a request, which is empty over HTTP/2. With `None` the connection ends.
pub type Respond = fn(&str) -> Option<(&'static str, String)>;

impl Http2Server {
    /// Offers these protocols of ALPN.
    pub fn start(http2: Http2, protocols: &[&str], respond: Respond) -> Self {
        let key = KeyPair::generate().unwrap();
        let certificate = CertificateParams::new(["localhost".to_owned()]).unwrap().self_signed(&key).unwrap();
        let chain = vec![CertificateDer::from(certificate.der().to_vec())];
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let config = config.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
        let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        let mut config = config.with_single_cert(chain, key).unwrap();
        config.alpn_protocols = protocols.iter().map(|protocol| protocol.as_bytes().to_vec()).collect();
        let config = Arc::new(config);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (port, requests) = (listener.local_addr().unwrap().port(), Arc::<Mutex<Vec<String>>>::default());
        let log = Arc::clone(&requests);
        thread::spawn(move || {
            let mut is_first = true;
            for socket in listener.incoming().flatten() {
                let tls = StreamOwned::new(ServerConnection::new(Arc::clone(&config)).unwrap(), socket);
                let connection = Connection { tls, log: Arc::clone(&log), respond };
                // A client may end a connection at any time.
                let is_first_over_2 = is_first;
                is_first = false;
                thread::spawn(move || connection.serve(http2, is_first_over_2));
            }
        });
        Self { port, certificate: certificate.pem(), requests }
    }

    /// The requests since the last time: `HTTP/2`, or the head and body of one over HTTP/1.1.
    pub fn take_requests(&self) -> Vec<String> {
        std::mem::take(&mut *self.requests.lock().unwrap())
    }

    /// The versions of the requests since the last time.
    pub fn take_versions(&self) -> Vec<&'static str> {
        let requests = self.take_requests();
        requests.iter().map(|one| if one == "HTTP/2" { "HTTP/2" } else { "HTTP/1.1" }).collect()
    }
}

struct Connection {
    tls: StreamOwned<ServerConnection, TcpStream>,
    log: Arc<Mutex<Vec<String>>>,
    respond: Respond,
}

struct Frame {
    kind: u8,
    flags: u8,
    stream: u32,
}

const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const GO_AWAY: u8 = 7;
const END_STREAM: u8 = 1;
const ACK: u8 = 1;
const END_HEADERS: u8 = 4;

impl Connection {
    fn serve(mut self, http2: Http2, is_first: bool) -> io::Result<()> {
        while self.tls.conn.is_handshaking() {
            self.tls.conn.complete_io(&mut self.tls.sock)?;
        }
        if self.tls.conn.alpn_protocol() != Some(b"h2") {
            return self.over_http_1();
        }
        let mut preface = [0; 24];
        self.tls.read_exact(&mut preface)?;
        self.write(SETTINGS, 0, 0, &[])?;
        match http2 {
            Http2::Resets(code) => loop {
                let stream = self.request()?;
                self.write(RST_STREAM, 0, stream, &code.to_be_bytes())?;
            },
            Http2::GoesAway(code, waits) if is_first => {
                let stream = self.request()?;
                self.respond_over_http_2(stream)?;
                let streams = (0..waits).map(|_| self.request()).collect::<io::Result<Vec<_>>>()?;
                let last = streams.first().copied().unwrap_or_default();
                self.write(GO_AWAY, 0, 0, &[last.to_be_bytes(), code.to_be_bytes()].concat())?;
                self.tls.conn.send_close_notify();
                self.tls.flush()?;
                self.tls.sock.shutdown(Shutdown::Write)?;
                // Unread bytes would make the system send a reset instead.
                io::copy(&mut self.tls.sock, &mut io::sink()).map(drop)
            }
            Http2::GoesAway(..) => loop {
                let stream = self.request()?;
                self.respond_over_http_2(stream)?;
            },
        }
    }

    fn over_http_1(mut self) -> io::Result<()> {
        let (mut request, mut chunk) = (Vec::new(), [0; 16 * 1024]);
        loop {
            let count = self.tls.read(&mut chunk)?;
            if count == 0 {
                return Ok(());
            }
            request.extend_from_slice(chunk.get(..count).unwrap_or_default());
            if Received::is_whole(&request) {
                let text = String::from_utf8_lossy(&std::mem::take(&mut request)).into_owned();
                let response = (self.respond)(&text);
                self.log.lock().unwrap().push(text);
                let Some((kind, body)) = response else { return Ok(()) };
                let length = body.len();
                write!(self.tls, "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n{body}")?;
                self.tls.flush()?;
            }
        }
    }

    /// Reads up to the head of the next request, and returns its stream. Bodies are read and dropped.
    fn request(&mut self) -> io::Result<u32> {
        loop {
            let mut head = [0; 9];
            self.tls.read_exact(&mut head)?;
            let [a, b, c, kind, flags, stream @ ..] = head;
            let mut content = vec![0; u32::from_be_bytes([0, a, b, c]) as usize];
            self.tls.read_exact(&mut content)?;
            let frame = Frame { kind, flags, stream: u32::from_be_bytes(stream) };
            match frame {
                Frame { kind: SETTINGS, flags, .. } if flags & ACK == 0 => self.write(SETTINGS, ACK, 0, &[])?,
                Frame { kind: HEADERS, stream, .. } => {
                    self.log.lock().unwrap().push("HTTP/2".to_owned());
                    return Ok(stream);
                }
                _ => {}
            }
        }
    }

    fn respond_over_http_2(&mut self, stream: u32) -> io::Result<()> {
        let Some((kind, body)) = (self.respond)("") else { return Ok(()) };
        // `:status: 200`, and a literal value of the name `content-type`, which is never indexed (RFC 7541).
        let mut head = vec![0x88, 0x1f, 0x10, u8::try_from(kind.len()).unwrap()];
        head.extend_from_slice(kind.as_bytes());
        self.write(HEADERS, END_HEADERS, stream, &head)?;
        self.write(DATA, END_STREAM, stream, body.as_bytes())
    }

    fn write(&mut self, kind: u8, flags: u8, stream: u32, content: &[u8]) -> io::Result<()> {
        let length = u32::try_from(content.len()).unwrap().to_be_bytes();
        let mut frame = length[1..].to_vec();
        frame.extend_from_slice(&[kind, flags]);
        frame.extend_from_slice(&stream.to_be_bytes());
        frame.extend_from_slice(content);
        self.tls.write_all(&frame)?;
        self.tls.flush()
    }
}
