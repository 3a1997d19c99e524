//! `mock`: a service that a document describes, on this machine.

use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::path::PathBuf;

use asmx_gateway::{Demand, Listen, Mocked};
use asmx_import::name_hints::signs_in;
use asmx_types::display::shown_line;

use super::call;
use super::document::FromAddress;
use super::failure::Failure;
use super::gateway::{address, unable_to_listen};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The service: a WSDL document or a spec, a file or an address
    #[arg(value_name = "DOCUMENT")]
    document: PathBuf,
    /// A JSON object of results by operation, in the form of `asmx call`, or `{"$fault": "message"}`; others are samples
    #[arg(long, value_name = "FILE")]
    answers: Option<String>,
    /// Demand a sign-in of every request, to try callers [basic: user and password are `mock`; cookie: set by a sign-in operation]
    #[arg(long, value_enum, value_name = "SCHEME")]
    sign_in: Option<Scheme>,
    /// The XML namespace of the service [default: the document's]
    #[arg(long)]
    namespace: Option<String>,
    /// The address to listen at; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", value_parser = address, default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// Serve this host too, such as `api.test` or `api.test:81`; may be given several times
    #[arg(long, value_name = "HOST")]
    allow_host: Vec<String>,
    #[command(flatten, next_help_heading = "Document of an address")]
    from: FromAddress,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Scheme {
    Basic,
    Cookie,
}

/// Returns the exit code.
pub(super) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let document = arguments.from.document(&arguments.document)?;
    let mut mocked = Mocked::new(&document);
    if let Some(file) = &arguments.answers {
        let answers = call::object(file)?;
        let unfit = |error| Failure::usage(format!("{}: {}", shown_line(file), shown_line(&format!("{error}"))));
        mocked = mocked.answers(&document, &answers).map_err(unfit)?;
    }
    mocked = match arguments.sign_in {
        Some(Scheme::Basic) => mocked.demands(Demand::Basic),
        Some(Scheme::Cookie) if document.service().operations.iter().any(|operation| signs_in(operation.name)) => {
            mocked.demands(Demand::Cookie)
        }
        Some(Scheme::Cookie) => {
            let text = "`--sign-in cookie` needs an operation that signs in, such as `Login`; the document has none";
            return Err(Failure::usage(text));
        }
        None => mocked,
    };
    if let Some(namespace) = &arguments.namespace {
        mocked = mocked.namespace(namespace);
    }
    let listen = arguments.allow_host.iter().fold(Listen::at(arguments.listen), Listen::allow_host);
    let path = mocked.path();
    let ready = move |address: SocketAddr| {
        let text = format!("http://{address}{path} responds; http://{address}{path}?WSDL describes it\n");
        let _ = io::stdout().write_all(text.as_bytes());
    };
    listen.run_mock(mocked, ready).map(|()| 0).map_err(|error| unable_to_listen(&error))
}
