//! Indexes as files.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

use asmx_gateway::Document;
use asmx_import::{Documents, Folder};

use super::content::Index;
use super::written;
use crate::cli::document::{Indexes, sha256};

/// The first line has the hash of the rest, which is an [`Index`] in JSON.
const FORMAT: &str = "asmx completions 2 ";

/// The largest index that is written, in bytes.
const LARGEST: u64 = 8 << 20;

/// The index of a document: the one of the file, or else a new one. `None` if the file is no document.
pub(in crate::cli::completions) fn of(path: &Path) -> Option<Index> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let files = Folder::new(folder);
    let name = path.file_name()?.to_str()?;
    let main = files.read(name)?;
    let folder = std::fs::canonicalize(folder).ok()?;
    // Documents with equal bytes may import other files in another folder.
    let hash = sha256(&main);
    let key = sha256(format!("{}\0{hash}", folder.display()).as_bytes());
    let indexes = Indexes::of_person();
    let present = indexes.as_ref().and_then(|indexes| indexes.read(&key, LARGEST)).and_then(|text| read(&text));
    if let Some(present) = present.filter(|index| index.has_parts_of(&files, name)) {
        return Some(present);
    }
    let asked = Asked { files: &files, hashes: RefCell::default() };
    let document = Document::open_among(&asked, name).ok()?;
    let index = written::of(&document, asked.hashes.into_inner());
    if let (Some(indexes), Some(text)) = (indexes, index.to_text()) {
        // Without it the next completion reads the document again.
        let _ = indexes.keep(&key, &text);
    }
    Some(index)
}

/// The index of a text; `None` if a byte of it has changed.
fn read(text: &str) -> Option<Index> {
    let (first, rest) = text.split_once('\n')?;
    let hash = first.strip_prefix(FORMAT)?;
    (hash == sha256(rest.as_bytes())).then_some(())?;
    serde_json::from_str(rest).ok()
}

impl Index {
    /// The text of the file; `None` if it would be too large.
    fn to_text(&self) -> Option<String> {
        let rest = serde_json::to_string(self).ok()?;
        (rest.len() as u64 <= LARGEST - 128).then(|| format!("{FORMAT}{}\n{rest}", sha256(rest.as_bytes())))
    }

    /// Whether the files beside the main one, whose hash is in the key, have the contents that the index was made of.
    fn has_parts_of(&self, files: &Folder, main: &str) -> bool {
        self.files.iter().all(|(name, hash)| name == main || hash_of(files, name) == *hash)
    }
}

fn hash_of(files: &Folder, name: &str) -> Option<String> {
    files.read(name).map(|bytes| sha256(&bytes))
}

/// Notes which files a document was read from.
struct Asked<'a> {
    files: &'a Folder,
    hashes: RefCell<BTreeMap<String, Option<String>>>,
}

impl Documents for Asked<'_> {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        let bytes = self.files.read(name);
        self.hashes.borrow_mut().insert(name.to_owned(), bytes.as_deref().map(sha256));
        bytes
    }
}
