//! The cases of the contract, each with the exchanges that were recorded of it.

use std::collections::HashMap;
use std::io::Read;
use std::path::PathBuf;
use std::sync::OnceLock;

use asmx_document::Document;
use asmx_runtime::{Operation, Service, Transport};
use recordings::differences::{self, Difference};
use recordings::{Exchange, RawResponse};
use serde_json::Value as Json;

/// Services, the cases of their contract and the exchanges.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Set {
    /// Services with types of every kind.
    Types,
    /// Services of Mono's ASMX with what those have not.
    Mono,
    /// Services of the first set as .NET serves them. Each has the name of one of the first set.
    Net,
}

impl Set {
    pub const ALL: [Self; 3] = [Self::Types, Self::Mono, Self::Net];

    /// Sets whose services have names of their own.
    pub const BY_MONO: [Self; 2] = [Self::Types, Self::Mono];

    /// The folder of the contract and the exchanges.
    fn folder(self) -> PathBuf {
        recordings::folder().join(match self {
            Self::Types => "types",
            Self::Mono => "mono",
            Self::Net => "types-net",
        })
    }

    /// The folder of the documents that its services published.
    #[must_use]
    pub fn documents(self) -> PathBuf {
        match self {
            Self::Types => recordings::folder().join("../../codegen/import/tests/fixtures/types"),
            Self::Mono | Self::Net => self.folder().join("wsdl"),
        }
    }

    /// The intended differences of its services.
    #[must_use]
    pub fn differences(self) -> Vec<Difference> {
        match self {
            Self::Types => differences::listed("Services with types of every kind"),
            Self::Mono => differences::listed("Services with rarer types"),
            Self::Net => differences::listed_in("tests/fixtures/types-net/DIFFERENCES.md", "Differences"),
        }
    }

    /// Names of its services.
    #[must_use]
    pub fn services(self) -> Vec<&'static str> {
        self.contract()["services"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect()
    }

    /// Its cases, in the order in which they were recorded.
    #[must_use]
    pub fn cases(self) -> &'static [Case] {
        static CASES: [OnceLock<Vec<Case>>; 3] = [const { OnceLock::new() }; 3];
        CASES[self as usize].get_or_init(|| {
            let contract = self.contract()["cases"].as_array().unwrap();
            contract
                .iter()
                .map(|contract| {
                    let text = |name: &str| contract[name].as_str().unwrap();
                    let bindings = contract["bindings"].as_array().unwrap().iter();
                    let transports = bindings.map(|name| name.as_str().unwrap().parse().unwrap()).collect();
                    let (service, key, name) = (text("service"), text("key"), text("case"));
                    Case { set: self, service, key, name, transports, contract }
                })
                .collect()
        })
    }

    fn contract(self) -> &'static Json {
        static CONTRACTS: [OnceLock<Json>; 3] = [const { OnceLock::new() }; 3];
        let read = || serde_json::from_slice(&std::fs::read(self.folder().join("contract.json")).unwrap()).unwrap();
        CONTRACTS[self as usize].get_or_init(read)
    }

    /// The recorded messages by their paths.
    fn archive(self) -> &'static HashMap<String, Vec<u8>> {
        static ARCHIVES: [OnceLock<HashMap<String, Vec<u8>>>; 3] = [const { OnceLock::new() }; 3];
        ARCHIVES[self as usize].get_or_init(|| {
            let file = std::fs::File::open(self.folder().join("exchanges.tar.gz")).unwrap();
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
}

/// One case: an operation with its input and what a right client gets.
pub struct Case {
    set: Set,
    pub service: &'static str,
    /// Name of the operation; where several have one name, of the message.
    pub key: &'static str,
    pub name: &'static str,
    pub transports: Vec<Transport>,
    /// All that the contract says.
    pub contract: &'static Json,
}

impl Case {
    /// The entry of the contract under that name; null if it has none.
    #[must_use]
    pub fn says(&self, name: &str) -> &'static Json {
        self.contract.get(name).unwrap_or(&Json::Null)
    }

    /// The entry for one transport, if there is one: SOAP 1.2 may have responses of its own.
    #[must_use]
    pub fn says_over(&self, transport: Transport, name: &str) -> Option<&'static Json> {
        let own = self.contract.get("soap12").filter(|_| transport == Transport::Soap12);
        own.unwrap_or(self.contract).get(name)
    }

    /// The operation, as the service's document describes it.
    #[must_use]
    pub fn operation(&self, source: Source) -> Option<&'static Operation> {
        if source == Source::Rust {
            // Cases have the names of messages.
            let mut all = self.described(source).operations.iter().copied();
            return all.find(|one| one.name == self.key || one.request_name().name == self.key);
        }
        document(self.set, self.service, source).operation(self.key, None)
    }

    /// The descriptor of its service.
    #[must_use]
    pub fn described(&self, source: Source) -> &'static Service {
        match source {
            Source::Wsdl | Source::Spec => document(self.set, self.service, source).service(),
            Source::Rust => typed_services::service(self.service).descriptor(),
        }
    }

    /// The text of its fault, if the recording has that text and no envelope around it.
    #[must_use]
    pub fn bare_fault(&self) -> Option<&'static str> {
        self.contract["fault"]["faultstring"].as_str().filter(|_| self.set == Set::Net)
    }

    /// The recorded exchange over that transport. The response is empty if the recording has only the text of its fault.
    #[must_use]
    pub fn exchange(&self, transport: Transport) -> Exchange {
        // Names of files in the archive are ASCII.
        let encoded: String =
            self.key.chars().map(|c| if c.is_ascii() { c.into() } else { format!("%{:02X}", u32::from(c)) }).collect();
        let path = format!("{}/{encoded}/{}.{}", self.service, self.name, transport.name());
        let file = |kind: &str| {
            let name = format!("{path}.{kind}");
            self.set.archive().get(&name).unwrap_or_else(|| panic!("nothing was recorded in {name}"))
        };
        let case = format!("{}/{}", self.key, self.name);
        Exchange {
            group: self.service,
            case,
            transport,
            request: file("request").clone(),
            response: match self.bare_fault() {
                Some(_) => RawResponse { version: String::new(), status: 500, headers: Vec::new(), body: Vec::new() },
                None => RawResponse::parse(file("response")),
            },
        }
    }
}

/// The source of a service's descriptors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// The document that it published.
    Wsdl,
    /// The spec that comes of the document.
    Spec,
    /// The Rust that is generated from that spec.
    Rust,
}

/// The descriptors of a service of a set.
#[must_use]
pub fn document(set: Set, service: &str, source: Source) -> &'static Document {
    static DOCUMENTS: OnceLock<HashMap<(Set, &'static str, Source), Document>> = OnceLock::new();
    let open = |(set, name): (Set, &'static str)| {
        let path = set.documents().join(format!("{name}.wsdl"));
        let spec = asmx_import::spec_text(asmx_import::open(&path).unwrap().service());
        let spec = Document::read(name, spec.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}\n{spec}"));
        let wsdl = Document::open(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        [((set, name, Source::Wsdl), wsdl), ((set, name, Source::Spec), spec)]
    };
    let services = Set::ALL.into_iter().flat_map(|set| set.services().into_iter().map(move |name| (set, name)));
    let documents = DOCUMENTS.get_or_init(|| services.flat_map(open).collect());
    let is_asked = |(of, name, made): &(Set, &str, Source)| (*of, *name, *made) == (set, service, source);
    documents.iter().find(|(key, _)| is_asked(key)).map(|(_, document)| document).unwrap()
}
