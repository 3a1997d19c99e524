//! The server that is attacked: one operation, which gives back how long its text is.

use asmx_runtime::descriptors::OnContradiction;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use asmx_runtime::server::Server;
use asmx_runtime::stack::HandlerFuture;
use asmx_runtime::{Call, Effect, Handler, Member, Message, Opener, Operation, RawOutput, Service, Text, Type};
use tokio::net::TcpListener;

pub(crate) const NAMESPACE: &str = "urn:attacked";

static OPERATION: Operation = Operation::new(
    "Import",
    "",
    "",
    &[Member::new("Text", Type::STRING), Member::new("Fields", Type::STRING_ARRAY)],
    Effect::Write,
)
.outputs(&[Member::new("ImportResult", Type::STRING)])
.on_contradiction(OnContradiction::Error);
static SERVICE: Service = Service::new("Attacked", "/api.asmx", "", &[], &[], &[&OPERATION]);

struct Length;

impl Handler for Length {
    fn handle<'a>(&'a self, call: &'a Call) -> HandlerFuture<'a> {
        let length = call
            .request
            .to_dynamic()
            .values()
            .first()
            .and_then(|value| value.as_text().map(str::len))
            .unwrap_or_default();
        Box::pin(async move { Ok(RawOutput::Message(Message::from(Text::new(length.to_string())))) })
    }
}

/// Serves with the defaults on two threads, and says where.
pub(crate) fn serve() -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let server = Server::new(Opener::new(&SERVICE, |_| Ok(Arc::new(Length)))).namespace(NAMESPACE);
        let listening = server.serve(TcpListener::bind("127.0.0.1:0").await?)?;
        println!("{}", listening.address());
        listening.wait().await.context("the server ended")
    })
}
