//! The notes that `asmx fetch` writes beside the documents: addresses, hashes, and which import is which file.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// The name of the file, beside the documents.
pub const NOTES_FILE: &str = "fetched.json";

/// The largest file of notes that is read, in bytes.
pub const MOST_NOTES: usize = 16 << 20;

/// The notes about all documents of a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Notes {
    /// The main document is the first.
    pub documents: Vec<Note>,
}

/// The note about a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Note {
    /// The name of its file, beside the notes.
    pub file: String,
    /// The address that it came from, after redirects.
    pub url: String,
    /// The SHA-256 of its content, in hexadecimal digits.
    pub sha256: String,
    /// The files of the documents that it imports, by their locations as it writes them.
    pub imports: BTreeMap<String, String>,
}

impl Notes {
    /// The text of the file.
    #[must_use]
    pub fn to_json(&self) -> String {
        let documents: Vec<Value> = self.documents.iter().map(Note::to_value).collect();
        format!("{:#}\n", json!({ "documents": documents }))
    }

    /// Reads the text of the file; `None` if it is not one of notes.
    #[must_use]
    pub fn from_json(json: &[u8]) -> Option<Self> {
        if json.len() > MOST_NOTES {
            return None;
        }
        let value: Value = serde_json::from_slice(json).ok()?;
        let documents = value.get("documents")?.as_array()?;
        documents.iter().map(Note::from_value).collect::<Option<Vec<_>>>().map(|documents| Self { documents })
    }
}

impl Note {
    fn to_value(&self) -> Value {
        let Self { file, url, sha256, imports } = self;
        if imports.is_empty() {
            return json!({ "file": file, "url": url, "sha256": sha256 });
        }
        json!({ "file": file, "url": url, "sha256": sha256, "imports": imports })
    }

    fn from_value(value: &Value) -> Option<Self> {
        let text = |name: &str| value.get(name)?.as_str().map(str::to_owned);
        let no_imports = Map::new();
        let imports = value.get("imports").map_or(Some(&no_imports), Value::as_object)?;
        let imports = imports.iter().map(|(location, file)| Some((location.clone(), file.as_str()?.to_owned())));
        Some(Self {
            file: text("file")?,
            url: text("url")?,
            sha256: text("sha256")?,
            imports: imports.collect::<Option<_>>()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_come_back() {
        let imports = BTreeMap::from([("?schema=\"A\"\n".to_owned(), "shop.A.xsd".to_owned())]);
        let (file, url) = ("shop.wsdl".to_owned(), "https://shop.example/shop.asmx?WSDL".to_owned());
        let main = Note { file, url, sha256: "00".to_owned(), imports };
        let notes = Notes { documents: vec![main.clone(), Note { imports: BTreeMap::new(), ..main }] };
        assert_eq!(Notes::from_json(notes.to_json().as_bytes()), Some(notes));
        for other in [
            "",
            "[]",
            "{}",
            "{\"documents\":[{\"file\":\"a\"}]}",
            "{\"documents\":[{\"file\":1,\"url\":\"\",\"sha256\":\"\"}]}",
        ] {
            assert_eq!(Notes::from_json(other.as_bytes()), None, "{other}");
        }
    }
}
