//! Every document: its `OpenAPI` document, requests by the schemas, and results that fit them.

use std::path::PathBuf;

use asmx_gateway::{Document, Offer, OpenApi, OpenApiStyle, OpenApiVersion};
use serde_json::Value as Json;

use super::judge::{misfit, sample};
use super::{described, mocked, post, router, send};

/// The documents and specs of the project.
pub fn documents() -> Vec<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let folders = [
        "codegen/import/tests/fixtures/types",
        "codegen/import/tests/fixtures/wsdl",
        "tests/fixtures/mono/wsdl",
        "tests/second-service/spec",
        "spec",
    ];
    let mut all: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| std::fs::read_dir(root.join(folder)).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "wsdl" || extension == "xml"))
        .collect();
    all.sort();
    all
}

pub fn everything() -> Offer {
    Offer::default().write().send().credentials()
}

#[tokio::test]
async fn requests_by_the_schemas_are_taken_and_results_fit_theirs() {
    let mut tried = 0;
    let styles = [OpenApiStyle::Classes, OpenApiStyle::Unions].into_iter();
    let all = documents()
        .into_iter()
        .step_by(cases::step(4))
        .flat_map(|path| styles.clone().map(move |style| (path.clone(), style)));
    for (path, style) in all {
        let Ok(document) = Document::open(&path) else { continue };
        let gateway = mocked(document, everything());
        let described = gateway.openapi(&OpenApi::new(OpenApiVersion::V31, style).unwrap()).json;
        let router = router(gateway);
        for (name, item) in described["paths"].as_object().unwrap() {
            let operation = &item["post"];
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            let request = sample(&described, schema, 0);
            assert_eq!(misfit(&described, schema, &request, ""), None, "{} {name}", path.display());
            let answered = send(&router, post(name, &request)).await;
            assert_eq!(answered.status, 200, "{} {name} {request}: {}", path.display(), answered.text);
            let schema = &operation["responses"]["200"]["content"]["application/json"]["schema"];
            assert_eq!(misfit(&described, schema, &answered.json(), ""), None, "{} {name}", path.display());
            tried += 1;
        }
    }
    assert!(tried > 50, "{tried}");
}

/// Neither a name nor a description of a credential is told.
#[test]
fn no_schema_has_a_secret() {
    let mut hidden = 0;
    for path in documents() {
        let Ok(document) = Document::open(&path) else { continue };
        let service = document.service();
        let gateway = mocked(document, Offer::default().write().send());
        let text = described(&gateway).to_string();
        let own = service.operations.iter().flat_map(|operation| operation.parameters).chain(service.common);
        for secret in own.filter(|member| member.holds_secret() && !member.name.is_empty()) {
            let name = Json::from(secret.name).to_string();
            let is_elsewhere = service.operations.iter().any(|operation| {
                operation.parameters.iter().any(|other| !other.holds_secret() && other.name == secret.name)
            });
            assert!(is_elsewhere || !text.contains(&format!("{name}:")), "{} has {name}", path.display());
            hidden += 1;
        }
    }
    assert!(hidden > 0);
}
