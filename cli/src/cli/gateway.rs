//! `gateway`, `mcp` and `openapi`: operations for callers that do not speak SOAP.

use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::path::PathBuf;

use asmx_gateway::rows::CELLS_PER_BYTE;
use asmx_gateway::{
    Checks, Gateway, Interface, Listen, ListenError, Offer, OpenApi, OpenApiStyle, OpenApiVersion, ServerError, Setup,
    Supplied, Target, speak_mcp,
};
use asmx_types::Effect;
use asmx_types::display::shown_line;

use super::call::{self, Address, Connection};
use super::document::Located;
use super::effects::Effects;
use super::failure::Failure;
use super::log::{log_ended, log_line};
use super::profile::Profile;
use super::renewal::Renewal;
use super::to_file::ToFile;

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    offered: Offered,
    /// The address to listen at; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", value_parser = address, default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// A file whose first line is a token that callers must send: `Authorization: Bearer ...`
    #[arg(long, value_name = "FILE")]
    token_file: Option<String>,
    /// End at the end of standard input, too: with the program that started the gateway. Of `--token-file -` only a line is read
    #[arg(long)]
    end_with_input: bool,
    /// Listen for other machines without a token, because a proxy checks callers
    #[arg(long)]
    behind_proxy: bool,
    /// Serve this host too, such as `api.test` or `api.test:81`; may be given several times
    #[arg(long, value_name = "HOST")]
    allow_host: Vec<String>,
}

/// The bytes of a MB.
const MB: usize = 1024 * 1024;

/// The most operations whose secret results are named.
const NAMED: usize = 10;

/// The operations that callers get, and the service behind them.
#[derive(Clone, clap::Args)]
pub(super) struct Offered {
    /// The service: a WSDL document or a spec, a file or an address
    #[arg(value_name = "DOCUMENT")]
    document: PathBuf,
    /// The address of the service: scheme, host and port, or the whole address of the `.asmx` file [default: the document's]
    #[arg(long, value_name = "URL", conflicts_with_all = ["base_url", "endpoint"])]
    upstream: Option<String>,
    #[command(flatten)]
    connection: Connection,
    /// Offer operations with this effect too; `credentials` lets callers send secrets as parameters
    #[arg(long, value_enum, value_name = "EFFECT")]
    allow: Vec<Allowed>,
    /// Offer only the operations that match; `*` is any text
    #[arg(long, value_name = "PATTERN")]
    only: Vec<String>,
    #[command(flatten)]
    effects: Effects,
    /// The most calls under way; more are refused
    #[arg(long, value_name = "CALLS", default_value_t = Offer::AT_ONCE)]
    calls_at_once: usize,
    /// The memory in MB that all calls hold together; a call that needs more waits up to 10 seconds, and is then refused
    #[arg(long, value_name = "MB", default_value_t = Offer::MEMORY / MB)]
    memory: usize,
    /// The most cells for each byte of a response in CSV and Arrow, which have a cell for every column of every row
    #[arg(long, value_name = "CELLS", default_value_t = CELLS_PER_BYTE)]
    cells_per_byte: u32,
    /// The most calls that begin in a second; more are refused [default: any number]
    #[arg(long, value_name = "CALLS")]
    calls_per_second: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Allowed {
    /// Operations that change data
    Write,
    /// Operations that send messages to people
    Send,
    /// Credentials and other secrets of callers
    Credentials,
}

impl Offered {
    /// The gateway of a command that makes no call: the address and the profile may be missing.
    pub(super) fn described(&self) -> Result<Gateway, Failure> {
        let profile = self.connection.profile()?;
        let located = self.connection.located(&self.document, &profile)?;
        let address =
            self.upstream.as_deref().map_or_else(|| Address::BaseUrl("http://localhost".to_owned()), upstream);
        let target = self.connection.target(setup(&located)?, &profile, Some(address))?;
        self.gateway(target, Supplied::default())
    }

    /// The gateway. It reads its profile again whenever that changes.
    pub(super) fn served(&self) -> Result<Gateway, Failure> {
        let profile = self.connection.profile()?;
        let located = self.connection.located(&self.document, &profile)?;
        let setup = setup(&located)?;
        let (target, supplied) = self.access(setup.clone(), &profile, &located)?;
        let gateway = self.gateway(target, supplied)?;
        if profile.name().is_some() {
            let offered = self.clone();
            let access = move |present: &Target, profile: &Profile| {
                offered.access(present.continued_by(setup.clone()), profile, &located)
            };
            Renewal::new(profile, gateway.clone(), access).run();
        }
        Ok(gateway)
    }

    /// How the service is reached, and the values that go with each call.
    pub(super) fn access(
        &self,
        setup: Setup,
        profile: &Profile,
        located: &Located,
    ) -> Result<(Target, Supplied), Failure> {
        let address = self.upstream.as_deref().map(upstream).or_else(|| self.connection.address(located));
        let target = self.connection.target(setup, profile, address)?;
        target.check().map_err(|error| Failure::settings(&error))?;
        self.connection.tell_of_address(&target, profile, located)?;
        let supplied = call::supplied(profile, target.service())?;
        Ok((target, supplied))
    }

    fn gateway(&self, target: Target, supplied: Supplied) -> Result<Gateway, Failure> {
        let mut offer = Offer::default().only(&self.only).effects(self.effects.patterns.clone()).supplied(supplied);
        offer = offer.limits(self.calls_at_once, self.calls_per_second);
        offer = offer.memory(self.memory.saturating_mul(MB)).cells_per_byte(self.cells_per_byte);
        for allowed in &self.allow {
            offer = match allowed {
                Allowed::Write => offer.write(),
                Allowed::Send => offer.send(),
                Allowed::Credentials => offer.credentials(),
            };
        }
        for note in self.effects.notes(target.service().operations.iter().map(|operation| operation.name)) {
            anstream::eprintln!("{note}");
        }
        let gateway = Gateway::new(target, offer).map_err(Failure::usage)?;
        let hidden = gateway.hidden_members();
        for (operation, members) in hidden.iter().take(NAMED) {
            let names: Vec<String> = members.iter().map(|member| format!("`{}`", shown_line(member))).collect();
            anstream::eprintln!(
                "note: results of {operation} lack {}: secret by name or description",
                names.join(", ")
            );
        }
        if !hidden.is_empty() {
            let more = hidden.len().saturating_sub(NAMED);
            let operations = if more == 1 { "operation" } else { "operations" };
            let and = if more > 0 { format!("and so do results of {more} {operations} more; ") } else { String::new() };
            anstream::eprintln!(
                "note: {and}`--allow credentials` shows secrets, and a spec (`asmx import`) can say that a member is none"
            );
        }
        Ok(gateway)
    }
}

/// Sizes are up to the service.
fn setup(located: &Located) -> Result<Setup, Failure> {
    Ok(Setup::of_document(located.open()?).checks(Checks::Values))
}

/// An address with a path is that of the `.asmx` file.
fn upstream(url: &str) -> Address {
    let has_path = url.splitn(4, '/').nth(3).is_some_and(|path| !path.is_empty());
    if has_path { Address::Endpoint(url.to_owned()) } else { Address::BaseUrl(url.to_owned()) }
}

/// Returns the exit code.
pub(super) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let gateway = arguments.offered.served()?;
    let (offer, retries) = (offered(&gateway), retries(&gateway));
    let mut rest = Interface::new(logged(gateway));
    if let Some(file) = &arguments.token_file {
        let token = if file == "-" && arguments.end_with_input {
            call::next_line_of_input()
        } else {
            call::first_line_of(file)
        };
        rest = rest.token(token?);
    }
    let mut listen = Listen::at(arguments.listen);
    for host in &arguments.allow_host {
        listen = listen.allow_host(host);
    }
    if arguments.behind_proxy {
        listen = listen.behind_proxy();
    }
    if arguments.end_with_input {
        listen = listen.end_with_input();
    }
    let ready = move |address: SocketAddr| {
        let text = format!("http://{address}/ offers {offer}; http://{address}/openapi.json describes them{retries}\n");
        let _ = io::stdout().write_all(text.as_bytes());
    };
    let served = listen.run(rest, ready);
    log_ended();
    served.map(|()| 0).map_err(|error| unable_to_listen(&error))
}

/// The address to listen at.
pub(super) fn address(text: &str) -> Result<SocketAddr, String> {
    let port = || text.strip_prefix(':').unwrap_or(text).parse::<u16>();
    text.parse().map_err(|_| match port() {
        Ok(port) => format!("write 127.0.0.1:{port}"),
        Err(_) => "write an IP address and a port, such as 127.0.0.1:8080".to_owned(),
    })
}

/// A listener that does not start, in words of the command.
pub(super) fn unable_to_listen(error: &ListenError) -> Failure {
    match error {
        ListenError::Address(address, cause) if cause.kind() == io::ErrorKind::AddrInUse => Failure::usage(format!(
            "cannot listen at {address}: another program listens there. Choose another port, or let the system choose a free one: \
             `--listen {}`",
            SocketAddr::new(address.ip(), 0)
        )),
        ListenError::Open(address) => Failure::usage(format!(
            "{address} can be reached by other machines: give a token (`--token-file FILE`), or say that a proxy in front of the gateway checks its \
             callers (`--behind-proxy`)"
        )),
        ListenError::Server(ServerError::NoNamespace { service }) => {
            Failure::usage(format!("{service} states no XML namespace: give it with `--namespace`"))
        }
        _ => Failure::usage(error),
    }
}

/// Serves tools. Returns the exit code.
pub(super) fn mcp(arguments: &Offered) -> Result<u8, Failure> {
    let gateway = arguments.served()?;
    // Standard output is the protocol's.
    let _ = writeln!(io::stderr(), "{}{}", offered(&gateway), retries(&gateway));
    let session = speak_mcp(logged(gateway));
    log_ended();
    session.map(|()| 0).map_err(Failure::unwritten_file)
}

/// The gateway, with a line for each call, and for each request that was refused before it was a call.
fn logged(gateway: Gateway) -> Gateway {
    let gateway = gateway.on_call(|ended| log_line(&ended.to_json()));
    gateway.on_refused_request(|refused| log_line(&refused.to_json()))
}

/// The number of operations, and why there are no more.
pub(super) fn offered(gateway: &Gateway) -> String {
    let (open, hidden) = (gateway.operations().len(), gateway.hidden());
    let operations = |count: usize| if count == 1 { "1 operation".to_owned() } else { format!("{count} operations") };
    let is_wsdl = gateway.target().is_of_wsdl();
    match (hidden, is_wsdl) {
        (0, _) => operations(open),
        (_, true) => {
            let (writes, sends) = (gateway.hidden_with(Effect::Write), gateway.hidden_with(Effect::Send));
            let opened = match (writes, sends) {
                (_, 0) => "`--allow write` opens them".to_owned(),
                (0, _) => "`--allow send` opens them, whose names say that they send messages".to_owned(),
                _ => format!(
                    "`--allow write` opens {writes}, and `--allow send` {sends}, whose names say that they send messages"
                ),
            };
            format!(
                "{} and hides {hidden}, because a WSDL document does not say which only read: `--reads PATTERN` does. {opened}",
                operations(open)
            )
        }
        (_, false) => format!("{} and hides {hidden}, which `--allow write` and `--allow send` open", operations(open)),
    }
}

/// The numbers of reads that are retried after a failure, and that are not; empty if nothing is a read.
fn retries(gateway: &Gateway) -> String {
    match gateway.retried() {
        (0, 0) => String::new(),
        (retried, 0) => format!("; reads that are retried after a failure: {retried}"),
        (retried, not) => format!(
            "; reads that are retried after a failure: {retried}, not retried: {not}, because their names do not begin with Get, Find, List, \
             Search, Read, Query, Count or Is, and no `--reads` has their whole name"
        ),
    }
}

#[derive(clap::Args)]
pub(super) struct OpenapiArguments {
    #[command(flatten)]
    offered: Offered,
    /// The version of the document: 3.1, 3.0 or 2.0; standard error says what an older one leaves out
    #[arg(long, value_name = "VERSION", default_value = OpenApiVersion::V31.name())]
    openapi: OpenApiVersion,
    /// The style of its schemas: `classes` for C#, Java, Python and the like, `unions` for TypeScript and zod
    #[arg(long, value_name = "STYLE", default_value = OpenApiStyle::Classes.name())]
    style: OpenApiStyle,
    /// The address of the gateway, which the document states
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    server: String,
    #[command(flatten)]
    to: ToFile,
}

/// Prints the document, and on standard error what it lacks. Returns the exit code.
pub(super) fn openapi(arguments: &OpenapiArguments) -> Result<u8, Failure> {
    let settings = OpenApi::new(arguments.openapi, arguments.style).map_err(Failure::usage)?;
    let gateway = arguments.offered.described()?;
    if gateway.hidden() > 0 {
        writeln!(io::stderr(), "note: it describes {}", offered(&gateway))?;
    }
    let document = gateway.openapi(&settings.server(&arguments.server));
    for left_out in &document.left_out {
        writeln!(io::stderr(), "note: {left_out}")?;
    }
    Ok(call::print_to(&arguments.to, &format!("{:#}\n", document.json))?)
}
