//! Serves the echo contract until it is stopped: every operation returns what it received, over all four transports.
//!
//! `cargo run --example echo_server -- --port 8931` serves `http://127.0.0.1:8931/api.asmx`, under `/on` with production errors, and under
//! `/soaponly` without GET and POST. It prints one line when it is ready.

use std::process::ExitCode;

use clap::Parser;
use echo_service::mounts;
use email_campaign_client::EMAIL_CAMPAIGN;
use email_campaign_client::asmx_runtime::server::{self, ListenOptions};
use tokio::net::TcpListener;

/// The command line.
#[derive(Parser)]
#[command(about = "Serves the echo service until it is stopped")]
struct Arguments {
    /// Port on 127.0.0.1; 0 takes a free one.
    #[arg(long, default_value_t = 0)]
    port: u16,
}

#[tokio::main]
async fn main() -> ExitCode {
    match serve(Arguments::parse().port).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("the echo server cannot serve: {error} (`--port 0` takes a free port)");
            ExitCode::FAILURE
        }
    }
}

async fn serve(port: u16) -> Result<(), Box<dyn std::error::Error>> {
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    let address = listener.local_addr()?;
    let router = mounts::router(&EMAIL_CAMPAIGN)?;
    println!("The echo service listens on http://{address}/api.asmx, and under /on and /soaponly.");
    Ok(server::serve(listener, router, ListenOptions::default())?.wait().await?)
}
