//! Specs and documents with mistakes, and what `asmx check` reports of each.
//!
//! The page of a code has one: its wrong example. Further ones stand in `mistakes` beside the tests of a crate: Markdown with a heading for each,
//! which begins with the codes that it gives. An example of either is a part that a frame completes, and its report shows no positions, unless its
//! language is followed by `whole`. The report below an example is written by `INSTA_UPDATE=always`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::examples::{Example, examples};
use crate::{assert_current, repository};

/// Stands before a report.
const REPORTED: &str = "\n`asmx check` reports:\n";

/// A wrong example.
#[derive(Debug)]
pub struct Mistake {
    /// `ASMX0103` for the page of a code, and `ASMX0103-column-in-result` for a further case.
    pub name: String,
    pub wrong: Example,
    /// The example of a page that is right.
    pub right: Option<Example>,
}

impl Mistake {
    /// The codes that its name begins with: both of `ASMX0711-0901-only-encoded`.
    pub fn codes(&self) -> Vec<String> {
        let numbers = self.name.trim_start_matches("ASMX").split('-');
        numbers.take_while(|part| part.parse::<u16>().is_ok()).map(|number| format!("ASMX{number}")).collect()
    }

    /// Whether it is the example of a page.
    pub fn is_of_page(&self) -> bool {
        self.right.is_some()
    }
}

/// The pages and files of one kind of mistakes.
pub struct Mistakes {
    /// First and last hundred of the codes.
    hundreds: [&'static str; 2],
    /// The folder of the further cases.
    folder: &'static str,
}

/// Mistakes of specs.
pub const OF_SPECS: Mistakes = Mistakes { hundreds: ["ASMX00", "ASMX06"], folder: "codegen/tests/mistakes" };

/// Mistakes of WSDL documents.
pub const OF_DOCUMENTS: Mistakes = Mistakes { hundreds: ["ASMX07", "ASMX09"], folder: "codegen/import/tests/mistakes" };

impl Mistakes {
    /// Those of pages and the further ones, by name.
    pub fn all(&self) -> Vec<Mistake> {
        let mut all: Vec<Mistake> = self.pages().iter().map(|page| of_page(page)).collect();
        for file in self.files() {
            all.extend(sections(&read(&file)).into_iter().map(|(_, section)| of_section(section)));
        }
        all.sort_by(|one, other| one.name.cmp(&other.name));
        all
    }

    /// The one of that name.
    pub fn named(&self, name: &str) -> Mistake {
        self.all().into_iter().find(|one| one.name == name).unwrap_or_else(|| panic!("no mistake {name}"))
    }

    /// Compares every report with what `report` gives for the example.
    pub fn assert_reports(&self, report: impl Fn(&Mistake) -> String) {
        for page in self.pages() {
            let text = read(&page);
            let (wrong, right) =
                text.split_once("\nRight:\n").unwrap_or_else(|| panic!("{} has nothing right", page.display()));
            let report = without_lines(&report(&of_page(&page)));
            assert_current(&page, &format!("{}\nRight:\n{right}", with_report(wrong, &report)));
        }
        for file in self.files() {
            let text = read(&file);
            let mut current = text.clone();
            for (range, section) in sections(&text).into_iter().rev() {
                let mistake = of_section(section);
                let report = report(&mistake);
                let report = if mistake.wrong.is_whole() { report } else { without_lines(&report) };
                current.replace_range(range, &format!("{}\n", with_report(section, &report)));
            }
            assert_current(&file, &format!("{}\n", current.trim_end()));
        }
    }

    fn pages(&self) -> Vec<PathBuf> {
        let is_of_kind = |path: &PathBuf| {
            let name = path.file_name().unwrap().to_string_lossy();
            let [first, last] = self.hundreds;
            name.get(..first.len()).is_some_and(|hundred| (first..=last).contains(&hundred))
        };
        pages(&repository("codegen/review/explanations")).into_iter().filter(is_of_kind).collect()
    }

    fn files(&self) -> Vec<PathBuf> {
        pages(&repository(self.folder))
    }
}

/// The Markdown files of a folder, sorted.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut pages: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn of_page(path: &Path) -> Mistake {
    let name = path.file_stem().unwrap().to_string_lossy().into_owned();
    let [wrong, right] = <[Example; 2]>::try_from(examples(&read(path)))
        .unwrap_or_else(|others| panic!("{name}: one example is wrong and one right, not {}", others.len()));
    assert_eq!([wrong.title.as_str(), right.title.as_str()], ["Wrong:", "Right:"], "{name}");
    Mistake { name, wrong, right: Some(right) }
}

/// The sections of a file, each from its heading, with their ranges.
fn sections(text: &str) -> Vec<(std::ops::Range<usize>, &str)> {
    let starts: Vec<usize> = text.match_indices("## ASMX").map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(start, end)| (*start..end, text.get(*start..end).unwrap())).collect()
}

fn of_section(section: &str) -> Mistake {
    let name = section.lines().next().unwrap().trim_start_matches("## ").to_owned();
    let [wrong] = <[Example; 1]>::try_from(examples(section))
        .unwrap_or_else(|others| panic!("{name}: {} examples", others.len()));
    Mistake { name, wrong, right: None }
}

/// A text that ends with an example, with the report below it.
fn with_report(text: &str, report: &str) -> String {
    let example = text.split_once(REPORTED).map_or(text, |(example, _)| example).trim_end();
    format!("{example}\n{REPORTED}\n```text\n{}\n```\n", report.trim_end())
}

/// Leaves out the places in the completed text, which the example does not show.
fn without_lines(report: &str) -> String {
    let mut text = String::new();
    for line in report.lines().filter(|line| !line.trim_start().starts_with("--> ")) {
        let number = line.bytes().take_while(u8::is_ascii_digit).count();
        match line.get(number..).filter(|rest| number > 0 && rest.starts_with(" |")) {
            Some(rest) => text.extend([" ".repeat(number).as_str(), rest]),
            None => text.push_str(line),
        }
        text.push('\n');
    }
    text
}
