//! Judges of others: a validator and a generator of `OpenAPI` documents, and schemathesis, which calls what they describe.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use asmx_gateway::{Checks, Document, Gateway, OpenApi, OpenApiStyle, OpenApiVersion, Setup, Target};
use asmx_runtime::mock::Mock;
use asmx_runtime::server::{ListenOptions, Server, serve};
use serde_json::Value as Json;
use tokio::net::TcpListener;

use super::schemas::{documents, everything};
use super::{mocked, router};
use crate::tools::{node_program, printed, python_with};

/// Writes the `OpenAPI` document of documents of the project into a folder: of every one, or of a part.
fn described(folder: &str, style: OpenApiStyle) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    fs::create_dir_all(&folder).unwrap();
    let write = |(number, path): (usize, PathBuf)| {
        let gateway = mocked(Document::open(&path).ok()?, everything());
        let name = path.file_stem().unwrap().to_str().unwrap();
        let file = folder.join(format!("{number}-{name}.json"));
        let settings = OpenApi::new(OpenApiVersion::V31, style).unwrap();
        fs::write(&file, gateway.openapi(&settings).json.to_string()).unwrap();
        Some(file)
    };
    let step = cases::step(4);
    let files: Vec<_> = documents().into_iter().enumerate().step_by(step).filter_map(write).collect();
    assert!(files.len() * step > 50, "{files:?}");
    files
}

#[test]
fn a_validator_accepts_every_document() {
    let Some(mut python) = python_with("openapi_spec_validator") else { return };
    let files = described("openapi-validated", OpenApiStyle::Classes);
    let output = printed(python.args(["-m", "openapi_spec_validator"]).args(&files));
    assert_eq!(output.lines().filter(|line| line.ends_with(": OK")).count(), files.len(), "{output}");
}

#[test]
fn every_document_becomes_strict_types_of_typescript() {
    let (Some(_), Some(mut compiler)) = (node_program("openapi-typescript"), node_program("tsc")) else { return };
    let files = described("openapi-types", OpenApiStyle::Unions);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/gateway/types.cjs");
    printed(Command::new("node").arg(script).args(&files));
    let types = files.iter().map(|file| file.with_extension("ts"));
    printed(compiler.args(["--strict", "--noEmit"]).args(types));
}

/// The document without the choice of a result with its headers, whose shape is said in words only.
fn without_full(mut document: Json) -> Json {
    const FULL: &str = "#/components/parameters/Full";
    for item in document["paths"].as_object_mut().unwrap().values_mut() {
        for described in item.as_object_mut().unwrap().values_mut() {
            let parameters = described.get_mut("parameters").and_then(Json::as_array_mut);
            if let Some(parameters) = parameters {
                parameters.retain(|parameter| parameter["$ref"] != FULL);
            }
        }
        if let Some(parameters) = item.get_mut("parameters").and_then(Json::as_array_mut) {
            parameters.retain(|parameter| parameter["$ref"] != FULL);
        }
    }
    document["components"]["parameters"].as_object_mut().unwrap().remove("Full");
    document
}

/// Lets schemathesis call a gateway with values that fit the schemas and values that do not, with all its checks.
async fn explored(path: &str, phases: &str) {
    let Some(mut python) = python_with("schemathesis") else { return };
    let document = Document::open(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    let namespace = document.service().namespace.unwrap_or("urn:explored");
    let listener = async || TcpListener::bind("127.0.0.1:0").await.unwrap();
    // Over HTTP, so that a server refuses what is not of its type.
    let service = Server::new(Mock::with_samples(document.service()).opener()).namespace(namespace);
    let service = service.serve(listener().await).unwrap();
    let setup = Setup::of_document(document).checks(Checks::None).namespace(namespace);
    let target = Target::new(setup.base_url(format!("http://{}", service.address()))).unwrap();
    let gateway = Gateway::new(target, everything()).unwrap();
    let described = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("explored-{}.json", path.replace('/', "-")));
    fs::write(&described, without_full(gateway.openapi(&OpenApi::default()).json).to_string()).unwrap();
    let gateway = router(gateway);
    let gateway = serve(listener().await, gateway, ListenOptions::default()).unwrap();
    let address = format!("http://{}", gateway.address());
    python.args(["-m", "schemathesis.cli", "run", described.to_str().unwrap(), "--url", &address]);
    python.args(["--checks", "all", "--phases", phases]);
    // A result may have no rows, and so no form with columns, whatever was sent. The document has one type for one thing and only JSON as the form
    // of a result: the gateway takes and gives more, as the document says in words.
    python.args(["--exclude-checks", "positive_data_acceptance,negative_data_rejection,content_type_conformance"]);
    python.args(["--seed", "1", "--max-examples", "3"]).current_dir(env!("CARGO_TARGET_TMPDIR"));
    tokio::task::block_in_place(|| printed(&mut python));
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_found_in_the_e_mail_service() {
    let phases = if cases::are_all() { "coverage,fuzzing" } else { "fuzzing" };
    explored("spec/email-campaign.xml", phases).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_found_in_services_with_types() {
    for name in ["data", "enums", "scalars"] {
        explored(&format!("codegen/import/tests/fixtures/types/{name}.wsdl"), "coverage,fuzzing").await;
    }
}
