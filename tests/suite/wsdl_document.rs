//! The WSDL document that the server serves: the one that the command line writes, and the one that a genuine host writes for the
//! same service, but for what is known to differ.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use asmx_runtime::Transport;
use asmx_runtime::server::{ListenOptions, Listening, Server};
use email_campaign_client::EMAIL_CAMPAIGN;
use serde_json::Value as Json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use xmltree::Element;

const NAMESPACE: &str = "http://example.test/ws/";

fn server() -> Server {
    let hosts = ["api.test:8080", "inner", "h"].into_iter().fold(ListenOptions::default(), ListenOptions::allow_host);
    Server::new(echo_service::opener(&EMAIL_CAMPAIGN)).namespace(NAMESPACE).listen_options(hosts)
}

async fn listen(server: Server) -> Listening {
    server.serve(tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap()).unwrap()
}

/// The response to a GET, its head and its body.
async fn get(listening: &Listening, target: &str, headers: &str) -> (String, String) {
    let mut stream = tokio::net::TcpStream::connect(listening.address()).await.unwrap();
    let request = format!("GET {target} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut response = Vec::new();
    stream.read_to_end(&mut response).await.unwrap();
    let response = String::from_utf8(response).unwrap();
    let (head, body) = response.split_once("\r\n\r\n").unwrap();
    (head.to_owned(), body.to_owned())
}

fn service() -> asmx_codegen::model::Service {
    let spec = std::fs::read("spec/email-campaign.xml").unwrap();
    asmx_codegen::load("spec/email-campaign.xml", &spec).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn elements<'a>(parent: &'a Element, name: &'a str) -> impl Iterator<Item = &'a Element> {
    parent.children.iter().filter_map(xmltree::XMLNode::as_element).filter(move |element| element.name == name)
}

fn attribute<'a>(element: &'a Element, name: &str) -> &'a str {
    element.attributes.get(name).map_or("", String::as_str)
}

#[tokio::test]
async fn is_what_the_command_line_writes_whatever_the_case_of_the_query() {
    let listening = listen(server()).await;
    let expected = asmx_codegen::wsdl_at(&service(), Some(NAMESPACE), "http://api.test:8080/api.asmx").unwrap();
    for query in ["WSDL", "wsdl", "Wsdl", "wsdl=", "singleWsdl&WSDL"] {
        let (head, body) = get(&listening, &format!("/api.asmx?{query}"), "Host: api.test:8080\r\n").await;
        assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
        assert!(head.contains("content-type: text/xml; charset=utf-8"), "{head}");
        assert!(body == expected, "{query}: not the same document");
    }
}

#[tokio::test]
async fn names_the_address_that_the_caller_used() {
    let address = |body: &str| {
        let root = Element::parse(body.as_bytes()).unwrap();
        let service = elements(&root, "service").next().unwrap();
        let addresses: BTreeSet<String> = elements(service, "port")
            .map(|port| attribute(elements(port, "address").next().unwrap(), "location").to_owned())
            .collect();
        assert_eq!(addresses.len(), 1);
        addresses.into_iter().next().unwrap()
    };
    let forwarded = "Host: inner\r\nX-Forwarded-Host: outer.test\r\nX-Forwarded-Proto: https\r\n";
    let direct = listen(server()).await;
    assert_eq!(address(&get(&direct, "/api.asmx?wsdl", forwarded).await.1), "http://inner/api.asmx");
    // On loopback, where any page of a browser can bring a name of its own, no host is repeated that nobody allowed.
    for target in ["/api.asmx?wsdl", "http://evil.test/api.asmx?wsdl"] {
        for host in ["evil.test", "localhost", "localhost:1", "evil.test@localhost"] {
            let (head, document) = get(&direct, target, &format!("Host: {host}\r\n")).await;
            if host.contains('@') {
                assert!(head.starts_with("HTTP/1.1 400 "), "{head}");
                continue;
            }
            assert!(!document.contains("evil.test"), "{target} {host}");
            assert_eq!(address(&document), format!("http://{}/api.asmx", direct.address()));
        }
    }
    let own = format!("LocalHost:{}", direct.address().port());
    let document = get(&direct, "/api.asmx?wsdl", &format!("Host: {own}\r\n")).await.1;
    assert_eq!(address(&document), format!("http://{own}/api.asmx"));
    let page = get(&direct, "/api.asmx?op=AddGroupMember", "Host: evil.test\r\n").await.1;
    assert!(page.contains(&format!("Host: {}\n", direct.address())) && !page.contains("evil.test"), "{page}");
    // Elsewhere callers know the server by whatever name leads to it.
    let everywhere = server().serve(tokio::net::TcpListener::bind("0.0.0.0:0").await.unwrap()).unwrap();
    let document = get(&everywhere, "/api.asmx?wsdl", "Host: any.test:81\r\n").await.1;
    assert_eq!(address(&document), "http://any.test:81/api.asmx");
    let proxied = listen(server().trust_forwarded_headers()).await;
    assert_eq!(address(&get(&proxied, "/api.asmx?wsdl", forwarded).await.1), "https://outer.test/api.asmx");
    let with_address = listen(server().address("https://stated.test/ws?a&b")).await;
    assert_eq!(address(&get(&with_address, "/api.asmx?wsdl", forwarded).await.1), "https://stated.test/ws?a&b");
    let mounted = listen(server().mount("/on")).await;
    assert_eq!(address(&get(&mounted, "/on/api.asmx?wsdl", "Host: h\r\n").await.1), "http://h/on/api.asmx");
}

#[tokio::test]
async fn has_the_ports_that_are_switched_on() {
    for off in Transport::ALL {
        let listening = listen(server().protocol(off, false)).await;
        let root = Element::parse(get(&listening, "/api.asmx?wsdl", "Host: h\r\n").await.1.as_bytes()).unwrap();
        let ports = elements(elements(&root, "service").next().unwrap(), "port");
        let ports: Vec<_> = ports.map(|port| attribute(port, "name")).collect();
        let names = ["EmailCampaignSoap", "EmailCampaignSoap12", "EmailCampaignHttpGet", "EmailCampaignHttpPost"];
        let on = Transport::ALL.into_iter().zip(names).filter(|(transport, _)| *transport != off);
        assert_eq!(ports, on.map(|(_, name)| name).collect::<Vec<_>>());
        everything_named_is_there(&root);
    }
}

/// Every message, port type, binding, element and type that the document names is in it, once.
fn everything_named_is_there(root: &Element) {
    let mut defined: BTreeSet<(&str, &str)> = BTreeSet::new();
    let types = elements(root, "types").next().unwrap();
    let schemas: Vec<_> = elements(types, "schema").collect();
    let global = schemas.iter().flat_map(|schema| schema.children.iter().filter_map(xmltree::XMLNode::as_element));
    let top = root.children.iter().filter_map(xmltree::XMLNode::as_element);
    for element in global.chain(top).filter(|element| element.attributes.contains_key("name")) {
        let kind =
            if element.name.ends_with("Type") && element.name != "portType" { "type" } else { element.name.as_str() };
        assert!(defined.insert((kind, attribute(element, "name"))), "{kind} {} twice", attribute(element, "name"));
    }
    let mut open = vec![root];
    while let Some(element) = open.pop() {
        open.extend(element.children.iter().filter_map(xmltree::XMLNode::as_element));
        let kinds = [("message", "message"), ("element", "element"), ("binding", "binding")];
        let of_type = if element.name == "binding" { "portType" } else { "type" };
        for (name, kind) in kinds.into_iter().chain([("type", of_type)]) {
            if let Some(reference) = attribute(element, name).strip_prefix("tns:") {
                assert!(defined.contains(&(kind, reference)), "no {kind} {reference}");
            }
        }
    }
}

/// The members of every wrapper element: name, type, least and most occurrences.
fn wrappers(root: &Element) -> BTreeMap<String, Vec<[String; 4]>> {
    let types = elements(root, "types").next().unwrap();
    let schema = elements(types, "schema").next().unwrap();
    let members = |element: &Element| -> Vec<[String; 4]> {
        let sequence = elements(element, "complexType").next().and_then(|kind| elements(kind, "sequence").next());
        let members = sequence.map(|sequence| elements(sequence, "element").collect::<Vec<_>>()).unwrap_or_default();
        let named = members.into_iter().filter(|child| child.attributes.contains_key("name"));
        let attributes = ["name", "type", "minOccurs", "maxOccurs"];
        named.map(|child| attributes.map(|name| attribute(child, name).to_owned())).collect()
    };
    elements(schema, "element").map(|element| (attribute(element, "name").to_owned(), members(element))).collect()
}

/// The parts of every message: name and type or element.
fn messages(root: &Element) -> BTreeMap<String, Vec<[String; 3]>> {
    let parts = |message: &Element| -> Vec<[String; 3]> {
        let names = ["name", "type", "element"];
        elements(message, "part").map(|part| names.map(|name| attribute(part, name).to_owned())).collect()
    };
    elements(root, "message").map(|message| (attribute(message, "name").to_owned(), parts(message))).collect()
}

/// The operations of every binding, as text.
fn bindings(root: &Element) -> Vec<Vec<String>> {
    let described = |operation: &Element| {
        let mut open = vec![operation];
        let mut text = String::new();
        while let Some(element) = open.pop() {
            let attributes: BTreeMap<_, _> = element.attributes.iter().collect();
            let prefix = element.prefix.as_deref().unwrap_or_default();
            write!(text, "{prefix}:{}{attributes:?} ", element.name).unwrap();
            open.extend(element.children.iter().filter_map(xmltree::XMLNode::as_element));
        }
        text
    };
    elements(root, "binding").map(|binding| elements(binding, "operation").map(described).collect()).collect()
}

/// The service with what was recorded of it: what has come to the spec since is in no genuine document.
fn as_recorded() -> asmx_codegen::model::Service {
    let list: Json = serde_json::from_str(include_str!("../fixtures/operations.json")).unwrap();
    let name = |json: &Json| json["name"].as_str().unwrap().to_owned();
    let operation = |json: &Json| (name(json), json["params"].as_array().unwrap().iter().map(name).collect());
    let recorded: BTreeMap<String, Vec<String>> =
        list["operations"].as_array().unwrap().iter().map(operation).collect();
    let mut service = service();
    service.operations.retain(|operation| recorded.contains_key(&operation.name));
    assert_eq!(service.operations.len(), recorded.len());
    for operation in &mut service.operations {
        operation.parameters.retain(|parameter| recorded[&operation.name].contains(&parameter.name));
        // It counts among all operations.
        operation.variant_of = None;
    }
    // The recorded document has none.
    service.types.clear();
    service
}

#[test]
fn says_what_a_genuine_host_says() {
    let genuine = Element::parse(&include_bytes!("../fixtures/service.wsdl")[..]).unwrap();
    let ours = asmx_codegen::wsdl_at(&as_recorded(), Some(NAMESPACE), "http://127.0.0.1:8931/api.asmx").unwrap();
    let ours = Element::parse(ours.as_bytes()).unwrap();
    everything_named_is_there(&genuine);
    everything_named_is_there(&ours);

    // The genuine service has parameters of this operation that its interface does not list; here they are `any`.
    let open = "Reports_Transactional_GetClicks_XML";
    let hidden = ["SortOrder", "BeginDate", "EndDate"];
    let is_hidden = |of: &str, name: &str| of.starts_with(open) && hidden.contains(&name);
    let (mut theirs, mine) = (wrappers(&genuine), wrappers(&ours));
    theirs.get_mut(open).unwrap().retain(|[name, ..]| !is_hidden(open, name));
    the_same(&mine, &theirs);

    let (mut theirs, mine) = (messages(&genuine), messages(&ours));
    for (message, parts) in &mut theirs {
        parts.retain(|[name, ..]| !is_hidden(message, name));
        for [_, kind, _] in parts {
            *kind = kind.replace("s1:StringArray", "tns:ArrayOfString");
        }
    }
    the_same(&mine, &theirs);
    assert_eq!(bindings(&ours), bindings(&genuine));
}

fn the_same<T: PartialEq + std::fmt::Debug>(ours: &BTreeMap<String, T>, theirs: &BTreeMap<String, T>) {
    assert_eq!(ours.keys().collect::<Vec<_>>(), theirs.keys().collect::<Vec<_>>());
    for (name, ours) in ours {
        assert_eq!(ours, &theirs[name], "{name}");
    }
}
