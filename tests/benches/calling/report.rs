//! The service that is called: its spec, a call, and a server of a large report.

use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};

/// A service with a report, and with so many operations that count.
pub(crate) fn spec(counting: usize) -> String {
    let mut spec = String::from(
        "<service name=\"Shop\" path=\"/shop.asmx\" namespace=\"urn:shop\">\n  <doc>A shop.</doc>\n  <area name=\"all\" title=\"All\">\n\
         <operation name=\"Report\" result=\"dataset\" effect=\"read\"><doc>Reports.</doc></operation>\n",
    );
    for number in 0..counting {
        // Writing to a String cannot fail.
        let _ = writeln!(
            spec,
            "<operation name=\"Count{number}\" effect=\"read\"><doc>Counts.</doc><param name=\"Id\" type=\"int\"/><result type=\"int\"/></operation>"
        );
    }
    spec + "  </area>\n</service>\n"
}

/// The head of a call without a gateway.
pub(crate) const CALL_HEAD: &str =
    "POST /shop.asmx HTTP/1.1\r\nContent-Type: text/xml; charset=utf-8\r\nSOAPAction: \"urn:shop/Count0\"";
/// Its body.
pub(crate) const CALL: &str = "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Body>\
    <Count0 xmlns=\"urn:shop\"><Id>7</Id></Count0></soap:Body></soap:Envelope>";
const COUNTED: &str = "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Body>\
    <Count0Response xmlns=\"urn:shop\"><Count0Result>7</Count0Result></Count0Response></soap:Body></soap:Envelope>";

const BEGIN: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?><soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Body>\
    <ReportResponse xmlns=\"urn:shop\"><ReportResult><xs:schema id=\"Orders\" xmlns=\"\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" \
    xmlns:msdata=\"urn:schemas-microsoft-com:xml-msdata\"><xs:element name=\"Orders\" msdata:IsDataSet=\"true\"><xs:complexType>\
    <xs:choice minOccurs=\"0\" maxOccurs=\"unbounded\"><xs:element name=\"Order\"><xs:complexType><xs:sequence>\
    <xs:element name=\"Id\" type=\"xs:int\" minOccurs=\"0\"/><xs:element name=\"To\" type=\"xs:string\" minOccurs=\"0\"/>\
    <xs:element name=\"Price\" type=\"xs:decimal\" minOccurs=\"0\"/></xs:sequence></xs:complexType></xs:element></xs:choice></xs:complexType>\
    </xs:element></xs:schema><diffgr:diffgram xmlns:diffgr=\"urn:schemas-microsoft-com:xml-diffgram-v1\" \
    xmlns:msdata=\"urn:schemas-microsoft-com:xml-msdata\"><Orders xmlns=\"\">";
const END: &str = "</Orders></diffgr:diffgram></ReportResult></ReportResponse></soap:Body></soap:Envelope>";

/// Serves calls, and a report of so many megabytes, until the program ends.
pub(crate) fn serve(megabytes: usize) -> SocketAddr {
    let rows: String = (0..5_000)
        .map(|row| {
            format!(
                "<Order diffgr:id=\"Order{row}\" msdata:rowOrder=\"{row}\"><Id>{row}</Id><To>person{row}@example.com</To>\
                 <Price>{}.50</Price></Order>",
                row % 1_000
            )
        })
        .collect();
    let times = megabytes * 1_000_000 / rows.len();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        std::thread::scope(|scope| {
            for stream in listener.incoming().flatten() {
                // A caller that goes away ends its own connection.
                scope.spawn(|| respond(stream, &rows, times).is_ok());
            }
        });
    });
    address
}

fn respond(mut stream: TcpStream, rows: &str, times: usize) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let (mut request, mut chunk) = (Vec::new(), [0; 4096]);
    loop {
        let length = stream.read(&mut chunk)?;
        if length == 0 {
            return Ok(());
        }
        request.extend_from_slice(&chunk[..length]);
        if !request.ends_with(b"Envelope>") {
            continue;
        }
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length:";
        if String::from_utf8_lossy(&request).contains("<Report") {
            let length = BEGIN.len() + rows.len() * times + END.len();
            write!(stream, "{head} {length}\r\n\r\n{BEGIN}")?;
            for _ in 0..times {
                stream.write_all(rows.as_bytes())?;
            }
            stream.write_all(END.as_bytes())?;
        } else {
            let response = format!("{head} {}\r\n\r\n{COUNTED}", COUNTED.len());
            stream.write_all(response.as_bytes())?;
        }
        request.clear();
    }
}
