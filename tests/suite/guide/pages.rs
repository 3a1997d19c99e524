//! The pages of the book. A chapter links to sources in the repository; in the book these links lead to the pages that are made of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use super::{codes, operations, spec_format};
use crate::documents::read;

const GUIDE: &str = "docs/guide";

/// Documents of the repository that are pages of the book.
const COPIES: [(&str, &str); 5] = [
    ("reference/sandbox.md", "examples/sandbox/README.md"),
    ("reference/arrow.md", "runtime/arrow/README.md"),
    ("reference/words.md", "docs/GLOSSARY.md"),
    ("reference/faults.md", "docs/FAULTS.md"),
    ("reference/differences.md", "docs/DIFFERENCES.md"),
];

/// Sources of which a page is made.
const MADE: [(&str, &str); 3] = [
    (spec_format::PAGE, "spec/service.xsd"),
    (operations::OVERVIEW, "spec/email-campaign.xml"),
    (codes::OVERVIEW, "codegen/review/explanations"),
];

/// The folder of the chapters, with settings and pictures of the book.
pub fn guide() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(GUIDE)
}

/// Every page of the book by its path in it, the summary left out.
pub fn pages() -> &'static BTreeMap<String, String> {
    static PAGES: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
        let chapters = crate::documents::files(&["md"]).into_iter();
        let chapters = chapters.filter_map(|path| path.strip_prefix(&format!("{GUIDE}/")).map(str::to_owned));
        let chapters = chapters.filter(|page| page != "SUMMARY.md").map(|page| (format!("{GUIDE}/{page}"), page));
        let copies = COPIES.iter().map(|(page, document)| ((*document).to_owned(), (*page).to_owned()));
        let mut pages: BTreeMap<String, String> =
            chapters.chain(copies).map(|(document, page)| (page.clone(), linked(&document, &page))).collect();
        pages.extend(codes::pages());
        pages.extend(operations::pages());
        pages.insert(spec_format::PAGE.to_owned(), spec_format::page());
        pages
    });
    &PAGES
}

/// The summary of the chapters, and below its last part the pages that are made.
pub fn summary() -> String {
    let mut summary = read(&format!("{GUIDE}/SUMMARY.md"));
    for page in
        [codes::OVERVIEW, spec_format::PAGE, operations::OVERVIEW].into_iter().chain(COPIES.map(|(page, _)| page))
    {
        let title = |page: &str| pages()[page].lines().next().unwrap().trim_start_matches("# ").to_owned();
        writeln!(summary, "- [{}]({page})", title(page)).unwrap();
        let folder = page.strip_suffix("README.md").filter(|folder| !folder.is_empty());
        for below in folder.into_iter().flat_map(|folder| pages().keys().filter(move |path| path.starts_with(folder))) {
            if below != page {
                writeln!(summary, "  - [{}]({below})", title(below)).unwrap();
            }
        }
    }
    summary
}

/// A document with its links as the book has them.
fn linked(document: &str, page: &str) -> String {
    let source = read(document);
    let mut text = String::with_capacity(source.len());
    let mut is_code = false;
    for line in source.split_inclusive('\n') {
        is_code ^= line.trim_start().starts_with("```");
        let mut rest = line;
        while let Some((before, after)) = rest.split_once("](").filter(|_| !is_code)
            && let Some((link, after)) = after.split_once(')')
        {
            write!(text, "{before}]({})", in_book(document, page, link).unwrap_or_else(|| link.to_owned())).unwrap();
            rest = after;
        }
        text.push_str(rest);
    }
    text
}

/// The link in the page that a document is, if the book has what it leads to.
fn in_book(document: &str, page: &str, link: &str) -> Option<String> {
    let (path, fragment) = link.split_at(link.find('#').unwrap_or(link.len()));
    if path.is_empty() || path.contains("://") {
        return None;
    }
    let source = resolved(document, path)?;
    let of_source = COPIES.iter().chain(&MADE).find(|(_, original)| *original == source).map(|(page, _)| *page);
    let target = of_source.or_else(|| source.strip_prefix(&format!("{GUIDE}/")))?;
    Some(format!("{}{target}{fragment}", "../".repeat(page.matches('/').count())))
}

/// `docs/guide/../GLOSSARY.md` without the detour; `None` if it leads out.
pub fn resolved(page: &str, link: &str) -> Option<String> {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Writes the book for mdBook into the folder that `BOOK` names.
#[test]
fn the_book_is_written_where_it_is_wanted() {
    let wanted = std::env::var_os("BOOK").map(PathBuf::from);
    let folder = wanted.unwrap_or_else(|| Path::new(env!("CARGO_TARGET_TMPDIR")).join("book"));
    let _ = fs::remove_dir_all(&folder);
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    };
    pages().iter().for_each(|(page, text)| write(page, text.as_bytes()));
    write("SUMMARY.md", summary().as_bytes());
    write("book.toml", &fs::read(guide().join("book.toml")).unwrap());
    for entry in fs::read_dir(guide().join("pictures")).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_file() {
            write(&format!("pictures/{}", entry.file_name().to_string_lossy()), &fs::read(entry.path()).unwrap());
        }
    }
    assert_eq!(fs::read_to_string(folder.join("codes.md")).unwrap(), pages()["codes.md"]);
}
