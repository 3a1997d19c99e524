//! Implementations of others judge every message over TLS: `ntlm_auth` of Samba, and pyspnego, which demands the channel binding.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};

use asmx_runtime::Client;
use asmx_windows_auth::{Identity, WindowsAuth};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE, WWW_AUTHENTICATE};
use http::{Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ClientConfig, RootCertStore, ServerConfig};
use test_servers::scripted::{SEND, builder, call, result_of};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use crate::servers::{PASSWORD, are_there};

/// Accepts one sign-in.
pub trait Judge: Send {
    fn step(&mut self, token: &[u8]) -> Verdict;
}

/// A program that accepts one sign-in, by lines.
struct Program {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    speaks: Protocol,
}

#[derive(Clone, Copy, PartialEq)]
enum Protocol {
    /// Squid's: `YR` and `KK` with base64.
    Squid,
    /// That of `tests/acceptor.py`: hexadecimal digits.
    Hex,
}

pub enum Verdict {
    Token(Vec<u8>),
    /// The user, and a last token that may be empty.
    Accepted(String, Vec<u8>),
    Refused,
}

impl Program {
    fn start(command: &mut Command, speaks: Protocol) -> Self {
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (input, output) = (process.stdin.take().unwrap(), BufReader::new(process.stdout.take().unwrap()));
        Self { process, input, output, speaks }
    }

    fn ntlm_auth() -> Self {
        let mut command = Command::new("/usr/bin/ntlm_auth");
        command.args(["--helper-protocol=squid-2.5-ntlmssp", "--username=ann", "--domain=SHOP"]);
        Self::start(command.arg(format!("--password={PASSWORD}")), Protocol::Squid)
    }

    /// `demanded` is the data of the channel binding.
    fn pyspnego(scheme: &str, demanded: &[u8]) -> Self {
        let mut command = Command::new(python());
        command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/acceptor.py")).arg(format!("SHOP:ann:{PASSWORD}\n"));
        let mut judge = Self::start(&mut command, Protocol::Hex);
        writeln!(judge.input, "begin {} {}", scheme.to_lowercase(), hex(demanded)).unwrap();
        judge
    }
}

impl Judge for Program {
    fn step(&mut self, token: &[u8]) -> Verdict {
        let is_first = token.get(8) == Some(&1);
        match self.speaks {
            Protocol::Squid => {
                let word = if is_first { "YR" } else { "KK" };
                writeln!(self.input, "{word} {}", BASE64_STANDARD.encode(token)).unwrap();
            }
            Protocol::Hex => writeln!(self.input, "{}", hex(token)).unwrap(),
        }
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let (word, rest) = line.trim_end().split_once(' ').unwrap_or((line.trim_end(), ""));
        match word {
            "TT" => Verdict::Token(BASE64_STANDARD.decode(rest).unwrap()),
            "token" => Verdict::Token(from_hex(rest)),
            "AF" => Verdict::Accepted(rest.to_owned(), Vec::new()),
            "accepted" => {
                let (user, token) = rest.split_once(' ').unwrap_or((rest, ""));
                Verdict::Accepted(user.to_owned(), from_hex(token))
            }
            _ => Verdict::Refused,
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It has nothing to end.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn python() -> String {
    std::env::var("WSDL_CLIENTS_PYTHON").unwrap_or_else(|_| "python3".to_owned())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
}

fn from_hex(digits: &str) -> Vec<u8> {
    (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap()).collect()
}

/// A server over TLS that offers one scheme.
pub struct Server {
    port: u16,
    certificate: CertificateDer<'static>,
    pub users: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// `judge` gets the certificate, for each connection.
    pub async fn start(scheme: &'static str, judge: impl Fn(&[u8]) -> Box<dyn Judge> + Send + Sync + 'static) -> Self {
        let issued = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let certificate = issued.cert.der().clone();
        let key = PrivateKeyDer::try_from(issued.signing_key.serialize_der()).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
        let config = config.with_no_client_auth().with_single_cert(vec![certificate.clone()], key).unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (port, users) = (listener.local_addr().unwrap().port(), Arc::<Mutex<Vec<String>>>::default());
        let (log, own) = (Arc::clone(&users), certificate.clone());
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let Ok(socket) = acceptor.accept(socket).await else { continue };
                let state = Arc::new(Mutex::new((judge(&own), None)));
                let log = Arc::clone(&log);
                let service = service_fn(move |request| {
                    let response = respond(&request, scheme, &mut state.lock().unwrap(), &log);
                    async move { Ok::<_, std::convert::Infallible>(response) }
                });
                let connection = hyper::server::conn::http1::Builder::new();
                tokio::spawn(connection.serve_connection(TokioIo::new(socket), service));
            }
        });
        Self { port, certificate, users }
    }

    pub fn client(&self, identity: Identity) -> Client {
        let mut roots = RootCertStore::empty();
        roots.add(self.certificate.clone()).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
        let stack = WindowsAuth::new(identity).tls(config.with_root_certificates(roots).with_no_client_auth());
        builder().base_url(format!("https://localhost:{}", self.port)).build_on(stack).unwrap()
    }
}

type State = (Box<dyn Judge>, Option<String>);

fn respond(
    request: &Request<Incoming>,
    scheme: &str,
    (judge, user): &mut State,
    log: &Mutex<Vec<String>>,
) -> Response<Full<Bytes>> {
    let authorization = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().unwrap().split_once(' '));
    let asks = |value: String| {
        let response = Response::builder().status(StatusCode::UNAUTHORIZED).header(WWW_AUTHENTICATE, value);
        response.body(Full::default()).unwrap()
    };
    let mut last = Vec::new();
    match authorization {
        Some((name, token)) if name == scheme => match judge.step(&BASE64_STANDARD.decode(token).unwrap()) {
            Verdict::Token(token) => return asks(format!("{scheme} {}", BASE64_STANDARD.encode(token))),
            Verdict::Refused => return asks(scheme.to_owned()),
            Verdict::Accepted(name, token) => {
                *user = Some(name);
                last = token;
            }
        },
        Some(_) => return asks(scheme.to_owned()),
        None => {}
    }
    let Some(user) = user else { return asks(scheme.to_owned()) };
    log.lock().unwrap().push(user.clone());
    let mut response = Response::builder().header(CONTENT_TYPE, "text/xml; charset=utf-8");
    if !last.is_empty() {
        response = response.header(WWW_AUTHENTICATE, format!("{scheme} {}", BASE64_STANDARD.encode(last)));
    }
    response.body(Full::new(result_of("Send").into())).unwrap()
}

fn ann(password: &str) -> Identity {
    Identity::ntlm(r"SHOP\ann", password)
}

/// Three calls are accepted, on one connection; those with another password are not.
async fn judged(scheme: &'static str, judge: impl Fn(&[u8]) -> Box<dyn Judge> + Send + Sync + 'static, user: &str) {
    let server = Server::start(scheme, judge).await;
    let client = server.client(ann(PASSWORD));
    for _ in 0..3 {
        call(&client, &SEND).await.unwrap();
    }
    let error = call(&server.client(ann("another")), &SEND).await.unwrap_err();
    let words = format!("it offers {scheme}; {scheme} was sent, and was not accepted");
    assert!(error.to_string().contains(&words), "{error}");
    assert_eq!(*server.users.lock().unwrap(), [user; 3]);
}

#[tokio::test]
async fn samba_accepts_ntlm() {
    if are_there(&["/usr/bin/ntlm_auth"]) {
        judged("NTLM", |_| Box::new(Program::ntlm_auth()), r"SHOP\ann").await;
    }
}

fn has_pyspnego() -> bool {
    let found =
        Command::new(python()).args(["-c", "import spnego"]).output().is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("skipped: {} has no pyspnego (.ci/install)", python());
    }
    found
}

/// The hash that the client must bind to: the certificates of `rcgen` are signed with SHA-256.
pub fn binding(certificate: &[u8]) -> Vec<u8> {
    asmx_windows_auth::checks::bind(certificate).unwrap()
}

#[tokio::test]
async fn pyspnego_accepts_both_schemes_with_their_channel_binding() {
    if has_pyspnego() {
        for scheme in ["NTLM", "Negotiate"] {
            judged(scheme, move |own| Box::new(Program::pyspnego(scheme, &binding(own))), r"SHOP\ann").await;
        }
    }
}

/// As where somebody between client and server passes the messages on.
#[tokio::test]
async fn a_sign_in_for_another_certificate_is_refused() {
    if !has_pyspnego() {
        return;
    }
    for scheme in ["NTLM", "Negotiate"] {
        let server =
            Server::start(scheme, move |_| Box::new(Program::pyspnego(scheme, b"tls-server-end-point:another"))).await;
        let error = call(&server.client(ann(PASSWORD)), &SEND).await.unwrap_err();
        assert!(error.to_string().contains("was sent, and was not accepted"), "{error}");
        assert!(server.users.lock().unwrap().is_empty());
    }
}
