//! A file of Rust under construction, line by line.

/// Lines of Rust.
#[derive(Default)]
pub(super) struct File(String);

impl File {
    /// Appends a line, indented by as many levels.
    pub(super) fn line(&mut self, level: usize, line: impl AsRef<str>) {
        for _ in 0..level {
            self.0.push_str("    ");
        }
        self.0.push_str(line.as_ref());
        self.0.push('\n');
    }

    /// Appends an empty line.
    pub(super) fn empty_line(&mut self) {
        self.0.push('\n');
    }

    /// Appends lines of documentation; an empty one separates paragraphs.
    pub(super) fn docs<L: AsRef<str>>(&mut self, level: usize, lines: impl IntoIterator<Item = L>) {
        for line in lines {
            match line.as_ref() {
                "" => self.line(level, "///"),
                text => self.line(level, format!("/// {text}")),
            }
        }
    }

    pub(super) fn finish(self) -> String {
        self.0
    }
}

/// A text as a literal of Rust.
pub(super) fn literal(text: &str) -> String {
    format!("{text:?}")
}
