//! The servers, in a process of their own, so that their time and memory are not the client's.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use anyhow::{Context as _, Result};
use asmx_runtime::server::{ListenOptions, Server};
use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::post;
use clap::Subcommand;
use email_campaign_client::{
    EmailCampaign, EmailCampaignService, Fault, GetBounceListNormalIncludePast, ServiceFuture, Text,
};
use tokio::net::TcpListener;

/// The namespace that the fixed bytes are of.
pub(crate) const NAMESPACE: &str = "http://example.com/ws/";

/// The response of the operation that `layer` calls.
pub(crate) const FIXED: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?><soap:Envelope \
    xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
    xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\"><soap:Body><GetBounceListNormal_IncludePastResponse \
    xmlns=\"http://example.com/ws/\"><GetBounceListNormal_IncludePastResult>0\nSUCCESS\n</GetBounceListNormal_IncludePastResult>\
    </GetBounceListNormal_IncludePastResponse></soap:Body></soap:Envelope>";

/// A service that gives back what one operation was sent.
struct Echo;

impl EmailCampaignService for Echo {
    fn get_bounce_list_normal_include_past(&self, request: GetBounceListNormalIncludePast) -> ServiceFuture<'_, Text> {
        Box::pin(async { Ok(Text::new(request.since.unwrap_or_default())) })
    }
}

/// The response.
#[derive(Subcommand, Clone, Copy)]
pub(crate) enum Kind {
    /// The server half of the runtime around [`Echo`].
    Echo,
    /// As above, with the default limits.
    Limited,
    /// Fixed bytes for every request.
    Fixed,
}

/// Serves until standard input ends. The first line printed is the address, the second the namespace.
#[tokio::main]
pub(crate) async fn run(kind: Kind) -> Result<()> {
    match kind {
        Kind::Echo | Kind::Limited => {
            let opener = EmailCampaign::opener(|_| Ok::<Arc<dyn EmailCampaignService>, Fault>(Arc::new(Echo)));
            let options = ListenOptions::default();
            // As many calls as a user asks for: none is to give way to another.
            let options = if matches!(kind, Kind::Echo) { options.max_connections(1_000_000) } else { options };
            let server = Server::new(opener).listen_options(options);
            let listening = server.namespace(NAMESPACE).serve(TcpListener::bind("127.0.0.1:0").await?)?;
            println!("http://{}\n{NAMESPACE}", listening.address());
            tokio::spawn(listening.wait());
            wait_for_end().await
        }
        Kind::Fixed => {
            let response = || async { ([(CONTENT_TYPE, "text/xml; charset=utf-8")], FIXED) };
            let router = Router::new().route("/api.asmx", post(move |_: axum::body::Bytes| response()));
            let listener = TcpListener::bind("127.0.0.1:0").await?;
            println!("http://{}\n{NAMESPACE}", listener.local_addr()?);
            tokio::spawn(async move { axum::serve(listener, router).await });
            wait_for_end().await
        }
    }
}

async fn wait_for_end() -> Result<()> {
    tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new())).await??;
    Ok(())
}

/// A process that serves; it ends with this value.
pub(crate) struct ServerProcess {
    child: Child,
    pub(crate) base_url: String,
    pub(crate) namespace: String,
}

impl ServerProcess {
    pub(crate) fn start(kind: Kind) -> Result<Self> {
        let word = match kind {
            Kind::Echo => "echo",
            Kind::Limited => "limited",
            Kind::Fixed => "fixed",
        };
        let mut command = Command::new(std::env::current_exe()?);
        let mut child = command.args(["respond", word]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut lines = BufReader::new(child.stdout.take().context("standard output")?).lines();
        let mut line = || lines.next().context("a line")?.context("a line of text");
        Ok(Self { base_url: line()?, namespace: line()?, child })
    }

    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}
