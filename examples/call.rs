//! Calls any operation by its descriptor, without generated types:
//!
//! ```text
//! cargo run --example call -- OPERATION --transport soap11|soap12|get|post --base-url URL --namespace NS --params FILE
//! ```
//!
//! FILE is a JSON object by wire name, common parameters included; `-` reads it from standard input. The result is printed as
//! one JSON value; an error goes to standard error, and the exit status is then 1.

use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::process::ExitCode;

use asmx_runtime::xml::is_obeyed;
use asmx_runtime::{Client, Transport, json};
use clap::Parser;
use email_campaign_client::{EMAIL_CAMPAIGN, EmailCampaign};

/// Calls an operation of the service.
#[derive(Parser)]
struct Arguments {
    /// The operation's name, as the service spells it.
    operation: String,
    /// soap11, soap12, get or post. Choosing get puts the credentials into the URL.
    #[arg(long, default_value = "soap11")]
    transport: Transport,
    /// The service's address, without `/api.asmx`.
    #[arg(long)]
    base_url: String,
    /// The service's XML namespace.
    #[arg(long)]
    namespace: String,
    /// A file with the parameters as a JSON object, or `-` for standard input.
    #[arg(long)]
    params: String,
    /// Permits `http://` to other machines.
    #[arg(long)]
    allow_plain_http: bool,
}

#[tokio::main]
async fn main() -> ExitCode {
    match call(&Arguments::parse()).await {
        Ok(result) => print(&result),
        Err(error) => {
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
fn print(result: &serde_json::Value) -> ExitCode {
    match writeln!(std::io::stdout(), "{}", shown(result)) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            eprintln!("standard output: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// JSON that no terminal obeys: by itself it escapes only some control characters.
fn shown(result: &serde_json::Value) -> String {
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

async fn call(arguments: &Arguments) -> Result<serde_json::Value, Box<dyn std::error::Error>> {
    let name = &arguments.operation;
    let operation =
        EMAIL_CAMPAIGN.operation(name).ok_or_else(|| format!("`{name}` is no operation of {}", EMAIL_CAMPAIGN.name))?;
    let object: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(&read(&arguments.params)?).map_err(|error| format!("{}: {error}", arguments.params))?;
    let parameters = json::parameters(&EMAIL_CAMPAIGN, operation, &object)?;
    let mut builder = EmailCampaign::builder()
        .base_url(&arguments.base_url)
        .namespace(&arguments.namespace)
        .transport(arguments.transport)
        .without_credentials();
    for (name, value) in parameters.common {
        builder = builder.common(name, value);
    }
    if arguments.transport == Transport::HttpGet {
        builder = builder.allow_credentials_in_url();
    }
    if arguments.allow_plain_http {
        builder = builder.allow_plain_http();
    }
    let account = builder.build()?;
    let client: &Client = account.client();
    let mut prepared = client.call(parameters.request);
    for (name, value) in parameters.undeclared {
        prepared = prepared.parameter(name, value);
    }
    Ok(json::result(&EMAIL_CAMPAIGN, operation, &prepared.await?))
}

fn read(file: &str) -> Result<String, String> {
    if file == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map_err(|error| format!("standard input: {error}"))?;
        return Ok(text);
    }
    std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))
}
