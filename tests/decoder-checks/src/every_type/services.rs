//! The services of these checks, by descriptors only: those of the recordings, and one whose spec uses every feature.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use asmx_document::Document;
use asmx_runtime::{Effect, Member, Operation, Service};

/// The service whose spec uses every feature.
pub(super) const EVERYTHING: &str = "everything";

/// Folders of WSDL documents, each with the archive of its recorded exchanges.
pub(super) const RECORDED: [(&str, &str); 2] = [
    ("codegen/import/tests/fixtures/types", "tests/fixtures/types/exchanges.tar.gz"),
    ("tests/fixtures/mono/wsdl", "tests/fixtures/mono/exchanges.tar.gz"),
];

/// The number of bytes that choose.
pub(super) const LENGTH: usize = 3;

/// An operation of one of the services.
pub(super) struct Described {
    /// Name of the service's document.
    pub(super) document: String,
    pub(super) service: &'static Service,
    pub(super) operation: &'static Operation,
    /// An operation that takes and returns the parameters: its outputs as JSON are read as its parameters.
    pub(super) parameters: &'static Operation,
    /// An operation that takes and returns the outputs.
    pub(super) outputs: &'static Operation,
}

/// All operations in a stable order. Descriptors are never freed, so they are made once.
static ALL: LazyLock<Vec<Described>> =
    LazyLock::new(|| described().unwrap_or_else(|error| panic!("the documents of the tests: {error}")));

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn described() -> io::Result<Vec<Described>> {
    let mut paths = vec![repository().join("tests/second-service/spec/everything.xml")];
    for (folder, _) in RECORDED {
        let mut documents = Vec::new();
        for entry in fs::read_dir(repository().join(folder))? {
            let path = entry?.path();
            // Further parts of a document stand beside it: `bindings.wsdl1.wsdl`.
            let is_document = path.extension().is_some_and(|extension| extension == "wsdl")
                && path.file_stem().is_some_and(|stem| Path::new(stem).extension().is_none());
            documents.extend(is_document.then_some(path));
        }
        documents.sort();
        paths.append(&mut documents);
    }
    let mut all = Vec::new();
    for path in paths {
        let document = Document::open(&path).map_err(io::Error::other)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let service = document.service();
        all.extend(service.operations.iter().map(|operation| Described {
            document: name.clone().into_owned(),
            service,
            operation,
            parameters: echo(operation, operation.parameters),
            outputs: echo(operation, operation.outputs),
        }));
    }
    Ok(all)
}

fn echo(of: &'static Operation, members: &'static [Member]) -> &'static Operation {
    let echo = Operation::new(of.name, "", "", members, Effect::Read);
    echo.outputs(members).messages(of.messages).leak()
}

impl Described {
    /// Reads the choosing bytes: the operation, and a byte for everything else. `None` if there are too few.
    pub(super) fn of(input: &[u8]) -> Option<(&'static Self, u8, &[u8])> {
        let (chosen, rest) = input.split_at_checked(LENGTH)?;
        let &[high, low, variant] = chosen else { return None };
        let index = usize::from(u16::from_be_bytes([high, low])).checked_rem(ALL.len())?;
        Some((ALL.get(index)?, variant, rest))
    }

    pub(super) fn of_operation(operation: &'static Operation) -> Option<&'static Self> {
        ALL.iter().find(|described| std::ptr::eq(described.operation, operation))
    }

    /// The input for an operation of that document. `key` is its name, or the name of its message if several have one
    /// name. `None` if the document has no such operation, or it cannot be imported.
    pub(super) fn input(document: &str, key: &str, variant: u8, body: &[u8]) -> Option<Vec<u8>> {
        let is_called = |one: &&Self| one.document == document && one.operation.name == key;
        let is_sent_as = |one: &&Self| one.document == document && one.operation.request_name().name == key;
        let found = ALL.iter().find(is_called).or_else(|| ALL.iter().find(is_sent_as))?;
        let index = ALL.iter().position(|one| std::ptr::eq(one, found))?;
        let [high, low] = u16::try_from(index).ok()?.to_be_bytes();
        Some([&[high, low, variant], body].concat())
    }

    /// The namespace of the service.
    pub(super) fn namespace(&self) -> &'static str {
        self.service.namespace.unwrap_or_default()
    }
}
