//! The promise "a new operation variant is a spec edit and nothing else", kept by a machine: a copy of the client gets a spec
//! with one operation more, is built, and calls it against a server.
#![allow(clippy::pedantic)]

use std::path::Path;
use std::process::Command;

use crate::members::{Workspace, built, write};

/// The copy, and its example.
const NAME: &str = "edited-client";

const VARIANT: &str = r#"
    <operation name="Reports_GetBlocksAgain" result="delimited" effect="read" variant-of="Reports_GetBlocks">
      <doc>Block data for the time frame, of one reason only.</doc>
      <use group="DateRange"/>
      <param name="Reason" type="string"><doc>The reason of the block.</doc></param>
      <use group="Delimiters"/>
    </operation>
"#;

const CALLER: &str = r#"
use std::sync::Arc;
use asmx_runtime::{ServiceFuture, Fault, server::Server};
use edited_client::*;

struct Service;

impl EmailCampaignService for Service {
    fn reports_get_blocks_again(&self, request: ReportsGetBlocksAgain) -> ServiceFuture<'_, DelimitedText> {
        let row = [request.begin_date, request.reason].map(Option::unwrap_or_default);
        Box::pin(async move { Ok(DelimitedText::new(row.join("|"))) })
    }
}

#[tokio::main]
async fn main() {
    let opener = EmailCampaign::opener(|_| Ok::<Arc<dyn EmailCampaignService>, Fault>(Arc::new(Service)));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server::new(opener).namespace("http://example.com/ws/").serve(listener).unwrap();
    let account = EmailCampaign::builder()
        .base_url(format!("http://{}", server.address()))
        .namespace("http://example.com/ws/")
        .credentials("user", "password")
        .allow_credentials_in_url()
        .build()
        .unwrap();
    for transport in Transport::ALL {
        let request = ReportsGetBlocksAgain::new().begin_date("2026-01-01").reason("spam").row_delimiter("\n").col_delimiter("|");
        let blocks = account.reports_get_blocks_again(request).transport(transport).await.unwrap();
        println!("{transport}: {:?}", blocks.cells().unwrap());
    }
}
"#;

fn manifest() -> String {
    let dependency = |package: &str, room: &str, more: &str| format!("{package} = {{ path = \"../../{room}\"{more} }}");
    format!(
        "[package]\nname = \"{NAME}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [features]\nclient = []\nserver = []\nblocking = []\nmime = []\n\n\
         [dependencies]\n{}\n\n[build-dependencies]\n{}\n\n\
         [dev-dependencies]\ntokio = {{ version = \"1\", features = [\"macros\", \"rt-multi-thread\", \"net\"] }}\n",
        dependency("asmx-runtime", "runtime", ", features = [\"client\", \"server\"]"),
        dependency("asmx-codegen", "codegen", ""),
    )
}

/// Makes the copy: spec with the variant, build script, crate root and caller. Its example has the name of the package.
fn copy() -> Workspace {
    let (root, workspace) = (Path::new(env!("CARGO_MANIFEST_DIR")), Workspace::new(NAME));
    let copy = workspace.member(NAME);
    let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    let spec = read("spec/email-campaign.xml");
    let base = spec.find("name=\"Reports_GetBlocks\"").expect("the spec has the base operation");
    let end = base + spec[base..].find("</operation>").unwrap() + "</operation>".len();
    write(&copy.join("spec/email-campaign.xml"), &format!("{}{VARIANT}{}", &spec[..end], &spec[end..]));
    write(&copy.join("build.rs"), &read("build.rs"));
    let face = read("generated-client/src/lib.rs");
    let code = face.lines().filter(|line| !line.starts_with("//!")).collect::<Vec<_>>().join("\n");
    write(&copy.join("src/lib.rs"), &format!("//! A copy with one operation more.\n{code}\n"));
    write(&copy.join(format!("examples/{NAME}.rs")), CALLER);
    write(&copy.join("Cargo.toml"), &manifest());
    workspace
}

#[test]
fn a_new_variant_is_a_spec_edit_and_nothing_else() {
    let workspace = copy();
    workspace.succeeds(&["build", "--quiet", "--workspace", "--example", NAME]);
    let output = Command::new(built().join("debug/examples").join(NAME)).output().unwrap();
    let (told, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "the copy does not run:\n{told}\n{errors}");
    let expected: String = ["SOAP 1.1", "SOAP 1.2", "HTTP GET", "HTTP POST"]
        .map(|transport| format!("{transport}: [[\"2026-01-01\", \"spam\"]]\n"))
        .concat();
    assert_eq!(told, expected);
}
