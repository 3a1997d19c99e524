//! The recorded exchanges of a genuine server: its requests sent to our server, its responses read by our client.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod contract;
mod decoded;
mod playback;
mod refused;
mod sockets;
mod table;
mod wire;

use std::collections::BTreeSet;

use crate::interface;
use recordings::differences::{self, LIST};
use recordings::{self as recorded, Exchange, Seen, infoset};

/// The part of the list that is about these exchanges.
const LISTED: &str = "Deliberate differences";

/// An exchange whose responses agree, or differ as the list states: by which of its sections.
pub struct Compared {
    pub exchange: Exchange,
    pub differences: BTreeSet<String>,
}

/// Sends every recorded request, and compares the responses; the second value states where they differ and should not.
async fn compare_all() -> (Vec<Compared>, Vec<String>) {
    let address = wire::serve(interface::recorded()).await;
    let listed = differences::listed(LISTED);
    let (mut compared, mut failures) = (Vec::new(), Vec::new());
    for exchange in recorded::all() {
        let response = wire::exchange(address, &exchange.request).await;
        assert_eq!(
            (exchange.response.version.as_str(), response.version.as_str()),
            ("HTTP/1.0", "HTTP/1.1"),
            "{}",
            exchange.name()
        );
        let responses = Seen::of(&exchange.response).and_then(|recorded| Ok((recorded, Seen::of(&response)?)));
        match responses.and_then(|(recorded, ours)| {
            differences::of_exchange(&listed, &exchange.name(), &recorded.to_string(), &ours.to_string())
        }) {
            Ok(differences) => compared.push(Compared { exchange, differences }),
            Err(why) => failures.push(format!("{}: {why}", exchange.name())),
        }
    }
    (compared, failures)
}

#[tokio::test]
async fn every_recorded_request_gets_the_recorded_response() {
    let (compared, mut failures) = compare_all().await;
    for entry in differences::listed(LISTED) {
        for pattern in &entry.exchanges {
            if !recorded::all().iter().any(|exchange| differences::matches(pattern, &exchange.name())) {
                failures.push(format!("`{pattern}` of `{}` in {LIST} is no exchange", entry.id));
            }
        }
    }
    assert!(failures.is_empty(), "{} failures, {} agree\n{}", failures.len(), compared.len(), failures.join("\n"));
}

#[tokio::test]
async fn the_table_of_exchanges_is_current() {
    let (compared, failures) = compare_all().await;
    assert!(failures.is_empty(), "the responses differ, see the other test");
    table::assert_current(&compared);
}

#[test]
fn patterns_of_the_list() {
    for (pattern, name, expected) in [
        ("a/b/get", "a/b/get", true),
        ("a/b/get", "a/b/gets", false),
        ("a/*/get", "a/b/get", true),
        ("a/*/get", "a/b/post", false),
        ("a/*_int/{get,post}", "a/hex_int/post", true),
        ("a/*_int/{get,post}", "a/hex_int/soap11", false),
        ("*", "anything", true),
        ("a*a", "a", false),
    ] {
        assert_eq!(differences::matches(pattern, name), expected, "{pattern} {name}");
    }
}

#[test]
fn the_other_parser_reads_as_xml_demands() {
    let same =
        |first: &str, second: &str| assert_eq!(infoset::canonical(first).unwrap(), infoset::canonical(second).unwrap());
    let differ =
        |first: &str, second: &str| assert_ne!(infoset::canonical(first).unwrap(), infoset::canonical(second).unwrap());
    same("<a x='1' y='2'>t\r\nu\rv</a>", "<a y='2' x='1'>t\nu\nv</a>");
    same("<p:a xmlns:p='urn:n'><![CDATA[<]]></p:a>", "<a xmlns='urn:n'>&lt;</a>");
    same("<a x='t\tu'/>", "<a x='t u'></a>");
    same("<a xmlns:p='urn:n'>p:b</a>", "<a xmlns:q='urn:n'>q:b</a>");
    let typed = |text: &str| format!("<a xmlns:i='http://www.w3.org/2001/XMLSchema-instance' {text}/>");
    same(&typed("xmlns='urn:n' i:type='T'"), &typed("xmlns='urn:n' xmlns:p='urn:n' i:type='p:T'"));
    differ("<a xmlns:p='urn:n'>p:b</a>", "<a xmlns:p='urn:m'>p:b</a>");
    differ("<a>t&#xD;u</a>", "<a>t\ru</a>");
    differ("<a x='t&#9;u'/>", "<a x='t\tu'/>");
    differ("<a>&#x1;</a>", "<a></a>");
    differ("<a xmlns='urn:n'/>", "<a/>");
    differ("<a> </a>", "<a/>");
    differ("<a><!-- c --></a>", "<a/>");
}
