//! Which file beside a document is the one that the document imports: the notes of `asmx fetch`, and the maps of Visual Studio.

use std::collections::HashMap;

use asmx_codegen::read::xml;

use super::notes::{NOTES_FILE, Notes};
use crate::import::source;

/// The files that say it. Visual Studio writes `Reference.map` for web references and `Reference.svcmap` for service references; `disco.exe`
/// writes `results.discomap`.
pub(crate) const MAPS: [&str; 4] = [NOTES_FILE, "Reference.map", "Reference.svcmap", "results.discomap"];

/// Files by the addresses of their documents.
#[derive(Debug, Default)]
pub(crate) struct Maps {
    /// By the importing file and the location as it writes it.
    imports: HashMap<(String, String), String>,
    /// By address in lower case.
    files: HashMap<String, String>,
    /// By file.
    addresses: HashMap<String, String>,
}

impl Maps {
    /// Reads the maps in `folder`, which is empty or ends with `/`. `read` gives the content of a file, if it exists.
    pub(crate) fn read(read: impl Fn(&str) -> Option<Vec<u8>>, folder: &str) -> Self {
        let mut maps = Self::default();
        for name in MAPS {
            let Some(bytes) = read(&format!("{folder}{name}")) else { continue };
            if name == NOTES_FILE {
                maps.add_notes(Notes::from_json(&bytes).unwrap_or_default(), folder);
            } else {
                maps.add_map(&bytes, folder);
            }
        }
        maps
    }

    /// The file of the document at `location`, which the document `from` imports.
    pub(crate) fn file(&self, from: &str, location: &str) -> Option<&str> {
        let noted = self.imports.get(&(from.to_owned(), location.to_owned()));
        let mapped = || {
            let base = self.addresses.get(from).map_or("", String::as_str);
            self.files.get(&joined(base, location.trim()).to_ascii_lowercase())
        };
        noted.or_else(mapped).map(String::as_str)
    }

    fn add_notes(&mut self, notes: Notes, folder: &str) {
        for note in notes.documents {
            let from = format!("{folder}{}", note.file);
            for (location, file) in note.imports {
                self.imports.insert((from.clone(), location), format!("{folder}{file}"));
            }
            self.add(&note.url, from);
        }
    }

    fn add_map(&mut self, bytes: &[u8], folder: &str) {
        let Ok(source) = source("", bytes) else { return };
        let Ok(tree) = xml::parse(&source) else { return };
        for node in tree.descendants() {
            let (url, file) = match node.tag_name().name() {
                "DiscoveryClientResult" => ("url", "filename"),
                "MetadataFile" => ("SourceUrl", "FileName"),
                _ => continue,
            };
            if let (Some(url), Some(file)) = (node.attribute(url), node.attribute(file)) {
                self.add(url, format!("{folder}{file}"));
            }
        }
    }

    fn add(&mut self, url: &str, file: String) {
        self.files.entry(url.to_ascii_lowercase()).or_insert_with(|| file.clone());
        self.addresses.entry(file).or_insert_with(|| url.to_owned());
    }
}

/// The address of a reference in the document at `base`, without its fragment, as RFC 3986 (5.2) resolves it.
fn joined(base: &str, location: &str) -> String {
    let location = location.split('#').next().unwrap_or_default();
    let has_scheme = location.split(['/', '?']).next().is_some_and(|first| first.contains(':'));
    if has_scheme {
        return location.to_owned();
    }
    let base = base.split(['?', '#']).next().unwrap_or_default();
    let host = base.find("://").map_or(0, |at| at + 3);
    let path = base.get(host..).and_then(|rest| rest.find('/')).map_or(base.len(), |at| host + at);
    let (origin, path) = base.split_at(path);
    if location.starts_with('?') {
        return format!("{base}{location}");
    }
    let (reference, query) = location.split_at(location.find('?').unwrap_or(location.len()));
    let folder = if reference.starts_with('/') { "" } else { path.rsplit_once('/').map_or("", |(folder, _)| folder) };
    let mut parts = Vec::new();
    for part in folder.split('/').chain(reference.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!("{origin}/{}{query}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_resolved_against_the_address_of_their_document() {
        let base = "http://h/ws/shop.asmx?wsdl";
        for (location, expected) in [
            ("http://other/a.xsd#x", "http://other/a.xsd"),
            ("?schema=A", "http://h/ws/shop.asmx?schema=A"),
            ("a.xsd", "http://h/ws/a.xsd"),
            ("../b/a.xsd?x=1", "http://h/b/a.xsd?x=1"),
            ("/a.xsd", "http://h/a.xsd"),
            ("../../../a.xsd", "http://h/a.xsd"),
            ("a.xsd?u=http://x/y", "http://h/ws/a.xsd?u=http://x/y"),
        ] {
            assert_eq!(joined(base, location), expected, "{location}");
        }
        assert_eq!(joined("", "a.xsd"), "/a.xsd");
        assert_eq!(joined("http://h", "a.xsd"), "http://h/a.xsd");
    }
}
