//! The examples of an explanation.

use asmx_import::Documents;
use asmx_review::explain::Explanation;
use spec_edits::frames;
use spec_edits::markdown::{Block, blocks};

/// Introduces the block with the output of `diff`.
pub const TOLD: &str = "`asmx diff` reports:";

/// An example: a document with the documents that it imports.
#[derive(Debug)]
pub struct Example {
    /// The line before it, such as `Wrong:`.
    pub title: String,
    main: Block,
    beside: Vec<Block>,
}

pub fn examples(explanation: &Explanation) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for block in blocks(explanation.text).into_iter().filter(|block| block.before != TOLD) {
        let code = explanation.code;
        assert_eq!(block.language(), "xml", "{code}: a block is no XML");
        if block.info.contains('.') {
            examples.last_mut().unwrap_or_else(|| panic!("{code}: a file beside nothing")).beside.push(block);
        } else {
            examples.push(Example { title: block.before.clone(), main: block, beside: Vec::new() });
        }
    }
    examples
}

impl Example {
    /// Whether it is a WSDL document rather than a spec.
    pub fn is_document(&self) -> bool {
        self.main.text.starts_with("<s:")
    }

    /// The spec, completed if the example is a part of one.
    pub fn spec(&self) -> Vec<u8> {
        let spec = frames::spec("Weather", &self.main.text);
        match self.main.info.as_str() {
            "xml" => spec.into_bytes(),
            "xml bytes" => bytes(&spec),
            "xml utf-16" => "\u{feff}".encode_utf16().chain(spec.encode_utf16()).flat_map(u16::to_le_bytes).collect(),
            other => panic!("`{other}` is no kind of example"),
        }
    }

    /// The WSDL document `shop.wsdl`, completed if the example is a part of one, and its imports.
    pub fn documents(&self) -> impl Documents + '_ {
        Shop(self)
    }
}

struct Shop<'a>(&'a Example);

impl Documents for Shop<'_> {
    fn read(&self, name: &str) -> Option<Vec<u8>> {
        if name == "shop.wsdl" {
            return Some(frames::wsdl(&self.0.main.text).into_bytes());
        }
        let beside = self.0.beside.iter().find(|block| {
            frames::expanded(&format!("{}\n", block.info)).lines().any(|info| info.strip_prefix("xml ") == Some(name))
        })?;
        Some(beside.text.clone().into_bytes())
    }
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
