//! The documents that commands take: files, and addresses whose documents are fetched into a cache.

pub(in crate::cli) mod cache;
mod hash;
mod indexes;
mod request;

use std::fmt;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use asmx_gateway::{Document, DocumentError, Fetch, ServiceAddress};
use asmx_import::saved::FileNames;
use asmx_types::display::shown_line;

use super::failure::{Failure, USAGE};
use super::folders;
use super::profile::Profile;
use cache::{Cache, Copy};

pub(super) use hash::sha256;
pub(super) use indexes::Indexes;
pub(super) use request::{SignedIn, fetched_documents};

/// Whether the document of an address is fetched.
#[derive(Clone, clap::Args)]
pub(super) struct Freshness {
    /// Fetch the document of an address again, which is otherwise done once a day
    #[arg(long)]
    refresh: bool,
    /// Take the document of an address as it was fetched last, however old it is, and do not fetch it
    #[arg(long, conflicts_with = "refresh")]
    offline: bool,
}

/// The document of an address, for commands that make no call.
#[derive(clap::Args)]
pub(super) struct FromAddress {
    #[command(flatten)]
    freshness: Freshness,
    #[command(flatten)]
    signed: SignedIn,
}

/// The place of a document.
pub(super) struct Located {
    pub(super) file: PathBuf,
    /// The address that a person named.
    pub(super) address: Option<ServiceAddress>,
}

/// The document as a person named it, without what may be secret.
impl fmt::Display for Located {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.address {
            Some(address) => write!(formatter, "{address}"),
            None => formatter.write_str(&shown_line(&self.file.to_string_lossy())),
        }
    }
}

impl FromAddress {
    pub(super) fn located(&self, document: &Path) -> Result<Located, Failure> {
        if address(document).is_none() {
            return Ok(Located { file: document.to_owned(), address: None });
        }
        let profile = self.signed.profile()?;
        self.freshness.located(document, &profile, || self.signed.fetch(&profile))
    }

    /// As [`located`](Self::located), for commands whose exit code is 0 or 1: reports a failure, and returns `None`.
    pub(super) fn found(&self, document: &Path) -> io::Result<Option<Located>> {
        match self.located(document) {
            Ok(located) => Ok(Some(located)),
            Err(Failure { text, .. }) => writeln!(io::stderr(), "{text}").map(|()| None),
        }
    }

    pub(super) fn document(&self, document: &Path) -> Result<Document, Failure> {
        self.located(document)?.open()
    }
}

impl Freshness {
    /// The document: a file, or that of an address from the cache. `fetch` is needed only if it is fetched.
    pub(super) fn located(
        &self,
        document: &Path,
        profile: &Profile,
        fetch: impl FnOnce() -> Result<Fetch, Failure>,
    ) -> Result<Located, Failure> {
        let Some(text) = address(document) else { return Ok(Located { file: document.to_owned(), address: None }) };
        let address = profile.address(text)?;
        let folder = folders::cache().ok_or_else(|| {
            Failure::usage("there is no folder for the documents of addresses: set XDG_CACHE_HOME to a folder")
        })?;
        let cache = Cache::new(&folder);
        let key = key(&address, profile.name());
        let copy = cache.find(&key);
        let file = match copy {
            Some(copy) if self.offline => {
                if !copy.is_fresh {
                    anstream::eprintln!("note: {address} was fetched {} ago", ago(copy.age));
                }
                copy.file
            }
            Some(copy) if copy.is_fresh && !self.refresh => copy.file,
            None if self.offline => {
                let text = format!("{address} was not fetched before, which `--offline` needs: nothing was sent");
                return Err(Failure::not_sent(text));
            }
            copy => {
                fetched(&cache, &key, text, &address, fetch()?).map_err(|failure| failure.mentioning(copy.as_ref()))?
            }
        };
        Ok(Located { file, address: Some(address) })
    }
}

impl Located {
    /// The name that a file of the document would have: that of the service in its address, such as `shop.wsdl`. `None` for a file.
    pub(super) fn file_name(&self) -> Option<String> {
        let address = self.address.as_ref()?.to_string();
        let path = address.split_once("://").map_or(address.as_str(), |(_, rest)| rest);
        let last = path.split_once('/').map_or("", |(_, path)| path).rsplit('/').next().unwrap_or_default();
        let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem);
        Some(format!("{}.wsdl", FileNames::default().of_table(stem)))
    }

    pub(super) fn open(&self) -> Result<Document, Failure> {
        Document::open(&self.file).map_err(|error| {
            let text = match error {
                // Each mistake begins with its severity and code.
                DocumentError::Mistakes(mistakes) => mistakes.to_string(),
                error => format!("error: {error}"),
            };
            Failure { code: USAGE, text }
        })
    }
}

impl Failure {
    /// Mentions a copy that a person may use.
    fn mentioning(mut self, copy: Option<&Copy>) -> Self {
        if let Some(copy) = copy {
            let line = format!("\n  it was fetched {} ago: `--offline` takes that document", ago(copy.age));
            self.text.push_str(&line);
        }
        self
    }
}

/// The file of the document that was fetched last from an address, by a profile or without one. Nothing is fetched, and nothing of a profile is
/// read.
pub(super) fn fetched_before(address: &str, profile: Option<(&Path, &str)>) -> Option<PathBuf> {
    let address = Fetch::default().service_address(address).ok()?;
    Cache::new(&folders::cache()?).find(&key(&address, profile)).map(|copy| copy.file)
}

/// Fetches the documents into the cache, and says so. Returns the file of the main one.
fn fetched(cache: &Cache, key: &str, text: &str, address: &ServiceAddress, fetch: Fetch) -> Result<PathBuf, Failure> {
    let documents = fetched_documents(fetch, text)?;
    for missing in &documents.missing {
        let way = if missing.is_at_another_server { ": `asmx fetch URL DIR --other-hosts` gets it" } else { "" };
        anstream::eprintln!("warning: {missing}{way}");
    }
    let file = cache.keep(key, &documents).map_err(|error| {
        let folder = cache.folder().display();
        Failure::unwritten_file(format!("cannot keep the document in {folder}: {error}"))
    })?;
    let parts = match documents.documents.len() {
        0 | 1 => String::new(),
        2 => " and 1 part of it".to_owned(),
        count => format!(" and {} parts of it", count - 1),
    };
    anstream::eprintln!(
        "note: fetched the document at {address}{parts}; `--refresh` does so again, and so does the first call after a day"
    );
    Ok(file)
}

/// The address that stands in the place of a file. One without a scheme is recognised too, so that the error names the scheme.
pub(super) fn address(document: &Path) -> Option<&str> {
    let text = document.to_str()?.trim();
    let is_scheme = |scheme: &str| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    let path = text.split('?').next().unwrap_or_default();
    let is_service = path.to_ascii_lowercase().ends_with(".asmx") && !document.exists();
    (is_scheme("http://") || is_scheme("https://") || is_service).then_some(text)
}

/// Whether no address stands in the place of a spec; one that does is reported. Its document is a WSDL document, and this command is for specs.
pub(super) fn is_file(spec: &Path, command: &str) -> io::Result<bool> {
    let Some(address) = address(spec) else { return Ok(true) };
    let address = match Fetch::default().service_address(address) {
        Ok(address) => address.to_string(),
        Err(error) => return writeln!(io::stderr(), "error: {error}\n").map(|()| false),
    };
    writeln!(
        io::stderr(),
        "error: {address} is the address of a service, whose document is a WSDL document, and `asmx {command}` is for specs. Make one with \
         `asmx import '{address}' -o FILE.xml`\n"
    )?;
    Ok(false)
}

/// The name of an entry: what one profile may read, another one may not. A profile is its file and its name there.
fn key(address: &ServiceAddress, profile: Option<(&Path, &str)>) -> String {
    let profile = profile.map_or_else(String::new, |(file, name)| format!("{}\0{name}", file.display()));
    sha256(format!("1\0{}\0{profile}", address.key()).as_bytes())
}

fn ago(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    let hours = minutes / 60;
    match (hours / 24, hours, minutes) {
        (_, 0, 0 | 1) => "about a minute".to_owned(),
        (_, 0, minutes) => format!("{minutes} minutes"),
        (_, 1, _) => "about an hour".to_owned(),
        (0 | 1, hours, _) => format!("{hours} hours"),
        (days, ..) => format!("{days} days"),
    }
}
