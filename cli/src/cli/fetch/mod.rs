//! `fetch`: saves a WSDL document with the documents that it imports.

mod folder;
mod lock;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use asmx_gateway::{Fetch, FetchedDocuments};
use asmx_types::display::shown_line;

use super::call;
use super::document::{SignedIn, fetched_documents};
use super::failure::{Failure, NOT_SENT};
use folder::{Folder, SaveError};

pub(in crate::cli) use lock::Lock;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The address of the document, such as `https://shop.example/shop.asmx?WSDL`
    #[arg(value_name = "URL")]
    url: String,
    /// The folder to write to; it is made if it is missing
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    signed: SignedIn,
    /// Get imported documents from other servers too, without the headers, the sign-in and the certificate of the profile
    #[arg(long)]
    other_hosts: bool,
    /// The most seconds for each document [default: 30]
    #[arg(long, value_name = "SECONDS", value_parser = call::seconds)]
    timeout: Option<Duration>,
}

/// Returns the exit code.
pub(super) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let mut fetch = arguments.signed.fetch(&arguments.signed.profile()?)?;
    if arguments.other_hosts {
        fetch = fetch.other_hosts();
    }
    fetch = arguments.timeout.into_iter().fold(fetch, Fetch::timeout);
    let fetched = fetched_documents(fetch, &arguments.url)?;
    let text = saved(&fetched, arguments).map_err(|error| match error {
        SaveError::InTheWay(_) => Failure::usage(error),
        SaveError::System(..) => Failure::unwritten_file(error),
    })?;
    let code = call::print(text.as_bytes())?;
    for document in fetched.documents.iter().filter(|document| document.has_session) {
        anstream::eprintln!(
            "note: {} is saved without the session that the service keeps in its address: give calls the whole address with `--endpoint`",
            document.file
        );
    }
    for missing in &fetched.missing {
        let way = if missing.is_at_another_server { ": `--other-hosts` gets it" } else { "" };
        anstream::eprintln!("warning: {missing}{way}");
    }
    Ok(if fetched.missing.is_empty() { code } else { NOT_SENT })
}

/// Saves the documents. Returns a line for each.
fn saved(fetched: &FetchedDocuments, arguments: &Arguments) -> Result<String, SaveError> {
    let changes = Folder::open(&arguments.folder)?.save(fetched)?;
    let mut text = String::new();
    for (document, change) in fetched.documents.iter().zip(changes) {
        let path = arguments.folder.join(&document.file);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{:<8}{}  {}", change.word(), path.display(), shown_line(&document.url));
    }
    Ok(text)
}
