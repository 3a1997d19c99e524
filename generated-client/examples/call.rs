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
//! `--dry-run` sends nothing. It prints the request that would be sent, with `[redacted]` in the place of secrets.

use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use asmx_document::Document;
use asmx_gateway::{Call, Checks, Setup, Target, wait};
use clap::Parser;
use email_campaign_client::EMAIL_CAMPAIGN;
use email_campaign_client::asmx_runtime::xml::{is_obeyed, shown_line};
use email_campaign_client::asmx_runtime::{Fault, Transport, json};
use serde_json::{Map, Value as Json, json};

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
    /// Prints the parts of the response as they came, and its SOAP headers.
    #[arg(long, requires = "document")]
    full: bool,
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

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match wait(called(&arguments)).map_err(Failure::from).and_then(|called| called) {
        Ok(result) => print(&result),
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

/// Calls the service of the document, or the one that this program is built for.
async fn called(arguments: &Arguments) -> Result<Json, Failure> {
    let target = target(arguments)?;
    target.find(&arguments.operation)?;
    let parameters = object(&arguments.params)?;
    let mut call = Call::new(&arguments.operation, &parameters);
    if let Some(file) = &arguments.raw_headers {
        let headers = json::raw_headers(&read(file)?, arguments.transport);
        call = call.soap_headers(headers.map_err(|error| format!("{file}: {error}"))?);
    }
    let headers = arguments.headers.as_deref().map(object).transpose()?;
    if let Some(headers) = &headers {
        call = call.headers(headers);
    }
    if arguments.dry_run {
        return Ok(target.dry_run(call).await?.to_json());
    }
    let answer = target.answer(call).await.map_err(|error| match error.fault() {
        Some(fault) if arguments.document.is_some() => Failure::Refused(fault.clone()),
        _ => Failure::Other(error.into()),
    })?;
    answer
        .deviations
        .iter()
        .for_each(|deviation| eprintln!("the response deviates: {}", shown_line(deviation.as_str())));
    Ok(if arguments.full { json!({ "output": answer.output, "headers": answer.headers }) } else { answer.output })
}

fn target(arguments: &Arguments) -> Result<Target, Failure> {
    let setup = match &arguments.document {
        Some(document) => Setup::of_document(Document::open(document)?).checks(Checks::None),
        None => Setup::of_service(&EMAIL_CAMPAIGN),
    };
    let mut setup = setup.transport(arguments.transport).base_url(&arguments.base_url);
    if let Some(port) = &arguments.port {
        setup = setup.port(port);
    }
    if let Some(namespace) = &arguments.namespace {
        setup = setup.namespace(namespace);
    }
    if arguments.transport == Transport::HttpGet {
        setup = setup.allow_credentials_in_url();
    }
    if arguments.allow_plain_http {
        setup = setup.allow_plain_http();
    }
    Ok(Target::new(setup)?)
}

/// Prints the result. A reader that has seen enough is no failure.
fn print(result: &Json) -> ExitCode {
    match writeln!(std::io::stdout(), "{}", escaped(result)) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            eprintln!("standard output: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// JSON that no terminal obeys: by itself it escapes only some control characters.
fn escaped(result: &Json) -> String {
    let mut escaped = String::new();
    for character in result.to_string().chars() {
        if is_obeyed(character) {
            // Writing to a String cannot fail.
            let _ = write!(escaped, "\\u{:04x}", u32::from(character));
        } else {
            escaped.push(character);
        }
    }
    escaped
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
