//! A server that repeats what it was sent, in many ways, and is sick in others.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::marker::{every_byte, form, html, json, letter_by_letter, lower, percent, wide, xml};

/// The response to every request.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Sickness {
    /// A fault whose every part repeats the request.
    Fault,
    /// A fault that repeats it in every encoding.
    EncodedFault,
    /// One that repeats the credentials alone, letter by letter.
    SpelledFault,
    SpelledPage,
    /// A response that has them where no text is: in names, in its media type, in headers.
    OddPlaces,
    Page,
    WidePage,
    WidePageBigEndian,
    Redirect,
    Truncated,
    Silent,
    Closed,
    WrongType,
    Busy,
    BadRequest,
    Oversize,
    NotXml,
    WrongResponse,
    Unauthorised,
}

pub const ALL: [Sickness; 19] = [
    Sickness::Fault,
    Sickness::EncodedFault,
    Sickness::SpelledFault,
    Sickness::SpelledPage,
    Sickness::OddPlaces,
    Sickness::Page,
    Sickness::WidePage,
    Sickness::WidePageBigEndian,
    Sickness::Redirect,
    Sickness::Truncated,
    Sickness::Silent,
    Sickness::Closed,
    Sickness::WrongType,
    Sickness::Busy,
    Sickness::BadRequest,
    Sickness::Oversize,
    Sickness::NotXml,
    Sickness::WrongResponse,
    Sickness::Unauthorised,
];

/// The largest response that clients read here, in bytes.
pub const LIMIT: usize = 30_000;

pub async fn serve(sickness: Sickness) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            tokio::spawn(respond(socket, sickness));
        }
    });
    url
}

fn head(status: &str, kind: &str) -> String {
    format!("HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n")
}

fn envelope(body: &str) -> Vec<u8> {
    let open = "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>";
    format!("{open}{body}</s:Body></s:Envelope>").into_bytes()
}

/// Credentials in a media type, headers, a reason, a namespace and a prefix.
fn odd_places(request: &str, credentials: &str) -> (String, Vec<u8>) {
    let hex = every_byte(credentials, |byte| format!("{byte:02x}"));
    let coded = every_byte(credentials, |byte| format!("%{byte:02X}"));
    let headers = format!("X-{hex}: 1\r\nX-Note: {coded}\r\n");
    let xml = head("200 OK", "text/xml") + &headers;
    match request.len() % 3 {
        0 => (head(&format!("418 {coded}"), &format!("application/{coded}")) + &headers, Vec::new()),
        1 => (xml, format!("<r xmlns=\"{}{}\"/>", "x".repeat(74), html(credentials)).into_bytes()),
        _ => (xml, envelope(&format!("<p{hex}:r>{coded}</p{hex}:r>"))),
    }
}

/// Its response: the head without its length, and the body.
fn message(sickness: Sickness, request: &str, credentials: &str) -> (String, Vec<u8>) {
    // The bytes on the wire, and the values that the service read.
    let echoed = format!("{request} {credentials}");
    let fault = |text: &str| {
        let text = xml(text);
        envelope(&format!(
            "<s:Fault><faultcode>s:{}</faultcode><faultstring>{text} ---&gt; {text}</faultstring><faultactor>{text}</faultactor>\
             <detail><x>{text}</x></detail></s:Fault>",
            xml(credentials)
        ))
    };
    match sickness {
        Sickness::Fault if request.contains("nvelope") => (head("500 Error", "text/xml"), fault(&echoed)),
        Sickness::Fault => (head("500 Error", "text/plain"), format!("A.B.C: {echoed} ---> {echoed}").into_bytes()),
        Sickness::EncodedFault => {
            let base64 =
                [&echoed, &format!("x{echoed}"), &format!("xy{echoed}")].map(|text| STANDARD.encode(text)).join(" ");
            let json = json(&echoed);
            let all =
                [percent(&echoed), form(&echoed), lower(&percent(&echoed)), html(&echoed), json, base64].join(" | ");
            let wide = STANDARD.encode(wide(&echoed, u16::to_le_bytes));
            if request.contains("nvelope") {
                (head("500 Error", "text/xml"), fault(&format!("{all} {wide}")))
            } else {
                (head("500 Error", "text/plain"), format!("{all} {wide}").into_bytes())
            }
        }
        Sickness::SpelledFault | Sickness::SpelledPage => {
            let spelled = letter_by_letter(credentials).join(" | ");
            match sickness {
                Sickness::SpelledPage => (head("500 Error", "text/html"), spelled.into_bytes()),
                _ if request.contains("nvelope") => (head("500 Error", "text/xml"), fault(&spelled)),
                _ => (head("500 Error", "text/plain"), spelled.into_bytes()),
            }
        }
        Sickness::OddPlaces => odd_places(request, credentials),
        Sickness::Page => {
            (head("500 Error", "text/html"), format!("<html>{} {echoed}</html>", html(&echoed)).into_bytes())
        }
        Sickness::WidePage => (
            head("500 Error", "text/html; charset=utf-16"),
            wide(&format!("\u{FEFF}<html>{}", html(&echoed)), u16::to_le_bytes),
        ),
        Sickness::WidePageBigEndian => (head("502 Bad", "text/html"), wide(&echoed, u16::to_be_bytes)),
        Sickness::Redirect => {
            let target = request.split(' ').nth(1).unwrap_or("/");
            let location = format!("Location: http://127.0.0.1:1{target}&x={}\r\n", percent(credentials));
            (head("302 Found", "text/html") + &location, html(&echoed).into_bytes())
        }
        Sickness::Truncated | Sickness::NotXml => (head("200 OK", "text/xml"), echoed.into_bytes()),
        Sickness::Silent | Sickness::Closed => (String::new(), Vec::new()),
        Sickness::WrongType => {
            (head("200 OK", "application/json"), format!("{{\"said\":\"{}\"}}", json(&echoed)).into_bytes())
        }
        Sickness::Busy => (head("503 Busy", "text/plain") + "Retry-After: 120\r\n", echoed.into_bytes()),
        Sickness::BadRequest => (head("400 Bad", "text/plain"), lower(&form(&echoed)).into_bytes()),
        Sickness::Oversize => {
            let body = echoed.clone().into_bytes().into_iter().cycle().take(LIMIT + 10_000).collect();
            (head("200 OK", "text/xml"), body)
        }
        Sickness::WrongResponse => {
            let text = xml(&echoed);
            (head("200 OK", "text/xml"), envelope(&format!("<said a=\"{}\">{text}</said>", html(credentials))))
        }
        Sickness::Unauthorised => {
            let challenge = format!("WWW-Authenticate: Basic realm=\"{}\"\r\n", percent(credentials));
            (head("401 No", "text/plain") + &challenge, echoed.into_bytes())
        }
    }
}

async fn respond(mut socket: TcpStream, sickness: Sickness) {
    let Some(request) = read(&mut socket).await else { return };
    let (head, body) = message(sickness, &request, super::marker::PASSWORD);
    match sickness {
        Sickness::Silent => tokio::time::sleep(std::time::Duration::from_secs(60)).await,
        Sickness::Closed => {}
        _ => {
            let missing = if sickness == Sickness::Truncated { 100 } else { 0 };
            let head = format!("{head}Connection: close\r\nContent-Length: {}\r\n\r\n", body.len() + missing);
            // The client may have left.
            let _ = socket.write_all(&[head.into_bytes(), body].concat()).await;
            let _ = socket.shutdown().await;
        }
    }
}

/// A whole request as text; `None` if the connection ended.
async fn read(socket: &mut TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, _)) = text.split_once("\r\n\r\n") {
            let length =
                head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
            if bytes.len() >= head.len() + 4 + length.unwrap_or(0_usize) {
                return Some(text);
            }
        }
        let mut piece = [0; 16 * 1024];
        match socket.read(&mut piece).await {
            Ok(count) if count > 0 => bytes.extend_from_slice(&piece[..count]),
            _ => return None,
        }
    }
}
