//! `fetch`: saves a WSDL document with the documents that it imports.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use asmx_gateway::{FetchError, FetchedDocuments, wait_unless_interrupted};
use asmx_types::display::shown_line;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::call::{self, Failure, NOT_SENT};

/// The file with the addresses and hashes of what was fetched.
const NOTES: &str = "fetched.json";

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The address of the document, such as `https://shop.example/shop.asmx?WSDL`
    #[arg(value_name = "URL")]
    url: String,
    /// The folder to write to; it is made if it is missing
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Send the HTTP headers and the sign-in of this profile, and use its certificates and proxy
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Permit the headers of the profile over `http://` to other machines
    #[arg(long)]
    allow_plain_http: bool,
    /// Accept every certificate of the server
    #[arg(long)]
    insecure: bool,
    /// Get imported documents from other servers too
    #[arg(long)]
    other_hosts: bool,
    /// The most seconds for each document [default: 30]
    #[arg(long, value_name = "SECONDS", value_parser = call::seconds)]
    timeout: Option<Duration>,
}

#[derive(Default, Serialize, Deserialize)]
struct Notes {
    documents: Vec<Note>,
}

#[derive(Serialize, Deserialize)]
struct Note {
    file: String,
    url: String,
    sha256: String,
}

/// Returns the exit code.
pub(super) fn run(arguments: &Arguments) -> io::Result<u8> {
    match fetched(arguments) {
        Ok(code) => Ok(code),
        Err(Failure { code, text }) => writeln!(io::stderr(), "{text}").map(|()| code),
    }
}

fn fetched(arguments: &Arguments) -> Result<u8, Failure> {
    let profile = call::profile(arguments.profile.as_deref())?;
    let mut fetch = profile.fetch(arguments.insecure)?;
    if arguments.allow_plain_http || profile.allow_plain_http {
        fetch = fetch.allow_plain_http();
    }
    if arguments.other_hosts {
        fetch = fetch.other_hosts();
    }
    fetch = arguments.timeout.into_iter().fold(fetch, asmx_gateway::Fetch::timeout);
    let got = wait_unless_interrupted(fetch.documents(&arguments.url))
        .map_err(|error| Failure::not_sent(format!("this machine refuses what a request needs: {error}")))?
        .ok_or_else(|| Failure::not_sent("interrupted"))?
        .map_err(|error| match error {
            FetchError::Address(_) => Failure::usage(error),
            error => Failure::not_sent(error),
        })?;
    let text = saved(&got, &arguments.folder).map_err(Failure::usage)?;
    let code = call::print(text.as_bytes()).map_err(Failure::usage)?;
    for missing in &got.missing {
        anstream::eprintln!("warning: {missing}");
    }
    Ok(if got.missing.is_empty() { code } else { NOT_SENT })
}

/// Writes the documents whose content is new, and the notes. Returns a line for each document.
fn saved(got: &FetchedDocuments, folder: &Path) -> Result<String, String> {
    let place = folder.join(NOTES);
    let before: Notes = match fs::read(&place) {
        Ok(bytes) => serde_json::from_slice(&bytes)
            .map_err(|error| format!("{}: these are no notes of `asmx fetch`: {error}", place.display()))?,
        Err(_) => Notes::default(),
    };
    let before: BTreeMap<_, _> = before.documents.into_iter().map(|note| (note.file, note.sha256)).collect();
    let (mut text, mut notes) = (String::new(), Notes::default());
    for document in &got.documents {
        let path = folder.join(&document.file);
        let sha256 = hash(&document.bytes);
        let is_noted = before.get(&document.file) == Some(&sha256);
        let change = match fs::read(&path) {
            Ok(there) if there == document.bytes => "same",
            // Somebody edited it, or it is not ours.
            Ok(there) if before.get(&document.file) != Some(&hash(&there)) => {
                return Err(format!("{} has other content than was fetched: move it away first", path.display()));
            }
            Ok(_) => "changed",
            Err(_) if is_noted => "again",
            Err(_) => "new",
        };
        if change != "same" {
            write(&path, &document.bytes)?;
        }
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{change:<8}{}  {}", path.display(), shown_line(&document.url));
        notes.documents.push(Note { file: document.file.clone(), url: document.url.clone(), sha256 });
    }
    let notes = serde_json::to_string_pretty(&notes).map_err(|error| error.to_string())? + "\n";
    write(&place, notes.as_bytes())?;
    Ok(text)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let cannot = |error| format!("cannot write {}: {error}", path.display());
    path.parent().map_or(Ok(()), fs::create_dir_all).map_err(cannot)?;
    fs::write(path, bytes).map_err(cannot)
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
