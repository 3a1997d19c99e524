//! The responses of a server in order, byte by byte: the base of every wrong response.

use asmx_runtime::Transport;

use super::request::Received;

/// The namespace of the service.
pub const NAMESPACE: &str = "http://example.test/ws/";

/// The content type of responses over that transport.
pub fn content_type(received: &Received) -> &'static str {
    if received.transport == Some(Transport::Soap12) {
        "application/soap+xml; charset=utf-8"
    } else {
        "text/xml; charset=utf-8"
    }
}

/// The document of the response: the value that came with the request goes back.
pub fn document(received: &Received) -> String {
    document_of(received, &received.operation)
}

/// The response to a call of another operation.
pub fn document_of(received: &Received, operation: &str) -> String {
    let marker = &received.marker;
    let envelope = match received.transport.unwrap() {
        Transport::Soap11 => "http://schemas.xmlsoap.org/soap/envelope/",
        Transport::Soap12 => "http://www.w3.org/2003/05/soap-envelope",
        Transport::HttpGet | Transport::HttpPost => {
            return format!(
                "<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n<string xmlns=\"{NAMESPACE}\">{marker}</string>"
            );
        }
    };
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><soap:Envelope xmlns:soap=\"{envelope}\"><soap:Body>\
         <{operation}Response xmlns=\"{NAMESPACE}\"><{operation}Result>{marker}</{operation}Result></{operation}Response>\
         </soap:Body></soap:Envelope>"
    )
}

/// A whole response: status line, these headers, the body's length and the body.
pub fn with_length(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let mut response = format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    response.extend_from_slice(body);
    response
}

/// A response whose length is not told: it ends with the connection.
pub fn until_close(headers: &str, body: &[u8]) -> Vec<u8> {
    let mut response = format!("HTTP/1.1 200 OK\r\n{headers}Connection: close\r\n\r\n").into_bytes();
    response.extend_from_slice(body);
    response
}

/// A response in chunks of 50 bytes.
pub fn chunked(headers: &str, body: &[u8]) -> Vec<u8> {
    let mut response = format!("HTTP/1.1 200 OK\r\n{headers}Transfer-Encoding: chunked\r\n\r\n").into_bytes();
    for chunk in body.chunks(50) {
        response.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
        response.extend_from_slice(chunk);
        response.extend_from_slice(b"\r\n");
    }
    response.extend_from_slice(b"0\r\n\r\n");
    response
}

/// The header line of the content type.
pub fn typed(received: &Received) -> String {
    format!("Content-Type: {}\r\n", content_type(received))
}

/// The response of a server that is in order.
pub fn right(received: &Received) -> Vec<u8> {
    with_length("200 OK", &typed(received), document(received).as_bytes())
}
