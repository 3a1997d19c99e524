//! Examples of a page: specs, and WSDL documents with those that they import.

use std::collections::BTreeMap;

use crate::frames;
use crate::markdown::{Block, blocks};

/// The name of the document of an example, which others on the page may import.
pub const DOCUMENT: &str = "shop.wsdl";

/// An example: a spec or a document, with the documents that it imports.
#[derive(Debug)]
pub struct Example {
    /// The line before it, such as `Wrong:`.
    pub title: String,
    main: Block,
    beside: Vec<Block>,
}

/// The examples of a page in its order. What a command reports of them is left out.
pub fn examples(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for block in blocks(page).into_iter().filter(|block| block.language() != "text") {
        assert_eq!(block.language(), "xml", "line {}: a block is no XML", block.line);
        if block.info.contains('.') {
            examples
                .last_mut()
                .unwrap_or_else(|| panic!("line {}: a file beside nothing", block.line))
                .beside
                .push(block);
        } else {
            examples.push(Example { title: block.before.clone(), main: block, beside: Vec::new() });
        }
    }
    examples
}

/// Whether an example is a WSDL document, or a part of one.
pub fn is_document(text: &str) -> bool {
    ["<s:", "<wsdl:"].iter().any(|start| text.starts_with(start))
}

impl Example {
    /// Whether it is a WSDL document rather than a spec.
    pub fn is_document(&self) -> bool {
        is_document(&self.main.text)
    }

    /// Whether it is no part that a frame completes.
    pub fn is_whole(&self) -> bool {
        self.main.info.ends_with(" whole")
    }

    /// The spec, completed if the example is a part of one.
    pub fn spec(&self) -> Vec<u8> {
        self.bytes(|text| frames::spec("Weather", text))
    }

    /// The document, completed if the example is a part of one, under the name `main`, and the documents beside it.
    pub fn documents(&self, main: &str) -> BTreeMap<String, Vec<u8>> {
        let mut documents = BTreeMap::from([(main.to_owned(), self.bytes(frames::wsdl))]);
        for block in &self.beside {
            for info in frames::expanded(&format!("{}\n", block.info)).lines() {
                documents.insert(info.strip_prefix("xml ").unwrap().to_owned(), block.text.clone().into_bytes());
            }
        }
        documents
    }

    /// The bytes of the example: `whole` after its language leaves it as it is, and the rest names its encoding.
    fn bytes(&self, completed: impl Fn(&str) -> String) -> Vec<u8> {
        let text = &self.main.text;
        let (encoding, text) = match self.main.info.strip_suffix(" whole") {
            Some(encoding) => (encoding, frames::expanded(text)),
            None => (self.main.info.as_str(), completed(text)),
        };
        match encoding {
            "xml" => text.into_bytes(),
            "xml bytes" => bytes(&joined(&text)),
            "xml utf-16" => {
                "\u{feff}".encode_utf16().chain(joined(&text).encode_utf16()).flat_map(u16::to_le_bytes).collect()
            }
            other => panic!("`{other}` is no kind of example"),
        }
    }
}

/// A line that ends with `\` has no line end.
fn joined(text: &str) -> String {
    text.replace("\\\n", "")
}

/// Encodes `\xE9` as that byte.
fn bytes(text: &str) -> Vec<u8> {
    let mut pieces = text.split("\\x");
    let mut bytes = pieces.next().unwrap().as_bytes().to_vec();
    for piece in pieces {
        let (digits, rest) = piece.split_at(2);
        bytes.push(u8::from_str_radix(digits, 16).unwrap());
        bytes.extend(rest.as_bytes());
    }
    bytes
}
