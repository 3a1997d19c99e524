//! Operations that share a `SOAPAction`: the element of the body decides.

use super::{SOAP, content_type, text};
use crate::Transport;
use crate::operation::{Effect, Member, Messages, Operation, Service, Style, Type};
use crate::protocol::{ErrorStyle, ServerSettings, decode_request};
use bytes::Bytes;
use http::Request;

static WRAPPED: Messages = Messages::PLAIN.action("urn:shared");
static BARE: Messages = Messages::PLAIN.action("urn:shared").style(Style::Bare);
static TEXT: &[Member] = &[Member::new("Text", Type::STRING)];
static KEY: &[Member] = &[Member::new("Key", Type::STRING)];
static FIND: Operation = Operation::new("Find", "", "", TEXT, Effect::Read).messages(&WRAPPED);
static HELP: Operation = Operation::new("Help", "", "", TEXT, Effect::Read).messages(&WRAPPED);
static OPEN: Operation = Operation::new("Open", "", "", KEY, Effect::Read).messages(&BARE);
static PING: Operation = Operation::new("Ping", "", "", &[], Effect::Read).messages(&BARE);
static SERVICE: Service = Service::new("Shared", "/s.asmx", "", &[], &[], &[&FIND, &HELP, &OPEN, &PING]);

fn request(transport: Transport, body: &str) -> Request<Bytes> {
    let (envelope, builder) = match transport {
        Transport::Soap11 => (
            "http://schemas.xmlsoap.org/soap/envelope/",
            Request::post("/s.asmx")
                .header("SOAPAction", "\"urn:shared\"")
                .header("Content-Type", content_type(transport)),
        ),
        _ => (
            "http://www.w3.org/2003/05/soap-envelope",
            Request::post("/s.asmx")
                .header("Content-Type", format!("{}; action=\"urn:shared\"", content_type(transport))),
        ),
    };
    let text = format!("<e:Envelope xmlns:e=\"{envelope}\"><e:Body>{body}</e:Body></e:Envelope>");
    builder.body(Bytes::from(text)).unwrap()
}

#[test]
fn the_element_of_the_body_decides() {
    let settings = ServerSettings::new(&SERVICE, "urn:s", ErrorStyle::Development);
    for transport in SOAP {
        for (body, name) in [
            ("<Find xmlns=\"urn:s\"><Text>x</Text></Find>", "Find"),
            ("<Help xmlns=\"urn:s\"><Text>x</Text></Help>", "Help"),
            ("<Key xmlns=\"urn:s\">x</Key>", "Open"),
            ("", "Ping"),
            // The action is known, so the request is for one of its operations.
            ("<Other xmlns=\"urn:s\"/>", "Find"),
        ] {
            let received = decode_request(&settings, &request(transport, body));
            let received = received.unwrap_or_else(|response| panic!("{transport} {body}: {}", text(&response)));
            assert_eq!(received.incoming.operation.name, name, "{transport} {body}");
        }
    }
}
