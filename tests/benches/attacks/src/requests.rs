//! The requests that are made to be expensive, and one that is not.

use crate::server::NAMESPACE;

/// A name, and the request with its head.
type Attack = (&'static str, Vec<u8>);

/// All of them; a form has `bytes`, a document a third of them.
pub(crate) fn all(bytes: usize) -> Vec<Attack> {
    let filled = |piece: &str| piece.repeat(bytes / piece.len());
    let third = |piece: &str| piece.repeat(bytes / 3 / piece.len());
    let names: String = (0..bytes / 10).fold(String::new(), |names, number| names + &format!("n{number}=&"));
    let attributes: String = (0..200).fold(String::new(), |attributes, number| attributes + &format!(" a{number}=''"));
    vec![
        ("form: `a&`", form(&filled("a&"))),
        ("form: `&&`", form(&format!("Text=x&Fields=y&{}", filled("&&")))),
        ("form: `a=1&`", form(&filled("a=1&"))),
        ("form: items", form(&format!("Text=x&{}", filled("Fields=1&")))),
        ("form: names", form(&names)),
        ("form: a text of `%41`", form(&format!("Fields=y&Text={}", filled("%41")))),
        ("SOAP: `<x/>`", soap(&third("<x/>"))),
        ("SOAP: `<x/>` of others", soap(&format!("<z xmlns=''>{}</z>", third("<x/>")))),
        ("SOAP: items", soap(&format!("<Fields>{}</Fields>", third("<string/>")))),
        ("SOAP: attributes", soap(&format!("<z xmlns=''>{}</z>", third(&format!("<x{attributes}/>"))))),
        ("SOAP: namespaces", soap(&format!("<z xmlns=''>{}</z>", third("<p:x xmlns:p='u'/>")))),
        ("SOAP: comments", soap(&third("<!---->"))),
        ("SOAP: references", soap(&format!("<Text>{}</Text>", third("&#9;")))),
        ("SOAP: a text", soap(&format!("<Text>{}</Text>", third("a")))),
    ]
}

/// A request as anybody sends it.
pub(crate) fn small() -> Vec<u8> {
    form("Text=small&Fields=y")
}

fn form(body: &str) -> Vec<u8> {
    request("/api.asmx/Import", "Content-Type: application/x-www-form-urlencoded", body)
}

fn soap(parameters: &str) -> Vec<u8> {
    let headers = format!("Content-Type: text/xml; charset=utf-8\r\nSOAPAction: \"{NAMESPACE}/Import\"");
    let body = format!(
        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><Import xmlns='{NAMESPACE}'>{parameters}</Import>\
         </s:Body></s:Envelope>"
    );
    request("/api.asmx", &headers, &body)
}

fn request(path: &str, headers: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\nContent-Length: {length}\r\n\r\n"
    );
    (head + body).into_bytes()
}
