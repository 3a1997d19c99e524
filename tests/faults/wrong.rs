//! The responses of a server that is not in order.

use super::request::Received;
use super::responses::{chunked, document, document_of, right, typed, until_close, with_length};

/// An empty response.
pub fn nothing(_: &Received) -> Vec<u8> {
    Vec::new()
}

/// A head without its end.
pub fn half_head(received: &Received) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\n{}X-", typed(received)).into_bytes()
}

/// The right response without its last bytes.
fn without_last(received: &Received, missing: usize) -> Vec<u8> {
    let mut response = right(received);
    response.truncate(response.len() - missing);
    response
}

/// The right response without its body.
pub fn head_alone(received: &Received) -> Vec<u8> {
    without_last(received, document(received).len())
}

/// The right response without the last 40 bytes of its body.
pub fn half_body(received: &Received) -> Vec<u8> {
    without_last(received, 40)
}

pub fn in_chunks(received: &Received) -> Vec<u8> {
    chunked(&typed(received), document(received).as_bytes())
}

pub fn without_last_chunk(received: &Received) -> Vec<u8> {
    let mut response = in_chunks(received);
    response.truncate(response.len() - "0\r\n\r\n".len());
    response
}

pub fn of_untold_length(received: &Received) -> Vec<u8> {
    until_close(&typed(received), document(received).as_bytes())
}

pub fn half_of_untold_length(received: &Received) -> Vec<u8> {
    let body = document(received);
    until_close(&typed(received), &body.as_bytes()[..body.len() - 40])
}

/// The head of a response of no told length, and the begin of its body.
pub fn begun_of_untold_length(received: &Received) -> Vec<u8> {
    until_close(&typed(received), b"<a>")
}

pub fn after_continue(received: &Received) -> Vec<u8> {
    [b"HTTP/1.1 100 Continue\r\n\r\n".to_vec(), right(received)].concat()
}

/// The right response with another text for the value of `Content-Length`.
pub fn with_declared_length(received: &Received, length: &str) -> Vec<u8> {
    let body = document(received);
    format!("HTTP/1.1 200 OK\r\n{}Content-Length: {length}\r\n\r\n{body}", typed(received)).into_bytes()
}

/// 40 bytes too short.
pub fn length_too_short(received: &Received) -> Vec<u8> {
    with_declared_length(received, &(document(received).len() - 40).to_string())
}

/// 40 bytes too long.
pub fn length_too_long(received: &Received) -> Vec<u8> {
    with_declared_length(received, &(document(received).len() + 40).to_string())
}

pub fn two_lengths(received: &Received) -> Vec<u8> {
    with_declared_length(received, &format!("{}\r\nContent-Length: 3", document(received).len()))
}

/// The head of a response in chunks.
pub fn head_of_chunks(received: &Received) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\n{}Transfer-Encoding: chunked\r\n\r\n", typed(received)).into_bytes()
}

/// The right document as a chunk of that size.
pub fn one_chunk(received: &Received, size: &str) -> Vec<u8> {
    let chunk = format!("{size}\r\n{}\r\n0\r\n\r\n", document(received));
    [head_of_chunks(received), chunk.into_bytes()].concat()
}

/// The right response with `new` instead of `old`.
fn changed(received: &Received, old: &str, new: &str) -> Vec<u8> {
    String::from_utf8(right(received)).unwrap().replace(old, new).into_bytes()
}

pub fn status_of_letters(received: &Received) -> Vec<u8> {
    changed(received, "200 OK", "OK OK")
}

pub fn header_without_colon(received: &Received) -> Vec<u8> {
    changed(received, "Content-Length:", "Content-Length")
}

/// This body as a result, behind these more header lines.
pub fn with_head(received: &Received, headers: &str, body: &[u8]) -> Vec<u8> {
    with_length("200 OK", &format!("{}{headers}", typed(received)), body)
}

/// The right document, declared to be of that type.
pub fn of_type(received: &Received, content_type: &str) -> Vec<u8> {
    with_length("200 OK", &format!("Content-Type: {content_type}\r\n"), document(received).as_bytes())
}

/// The right document, without a type.
pub fn of_no_type(received: &Received) -> Vec<u8> {
    with_length("200 OK", "", document(received).as_bytes())
}

/// A byte of the document is no UTF-8.
pub fn of_another_encoding(received: &Received) -> Vec<u8> {
    let marked = document(received).replace("case", "@");
    let body: Vec<u8> = marked.bytes().map(|byte| if byte == b'@' { 0xE9 } else { byte }).collect();
    with_head(received, "", &body)
}

pub fn compressed(received: &Received) -> Vec<u8> {
    with_head(received, "Content-Encoding: br\r\n", b"\x1f\x8b\x08\0\0\0\0\0\0\x03\xb3\x49\0\0")
}

pub fn with_dtd(received: &Received) -> Vec<u8> {
    let document = document(received).replacen("?>", "?><!DOCTYPE a [<!ENTITY b \"c\">]>", 1);
    with_head(received, "", document.as_bytes())
}

pub fn of_another_operation(received: &Received) -> Vec<u8> {
    with_head(received, "", document_of(received, "Another").as_bytes())
}

/// An error of the service over SOAP.
pub fn soap_fault(received: &Received) -> Vec<u8> {
    let body = "<?xml version=\"1.0\"?><soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Body>\
                <soap:Fault><faultcode>soap:Server</faultcode><faultstring>no</faultstring></soap:Fault></soap:Body></soap:Envelope>";
    with_length("500 Internal Server Error", &typed(received), body.as_bytes())
}

/// An error of the service over GET and POST.
pub fn plain_text_error(_: &Received) -> Vec<u8> {
    with_length("500 Internal Server Error", "Content-Type: text/plain\r\n", b"System.Exception: no")
}

/// A page for people with that status.
pub fn page(status: &str, headers: &str) -> Vec<u8> {
    let page = format!("<html><head><title>{status}</title></head><body><h1>{status}</h1></body></html>");
    with_length(status, &format!("Content-Type: text/html\r\n{headers}"), page.as_bytes())
}

/// A status and no body.
pub fn empty(status: &str) -> Vec<u8> {
    with_length(status, "", b"")
}
