//! A server with stated responses.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

pub fn listener() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    (listener, url)
}

/// Its base URL, and the requests that arrive. An empty response closes the connection.
pub fn serve(response: impl Into<String>) -> (String, Receiver<String>) {
    let response = response.into();
    serve_by(move |_| response.clone())
}

/// As [`serve`], with a response for each request.
pub fn serve_by<R: Into<Vec<u8>>>(respond: impl Fn(&str) -> R + Send + 'static) -> (String, Receiver<String>) {
    let (listener, url) = listener();
    let (sender, requests) = channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            while let Some(request) = read(&mut stream) {
                let response: Vec<u8> = respond(&request).into();
                // The test may not look at the requests.
                let _ = sender.send(request);
                stream.write_all(&response).unwrap();
                if !String::from_utf8_lossy(&response).contains("Connection: keep-alive") {
                    break;
                }
            }
        }
    });
    (url, requests)
}

/// Reads a whole request; `None` at the end of the connection.
pub fn read(stream: &mut TcpStream) -> Option<String> {
    let (mut text, mut buffer) = (Vec::new(), [0; 4096]);
    loop {
        let count = stream.read(&mut buffer).ok().filter(|count| *count > 0)?;
        text.extend(&buffer[..count]);
        let so_far = String::from_utf8_lossy(&text);
        if let Some((head, body)) = so_far.split_once("\r\n\r\n") {
            let length = head.to_lowercase();
            let length = length.split("content-length: ").nth(1).and_then(|rest| rest.lines().next()?.parse().ok());
            if body.len() >= length.unwrap_or(0) {
                return Some(so_far.into_owned());
            }
        }
    }
}

pub fn http(status: &str, kind: &str, body: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

/// A SOAP 1.1 response with this body.
pub fn soap(body: &str) -> String {
    let envelope = "http://schemas.xmlsoap.org/soap/envelope/";
    let envelope = format!("<soap:Envelope xmlns:soap=\"{envelope}\"><soap:Body>{body}</soap:Body></soap:Envelope>");
    http("200 OK", "text/xml; charset=utf-8", &envelope)
}

/// A SOAP 1.1 response with the result of an operation of the shop.
pub fn result(operation: &str, content: &str) -> String {
    soap(&format!(
        "<{operation}Response xmlns=\"urn:shop\"><{operation}Result>{content}</{operation}Result></{operation}Response>"
    ))
}

/// The first two thirds of the body of a response, as a whole one.
pub fn cut(response: &str) -> String {
    let body = response.split_once("\r\n\r\n").unwrap().1;
    http("200 OK", "text/xml; charset=utf-8", &body[..body.len() * 2 / 3])
}

/// The content of a DataSet with these declarations of tables.
pub fn data_set(tables: &str, rows: &str) -> String {
    format!(
        "<xs:schema id=\"D\" xmlns=\"\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" xmlns:msdata=\"urn:schemas-microsoft-com:xml-msdata\">\
         <xs:element name=\"D\" msdata:IsDataSet=\"true\"><xs:complexType><xs:choice minOccurs=\"0\" maxOccurs=\"unbounded\">{tables}</xs:choice>\
         </xs:complexType></xs:element></xs:schema><d:diffgram xmlns:d=\"urn:schemas-microsoft-com:xml-diffgram-v1\"><D xmlns=\"\">{rows}</D></d:diffgram>"
    )
}

/// The declaration of a table with these declarations of columns.
pub fn table(name: &str, columns: &str) -> String {
    format!(
        "<xs:element name=\"{name}\"><xs:complexType><xs:sequence>{columns}</xs:sequence></xs:complexType></xs:element>"
    )
}

pub fn column(name: &str, kind: &str) -> String {
    format!("<xs:element name=\"{name}\" type=\"xs:{kind}\" minOccurs=\"0\"/>")
}

/// A fault with this message.
pub fn fault(message: &str) -> String {
    let body =
        format!("<soap:Fault><faultcode>soap:Server</faultcode><faultstring>{message}</faultstring></soap:Fault>");
    soap(&body).replace("200 OK", "500 Internal Server Error")
}

pub const ORDERS: &str = "<FindOrdersResponse xmlns=\"urn:shop\"><FindOrdersResult>\
    <Order><Id>7</Id><CustomerID>東京\u{202e}</CustomerID><State>Open</State></Order>\
    <Order><Id>12</Id><CustomerID>a, \"b\"</CustomerID><State>Closed</State><Tags><string>x</string></Tags></Order>\
    </FindOrdersResult></FindOrdersResponse>";
