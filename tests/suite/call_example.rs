//! The example `call` with a document: what it prints, and how it ends.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Arc, OnceLock};

use asmx_document::Document;
use asmx_runtime::server::Server;
use asmx_runtime::stack::HandlerFuture;
use asmx_runtime::values::HeaderContent;
use asmx_runtime::{Call, Error, Fault, Handler, Message, Opener, RawOutput, SoapHeader};
use tokio::net::TcpListener;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Returns the first parameter, and the headers that came, as far as the response has them; refuses what is called a fault.
struct Echo;

impl Echo {
    fn response(call: &Call) -> Result<Message, Fault> {
        let operation = call.operation();
        if operation.name.ends_with("Fault") {
            return Err(Fault::client("bad header <&>"));
        }
        let first = call.request.to_dynamic().into_values().into_iter().next().unwrap_or_default();
        let mut message = Message::new(operation.outputs.iter().map(|_| first.clone()).collect());
        for header in &call.soap_headers {
            let HeaderContent::Declared(member, value) = &header.content else { continue };
            let returned = operation.messages.response_headers.iter().find(|returned| returned.name == member.name);
            message.headers.extend(returned.map(|returned| SoapHeader::new(returned, value.clone())));
        }
        Ok(message)
    }
}

impl Handler for Echo {
    fn handle<'a>(&'a self, call: &'a Call) -> HandlerFuture<'a> {
        let response = Self::response(call);
        Box::pin(async { response.map(RawOutput::Message).map_err(Error::from) })
    }
}

fn document(name: &str) -> String {
    format!("{ROOT}/codegen/import/tests/fixtures/types/{name}.wsdl")
}

async fn serve(name: &str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let service = Document::open(document(name)).unwrap().service();
    let listening = Server::new(Opener::new(service, |_| Ok(Arc::new(Echo)))).serve(listener).unwrap();
    tokio::spawn(listening.wait());
    address
}

/// Cargo, without what it reports to a test about its package: a build script that reads it would run again.
fn cargo() -> Command {
    let mut command = Command::new(env!("CARGO"));
    for (name, _) in std::env::vars_os() {
        if ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_"].iter().any(|of| name.to_string_lossy().starts_with(of)) {
            command.env_remove(name);
        }
    }
    command
}

/// The program. It is built here if an argument of `cargo test` left it out, or if it is older than its sources.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let program = std::env::current_exe().unwrap().ancestors().nth(2).unwrap().join("examples/call");
        if !is_current(&program) {
            // With the features of `cargo test --workspace`, so that the example alone is compiled.
            let mut cargo = cargo();
            cargo.args(["build", "--quiet", "--workspace", "--example", "call"]).current_dir(ROOT);
            assert!(cargo.status().unwrap().success());
        }
        program
    })
}

/// Whether a program is newer than every source that cargo lists beside it.
fn is_current(program: &Path) -> bool {
    let changed = |path: &Path| path.metadata().and_then(|file| file.modified()).ok();
    let Ok(listed) = fs::read_to_string(program.with_extension("d")) else { return false };
    let sources = listed.split_once(": ").unwrap().1.trim().replace("\\ ", "\0");
    let built = changed(program);
    built.is_some() && sources.split(' ').all(|source| changed(source.replace('\0', " ").as_ref()) <= built)
}

/// Runs it; files are given by their text.
async fn run(arguments: &[&str], files: &[(&str, &str)]) -> Output {
    let mut command = Command::new(program());
    command.args(arguments);
    let folder =
        std::env::temp_dir().join(format!("call-example-{}-{:?}", std::process::id(), std::thread::current().id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (option, text) in files {
        let file = folder.join(option.trim_start_matches('-'));
        std::fs::write(&file, text).unwrap();
        command.arg(option).arg(file);
    }
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    std::fs::remove_dir_all(folder).unwrap();
    output
}

#[track_caller]
fn assert_output(output: &Output, status: i32, stdout: &str, stderr: &str) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!((output.status.code(), out.trim_end()), (Some(status), stdout), "{err}");
    assert!(err.contains(stderr) && err.is_empty() == stderr.is_empty(), "{err}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dry_run_prints_the_request_without_its_secrets() {
    let document = document("headers");
    let arguments =
        ["HeaderIn", "--document", &document, "--base-url", "https://nowhere.invalid/", "--dry-run", "--transport"];
    let params = ("--params", r#"{"value": "v"}"#);
    let headers = ("--headers", r#"{"AuthHeader": {"Username": "ann", "Password": "s3cret&word"}}"#);
    for transport in ["soap11", "soap12"] {
        let output = run(&[arguments.as_slice(), &[transport]].concat(), &[params, headers]).await;
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{:?}", output.stderr);
        assert!(!printed.contains("s3cret"), "{printed}");
        let json: serde_json::Value = serde_json::from_str(&printed).unwrap();
        assert_eq!(json["request"], "POST /headers.asmx");
        let body = json["body"].as_str().unwrap();
        let header = "<AuthHeader xmlns=\"http://zoo.test/headers/\"><Username>ann</Username><Password>[redacted]</Password></AuthHeader>";
        assert!(body.contains(header) && body.contains("<value>v</value>"), "{body}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn results_and_headers_are_printed_as_json() {
    let base = format!("http://{}", serve("headers").await);
    let document = document("headers");
    let call = |operation: &'static str, transport: &'static str| {
        vec![operation, "--document", &document, "--transport", transport, "--base-url", &base]
    };
    let (params, code) = (("--params", r#"{"value": "v"}"#), ("--params", r#"{"code": 7}"#));
    for transport in ["soap11", "soap12"] {
        let mut full = call("HeaderInOut", transport);
        full.push("--full");
        let headers = (
            "--headers",
            r#"{"TraceHeader": {"@Note": "n", "Id": "id", "Hops": 3, "Path": ["a", null], "Limit": null}}"#,
        );
        let output = run(&full, &[params, headers]).await;
        let printed = r#"{"output":{"HeaderInOutResult":"v"},"headers":{"TraceHeader":{"Id":"id","Hops":3,"Path":["a",null],"Limit":null,"@Note":"n"}}}"#;
        assert_output(&output, 0, printed, "");
        let output = run(&call("HeaderInOut", transport), &[params]).await;
        assert_output(&output, 0, r#"{"HeaderInOutResult":"v"}"#, "");
        let raw = ("--raw-headers", r#"<z:Other xmlns:z="urn:zoo:other" soap:mustUnderstand="1">x</z:Other>"#);
        assert_output(&run(&call("HeaderIn", transport), &[params, raw]).await, 3, "", "was not understood");
        let raw = ("--raw-headers", r#"<z:Other xmlns:z="urn:zoo:other"/><a/>"#);
        assert_output(&run(&call("HeaderIn", transport), &[params, raw]).await, 0, r#"{"HeaderInResult":"v"}"#, "");
        assert_output(&run(&call("HeaderFault", transport), &[code]).await, 3, "", "bad header <&>");
    }
    for transport in ["get", "post"] {
        assert_output(&run(&call("HeaderInOut", transport), &[params]).await, 0, r#"{"HeaderInOutResult":"v"}"#, "");
        let mut full = call("HeaderInOut", transport);
        full.push("--full");
        assert_output(&run(&full, &[params]).await, 0, r#"{"output":{"HeaderInOutResult":"v"},"headers":{}}"#, "");
        assert_output(&run(&call("HeaderFault", transport), &[code]).await, 3, "", "bad header <&>");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_refusal_of_the_service_ends_with_another_status() {
    let document = document("headers");
    let params = ("--params", r#"{"value": "v"}"#);
    let base = ["--document", &document, "--base-url", "http://127.0.0.1:1"];
    let call = |operation: &'static str, more: &[&'static str]| [&[operation], base.as_slice(), more].concat();
    assert_output(&run(&call("HeaderIn", &[]), &[params]).await, 1, "", "127.0.0.1:1");
    let misspelt = "has no operation `headerin`; did you mean `HeaderIn`?";
    assert_output(&run(&call("headerin", &[]), &[params]).await, 1, "", misspelt);
    let undescribed = ["GetBlock", "--base-url", "http://127.0.0.1:1", "--namespace", "urn:n"];
    assert_output(&run(&undescribed, &[params]).await, 1, "", "did you mean `");
    for (files, why) in [
        (&[("--params", r#"{"valeu": "v"}"#)][..], "no parameter `valeu`"),
        (&[params, ("--headers", r#"{"Other": {}}"#)], "no header `Other`"),
    ] {
        assert_output(&run(&call("HeaderIn", &[]), files).await, 1, "", why);
    }
    assert_output(&run(&["HeaderIn", "--base-url", "http://127.0.0.1:1"], &[params]).await, 2, "", "--namespace");
    let encoded = self::document("rpcenc");
    for operation in ["Divide", "Add"] {
        let encoded = [operation, "--base-url", "http://127.0.0.1:1", "--document", &encoded];
        let why = format!("{operation} cannot be called over SOAP 1.1: its messages use SOAP encoding");
        assert_output(&run(&encoded, &[params]).await, 1, "", &why);
    }
    let nothing = ["HeaderIn", "--base-url", "http://127.0.0.1:1", "--document", "/no/such/file"];
    assert_output(&run(&nothing, &[params]).await, 1, "", "cannot read /no/such/file");
}

#[tokio::test(flavor = "multi_thread")]
async fn ports_and_operations_have_the_names_of_the_document() {
    let wsdl = |name: &str| format!("{ROOT}/codegen/import/tests/fixtures/wsdl/{name}.wsdl");
    let document = wsdl("overloads");
    let call = |operation: &'static str, port: &'static str| {
        let call =
            [operation, "--document", &document, "--base-url", "http://127.0.0.1:1", "--dry-run", "--port", port];
        call.map(str::to_owned)
    };
    let run = async |operation, port| {
        let call = call(operation, port);
        run(&call.each_ref().map(String::as_str), &[("--params", "{}")]).await
    };
    for name in ["Original", "Renamed"] {
        let output = run(name, "ShopSoap").await;
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(
            printed.contains("<Renamed xmlns=") && output.stderr.is_empty(),
            "{name}: {printed} {:?}",
            output.stderr
        );
    }
    let unknown = "has no port `ShopSope`; there are: ShopSoap (SOAP 1.1), ";
    assert_output(&run("Original", "ShopSope").await, 1, "", unknown);
    let other = "the port `ShopHttpGet` does not offer Original over SOAP 1.1; there are: ShopSoap\n";
    assert_output(&run("Original", "ShopHttpGet").await, 1, "", other);
}

/// A call of the e-mail service's first DataSet operation, at an echo of it.
async fn call_of_tables(arguments: &[&str], params: &str) -> Output {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let router = echo_service::mounts::router(&email_campaign_client::EMAIL_CAMPAIGN).unwrap();
    let listening =
        asmx_runtime::server::serve(listener, router, asmx_runtime::server::ListenOptions::default()).unwrap();
    tokio::spawn(listening.wait());
    let operations = email_campaign_client::EMAIL_CAMPAIGN.operations.iter();
    let operation =
        operations.copied().find(|operation| echo_service::Kind::of(operation) == echo_service::Kind::DataSet);
    let fixed = [operation.unwrap().name, "--base-url", &base, "--namespace", echo_service::mounts::NAMESPACE];
    run(&[fixed.as_slice(), arguments].concat(), &[("--params", params)]).await
}

/// The kind of a cell follows from the type of its column.
#[tokio::test(flavor = "multi_thread")]
async fn cells_have_the_kind_of_their_column() {
    let output = call_of_tables(&[], "{}").await;
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{errors}"));
    let tables = json.as_object().unwrap().values().next().unwrap()["tables"].as_array().unwrap();
    let typed = tables.iter().find(|table| table["name"] == "Typed").unwrap();
    let cell = |row: usize, column: &str| typed["rows"][row][column].to_string();
    assert_eq!(cell(1, "2ndCol"), "-2147483648");
    assert_eq!((cell(0, "B").as_str(), cell(0, "D").as_str()), ("true", "0.1"));
    // More digits than readers keep, a scale, NaN, a text.
    assert_eq!((cell(1, "L").as_str(), cell(0, "M").as_str()), ("\"-9223372036854775808\"", "\"12.50\""));
    assert_eq!((cell(1, "D").as_str(), cell(8, "D").as_str()), ("1.7976931348623157e+308", "\"NaN\""));
    assert_eq!((cell(2, "D").as_str(), cell(0, "S").as_str()), ("null", "\"plain\""));
}

/// As readers of JSON do, and as the value that is not sent is not shown.
#[tokio::test(flavor = "multi_thread")]
async fn of_a_parameter_that_is_there_twice_the_last_counts() {
    let output = call_of_tables(&[], r#"{"Username": "first", "Password": "hunter2secret", "Username": "last"}"#).await;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() && printed.contains("\"Value\":\"last\"") && !printed.contains("first"),
        "{printed}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn parameters_that_are_no_object_are_not_shown() {
    for params in [r#""hunter2secret""#, r#"["hunter2secret"]"#, "123456789", r#"{"Password": "hunter2secret""#] {
        let output = call_of_tables(&[], params).await;
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1));
        assert!(!errors.contains("hunter2") && !errors.contains("123456789") && !errors.is_empty(), "{errors}");
    }
}
