//! Inputs from recordings of services with every type, and from the service whose spec uses every feature.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use asmx_runtime::Transport;
use flate2::read::GzDecoder;

use super::services::{Described, EVERYTHING, RECORDED};
use crate::corpus::{Input, split};

/// All inputs in a stable order.
pub(crate) fn of_repository(repository: &Path) -> io::Result<Vec<Input>> {
    let mut inputs = Vec::new();
    for (_, archive) in RECORDED {
        for (path, message) in messages(&repository.join(archive))? {
            inputs.extend(input(&path, &message));
        }
    }
    for (check, operation, body) in MADE {
        let bytes = Described::input(EVERYTHING, operation, SOAP11, body.as_bytes());
        let bytes = bytes.ok_or_else(|| io::Error::other(format!("{EVERYTHING} has no operation {operation}")))?;
        inputs.push(Input { check, bytes });
    }
    Ok(inputs)
}

/// The messages in an archive by their paths.
fn messages(archive: &Path) -> io::Result<BTreeMap<String, Vec<u8>>> {
    let mut archive = tar::Archive::new(GzDecoder::new(File::open(archive)?));
    let mut messages = BTreeMap::new();
    for entry in archive.entries()? {
        let mut entry = entry?;
        let path = entry.path()?.to_string_lossy().into_owned();
        let mut message = Vec::new();
        entry.read_to_end(&mut message)?;
        messages.insert(path, message);
    }
    Ok(messages)
}

/// The input for a message with the path `service/operation/case.transport.request` or `….response`. `None` if its
/// operation cannot be imported.
fn input(path: &str, message: &[u8]) -> Option<Input> {
    let mut parts = path.trim_start_matches("./").split('/');
    let (document, key, file) = (parts.next()?, parts.next()?, parts.next()?);
    let mut parts = file.rsplit('.');
    let (kind, transport) = (parts.next()?, parts.next()?.parse::<Transport>().ok()?);
    let variant = u8::try_from(Transport::ALL.iter().position(|one| *one == transport)?).ok()?;
    let (line, body) = split(message);
    let query = line.split(' ').nth(1).and_then(|uri| uri.split_once('?')).map_or("", |(_, query)| query);
    let (check, body) = match kind {
        "request" if transport == Transport::HttpGet => ("every_type_request", query.as_bytes()),
        "request" => ("every_type_request", body),
        "response" => ("every_type_response", body),
        _ => return None,
    };
    Some(Input { check, bytes: Described::input(document, key, variant, body)? })
}

/// The byte that chooses SOAP 1.1.
const SOAP11: u8 = 0;

/// Messages of the service whose spec uses every feature, by their check and operation.
const MADE: &[(&str, &str, &str)] = &[
    ("every_type_request", "Feed", include_str!("feed.request.xml")),
    ("every_type_response", "Feed", include_str!("feed.response.xml")),
    ("every_type_request", "Find", include_str!("find.request.xml")),
    ("every_type_response", "Find", include_str!("find.response.xml")),
];
