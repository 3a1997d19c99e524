//! Other people's toolchains call services with types of every kind that we serve, through the WSDL documents that we serve: proxies that
//! Mono generates (.NET-style, in C#), zeep (Python), the npm package `soap` and PHP's `SoapClient`.
//!
//! Each operation that echoes one value is called twice: with a value of everything that its type has, and with what the toolchain read of
//! the answer. Both times the service must have received the value.
//!
//! A toolchain that is not installed is named and skipped, unless `WSDL_CLIENTS_REQUIRED` is set. `WSDL_CLIENTS_PYTHON` names a Python that
//! has zeep (else `python3`); node looks for packages where `NODE_PATH` says.

mod limits;
mod proxies;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};

use crate::cases::{self, Set, Source};
use crate::normal::normal;
use asmx_runtime::descriptors::Style;
use asmx_runtime::server::Server;
use asmx_runtime::stack::HandlerFuture;
use asmx_runtime::{
    Builder, Call, Client, DynamicRequest, Error, Fault, Handler, Message, Opener, Operation, RawOutput, ServerLimits,
    Service, Transport,
};
use bytes::Bytes;
use every_type::{mirror, values};
use http_body_util::Full;
use recordings::differences::matches;

/// The requests that a service received, by operation, in the form that is compared.
type Received = Arc<Mutex<BTreeMap<&'static str, Vec<String>>>>;

/// Answers what it receives.
struct Echo(&'static Service, Received);

impl Handler for Echo {
    fn handle<'a>(&'a self, call: &'a Call) -> HandlerFuture<'a> {
        let received = mirror::json_of_request(self.0, call.request.as_ref());
        let values = mirror::values_of(call.request.as_ref());
        let name = call.operation().name;
        self.1.lock().unwrap().entry(name).or_default().push(normal(&received, true));
        let answer = if is_echo(call.operation()) {
            Ok(RawOutput::Message(Message::new(values)))
        } else {
            Err(Error::from(Fault::server("it does not echo")))
        };
        Box::pin(std::future::ready(answer))
    }
}

/// Whether the operation answers what it takes.
fn is_echo(operation: &Operation) -> bool {
    match (operation.parameters, operation.outputs) {
        ([taken], [answered]) => {
            // The element of a bare request is required, since it selects the operation; that of the answer may be absent.
            let is_selecting = operation.messages.style == Style::Bare && !taken.presence.is_optional();
            let same_presence = taken.presence == answered.presence
                || is_selecting && taken.presence.is_nullable() == answered.presence.is_nullable();
            taken.kind == answered.kind && taken.repeated == answered.repeated && same_presence
        }
        _ => false,
    }
}

/// A call with a value of everything that its type has.
fn request(operation: &'static Operation) -> DynamicRequest {
    mirror::request(operation, operation.parameters.iter().map(|parameter| values::of_member(parameter, 0)).collect())
}

/// The SOAP message in which our client sends a value.
async fn message(service: &'static Service, operation: &'static Operation) -> String {
    let sent = Arc::new(Mutex::new(Bytes::new()));
    let seen = Arc::clone(&sent);
    let http = tower::service_fn(move |request: http::Request<Bytes>| {
        *seen.lock().unwrap() = request.into_body();
        std::future::ready(Ok::<_, std::io::Error>(http::Response::new(Full::new(Bytes::new()))))
    });
    let builder = Builder::<Client>::new(service)
        .base_url("http://127.0.0.1")
        .without_credentials()
        .server_limits(ServerLimits::none());
    let client = builder.build_on(http).unwrap();
    let answered = client.call(request(operation)).transport(Transport::Soap11).await;
    let text = String::from_utf8(sent.lock().unwrap().to_vec()).unwrap();
    // The script gets no response; how it fails is not compared.
    let (_, envelope) = text.split_once("?>").unwrap_or_else(|| panic!("{}: {answered:?}", operation.name));
    envelope.to_owned()
}

/// A service that is served.
struct Served {
    name: &'static str,
    service: &'static Service,
    address: String,
    received: Received,
    operations: Vec<&'static Operation>,
}

async fn serve(service: &'static Service, name: &'static str) -> Option<Served> {
    let offered = service.operations.iter().copied().filter(|operation| operation.offered_over(Transport::Soap11));
    let operations: Vec<_> = offered.filter(|operation| is_echo(operation)).collect();
    if operations.is_empty() {
        return None;
    }
    let received = Received::default();
    let handler: Arc<dyn Handler> = Arc::new(Echo(service, Arc::clone(&received)));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}{}", listener.local_addr().unwrap(), service.path);
    let opener = Opener::new(service, move |_| Ok(Arc::clone(&handler)));
    tokio::spawn(Server::new(opener).serve(listener).unwrap().wait());
    Some(Served { name, service, address, received, operations })
}

/// A toolchain.
struct Tool {
    program: String,
    /// Arguments that succeed only if everything that it needs is installed.
    probe: &'static [&'static str],
    script: &'static str,
    /// How to install it, for people.
    install: &'static str,
    /// Features that it lacks, and the operations, as `service/operation`, that show it.
    cannot: &'static [(&'static str, &'static [&'static str])],
}

impl Tool {
    /// Whether it is installed; if not, that is said.
    fn is_installed(&self) -> bool {
        let found = Command::new(&self.program).args(self.probe).output().is_ok_and(|output| output.status.success());
        let required = std::env::var_os("WSDL_CLIENTS_REQUIRED").is_some();
        assert!(found || !required, "{} lacks what {} needs", self.program, self.script);
        if !found {
            println!("skipped: {} lacks what {} needs ({})", self.program, self.script, self.install);
        }
        found
    }

    fn script(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/toolchains").join(self.script)
    }
}

/// Runs a program to its end and gives what it printed.
async fn run(mut command: Command) -> String {
    let shown = format!("{command:?}");
    let output = tokio::task::spawn_blocking(move || command.output()).await.unwrap().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{shown}: {errors}{text}");
    text
}

/// The calls of a plan: `service/operation` by the service's name.
async fn plan(tool: &Tool, services: &[Served]) -> PathBuf {
    let mut plan = String::from("<plan>");
    for served in services {
        write!(plan, "<service name=\"{}\" address=\"{}\">", served.name, served.address).unwrap();
        for operation in &served.operations {
            let message = message(served.service, operation).await;
            let (name, style) = (operation.name, format!("{:?}", operation.messages.style));
            write!(plan, "<call operation=\"{name}\" style=\"{style}\">{message}</call>").unwrap();
        }
        plan.push_str("</service>");
    }
    plan.push_str("</plan>");
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}.plan.xml", tool.script));
    std::fs::write(&file, plan).unwrap();
    file
}

/// Why a toolchain did not send the value twice, if so.
fn failure(served: &Served, operation: &'static Operation, result: &str) -> Option<String> {
    let sent = normal(&mirror::json_of_request(served.service, &request(operation)), true);
    let received = served.received.lock().unwrap().get(operation.name).cloned().unwrap_or_default();
    if result != "ok" {
        return Some(format!("it fails: {result}"));
    }
    match received.iter().enumerate().find(|(_, received)| **received != sent) {
        Some((number, received)) => Some(format!("call {number} received\n{received}\ninstead of\n{sent}")),
        None if received.len() == 2 => None,
        None => Some(format!("it was called {} times", received.len())),
    }
}

/// Compares what each service received with what was sent, and gives how many operations were called.
fn judge(tool: &Tool, services: &[Served], output: &str) -> usize {
    let results: BTreeMap<(&str, &str), &str> = output
        .lines()
        .map(|line| {
            let mut parts = line.splitn(3, '\t');
            ((parts.next().unwrap(), parts.next().unwrap()), parts.next().unwrap())
        })
        .collect();
    let (mut called, mut failures) = (0, Vec::new());
    for served in services {
        for operation in &served.operations {
            let name = format!("{}/{}", served.name, operation.name);
            let how = results.get(&(served.name, operation.name)).unwrap_or(&"nothing is said of it");
            let mut cannot = tool.cannot.iter().flat_map(|(_, patterns)| *patterns);
            match (failure(served, operation, how), cannot.any(|pattern| matches(pattern, &name))) {
                (None, false) => called += 1,
                (Some(_), true) => {}
                (Some(why), false) => failures.push(format!("{name}: {why}")),
                (None, true) => failures.push(format!("{name}: it can")),
            }
        }
    }
    if let Some(file) = std::env::var_os("EVERY_TYPE_FAILURES") {
        std::fs::write(file, failures.join("\n\n")).unwrap();
    }
    let shown = failures.iter().take(12).map(String::as_str).collect::<Vec<_>>().join("\n\n");
    assert!(
        failures.is_empty(),
        "{}: {} failures, {called} operations went well\n{shown}",
        tool.script,
        failures.len()
    );
    called
}

async fn serve_all() -> Vec<Served> {
    let mut services = Vec::new();
    for set in Set::BY_MONO {
        for name in set.services() {
            services.extend(serve(cases::document(set, name, Source::Wsdl).service(), name).await);
        }
    }
    services
}

/// Lets a toolchain that is a script make every call.
async fn drive(tool: Tool) -> usize {
    let services = serve_all().await;
    let mut command = Command::new(&tool.program);
    command.arg(tool.script()).arg(plan(&tool, &services).await);
    let output = run(command).await;
    judge(&tool, &services, &output)
}

#[tokio::test(flavor = "multi_thread")]
async fn zeep_echoes_values_of_every_type() {
    let tool = limits::zeep();
    if tool.is_installed() {
        assert_eq!(drive(tool).await, 184);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn node_soap_echoes_values_of_every_type() {
    let tool = limits::node_soap();
    if tool.is_installed() {
        assert_eq!(drive(tool).await, 153);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn php_echoes_values_of_every_type() {
    let tool = limits::php();
    if tool.is_installed() {
        assert_eq!(drive(tool).await, 157);
    }
}
