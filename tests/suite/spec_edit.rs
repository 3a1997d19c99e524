//! The promise "a new operation variant is a spec edit and nothing else", kept by a machine: a copy of the client gets a spec
//! with one operation more, is built, and calls it against a server.
#![allow(clippy::pedantic)]

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::members::{Workspace, built};

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

fn manifest(name: &str) -> String {
    let dependency = |package: &str, room: &str, more: &str| format!("{package} = {{ path = \"../../{room}\"{more} }}");
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [features]\nclient = []\nserver = []\nblocking = []\nmime = []\n\n\
         [dependencies]\n{}\n\n[build-dependencies]\n{}\n\n\
         [dev-dependencies]\ntokio = {{ version = \"1\", features = [\"macros\", \"rt-multi-thread\", \"net\"] }}\n",
        dependency("asmx-runtime", "runtime", ", features = [\"client\", \"server\"]"),
        dependency("asmx-codegen", "codegen", ""),
    )
}

/// Makes the copy: spec with the variant, build script, crate root and caller. Its example has the name of the package.
fn copy(name: &str) -> (Workspace, PathBuf) {
    let (root, workspace) = (Path::new(env!("CARGO_MANIFEST_DIR")), Workspace::new(name));
    let copy = workspace.member(name);
    let _ = std::fs::remove_dir_all(&copy);
    for folder in ["spec", "src", "examples"] {
        std::fs::create_dir_all(copy.join(folder)).unwrap();
    }
    let spec = std::fs::read_to_string(root.join("spec/email-campaign.xml")).unwrap();
    let base = spec.find("name=\"Reports_GetBlocks\"").expect("the spec has the base operation");
    let end = base + spec[base..].find("</operation>").unwrap() + "</operation>".len();
    std::fs::write(copy.join("spec/email-campaign.xml"), format!("{}{VARIANT}{}", &spec[..end], &spec[end..])).unwrap();
    std::fs::copy(root.join("build.rs"), copy.join("build.rs")).unwrap();
    let face = std::fs::read_to_string(root.join("generated-client/src/lib.rs")).unwrap();
    let code = face.lines().filter(|line| !line.starts_with("//!")).collect::<Vec<_>>().join("\n");
    std::fs::write(copy.join("src/lib.rs"), format!("//! A copy with one operation more.\n{code}\n")).unwrap();
    std::fs::write(copy.join(format!("examples/{name}.rs")), CALLER).unwrap();
    std::fs::write(copy.join("Cargo.toml"), manifest(name)).unwrap();
    (workspace, copy)
}

#[test]
fn a_new_variant_is_a_spec_edit_and_nothing_else() {
    let (workspace, _) = copy("edited-client");
    workspace.succeeds(&["build", "--quiet", "--workspace", "--example", "edited-client"]);
    let output = Command::new(built().join("debug/examples/edited-client")).output().unwrap();
    let (told, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "the copy does not run:\n{told}\n{errors}");
    let expected: String = ["SOAP 1.1", "SOAP 1.2", "HTTP GET", "HTTP POST"]
        .map(|transport| format!("{transport}: [[\"2026-01-01\", \"spam\"]]\n"))
        .concat();
    assert_eq!(told, expected);
}

/// A mistake in the spec reaches the person who builds, verbatim.
#[test]
fn a_mistake_in_the_spec_stops_the_build_with_its_line() {
    let (workspace, copy) = copy("broken-client");
    let path = copy.join("spec/email-campaign.xml");
    let spec = std::fs::read_to_string(&path).unwrap();
    let broken = spec.replacen("<param name=\"Reason\" type=\"string\">", "<param name=\"Reason\" type=\"sting\">", 1);
    assert_ne!(spec, broken);
    std::fs::write(&path, &broken).unwrap();
    let output = workspace.cargo(&["build", "--quiet", "--workspace", "--example", "broken-client"]);
    assert!(!output.status.success());
    let told = String::from_utf8_lossy(&output.stderr);
    let rendered = asmx_codegen::load("spec/email-campaign.xml", broken.as_bytes()).unwrap_err().to_string();
    for line in rendered.lines().filter(|line| !line.trim().is_empty()) {
        assert!(told.contains(line.trim_end()), "`{line}` is missing in:\n{told}");
    }
    assert!(rendered.contains("spec/email-campaign.xml:"), "{rendered}");
}
