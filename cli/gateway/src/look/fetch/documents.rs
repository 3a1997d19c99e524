//! The documents that a fetch returns.

use std::collections::BTreeMap;
use std::fmt;

use asmx_import::import::Documents;
use asmx_import::saved::{NOTES_FILE, Note, Notes};

/// A document with the file that it is saved as.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fetched {
    /// The name of its file: letters and digits of ASCII, `.`, `-` and `_`, with `.wsdl` or `.xsd`, whatever the server calls it. The names of a
    /// fetch differ, also where case does not count.
    pub file: String,
    /// The address that it came from, after redirects, without sessions. A secret of the fetch in it is `[redacted]`.
    pub url: String,
    /// Its content, without sessions.
    pub bytes: Vec<u8>,
    /// The files of the documents that it imports, by their locations as it writes them.
    pub imports: BTreeMap<String, String>,
    /// Whether its address or its content had a session of ASP.NET (`/(S(…))/shop.asmx`), which was left out here: it is a secret.
    pub has_session: bool,
}

/// The documents of a service. The first one is the main document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FetchedDocuments {
    /// The documents, each with another file.
    pub documents: Vec<Fetched>,
    /// The imported documents that are missing.
    pub missing: Vec<Missing>,
}

/// An imported document that was not got. `Display` is a sentence with its address and the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Missing {
    pub(super) text: String,
    /// Whether it is missing because it is at another server: [`other_hosts`](crate::Fetch::other_hosts) gets it.
    pub is_at_another_server: bool,
}

impl fmt::Display for Missing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

/// The error of a document that cannot be got.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum FetchError {
    /// The address is wrong, or not permitted.
    #[error("{0}")]
    Address(String),
    /// The settings are for another server.
    #[error("{address} is at another server than {server}, which the settings are for")]
    OtherServer {
        /// The refused address, without its query.
        address: String,
        /// The address of the server that the settings are for, without its query.
        server: String,
    },
    /// There was no usable response.
    #[error("{0}")]
    Response(String),
    /// The response is a page with a field for a password, and no WSDL document.
    #[error("{0}")]
    SignInPage(String),
    /// The response is no WSDL document.
    #[error("{0}")]
    NoDocument(String),
}

asmx_types::debug_is_a_sentence!(FetchError);

impl FetchedDocuments {
    /// The notes by which an import finds the files. `hash` makes the SHA-256 of a content.
    #[must_use]
    #[doc(hidden)]
    pub fn notes(&self, hash: impl Fn(&[u8]) -> String) -> Notes {
        let note = |document: &Fetched| {
            let Fetched { file, url, bytes, imports, .. } = document;
            Note { file: file.clone(), url: url.clone(), sha256: hash(bytes), imports: imports.clone() }
        };
        Notes { documents: self.documents.iter().map(note).collect() }
    }
}

/// The documents as the files that a fetch would save.
impl Documents for FetchedDocuments {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        if name == NOTES_FILE {
            return Some(self.notes(|_| String::new()).to_json().into_bytes());
        }
        self.documents.iter().find(|document| document.file == name).map(|document| document.bytes.clone())
    }
}
