//! Real toolchains against the running server, through the document that it serves: zeep (Python) on all four ports, the npm
//! package `soap` and PHP's `SoapClient` on both versions of SOAP. Every operation is called, and what the service received is
//! compared with what was sent, to the last character.
//!
//! A toolchain that is not installed is named and skipped, unless `WSDL_CLIENTS_REQUIRED` is set, as continuous integration does.
//! `WSDL_CLIENTS_PYTHON` names a Python that has zeep (else `python3`); node looks for packages where `NODE_PATH` says.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use asmx_runtime::descriptors::Scalar;
use asmx_runtime::server::Server;
use asmx_runtime::stack::HandlerFuture;
use asmx_runtime::{
    Call, Handler, Message, Opener, Operation, RawOutput, Request as _, Transport, Type, Value, XmlDocument,
};
use echo_service::Kind;
use echo_service::listing::{Item, escape, kind_of, push_items};
use email_campaign_client::EMAIL_CAMPAIGN;
use serde_json::{Map, Value as Json, json};

const NAMESPACE: &str = "http://example.com/ws/";

/// Parameters that the echo takes beyond the interface, with the value that this test sends, if any.
const UNDECLARED: [(&str, Option<&str>); 3] =
    [("SortOrder", Some("d <&> é")), ("BeginDate", Some("2026-01-01")), ("EndDate", None)];

/// A toolchain.
struct Tool {
    /// The program, and what it is given before the script.
    program: String,
    /// Arguments that succeed only if everything the script needs is installed.
    probe: &'static [&'static str],
    script: &'static str,
    /// How to install it, for people.
    install: &'static str,
    /// Whether it reads elements with text and elements in them.
    reads_mixed_content: bool,
}

impl Tool {
    fn command(&self) -> Command {
        Command::new(&self.program)
    }

    /// Whether it is installed; if not, that is said.
    fn is_installed(&self) -> bool {
        let found = self.command().args(self.probe).output().is_ok_and(|output| output.status.success());
        assert!(
            found || std::env::var_os("WSDL_CLIENTS_REQUIRED").is_none(),
            "{} lacks what {} needs",
            self.program,
            self.script
        );
        if !found {
            println!("skipped: {} lacks what {} needs ({})", self.program, self.script, self.install);
        }
        found
    }
}

fn zeep() -> Tool {
    Tool {
        program: crate::tools::python(),
        probe: &["-c", "import zeep"],
        script: "zeep_client.py",
        install: "pip install zeep",
        reads_mixed_content: true,
    }
}

fn node_soap() -> Tool {
    Tool {
        program: "node".to_owned(),
        probe: &["-e", "require('soap')"],
        script: "soap_client.mjs",
        install: "npm install soap",
        // It ends with a TypeError.
        reads_mixed_content: false,
    }
}

fn php_soap() -> Tool {
    Tool {
        program: "php".to_owned(),
        probe: &["-r", "exit(class_exists('SoapClient') && class_exists('SimpleXMLElement') ? 0 : 1);"],
        script: "soap_client.php",
        install: "apt-get install php-cli php-soap php-xml",
        reads_mixed_content: true,
    }
}

/// A call that a toolchain makes, and what the service must have received.
struct Planned {
    operation: &'static Operation,
    call: Json,
    expected: Vec<Item>,
    /// The operation whose listing the call asks for, if it only does that.
    asks_for: Option<&'static Operation>,
}

fn call_of(
    operation: &'static Operation,
    transport: Transport,
    parameters: &Map<String, Json>,
    undeclared: &Map<String, Json>,
) -> Json {
    let result = match Kind::of(operation) {
        Kind::Nothing => "none",
        Kind::String => "string",
        Kind::DataSet => "dataset",
        Kind::Document => "xml",
        Kind::Integers => "integers",
        Kind::Parts => "typed",
    };
    let arrays = operation.parameters.iter().filter_map(|parameter| match parameter.kind {
        Type::Array(array) if transport.is_soap() => Some((parameter.name.to_owned(), json!(array.item_name))),
        // Whatever the items are, a document declares arrays over HTTP as arrays of string.
        Type::Array(_) => Some((parameter.name.to_owned(), json!("string"))),
        _ => None,
    });
    let items: Map<String, Json> = arrays.collect();
    json!({
        "operation": operation.name, "namespace": NAMESPACE, "result": result,
        "parameters": parameters, "undeclared": undeclared, "items": items,
    })
}

/// A value that is hard to carry, different for every parameter.
fn value_of(name: &str, kind: Type, number: usize) -> Value<'static> {
    match kind {
        Type::Scalar(Scalar::String) => Value::from(format!("  {name} <&>\"' é 😀 100% a+b;c=d\tz ")),
        Type::Scalar(Scalar::Int) => Value::from((4711 + number).to_string()),
        Type::Array(array) if array.item == Type::STRING => {
            Value::from(vec![format!("{name} <&>"), String::new(), "a, b\té".to_owned()])
        }
        kind => echo_service::sample(kind, number),
    }
}

/// A value as the scripts take it: structures by the names of their members. Over SOAP a boolean is one, because PHP takes every
/// text but `0` for true; over HTTP a document declares it as a string.
fn json_of(kind: Type, value: &Value<'_>, transport: Transport) -> Json {
    match (kind, value) {
        (Type::Scalar(Scalar::Boolean), Value::Text(text)) if transport.is_soap() => {
            json!(text.parse::<bool>().unwrap())
        }
        // .NET's own word, which is that of GET and POST.
        (Type::Scalar(Scalar::Double), Value::Text(text)) if !transport.is_soap() => {
            json!(text.replace("INF", "Infinity"))
        }
        (_, Value::Text(text)) => json!(text),
        (Type::Array(array), Value::Array(items)) => {
            items.iter().map(|item| json_of(array.item, item, transport)).collect()
        }
        (Type::Structure(structure), Value::Structure(values)) => {
            let members = structure.members().iter().zip(values);
            members.map(|(member, value)| (member.name.to_owned(), json_of(member.kind, value, transport))).collect()
        }
        (_, Value::Null) => Json::Null,
        (kind, value) => panic!("{value:?} is no {kind:?}"),
    }
}

/// A call of every operation that is offered; where a response does not tell what was received, the service's listing is asked for
/// afterwards.
fn plan(transport: Transport) -> Vec<Planned> {
    let mut plan = Vec::new();
    let operations = EMAIL_CAMPAIGN.operations.iter().copied().enumerate();
    for (number, operation) in operations.filter(|(_, operation)| operation.offered_over(transport)) {
        let password = format!("{} {number} é😀<&>", transport.name());
        let mut expected = expected_items(operation, number, &password);
        let credentials = [("Username", json!("user")), ("Password", json!(password))];
        let mut parameters: Map<String, Json> =
            credentials.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        for parameter in operation.parameters {
            let value = value_of(parameter.name, parameter.kind, number);
            parameters.insert(parameter.name.to_owned(), json_of(parameter.kind, &value, transport));
        }
        let mut undeclared = Map::new();
        for (name, value) in UNDECLARED.iter().filter(|_| operation.open) {
            // A document says nothing of such parameters over HTTP, so that no toolchain can send them.
            let value = value.filter(|_| transport.is_soap());
            if let Some(value) = value {
                undeclared.insert((*name).to_owned(), json!(value));
            }
            push_items(&mut expected, name, "string", &Value::from(value));
        }
        plan.push(Planned {
            operation,
            call: call_of(operation, transport, &parameters, &undeclared),
            expected,
            asks_for: None,
        });
        if matches!(Kind::of(operation), Kind::Nothing | Kind::Parts) {
            plan.push(listing_of(operation, transport, number, &password));
        }
    }
    plan
}

/// The declared parameters of an operation, as the service must receive them.
fn expected_items(operation: &'static Operation, number: usize, password: &str) -> Vec<Item> {
    let mut items = Vec::new();
    push_items(&mut items, "Username", "string", &Value::from("user"));
    push_items(&mut items, "Password", "string", &Value::from(password));
    for parameter in operation.parameters {
        push_items(&mut items, parameter.name, kind_of(parameter), &value_of(parameter.name, parameter.kind, number));
    }
    items
}

/// A call that asks for what the service received when an operation was called with that password.
fn listing_of(of: &'static Operation, transport: Transport, number: usize, password: &str) -> Planned {
    let request = echo_service::listing_request(&EMAIL_CAMPAIGN).unwrap();
    let operation = request.operation();
    let credentials = [("Username", json!("last")), ("Password", json!(password))];
    let own = operation
        .parameters
        .iter()
        .zip(request.values())
        .map(|(parameter, value)| (parameter.name, json_of(parameter.kind, value, transport)));
    let parameters = credentials.into_iter().chain(own).map(|(name, value)| (name.to_owned(), value)).collect();
    let expected = expected_items(of, number, password);
    Planned { operation, call: call_of(operation, transport, &parameters, &Map::new()), expected, asks_for: Some(of) }
}

/// Compares one result with what was sent.
fn check(planned: &Planned, transport: Transport, result: &Json) -> Result<(), String> {
    match Kind::of(planned.operation) {
        // The next call asks for the listing of what was received.
        Kind::Nothing | Kind::Parts if result.is_null() => Ok(()),
        Kind::String => {
            let listing = result.as_str().ok_or("no string")?;
            let name = planned.asks_for.unwrap_or(planned.operation).name;
            if !listing.starts_with(&format!("operation=[{name}]\n")) {
                return Err(format!("the listing is not of {name}: {listing}"));
            }
            check_transport(listing, transport)?;
            echo_service::checks::check_listing(&planned.expected, listing)
        }
        Kind::Integers => {
            let expected = json!(echo_service::results::integers_of(&planned.expected).as_slice());
            if *result == expected { Ok(()) } else { Err(format!("expected {expected}")) }
        }
        Kind::DataSet | Kind::Document => check_items(&planned.expected, result),
        Kind::Nothing | Kind::Parts => Err("there is a result".to_owned()),
    }
}

/// Whether the call really came over the transport.
fn check_transport(listing: &str, transport: Transport) -> Result<(), String> {
    let facts = match transport {
        Transport::Soap11 => ["http.method=[POST]", "http.Content-Type=[text/xml"],
        Transport::Soap12 => ["http.method=[POST]", "http.Content-Type=[application/soap+xml"],
        Transport::HttpGet => ["http.method=[GET]", "http.rawUrl=[/api.asmx/"],
        Transport::HttpPost => ["http.method=[POST]", "http.Content-Type=[application/x-www-form-urlencoded"],
    };
    let missing = facts.iter().find(|fact| !listing.contains(*fact));
    missing.map_or(Ok(()), |fact| Err(format!("no `{fact}` in {listing}")))
}

fn check_items(expected: &[Item], result: &Json) -> Result<(), String> {
    let rows = result.as_array().ok_or("no list of items")?;
    if rows.len() != expected.len() {
        return Err(format!("{} items were sent", expected.len()));
    }
    for (item, row) in expected.iter().zip(rows) {
        let text = |name: &str| row.get(name).and_then(Json::as_str).unwrap_or_default().to_owned();
        let sent =
            (item.name.clone(), item.kind.to_owned(), item.length.to_string(), item.value.as_deref().map(escape));
        let received = (text("Name"), text("Kind"), text("Length"), text("Escaped"));
        if (sent.0, sent.1, sent.2, sent.3.unwrap_or_default()) != received {
            return Err(format!("{} was received as {row}", item.name));
        }
    }
    Ok(())
}

/// The echo, whose documents tell what was received and nothing else.
fn parameters_only_opener() -> Opener {
    let echo = echo_service::opener(&EMAIL_CAMPAIGN);
    Opener::new(&EMAIL_CAMPAIGN, move |incoming| {
        echo.open(incoming).map(|handler| Arc::new(ParametersOnly(handler)) as _)
    })
}

struct ParametersOnly(Arc<dyn Handler>);

impl Handler for ParametersOnly {
    fn handle<'a>(&'a self, call: &'a Call) -> HandlerFuture<'a> {
        Box::pin(async move {
            let content = self.0.handle(call).await?.into_message()?;
            let Ok(document) = content.clone().single::<XmlDocument>() else {
                return Ok(RawOutput::Message(content));
            };
            let Some((_, rest)) = document.as_str().split_once("<parameters") else {
                return Ok(RawOutput::Message(content));
            };
            let (parameters, _) = rest.split_once("</parameters>").unwrap();
            let document = XmlDocument::parse(&format!("<echo><parameters{parameters}</parameters></echo>")).unwrap();
            Ok(RawOutput::Message(Message::from(document)))
        })
    }
}

/// Lets the toolchain make every call through the port of each transport.
async fn drive(tool: Tool, transports: &[Transport]) {
    if !tool.is_installed() {
        return;
    }
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let opener =
        if tool.reads_mixed_content { echo_service::opener(&EMAIL_CAMPAIGN) } else { parameters_only_opener() };
    let server = Server::new(opener).namespace(NAMESPACE).serve(listener).unwrap();
    let address = format!("http://{}/api.asmx?WSDL", server.address());
    for transport in transports {
        let plan = plan(*transport);
        let port = match transport {
            Transport::Soap11 => "EmailCampaignSoap",
            Transport::Soap12 => "EmailCampaignSoap12",
            Transport::HttpGet => "EmailCampaignHttpGet",
            Transport::HttpPost => "EmailCampaignHttpPost",
        };
        let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{transport}.json", tool.script));
        let calls: Vec<&Json> = plan.iter().map(|planned| &planned.call).collect();
        std::fs::write(&file, serde_json::to_vec(&calls).unwrap()).unwrap();
        let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/suite/wsdl_clients").join(tool.script);
        let mut command = tool.command();
        command.arg(script).arg(&address).arg(port).arg(&file);
        let output = tokio::task::spawn_blocking(move || command.output()).await.unwrap().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{} over {transport}: {errors}", tool.script);
        let results: Vec<Json> = serde_json::from_slice(&output.stdout).unwrap_or_else(|why| panic!("{why}: {errors}"));
        assert_eq!(results.len(), plan.len(), "{} over {transport}", tool.script);
        for (planned, result) in plan.iter().zip(&results) {
            let name = planned.operation.name;
            check(planned, *transport, result)
                .unwrap_or_else(|why| panic!("{} {name} over {transport}: {why}: {result}", tool.script));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn zeep_calls_every_operation_through_all_four_ports() {
    drive(zeep(), &Transport::ALL).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn node_soap_calls_every_operation_over_both_versions_of_soap() {
    drive(node_soap(), &[Transport::Soap11, Transport::Soap12]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn php_calls_every_operation_over_both_versions_of_soap() {
    drive(php_soap(), &[Transport::Soap11, Transport::Soap12]).await;
}
