//! A server that asks for NTLM and believes every name: it shows whose connection carries which request, and fails on purpose. As http.sys it
//! takes no request of a method with a body that states no length.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use bytes::Bytes;
use http::header::{AUTHORIZATION, CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, TRANSFER_ENCODING, WWW_AUTHENTICATE};
use http::{Method, Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

/// The part of a sign-in that a request is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leg {
    /// The first message of NTLM.
    Negotiate,
    /// The last one, with the request.
    Authenticate,
    /// A request on a connection that is signed in.
    Later,
    /// A request of nobody.
    Anonymous,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    None,
    /// The connection ends instead of a response. At the last leg the request was executed before.
    Cut(Leg),
    /// No response comes.
    Stall(Leg),
    /// Each token gets a challenge.
    Repeats,
    /// The challenge is these bytes.
    Challenge(&'static [u8]),
    /// The challenge is not base64.
    Malformed,
    /// Refuses every user.
    Refuses,
    /// Demands no sign-in.
    Open,
    /// Each request has to sign in.
    Forgets,
    /// After each of so many requests the connection is nobody's.
    ForgetsOneIn(usize),
    /// This part of a sign-in gets this status.
    Status(Leg, u16),
    /// The same, and the connection ends.
    LastStatus(Leg, u16),
    /// As IIS where everybody may call: this status for the empty request, and no sign-in.
    OpenButEmpty(u16),
    /// Every request gets this status, and the connection ends.
    Always(u16),
    /// The first connection gets this status, and there is no other.
    Once(u16),
    /// The first response comes after this time.
    Starts(Duration),
    /// Refuses so many users.
    RefusesAtFirst(usize),
    /// The connection ends after the challenge.
    Closes,
    /// Only Basic is offered.
    BasicOnly,
    /// Each request fails with this text, and with the last message of the sign-in.
    Says(&'static str),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    pub leg: Leg,
    /// The name that the connection is signed in with.
    pub user: String,
    pub body: String,
    pub action: bool,
}

pub struct Acceptor {
    pub address: SocketAddr,
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl Acceptor {
    pub async fn new(fault: Fault) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, seen) = (listener.local_addr().unwrap(), Arc::<Mutex<Vec<Seen>>>::default());
        let log = Arc::clone(&seen);
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let log = Arc::clone(&log);
                socket.set_nodelay(true).unwrap();
                let user = Arc::<Mutex<Option<String>>>::default();
                let service = service_fn(move |request| respond(request, fault, Arc::clone(&user), Arc::clone(&log)));
                let connection = hyper::server::conn::http1::Builder::new();
                tokio::spawn(connection.serve_connection(TokioIo::new(socket), service));
                if matches!(fault, Fault::Once(_)) {
                    break;
                }
            }
        });
        Self { address, seen }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }

    pub fn legs(&self) -> Vec<Leg> {
        self.seen().into_iter().map(|seen| seen.leg).collect()
    }

    /// The requests that were executed: those with a body.
    pub fn executed(&self) -> Vec<Seen> {
        let of_nobody = |seen: &Seen| seen.leg == Leg::Anonymous;
        self.seen().into_iter().filter(|seen| !seen.body.is_empty() && !of_nobody(seen)).collect()
    }
}

/// The response to a request whose length is missing, or stated without a body.
fn of_wrong_length(parts: &http::request::Parts) -> Option<Response<Full<Bytes>>> {
    let states_length = [CONTENT_LENGTH, TRANSFER_ENCODING].iter().any(|name| parts.headers.contains_key(name));
    (states_length == (parts.method == Method::GET)).then(|| {
        let status = if states_length { StatusCode::BAD_REQUEST } else { StatusCode::LENGTH_REQUIRED };
        Response::builder().status(status).header(CONNECTION, "close").body(Full::default()).unwrap()
    })
}

async fn respond(
    request: Request<Incoming>,
    fault: Fault,
    connection: Arc<Mutex<Option<String>>>,
    log: Arc<Mutex<Vec<Seen>>>,
) -> Result<Response<Full<Bytes>>, std::io::Error> {
    let (parts, body) = request.into_parts();
    if let Some(response) = of_wrong_length(&parts) {
        return Ok(response);
    }
    let body = String::from_utf8(body.collect().await.map_err(std::io::Error::other)?.to_bytes().to_vec()).unwrap();
    let token = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().unwrap().strip_prefix("NTLM "));
    let sent = token.unwrap_or_default().to_owned();
    let token = token.map(|token| BASE64_STANDARD.decode(token).unwrap());
    let leg = match &token {
        Some(token) if token[8] == 1 => Leg::Negotiate,
        Some(_) => Leg::Authenticate,
        None if connection.lock().unwrap().is_some() => Leg::Later,
        None => Leg::Anonymous,
    };
    if let Some(token) = token.filter(|_| leg == Leg::Authenticate) {
        *connection.lock().unwrap() = Some(user_of(&token));
    }
    let user = connection.lock().unwrap().clone().unwrap_or_default();
    let count = {
        let mut log = log.lock().unwrap();
        log.push(Seen { leg, user, body: body.clone(), action: parts.headers.contains_key("soapaction") });
        log.iter().filter(|seen| seen.leg == leg).count()
    };
    let page = |status: u16, closes: bool| {
        let response = Response::builder().status(status).header(CONTENT_TYPE, "text/html");
        let response = if closes { response.header(CONNECTION, "close") } else { response };
        Ok(response.body(Full::new(format!("<html>the page of {status}</html>").into())).unwrap())
    };
    match fault {
        Fault::Cut(of) if of == leg => return Err(std::io::Error::other("cut")),
        Fault::Stall(of) if of == leg => tokio::time::sleep(Duration::from_secs(600)).await,
        Fault::Forgets => *connection.lock().unwrap() = None,
        Fault::Starts(time) if leg == Leg::Negotiate && count == 1 => tokio::time::sleep(time).await,
        Fault::ForgetsOneIn(times) if !body.is_empty() && leg != Leg::Anonymous => {
            let seen = log.lock().unwrap();
            let executed = seen.iter().filter(|seen| matches!(seen.leg, Leg::Authenticate | Leg::Later)).count();
            if executed.is_multiple_of(times) {
                *connection.lock().unwrap() = None;
            }
        }
        _ => {}
    }
    let asks = |value: &str| {
        let response = Response::builder().status(StatusCode::UNAUTHORIZED).header(WWW_AUTHENTICATE, value);
        let response = if fault == Fault::Closes { response.header(CONNECTION, "close") } else { response };
        Ok(response.body(Full::new(Bytes::from_static(b"<html>sign in</html>"))).unwrap())
    };
    let challenge = |bytes: &[u8]| asks(&format!("NTLM {}", BASE64_STANDARD.encode(bytes)));
    match (fault, leg) {
        (Fault::Always(status) | Fault::Once(status), _) => return page(status, true),
        (Fault::Status(of, status), _) if of == leg => return page(status, false),
        (Fault::LastStatus(of, status), _) if of == leg => return page(status, true),
        (Fault::OpenButEmpty(status), Leg::Negotiate) => return page(status, false),
        (Fault::Open | Fault::OpenButEmpty(_), _) => {}
        (Fault::RefusesAtFirst(times), Leg::Authenticate) if count <= times => {
            *connection.lock().unwrap() = None;
            return asks("NTLM");
        }
        (Fault::BasicOnly, _) => return asks("Basic realm=\"shop\""),
        (Fault::Challenge(bytes), Leg::Negotiate) => return challenge(bytes),
        (Fault::Malformed, Leg::Negotiate) => return asks("NTLM ???"),
        (Fault::Repeats, _) | (_, Leg::Negotiate) => return challenge(&challenge_message()),
        (Fault::Refuses, _) | (_, Leg::Anonymous) => return asks("NTLM"),
        (Fault::Says(text), _) => {
            let response = Response::builder().status(500).header(CONTENT_TYPE, "text/plain");
            return Ok(response.body(Full::new(format!("{text} {sent}").into())).unwrap());
        }
        _ => {}
    }
    let operation = if body.contains("<Send") { "Send" } else { "Read" };
    let response = Response::builder().header(CONTENT_TYPE, "text/xml; charset=utf-8");
    Ok(response.body(Full::new(test_servers::scripted::result_of(operation).into())).unwrap())
}

/// The name of the user in the last message: a field of length, room and place, at byte 36.
fn user_of(token: &[u8]) -> String {
    let (length, place) =
        (u16::from_le_bytes([token[36], token[37]]), u32::from_le_bytes(token[40..44].try_into().unwrap()));
    let name = &token[place as usize..place as usize + usize::from(length)];
    let units = name.chunks(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]])).collect::<Vec<_>>();
    String::from_utf16(&units).unwrap()
}

/// A challenge as servers of today send it: Unicode, extended session security, 128 bits, a time.
pub fn challenge_message() -> Vec<u8> {
    let mut info = Vec::new();
    let mut pair = |kind: u16, value: &[u8]| {
        info.extend(kind.to_le_bytes());
        info.extend(u16::try_from(value.len()).unwrap().to_le_bytes());
        info.extend(value);
    };
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    pair(2, &wide("SHOP"));
    pair(1, &wide("SERVER"));
    pair(7, &133_000_000_000_000_000_u64.to_le_bytes());
    pair(0, &[]);
    let mut message = b"NTLMSSP\0\x02\0\0\0".to_vec();
    let target = wide("SHOP");
    let field = |length: usize, place: usize| {
        let length = u16::try_from(length).unwrap().to_le_bytes();
        [&length[..], &length[..], &u32::try_from(place).unwrap().to_le_bytes()].concat()
    };
    message.extend(field(target.len(), 56));
    message.extend(0xE289_8215_u32.to_le_bytes());
    message.extend([1, 2, 3, 4, 5, 6, 7, 8]);
    message.extend([0; 8]);
    message.extend(field(info.len(), 56 + target.len()));
    message.extend([10, 0, 0, 0, 0, 0, 0, 15]);
    message.extend(target);
    message.extend(info);
    message
}
