//! The command: starts a sandbox and prints how to call it.

#![forbid(unsafe_code)]

use std::io::Write as _;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use email_campaign_sandbox::{ErrorStyle, ListenOptions, NAMESPACE, RunningSandbox, Sandbox, SandboxError};

/// The account's default password.
const PASSWORD: &str = "sandbox";

/// The e-mail campaign service in a box: all operations, with simulated deliveries. No message leaves this machine.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// The port to listen at; 0 takes a free one.
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// The address to listen at. There is no encryption, and the outbox needs no password.
    #[arg(long, default_value = "127.0.0.1")]
    address: IpAddr,
    /// Serves this host too, such as `sandbox.test` or `sandbox.test:80`. May be given several times. By default a
    /// loopback address serves only `localhost` and loopback addresses, so that no web page reaches it under another
    /// name.
    #[arg(long, value_name = "HOST")]
    allow_host: Vec<String>,
    /// Keeps everything in this `SQLite` file, which one sandbox uses at a time. By default everything is gone at the
    /// end.
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// Starts without demo data.
    #[arg(long)]
    empty: bool,
    /// Adds a list unless it exists. May be given several times.
    #[arg(long, value_name = "NAME")]
    list: Vec<String>,
    /// The account's user name.
    #[arg(long, default_value = "sandbox")]
    username: String,
    /// A file whose first line is the account's password, `-` for the standard input. Default: the password
    /// `sandbox`. It is not an argument because everybody on the machine can read those.
    #[arg(long, value_name = "FILE")]
    password_file: Option<PathBuf>,
    /// The service's XML namespace.
    #[arg(long, default_value = NAMESPACE)]
    namespace: String,
    /// Stops the clock at this moment, such as 2026-01-31T12:00:00.
    #[arg(long, value_name = "MOMENT")]
    clock: Option<String>,
    /// The seed of random fates of deliveries.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of bounces that put an address on the bounce list. Default: 3 for a new account.
    #[arg(long, value_name = "TIMES")]
    bounce_threshold: Option<u32>,
    /// Lets sign-ins go on after wrong passwords. By default a user name has to wait after 5 in a row.
    #[arg(long)]
    no_throttle: bool,
    /// Leaves the names of exceptions out of faults.
    #[arg(long)]
    short_faults: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let ended = tokio::runtime::Runtime::new().map_err(Into::into).and_then(|runtime| {
        let ended = runtime.block_on(run(&arguments));
        // Work of the database that nobody waits for must not delay the end.
        runtime.shutdown_background();
        ended
    });
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("email-campaign-sandbox: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: &Arguments) -> Result<(), Box<dyn std::error::Error>> {
    let own_password = arguments.password_file.as_deref().map(read_password).transpose()?;
    let password = own_password.as_deref().unwrap_or(PASSWORD);
    let running = start(arguments, password).await?;
    // A password of the user's own is not printed.
    let display_password = if own_password.is_some() { "..." } else { password };
    if running.replaced_password() {
        let now = if own_password.is_some() { "that of --password-file" } else { "the default one" };
        let username = running.username();
        let notice =
            format!("email-campaign-sandbox: the database had another password for `{username}`; it is now {now}.\n");
        let _ = std::io::stderr().write_all(notice.as_bytes());
    }
    let introduction = introduction(&running, arguments, display_password);
    let introduce = async {
        // The reader of the output may be gone; the sandbox serves nevertheless.
        let _ = std::io::stdout().write_all(introduction.as_bytes());
    };
    // Listen for Ctrl-C before printing: one that came in between would kill the process.
    let (interrupted, ()) = tokio::join!(biased; tokio::signal::ctrl_c(), introduce);
    interrupted.map_err(SandboxError::Serve)?;
    tokio::select! {
        // The second Ctrl-C counts from before the shutdown begins.
        biased;
        again = tokio::signal::ctrl_c() => Ok(again.map_err(SandboxError::Serve)?),
        stopped = running.stop() => Ok(stopped?),
    }
}

fn read_password(file: &Path) -> Result<String, String> {
    let cannot = |reason: &dyn std::fmt::Display| format!("cannot read the password from {}: {reason}", file.display());
    let text =
        if file == Path::new("-") { std::io::read_to_string(std::io::stdin()) } else { std::fs::read_to_string(file) };
    let text = text.map_err(|error| cannot(&error))?;
    match text.lines().next() {
        Some(line) if !line.is_empty() => Ok(line.to_owned()),
        _ => Err(cannot(&"its first line is empty")),
    }
}

async fn start(arguments: &Arguments, password: &str) -> Result<RunningSandbox, SandboxError> {
    let mut builder = Sandbox::builder()
        .credentials(&arguments.username, password)
        .namespace(&arguments.namespace)
        .demo_data(!arguments.empty)
        .seed(arguments.seed)
        .listen_options(arguments.allow_host.iter().fold(ListenOptions::default(), ListenOptions::allow_host))
        .throttle(!arguments.no_throttle)
        .listen(SocketAddr::new(arguments.address, arguments.port));
    if let Some(file) = &arguments.database {
        builder = builder.database(file);
    }
    if let Some(moment) = &arguments.clock {
        builder = builder.clock(moment);
    }
    if let Some(times) = arguments.bounce_threshold {
        builder = builder.bounce_threshold(times);
    }
    if arguments.short_faults {
        builder = builder.error_style(ErrorStyle::Production);
    }
    for name in &arguments.list {
        builder = builder.list(name);
    }
    builder.start().await
}

/// The printed introduction: where the sandbox is and how to call it.
fn introduction(running: &RunningSandbox, arguments: &Arguments, password: &str) -> String {
    let (url, namespace, username) = (running.base_url(), running.namespace(), running.username());
    let database =
        arguments.database.as_ref().map_or("none: everything is gone at the end".into(), |file| file.to_string_lossy());
    let [quoted_url, quoted_username] = [url, username].map(quoted);
    let file = profiles();
    let password_setting = stated_password(arguments, password);
    format!(
        "The sandbox is ready. Nothing leaves this machine; Ctrl-C ends it, a second one at once.

  URL        {url}
  Username   {username}
  Password   {password}
  Namespace  {namespace}
  WSDL       {url}/api.asmx?WSDL
  Outbox     {url}/outbox
  Database   {database}

To call it, write these lines into {file}:

  [sandbox]
  base-url = {quoted_url}
  username = {quoted_username}
  password = {password_setting}

Then call an operation from another terminal (`cargo install --path cli` in the checkout installs asmx):

  asmx call {url}/api.asmx Groups_GetList_DataSet --profile sandbox --yes
"
    )
}

/// The file of the profiles of `asmx`.
const fn profiles() -> &'static str {
    if cfg!(windows) {
        "%APPDATA%\\asmx\\profiles.toml"
    } else if cfg!(target_os = "macos") {
        "~/Library/Application Support/asmx/profiles.toml"
    } else {
        "~/.config/asmx/profiles.toml"
    }
}

/// A text of TOML.
fn quoted(text: &str) -> String {
    // A string of JSON is one of TOML.
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

/// The password as a profile states it: one of the person's own stays in its file.
fn stated_password(arguments: &Arguments, password: &str) -> String {
    match &arguments.password_file {
        None => quoted(password),
        Some(file) if file == Path::new("-") => "{ prompt = true }".to_owned(),
        Some(file) => {
            let file = std::path::absolute(file).unwrap_or_else(|_| file.clone());
            format!("{{ file = {} }}", quoted(&file.to_string_lossy()))
        }
    }
}
