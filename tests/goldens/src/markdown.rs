//! Code blocks in Markdown.

#[derive(Debug, Clone)]
pub struct Block {
    /// The text after the fence: `xml`, `xml types.xsd`.
    pub info: String,
    /// Includes all line ends.
    pub text: String,
    /// The line number of the fence, from 1.
    pub line: usize,
    /// The last non-empty line before it.
    pub before: String,
}

impl Block {
    pub fn language(&self) -> &str {
        self.info.split([' ', ',']).next().unwrap()
    }
}

/// The blocks of a text in order. Blocks in lists may be indented.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let (mut indent, mut before) = (None, String::new());
    for (number, line) in text.lines().enumerate() {
        match (indent, line.trim_start().strip_prefix("```")) {
            (None, Some(info)) => {
                indent = Some(line.len() - line.trim_start().len());
                let before = std::mem::take(&mut before);
                blocks.push(Block { info: info.trim().to_owned(), text: String::new(), line: number + 1, before });
            }
            (Some(_), Some(_)) => indent = None,
            (Some(indent), None) => {
                let block = blocks.last_mut().unwrap();
                block.text.push_str(line.get(indent..).unwrap_or_default());
                block.text.push('\n');
            }
            (None, None) if !line.trim().is_empty() => line.trim().clone_into(&mut before),
            (None, None) => {}
        }
    }
    assert!(indent.is_none(), "a block does not end");
    blocks
}
