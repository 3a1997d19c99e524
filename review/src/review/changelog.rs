//! What a changelog says: its versions, and the lines under them.

use std::collections::HashSet;

use semver::Version;

/// A changelog in Markdown: a heading for each version.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Changelog {
    sections: Vec<Section>,
}

/// What stands under a heading.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Section {
    /// The version that the heading names.
    version: Option<Version>,
    /// Whether the heading says that it is not released.
    is_unreleased: bool,
    lines: Vec<String>,
}

impl Changelog {
    /// Reads a changelog. A heading of the first or second level that names a version or says `unreleased`, in any case of letters, begins a
    /// section: `## 1.2.0`, `## [v1.2.0] - 2026-02-01`, `## Unreleased`, `## 1.3.0 (unreleased)`.
    pub(super) fn read(text: &str) -> Self {
        let mut sections: Vec<Section> = Vec::new();
        for line in text.lines() {
            let heading = line.strip_prefix("## ").or_else(|| line.strip_prefix("# ")).map(section);
            if let Some(section) = heading.filter(|section| section.version.is_some() || section.is_unreleased) {
                sections.push(section);
            } else if let Some(section) = sections.last_mut().filter(|_| !line.trim().is_empty()) {
                section.lines.push(line.trim().to_owned());
            }
        }
        Self { sections }
    }

    /// The newest version that is released.
    pub(super) fn released(&self) -> Option<&Version> {
        self.sections
            .iter()
            .filter(|section| !section.is_unreleased)
            .filter_map(|section| section.version.as_ref())
            .max()
    }

    /// Whether there is a line for what is not released yet, or for that version, which another changelog does not have.
    pub(super) fn has_new_line(&self, version: Option<&Version>, before: Option<&Self>) -> bool {
        let known: HashSet<&str> = before
            .into_iter()
            .flat_map(|before| &before.sections)
            .flat_map(|section| &section.lines)
            .map(String::as_str)
            .collect();
        let is_current =
            |section: &&Section| section.is_unreleased || version.is_some() && section.version.as_ref() == version;
        let lines = self.sections.iter().filter(is_current).flat_map(|section| &section.lines);
        lines.filter(|line| !line.starts_with('#')).any(|line| !known.contains(line.as_str()))
    }
}

fn section(heading: &str) -> Section {
    let mut words = heading.split(|character: char| character.is_whitespace() || "[]()".contains(character));
    let version = words.find_map(|word| Version::parse(word.trim_start_matches('v')).ok());
    let is_unreleased = heading.to_lowercase().contains("unreleased");
    Section { version, is_unreleased, lines: Vec::new() }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;

    const TEXT: &str = "# Changelog\n\nAll of it.\n\n## [Unreleased]\n\n### Added\n\n* New.\n\n## [v0.3.0](https://example.test) - 2026-01-01\n\n\
        * Old.\n\n## 0.10.0\n* Newer.\n";

    #[test]
    fn headings_begin_versions() {
        let changelog = Changelog::read(TEXT);
        assert_eq!(changelog.released(), Some(&Version::new(0, 10, 0)));
        assert_eq!(Changelog::read("# Changelog\n\n## 0.1.0 (unreleased)\n* One.\n").released(), None);
        assert_eq!(Changelog::read("* 1.0.0\n").released(), None);
    }

    #[test]
    fn a_line_is_new_if_it_stands_nowhere_before() {
        let before = Changelog::read(TEXT);
        let new_line = |from: &str, to: &str, version: Option<Version>| {
            Changelog::read(&TEXT.replace(from, to)).has_new_line(version.as_ref(), Some(&before))
        };
        assert!(new_line("* New.", "* New.\n* Another.", None));
        assert!(!new_line("* New.", "* New.\n\n### Changed", None), "a heading says nothing");
        assert!(!new_line("* New.", "* Old.", None), "it was only moved");
        assert!(!new_line("* Old.", "* Old.\n* Another.", None), "of a released version");
        assert!(new_line("* Newer.", "* Newer.\n* Another.", Some(Version::new(0, 10, 0))));
        assert!(!new_line("* New.", "* New.", None));
        assert!(Changelog::read("## Unreleased\n* One.\n").has_new_line(None, None));
    }
}
