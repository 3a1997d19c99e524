//! One connection to the server, over TCP or TLS, with HTTP/1.1.

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use asmx_runtime::stack::{ClientCertificates, Secrets, SignInReport};
use bytes::Bytes;
use http::header::HOST;
use http::{HeaderValue, Request, Response, Uri};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::ClientConfig;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::Instant;
use tokio_rustls::TlsConnector;

use crate::channel_binding::ChannelBinding;
use crate::early_response::EarlyResponse;

/// The server that an identity is for. The secret's messages go nowhere else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) is_tls: bool,
    pub(crate) host: String,
    pub(crate) port: u16,
    /// The header `Host`.
    header: HeaderValue,
}

impl Origin {
    /// `None` if the address is not one of HTTP.
    pub(crate) fn of(uri: &Uri) -> Option<Self> {
        let is_tls = match uri.scheme_str()? {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        let authority = uri.authority()?;
        let port = authority.port_u16().unwrap_or(if is_tls { 443 } else { 80 });
        let host = authority.host().trim_matches(['[', ']']).to_ascii_lowercase();
        let named = authority.as_str().rsplit('@').next()?;
        Some(Self { is_tls, host, port, header: HeaderValue::from_str(named).ok()? })
    }
}

/// The server's knowledge of a connection.
#[derive(Debug, Clone)]
pub(crate) enum Standing {
    /// No user is signed in, or the server forgot the user.
    Unknown,
    /// A request succeeded without a sign-in.
    Open(SignInReport),
    SignedIn {
        report: SignInReport,
        /// Whether a request came after the one that signed in.
        is_used: bool,
    },
}

/// A connection between two requests.
pub(crate) struct Connection {
    sender: http1::SendRequest<Full<Bytes>>,
    pub(crate) binding: Option<ChannelBinding>,
    pub(crate) standing: Standing,
    /// Those of the identity that signed in: later requests on the connection have them too.
    pub(crate) secrets: Secrets,
}

/// TLS of the connections of a stack.
#[derive(Clone)]
pub(crate) struct Encryption {
    pub(crate) config: Arc<ClientConfig>,
    pub(crate) certificates: ClientCertificates,
}

/// A failure of a request.
pub(crate) enum Failure {
    /// The connection had ended before the request was sent.
    Unsent,
    Broken(hyper::Error),
}

impl Connection {
    /// Connects over TLS if there is a configuration of it.
    pub(crate) async fn open(origin: &Origin, tls: Option<Encryption>) -> io::Result<Self> {
        let begun = Instant::now();
        let socket = match origin.host.as_str() {
            // `localhost` is this machine, whatever a resolver says.
            "localhost" => {
                let addresses =
                    [SocketAddr::from((Ipv4Addr::LOCALHOST, origin.port)), (Ipv6Addr::LOCALHOST, origin.port).into()];
                TcpStream::connect(addresses.as_slice()).await?
            }
            host => TcpStream::connect((host, origin.port)).await?,
        };
        socket.set_nodelay(true)?;
        let Some(Encryption { config, certificates }) = tls else { return Self::over(socket, None).await };
        let name = ServerName::try_from(origin.host.clone()).map_err(io::Error::other)?;
        let socket = TlsConnector::from(config).connect(name, socket).await?;
        let certificate = socket.get_ref().1.peer_certificates().and_then(|all| all.first());
        let binding = certificate.and_then(|certificate| ChannelBinding::tls_server_end_point(certificate).ok());
        let connection = Self::over(socket, binding).await?;
        if let Some(wait) = certificates.wait(begun.elapsed()) {
            tokio::time::sleep(wait).await;
        }
        if connection.is_closed() {
            return Err(io::Error::new(io::ErrorKind::ConnectionAborted, "the server ended the connection"));
        }
        Ok(connection)
    }

    async fn over<S>(socket: S, binding: Option<ChannelBinding>) -> io::Result<Self>
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let (sender, connection) =
            http1::handshake(TokioIo::new(EarlyResponse::new(socket))).await.map_err(io::Error::other)?;
        // Its errors are those of the requests.
        tokio::spawn(connection);
        Ok(Self { sender, binding, standing: Standing::Unknown, secrets: Secrets::new() })
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.sender.is_closed()
    }

    pub(crate) async fn send(
        &mut self,
        origin: &Origin,
        mut request: Request<Full<Bytes>>,
    ) -> Result<Response<Incoming>, Failure> {
        if self.sender.ready().await.is_err() {
            return Err(Failure::Unsent);
        }
        if let Some(path) = request.uri().path_and_query().cloned() {
            *request.uri_mut() = Uri::from(path);
        }
        request.headers_mut().insert(HOST, origin.header.clone());
        self.sender.try_send_request(request).await.map_err(|mut error| match error.take_message() {
            Some(_) => Failure::Unsent,
            None => Failure::Broken(error.into_error()),
        })
    }
}
