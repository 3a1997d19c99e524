//! The cases of the contract, each with the exchanges that were recorded of it.

use std::collections::HashMap;
use std::io::Read;
use std::path::PathBuf;
use std::sync::OnceLock;

use asmx_document::Document;
use asmx_runtime::{Operation, Transport};
use recordings::{Exchange, RawResponse};
use serde_json::Value as Json;

/// The folder of the contract and the exchanges.
fn folder() -> PathBuf {
    recordings::folder().join("types")
}

/// The folder of the documents that the services published; those beside it have one feature each.
#[must_use]
pub fn documents() -> PathBuf {
    recordings::folder().join("../../codegen/tests/fixtures/types")
}

/// One case: an operation with its input and what a right client gets.
pub struct Case {
    pub service: &'static str,
    /// Name of the operation; where several have one name, of the message.
    pub key: &'static str,
    pub name: &'static str,
    pub transports: Vec<Transport>,
    /// All that the contract says.
    pub contract: &'static Json,
}

impl Case {
    /// What the contract says under that name; null if nothing.
    #[must_use]
    pub fn says(&self, name: &str) -> &'static Json {
        self.contract.get(name).unwrap_or(&Json::Null)
    }

    /// The same of one transport, if it says anything: SOAP 1.2 may have responses of its own.
    #[must_use]
    pub fn says_over(&self, transport: Transport, name: &str) -> Option<&'static Json> {
        let own = self.contract.get("soap12").filter(|_| transport == Transport::Soap12);
        own.unwrap_or(self.contract).get(name)
    }

    /// The operation, as the service's document describes it.
    #[must_use]
    pub fn operation(&self, source: Source) -> Option<&'static Operation> {
        document(self.service, source).operation(self.key, None)
    }

    /// What was recorded over that transport.
    #[must_use]
    pub fn exchange(&self, transport: Transport) -> Exchange {
        // Names of files in the archive are ASCII.
        let encoded: String =
            self.key.chars().map(|c| if c.is_ascii() { c.into() } else { format!("%{:02X}", u32::from(c)) }).collect();
        let path = format!("{}/{encoded}/{}.{}", self.service, self.name, transport.name());
        let file = |kind: &str| {
            let name = format!("{path}.{kind}");
            archive().get(&name).unwrap_or_else(|| panic!("nothing was recorded in {name}"))
        };
        let case = format!("{}/{}", self.key, self.name);
        Exchange {
            group: self.service,
            case,
            transport,
            request: file("request").clone(),
            response: RawResponse::parse(file("response")),
        }
    }
}

/// Every case, in the order in which they were recorded.
#[must_use]
pub fn all() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(|| {
        let contract = contract()["cases"].as_array().unwrap();
        contract
            .iter()
            .map(|contract| {
                let text = |name: &str| contract[name].as_str().unwrap();
                let bindings = contract["bindings"].as_array().unwrap().iter();
                let transports = bindings.map(|name| name.as_str().unwrap().parse().unwrap()).collect();
                Case { service: text("service"), key: text("key"), name: text("case"), transports, contract }
            })
            .collect()
    })
}

/// Names of the services.
#[must_use]
pub fn services() -> Vec<&'static str> {
    contract()["services"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect()
}

fn contract() -> &'static Json {
    static CONTRACT: OnceLock<Json> = OnceLock::new();
    CONTRACT.get_or_init(|| serde_json::from_slice(&std::fs::read(folder().join("contract.json")).unwrap()).unwrap())
}

/// What a service's descriptors are made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// The document that it published.
    Wsdl,
    /// The spec that comes of the document.
    Spec,
}

/// The descriptors of a service.
#[must_use]
pub fn document(service: &str, source: Source) -> &'static Document {
    static DOCUMENTS: OnceLock<HashMap<(&'static str, Source), Document>> = OnceLock::new();
    let open = |name: &'static str| {
        let path = documents().join(format!("{name}.wsdl"));
        let spec = asmx_codegen::spec_text(&asmx_codegen::open(&path).unwrap());
        let spec = Document::read(name, spec.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}\n{spec}"));
        let wsdl = Document::open(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        [((name, Source::Wsdl), wsdl), ((name, Source::Spec), spec)]
    };
    let documents = DOCUMENTS.get_or_init(|| services().into_iter().flat_map(open).collect());
    documents.iter().find(|((name, of), _)| *name == service && *of == source).map(|(_, document)| document).unwrap()
}

/// The recorded messages by their paths.
fn archive() -> &'static HashMap<String, Vec<u8>> {
    static ARCHIVE: OnceLock<HashMap<String, Vec<u8>>> = OnceLock::new();
    ARCHIVE.get_or_init(|| {
        let file = std::fs::File::open(folder().join("exchanges.tar.gz")).unwrap();
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(file));
        let mut files = HashMap::new();
        for entry in archive.entries().unwrap() {
            let mut entry = entry.unwrap();
            let path = entry.path().unwrap().to_string_lossy().trim_start_matches("./").to_owned();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            files.insert(path, bytes);
        }
        files
    })
}
