//! Calls any operation by its descriptor, without generated types:
//!
//! ```text
//! cargo run --example call -- OPERATION --transport soap11|soap12|get|post --base-url URL --namespace NS --params FILE
//! cargo run --example call -- OPERATION --document FILE --transport … --base-url URL --params FILE
//!     [--headers FILE] [--raw-headers FILE] [--port NAME] [--full]
//! ```
//!
//! FILE of the parameters is a JSON object by wire name, common parameters included; `-` reads it from standard input. The result is
//! printed as one JSON value; an error goes to standard error, and the exit status is then 1.
//!
//! With `--document`, a WSDL document or a spec, the service is the one that it describes, and the path of the URL is the document's.
//! Values are sent as they are, whatever the document says of them. Where the service refuses the call, its message goes to standard
//! error, and the exit status is 3. `--full` prints `{"output": …, "headers": {…}}`.
//!
//! Cells of a DataSet are printed as the texts that were sent. `--numbers` prints those of number columns as numbers, and those of boolean
//! columns as booleans, where JSON keeps them exactly: `7` and `0.1`, but not `007`, `1.50` or 19 digits.
//!
//! `--dry-run` sends nothing. It prints the request that would be sent, with `[redacted]` in the place of secrets.

use std::fmt::Write as _;
use std::future::{Ready, ready};
use std::io::{Read, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::task::{Context, Poll};

use asmx_codegen::NoSuchOperation;
use asmx_document::Document;
use bytes::Bytes;
use clap::Parser;
use email_campaign_client::asmx_runtime::descriptors::Port;
use email_campaign_client::asmx_runtime::stack::NothingSent;
use email_campaign_client::asmx_runtime::xml::{is_obeyed, shown_line};
use email_campaign_client::asmx_runtime::{Builder, Client, Error, Fault, RetryPolicy, ServerLimits, Transport, json};
use email_campaign_client::{EMAIL_CAMPAIGN, EmailCampaign};
use serde_json::{Map, Value as Json};

/// Calls an operation of the service.
#[derive(Parser)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
struct Arguments {
    /// The operation's name, as the service spells it.
    operation: String,
    /// soap11, soap12, get or post. Choosing get puts the credentials into the URL.
    #[arg(long, default_value = "soap11")]
    transport: Transport,
    /// The service's address, without `/api.asmx`. With a document only its scheme, host and port count.
    #[arg(long)]
    base_url: String,
    /// The service's XML namespace; a document states it.
    #[arg(long, required_unless_present = "document")]
    namespace: Option<String>,
    /// A file with the parameters as a JSON object, or `-` for standard input.
    #[arg(long)]
    params: String,
    /// Permits `http://` to other machines.
    #[arg(long)]
    allow_plain_http: bool,
    /// The WSDL document or the spec of another service.
    #[arg(long)]
    document: Option<PathBuf>,
    /// A file with SOAP headers as a JSON object by element name.
    #[arg(long, requires = "document")]
    headers: Option<String>,
    /// A file with SOAP headers as XML, for those that the document does not declare. The prefix `soap` is the envelope's.
    #[arg(long, requires = "document")]
    raw_headers: Option<String>,
    /// The port to call, where several of the document offer the operation over the transport.
    #[arg(long, requires = "document")]
    port: Option<String>,
    /// Prints the SOAP headers of the response too.
    #[arg(long, requires = "document")]
    full: bool,
    /// Prints cells of DataSets as numbers and booleans where that is exact.
    #[arg(long)]
    numbers: bool,
    /// Sends nothing, and prints the request without its secrets.
    #[arg(long)]
    dry_run: bool,
}

/// Why there is no result.
enum Failure {
    /// The service refused the call.
    Refused(Fault),
    Other(Box<dyn std::error::Error>),
}

impl<E: Into<Box<dyn std::error::Error>>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Other(error.into())
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match &arguments.document {
        Some(document) => call_described(&arguments, document).await,
        None => call(&arguments).await.map_err(Failure::Other),
    };
    match result {
        Ok(mut result) => {
            if arguments.numbers {
                with_numbers(&mut result);
            }
            print(&result)
        }
        Err(Failure::Refused(fault)) => {
            fault.message().lines().for_each(|line| eprintln!("{}", shown_line(line)));
            ExitCode::from(3)
        }
        Err(Failure::Other(error)) => {
            eprintln!("{error}");
            let mut source = error.source();
            while let Some(cause) = source {
                eprintln!("  because: {cause}");
                source = cause.source();
            }
            ExitCode::FAILURE
        }
    }
}

/// Prints the result. A reader that has seen enough is no failure.
fn print(result: &Json) -> ExitCode {
    match writeln!(std::io::stdout(), "{}", shown(result)) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            eprintln!("standard output: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// The types of columns whose cells may be numbers or booleans of JSON. Decimals keep their scale.
const NUMBERS: [&str; 11] = [
    "xs:boolean",
    "xs:byte",
    "xs:short",
    "xs:int",
    "xs:long",
    "xs:unsignedByte",
    "xs:unsignedShort",
    "xs:unsignedInt",
    "xs:unsignedLong",
    "xs:float",
    "xs:double",
];

/// Makes numbers and booleans of the cells of tables, where each is written back as it was sent.
fn with_numbers(result: &mut Json) {
    for table in result.get_mut("tables").and_then(Json::as_array_mut).into_iter().flatten() {
        let columns: Vec<_> = table["columns"].as_array().into_iter().flatten().cloned().collect();
        let is_number = |column: &&Json| column["type"].as_str().is_some_and(|name| NUMBERS.contains(&name));
        for name in columns.iter().filter(is_number).filter_map(|column| column["name"].as_str()) {
            for row in table["rows"].as_array_mut().into_iter().flatten() {
                let Some(cell) = row.get_mut(name) else { continue };
                let Some(text) = cell.as_str() else { continue };
                let exact = serde_json::from_str::<Json>(text).ok().filter(|value| is_exact(value, text));
                *cell = exact.unwrap_or_else(|| text.into());
            }
        }
    }
}

/// Whether every reader of JSON gets the value of the text: a double holds integers up to 2^53.
fn is_exact(value: &Json, text: &str) -> bool {
    const LARGEST: f64 = 9_007_199_254_740_992.0;
    let is_small = value.as_f64().is_some_and(|number| number.abs() <= LARGEST);
    let written = value.to_string();
    (value.is_boolean() || is_small) && written == text
}

/// JSON that no terminal obeys: by itself it escapes only some control characters.
fn shown(result: &Json) -> String {
    let mut shown = String::new();
    for character in result.to_string().chars() {
        if is_obeyed(character) {
            // Writing to a String cannot fail.
            let _ = write!(shown, "\\u{:04x}", u32::from(character));
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Calls the service that this program is built for.
async fn call(arguments: &Arguments) -> Result<Json, Box<dyn std::error::Error>> {
    let name = &arguments.operation;
    let names = || EMAIL_CAMPAIGN.operations.iter().map(|operation| operation.name);
    let operation = EMAIL_CAMPAIGN.operation(name);
    let operation = operation.ok_or_else(|| NoSuchOperation::among(EMAIL_CAMPAIGN.name, names(), name))?;
    let parameters = json::parameters(&EMAIL_CAMPAIGN, operation, &object(&arguments.params)?)?;
    let builder = EmailCampaign::builder().base_url(&arguments.base_url);
    let account = built(with_settings(builder, arguments, parameters.common), arguments)?;
    let mut prepared = account.client().call(parameters.request);
    for (name, value) in parameters.undeclared {
        prepared = prepared.parameter(name, value);
    }
    let content = prepared.await;
    if let Some(request) = unsent(account.client(), arguments) {
        return Ok(request);
    }
    Ok(json::result(&EMAIL_CAMPAIGN, operation, &content?))
}

/// Calls the service that a document describes.
async fn call_described(arguments: &Arguments, document: &PathBuf) -> Result<Json, Failure> {
    let document = Document::open(document)?;
    let (service, transport, port) = (document.service(), arguments.transport, arguments.port.as_deref());
    if let Some(why) = document.hindrance(&arguments.operation, transport) {
        return Err(format!("{} cannot be called over {transport}: {why}", arguments.operation).into());
    }
    if let Some(name) = port.filter(|name| document.ports().iter().all(|port| port.name != *name)) {
        let known: Vec<_> = document.ports().iter().map(|port| format!("{} ({})", port.name, port.transport)).collect();
        let known = if known.is_empty() {
            "it states no ports: leave `--port` out".to_owned()
        } else {
            format!("there are: {}", known.join(", "))
        };
        return Err(format!("{} has no port `{name}`; {known}", service.name).into());
    }
    let operation = document.operation(&arguments.operation, port);
    let operation = operation.ok_or_else(|| document.no_operation(&arguments.operation))?;
    let place = document.port(operation, transport, port);
    if let (Some(name), None) = (port, place) {
        let here = |port: &&Port| document.port(operation, transport, Some(port.name)).is_some();
        let known: Vec<_> = document.ports().iter().filter(here).map(|port| port.name).collect();
        let known =
            if known.is_empty() { "no port does".to_owned() } else { format!("there are: {}", known.join(", ")) };
        return Err(format!("the port `{name}` does not offer {} over {transport}; {known}", operation.name).into());
    }
    let parameters = json::unchecked_parameters(service, operation, &object(&arguments.params)?)?;
    let builder = Builder::<Client>::new(service)
        .base_url(without_path(&arguments.base_url)?)
        .path(place.map_or(service.path, |port| port.path))
        .server_limits(ServerLimits::none())
        .query_limit(usize::MAX);
    let client = built(with_settings(builder, arguments, parameters.common), arguments)?;
    let mut prepared = client.call(parameters.request).unchecked();
    for (name, value) in parameters.undeclared {
        prepared = prepared.parameter(name, value);
    }
    if let Some(file) = &arguments.raw_headers {
        for header in json::raw_headers(&read(file)?, transport).map_err(|error| format!("{file}: {error}"))? {
            prepared = prepared.soap_header(header);
        }
    }
    if let Some(file) = &arguments.headers {
        for header in json::headers(service, operation, &object(file)?)? {
            prepared = prepared.soap_header(header);
        }
    }
    let content = prepared.await;
    if let Some(request) = unsent(&client, arguments) {
        return Ok(request);
    }
    let content = content.map_err(|error| match error.fault() {
        Some(fault) => Failure::Refused(fault.clone()),
        None => Failure::Other(error.into()),
    })?;
    let output = if transport.is_soap() {
        json::result(service, operation, &content)
    } else {
        json::bare_result(service, operation, &content)
    };
    let message = &content;
    message.deviations.iter().for_each(|deviation| eprintln!("the response deviates: {}", shown_line(deviation)));
    let headers = json::response_headers(service, &message.headers);
    Ok(if arguments.full { serde_json::json!({ "output": output, "headers": headers }) } else { output })
}

fn with_settings<C: From<Client>>(
    mut builder: Builder<C>,
    arguments: &Arguments,
    common: Vec<(&'static str, email_campaign_client::asmx_runtime::Value<'static>)>,
) -> Builder<C> {
    builder = builder.transport(arguments.transport).without_credentials();
    if let Some(namespace) = &arguments.namespace {
        builder = builder.namespace(namespace);
    }
    for (name, value) in common {
        builder = builder.common(name, value);
    }
    if arguments.transport == Transport::HttpGet {
        builder = builder.allow_credentials_in_url();
    }
    if arguments.allow_plain_http {
        builder = builder.allow_plain_http();
    }
    builder
}

/// A client that sends, or one that only makes requests.
fn built<C: From<Client>>(builder: Builder<C>, arguments: &Arguments) -> Result<C, Error> {
    if arguments.dry_run { builder.retry(RetryPolicy::never()).capture(1).build_on(Nowhere) } else { builder.build() }
}

/// The request of a dry run, if the call got so far.
fn unsent(client: &Client, arguments: &Arguments) -> Option<Json> {
    let exchange = client.exchanges().pop().filter(|_| arguments.dry_run)?;
    let (line, request) = (exchange.request_line?, exchange.request?);
    let headers: Map<String, Json> = request.headers.into_iter().map(|(name, value)| (name, value.into())).collect();
    Some(serde_json::json!({ "request": line, "headers": headers, "body": request.body }))
}

/// An HTTP stack that sends nothing.
#[derive(Clone)]
struct Nowhere;

impl tower::Service<http::Request<Bytes>> for Nowhere {
    type Response = http::Response<String>;
    type Error = NothingSent;
    type Future = Ready<Result<Self::Response, NothingSent>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), NothingSent>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: http::Request<Bytes>) -> Self::Future {
        ready(Err(NothingSent::new("nothing is sent in a dry run")))
    }
}

/// Scheme, host and port of an address.
fn without_path(url: &str) -> Result<String, String> {
    let uri: http::Uri = url.trim().parse().map_err(|error| format!("the base URL is not a URL: {error}"))?;
    match (uri.scheme_str(), uri.authority()) {
        (Some(scheme), Some(authority)) => Ok(format!("{scheme}://{authority}")),
        _ => Err("the base URL has no scheme: write `https://` before the host".to_owned()),
    }
}

/// The JSON object in a file.
fn object(file: &str) -> Result<Map<String, Json>, String> {
    match serde_json::from_str(&read(file)?) {
        Ok(Json::Object(object)) => Ok(object),
        // A message of serde's would show the value, which may be a password.
        Ok(_) => Err(format!("{file}: a JSON object is wanted, with a value for each name")),
        Err(error) => Err(format!("{file}: {error}")),
    }
}

fn read(file: &str) -> Result<String, String> {
    if file == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map_err(|error| format!("standard input: {error}"))?;
        return Ok(text);
    }
    std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))
}
